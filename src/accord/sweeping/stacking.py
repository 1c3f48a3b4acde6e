"""Many multi-annotations as the documents of one corpus: measured at once, and yet each by itself."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from accord.annotations.relations import Relations
from accord.measures import find
from accord.results import DataError
from accord.sweeping.scoring import Meter, prepared


def stacked(several: Sequence[Relations]) -> Relations:
    """Corpora of the same annotators over units and labels of the same kind, one after the other."""
    first = several[0]
    shifts = np.cumsum([0, *(one.n_units for one in several[:-1])])
    documents = np.cumsum([0, *(one.n_documents for one in several[:-1])])
    member_who = np.concatenate([one.component_who for one in several])
    member_units = np.concatenate([one.component_units + shift for one, shift in zip(several, shifts, strict=True)])
    member_types = np.concatenate([one.component_types for one in several])
    order = np.lexsort((member_units, member_who))
    return replace(
        first,
        documents=tuple(f"{place}/{name}" for place, one in enumerate(several) for name in one.documents),
        assigned=np.concatenate([one.assigned for one in several]),
        unit_document=np.concatenate(
            [one.unit_document + shift for one, shift in zip(several, documents, strict=True)]
        ).astype(np.int32),
        owners=np.concatenate([one.owners for one in several]),
        unit_names=[name for one in several for name in one.unit_names],
        document=np.concatenate([one.document + shift for one, shift in zip(several, documents, strict=True)]).astype(
            np.int32
        ),
        who=np.concatenate([one.who for one in several]),
        origins=np.concatenate([one.origins + shift for one, shift in zip(several, shifts, strict=True)]),
        targets=np.concatenate([one.targets + shift for one, shift in zip(several, shifts, strict=True)]),
        codes=np.concatenate([one.codes for one in several]),
        component_units=member_units[order],
        component_who=member_who[order],
        component_types=member_types[order],
        unit_texts=None,
        spans=None,
    )


def stacked_values(several: Sequence[Relations], meter: Meter, seed: int) -> list[float] | None:
    """The value of each corpus from one preparation; None where the measure does not go document by document.

    Chance that is sampled is not stacked: each corpus draws its own.
    """
    if meter.expression is None or len(several) < 2 or not find("relations", meter.expression.name).by_document:
        return None
    if meter.expression.parameters.get("chance") is not None:
        return None
    together = stacked(several)
    try:
        kernel = prepared(together, meter.expression, seed)
    except DataError:  # one of them is refused: each by itself
        return None
    if kernel is None or kernel.drawn != "documents" or kernel.blocks != together.n_documents:
        return None
    weights = np.repeat(np.eye(len(several)), [one.n_documents for one in several], axis=1)
    return [float(one) for one in kernel(weights)["value"]]

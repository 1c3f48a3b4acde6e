"""An alignment as a table: a row for each unitary alignment, a column for each annotator."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from accord.annotations.spans import Spans
from accord.results import DataError, UsageError
from accord.results.arrays import Floats, Ints

if TYPE_CHECKING:
    from accord.alignment import Alignment, DocumentAlignment

ABSENT, NOT_ASKED = -1, -2


@dataclass(frozen=True, eq=False)
class AlignedUnits:
    """The groups of units that an alignment puts together; document after document."""

    spans: Spans
    document: Ints
    """(groups,)"""
    units: Ints
    """(groups, annotators) places among the units of the corpus; −1 no unit, −2 not asked about the document."""
    disorder: Floats
    """(groups,) mean dissimilarity over the pairs of annotators who were asked."""

    def __len__(self) -> int:
        return len(self.document)

    @cached_property
    def present(self) -> NDArray[np.bool_]:
        """(groups, annotators) who has a unit in the group."""
        return np.asarray(self.units >= 0)

    @cached_property
    def asked(self) -> NDArray[np.bool_]:
        return np.asarray(self.units != NOT_ASKED)

    @cached_property
    def support(self) -> Ints:
        """(groups,) how many have a unit there."""
        return np.asarray(self.present.sum(axis=1))

    @cached_property
    def number(self) -> Ints:
        """(groups,) how many were asked."""
        return np.asarray(self.asked.sum(axis=1))

    def members(self, group: int) -> list[tuple[str, int]]:
        """The annotators with a unit in a group, and their units."""
        row = self.units[group]
        return [(self.spans.annotators[who], int(row[who])) for who in np.flatnonzero(row >= 0)]


def aligned_units(spans: Spans, alignment: Alignment | None = None) -> AlignedUnits:
    """The groups of the alignment given, or of the best one; an alignment of other spans is refused."""
    from accord.alignment import align

    if alignment is None:
        alignment = align(spans)
    elif alignment.spans is not spans and alignment.spans.sha256 != spans.sha256:
        raise UsageError("the alignment is one of other spans", "align these, or leave alignment= out")
    if alignment.method == "soft":
        raise UsageError(
            "a soft alignment uses units several times, and a group would not be one unit",
            "use method='exact' or method='greedy'",
        )
    spans = alignment.spans
    parts = [_of_document(spans, place, document) for place, document in enumerate(alignment.documents)]
    units = np.concatenate([rows for rows, _ in parts]) if parts else np.zeros((0, spans.n_annotators), dtype=np.int64)
    _refuse_partial(spans, units)
    return AlignedUnits(
        spans=spans,
        document=np.repeat(np.arange(len(parts)), [len(rows) for rows, _ in parts]).astype(np.int64),
        units=units,
        disorder=np.concatenate([disorder for _, disorder in parts]) if parts else np.zeros(0),
    )


def _of_document(spans: Spans, place: int, alignment: DocumentAlignment) -> tuple[Ints, Floats]:
    """The rows of one document and their disorder; the units of a single annotator are aligned with nothing."""
    asked = np.flatnonzero(spans.assigned[place])
    solution = alignment.solution
    if len(asked) == 1:
        members = np.arange(spans.bounds[place + 1] - spans.bounds[place])
        starts, disorder = np.arange(len(members) + 1), np.zeros(len(members))
    else:
        members, starts, disorder = solution.members, solution.starts, solution.disorders
    rows = np.full((len(disorder), spans.n_annotators), NOT_ASKED, dtype=np.int64)
    rows[:, asked] = ABSENT
    unit = spans.bounds[place] + members
    rows[np.repeat(np.arange(len(disorder)), np.diff(starts)), spans.who[unit]] = unit
    return rows, disorder


def _refuse_partial(spans: Spans, units: Ints) -> None:
    """Every unit stands in one group, or what is counted would be wrong."""
    times = np.bincount(units[units >= 0], minlength=len(spans))
    if len(times) != len(spans) or (times != 1).any():
        raise DataError(
            "ACC060",
            f"the alignment holds {int((times == 1).sum()):,} of {len(spans):,} units once",
            hint="every unit stands in exactly one unitary alignment; align the spans again",
        )

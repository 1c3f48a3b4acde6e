"""One cell of a sweep: one degradation in one repetition, at all magnitudes, scored by all measures."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

import numpy as np

from accord.annotations.relations import Relations
from accord.degradations import Simulation, Step
from accord.degradations.answer_reference import AnswerReference
from accord.degradations.label_reference import LabelReference
from accord.degradations.relation_reference import RelationReference
from accord.degradations.span_reference import SpanReference
from accord.degradations.starting_points import Reference
from accord.measures import find
from accord.results import DataError
from accord.results.installed_version import installed_version
from accord.sweeping.scoring import Meter, ScoredAnnotations, prepared, value

SCHEMA = 2
Values = dict[tuple[str, float], float]


@dataclass(frozen=True, eq=False)
class Cell:
    """What is computed for one degradation in one repetition."""

    name: str
    """The degradation, as it was written."""
    steps: tuple[Step, ...]
    reference: Reference
    repeat: int
    annotators: int
    seed: int
    against: str
    keep_reference: bool

    @property
    def kept(self) -> bool:
        """Whether its values are those of later runs: what a plugin does may change without a new version."""
        return not any(step.record.plugin for step in self.steps)

    def key(self, fingerprint: str) -> str:
        """What a finished cell is kept under: everything its values depend on but measures and magnitudes."""
        steps = [(str(step.expression), step.weight) for step in self.steps]
        facts = (SCHEMA, installed_version(), fingerprint, steps, self.annotators, self.seed, self.repeat)
        return hashlib.sha256(repr((*facts, self.against, self.keep_reference)).encode()).hexdigest()


@dataclass(frozen=True)
class Scored:
    """The values of a cell by measure and magnitude, and the time each measure took for how many evaluations."""

    values: Values = field(default_factory=dict)
    seconds: Mapping[str, float] = field(default_factory=dict)
    evaluations: Mapping[str, int] = field(default_factory=dict)


def scored(cell: Cell, meters: Sequence[Meter], magnitudes: Sequence[float], known: Values) -> Scored:
    """The values that are not known yet; a worker runs this."""
    simulation = Simulation(
        cell.reference, cell.steps, cell.annotators, cell.seed, cell.repeat, keep_reference=cell.keep_reference
    )
    wanted = {one.identity: [m for m in magnitudes if (one.identity, m) not in known] for one in meters}
    needed = sorted({m for several in wanted.values() for m in several})
    # graphs are measured at once; of others, those of one magnitude are let go before the next are made
    at_once = [needed] if isinstance(cell.reference, RelationReference) else [[m] for m in needed]
    gathered = all(meter.function is None for meter in meters)  # a function of the user's own may look at the items
    found: Values = {}
    seconds: dict[str, float] = {}
    evaluations: dict[str, int] = {}
    for some in at_once:
        made = {m: _scenes(simulation, m, cell.against, gathered) for m in some}
        for meter in meters:
            asked = [m for m in wanted[meter.identity] if m in made]
            if not asked:
                continue
            begun = time.perf_counter()
            numbers = _measured([made[m] for m in asked], meter, cell.seed + cell.repeat)
            seconds[meter.identity] = seconds.get(meter.identity, 0.0) + time.perf_counter() - begun
            evaluations[meter.identity] = evaluations.get(meter.identity, 0) + len(asked)
            found |= {(meter.identity, m): number for m, number in zip(asked, numbers, strict=True)}
    return Scored(found, seconds, evaluations)


def _scenes(simulation: Simulation, magnitude: float, against: str, gathered: bool) -> list[ScoredAnnotations]:
    """The multi-annotations whose values are averaged: all annotators together, or each beside the reference.

    `gathered`: labels are counted at once, without the names of their items.
    """
    reference = simulation.reference
    assembled: Any = reference.gathered if gathered and isinstance(reference, LabelReference) else reference.assembled
    copies = simulation.copies(magnitude)
    if against == "pairs":
        return [ScoredAnnotations(assembled(copies, simulation.names))]
    pristine: Any = reference.copy()
    return [ScoredAnnotations(assembled([pristine, copy], ["reference", "A1"])) for copy in copies]


def _measured(scenes: Sequence[Sequence[ScoredAnnotations]], meter: Meter, seed: int) -> list[float]:
    """The mean value of each list of multi-annotations; relations are measured at once where that is the same."""
    flat = [one for several in scenes for one in several]
    relations = [one.data for one in flat if isinstance(one.data, Relations)]
    numbers = stacked_values(relations, meter, seed) if relations and not meter.pairwise else None
    if numbers is None:
        numbers = [value(one, meter, seed) for one in flat]
    edges = np.concatenate(([0], np.cumsum([len(several) for several in scenes]))).tolist()
    return [float(np.mean(numbers[first:last])) for first, last in pairwise(edges)]


def fingerprint(reference: Reference) -> str:
    """The digest of a reference with the order of its elements, which the draws go by."""
    digest = hashlib.sha256()
    arrays: list[np.ndarray[Any, Any]]
    facts: object
    if isinstance(reference, LabelReference):
        arrays, facts = [reference.codes], (reference.categories.texts, reference.level, reference.data.nothing)
    elif isinstance(reference, AnswerReference):
        answers = reference.data
        arrays, facts = [answers.item, answers.codes, answers.assigned], answers.vocabulary
    elif isinstance(reference, SpanReference):
        data = reference.data
        arrays = [data.document, data.starts, data.ends, data.codes, data.lengths, data.assigned]
        facts = data.categories.texts
    else:
        graph = reference.data
        arrays = [graph.unit_document, graph.origins, graph.targets, graph.codes, graph.component_units, graph.assigned]
        facts = (graph.labels.texts, graph.symmetric, graph.constraint)
    for array in arrays:
        digest.update(repr((array.dtype.str, array.shape)).encode())
        digest.update(np.ascontiguousarray(array).tobytes())
    digest.update(repr((type(reference).__name__, facts)).encode("utf-8", "surrogatepass"))
    return digest.hexdigest()


def joined(one: Scored, other: Scored) -> Scored:
    """Both cells' values, and the time of both."""
    names = {*one.seconds, *other.seconds}
    return Scored(
        {**one.values, **other.values},
        {name: one.seconds.get(name, 0.0) + other.seconds.get(name, 0.0) for name in names},
        {name: one.evaluations.get(name, 0) + other.evaluations.get(name, 0) for name in names},
    )


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

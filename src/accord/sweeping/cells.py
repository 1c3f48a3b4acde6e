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
    wanted = {meter.identity: [m for m in magnitudes if (meter.identity, m) not in known] for meter in meters}
    needed = sorted({m for several in wanted.values() for m in several})
    # graphs are measured at once; of others, those of one magnitude are let go before the next are made
    at_once = [needed] if isinstance(cell.reference, RelationReference) else [[m] for m in needed]
    gathered = all(meter.function is None for meter in meters)  # a function of the user's own may look at the items
    values: Values = {}
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
            values |= {(meter.identity, m): number for m, number in zip(asked, numbers, strict=True)}
    return Scored(values, seconds, evaluations)


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
    flat = [scene for several in scenes for scene in several]
    relations = [scene.data for scene in flat if isinstance(scene.data, Relations)]
    numbers = stacked_values(relations, meter, seed) if relations and not meter.pairwise else None
    if numbers is None:
        numbers = [value(scene, meter, seed) for scene in flat]
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


def joined(first: Scored, second: Scored) -> Scored:
    """Both cells' values, and the time of both."""
    names = {*first.seconds, *second.seconds}
    return Scored(
        {**first.values, **second.values},
        {name: first.seconds.get(name, 0.0) + second.seconds.get(name, 0.0) for name in names},
        {name: first.evaluations.get(name, 0) + second.evaluations.get(name, 0) for name in names},
    )


def stacked(several: Sequence[Relations]) -> Relations:
    """Corpora of the same annotators over units and labels of the same kind, one after the other."""
    first = several[0]
    shifts = np.cumsum([0, *(corpus.n_units for corpus in several[:-1])])
    documents = np.cumsum([0, *(corpus.n_documents for corpus in several[:-1])])
    member_who = np.concatenate([corpus.component_who for corpus in several])
    member_units = np.concatenate([part.component_units + shift for part, shift in zip(several, shifts, strict=True)])
    member_types = np.concatenate([corpus.component_types for corpus in several])
    order = np.lexsort((member_units, member_who))
    return replace(
        first,
        documents=tuple(f"{place}/{name}" for place, corpus in enumerate(several) for name in corpus.documents),
        assigned=np.concatenate([corpus.assigned for corpus in several]),
        unit_document=np.concatenate(
            [corpus.unit_document + shift for corpus, shift in zip(several, documents, strict=True)]
        ).astype(np.int32),
        owners=np.concatenate([corpus.owners for corpus in several]),
        unit_names=[name for corpus in several for name in corpus.unit_names],
        document=np.concatenate([part.document + shift for part, shift in zip(several, documents, strict=True)]).astype(
            np.int32
        ),
        who=np.concatenate([corpus.who for corpus in several]),
        origins=np.concatenate([corpus.origins + shift for corpus, shift in zip(several, shifts, strict=True)]),
        targets=np.concatenate([corpus.targets + shift for corpus, shift in zip(several, shifts, strict=True)]),
        codes=np.concatenate([corpus.codes for corpus in several]),
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
    weights = np.repeat(np.eye(len(several)), [corpus.n_documents for corpus in several], axis=1)
    return [float(number) for number in kernel(weights)["value"]]

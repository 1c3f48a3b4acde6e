"""What chance makes of a corpus: best alignments of the documents and of random continua like them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import cast

import numpy as np

from accord.alignment.budget import STEPS_PER_SECOND, Budget
from accord.alignment.chance_tasks import Sampling, drawing_tasks
from accord.alignment.dissimilarities import Dissimilarity
from accord.alignment.drawn_alignments import FEWEST_TRIED, DrawnAlignments, put_together
from accord.alignment.learning import learnt
from accord.alignment.many_documents import Document, found_at_once
from accord.alignment.rounds import Weighed, solved_in_rounds
from accord.alignment.solution import Solution
from accord.alignment.solvers import Solvers
from accord.alignment.solving import default_budget, solve
from accord.annotations import Continuum, Spans
from accord.results import UsageError
from accord.results.arrays import Floats
from accord.results.wording import many
from accord.results.working import finished, left_unfinished, stop_asked

MOST_SAMPLES = 10_000
FIRST_IN_ALL, FEWEST_OF_EACH = 3_000, 10
"""Random continua drawn at first of a corpus of many documents, and of each of them: their errors average out."""
STEPS = 20 * STEPS_PER_SECOND
"""Of work on the alignments of the data and of chance that are not found at once."""
PROOF_STEPS = 30 * STEPS_PER_SECOND
"""Of work on the proof for the data."""
CHANCE_STEPS = 50 * STEPS_PER_SECOND
"""Of work on proofs for random continua, as many as it is enough for."""
LEAST_STEPS, MOST_STEPS = 20_000.0, 2_000_000.0  # of one continuum
MOST_FOR_PRECISION = 1_000  # where chance varies so much that more would be needed, the error says how precise it is


@dataclass(frozen=True, eq=False)
class Aligned:
    """A continuum and its best alignment."""

    continuum: Continuum
    solution: Solution
    dissimilarity: Dissimilarity


@dataclass(frozen=True, eq=False)
class AgainstChance:
    """One document: its alignment, and what is kept of the alignments of random continua like it."""

    observed: Aligned
    drawn: DrawnAlignments

    @property
    def expected(self) -> Floats:
        """(samples,) the disorder of each random continuum."""
        return self.drawn.values

    @property
    def least_expected(self) -> Floats:
        """(samples,) what it cannot be below."""
        return self.drawn.least

    @property
    def proven(self) -> bool:
        """Whether no alignment, here or by chance, could be better."""
        return self.observed.solution.optimal and self.drawn.proven


def against_chance(
    spans: Spans,
    dissimilarity: Dissimilarity,
    *,
    sampling: str = "shuffle",
    precision: float | None = 0.02,
    samples: int = 30,
    time_limit: float | None = None,
    seed: int = 0,
) -> list[AgainstChance]:
    """The documents that at least two annotators were asked about and somebody found a unit in, each against chance.

    As many continua are drawn for each document as make the mean disorder of the corpus as precise as asked, at least
    `samples` (of more than a hundred documents fewer) and at most 1,000: ⌈(1.96 cv / precision)²⌉ (Mathet et al. 2015,
    section 5.3). The measures that read the same alignments (γ, γ-cat, γ-k) share them: they are kept with the data.
    `time_limit` is about how many seconds go to alignments that are not found at once, counted in steps.
    """
    _check(precision, samples)
    key = ("against chance", dissimilarity, sampling, precision, samples, time_limit, seed)
    if key not in spans.derived:
        spans.derived[key] = _drawn(spans, dissimilarity, sampling, precision, samples, seed, _work(time_limit))
    return cast("list[AgainstChance]", spans.derived[key])


def without_chance(spans: Spans, dissimilarity: Dissimilarity, time_limit: float | None = None) -> list[AgainstChance]:
    """The same documents with nothing drawn, where chance is known as a number."""
    key = ("without chance", dissimilarity, time_limit)
    if key not in spans.derived:
        spans.derived[key] = _drawn(spans, dissimilarity, "shuffle", None, 0, 0, _work(time_limit))
    return cast("list[AgainstChance]", spans.derived[key])


def _work(time_limit: float | None) -> float:
    """How much of the usual work."""
    return 1.0 if time_limit is None else time_limit * STEPS_PER_SECOND / (STEPS + PROOF_STEPS + CHANCE_STEPS)


def _drawn(
    spans: Spans,
    dissimilarity: Dissimilarity,
    sampling: str,
    precision: float | None,
    samples: int,
    seed: int,
    work: float,
) -> list[AgainstChance]:
    learned = learnt(spans, dissimilarity, Solvers())
    numbered = [
        (number, continuum, own)
        for number, (continuum, own) in enumerate(zip(spans.continua(), learned, strict=True))
        if continuum.n_annotators >= 2 and len(continuum)
    ]
    units = [len(continuum) for _, continuum, _ in numbered]
    samples = drawn_at_first(samples, len(numbered), precision)
    efforts = _efforts([continuum for _, continuum, _ in numbered], samples)
    proofs = [work * CHANCE_STEPS * number / sum(units) for number in units]
    documents = [
        Document(*fields, work * effort, proof / max(samples, 1), proof / FEWEST_TRIED)
        for fields, effort, proof in zip(numbered, efforts, proofs, strict=True)
    ]
    first = Sampling(sampling, seed, 0, samples)
    observed = _observed(documents, work * PROOF_STEPS)
    drawn = _random(documents, first)
    wanted = _enough(drawn, precision)
    if wanted > samples and all(alignments.proven for alignments in drawn):
        # What is not found at once has spent its budget; how precise chance is then, its error says.
        more = _random(documents, first._replace(first=samples, number=wanted - samples))
        drawn = [put_together(both) for both in zip(drawn, more, strict=True)]
    if stop_asked():
        _say_unfinished(observed, drawn, samples)
    return [
        AgainstChance(Aligned(document.continuum, solution, document.dissimilarity), by_chance)
        for document, solution, by_chance in zip(documents, observed, drawn, strict=True)
        if len(by_chance) or not samples
        if solution.undefined is None
    ]


def drawn_at_first(samples: int, documents: int, precision: float | None) -> int:
    """How many continua of each document are drawn before it is known whether that is precise enough.

    >>> [drawn_at_first(30, documents, 0.02) for documents in (1, 100, 150, 10_000)], drawn_at_first(30, 10_000, None)
    ([30, 30, 20, 10], 30)
    """
    if precision is None or not documents:
        return samples
    return min(samples, max(FEWEST_OF_EACH, math.ceil(FIRST_IN_ALL / documents)))


def _say_unfinished(observed: Sequence[Solution], drawn: Sequence[DrawnAlignments], samples: int) -> None:
    """How far it came before it was stopped, if anything is missing."""
    aligned = [solution for solution in observed if solution.undefined is None]
    if len(aligned) < len(observed) or any(len(alignments) < samples for alignments in drawn):
        value, gap = (sum(getattr(solution, name) for solution in aligned) for name in ("value", "gap"))
        text = f"{len(aligned):,} of {many(len(observed), 'document is', 'documents are')} aligned"
        if value > 0:
            text += f" (mean disorder {value / len(aligned):.3g}, at most {gap / value:.1%} above the best)"
        left_unfinished(f"{text}, {sum(map(len, drawn)):,} of {len(drawn) * samples:,} random continua")


def _observed(documents: Sequence[Document], steps: float) -> list[Solution]:
    """The best alignments of the documents; those that are not found at once share so many steps for their proofs.

    The data are searched no better than chance; what their proof costs is another matter.
    """
    solutions = found_at_once(documents)
    late = [document for document, solution in zip(documents, solutions, strict=True) if solution is None]
    tasks = [Weighed(partial(_proven, document), len(document.continuum), len(document.continuum)) for document in late]
    proven = iter(solved_in_rounds(tasks, default_budget(steps=steps)))
    return [next(proven) if solution is None else solution for solution in solutions]


def _proven(document: Document, proof: Budget) -> Solution:
    """Searched as long as a random continuum, and then for its proof as long as the budget says."""
    proof.steps, proof.annealing = proof.steps + document.effort, document.effort
    return solve(document.continuum, document.dissimilarity, budget=proof)


def _random(documents: Sequence[Document], sampling: Sampling) -> list[DrawnAlignments]:
    """What chance makes of each document."""
    tasks = drawing_tasks(documents, sampling)
    parts: dict[int, list[DrawnAlignments]] = {document.number: [] for document in documents}
    done = finished([task for task, _ in tasks], "random continua", [number for _, number in tasks])
    for place in sorted(done):
        for number, drawn in done[place]:
            parts[number].append(drawn)
    return [put_together(parts[document.number]) for document in documents]


def _efforts(continua: Sequence[Continuum], samples: int) -> list[float]:
    """Steps for the alignment of each document and of each random continuum like it: sweeps over its annotators, more
    of them the more units there are.
    """
    weights = [_sweep(continuum.n_annotators, len(continuum)) * np.sqrt(len(continuum)) for continuum in continua]
    total = sum(weights) * (samples + 1)
    return [float(np.clip(STEPS * weight / total, LEAST_STEPS, MOST_STEPS)) for weight in weights]


def _sweep(annotators: int, units: int) -> float:
    """About how much work it is to put the units of each annotator anew, one annotator after the other."""
    return 20.0 * annotators + 0.1 * units**2 / annotators + 6e-4 * units**2


def _enough(drawn: Sequence[DrawnAlignments], precision: float | None) -> int:
    """How many samples of each document make the mean disorder of the corpus as precise as asked."""
    if precision is None or not drawn:
        return 0
    if stop_asked():  # which leaves some with fewer
        return 0
    values = np.array([alignments.values for alignments in drawn])
    total = float(values.mean(axis=1).sum())
    if total == 0 or values.shape[1] < 2:
        return 0
    variation = float(np.sqrt(values.var(axis=1, ddof=1).sum())) / total
    return min(MOST_FOR_PRECISION, int(np.ceil((1.96 * variation / precision) ** 2)))


def _check(precision: float | None, samples: int) -> None:
    if precision is not None and not (isinstance(precision, int | float) and 0 < precision < 1):
        raise UsageError(f"precision={precision!r} is not between 0 and 1", "0.02 is 2 %; None draws only the samples")
    if isinstance(samples, bool) or not isinstance(samples, int) or not 1 <= samples <= MOST_SAMPLES:
        raise UsageError(f"samples={samples!r} is not a whole number from 1 to {MOST_SAMPLES:,}")

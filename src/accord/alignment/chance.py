"""What chance makes of a corpus: best alignments of the documents and of random continua like them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import cast

import numpy as np
from numpy.typing import NDArray

from accord.alignment.batch_solving import solve_batch
from accord.alignment.budget import STEPS_PER_SECOND, Budget, shares
from accord.alignment.dissimilarities import Dissimilarity
from accord.alignment.learning import learnt
from accord.alignment.random_continua import sampler
from accord.alignment.solution import Solution
from accord.alignment.solvers import Solvers
from accord.alignment.solving import default_budget
from accord.annotations import Continuum, Spans
from accord.results import UsageError
from accord.statistics import generator

Floats = NDArray[np.float64]
MOST_SAMPLES = 10_000
STEPS = 12 * STEPS_PER_SECOND
"""Of work on the alignments of the data and of chance that are not found at once."""
PROOF_STEPS = 8 * STEPS_PER_SECOND
"""Of work on the proof for the data."""
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
    """One document: its alignment, and the alignments of random continua like it."""

    observed: Aligned
    drawn: tuple[Aligned, ...]

    @property
    def expected(self) -> Floats:
        """(samples,) the disorder of each random continuum."""
        return np.array([aligned.solution.value for aligned in self.drawn])

    @property
    def least_expected(self) -> Floats:
        """(samples,) what it cannot be below."""
        return np.array([aligned.solution.bound for aligned in self.drawn])

    @property
    def proven(self) -> bool:
        """Whether no alignment, here or by chance, could be better."""
        return all(aligned.solution.optimal for aligned in (self.observed, *self.drawn))


def against_chance(
    spans: Spans,
    dissimilarity: Dissimilarity,
    *,
    sampling: str = "shuffle",
    precision: float | None = 0.02,
    samples: int = 30,
    seed: int = 0,
) -> list[AgainstChance]:
    """The documents that at least two annotators were asked about and somebody found a unit in, each against chance.

    As many continua are drawn for each document as make the mean disorder of the corpus as precise as asked, at least
    `samples` and at most 1,000: ⌈(1.96 cv / precision)²⌉ (Mathet et al. 2015, section 5.3). The measures that read the
    same alignments (γ, γ-cat, γ-k) share them: they are kept with the data.
    """
    _check(precision, samples)
    key = ("against chance", dissimilarity, sampling, precision, samples, seed)
    if key not in spans.derived:
        spans.derived[key] = _drawn(spans, dissimilarity, sampling, precision, samples, seed)
    return cast("list[AgainstChance]", spans.derived[key])


def without_chance(spans: Spans, dissimilarity: Dissimilarity) -> list[AgainstChance]:
    """The same documents with nothing drawn, where chance is known as a number."""
    key = ("without chance", dissimilarity)
    if key not in spans.derived:
        spans.derived[key] = _drawn(spans, dissimilarity, "shuffle", None, 0, 0)
    return cast("list[AgainstChance]", spans.derived[key])


def _drawn(
    spans: Spans, dissimilarity: Dissimilarity, sampling: str, precision: float | None, samples: int, seed: int
) -> list[AgainstChance]:
    solvers = Solvers()
    learned = learnt(spans, dissimilarity, solvers)
    numbered = [
        (number, continuum, own)
        for number, (continuum, own) in enumerate(zip(spans.continua(), learned, strict=True))
        if continuum.n_annotators >= 2 and len(continuum)
    ]
    efforts = _efforts([len(continuum) for _, continuum, _ in numbered], samples)
    proofs = shares(default_budget(steps=PROOF_STEPS), [effort + 1 for effort in efforts])
    documents: list[tuple[Callable[[int], list[Continuum]], list[Aligned], float]] = []
    for (number, continuum, own), effort, proof in zip(numbered, efforts, proofs, strict=True):
        draw: Callable[[int], list[Continuum]] = partial(
            sampler(sampling, continuum), generator(seed, "chance", number)
        )
        # The data are searched no better than chance; what their proof costs is another matter.
        proof.steps, proof.annealing = proof.steps + effort, effort
        alignments = _aligned([continuum, *draw(samples)], own, solvers, effort=effort, canonical=1, first=proof)
        documents.append((draw, alignments, effort))
    wanted = _enough([alignments[1:] for _, alignments, _ in documents], precision)
    if all(one.solution.optimal for _, alignments, _ in documents for one in alignments[1:]):
        # What is not found at once has spent its budget; how precise chance is then, its error says.
        for draw, alignments, effort in documents:
            alignments += _aligned(draw(wanted - samples), alignments[0].dissimilarity, solvers, effort=effort)
    return [AgainstChance(alignments[0], tuple(alignments[1:])) for _, alignments, _ in documents]


def _efforts(units: list[int], samples: int) -> list[float]:
    """Steps for the alignment of each document and of each random continuum like it, by the square of its units."""
    squares = [number**2 for number in units]
    total = sum(squares) * (samples + 1)
    return [float(np.clip(STEPS * square / total, LEAST_STEPS, MOST_STEPS)) for square in squares]


def _aligned(
    continua: list[Continuum],
    dissimilarity: Dissimilarity,
    solvers: Solvers,
    *,
    effort: float,
    canonical: int = 0,
    first: Budget | None = None,
) -> list[Aligned]:
    """Ties between best alignments, broken by rule for the data, are left to the solver for random continua."""
    budgets = [Budget(effort, annealing=effort) for _ in continua]
    if first is not None:
        budgets[0] = first
    solutions = solve_batch(continua, dissimilarity, canonical=canonical, solvers=solvers, budgets=budgets)
    return [Aligned(one, solution, dissimilarity) for one, solution in zip(continua, solutions, strict=True)]


def _enough(drawn: list[list[Aligned]], precision: float | None) -> int:
    """How many samples of each document make the mean disorder of the corpus as precise as asked."""
    if precision is None or not drawn:
        return 0
    values = np.array([[aligned.solution.value for aligned in samples] for samples in drawn])
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

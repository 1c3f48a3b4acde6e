"""The holistic measure of Mathet & Widlöcher 2011: the entropy of the best alignment against that of chance."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from accord.annotations import Continuum, Spans
from accord.measures.record import BlockKernel, Components, Kernel, Parameter, Undefined, measure
from accord.measures.spans.parameters import BETWEEN_UNITS
from accord.results import StandardError, UsageError
from accord.results.arrays import Floats
from accord.statistics import generator

if TYPE_CHECKING:
    from accord.alignment.solution import Solution

PROCESSES = ("random1", "random2")
STEPS, LEAST_STEPS, MOST_STEPS = 60e6, 1e5, 2e6  # of work, on all alignments together and on one of them


@measure(
    "spans",
    title="holistic agreement (Mathet & Widlöcher): entropy of the best alignment against chance",
    formula="(e_random − e) / e_random; e is the mean disorder of the unitary alignments, e_random the least of the "
    "mean entropies of the random processes",
    assumes="units found and categorised by each annotator; chance knows the corpus, not the document",
    missing="documents that fewer than two annotators were asked about, or where nobody found a unit, are left out",
    references=("mathet2011",),
    family="gamma",
    human="Holistic agreement",
    headline=2,
    corrected=True,
    about={
        "random": Parameter(
            "The random process; min: the one with the least entropy that the corpus allows.", ("min", *PROCESSES)
        ),
        **BETWEEN_UNITS,
        "method": Parameter("How the best alignment is sought: exact, or greedy as in the paper.", ("exact", "greedy")),
        "incompatible": Parameter(
            "Whether units too far apart may be aligned at a price, or not at all.", ("pay", "forbid")
        ),
        "samples": Parameter("Random continua of each process."),
    },
)
def holistic(
    data: Spans,
    *,
    random: str = "min",
    alpha: float = 1.0,
    beta: float = 1.0,
    delta_empty: float = 4.0,
    method: str = "exact",
    incompatible: str = "pay",
    samples: int = 100,
    matrix: str | None = None,
    order: str | None = None,
    seed: int = 0,
) -> BlockKernel:
    """`random` is 'random1', 'random2' or 'min': the least of those that the corpus allows (eq. 7).

    e_random is per number of annotators. The value of a corpus is 1 − Σ e / Σ e_random over its documents; the tables
    of the kernel hold e, e_random1 and e_random2 of each document (their table 3).
    """
    from accord.alignment.dissimilarity_options import dissimilarity_from_options
    from accord.alignment.solvers import Solvers
    from accord.alignment.solving import default_budget, solve

    if random not in ("min", *PROCESSES):
        raise UsageError(f"random={random!r} is not known", "use 'random1', 'random2' or 'min'")
    dissimilarity = dissimilarity_from_options(
        alpha=alpha,
        beta=beta,
        delta_empty=delta_empty,
        matrix=matrix,
        order=order,
        incompatible=incompatible,
    )
    if isinstance(samples, bool) or not isinstance(samples, int | np.integer) or samples < 1:
        raise UsageError(f"samples={samples!r} is not a whole number from 1 on")
    continua = [one for one in data.continua() if one.n_annotators >= 2 and len(one)]
    if data.n_annotators < 2:
        raise Undefined("agreement needs two annotators, and there is one")
    if not continua:
        raise Undefined("no document with units has two annotators")
    solvers, effort = Solvers(), _effort(len(continua), samples)

    def solved(continuum: Continuum) -> Solution:
        budget = default_budget(steps=effort)
        budget.annealing = 0.25 * effort  # for each of the few means that are tried
        return solve(continuum, dissimilarity, "entropy", method, budget=budget, solvers=solvers)

    entropies = [solved(continuum) for continuum in continua]
    wanted = PROCESSES if random == "min" else (random,)
    chance = {
        (process, people): _random_entropy(process, continua, people, solved, samples, seed)
        for people in sorted({one.n_annotators for one in continua})
        for process in wanted
    }
    observed = np.array([one.value for one in entropies])
    means, errors = _least(continua, chance, wanted)
    if np.isnan(means).any():
        few = next(one for one, mean in zip(continua, means, strict=True) if np.isnan(mean))
        raise Undefined(
            f"random2 needs as many documents with units as annotators, and '{few.document}' has {few.n_annotators}"
        )
    total = float(means.sum())
    error = float(observed.sum() / total**2 * np.sqrt((errors**2).sum())) if total > 0 else 0.0
    said = (StandardError("chance", error, f"Monte-Carlo over {samples:,} random continua", "mathet2011"),)
    table = [_row(one, e, chance) for one, e in zip(continua, observed.tolist(), strict=True)]
    if len(continua) == 1:
        disorders = entropies[0].disorders
        return BlockKernel(_over_units(disorders, total), len(disorders), "units", said, (), {"documents": table})
    return BlockKernel(_over_documents(observed, means), len(means), "documents", said, (), {"documents": table})


def _effort(documents: int, samples: int) -> float:
    """Steps of work on each alignment that is not found at once, the same for the data and for chance."""
    return max(LEAST_STEPS, min(MOST_STEPS, STEPS / (documents + len(PROCESSES) * samples)))


def _random_entropy(
    process: str,
    continua: Sequence[Continuum],
    people: int,
    solved: Callable[[Continuum], Solution],
    samples: int,
    seed: int,
) -> tuple[float, float]:
    """The mean entropy of a random process and its standard error; nan where the corpus does not allow it."""
    from accord.alignment.random_continua import random1, random2

    rng = generator(seed, process, people)
    every: list[Continuum] | None = None
    if process == "random1":
        draw = random1(continua, people)
    elif len(continua) < people:
        return float("nan"), float("nan")
    else:
        draw, every = random2(continua, people)
    drawn = every if every is not None else [draw(rng) for _ in range(samples)]
    values = np.array([solved(continuum).value for continuum in drawn])
    error = 0.0 if every is not None or len(values) < 2 else float(values.std(ddof=1) / np.sqrt(len(values)))
    return float(values.mean()), error


def _least(
    continua: Sequence[Continuum], chance: dict[tuple[str, int], tuple[float, float]], wanted: Sequence[str]
) -> tuple[Floats, Floats]:
    """For each document the least mean entropy of the random processes that exist for it, and its error."""
    means, errors = [], []
    for one in continua:
        known = [chance[process, one.n_annotators] for process in wanted]
        known = [pair for pair in known if not np.isnan(pair[0])]
        mean, error = min(known, default=(float("nan"), float("nan")))
        means.append(mean)
        errors.append(error)
    return np.array(means), np.array(errors)


def _row(one: Continuum, entropy: float, chance: dict[tuple[str, int], tuple[float, float]]) -> dict[str, object]:
    """One line of table 3 of Mathet & Widlöcher 2011."""
    row: dict[str, object] = {"document": one.document, "annotators": one.n_annotators, "entropy": entropy}
    for process in PROCESSES:
        mean, _ = chance.get((process, one.n_annotators), (float("nan"), 0.0))
        row[f"e_{process}"] = mean
        row[f"a_{process}"] = _agreement(entropy, mean)
    return row


def _agreement(entropy: float, chance: float) -> float:
    if np.isnan(chance):
        return float("nan")
    if entropy == 0:
        return 1.0
    return (chance - entropy) / chance if chance > 0 else float("nan")


def _over_documents(observed: Floats, means: Floats) -> Kernel:
    def totals(weights: Floats) -> Components:
        number = weights.sum(axis=1)
        return _components(weights @ observed / number, weights @ means / number)

    return totals


def _over_units(disorders: Floats, mean: float) -> Kernel:
    def totals(weights: Floats) -> Components:
        number = weights.sum(axis=1)
        return _components(weights @ disorders / number, np.full(len(weights), mean))

    return totals


def _components(observed: Floats, expected: Floats) -> Components:
    with np.errstate(invalid="ignore", divide="ignore"):
        value = np.where(observed == 0, 1.0, 1 - observed / np.where(expected > 0, expected, np.nan))
    return {"value": value, "entropy": observed, "expected": expected}

"""The holistic measure of Mathet & Widlöcher 2011: the entropy of the best alignment against that of chance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from accord.annotations import Continuum, Spans
from accord.measures.record import BlockKernel, Components, Kernel, Parameter, Undefined, measure
from accord.measures.spans.parameters import DISSIMILARITY, EXPECTED, checked_limit, fixed_chance, time_limit_of
from accord.results import Diagnostic, Diagnostics, StandardError, UsageError
from accord.results.arrays import Floats
from accord.results.wording import many
from accord.results.working import left_unfinished, stop_asked

if TYPE_CHECKING:
    from accord.alignment.dissimilarities import Combined
    from accord.alignment.solution import Solution

PROCESSES = ("random1", "random2")
FIXED = "fixed"
STEPS, LEAST_STEPS, MOST_STEPS = 60e6, 1e5, 2e6  # of work, on all alignments together and on one of them
SECONDS = 60.0  # about what these take


@measure(
    "spans",
    title="Holistic agreement (Mathet & Widlöcher): entropy of the best alignment against chance",
    formula="(e_random − e) / e_random; e is the mean disorder of the unitary alignments, e_random the least of the "
    "mean entropies of the random processes",
    assumes="Units found and categorised by each annotator; chance knows the corpus, not the document.",
    missing="Documents that fewer than two annotators were asked about, or where nobody found a unit, are left out.",
    references=("mathet2011",),
    family="gamma",
    human="Holistic agreement",
    subject="The holistic agreement",
    headline=2,
    corrected=True,
    within_corpus=lambda parameters: True,
    parts={
        "annotators": "annotators",
        "entropy": "e_obs",
        "e_random1": "e_random1",
        "agreement_1": "agreement 1",
        "e_random2": "e_random2",
        "agreement_2": "agreement 2",
    },
    blocks=(replace(DISSIMILARITY, changed={"delta_empty": 4.0}),),
    about={
        "random": Parameter(
            "The random process; min: the one with the least entropy that the corpus allows.", ("min", *PROCESSES)
        ),
        "method": Parameter("How the best alignment is sought: exact, or greedy as in the paper.", ("exact", "greedy")),
        "incompatible": Parameter(
            "Whether units whose categories are at distance 1 pay for it, or are never aligned.", ("pay", "forbid")
        ),
        "samples": Parameter("Random continua of each process."),
        "expected": EXPECTED,
        "time_limit": time_limit_of(60),
    },
)
def holistic(
    data: Spans,
    *,
    random: str = "min",
    method: str = "exact",
    incompatible: str = "pay",
    samples: int = 100,
    expected: float | None = None,
    time_limit: float | None = None,
    dissimilarity: Combined,
    seed: int = 0,
) -> BlockKernel:
    """`random` is 'random1', 'random2' or 'min': the least of those that the corpus allows (eq. 7).

    e_random is per number of annotators. The value of a corpus is 1 − Σ e / Σ e_random over its documents; that of a
    document is (e_random − e) / e_random with the e_random of the corpus (their table 3).
    """
    from accord.alignment.dissimilarities import INCOMPATIBLE, said_of_functions
    from accord.alignment.learning import said_of_learning, unlearnable

    if random not in ("min", *PROCESSES):
        raise UsageError(f"random={random!r} is not known", "use 'random1', 'random2' or 'min'")
    if incompatible not in INCOMPATIBLE:
        raise UsageError(f"incompatible={incompatible!r} is not known", "use 'pay' or 'forbid'")
    if isinstance(samples, bool) or not isinstance(samples, int | np.integer) or samples < 1:
        raise UsageError(f"samples={samples!r} is not a whole number from 1 on")
    if data.n_annotators < 2:
        raise Undefined("agreement needs two annotators, and there is one")
    fixed = fixed_chance(expected)
    if fixed is not None and random != "min":
        raise UsageError("chance is given as a number, and drawn", "leave out expected= or random=")
    why = unlearnable(data, dissimilarity)
    if why is not None:
        raise Undefined(why)
    dissimilarity = replace(dissimilarity, forbid=incompatible == "forbid")
    wanted = PROCESSES if random == "min" else (random,)
    work = (checked_limit(time_limit) or SECONDS) / SECONDS
    documents = _documents(data, dissimilarity, wanted if fixed is None else fixed, method, samples, seed, work)
    few = next((document.continuum for document in documents if np.isnan(document.least[0])), None)
    if few is not None:
        raise Undefined(
            f"random2 needs as many documents with units as annotators, and '{few.document}' has {few.n_annotators}"
        )
    kernels = {document.continuum.document: _kernel([document], samples, method) for document in documents}
    whole = next(iter(kernels.values())) if len(documents) == 1 else _kernel(documents, samples, method)
    diagnostics = (
        *said_of_learning(dissimilarity, [document.dissimilarity for document in documents]),
        *_reversed(documents, wanted),
    )
    diagnostics += _unproven(documents) if method == "exact" else ()
    blind = said_of_functions(dissimilarity.positional, data.n_discontinuous)
    return replace(whole, documents=kernels, diagnostics=(*blind, *diagnostics))


@dataclass(frozen=True, eq=False)
class _Document:
    """A document, its best alignment, and the mean entropy of each random process, or the fixed one, with its error."""

    continuum: Continuum
    solution: Solution
    dissimilarity: Combined
    chance: Mapping[str, tuple[float, float]]
    gap_of_chance: float = 0.0

    @property
    def least(self) -> tuple[float, float]:
        """The least mean entropy of the processes that the corpus allows, and its error; nan where it allows none."""
        known = [entropy for entropy in self.chance.values() if not np.isnan(entropy[0])]
        return min(known, default=(float("nan"), float("nan")))

    @property
    def numbers(self) -> tuple[float, ...]:
        """e, e_random, e_random1 and e_random2."""
        return (
            self.solution.value,
            self.least[0],
            *(self.chance.get(process, (float("nan"), 0.0))[0] for process in PROCESSES),
        )


def _documents(
    data: Spans,
    dissimilarity: Combined,
    chance: Sequence[str] | float,
    method: str,
    samples: int,
    seed: int,
    work: float,
) -> list[_Document]:
    """The documents that have a value, each against what random processes make of the corpus, or against a number."""
    from accord.alignment.batch_entropy import budget_of
    from accord.alignment.corpus_chance import CorpusChance
    from accord.alignment.learning import learnt
    from accord.alignment.solvers import Solvers
    from accord.alignment.solving import solve

    solvers = Solvers()
    own = learnt(data, dissimilarity, solvers)
    pairs = [pair for pair in zip(data.continua(), own, strict=True) if pair[0].n_annotators >= 2 and len(pair[0])]
    if not pairs:
        raise Undefined("no document with units has two annotators")
    effort = work * max(LEAST_STEPS, min(MOST_STEPS, STEPS / (len(pairs) + len(PROCESSES) * samples)))
    corpus = CorpusChance([continuum for continuum, _ in pairs], method, samples, seed, solvers, effort)

    def solved(continuum: Continuum, own: Combined) -> Solution:
        return solve(continuum, own, "entropy", method, prove=False, solvers=solvers, budget=budget_of(effort))

    def by_chance(continuum: Continuum, own: Combined) -> dict[str, tuple[float, float]]:
        if isinstance(chance, float):
            return {FIXED: (chance, 0.0)}
        return {process: corpus.entropy(process, continuum.n_annotators, own) for process in chance}

    documents: list[_Document] = []
    for continuum, combined in pairs:
        made = _Document(continuum, solved(continuum, combined), combined, by_chance(continuum, combined))
        if stop_asked():  # in the middle of this one
            left_unfinished(f"holistic agreement is of {len(documents):,} of {many(len(pairs), 'document')}")
            break
        documents.append(made)
    if not documents:
        raise Undefined("stopped before anything could be compared with chance")
    return [replace(document, gap_of_chance=corpus.gap) for document in documents]


def _gap(documents: Sequence[_Document]) -> float:
    """By how much of itself the entropy of the data, or that of chance, may be above the best."""
    most = sum(document.solution.value for document in documents)
    own = sum(document.solution.gap for document in documents) / most if most > 0 else 0.0
    return max(own, documents[0].gap_of_chance)


def _unproven(documents: Sequence[_Document]) -> Diagnostics:
    gap = _gap(documents)
    if not gap:
        return ()
    entropies = f"the entropies of the data or of chance are at most {gap:.1%} above the best"
    message = f"better alignments may give another value: {entropies}"
    return (Diagnostic("ACC400", message, hint="compare fewer annotators at once to have it exact"),)


def _kernel(documents: Sequence[_Document], samples: int, method: str) -> BlockKernel:
    """The mean over documents, or over the unitary alignments of the only one."""
    numbers = np.array([document.numbers for document in documents])
    total = float(numbers[:, 1].sum())
    people = np.array([document.continuum.n_annotators for document in documents])
    # Documents with as many annotators have the same chance: its error does not average out over them.
    errors = np.bincount(people, [document.least[1] for document in documents])
    error = float(numbers[:, 0].sum() / total**2 * np.sqrt((errors**2).sum())) if total > 0 else 0.0
    chance_errors: tuple[StandardError, ...] = ()
    if FIXED not in documents[0].chance:
        chance_errors = (StandardError("chance", error, f"Monte Carlo over {samples:,} random continua", "mathet2011"),)
    gap = {"gap": _gap(documents)} if method == "exact" else {}
    if len(documents) > 1:
        return BlockKernel(_over_documents(numbers, gap), len(documents), "documents", chance_errors)
    disorders = documents[0].solution.disorders
    beside = {"annotators": float(people[0]), **gap}
    return BlockKernel(_over_units(disorders, numbers[0], beside), len(disorders), "units", chance_errors)


def _reversed(documents: Sequence[_Document], wanted: Sequence[str]) -> Diagnostics:
    """What is said where random1 has less entropy than random2, by more than the error of both."""
    reversals = {}
    for document in documents:
        (first, one_error), (second, other_error) = (document.chance.get(name, (np.nan, np.nan)) for name in PROCESSES)
        if second - first > 2 * np.hypot(one_error, other_error):
            reversals[document.continuum.n_annotators] = (first, second)
    if wanted != PROCESSES or not reversals:
        return ()
    listed = ", ".join(
        f"{low:.2f} and {high:.2f} for {people} annotators" for people, (low, high) in sorted(reversals.items())
    )
    message = f"the entropy of random1 is below that of random2 ({listed}), the reverse of Mathet & Widlöcher (2011)"
    hint = "the least counts (their equation 7), here random1; holistic(random='random2') takes the other"
    return (Diagnostic("ACC380", message, hint=hint),)


def _over_documents(numbers: Floats, beside: Mapping[str, float]) -> Kernel:
    def totals(weights: Floats) -> Components:
        same = {name: np.full(len(weights), number) for name, number in beside.items()}
        return {**_components(*(weights @ numbers / weights.sum(axis=1, keepdims=True)).T), **same}

    return totals


def _over_units(disorders: Floats, numbers: Floats, beside: Mapping[str, float]) -> Kernel:
    def totals(weights: Floats) -> Components:
        chance = [np.full(len(weights), number) for number in numbers[1:]]
        same = {name: np.full(len(weights), number) for name, number in beside.items()}
        return {**_components(weights @ disorders / weights.sum(axis=1), *chance), **same}

    return totals


def _components(observed: Floats, expected: Floats, first: Floats, second: Floats) -> Components:
    return {
        "value": _agreement(observed, expected),
        "entropy": observed,
        "expected": expected,
        "e_random1": first,
        "agreement_1": _agreement(observed, first),
        "e_random2": second,
        "agreement_2": _agreement(observed, second),
    }


def _agreement(observed: Floats, expected: Floats) -> Floats:
    """Mathet & Widlöcher 2011, equation 7; 1 where there is no disorder, though chance has none either."""
    with np.errstate(invalid="ignore", divide="ignore"):
        value = np.where(observed == 0, 1.0, 1 - observed / np.where(expected > 0, expected, np.nan))
    return np.where(np.isnan(expected), np.nan, value)

"""What a dissimilarity can learn from the other documents of a corpus: distances of categories, and the tolerance.

Nothing is learnt from the document that is aligned: what makes its units agree best would flatter their agreement.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

import numpy as np

from accord.alignment.dissimilarities import (
    PAPER_TOLERANCE,
    CategoryMatrix,
    Combined,
    Nominal,
    Sporadic,
    symmetric_difference,
)
from accord.alignment.solution import Solution
from accord.alignment.solvers import Solvers
from accord.alignment.solving import solve
from accord.annotations.fragments import Fragments, joined_fragments
from accord.annotations.spans import Continuum, Spans
from accord.results import Diagnostic, Diagnostics, UsageError
from accord.results.arrays import Floats, Places
from accord.results.option_names import option
from accord.results.wording import many

TOLERANCES = tuple(float(f"{10**power:.2g}") for power in np.linspace(-2, 3, 51).tolist())
LEAST_GAIN = 0.2  # of the units: below, counterparts are hardly told from chance
TURNS = 8  # of an annotator around the document, as chance
MOST_OTHERS = 4  # annotators whom one is compared with
MOST_UNITS = 500  # of an annotator whose neighbours are looked for
BLOCK = 500  # of them at a time


@dataclass(frozen=True)
class Estimated:
    """1 − Sim, Sim the mean of P(C2|C1) and P(C1|C2) on the other documents (Fort et al. 2012), 0 on the diagonal.

    Units of the other documents are aligned by position alone; each pair of aligned units is a pair of labels. A
    category that no pair there has is at distance 1 of all others.
    """

    def between(self, continuum: Continuum, first: Places, second: Places) -> Floats:
        raise UsageError("distances of categories are estimated on other documents", "use accord.align on a corpus")

    def __str__(self) -> str:
        return "1 − similarity on the other documents"


@dataclass(frozen=True)
class AutoTolerance:
    """The sporadic dissimilarity with the tolerance that tells counterparts from chance best on the other documents.

    A unit has a counterpart within a tolerance if a unit of the other annotator is not farther away. The share of units
    that have one rises with the tolerance, and so it does by chance, where the other annotator is turned around the
    document. Their difference is 0 at both ends; where it is largest (the Kolmogorov–Smirnov distance), a unit farther
    away is as likely to be there by chance as to be the counterpart. Ten tolerances per power of ten are tried, from
    .01 to 1,000.
    """

    def between(self, continuum: Continuum, first: Places, second: Places) -> Floats:
        raise UsageError("the tolerance is chosen on other documents", "use accord.align on a corpus")

    def reach(self, continuum: Continuum, limit: float) -> tuple[Floats, Floats] | None:
        return None

    def __str__(self) -> str:
        return "sporadic(tolerance='auto')"


def learns(dissimilarity: Combined) -> bool:
    """Whether a part of it is learnt from other documents."""
    return isinstance(dissimilarity.categorical, Estimated) or isinstance(dissimilarity.positional, AutoTolerance)


def unlearnable(spans: Spans, dissimilarity: Combined) -> str | None:
    """Why nothing can be learnt from these data; None where it can, or need not."""
    if not learns(dissimilarity) or spans.n_documents > 1:
        return None
    return "there are no other documents to learn from"


def learnt(spans: Spans, dissimilarity: Combined, solvers: Solvers) -> Iterator[Combined]:
    """For each document the dissimilarity to align it with."""
    if not learns(dissimilarity):
        yield from [dissimilarity] * spans.n_documents
        return
    why = unlearnable(spans, dissimilarity)
    if why is not None:
        raise UsageError(why, "give a corpus, or a dissimilarity of your own")
    if isinstance(dissimilarity.positional, AutoTolerance):
        own = [replace(dissimilarity, positional=Sporadic(tolerance)) for tolerance in _tolerances(spans)]
    else:
        own = [dissimilarity] * spans.n_documents
    if not isinstance(dissimilarity.categorical, Estimated):
        yield from own
        return
    counts = _confusions(spans, own, solvers)
    everything = np.sum(counts, axis=0)
    for combined, count in zip(own, counts, strict=True):
        yield replace(combined, categorical=_distances(everything - count, spans))


def said_of_learning(asked: Combined, used: Iterable[Combined]) -> Diagnostics:
    """Which tolerances were learnt, and for how many documents."""
    if not isinstance(asked.positional, AutoTolerance):
        return ()
    times = Counter(
        dissimilarity.positional.tolerance for dissimilarity in used if isinstance(dissimilarity.positional, Sporadic)
    )
    known = sorted((tolerance, number) for tolerance, number in times.items() if tolerance is not None)
    diagnostics = []
    if known:
        listed = ", ".join(
            f"{'at most ' if tolerance == TOLERANCES[0] else ''}{tolerance:g} for {many(number, 'document')}"
            for tolerance, number in known
        )
        diagnostics.append(Diagnostic("ACC381", f"the tolerance learnt from the other documents is {listed}"))
    if times[None]:
        message = (
            f"for {many(times[None], 'document')} the tolerance cannot be learnt, and is 4: on the others, "
            "positions hardly distinguish counterparts from chance"
        )
        diagnostics.append(Diagnostic("ACC382", message, hint=f"give {option('tolerance', shown='NUMBER')}"))
    return tuple(diagnostics)


# ---- categories


def _confusions(spans: Spans, dissimilarities: Iterable[Combined], solvers: Solvers) -> list[Floats]:
    """For each document (categories, categories) how often aligned units have which categories, both ways."""
    size = len(spans.categories)
    tables = []
    for continuum, own in zip(spans.continua(), dissimilarities, strict=True):
        by_place = replace(own, categorical=Nominal(), alpha=own.alpha or 1.0, beta=0.0, forbid=False)
        first, second = _aligned_pairs(solve(continuum, by_place, solvers=solvers))
        table = np.zeros((size, size))
        codes = continuum.codes
        known = (codes[first] >= 0) & (codes[second] >= 0)
        np.add.at(table, (codes[first][known], codes[second][known]), 1.0)
        tables.append(table + table.T)
    return tables


def _aligned_pairs(solution: Solution) -> tuple[Places, Places]:
    """Pairs of units that stand in one unitary alignment, each once."""
    sizes = np.diff(solution.starts)
    place = np.arange(len(solution.members)) - np.repeat(solution.starts[:-1], sizes)
    after = np.repeat(sizes, sizes) - place - 1
    first = np.repeat(np.arange(len(solution.members)), after)
    second = first + 1 + np.arange(len(first)) - np.repeat(np.cumsum(after) - after, after)
    return solution.members[first], solution.members[second]


def _distances(counts: Floats, spans: Spans) -> CategoryMatrix:
    total = counts.sum(axis=1, keepdims=True)
    share = np.divide(counts, total, out=np.zeros_like(counts), where=total > 0)
    distances = 1 - (share + share.T) / 2
    np.fill_diagonal(distances, 0.0)
    return CategoryMatrix(np.clip(distances, 0.0, 1.0), spans.categories.texts)


# ---- the tolerance


def _tolerances(spans: Spans) -> list[float | None]:
    """For each document the tolerance learnt from the others; None where they do not tell one."""
    shares = np.array([_within_reach(continuum) for continuum in spans.continua()])
    others = shares.sum(axis=0) - shares
    numbers = np.maximum(others[:, :, -1:], 1.0)
    apart = others[:, 0, :-1] / numbers[:, 0] - others[:, 1, :-1] / numbers[:, 1]
    best = apart.argmax(axis=1)
    return [
        TOLERANCES[place] if gain >= LEAST_GAIN else None
        for place, gain in zip(best.tolist(), apart.max(axis=1).tolist(), strict=True)
    ]


def _within_reach(continuum: Continuum) -> Floats:
    """(2, tolerances + 1) how many units have a unit of another annotator within each tolerance, and how many were
    looked at: as they stand, and with the other annotator turned around the document."""
    limits = np.array([*TOLERANCES, np.inf])
    counts = np.zeros((2, len(limits)))
    units = [np.flatnonzero(continuum.who == annotator) for annotator in np.flatnonzero(continuum.cards)]
    for mine, theirs in _pairs(units):
        chosen = mine[:: max(1, len(mine) // MOST_UNITS)]
        for turn in range(TURNS + 1):
            shift = continuum.length * turn / (TURNS + 1)
            back = np.where(continuum.starts[theirs] + shift > continuum.end, continuum.length, 0.0)
            nearest = _nearest(continuum, chosen, theirs, shift - back)
            counts[min(turn, 1)] += np.searchsorted(np.sort(nearest), limits, side="right")
    return counts


def _pairs(units: list[Places]) -> Iterator[tuple[Places, Places]]:
    """The units of each annotator with those of every other, or of the next few where they are many."""
    for place, mine in enumerate(units):
        for step in range(1, min(len(units), MOST_OTHERS + 1)):
            yield mine, units[(place + step) % len(units)]


def _nearest(continuum: Continuum, mine: Places, theirs: Places, shift: Floats) -> Floats:
    """For each of some units the tolerance that reaches the nearest of others, which are shifted."""
    if continuum.fragments is not None:
        return _nearest_fragments(continuum.fragments, mine, theirs, shift)
    starts, ends = continuum.starts[theirs] + shift, continuum.ends[theirs] + shift
    nearest = np.empty(len(mine))
    for first in range(0, len(mine), BLOCK):
        some = mine[first : first + BLOCK, None]
        apart = np.abs(continuum.starts[some] - starts) + np.abs(continuum.ends[some] - ends)
        both = (continuum.ends[some] - continuum.starts[some]) + (ends - starts)
        share = np.divide(apart, both, out=np.where(apart > 0, np.inf, 0.0), where=both > 0)
        nearest[first : first + BLOCK] = PAPER_TOLERANCE * share.min(axis=1) ** 2
    return nearest


def _nearest_fragments(fragments: Fragments, mine: Places, theirs: Places, shift: Floats) -> Floats:
    """The same where some units are discontinuous."""
    units = len(mine)
    others = fragments[theirs]
    starts, ends = others.starts[others.bounds[:-1]] + shift, others.ends[others.bounds[1:] - 1] + shift
    both = joined_fragments([(fragments[mine], shift, shift), (others.moved(shift, starts, ends), shift, shift)])
    nearest = np.empty(units)
    if both is None:
        return nearest
    for first in range(0, units, BLOCK):
        some = np.arange(first, min(first + BLOCK, units))
        left, right = some.repeat(len(theirs)), np.tile(np.arange(units, units + len(theirs)), len(some))
        apart = symmetric_difference(both, left, right)
        size = both.lengths[left] + both.lengths[right]
        share = np.divide(apart, size, out=np.where(apart > 0, np.inf, 0.0), where=size > 0)
        nearest[some] = PAPER_TOLERANCE * share.reshape(len(some), -1).min(axis=1) ** 2
    return nearest

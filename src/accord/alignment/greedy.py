"""Algorithm 1 of Mathet & Widlöcher (2011): the least disordered unitary alignment, again and again."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from accord.alignment.budget import Budget
from accord.alignment.candidate_sets import nearest_sets
from accord.alignment.dissimilarities import Dissimilarity
from accord.alignment.neighbours import Neighbours, neighbours
from accord.alignment.pricing import priced_sets
from accord.alignment.unit_sets import first_fit
from accord.annotations.spans import Continuum
from accord.results.arrays import Floats, Places

TIE = 1e-9  # disorders (over Δ∅) that differ by less are equal
FIRST_STEP = 0.5
SMALLEST_STEP = 1e-3
UNDER_WAY = 300_000


def greedy(continuum: Continuum, dissimilarity: Dissimilarity, budget: Budget) -> tuple[Places, bool]:
    """The sets of at least two units that the algorithm takes, and whether it came to its end.

    Of unitary alignments with the same disorder the one with fewer units comes first, then the one whose units come
    first, annotator by annotator, an empty one before all. Candidates are made by rising disorder and from the units
    that are left, so that they stay few; one as disordered as a unit alone is never taken. When the budget is spent,
    candidates are no more than units with those nearest to them.
    """
    # A unit is not farther than (n − 1) · Δ∅ from another, or the set without it would have come before.
    near = neighbours(continuum, dissimilarity, limit=max(continuum.n_annotators - 1.0, 1.0))
    free = np.ones(len(continuum) + 1, dtype=bool)
    taken: list[Places] = []
    reached, step = 0.0, FIRST_STEP
    while reached < 1:
        if budget.spent:
            return np.concatenate([*taken, *_nearest_first(near, free)]), False
        upto = min(1.0, reached + step)
        most = UNDER_WAY if step > SMALLEST_STEP else 2**62
        priced = priced_sets(near, 0.0, np.zeros(len(continuum)), 1 - upto - 2 * TIE, most=most, budget=budget)
        if not priced.complete:
            step /= 4
            continue
        taken.append(_least_disordered(priced.sets, 1 - priced.reduced, free, min(upto, 1 - TIE)))
        near = near.among(free[:-1])
        reached = upto
    return np.concatenate(taken), True


def _nearest_first(near: Neighbours, free: NDArray[np.bool_]) -> Iterator[Places]:
    """The same among sets of units that are nearest to each other, again and again from the units that are left."""
    yield np.zeros((0, near.n_annotators), dtype=np.int64)
    while len(near.first):
        sets, _, gains = nearest_sets(near)
        taken = _least_disordered(sets, 1 - gains, free, 1 - TIE)
        if not len(taken):
            break
        yield taken
        near = near.among(free[:-1])


def _least_disordered(sets: Places, disorders: Floats, free: NDArray[np.bool_], upto: float) -> Places:
    """The sets that are taken one after the other, as long as their units are free; marks these as taken."""
    sizes = (sets >= 0).sum(axis=1)
    order = np.argsort(disorders, kind="stable")
    ordered = disorders[order]
    group = np.empty(len(order), dtype=np.int64)
    group[order] = np.cumsum(np.diff(ordered, prepend=ordered[:1]) > TIE)
    beginning = np.full(len(order), np.inf)
    np.minimum.at(beginning, group, disorders)
    inside = np.flatnonzero(beginning[group] < upto)
    sets, sizes, group = sets[inside], sizes[inside], group[inside]
    sets = sets[np.lexsort((*sets.T[::-1], sizes, group))]
    return sets[first_fit(sets, free)]

"""The best alignment of one continuum, as arrays: the kernel behind `align` and behind chance."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from accord.alignment.dissimilarities import Dissimilarity
from accord.alignment.greedy import greedy
from accord.alignment.neighbours import Neighbours, neighbours
from accord.alignment.packing import Packing, pairwise_bound
from accord.alignment.parts import Parts
from accord.alignment.rows import last_of, sizes_of
from accord.annotations.spans import Continuum

Floats = NDArray[np.float64]
Places = NDArray[np.int64]

OBJECTIVES = ("disorder", "entropy")
METHODS = ("exact", "greedy", "soft")
PROOF = 1e-9  # relative difference of value and bound below which nothing better exists
STEP = 1e-13  # over Δ∅: a mean that falls by less does not fall


@dataclass(frozen=True, eq=False)
class Solution:
    """An alignment of one continuum: `members[starts[i]:starts[i + 1]]` are the units of the i-th unitary alignment.

    `value` is the disorder (the sum of the disorders over the mean number of units) or the entropy (their mean); nan
    where there is nothing to align: `undefined` then says why. No alignment has a value below `bound`.
    """

    n_annotators: int
    members: Places
    starts: Places
    disorders: Floats
    value: float
    bound: float
    undefined: str | None = None

    def __len__(self) -> int:
        return len(self.disorders)

    @property
    def optimal(self) -> bool:
        return bool(self.value - self.bound <= PROOF * max(1.0, abs(self.value)))

    @property
    def gap(self) -> float:
        """How far the value may be above the best one; 0 when it is proven to be the best."""
        return 0.0 if self.optimal else self.value - self.bound


def solve(
    continuum: Continuum,
    dissimilarity: Dissimilarity,
    objective: str = "disorder",
    method: str = "exact",
    *,
    time_limit: float | None = None,
    canonical: bool = True,
    prove: bool = True,
) -> Solution:
    """The alignment of a continuum that minimises the objective.

    `canonical` breaks ties between best alignments in a way that depends on the units alone, neither on the order nor
    on the names of annotators; where only the value matters, it can be left out. `prove` says whether a greedy
    alignment is compared with the exact one. After `time_limit` seconds the best found so far comes back with a bound.
    """
    n = continuum.n_annotators
    if n < 2 or len(continuum) == 0:
        why = "a single annotator was asked" if n == 1 else "nobody was asked" if n == 0 else "nobody found a unit"
        nothing = np.zeros(0, dtype=np.int64)
        return Solution(n, nothing, np.zeros(1, dtype=np.int64), np.zeros(0), np.nan, np.nan, why)
    order = None
    if canonical and method != "greedy":  # whose ties are broken in the order given
        continuum, order = continuum.by_content()
    elif (continuum.who[1:] < continuum.who[:-1]).any():
        order = np.argsort(continuum.who, kind="stable")
        continuum = _reordered(continuum, order)
    deadline = np.inf if time_limit is None else perf_counter() + time_limit
    if method == "greedy":
        solution = _greedily(continuum, dissimilarity, objective, deadline, prove=prove)
    elif objective == "entropy":
        solution = _least_entropy(continuum, dissimilarity, deadline, canonical=canonical)
    else:
        solution = _least_disorder(continuum, dissimilarity, deadline, canonical=canonical, soft=method == "soft")
    return solution if order is None else replace(solution, members=order[solution.members])


def _least_disorder(
    continuum: Continuum, dissimilarity: Dissimilarity, deadline: float, *, canonical: bool, soft: bool
) -> Solution:
    """The alignment of the least sum of disorders, which is (units − gain) · Δ∅."""
    near = neighbours(continuum, dissimilarity)
    parts = Parts(near, 1.0, again=1.0 if soft else None)
    packing = parts.cover(1.0, deadline) if soft else parts.best(1.0, deadline, canonical=canonical)
    bound = near.n_annotators * dissimilarity.delta_empty * (1 - _most(near, packing, 1.0) / near.n_units)
    return described(continuum, dissimilarity, packing.sets, "disorder", bound)


def _most(near: Neighbours, packing: Packing, bonus: float) -> float:
    """No packing gains more, those with pairs that were left out for want of memory included."""
    return packing.bound if np.isinf(near.nearest_lost) else pairwise_bound(near, bonus)


def _least_entropy(continuum: Continuum, dissimilarity: Dissimilarity, deadline: float, *, canonical: bool) -> Solution:
    """The alignment of the least mean disorder, by Dinkelbach's iteration.

    An alignment has a mean below λ if Σ (disorder − λ) < 0, which is the additive problem with the bonus 1 − λ/Δ∅; its
    best alignment gives the next λ, until nothing is below. With L ≤ 0 the bound of the last sum and at least max card
    unitary alignments, no mean is below λ + L / max card.
    """
    near = neighbours(continuum, dissimilarity)
    packer = Parts(near, 1.0)
    units, delta, fewest = len(continuum), dissimilarity.delta_empty, int(continuum.cards.max())
    best = described(continuum, dissimilarity, np.zeros((0, near.n_annotators), dtype=np.int64), "entropy", 0.0)
    for settled in (False, True):
        while True:
            bonus = max(0.0, 1 - best.value / delta)
            packing = packer.best(bonus, deadline, canonical=settled and canonical)
            below = min(0.0, units * bonus - _most(near, packing, bonus)) * delta
            found = described(continuum, dissimilarity, packing.sets, "entropy", best.value + below / fewest)
            better = found.value < best.value - STEP * delta
            if better or (settled and found.value <= best.value + STEP * delta):
                best = found
            else:
                best = replace(best, bound=max(best.bound, min(found.bound, best.value)))
            if not better or perf_counter() > deadline:
                break
        if not canonical:
            break
    return best


def _greedily(
    continuum: Continuum, dissimilarity: Dissimilarity, objective: str, deadline: float, *, prove: bool
) -> Solution:
    """The greedy alignment, with the bound of the exact one if asked for."""
    sets = greedy(continuum, dissimilarity)
    bound = 0.0
    if prove:
        left = None if np.isinf(deadline) else max(0.0, deadline - perf_counter())
        bound = solve(continuum, dissimilarity, objective, time_limit=left, canonical=False).bound
    return described(continuum, dissimilarity, sets, objective, bound)


def _reordered(continuum: Continuum, order: Places) -> Continuum:
    return replace(
        continuum,
        who=continuum.who[order],
        starts=continuum.starts[order],
        ends=continuum.ends[order],
        codes=continuum.codes[order],
    )


def described(
    continuum: Continuum, dissimilarity: Dissimilarity, sets: Places, objective: str, bound: float
) -> Solution:
    """The alignment made of these sets and of every other unit alone, its value computed anew from the units."""
    n, units = continuum.n_annotators, len(continuum)
    rows = with_the_rest(sets, continuum)
    disorders = disorders_of(continuum, dissimilarity, rows)
    value = float(disorders.sum()) * n / units if objective == "disorder" else float(disorders.mean())
    starts = np.concatenate((np.zeros(1, dtype=np.int64), np.cumsum(sizes_of(rows))))
    return Solution(n, rows[rows >= 0], starts, disorders, value, max(0.0, min(bound, value)))


def with_the_rest(sets: Places, continuum: Continuum, document: Places | None = None) -> Places:
    """The sets and the units in none of them, by the start of their first unit; by document where there are several."""
    alone = np.ones(len(continuum) + 1, dtype=bool)
    alone[sets] = False
    units = np.flatnonzero(alone[:-1])
    singles = np.full((len(units), continuum.n_annotators), -1)
    singles[np.arange(len(units)), continuum.who[units]] = units
    rows = np.concatenate((sets, singles))
    first = reduce(np.minimum, np.append(continuum.starts, np.inf)[rows.T])
    keys = (*rows.T[::-1], first)
    return rows[np.lexsort(keys if document is None else (*keys, document[last_of(rows)]))]


def disorders_of(continuum: Continuum, dissimilarity: Dissimilarity, rows: Places) -> Floats:
    """(rows,) the mean dissimilarity over the pairs of annotators, Δ∅ for any pair with an empty unit.

    Mathet & Widlöcher 2011, eq. 5.
    """
    n = rows.shape[1]
    one, other = _pairs_of(n)
    left, right = rows[:, one], rows[:, other]
    present = (left >= 0) & (right >= 0)
    values = np.full(left.shape, dissimilarity.delta_empty)
    values[present] = dissimilarity.between(continuum, left[present], right[present])
    return np.asarray(values.mean(axis=1))


@lru_cache(maxsize=16)
def _pairs_of(annotators: int) -> tuple[Places, Places]:
    one, other = np.triu_indices(annotators, 1)
    return one, other

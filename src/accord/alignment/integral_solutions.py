"""From duals to an integral solution: the exact choice among sets of little loss, with ties broken for good.

At the duals y of the master problem any partition loses Σ (y(S) − w(S)) over its sets and Σ y over the units that it
leaves alone against the bound Σ y. Sets that lose more than a solution at hand are fixed at 0 (reduced-cost fixing).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.alignment.budget import Budget
from accord.alignment.exact_cover import GRAIN, NOISE, least_loss
from accord.alignment.solvers import Solvers
from accord.alignment.unit_sets import connected_components, connected_sets
from accord.results.arrays import Bools, Floats, Places

FEW_SETS = 2_000  # that are compared with those they meet


@dataclass(frozen=True, eq=False)
class IntegralSolution:
    """Disjoint sets, with their reduced gains, and whether no others lose less."""

    sets: Places
    reduced: Floats
    loss: float
    exact: bool
    lossy: Bools
    """(units,) the units of components that lose something."""


def integral_solution(
    taken: Places, sets: Places, reduced: Floats, duals: Floats, solvers: Solvers, budget: Budget
) -> IntegralSolution:
    """The partition of least loss among sets that break even, `taken` being those that the linear program takes whole.

    Of partitions with the same loss the first is chosen: sets are ranked by their units, annotator by annotator, an
    empty one first, and the sum of the ranks decides.
    """
    owner = _owners(taken, len(duals))
    sets, reduced = _others(owner, taken, sets, reduced)
    kept = _viable(owner, taken, sets, duals)
    sets, reduced = sets[kept], reduced[kept]
    doubtful = np.concatenate((~np.concatenate((duals > NOISE * GRAIN, (False,)))[taken].any(axis=1), (False,)))
    doubtful[owner[sets]] = True  # a unit without owner marks the last place, which is nobody's
    return _resolved(taken, np.zeros(len(taken)), doubtful[:-1], sets, reduced, duals, np.inf, solvers, budget)


def improved_solution(
    before: IntegralSolution, sets: Places, reduced: Floats, duals: Floats, solvers: Solvers, budget: Budget
) -> IntegralSolution:
    """The partition of least loss when sets that lose as much as `before` are there too; lossy components change."""
    units = len(duals)
    sets, reduced = _others(_owners(before.sets, units), before.sets, sets, reduced)
    label = _connected_units(np.concatenate((before.sets, sets)), units)
    concerned = np.zeros(units, dtype=bool)
    concerned[label[before.lossy]] = True
    touched = concerned[label[sets.max(axis=1)]]
    doubtful = concerned[label[before.sets.max(axis=1)]]
    return _resolved(
        before.sets, before.reduced, doubtful, sets[touched], reduced[touched], duals, before.loss, solvers, budget
    )


def _owners(taken: Places, units: int) -> Places:
    """(units + 1,) which of the disjoint sets each unit is in; −1 for none, and for nobody at the end."""
    owner = np.full(units + 1, -1)
    owner[taken] = np.arange(len(taken))[:, None]
    owner[-1] = -1
    return owner


def _others(owner: Places, taken: Places, sets: Places, reduced: Floats) -> tuple[Places, Floats]:
    """The sets that are not among the taken ones."""
    if not len(taken):
        return sets, reduced
    same = owner[sets.max(axis=1)]
    different = ((same < 0) | (taken[same] != sets).any(axis=1)).nonzero()[0]
    return sets[different], reduced[different]


def _viable(owner: Places, taken: Places, sets: Places, duals: Floats) -> Places:
    """The sets that can replace taken ones without loss.

    Whoever takes a set breaks those it meets; their other units, where they have a price, need another set as well,
    and one that the first leaves alone.
    """
    kept = np.arange(len(sets))
    costly = np.concatenate((duals > NOISE * GRAIN, (False,))) & (owner >= 0)
    while len(kept):
        covered = np.zeros(len(owner), dtype=bool)
        covered[sets[kept]] = True
        blocked = np.zeros(len(taken) + 1, dtype=bool)
        blocked[owner[costly & ~covered]] = True
        blocked[-1] = False
        stays = ~blocked[owner[sets[kept]]].any(axis=1)
        if stays.all():
            break
        kept = kept[stays]
    return kept[_replaced(owner, taken, sets[kept], costly)] if 0 < len(kept) <= FEW_SETS else kept


def _replaced(owner: Places, taken: Places, sets: Places, costly: Bools) -> Places:
    """The sets beside which every unit that they deprive finds another of these sets, one that they leave alone."""
    breaker, deprived = _deprived(owner, taken, sets, costly)
    # Every pair of a set and a unit that it deprives, with every other set that has the unit.
    present = (sets >= 0).nonzero()
    having = sets[present]
    order = having.argsort(kind="stable")
    begin, end = (having[order].searchsorted(deprived, side) for side in ("left", "right"))
    counts = end - begin
    pair = np.arange(len(deprived)).repeat(counts)
    helper = present[0][order[np.arange(len(pair)) + (begin - counts.cumsum() + counts).repeat(counts)]]
    breaking, helping = sets[breaker[pair]], sets[helper]
    apart = ((breaking != helping) | (breaking < 0)).all(axis=1).nonzero()[0]
    pair, helper = pair[apart], helper[apart]
    stays = np.ones(len(sets), dtype=bool)
    while True:
        helped = np.zeros(len(deprived), dtype=bool)
        helped[pair[stays[helper]]] = True
        lost = breaker[~helped]
        if not stays[lost].any():
            return stays.nonzero()[0]
        stays[lost] = False


def _deprived(owner: Places, taken: Places, sets: Places, costly: Bools) -> tuple[Places, Places]:
    """Sets, and the units with a price that they leave without one: the others of the taken sets that they break."""
    owners = owner[sets]
    again = np.zeros(owners.shape, dtype=bool)
    for place in range(1, owners.shape[1]):
        again[:, place] = (owners[:, :place] == owners[:, place, None]).any(axis=1)
    breaker, slot = ((owners >= 0) & ~again).nonzero()
    units = taken[owners[breaker, slot]]
    row, slot = (costly[units] & (units != sets[breaker])).nonzero()
    return breaker[row], units[row, slot]


def _resolved(
    taken: Places,
    taken_reduced: Floats,
    doubtful: Bools,
    sets: Places,
    reduced: Floats,
    duals: Floats,
    limit: float,
    solvers: Solvers,
    budget: Budget,
) -> IntegralSolution:
    """Keep the taken sets that are beyond doubt, and solve anew, component by component, among the others."""
    sure = ~doubtful
    chosen, chosen_reduced = [taken[sure]], [taken_reduced[sure]]
    sets, reduced = np.concatenate((taken[doubtful], sets)), np.concatenate((taken_reduced[doubtful], reduced))
    alone = np.ones(len(duals) + 1, dtype=bool)
    alone[taken[sure]] = False
    alone[sets] = False
    loss = float(duals[alone[:-1]].sum()) - float(taken_reduced[sure].sum())
    lossy = np.zeros(len(duals), dtype=bool)
    exact = True
    for rows in connected_sets(sets.tolist()):
        best, lost, proven = least_loss(sets[rows], reduced[rows], duals, limit, solvers, budget)
        chosen.append(sets[rows][best])
        chosen_reduced.append(reduced[rows][best])
        exact &= proven
        loss += lost
        if lost > 0:
            lossy[sets[rows][sets[rows] >= 0]] = True
    return IntegralSolution(np.concatenate(chosen), np.concatenate(chosen_reduced), loss, exact, lossy)


def _connected_units(sets: Places, units: int) -> Places:
    """(units,) which units are connected through sets."""
    present = sets >= 0
    sizes = present.sum(axis=1)
    members = sets[present]
    return connected_components(units, np.repeat(members[np.cumsum(sizes) - sizes], sizes), members)

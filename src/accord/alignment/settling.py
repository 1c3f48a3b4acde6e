"""From prices to whole sets: the exact choice among sets whose loss is small, with ties broken for good.

At the prices y of the linear program any packing loses Σ (y(S) − w(S)) over its sets and Σ y over the units that it
leaves alone against the bound Σ y. Only sets that lose little can be part of a best packing.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from accord.alignment.components import components
from accord.alignment.programs import choose

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Places = NDArray[np.int64]

GRAIN = 1e-10  # losses are counted in grains, so that equal ones are equal
NOISE = 10  # grains that the prices may be wrong by
MOST_SETS = 1_000  # of a component, beyond which the integer program is asked
MOST_STATES = 30_000
FEW_SETS = 2_000  # that are compared with those they meet
FEW_UNITS = 12  # whose order does not matter


@dataclass(frozen=True, eq=False)
class Choice:
    """The sets that were chosen, with their reduced gains, and whether nothing loses less."""

    sets: Places
    reduced: Floats
    loss: float
    exact: bool
    lossy: Bools
    """(units,) the units of components that lose something."""


def settle(taken: Places, sets: Places, reduced: Floats, prices: Floats, deadline: float) -> Choice:
    """The packing of least loss among sets that break even, `taken` being those that the linear program takes whole.

    Of packings with the same loss the first is chosen: sets are ranked by their units, annotator by annotator, an empty
    one first, and the sum of the ranks decides.
    """
    owner = _owners(taken, len(prices))
    sets, reduced = _others(owner, taken, sets, reduced)
    kept = _viable(owner, taken, sets, prices)
    sets, reduced = sets[kept], reduced[kept]
    doubtful = np.append(~_any(taken, prices > NOISE * GRAIN), False)
    doubtful[owner[sets]] = True  # a unit without owner marks the last place, which is nobody's
    return _resolved(taken, np.zeros(len(taken)), doubtful[:-1], sets, reduced, prices, np.inf, deadline)


def settle_again(before: Choice, sets: Places, reduced: Floats, prices: Floats, deadline: float) -> Choice:
    """The packing of least loss when sets that lose as much as `before` are there too; only lossy components change."""
    units = len(prices)
    sets, reduced = _others(_owners(before.sets, units), before.sets, sets, reduced)
    label = _components(np.concatenate((before.sets, sets)), units)
    concerned = np.zeros(units, dtype=bool)
    concerned[label[before.lossy]] = True
    touched = concerned[label[sets.max(axis=1)]]
    doubtful = concerned[label[before.sets.max(axis=1)]]
    return _resolved(
        before.sets, before.reduced, doubtful, sets[touched], reduced[touched], prices, before.loss, deadline
    )


def _owners(taken: Places, units: int) -> Places:
    """(units + 1,) which of the disjoint sets each unit is in; −1 for none, and for nobody at the end."""
    owner = np.full(units + 1, -1)
    owner[taken] = np.arange(len(taken))[:, None]
    owner[-1] = -1
    return owner


def _any(sets: Places, mark: Bools) -> Bools:
    """(sets,) whether one of their units is marked."""
    return np.asarray(np.append(mark, False)[sets].any(axis=1))


def _others(owner: Places, taken: Places, sets: Places, reduced: Floats) -> tuple[Places, Floats]:
    """The sets that are not among the taken ones."""
    if not len(taken):
        return sets, reduced
    same = owner[sets.max(axis=1)]
    different = np.flatnonzero((same < 0) | (taken[same] != sets).any(axis=1))
    return sets[different], reduced[different]


def _viable(owner: Places, taken: Places, sets: Places, prices: Floats) -> Places:
    """The sets that can replace taken ones without loss.

    Whoever takes a set breaks those it meets; their other units, where they have a price, need another set as well,
    and one that the first leaves alone.
    """
    kept = np.arange(len(sets))
    costly = np.append(prices > NOISE * GRAIN, False) & (owner >= 0)
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
    one, other = sets[breaker[pair]], sets[helper]
    apart = ((one != other) | (one < 0)).all(axis=1).nonzero()[0]
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
    prices: Floats,
    limit: float,
    deadline: float,
) -> Choice:
    """Keep the taken sets that are beyond doubt, and choose anew, component by component, among the others."""
    sure = ~doubtful
    chosen, chosen_reduced = [taken[sure]], [taken_reduced[sure]]
    sets, reduced = np.concatenate((taken[doubtful], sets)), np.concatenate((taken_reduced[doubtful], reduced))
    alone = np.ones(len(prices) + 1, dtype=bool)
    alone[taken[sure]] = False
    alone[sets] = False
    loss = float(prices[alone[:-1]].sum()) - float(taken_reduced[sure].sum())
    lossy = np.zeros(len(prices), dtype=bool)
    exact = True
    for rows in _grouped(sets.tolist()):
        part, lost, proven = _component(sets[rows], reduced[rows], prices, limit, deadline)
        chosen.append(sets[rows][part])
        chosen_reduced.append(reduced[rows][part])
        exact &= proven
        loss += lost
        if lost > 0:
            lossy[sets[rows][sets[rows] >= 0]] = True
    return Choice(np.concatenate(chosen), np.concatenate(chosen_reduced), loss, exact, lossy)


def _grouped(sets: list[list[int]]) -> list[list[int]]:
    """The rows of each component of sets that are connected through common units.

    >>> _grouped([[0, 2], [1, 3], [-1, 2], [1, -1]])
    [[0, 2], [1, 3]]
    """
    leader = list(range(len(sets)))

    def led(row: int) -> int:
        while leader[row] != row:
            leader[row] = row = leader[leader[row]]
        return row

    first_with: dict[int, int] = {}
    for row, members in enumerate(sets):
        for unit in members:
            if unit >= 0:
                one, other = sorted((led(first_with.setdefault(unit, row)), led(row)))
                leader[other] = one
    groups: dict[int, list[int]] = {}
    for row in range(len(sets)):
        groups.setdefault(led(row), []).append(row)
    return list(groups.values())


def _components(sets: Places, units: int) -> Places:
    """(units,) which units are connected through sets."""
    present = sets >= 0
    sizes = present.sum(axis=1)
    members = sets[present]
    first = np.repeat(members[np.cumsum(sizes) - sizes], sizes)
    return components(units, first, members)


def _component(
    sets: Places, reduced: Floats, prices: Floats, limit: float, deadline: float
) -> tuple[list[int], float, bool]:
    """The best choice among connected sets: its rows, what it loses, and whether nothing loses less.

    By states or, where they are too many, by the integer program.
    """
    everything = sets.tolist()
    annotator = {unit: place for members in everything for place, unit in enumerate(members) if unit >= 0}
    everything += [[unit if place == own else -1 for place in range(sets.shape[1])] for unit, own in annotator.items()]
    losses = [*(-reduced).tolist(), *prices[list(annotator)].tolist()]
    order = sorted(range(len(everything)), key=everything.__getitem__)
    ranked = [everything[row] for row in order]
    grains = [_grains(losses[row]) for row in order]
    rows = None
    if len(sets) <= MOST_SETS:
        if np.isinf(limit):
            # Nearly always something loses nothing.
            rows = _by_states(ranked, grains, 0) or _by_states(ranked, grains, None)
        else:
            rows = _by_states(ranked, grains, int(np.ceil(limit / GRAIN)) + NOISE) or _by_states(ranked, grains, 0)
    proven = True
    if rows is None:
        rows, proven = _by_program(np.array(ranked), np.array(grains), deadline)
    return [order[row] for row in rows if order[row] < len(sets)], sum(grains[row] for row in rows) * GRAIN, proven


def _grains(loss: float) -> int:
    grains = round(loss / GRAIN)
    return 0 if abs(grains) <= NOISE else grains


def _by_states(sets: list[list[int]], grains: list[int], most: int | None) -> list[int] | None:
    """The rows of the best exact cover that loses at most so many grains; None where there is none, or too many states.

    Units are gone through in an order in which those of one set stand near each other. A state is which of them are
    covered; among the ways to the same state only the best is kept.
    """
    bit = {unit: 1 << place for place, unit in enumerate(_swept(sets))}
    starting: list[list[tuple[int, int, int]]] = [[] for _ in bit]
    for row, members in enumerate(sets):
        mask = 0
        for unit in members:
            if unit >= 0:
                mask |= bit[unit]
        if most is None or grains[row] <= most:
            starting[(mask & -mask).bit_length() - 1].append((row, mask, grains[row]))
    layers: list[dict[int, tuple[int, int, int, int]]] = [{} for _ in range(len(bit) + 1)]
    layers[0][0] = (0, 0, -1, 0)
    count = 0
    for place, layer in enumerate(layers[:-1]):
        count += len(layer)
        if count > MOST_STATES:
            return None
        for state, (loss, ranks, _, _) in layer.items():
            for row, mask, lost in starting[place]:
                if mask & state or (most is not None and loss + lost > most):
                    continue
                after = state | mask
                target = layers[(~after & (after + 1)).bit_length() - 1]
                known = target.get(after)
                if known is None or (loss + lost, ranks + row) < known[:2]:
                    target[after] = (loss + lost, ranks + row, row, state)
    return _way_back(layers, (1 << len(bit)) - 1)


def _swept(sets: list[list[int]]) -> list[int]:
    """The units, breadth first through the sets that they share; as they come where they are few."""
    every = dict.fromkeys(unit for row in sets for unit in row if unit >= 0)
    if len(every) <= FEW_UNITS:
        return list(every)
    touching: dict[int, list[list[int]]] = {}
    for row in sets:
        for unit in row:
            if unit >= 0:
                touching.setdefault(unit, []).append(row)
    order: dict[int, None] = {}
    waiting = [min(touching)]
    for unit in waiting:
        if unit not in order:
            order[unit] = None
            waiting += sorted({one for row in touching[unit] for one in row if one >= 0 and one not in order})
    return list(order)


def _way_back(layers: list[dict[int, tuple[int, int, int, int]]], end: int) -> list[int] | None:
    if end not in layers[-1]:
        return None
    rows: list[int] = []
    state = end
    while state:
        place = (~state & (state + 1)).bit_length() - 1
        _, _, row, before = layers[place][state]
        rows.append(row)
        state = before
    return rows


def _by_program(sets: Places, grains: Places, deadline: float) -> tuple[list[int], bool]:
    """The rows of a best cover by integer programming; where nothing is lost, the first of them."""
    units = np.unique(sets[sets >= 0])
    place = np.full(int(units[-1]) + 2, -1)
    place[units] = np.arange(len(units))
    local = place[sets]
    free = np.flatnonzero(grains == 0)
    taken, _ = choose(len(units), local[free], np.arange(len(free)) / max(len(free), 1), deadline)
    if taken is not None:
        return free[taken].tolist(), True
    losses: Floats = grains.astype(np.float64) * GRAIN
    taken, bound = choose(len(units), local, losses, deadline)
    if taken is None:
        return _greedily(local, losses), False
    return taken.tolist(), float(losses[taken].sum()) <= bound + NOISE * GRAIN


def _greedily(sets: Places, losses: Floats) -> list[int]:
    """A cover for want of time: the sets that lose least for their size, then units alone."""
    sizes = (sets >= 0).sum(axis=1)
    free = np.ones(int(sets.max()) + 2, dtype=bool)
    rows: list[int] = []
    for row in np.argsort(losses / sizes - 1e-6 * sizes, kind="stable").tolist():
        members = sets[row][sets[row] >= 0]
        if free[members].all():
            free[members] = False
            rows.append(row)
    return rows

"""Exact covers of least loss: every unit in exactly one of some connected sets, by dynamic or integer programming."""

from __future__ import annotations

import numpy as np

from accord.alignment.budget import Budget
from accord.alignment.solvers import Solvers, minimum_partition
from accord.alignment.unit_sets import first_fit, set_sizes
from accord.results.arrays import Floats, Places

GRAIN = 1e-10  # losses are counted in grains, so that equal ones are equal
NOISE = 10  # grains that the duals may be wrong by
MOST_SETS = 1_000  # of a component, beyond which the integer program is asked
MOST_STATES = 30_000
MOST_TRANSITIONS = 60_000  # beyond which the integer program is quicker
STEPS_PER_SET = 50.0  # of an integer program, which cannot be stopped before its first node
FEW_UNITS = 12  # whose order does not matter


def least_loss(
    sets: Places, reduced: Floats, duals: Floats, limit: float, solvers: Solvers, budget: Budget
) -> tuple[list[int], float, bool]:
    """The best choice among connected sets and their units alone: its rows, what it loses, whether nothing loses less.

    Sets of equal loss are told apart by their ranks. `limit` is a loss that is known to be possible.
    """
    everything = sets.tolist()
    annotator = {unit: place for members in everything for place, unit in enumerate(members) if unit >= 0}
    everything += [[unit if place == own else -1 for place in range(sets.shape[1])] for unit, own in annotator.items()]
    losses = [*(-reduced).tolist(), *duals[list(annotator)].tolist()]
    order = sorted(range(len(everything)), key=everything.__getitem__)
    ranked = [everything[row] for row in order]
    grains = [_grains(losses[row]) for row in order]
    rows = None
    if len(sets) <= MOST_SETS:
        # Nearly always something loses nothing.
        likely, last = (0, None) if np.isinf(limit) else (int(np.ceil(limit / GRAIN)) + NOISE, 0)
        rows = _by_dynamic_programming(ranked, grains, likely) or _by_dynamic_programming(ranked, grains, last)
    proven = True
    if rows is None:
        rows, proven = _by_integer_programming(np.array(ranked), np.array(grains), solvers, budget)
    return [order[row] for row in rows if order[row] < len(sets)], sum(grains[row] for row in rows) * GRAIN, proven


def _grains(loss: float) -> int:
    grains = round(loss / GRAIN)
    return 0 if abs(grains) <= NOISE else grains


def _by_dynamic_programming(sets: list[list[int]], grains: list[int], most: int | None) -> list[int] | None:
    """The rows of the best exact cover that loses at most so many grains; None where there is none, or too many states.

    Units are gone through in an order in which those of one set stand near each other. A state is which of them are
    covered; among the ways to the same state only the best is kept.
    """
    bit = {unit: 1 << place for place, unit in enumerate(breadth_first(sets))}
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
    count = transitions = 0
    for place, layer in enumerate(layers[:-1]):
        count += len(layer)
        transitions += len(layer) * len(starting[place])
        if count > MOST_STATES or transitions > MOST_TRANSITIONS:
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
    return _backtracked(layers, (1 << len(bit)) - 1)


def breadth_first(sets: list[list[int]]) -> list[int]:
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
            waiting += sorted({near for row in touching[unit] for near in row if near >= 0 and near not in order})
    return list(order)


def _backtracked(layers: list[dict[int, tuple[int, int, int, int]]], end: int) -> list[int] | None:
    if end not in layers[-1]:
        return None
    rows: list[int] = []
    state = end
    while state:
        _, _, row, before = layers[(~state & (state + 1)).bit_length() - 1][state]
        rows.append(row)
        state = before
    return rows


def _by_integer_programming(sets: Places, grains: Places, solvers: Solvers, budget: Budget) -> tuple[list[int], bool]:
    """The rows of a best cover, and whether it is proven; where nothing is lost, the first of them."""
    units = np.unique(sets[sets >= 0])
    place = np.full(int(units[-1]) + 2, -1)
    place[units] = np.arange(len(units))
    local = place[sets]
    free = np.flatnonzero(grains == 0)
    taken, _ = minimum_partition(solvers, len(units), local[free], np.arange(len(free)) / max(len(free), 1), budget)
    if taken is not None:
        return free[taken].tolist(), True
    losses: Floats = grains.astype(np.float64) * GRAIN
    if budget.steps < STEPS_PER_SET * len(local):
        return _greedy_cover(local, losses), False
    taken, bound = minimum_partition(solvers, len(units), local, losses, budget)
    if taken is None:
        return _greedy_cover(local, losses), False
    return taken.tolist(), float(losses[taken].sum()) <= bound + NOISE * GRAIN


def _greedy_cover(sets: Places, losses: Floats) -> list[int]:
    """A cover for want of time: the sets that lose least for their size, then units alone."""
    sizes = set_sizes(sets)
    order = np.argsort(losses / sizes - 1e-6 * sizes, kind="stable")
    rows: list[int] = order[first_fit(sets[order], np.ones(int(sets.max()) + 2, dtype=bool))].tolist()
    return rows

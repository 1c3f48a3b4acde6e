"""Inequalities that every alignment of K sets satisfies, and those that a fractional one violates.

x_uv says whether units u and v stand together. All of these hold for 0 and 1, whatever the units T and U are:

- triangles: Σ x_uv over v in T − Σ x_vw over pairs in T ≤ 1, T of units of two annotators (Grötschel & Wakabayashi
  1990, whose 2-partition inequality it is): two units that stand with u stand together;
- sizes: Σ x over the pairs in U ≥ s |U| − K s (s + 1) / 2 for every whole number s, as the t (t − 1) / 2 pairs of
  t units are at least s t − s (s + 1) / 2.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from accord.alignment.crowds.panel import Panel
from accord.results.arrays import Bools, Floats, Places

VIOLATED = 0.02
TIE = 1e-3  # differences below which units are taken into a triangle by their weights
ALIKE = 0.1  # sets of units that differ by less than this share give the same inequality
FLIPS = 300  # of single units, in the search for a violated inequality of sizes
STARTS = 30  # of each kind, for that search
ENTRIES = 6_000_000  # of the inequalities of sizes of a round, two for each pair
CELLS = 20_000_000  # of the table of pairs and units in which triangles are looked for


class Cut(NamedTuple):
    """Σ coefficients · x over pairs ≤ constant + per_set · K; a pair of units u < v is u · units + v."""

    pairs: NDArray[np.int32]
    coefficients: Floats
    constant: float
    per_set: float


def violated_triangles(panel: Panel, x: Floats, most: int, least: float = VIOLATED) -> list[Cut]:
    """Triangles that x (units, units) violates by at least so much, the worst first, not too many around one unit."""
    unit, partner = _largest(x, least)
    excess = np.add.reduceat(np.maximum(x[unit] - x[partner], 0.0), panel.first[:-1], axis=1)
    rows = np.arange(len(unit))
    excess[rows, panel.who[unit]] = -1.0
    excess[rows, panel.who[partner]] = -1.0
    excess += x[unit, partner][:, None] - 1
    pair, annotator = np.nonzero(excess > least)
    worst = np.argsort(-excess[pair, annotator], kind="stable")
    around = np.zeros(panel.n_units, dtype=np.int64)
    most_around = max(4, 4 * most // panel.n_units)
    cuts: dict[tuple[int, bytes], Cut] = {}
    for place in worst.tolist():
        centre = int(unit[pair[place]])
        if len(cuts) >= most:
            break
        if around[centre] >= most_around:
            continue
        members = _widened(panel, x, centre, int(partner[pair[place]]), int(annotator[place]))
        if members is None:
            continue
        key = (centre, np.sort(np.concatenate(members)).tobytes())
        if key not in cuts:
            around[centre] += 1
            cuts[key] = _triangle(panel, centre, *members)
    return list(cuts.values())


def _largest(x: Floats, least: float) -> tuple[Places, Places]:
    """The pairs of which x is above this; in large panels only as many of the largest as can be gone through."""
    most = CELLS // len(x)
    if np.count_nonzero(x > least) > most:
        least = max(least, float(np.partition(x, x.size - most, axis=None)[x.size - most]))
    unit, partner = np.nonzero(x > least)
    return unit, partner


def _widened(panel: Panel, x: Floats, centre: int, unit: int, annotator: int) -> tuple[Places, Places] | None:
    """The units of two annotators that violate a triangle around `centre` most, beginning with one unit of the first.

    Units that make no difference are taken in where they are nearer to the centre than to the others.
    """
    rows, columns = panel.spans[int(panel.who[unit])], panel.spans[annotator]
    between, weights = x[rows, columns], panel.weights[rows, columns]
    inside = np.zeros(rows.stop - rows.start, dtype=bool)
    inside[unit - rows.start] = True
    others = np.zeros(columns.stop - columns.start, dtype=bool)
    for _ in range(4):
        gained = x[centre, columns] - between[inside].sum(axis=0)
        nearer = panel.weights[centre, columns] > weights[inside].sum(axis=0)
        others = (gained > TIE) | ((gained >= -TIE) & nearer)
        gained = x[centre, rows] - between[:, others].sum(axis=1)
        nearer = panel.weights[centre, rows] > weights[:, others].sum(axis=1)
        again = (gained > TIE) | ((gained >= -TIE) & nearer)
        if np.array_equal(again, inside):
            break
        inside = again
    if not inside.any() or not others.any():
        return None
    return rows.start + np.flatnonzero(inside), columns.start + np.flatnonzero(others)


def _triangle(panel: Panel, centre: int, ones: Places, others: Places) -> Cut:
    around = np.concatenate((ones, others))
    taken = _pairs(panel, np.full(len(around), centre), around)
    between = _pairs(panel, ones.repeat(len(others)), np.tile(others, len(ones)))
    coefficients = np.concatenate((np.ones(len(taken)), np.full(len(between), -1.0)))
    return Cut(np.concatenate((taken, between)), coefficients, 1.0, 0.0)


def _pairs(panel: Panel, unit: Places, partner: Places) -> NDArray[np.int32]:
    return np.asarray(np.minimum(unit, partner) * panel.n_units + np.maximum(unit, partner), dtype=np.int32)


def violated_sizes(
    panel: Panel, x: Floats, number: float, most: int, rng: np.random.Generator, least: float = VIOLATED
) -> list[Cut]:
    """Inequalities of sizes that x violates for this number of sets, the worst first, all different from each other."""
    inside, sizes = _starts(panel, number, rng)
    inside = _flipped(x, inside, sizes)
    units = inside.sum(axis=1)
    together = 0.5 * ((inside @ x) * inside).sum(axis=1)
    violation = (sizes * units - number * sizes * (sizes + 1) / 2 - together) / np.sqrt(np.maximum(units, 1))
    taken: list[int] = []
    for row in np.argsort(-violation, kind="stable").tolist():
        if violation[row] < least or len(taken) >= most or (taken and (units[taken] ** 2).sum() > ENTRIES):
            break
        alike = ((inside[taken] != inside[row]).sum(axis=1) < ALIKE * units[row]) & (sizes[taken] == sizes[row])
        if not alike.any():
            taken.append(row)
    return [_size(panel, np.flatnonzero(inside[row]), int(sizes[row])) for row in taken]


def _starts(panel: Panel, number: float, rng: np.random.Generator) -> tuple[Bools, Floats]:
    """Sets of units to begin with, each with three numbers s around its mean size in so many sets."""
    n, units = panel.n_annotators, panel.n_units
    largest = np.argsort(-panel.cards, kind="stable")
    sets = [np.isin(panel.who, largest[:count]) for count in range(2, n + 1, 1 + n // (2 * STARTS))]
    sets += [np.isin(panel.who, rng.permutation(n)[: rng.integers(2, n + 1)]) for _ in range(STARTS)]
    for unit in rng.integers(0, units, 2 * STARTS).tolist():
        near = panel.weights[unit] >= np.quantile(panel.weights[unit], rng.random())
        sets.append(near)
    inside = np.array(sets)
    inside = inside[inside.sum(axis=1) > number]
    mean = inside.sum(axis=1) // number
    sizes = np.concatenate([np.maximum(mean + shift, 1) for shift in (-1, 0, 1)])
    return np.tile(inside, (3, 1)), sizes.astype(np.float64)


def _flipped(x: Floats, inside: Bools, sizes: Floats) -> Bools:
    """The sets after units were taken in that have fewer than s neighbours inside, and out that have more."""
    inside = inside.copy()
    neighbours = inside @ x
    rows = np.arange(len(inside))
    for _ in range(FLIPS):
        gained = np.where(inside, neighbours - sizes[:, None], sizes[:, None] - neighbours)
        unit = gained.argmax(axis=1)
        going = np.flatnonzero(gained[rows, unit] > 1e-6)
        if not len(going):
            break
        unit = unit[going]
        neighbours[going] += np.where(inside[going, unit], -1.0, 1.0)[:, None] * x[unit]
        inside[going, unit] ^= True
    return inside


def _size(panel: Panel, units: Places, size: int) -> Cut:
    first, second = np.triu_indices(len(units), 1)
    unit, partner = units[first], units[second]
    apart = panel.who[unit] != panel.who[partner]
    pairs = _pairs(panel, unit[apart], partner[apart])
    return Cut(pairs, np.full(len(pairs), -1.0), -float(size * len(units)), size * (size + 1) / 2)

"""Small packings: the sets of a best partition, for thousands of small problems at once, where there is only one.

Most documents are short, and so are the continua that chance makes of them: what a linear program costs for each of
them is what it costs to begin one. Here all of them are solved together. A set that gains more than anything that its
units could be part of otherwise is taken; what is left falls into components, and those of a few units are gone through
by dynamic programming over subsets of their units. Where two partitions tie, nothing is decided.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from typing import NamedTuple

import numpy as np

from accord.alignment.unit_sets import connected_components, last_units
from accord.results.arrays import Bools, Floats, Places

MARGIN = 1e-8  # gains that differ by less may be equal
MOST_UNITS = 9  # of a component: the work triples with each
MOST_ROUNDS = 30  # in which sets are taken
CELLS = 2_000_000  # of the tables that are filled together


class Packing(NamedTuple):
    """Which sets are taken, and in which documents these are the only best partition."""

    taken: Bools
    settled: Bools


def unique_packings(sets: Places, gains: Floats, documents: Places, units: int, n_documents: int) -> Packing:
    """The sets (sets, annotators) of the partition of the largest gain of each document.

    `documents` (sets,) says which document a set is of; their units are counted through. A document without sets is
    settled: all its units are alone.
    """
    taken = np.zeros(len(sets), dtype=bool)
    left = _taken_at_once(sets, gains, units, taken)
    settled = np.ones(n_documents, dtype=bool)
    if not len(left):
        return Packing(taken, settled)
    component, size, place = _components(sets[left], units)
    settled[documents[left[size > MOST_UNITS]]] = False
    open_ = np.flatnonzero(settled[documents[left]])
    for number in np.unique(size[open_]).tolist():
        same = open_[size[open_] == number]
        for rows in _portions(same, component[same], number):
            masks = _masks(sets[left[rows]], place)
            numbered, which = np.unique(component[rows], return_inverse=True)
            chosen, single = _best_of_components(which, masks, gains[left[rows]], len(numbered), number)
            taken[left[rows[chosen]]] = True
            settled[documents[left[rows[~single[which]]]]] = False
    taken[~settled[documents]] = False
    return Packing(taken, settled)


def _taken_at_once(sets: Places, gains: Floats, units: int, taken: Bools) -> Places:
    """Mark the sets that gain more than the best others of each of their units together; returns those still open."""
    rows = np.arange(len(sets))
    for _ in range(MOST_ROUNDS):
        members, gain = sets[rows], gains[rows]
        takes = gain > _otherwise(members, gain, units) + MARGIN
        if not takes.any():
            break
        taken[rows[takes]] = True
        used = np.zeros(units + 1, dtype=bool)
        used[members[takes]] = True
        used[-1] = False
        rows = rows[~reduce(np.logical_or, used[members].T)]
        if not len(rows):
            break
    return rows


def _otherwise(sets: Places, gains: Floats, units: int) -> Floats:
    """(sets,) what the best other sets of the units of each gain together, which no partition of them exceeds."""
    best, second = np.zeros(units + 1), np.zeros(units + 1)
    times = np.zeros(units + 1, dtype=np.int64)
    for column in sets.T:
        np.maximum.at(best, column, gains)
    for column in sets.T:
        first = gains == best[column]
        np.add.at(times, column[first], 1)
        np.maximum.at(second, column[~first], gains[~first])
    second = np.where(times > 1, best, second)
    best[-1] = second[-1] = 0.0  # nobody's place
    total = np.zeros(len(sets))
    for column in sets.T:
        total += np.where(gains == best[column], second[column], best[column])
    return total


def _components(sets: Places, units: int) -> tuple[Places, Places, Places]:
    """(sets,) the component of each set and how many units that has; (units + 1,) the place of a unit in its own."""
    last = last_units(sets)
    edges = [(last[column >= 0], column[column >= 0]) for column in sets.T]
    first, second = (np.concatenate(ends) for ends in zip(*edges, strict=True))
    label = connected_components(units, first, second)
    present = np.zeros(units, dtype=bool)
    present[second] = True
    inside = np.flatnonzero(present)
    order = inside[np.argsort(label[inside], kind="stable")]
    sizes = np.bincount(label[inside], minlength=units)
    starts = np.flatnonzero(np.diff(label[order], prepend=-1))
    place = np.zeros(units + 1, dtype=np.int64)
    place[order] = np.arange(len(order)) - starts.repeat(np.diff(starts, append=len(order)))
    component = label[last]
    return component, sizes[component], place


def _portions(rows: Places, component: Places, units: int) -> Iterator[Places]:
    """The sets of a few components at a time, such that their tables are not too large."""
    order = np.argsort(component, kind="stable")
    number = np.cumsum(np.diff(component[order], prepend=-1) > 0) - 1
    cuts = np.flatnonzero(np.diff(number // max(1, CELLS >> units))) + 1
    yield from np.split(rows[order], cuts)


def _masks(sets: Places, place: Places) -> Places:
    """(sets,) their units as bits of a number, each unit by its place in the component."""
    masks = np.zeros(len(sets), dtype=np.int64)
    for column in sets.T:
        masks |= np.where(column >= 0, np.left_shift(1, place[column]), 0)
    return masks


def _best_of_components(
    component: Places, masks: Places, gains: Floats, number: int, units: int
) -> tuple[Bools, Bools]:
    """(sets,) which sets are in the best partitions of components, and (components,) whether each is the only one.

    The lowest unit of a subset is alone or in a set: gain(subset) = max over sets S with it of w(S) + gain(subset − S).
    The best is followed by the second best, another partition.
    """
    subsets = 1 << units
    worth = np.full((subsets, number), -np.inf)
    worth[np.left_shift(1, np.arange(units))] = 0.0
    worth[masks, component] = gains
    best, second = np.zeros((subsets, number)), np.full((subsets, number), -np.inf)
    choice = np.zeros((subsets, number), dtype=np.int64)
    every = np.arange(number)
    for subset, parts in _with_lowest(units):
        totals = worth[parts] + best[subset ^ parts]
        chosen = totals.argmax(axis=0)
        best[subset] = totals[chosen, every]
        choice[subset] = parts[chosen]
        totals[chosen, every] = -np.inf
        others = worth[parts] + second[subset ^ parts]
        second[subset] = np.maximum(totals.max(axis=0), others.max(axis=0))
    taken = np.zeros((subsets, number), dtype=bool)
    rest = np.full(number, subsets - 1)
    while rest.any():
        part = choice[rest, every]
        taken[part, every] = True
        rest ^= part
    return taken[masks, component], best[-1] - second[-1] > MARGIN


def _with_lowest(units: int) -> Iterator[tuple[int, Places]]:
    """Every subset of so many units, the smaller numbers first, and its subsets that have its lowest unit."""
    inside = [np.zeros(1, dtype=np.int64)]
    for subset in range(1, 1 << units):
        highest = 1 << (subset.bit_length() - 1)
        without = inside[subset ^ highest]
        inside.append(np.concatenate((without, without | highest)))
        lowest = subset & -subset
        yield subset, inside[subset ^ lowest] | lowest

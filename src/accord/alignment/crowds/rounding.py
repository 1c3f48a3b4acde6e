"""Rounding: from a fractional solution of the pair program to an alignment."""

from __future__ import annotations

import numpy as np

from accord.alignment.crowds.panel import Panel
from accord.results.arrays import Floats, Places

LEAST = 0.1  # of a pair that is looked at


def rounded(panel: Panel, x: Floats, number: int) -> Places:
    """(units,) the set of each unit, one of `number`: pairs are put together from the largest x on, as far as no set
    has two units of an annotator; sets that are too many are dissolved, the smallest first, and their units go where
    they are worth most.
    """
    left, right = np.nonzero(np.triu(x, 1) > LEAST)
    order = np.lexsort((-panel.weights[left, right], -x[left, right]))
    of = np.arange(panel.n_units)
    members = [[unit] for unit in range(panel.n_units)]
    people = [{who} for who in panel.who.tolist()]
    for first, second in zip(left[order].tolist(), right[order].tolist(), strict=True):
        kept, gone = int(of[first]), int(of[second])
        if kept != gone and people[kept].isdisjoint(people[gone]):
            of[members[gone]] = kept
            members[kept] += members[gone]
            people[kept] |= people[gone]
    largest = sorted(np.unique(of).tolist(), key=lambda place: -len(members[place]))[:number]
    slots = np.full(panel.n_units, -1)
    for slot, place in enumerate(largest):
        slots[members[place]] = slot
    free = np.ones((number, panel.n_annotators), dtype=bool)
    placed = slots >= 0
    free[slots[placed], panel.who[placed]] = False
    for unit in np.flatnonzero(~placed).tolist():
        worth = np.zeros(number)
        settled = slots >= 0
        np.add.at(worth, slots[settled], panel.weights[unit, settled])
        slot = int(np.where(free[:, panel.who[unit]], worth, -np.inf).argmax())
        slots[unit] = slot
        free[slot, panel.who[unit]] = False
    return slots

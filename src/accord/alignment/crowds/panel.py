"""A panel: the units of a continuum with the weights of all their pairs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from accord.alignment.neighbours import Neighbours
from accord.results.arrays import Floats, Places

FORBIDDEN = -30.0
"""The weight of pairs that are in no best alignment: a unit with it is always better alone, which costs 1."""


@dataclass(frozen=True, eq=False)
class Panel:
    """Units by annotator, those of the a-th from `first[a]` to `first[a + 1]`; annotators without units are left out.

    An alignment of K sets costs K · `bonus` − Σ `weights` over the pairs that stand together.
    """

    weights: Floats
    """(units, units), symmetric; 0 for two units of one annotator, who never stand together."""
    who: Places
    first: Places
    bonus: float
    n_pairs_of_annotators: int

    @property
    def n_units(self) -> int:
        return len(self.who)

    @property
    def n_annotators(self) -> int:
        return len(self.first) - 1

    @cached_property
    def cards(self) -> Places:
        """(annotators,) how many units each has."""
        return np.diff(self.first)

    @cached_property
    def spans(self) -> list[slice]:
        """(annotators,) where the units of each stand."""
        return list(map(slice, self.first[:-1].tolist(), self.first[1:].tolist()))

    def cost(self, slots: Places, number: int) -> float:
        """What the alignment costs in which unit u is in the set `slots[u]`, one of so many."""
        together = slots[:, None] == slots
        return float(number * self.bonus - 0.5 * (self.weights * together).sum())


def panel_of(near: Neighbours, bonus: float) -> Panel:
    """The panel of a neighbourhood, whose units stand by annotator: pairs that are not neighbours never pay."""
    units = near.n_units
    present, who = np.unique(near.who, return_inverse=True)
    weights = np.full((units, units), FORBIDDEN)
    weights[near.first, near.second] = np.maximum(near.gains, FORBIDDEN)
    weights[near.second, near.first] = weights[near.first, near.second]
    weights[who[:, None] == who] = 0.0
    first = np.concatenate(([0], np.cumsum(np.bincount(who, minlength=len(present))))).astype(np.int64)
    return Panel(weights, who.astype(np.int64), first, bonus, near.n_pairs_of_annotators)

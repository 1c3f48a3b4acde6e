"""How long units of different annotators overlap: all that the u-family sums up."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.measures.spans.kernels.stretches import Stretches
from accord.results.arrays import Floats


@dataclass(frozen=True, eq=False)
class Overlaps:
    """(units,) sums over the other annotators, of whom each counts 1 / (m − 1)."""

    marked: Floats
    """How long they have a unit there."""
    alike: Floats
    """How long they have one of the same category."""
    squares: Floats
    """The square of how long each of them has a unit there."""


def overlaps_of(data: Stretches) -> Overlaps:
    """The overlaps of every unit. Units of one annotator do not overlap, so that all others are of other annotators."""
    marked, alike = np.zeros((2, len(data.starts)))
    people, keys, lengths = int(data.who.max(initial=0)) + 1, [], []
    unit = np.arange(len(data.starts)) if data.unit is None else data.unit
    for one, other, common in data.pairs():
        same = common * (data.codes[one] == data.codes[other])
        for here, there in ((one, other), (other, one)):
            np.add.at(marked, here, common)
            np.add.at(alike, here, same)
            keys.append(unit[here] * people + data.who[there])
            lengths.append(common)
    pair, place = np.unique(np.concatenate(keys), return_inverse=True)
    together = np.bincount(place, np.concatenate(lengths), minlength=len(pair))
    squares = np.bincount(pair // people, together**2, minlength=int(unit.max(initial=-1)) + 1).astype(np.float64)
    if data.unit is not None:
        known, first = np.unique(data.unit, return_index=True)
        at_first_fragments = np.zeros(len(data.unit))
        at_first_fragments[first] = squares[known]
        squares = at_first_fragments
    return Overlaps(marked * data.share, alike * data.share, squares * data.share)

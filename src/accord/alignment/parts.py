"""Units that never meet are packed apart, so that long documents take time in proportion to their length."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from accord.alignment.components import components
from accord.alignment.neighbours import Neighbours
from accord.alignment.packing import Packer, Packing

Places = NDArray[np.int64]

WHOLE = 800  # units up to which it does not pay to look for parts
PART = 400  # units that are packed together, unless a component is larger


class Parts:
    """The components of a neighbourhood, a few together, each with its own packer; unit for unit as one `Packer`."""

    def __init__(self, near: Neighbours, bonus: float, *, again: float | None = None) -> None:
        self._near = near
        divided = divide(near) if near.n_units > WHOLE else [(np.arange(near.n_units), near)]
        self._parts = [(np.append(units, -1), Packer(part, bonus, again=again)) for units, part in divided]

    def best(self, bonus: float, deadline: float = np.inf, *, canonical: bool = True) -> Packing:
        """The packing of the largest gain; without `canonical` any of those that tie."""
        return self._joined(
            [(units, packer.best(bonus, deadline, canonical=canonical)) for units, packer in self._parts]
        )

    def cover(self, bonus: float, deadline: float = np.inf) -> Packing:
        """The sets of the largest gain when units may be taken again."""
        return self._joined([(units, packer.cover(bonus, deadline)) for units, packer in self._parts])

    def _joined(self, packed: list[tuple[Places, Packing]]) -> Packing:
        sets = [np.zeros((0, self._near.n_annotators), dtype=np.int64)]
        sets += [units[packing.sets] for units, packing in packed]
        return Packing(
            np.concatenate(sets),
            float(sum(packing.gain for _, packing in packed)),
            float(sum(packing.bound for _, packing in packed)),
        )


def divide(near: Neighbours) -> list[tuple[Places, Neighbours]]:
    """Neighbourhoods that share no pair, each with its units; units without neighbours are in none."""
    label = components(near.n_units, near.one, near.other)
    sizes = np.bincount(label, minlength=near.n_units)
    heads = np.flatnonzero(sizes > 1)
    if not len(heads):
        return []
    before = np.cumsum(sizes[heads]) - sizes[heads]
    number = np.full(near.n_units, -1)
    number[heads] = np.unique(before // PART, return_inverse=True)[1]
    part = number[label]
    units = np.argsort(part, kind="stable")[int((part < 0).sum()) :]
    starts = np.flatnonzero(np.diff(part[units], prepend=-1))
    place = np.empty(near.n_units, dtype=np.int64)
    place[units] = np.arange(len(units)) - starts[part[units]]
    pairs = np.argsort(part[near.one], kind="stable")
    cuts = np.searchsorted(part[near.one[pairs]], np.arange(1, len(starts)))
    return [
        (
            own,
            Neighbours(
                near.n_annotators, near.who[own], place[near.one[some]], place[near.other[some]], near.gains[some]
            ),
        )
        for own, some in zip(np.split(units, starts[1:]), np.split(pairs, cuts), strict=True)
    ]

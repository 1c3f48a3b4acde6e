"""The pairs of units that alignments put together."""

from __future__ import annotations

import numpy as np

from accord.results.arrays import Places


def aligned_pairs(members: Places, starts: Places) -> tuple[Places, Places, Places]:
    """The pairs of real units in each unitary alignment: its number, one unit and the other.

    `members[starts[i]:starts[i + 1]]` are the units of the i-th.
    """
    sizes = np.diff(starts)
    groups, ones, others = [], [], []
    for size in np.unique(sizes[sizes > 1]).tolist():
        number = np.flatnonzero(sizes == size)
        together = members[starts[number][:, None] + np.arange(size)]
        first, second = np.triu_indices(size, 1)
        groups.append(np.repeat(number, len(first)))
        ones.append(together[:, first].ravel())
        others.append(together[:, second].ravel())
    if not groups:
        nothing = np.zeros(0, dtype=np.int64)
        return nothing, nothing, nothing
    return np.concatenate(groups), np.concatenate(ones), np.concatenate(others)

"""A window that is moved over two segmentations: in how many places they differ inside it, and how many by chance."""

from __future__ import annotations

import numpy as np

from accord.measures.spans.kernels.boundaries import PairedSegmentations
from accord.results import UsageError
from accord.results.arrays import Floats, Ints


def window_sizes(data: PairedSegmentations, given: object) -> Ints:
    """(comparisons,) slots in a window: half the mean segment of the first segmentation, but at least 2."""
    if given is None:
        return np.maximum(np.rint((data.slots + 1) / (2 * (data.first.number + 1))), 2).astype(np.int64)
    if isinstance(given, bool) or not isinstance(given, int) or given < 1:
        raise UsageError(f"window={given!r} is no number of positions", "give 1 or more, or leave it out")
    return np.full(len(data), given)


def window_numbers(data: PairedSegmentations, sizes: Ints) -> Ints:
    """(comparisons,) how many windows fit in."""
    return np.asarray(np.maximum(data.slots + 1 - sizes, 0))


def differing(data: PairedSegmentations, sizes: Ints, *, counted: bool) -> Ints:
    """(comparisons,) windows with another number of boundaries, or, if not `counted`, with some in only one of both.

    A boundary in slot p is in the windows p − size … p − 1; between two such bounds nothing changes.
    """
    number = window_numbers(data, sizes)
    parts = []
    for side, own in enumerate((data.first, data.second)):
        fits = own.slot > 0
        comparison, slot = own.comparison[fits], own.slot[fits]
        for change, at in ((1, slot - sizes[comparison]), (-1, slot)):
            steps = np.zeros((2, len(slot)), dtype=np.int64)
            steps[side] = change
            parts.append((comparison, np.clip(at, 0, number[comparison]), steps))
    comparison, at = (np.concatenate([part[place] for part in parts]) for place in (0, 1))
    order = np.lexsort((at, comparison))
    inside = np.cumsum(np.concatenate([part[2] for part in parts], axis=1)[:, order], axis=1)
    apart = inside[0] != inside[1] if counted else (inside[0] > 0) != (inside[1] > 0)
    width = np.diff(at[order], append=0) * apart  # behind the last change of a comparison nothing differs
    return np.bincount(comparison[order], width, minlength=len(data)).astype(np.int64)


def differing_by_chance(sizes: Ints, first: Floats, second: Floats, *, counted: bool) -> Floats:
    """(comparisons,) the probability that a window differs if each slot is filled at random with these shares."""
    from scipy.stats import binom

    _, place, again = np.unique(
        np.stack((sizes.astype(np.float64), first, second), axis=1), axis=0, return_index=True, return_inverse=True
    )
    found = np.empty(len(place))
    for number, one in enumerate(place.tolist()):
        size, shares = int(sizes[one]), (first[one], second[one])
        if counted:
            counts = np.arange(size + 1)
            found[number] = 1 - float(np.prod([binom.pmf(counts, size, share) for share in shares], axis=0).sum())
        else:
            none, other = ((1 - share) ** size for share in shares)
            found[number] = none * (1 - other) + other * (1 - none)
    return np.asarray(found[again.ravel()])

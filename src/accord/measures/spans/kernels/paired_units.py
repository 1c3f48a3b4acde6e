"""The units of two annotators in the documents that they share, and sums over time of how many have marked a place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from accord.annotations.directed_cycles import ranges
from accord.annotations.spans import Spans
from accord.measures.record import Undefined
from accord.measures.spans.kernels.stretches import refuse_single
from accord.results import UsageError
from accord.results.arrays import Bools, Floats, Ints

Counted = Callable[[Ints, Ints], Ints]
"""Of how many units each of two annotators has somewhere."""


@dataclass(frozen=True, eq=False)
class UnitsBeside:
    """The units of one of the two annotators of each comparison."""

    comparison: Ints
    """(units,) in which comparison, as are the next three."""
    starts: Floats
    ends: Floats
    codes: Ints


@dataclass(frozen=True, eq=False)
class UnitsOfPairs:
    """Units of two annotators, for each pair of them and each document that they share."""

    pair: Ints
    """(comparisons,) which pair of annotators, as is `document`."""
    document: Ints
    first: UnitsBeside
    """Of the reference, where one is named."""
    second: UnitsBeside
    pairs: int
    documents: int

    def __len__(self) -> int:
        return len(self.pair)

    def turned(self) -> UnitsOfPairs:
        """The same with the other annotator first."""
        return UnitsOfPairs(self.pair, self.document, self.second, self.first, self.pairs, self.documents)


def place_of_reference(spans: Spans, reference: object) -> int | None:
    """The place of the annotator whom the others are compared with; None where there is none."""
    if reference is None:
        return None
    if reference not in spans.annotators:
        raise UsageError(f"there is no annotator '{reference}'", f"they are {', '.join(spans.annotators)}")
    return spans.annotators.index(str(reference))


def annotator_pairs(spans: Spans, reference: object) -> list[tuple[int, int]]:
    """All pairs of annotators, or the reference with everybody else."""
    place = place_of_reference(spans, reference)
    refuse_single(spans)
    if place is None:
        return list(combinations(range(spans.n_annotators), 2))
    return [(place, other) for other in range(spans.n_annotators) if other != place]


def shared_documents(
    spans: Spans, pairs: Sequence[tuple[int, int]], comparable: Bools, nothing: str
) -> tuple[Ints, Ints, Ints]:
    """(comparisons,) the pair and the document, of those that are `comparable` and that both were asked about, and
    (pairs, 2) the annotators of the pairs that share one; Undefined, in these words, where none does."""
    shared = [
        np.flatnonzero(spans.assigned[:, first] & spans.assigned[:, second] & comparable) for first, second in pairs
    ]
    used = [place for place, documents in enumerate(shared) if len(documents)]
    if not used:
        raise Undefined(nothing)
    pair = np.repeat(np.arange(len(used)), [len(shared[place]) for place in used])
    return pair, np.concatenate([shared[place] for place in used]), np.array([pairs[place] for place in used])


def paired_units(spans: Spans, reference: object = None) -> UnitsOfPairs:
    """All pairs of annotators, or the reference with everybody else; Undefined where nothing can be compared."""
    nothing = "no two annotators were asked about the same document"
    everywhere = np.ones(spans.n_documents, dtype=bool)
    pair, document, people = shared_documents(spans, annotator_pairs(spans, reference), everywhere, nothing)
    first, second = (_beside(spans, who, document) for who in people[pair].T)
    return UnitsOfPairs(pair, document, first, second, len(people), spans.n_documents)


def _beside(spans: Spans, who: Ints, document: Ints) -> UnitsBeside:
    """Units are sorted by document and annotator, so that those of both are next to each other."""
    key = spans.document.astype(np.int64) * spans.n_annotators + spans.who
    wanted = document * spans.n_annotators + who
    low, high = (np.searchsorted(key, wanted, side=side) for side in ("left", "right"))
    comparison, units = np.repeat(np.arange(len(wanted)), high - low), ranges(low, high)
    if spans.fragments is not None:  # each fragment marks what it covers
        chosen = spans.fragments[units]
        comparison, units = comparison[chosen.unit], units[chosen.unit]
        starts, ends = chosen.starts, chosen.ends
    else:
        starts, ends = spans.starts[units], spans.ends[units]
    codes = np.where(spans.codes[units] < 0, len(spans.categories), spans.codes[units]).astype(np.int64)
    return UnitsBeside(comparison, starts, ends, codes)


def integral(
    groups: int, first: tuple[Ints, Floats, Floats], second: tuple[Ints, Floats, Floats], of: Counted
) -> Floats:
    """(groups,) the sum over places of a number that depends on how many units of each annotator lie there.

    Units are (group, start, end); where nobody has one the number must be 0.
    """
    group, at, inside = numbers_along(first, second)
    width = np.diff(at, append=0.0)
    counted = of(inside[0], inside[1])  # 0 behind the last unit of a group, where the width is none
    return np.bincount(group, np.where(counted > 0, width, 0.0) * counted, minlength=groups).astype(np.float64)


def numbers_along(*sides: tuple[Ints, NDArray[Any], NDArray[Any]]) -> tuple[Ints, NDArray[Any], Ints]:
    """All bounds of units, in order within each group: the group, the place, and (sides, bounds) how many units of
    each annotator lie behind it."""
    parts = []
    for side, (group, starts, ends) in enumerate(sides):
        for change, at in ((1, starts), (-1, ends)):
            steps = np.zeros((len(sides), len(at)), dtype=np.int64)
            steps[side] = change
            parts.append((group, at, steps))
    group, at = (np.concatenate([part[place] for part in parts]) for place in (0, 1))
    order = np.lexsort((at, group))
    return group[order], at[order], np.cumsum(np.concatenate([part[2] for part in parts], axis=1)[:, order], axis=1)


def without_collar(data: UnitsOfPairs, collar: float) -> UnitsOfPairs:
    """The same on a clock that stands still within `collar` of the bounds of the first annotator's units."""
    if not collar:
        return data
    bounds = np.concatenate((data.first.starts, data.first.ends))
    zone = np.tile(data.first.comparison, 2)
    comparison = np.concatenate((data.first.comparison,) * 2 + (data.second.comparison,) * 2 + (zone, zone))
    at = np.concatenate(
        (data.first.starts, data.first.ends, data.second.starts, data.second.ends, bounds - collar, bounds + collar)
    )
    change = np.zeros(len(at), dtype=np.int64)
    change[-2 * len(bounds) :] = np.repeat([1, -1], len(bounds))
    order = np.lexsort((at, comparison))
    same = np.append(comparison[order][1:] == comparison[order][:-1], False)
    running = np.diff(at[order], append=0.0) * (same & (np.cumsum(change[order]) == 0))
    clock = np.empty(len(at))
    clock[order] = np.cumsum(running) - running
    sizes = np.cumsum([len(data.first.starts)] * 2 + [len(data.second.starts)] * 2)
    moved = np.split(clock[: sizes[-1]], sizes[:-1])
    first = UnitsBeside(data.first.comparison, moved[0], moved[1], data.first.codes)
    second = UnitsBeside(data.second.comparison, moved[2], moved[3], data.second.codes)
    return UnitsOfPairs(data.pair, data.document, first, second, data.pairs, data.documents)

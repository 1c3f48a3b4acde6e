"""The units of two annotators in the documents that they share, and sums over time of how many have marked a place."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from accord.annotations.spans import Spans
from accord.measures.record import Undefined
from accord.results import UsageError
from accord.results.arrays import Floats, Ints

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


def paired_units(spans: Spans, reference: object = None) -> UnitsOfPairs:
    """All pairs of annotators, or the reference with everybody else; Undefined where nothing can be compared."""
    if reference is not None and reference not in spans.annotators:
        raise UsageError(f"there is no annotator '{reference}'", f"they are {', '.join(spans.annotators)}")
    if spans.n_annotators < 2:
        raise Undefined("agreement needs two annotators, and there is one")
    people = range(spans.n_annotators)
    if reference is None:
        pairs = [(one, other) for one in people for other in people if one < other]
    else:
        chosen = spans.annotators.index(str(reference))
        pairs = [(chosen, other) for other in people if other != chosen]
    shared = [np.flatnonzero(spans.assigned[:, one] & spans.assigned[:, other]) for one, other in pairs]
    used = [place for place, documents in enumerate(shared) if len(documents)]
    if not used:
        raise Undefined("no two annotators were asked about the same document")
    pair = np.repeat(np.arange(len(used)), [len(shared[place]) for place in used])
    document = np.concatenate([shared[place] for place in used])
    sides = [np.array([pairs[place][side] for place in used])[pair] for side in (0, 1)]
    first, second = (_beside(spans, who, document) for who in sides)
    return UnitsOfPairs(pair, document, first, second, len(used), spans.n_documents)


def _beside(spans: Spans, who: Ints, document: Ints) -> UnitsBeside:
    """Units are sorted by document and annotator, so that those of both are next to each other."""
    key = spans.document.astype(np.int64) * spans.n_annotators + spans.who
    wanted = document * spans.n_annotators + who
    low, high = (np.searchsorted(key, wanted, side=side) for side in ("left", "right"))
    number = high - low
    comparison = np.repeat(np.arange(len(wanted)), number)
    units = low[comparison] + np.arange(len(comparison)) - np.repeat(np.cumsum(number) - number, number)
    starts, ends = spans.starts, spans.ends
    if spans.fragments is not None:  # each fragment marks what it covers
        chosen = spans.fragments[units]
        comparison, units = comparison[chosen.unit], units[chosen.unit]
        starts, ends = chosen.starts, chosen.ends
    else:
        starts, ends = starts[units], ends[units]
    codes = np.where(spans.codes[units] < 0, len(spans.categories), spans.codes[units]).astype(np.int64)
    return UnitsBeside(comparison, starts, ends, codes)


def integral(
    groups: int, first: tuple[Ints, Floats, Floats], second: tuple[Ints, Floats, Floats], of: Counted
) -> Floats:
    """(groups,) the sum over places of a number that depends on how many units of each annotator lie there.

    Units are (group, start, end); where nobody has one the number must be 0.
    """
    parts = []
    for side, (group, starts, ends) in enumerate((first, second)):
        for change, at in ((1, starts), (-1, ends)):
            steps = np.zeros((2, len(at)), dtype=np.int64)
            steps[side] = change
            parts.append((group, at, steps))
    group, at = (np.concatenate([part[place] for part in parts]) for place in (0, 1))
    order = np.lexsort((at, group))
    inside = np.cumsum(np.concatenate([part[2] for part in parts], axis=1)[:, order], axis=1)
    width = np.diff(at[order], append=0.0)
    counted = of(inside[0], inside[1])  # 0 behind the last unit of a group, where the width is none
    return np.bincount(group[order], np.where(counted > 0, width, 0.0) * counted, minlength=groups).astype(np.float64)


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

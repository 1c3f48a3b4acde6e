"""One-to-one matching of the units of two annotators, in all documents at once."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from accord.annotations.directed_cycles import ranges
from accord.annotations.spans import Spans
from accord.results.arrays import Floats, Ints

Match = Literal["exact", "overlap", "type", "boundary", "muc", "slots"]
LARGEST_BATCH = 500  # units of one annotator that are assigned in one go


@dataclass(frozen=True, eq=False)
class Matching:
    """Pairs of units that were matched; all arrays are (matches,)."""

    first: Ints
    """Places among the units of the corpus."""
    second: Ints
    credit: Floats
    """1, or the partial credit of units that overlap and have other bounds."""

    def __len__(self) -> int:
        return len(self.first)


def overlapping(spans: Spans, first: Ints, second: Ints) -> NDArray[np.bool_]:
    """Whether two units share a stretch, or two of their fragments do; a unit of no length lies within another, or is
    equal to it.

    Units that only touch do not overlap.
    """
    across = (spans.starts[first] < spans.ends[second]) & (spans.starts[second] < spans.ends[first])
    if spans.fragments is not None:
        odd = np.flatnonzero(across & (spans.fragments.several[first] | spans.fragments.several[second]))
        across[odd] = spans.fragments.meet(first[odd], second[odd])
    return np.asarray(across | same_bounds(spans, first, second))


def same_bounds(spans: Spans, first: Ints, second: Ints) -> NDArray[np.bool_]:
    same = (spans.starts[first] == spans.starts[second]) & (spans.ends[first] == spans.ends[second])
    if spans.fragments is not None:
        same &= spans.fragments.shapes[first] == spans.fragments.shapes[second]
    return np.asarray(same)


def common_share(spans: Spans, first: Ints, second: Ints) -> Floats:
    """The length two units have in common over the length they cover together; 1 for equal units."""
    common = np.minimum(spans.ends[first], spans.ends[second]) - np.maximum(spans.starts[first], spans.starts[second])
    covered = np.maximum(spans.ends[first], spans.ends[second]) - np.minimum(spans.starts[first], spans.starts[second])
    if spans.fragments is not None:
        common, covered = spans.fragments.common(first, second), spans.sizes[first] + spans.sizes[second]
        covered -= common
    share = np.divide(np.maximum(common, 0.0), covered, out=np.zeros(len(first)), where=covered > 0)
    return np.where(same_bounds(spans, first, second), 1.0, share)


class CorpusPositions:
    """Positions as whole numbers that grow from document to document, so that one search serves the whole corpus."""

    def __init__(self, spans: Spans) -> None:
        positions, rank = np.unique(np.concatenate((spans.starts, spans.ends)), return_inverse=True)
        base = spans.document.astype(np.int64) * (len(positions) + 1)
        self.starts: Ints = base + rank[: len(spans)]
        self.ends: Ints = base + rank[len(spans) :]

    def overlaps(self, spans: Spans, first: Ints, second: Ints) -> tuple[Ints, Ints]:
        """All overlapping pairs of a unit of `first` and one of `second`, both in the order of the corpus."""
        if not len(first) or not len(second):
            return np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        # units of one annotator are sorted by start, so that those before `high` start in time, and those from `low`
        # on are the first of which any ends late enough
        low = np.searchsorted(np.maximum.accumulate(self.ends[second]), self.starts[first], side="left")
        width = np.maximum(np.searchsorted(self.starts[second], self.ends[first], side="right") - low, 0)
        left, right = np.repeat(first, width), second[ranges(low, low + width)]
        meet = overlapping(spans, left, right)  # units of other documents are never between `low` and `high`
        return left[meet], right[meet]


def matched(
    spans: Spans, places: CorpusPositions, first: Ints, second: Ints, match: Match, credit: float = 1.0
) -> Matching:
    """The one-to-one matching of largest total credit between the units of two annotators.

    exact     same bounds and category            boundary  same bounds, whatever the category
    type      some overlap and the same category  overlap   some overlap, whatever the category
    muc       some overlap; half of the credit is for equal bounds, half for the same category
    slots     some overlap; 1 where all is right, .75 where bounds or category are, .5 else: what is worth matching

    The credit of a pair is 1 for equal bounds and `credit` for others. Among matchings of the same credit the one with
    the larger common share of its pairs is taken. Units without a category are of one category.
    """
    if match in ("exact", "boundary"):
        return _equal(spans, places, first, second, category=match == "exact")
    left, right = places.overlaps(spans, first, second)
    alike, same = spans.codes[left] == spans.codes[right], same_bounds(spans, left, right)
    if match == "muc":
        worth, credit = (alike + same.astype(np.float64)) / 2, 0.5
    elif match == "slots":
        worth, credit = 0.5 + (alike + same.astype(np.float64)) / 4, 0.25
    else:
        worth = np.where(same, 1.0, credit) * (alike if match == "type" else 1)
    kept = worth > 0
    left, right, worth = left[kept], right[kept], worth[kept]
    chosen = _assigned(left, right, worth, common_share(spans, left, right), credit)
    return Matching(left[chosen], right[chosen], worth[chosen])


def _equal(spans: Spans, places: CorpusPositions, first: Ints, second: Ints, *, category: bool) -> Matching:
    """The multiset intersection: the k-th of equal units of one is matched with the k-th of the other."""
    both = np.concatenate((first, second))
    columns = [places.starts[both], places.ends[both]] + ([spans.codes[both].astype(np.int64)] if category else [])
    if spans.fragments is not None:
        columns.append(spans.fragments.shapes[both])
    kind = _kinds(columns)
    keys = [part * (len(both) + 1) + _occurrence(part) for part in (kind[: len(first)], kind[len(first) :])]
    _, left, right = np.intersect1d(keys[0], keys[1], assume_unique=True, return_indices=True)
    order = np.argsort(left)
    return Matching(first[left[order]], second[right[order]], np.ones(len(left)))


def _kinds(columns: list[Ints]) -> Ints:
    """(rows,) the same number where all columns are equal, rising with the first that is not."""
    order = np.lexsort(columns[::-1])
    new = np.zeros(len(order), dtype=bool)
    for column in columns:
        ordered = column[order]
        new[1:] |= ordered[1:] != ordered[:-1]
    kind = np.empty(len(order), dtype=np.int64)
    kind[order] = np.cumsum(new)
    return kind


def _occurrence(kind: Ints) -> Ints:
    """For each entry how many equal ones stand before it."""
    order = np.argsort(kind, kind="stable")
    ordered = kind[order]
    begins = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1]))) if len(kind) else order
    number = np.arange(len(kind)) - np.repeat(begins, np.diff(np.append(begins, len(kind))))
    counts = np.empty(len(kind), dtype=np.int64)
    counts[order] = number
    return counts


def _assigned(left: Ints, right: Ints, worth: Floats, share: Floats, credit: float) -> Ints:
    """The edges of the best matching, by connected components; an edge whose ends have no other is taken at once."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    if not len(left):
        return np.zeros(0, dtype=np.int64)
    rows, row = np.unique(left, return_inverse=True)
    columns, column = np.unique(right, return_inverse=True)
    alone = (np.bincount(row)[row] == 1) & (np.bincount(column)[column] == 1)
    rest = np.flatnonzero(~alone)
    taken = [np.flatnonzero(alone)]
    if len(rest):
        size = len(rows) + len(columns)
        graph = coo_array((np.ones(len(rest)), (row[rest], len(rows) + column[rest])), shape=(size, size))
        _, component = connected_components(graph, directed=False)
        number = component[row[rest]]
        rest = rest[np.argsort(number, kind="stable")]
        for batch in _batches(row[rest], np.sort(number)):
            edges = rest[batch]
            taken.append(edges[_best(row[edges], column[edges], worth[edges], share[edges], credit)])
    return np.sort(np.concatenate(taken))


def _batches(row: Ints, component: NDArray[np.int32]) -> list[slice]:
    """Whole components together, up to some hundreds of units: a call for each would take longer than its work."""
    ends = np.append(np.flatnonzero(np.diff(component)) + 1, len(component))
    batches, begin, last = [], 0, 0
    for end in ends.tolist():
        if end - begin > LARGEST_BATCH and last > begin:
            batches.append(slice(begin, last))
            begin = last
        last = end
    return [*batches, slice(begin, last)]


def _best(row: Ints, column: Ints, worth: Floats, share: Floats, credit: float) -> Ints:
    """The edges of a matching of largest worth, then largest common share: a sparse assignment problem.

    Every row may stay unmatched, in a column of its own. The share counts so little that all of it together is less
    than the smallest difference between two sums of credits.
    """
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import min_weight_full_bipartite_matching

    rows, row = np.unique(row, return_inverse=True)
    columns, column = np.unique(column, return_inverse=True)
    step = 1 / Fraction(repr(float(credit))).denominator
    gain = worth + share * step / (2 * (len(rows) + 1))
    own = np.arange(len(rows))
    cost = np.concatenate((3.0 - gain, np.full(len(rows), 3.0)))  # above 0: a cost of 0 would mean no edge
    where = (np.concatenate((row, own)), np.concatenate((column, len(columns) + own)))
    problem = csr_array((cost, where), shape=(len(rows), len(columns) + len(rows)))
    left, right = min_weight_full_bipartite_matching(problem)
    partner = np.full(len(rows), -1, dtype=np.int64)
    partner[left] = right
    return np.flatnonzero(partner[row] == column)

"""Agreement by chance of annotators who keep their own habits, from sums over annotators: no pairs of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from accord.annotations import RatingRows
from accord.measures.labels.kernels.pairwise import of_others
from accord.measures.record import MOST_HELD
from accord.results.arrays import Floats, Ints
from accord.statistics.division import divided

if TYPE_CHECKING:
    from scipy.sparse import csr_array

AT_ONCE = 1 << 14  # shares of annotators worked on at once for each replicate, so that they stay in the cache
CELLS_AT_ONCE = 1 << 15  # of a crowd: categories that an annotator used, for each replicate


def expected_other_annotator(rows: RatingRows, distances: Floats | None) -> Callable[[Floats], Floats]:
    """From weights (replicates,) the disagreement of two different annotators who draw from their own distributions.

    The mean over pairs of annotators of their expected disagreement (Davies & Fleiss 1982; Conger 1980), computed from
    sums over annotators: Σ_{a≠b} p_a·D·p_b = s·D·s − Σ_a p_a·D·p_a, with s = Σ_a p_a. An annotator who is drawn several
    times is not paired with themselves.
    """
    if len(rows.annotators) * len(rows.categories) > MOST_HELD:
        return _Crowd(rows, distances) if distances is not None else rows.shared(_Crowd)

    def expected(weights: Floats) -> Floats:
        marginals = np.moveaxis(rows.marginals(weights), 0, 2)  # (annotators, categories, replicates)
        people, size, replicates = marginals.shape
        number, squares, own = np.zeros(replicates), np.zeros(replicates), np.zeros(replicates)
        together = np.zeros((size, replicates))
        step = max(1, AT_ONCE // max(1, size))
        for block in (slice(first, first + step) for first in range(0, people, step)):
            used = marginals[block].sum(axis=1)
            present = (used > 0) * (1.0 if rows.drawings is None else rows.drawings[block, None].astype(np.float64))
            scaled = marginals[block] / np.where(used > 0, used, 1.0)[:, None, :] * present[:, None, :]
            number, squares, together = (
                number + present.sum(axis=0),
                squares + (present**2).sum(axis=0),
                together + scaled.sum(axis=0),
            )
            beside = _of_others_between(scaled) if distances is None else distances @ scaled
            own += (scaled * beside).sum(axis=(0, 1))
        beside = _of_others_between(together[None])[0] if distances is None else distances @ together
        return divided((together * beside).sum(axis=0) - own, number**2 - squares)

    return expected


def _of_others_between(shares: Floats) -> Floats:
    """The same as `of_others`, of shares (annotators, categories, replicates): many times faster than over the last
    axis where there are few categories."""
    made = np.zeros(shares.shape)
    for place in range(1, shares.shape[1]):
        np.add(made[:, place - 1], shares[:, place - 1], out=made[:, place])
    after = np.zeros((shares.shape[0], shares.shape[2]))
    for place in range(shares.shape[1] - 2, -1, -1):
        after += shares[:, place + 1]
        made[:, place] += after
    return made


# ---- crowds: only the categories that annotators used


class _Crowd:
    """The same; what is held of a replicate does not grow with the number of annotators.

    Several measures need the same of the same replicates, one after the other: those of the last call are kept.
    """

    def __init__(self, rows: RatingRows, distances: Floats | None = None) -> None:
        self.categories, self.distances = len(rows.categories), distances
        self.groups = list(_groups(rows, distances is None))
        self.last: tuple[Floats, Floats] | None = None

    def __call__(self, weights: Floats) -> Floats:
        if self.last is None or not np.array_equal(self.last[0].T, weights):
            by_row = np.array(weights.T, order="C")  # a copy: the weights may be changed
            self.last = by_row, self._expected(by_row)
        return self.last[1]

    def _expected(self, by_row: Floats) -> Floats:
        sums = _Sums(self.categories, by_row.shape[1])
        for group in self.groups:
            group.add_to(sums, by_row, self.distances)
        together = sums.together
        beside = of_others(together.T).T if self.distances is None else self.distances @ together
        return divided((together * beside).sum(axis=0) - sums.own, sums.number**2 - sums.squares)


class _Sums:
    """Over annotators, (replicates,) each: how many there are, their squares, and their own disagreement; and
    (categories, replicates) their shares."""

    def __init__(self, categories: int, replicates: int) -> None:
        self.number, self.squares, self.own = (np.zeros(replicates) for _ in range(3))
        self.together = np.zeros((categories, replicates))


@dataclass(frozen=True, eq=False)
class _Group:
    """Some annotators of a crowd; a cell is a category that one of them used."""

    counts: csr_array
    """(cells, rows): how often it was used in each."""
    whose: csr_array
    """(annotators, cells)"""
    of_category: csr_array
    """(categories, cells)"""
    owner: Ints
    """(cells,) the annotator's place in the group, and the category."""
    codes: Ints
    drawings: Floats
    """(annotators, 1)"""

    def add_to(self, sums: _Sums, by_row: Floats, distances: Floats | None) -> None:
        counts = self.counts @ by_row
        used = self.whose @ counts
        present = (used > 0) * self.drawings
        per_label = (present / np.where(used > 0, used, 1.0))[self.owner]
        shares = counts * per_label
        sums.number += present.sum(axis=0)
        sums.squares += (present**2).sum(axis=0)
        sums.together += self.of_category @ shares
        if distances is None:  # whole numbers are subtracted: nothing cancels where one category has nearly everything
            sums.own += np.einsum("cr,cr->r", shares, (used[self.owner] - counts) * per_label)
            return
        size = len(distances)
        table = np.zeros((len(used) * size, used.shape[1]))
        table[self.owner * size + self.codes] = shares
        beside = distances @ table.reshape(len(used), size, -1)
        sums.own += (table.reshape(beside.shape) * beside).sum(axis=(0, 1))


def _groups(rows: RatingRows, nominal: bool) -> Iterator[_Group]:
    """Annotators in groups whose cells stay in the cache, or all categories of each where distances need them."""
    from scipy.sparse import csr_array  # takes a while to import

    size, people = len(rows.categories), len(rows.annotators)
    key = rows.who.astype(np.int64) * size + rows.codes
    order = np.argsort(key, kind="stable")
    row = np.repeat(np.arange(len(rows), dtype=np.int32), rows.sizes)[order]
    cells, first = np.unique(key[order], return_index=True)
    first = np.append(first, len(key))
    owner, codes = np.divmod(cells, size)
    before = np.append(0, np.cumsum(np.bincount(owner, minlength=people)))
    drawings = np.ones(people) if rows.drawings is None else rows.drawings.astype(np.float64)
    start = 0
    while start < people:
        end = int(np.searchsorted(before, before[start] + CELLS_AT_ONCE, side="right")) - 1
        end = min(max(end, start + 1), people if nominal else start + max(1, CELLS_AT_ONCE // size))
        inside = slice(int(before[start]), int(before[end]))
        number, bounds = inside.stop - inside.start, first[inside.start : inside.stop + 1]
        ones = np.ones(number)
        here = np.arange(number)
        yield _Group(
            counts=csr_array(
                (np.ones(bounds[-1] - bounds[0]), row[bounds[0] : bounds[-1]], bounds - bounds[0]),
                shape=(number, len(rows)),
            ),
            whose=csr_array((ones, here, before[start : end + 1] - before[start]), shape=(end - start, number)),
            of_category=csr_array((ones, (codes[inside], here)), shape=(size, number)),
            owner=owner[inside] - start,
            codes=codes[inside],
            drawings=drawings[start:end, None],
        )
        start = end

"""Ratings in the two forms that expectation-maximisation adds up quickly: a packed panel and a sparse crowd."""

from __future__ import annotations

from functools import cached_property, reduce
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Labels
from accord.results.arrays import Floats, Ints

if TYPE_CHECKING:
    from scipy.sparse import csr_array

LARGEST_GROUP = 8192  # the most things that annotators whose labels are packed together may say


def tallied(where: NDArray[np.integer], values: Floats, size: int) -> Floats:
    """(size,) the sum of the values at each place."""
    return np.asarray(np.bincount(where, values, minlength=size), dtype=np.float64)


class Ratings:
    """All ratings of the rows that hold one, repeated ratings among them.

    A panel rates (nearly) every item: the labels of neighbouring annotators are the digits of one number, so that
    what a whole group said is looked up at once. In a crowd everybody rates few items: a sparse matrix.
    """

    def __init__(self, labels: Labels) -> None:
        data = labels.filled()
        self.rows = np.flatnonzero(labels.sizes)
        """(items,) the row of the labels that each item here stands for."""
        self.annotators = labels.n_annotators
        self.categories = len(labels.categories)
        self.who = data.who if data.who is not None else np.zeros(len(data.codes), dtype=np.int32)
        self.codes = data.codes
        self.starts = data.starts
        self.weights = data.weights.astype(np.float64)
        self.repeated = data.repeats is not None

    @property
    def items(self) -> int:
        return len(self.weights)

    @cached_property
    def item(self) -> Ints:
        """(ratings,) the item of each rating."""
        return np.repeat(np.arange(self.items), np.diff(self.starts))

    @cached_property
    def given(self) -> Floats:
        """(annotators, categories) how often each annotator gave each label."""
        cell = self.who * np.int64(self.categories) + self.codes
        times = tallied(cell, self.weights[self.item], self.annotators * self.categories)
        return times.reshape(self.annotators, self.categories)

    @cached_property
    def votes(self) -> Floats:
        """(categories, items) how many labels of each item are of each category."""
        each = np.broadcast_to(np.eye(self.categories), (self.annotators, self.categories, self.categories))
        return self.sums(each, np.zeros(self.categories))

    def weighed(self, shares: Floats) -> Floats:
        """(…, items) each item as often as it stands there."""
        return shares * self.weights if self._some_alike else shares

    def total(self, values: Floats) -> float:
        """The sum of (items,) values, each as often as its item stands there."""
        return float(self.weighed(values).sum())

    @cached_property
    def _some_alike(self) -> bool:
        return bool((self.weights != 1).any())

    def sums(self, parts: Floats, base: Floats) -> Floats:
        """(k, items) `base` (k,) and the sum over an item's ratings of `parts` (annotators, categories, k)."""
        if not self._is_panel:
            scores = self._matrix @ parts.reshape(-1, parts.shape[2])
            scores += base
            return np.ascontiguousarray(scores.T)
        # one line of zeros for a label that is missing
        padded = np.concatenate([np.zeros((self.annotators, 1, parts.shape[2])), parts], axis=1)
        whole = np.empty((parts.shape[2], self.items))
        whole[:] = base[:, None]
        for group, numbers in zip(self._groups, self._packed, strict=True):
            table = reduce(
                lambda sums, part: (sums[:, None] + part[None]).reshape(-1, sums.shape[1]), padded[group]
            ).T.copy()
            for line, row in zip(whole, table, strict=True):
                line += row.take(numbers)
        return whole

    def totals(self, shares: Floats) -> Floats:
        """(annotators, categories, k) the sum of `shares` (k, items) over the items that an annotator gave a label."""
        size, base = len(shares), self.categories + 1
        if not self._is_panel:
            return np.asarray(self._transposed @ shares.T).reshape(self.annotators, self.categories, size)
        sums = np.empty((self.annotators, self.categories, size))
        for group, numbers in zip(self._groups, self._packed, strict=True):
            people = range(self.annotators)[group]
            tallies = np.stack([tallied(numbers, share, base ** len(people)) for share in shares])
            digits = tallies.reshape(size, *[base] * len(people))
            for place, who in enumerate(people):
                others = tuple(axis for axis in range(1, len(people) + 1) if axis != place + 1)
                sums[who] = digits.sum(axis=others)[:, 1:].T
        return sums

    # ---- the panel

    @cached_property
    def _is_panel(self) -> bool:
        """Whether looking up what each group said (in tables made for that) is less work than adding up ratings."""
        tables = sum((self.categories + 1) ** len(range(self.annotators)[group]) for group in self._groups)
        return not self.repeated and len(self._groups) * self.items + tables <= len(self.codes)

    @cached_property
    def _groups(self) -> list[slice]:
        """Neighbouring annotators whose labels are packed in one number."""
        together = max(1, int(np.log(LARGEST_GROUP) / np.log(self.categories + 1)))
        return [slice(first, first + together) for first in range(0, self.annotators, together)]

    @cached_property
    def _packed(self) -> list[NDArray[np.intp]]:
        """For each group (items,) what it said: code + 1 of each annotator, or 0, as the digits of a number."""
        base, size = self.categories + 1, np.array([len(range(self.annotators)[group]) for group in self._groups])
        group, place = np.divmod(self.who, self._groups[0].stop)
        digit = (self.codes + 1) * base ** (size[group] - 1 - place)
        numbers = tallied(group * np.int64(self.items) + self.item, digit, len(size) * self.items)
        return list(numbers.astype(np.intp).reshape(len(size), self.items))

    # ---- the crowd

    @cached_property
    def _matrix(self) -> csr_array:
        from scipy.sparse import csr_array

        columns = self.who * np.int64(self.categories) + self.codes
        shape = (self.items, self.annotators * self.categories)
        return csr_array((np.ones(len(columns)), columns, self.starts), shape=shape)

    @cached_property
    def _transposed(self) -> csr_array:
        return self._matrix.T.tocsr()

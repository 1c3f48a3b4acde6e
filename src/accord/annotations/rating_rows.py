"""Who said what: the statistic of measures that compare annotators."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from accord.annotations import digest
from accord.annotations.canonical import Cells, hashes_of, ordered
from accord.annotations.categories import Categories
from accord.annotations.item_counts import ItemCounts
from accord.annotations.labels import Labels
from accord.annotations.sparse import distinct, numbered_places, ranges, summed
from accord.results.arrays import Floats, Ints

Made = TypeVar("Made")


@dataclass(frozen=True, eq=False)
class RatingRows:
    """Who said what: distinct rows of ratings, and how many items show each.

    Annotators are those who labelled anything, sorted by name.

    For two annotators this is the contingency table; rows are ordered by a hash of their content.
    """

    categories: Categories
    annotators: tuple[str, ...]
    starts: Ints
    who: NDArray[np.int32]
    codes: NDArray[np.int32]
    multiplicity: Ints
    drawings: Ints | None = None
    """(annotators,) how often each annotator was drawn, in a bootstrap over annotators."""

    @classmethod
    def of(cls, labels: Labels) -> RatingRows:
        if labels.annotators is None or labels.who is None:
            raise ValueError("anonymous counts have no rating rows")
        data = labels.first_ratings().filled()
        who = data.who if data.who is not None else np.array([], dtype=np.int32)
        active = np.bincount(who, minlength=len(labels.annotators)) > 0
        names = tuple(sorted(name for name, labelled in zip(labels.annotators, active, strict=True) if labelled))
        place = {name: position for position, name in enumerate(names)}
        lookup = np.array([place.get(name, -1) for name in labels.annotators], dtype=np.int32)
        return cls._distinct(
            data.categories, names, data.starts, lookup[who] if len(lookup) else who, data.codes, data.weights
        )

    @classmethod
    def _distinct(
        cls,
        categories: Categories,
        annotators: tuple[str, ...],
        starts: Ints,
        who: NDArray[np.int32],
        codes: NDArray[np.int32],
        weights: Ints,
    ) -> RatingRows:
        if len(starts) == 1:
            return cls(categories, annotators, starts, who, codes, weights)
        lanes = digest.row_hashes(starts, who, codes, None, annotators, categories.texts)
        chosen, multiplicity = digest.distinct_rows(lanes, weights)
        kept = ranges(starts, chosen)
        sizes = np.diff(starts)[chosen]
        place = np.repeat(np.arange(len(chosen)) * len(annotators), sizes) + who[kept]
        kept = kept[np.argsort(place, kind="stable")]
        pattern_starts = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        return cls(categories, annotators, pattern_starts, who[kept], codes[kept], multiplicity)

    def __add__(self, other: RatingRows) -> RatingRows:
        union = self.categories.union(other.categories)
        names = tuple(sorted({*self.annotators, *other.annotators}))
        place = {name: position for position, name in enumerate(names)}
        whos, codes = [], []
        for part in (self, other):
            lookup = np.array([place[name] for name in part.annotators], dtype=np.int32)
            recode = part.categories.positions_in(union)
            whos.append(lookup[part.who] if len(part.who) else part.who)
            codes.append(recode[part.codes] if len(part.codes) else part.codes)
        sizes = np.concatenate([np.diff(self.starts), np.diff(other.starts)])
        starts = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        weights = np.concatenate([self.multiplicity, other.multiplicity])
        return RatingRows._distinct(union, names, starts, np.concatenate(whos), np.concatenate(codes), weights)

    def __len__(self) -> int:
        return len(self.multiplicity)

    @property
    def sizes(self) -> Ints:
        return np.diff(self.starts)

    def canonical(self, apart: Sequence[str] = ()) -> RatingRows:
        """The same rows with annotators, and rows, in an order that does not depend on names; `apart` names annotators
        who are not like the others, such as a reference."""
        return self.arranged(apart)[0]

    def arranged(self, apart: Sequence[str] = ()) -> tuple[RatingRows, Ints]:
        """The same rows in canonical order, and which row of these stands where."""
        row = np.repeat(np.arange(len(self)), self.sizes)
        cells = Cells(row, self.who, hashes_of(self.codes), hashes_of(self.multiplicity), len(self.annotators))
        marked = [self.annotators.index(name) for name in apart if name in self.annotators]
        rows, people = ordered(cells, apart=marked)
        sizes = self.sizes[rows]
        kept = ranges(self.starts, rows)
        who = numbered_places(people, len(people))[self.who[kept]] if len(people) else self.who
        inside = np.argsort(np.repeat(np.arange(len(rows)) * len(people), sizes) + who, kind="stable")
        arranged = replace(
            self,
            annotators=tuple(self.annotators[person] for person in people.tolist()),
            starts=np.concatenate(([0], np.cumsum(sizes))).astype(np.int64),
            who=who[inside],
            codes=self.codes[kept][inside],
            multiplicity=self.multiplicity[rows],
        )
        return arranged, rows.astype(np.int64)

    def drawn(self, drawings: Ints) -> RatingRows:
        """The same rows with each annotator `drawings` times (0: left out); a pair of copies is no pair."""
        present = drawings[self.who] > 0
        sizes = np.add.reduceat(present.astype(np.int64), self.starts[:-1]) if len(self) else self.sizes
        starts = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        kept = replace(self, starts=starts, who=self.who[present], codes=self.codes[present], drawings=drawings)
        filled_rows = sizes > 0
        return replace(kept, starts=starts[np.append(filled_rows, True)], multiplicity=self.multiplicity[filled_rows])

    def shared_by(self, first: int, second: int) -> tuple[RatingRows, NDArray[np.intp]]:
        """The rows that two annotators both labelled, with their labels only, and which rows those are."""
        mine = (self.who == first) | (self.who == second)
        owner = np.repeat(np.arange(len(self)), self.sizes)[mine]
        both = np.bincount(owner, minlength=len(self)) == 2
        cells = np.flatnonzero(mine)[both[owner]]
        starts = np.arange(0, len(cells) + 1, 2, dtype=np.int64)
        who = (self.who[cells] == second).astype(np.int32)
        names = (self.annotators[first], self.annotators[second])
        chosen = np.flatnonzero(both)
        rows = replace(
            self,
            annotators=names,
            starts=starts,
            who=who,
            codes=self.codes[cells],
            multiplicity=self.multiplicity[chosen],
            drawings=None,
        )
        return rows, chosen

    def shared(self, make: Callable[[RatingRows], Made]) -> Made:
        """What is made of these rows, once, however many measures ask for it."""
        if make not in self._made:
            self._made[make] = make(self)
        made: Made = self._made[make]
        return made

    @cached_property
    def _made(self) -> dict[Callable[[RatingRows], Any], Any]:
        return {}

    @cached_property
    def times(self) -> Ints:
        """(ratings,) how often each rating counts: 1, unless annotators were drawn."""
        return np.ones(len(self.who), dtype=np.int64) if self.drawings is None else self.drawings[self.who]

    @cached_property
    def tallies(self) -> ItemCounts:
        """The counts of each row, row by row in the order of these rows (not made distinct)."""
        size = max(len(self.categories), 1)
        row = np.repeat(np.arange(len(self)), self.sizes)
        cells, inverse = distinct(row * np.int64(size) + self.codes, len(self) * size)
        owner, codes = np.divmod(cells, size)
        starts = np.concatenate(([0], np.cumsum(np.bincount(owner, minlength=len(self))))).astype(np.int64)
        counts = np.bincount(inverse, weights=self.times, minlength=len(cells)).astype(np.int64)
        own = None
        if self.drawings is not None:
            own = np.bincount(inverse, weights=self.times**2, minlength=len(cells)).astype(np.int64)
        return ItemCounts(self.categories, starts, codes.astype(np.int32), counts, self.multiplicity, own)

    def marginals(self, weights: Floats) -> Floats:
        """(replicates, annotators, categories) how often each annotator used each category."""
        cell = self.who * np.int64(len(self.categories)) + self.codes
        width = len(self.annotators) * len(self.categories)
        flat = summed(weights, np.ones(len(cell)), self.starts, cell, width)
        return flat.reshape(len(weights), len(self.annotators), len(self.categories))

    def label_of(self, annotator: str) -> NDArray[np.int32]:
        """(rows,) the code that an annotator gave, −1 where not asked."""
        codes = np.full(len(self), -1, dtype=np.int32)
        if annotator in self.annotators:
            mine = self.who == self.annotators.index(annotator)
            codes[np.repeat(np.arange(len(self)), self.sizes)[mine]] = self.codes[mine]
        return codes

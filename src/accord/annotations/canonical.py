"""The order in which annotations are computed on: by what documents and annotators hold, whatever they are called.

Random numbers go to documents and annotators in some order, and sums in floating point depend on theirs. An order that
comes from the content alone makes every result independent of the order of rows, documents and annotators, and of
their names.

Documents and annotators get colours: an annotator's is a hash of what they said in documents of which colours, a
document's a hash of what annotators of which colours said in it, again and again until no colour splits further
(Weisfeiler & Leman 1968). Annotators who then still have the same colour are told apart by marking one of them, the
one with the smallest outcome. Documents that are then the same hold the same, annotator by annotator.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from accord.annotations.digest import mixed
from accord.results.arrays import Hashes, Places

if TYPE_CHECKING:
    from accord.annotations.fragments import Fragments

Step = Callable[[Hashes, Hashes], tuple[Hashes, Hashes]]
"""From the colours of annotators and documents to finer ones."""
MOST_MARKED = 20_000_000  # cells that are gone through to find out which of several alike annotators comes first
_MARK = np.uint64(0xD1B54A32D192ED03)


class Groups:
    """Sums of hashes mod 2⁶⁴ over the members of each group."""

    def __init__(self, group: NDArray[np.integer], number: int) -> None:
        self.number = number
        small = group.astype(np.int16) if number < 1 << 15 else group  # sorted by radix
        self._order = None if (small[1:] >= small[:-1]).all() else np.argsort(small, kind="stable")
        inside = small if self._order is None else small[self._order]
        self._starts = np.flatnonzero(np.concatenate(([True], inside[1:] != inside[:-1])))[: len(inside)]
        self._filled = inside[self._starts]

    def sums(self, values: Hashes) -> Hashes:
        """(groups,) the sum of the values of each; 0 for a group without members."""
        totals = np.zeros(self.number, dtype=np.uint64)
        if len(values):
            totals[self._filled] = np.add.reduceat(values if self._order is None else values[self._order], self._starts)
        return totals


@dataclass(frozen=True, eq=False)
class Cells:
    """Who said what: one cell for each annotator who was asked about a document."""

    document: NDArray[np.integer]
    """(cells,), as are the next two."""
    who: NDArray[np.integer]
    content: Hashes
    facts: Hashes
    """(documents,) what is known of a document beside its annotations."""
    annotators: int

    @cached_property
    def by_document(self) -> Groups:
        return Groups(self.document, len(self.facts))

    @cached_property
    def by_annotator(self) -> Groups:
        return Groups(self.who, self.annotators)

    def step(self, annotators: Hashes, documents: Hashes) -> tuple[Hashes, Hashes]:
        documents = mixed(self.facts + self.by_document.sums(mixed(self.content ^ mixed(annotators)[self.who])))
        sums = self.by_annotator.sums(mixed(self.content + mixed(documents)[self.document]))
        return mixed(annotators + sums), documents


def hashes_of(*columns: NDArray[np.generic]) -> Hashes:
    """(rows,) one hash of the numbers of each row."""
    hashes = np.zeros(len(columns[0]), dtype=np.uint64)
    for column in columns:
        exact = column.astype(np.float64) + 0.0 if column.dtype.kind == "f" else column.astype(np.int64)
        hashes = mixed(hashes ^ exact.view(np.uint64))
    return hashes


def shape_hashes(fragments: Fragments | None) -> tuple[Hashes, ...]:
    """(units,) a hash of the fragments of each, 0 for a unit of one piece; no column where there are none."""
    if fragments is None:
        return ()
    sums = Groups(fragments.unit, len(fragments)).sums(hashes_of(fragments.starts, fragments.ends))
    return (np.where(fragments.several, sums, np.uint64(0)).view(np.int64),)


def ordered(cells: Cells, step: Step | None = None, apart: Sequence[int] = ()) -> tuple[Places, Places]:
    """The places of documents, and of annotators, in canonical order.

    `step` makes colours finer where cells do not tell everything; `apart` are annotators who are not like the others,
    such as a reference.
    """
    finer = cells.step if step is None else step
    annotators, documents = np.zeros(cells.annotators, dtype=np.uint64), np.zeros(len(cells.facts), dtype=np.uint64)
    for place in apart:
        annotators[place] += _MARK
    annotators, documents = _settled(finer, annotators, documents)
    if _classes(annotators) < len(annotators):
        annotators, documents = _told_apart(cells, finer, annotators, documents)
    return np.argsort(finer(annotators, documents)[1], kind="stable"), np.argsort(annotators, kind="stable")


def _classes(colours: Hashes) -> int:
    inside = np.sort(colours)  # many times faster than a table of hashes where there are a million
    return int(np.count_nonzero(inside[1:] != inside[:-1])) + min(len(inside), 1)


def _settled(step: Step, annotators: Hashes, documents: Hashes) -> tuple[Hashes, Hashes]:
    """Finer colours until no annotator is told apart that was not before."""
    number = _classes(annotators)
    while True:
        annotators, documents = step(annotators, documents)
        before, number = number, _classes(annotators)
        if number in (before, len(annotators)):
            return annotators, documents


def _told_apart(cells: Cells, step: Step, annotators: Hashes, documents: Hashes) -> tuple[Hashes, Hashes]:
    """A colour of their own for all annotators.

    In a crowd there are thousands of groups of alike annotators, such as those of items whose annotators labelled
    nothing else: when as much as is allowed has been tried, those who are still alike are in the order they are given.
    """
    annotators = annotators + _same_before(cells, annotators) * _MARK
    left = max(MOST_MARKED // max(len(cells.who), 1), 1)
    while True:
        annotators, documents = _settled(step, annotators, documents)
        colours, number = np.unique(annotators, return_counts=True)
        if (number == 1).all():
            return annotators, documents
        if left <= 0:
            annotators = annotators + _equal_before(annotators) * _MARK
            continue
        alike = np.flatnonzero(annotators == colours[number > 1][np.argmin(number[number > 1])])
        tried = [_settled(step, _marked(annotators, annotator), documents) for annotator in alike[:left].tolist()]
        left -= len(tried)
        annotators, documents = min(tried, key=lambda trial: np.sort(trial[0]).tolist())


def _marked(annotators: Hashes, place: int) -> Hashes:
    marked = annotators.copy()
    marked[place : place + 1] += _MARK
    return marked


def _same_before(cells: Cells, annotators: Hashes) -> Hashes:
    """(annotators,) how many before each said the same of the same documents: any order of them is the same."""
    here = hashes_of(np.arange(len(cells.facts)))[cells.document]
    own = mixed(annotators + cells.by_annotator.sums(mixed(cells.content ^ here)))
    return _equal_before(own)


def _equal_before(values: Hashes) -> Hashes:
    """How many before each have the same value."""
    order = np.argsort(values, kind="stable")
    inside = values[order]
    before = np.empty(len(values), dtype=np.uint64)
    before[order] = (np.arange(len(values)) - np.searchsorted(inside, inside)).astype(np.uint64)
    return before

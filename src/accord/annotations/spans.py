"""Spans: the units that annotators found on a continuum and put in categories, document by document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from accord.annotations.annotated import Annotated, chosen_people, picked
from accord.annotations.canonical import Groups, hashes_of, shape_hashes
from accord.annotations.categories import Categories
from accord.annotations.digest import unordered_digest
from accord.annotations.given_lists import place_of, places_of
from accord.annotations.sparse import numbered_places, pieces
from accord.results.reading import guesses_shown
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.annotations.fragments import Bounds, Fragments

UNCATEGORISED = -1
BETWEEN = " … "
"""Between the texts of the fragments of a unit."""


@dataclass(frozen=True, eq=False)
class Continuum:
    """The units of one document, sorted by annotator, then start, end and category; all arrays are (units,).

    `who` counts the annotators who were asked, from 0; one of them may have annotated nothing. `codes` are positions
    in the categories of the whole corpus, −1 for a unit without one.
    """

    annotators: tuple[str, ...]
    categories: Categories
    who: NDArray[np.int32]
    starts: NDArray[np.float64]
    ends: NDArray[np.float64]
    codes: NDArray[np.int32]
    begin: float
    """Where the document begins: 0, or the start of the first unit where the length of the document is not known."""
    end: float
    """Where it ends: its length, or the end of the last unit."""
    document: str = ""
    first: int = 0
    """The place of the first unit among all units of the corpus."""
    whole: bool = False
    """Whether positions count things (characters, tokens): all of them are whole numbers."""
    fragments: Fragments | None = None
    """(units,) the fragments of each, where some are discontinuous."""

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def n_annotators(self) -> int:
        return len(self.annotators)

    @property
    def length(self) -> float:
        return self.end - self.begin

    @property
    def sizes(self) -> NDArray[np.float64]:
        """(units,) how much each covers: its length, without its gaps where it is discontinuous."""
        return self.ends - self.starts if self.fragments is None else self.fragments.lengths

    @cached_property
    def cards(self) -> NDArray[np.int64]:
        """(annotators,) how many units each has."""
        return np.bincount(self.who, minlength=self.n_annotators).astype(np.int64)

    def by_content(self) -> tuple[Continuum, NDArray[np.intp] | None]:
        """The same document with annotators in an order that comes from their units, and where each unit was (None
        where nothing moves). Neither names nor the order in which annotators came matter; those with the same units are
        interchangeable."""
        units = hashes_of(self.starts, self.ends, self.codes, *shape_hashes(self.fragments))
        order = np.argsort(Groups(self.who, self.n_annotators).sums(units), kind="stable")
        who = numbered_places(order, len(order))[self.who]
        annotators = picked(self, order, "annotators")
        if (who[1:] >= who[:-1]).all():
            return replace(self, **annotators, who=who), None
        places = np.argsort(who, kind="stable")
        moved = picked(self, places, "starts", "ends", "codes", "fragments")
        return replace(self, **annotators, **moved, who=who[places]), places

    def without(self, annotator: int) -> Continuum:
        """The same document as if one annotator had not been asked."""
        kept = self.taking(np.flatnonzero(self.who != annotator))
        names = tuple(name for place, name in enumerate(self.annotators) if place != annotator)
        return replace(kept, annotators=names, who=(kept.who - (kept.who > annotator)).astype(np.int32))

    def taking(self, units: NDArray[np.integer]) -> Continuum:
        """Only these units, in this order."""
        return replace(self, **picked(self, units, "who", "starts", "ends", "codes", "fragments"))


@dataclass(frozen=True, eq=False)
class Spans(Annotated):
    """Documents × annotators × units (start, end, category or none). Overlapping and identical units are all kept.

    Units are sorted by document, annotator, start, end and category. A discontinuous unit starts with its first
    fragment and ends with its last; `fragments` has all of them. `assigned` says who was asked what: an annotator
    who is assigned to a document and has no unit there annotated nothing.

    Examples
    --------
    >>> import accord
    >>> accord.spans([("ann", 0, 10, "person"), ("bob", 1, 10, "person"), ("bob", 20, 30, "place")])
    Spans(1 document, 2 annotators, 3 units, 2 categories)
    """

    kind: ClassVar[str] = "spans"

    documents: tuple[str, ...]
    annotators: tuple[str, ...]
    categories: Categories
    assigned: NDArray[np.bool_]
    """(documents, annotators)"""
    lengths: NDArray[np.float64]
    """(documents,); nan where the length is not known."""
    document: NDArray[np.int32]
    """(units,), as are the next four."""
    who: NDArray[np.int32]
    starts: NDArray[np.float64]
    ends: NDArray[np.float64]
    codes: NDArray[np.int32]
    names: Sequence[str] | None = None
    """(units,) what the annotation tool calls each unit, if it does."""
    texts: Sequence[str] | None = None
    """(documents,) their texts, if known; positions then count its code points."""
    fragments: Fragments | None = None
    """(units,) the fragments of each, where some are discontinuous; None where all are of one piece."""

    def __len__(self) -> int:
        """The number of units."""
        return len(self.starts)

    @property
    def n_documents(self) -> int:
        return len(self.documents)

    @property
    def n_annotators(self) -> int:
        return len(self.annotators)

    @cached_property
    def whole(self) -> bool:
        """Whether all positions are whole numbers."""
        parts = self if self.fragments is None else self.fragments
        return bool((parts.starts == np.floor(parts.starts)).all() and (parts.ends == np.floor(parts.ends)).all())

    @property
    def sizes(self) -> NDArray[np.float64]:
        """(units,) how much each covers: its length, without its gaps where it is discontinuous."""
        return self.ends - self.starts if self.fragments is None else self.fragments.lengths

    @property
    def n_discontinuous(self) -> int:
        """The number of units of several fragments."""
        return 0 if self.fragments is None else int(self.fragments.several.sum())

    @cached_property
    def bounds(self) -> NDArray[np.int64]:
        """(documents + 1,) where the units of each document begin."""
        return np.searchsorted(self.document, np.arange(self.n_documents + 1)).astype(np.int64)

    def extent(self, document: int) -> tuple[float, float]:
        """Where a document begins and ends: at 0 and its length, else with its first and last unit."""
        declared = float(self.lengths[document])
        if not np.isnan(declared):
            return 0.0, declared
        first, last = self.bounds[document], self.bounds[document + 1]
        if first == last:
            return 0.0, 0.0
        return float(self.starts[first:last].min()), float(self.ends[first:last].max())

    def continuum(self, document: int) -> Continuum:
        """One document, with the annotators who were asked."""
        first, last = int(self.bounds[document]), int(self.bounds[document + 1])
        annotators, who = self.annotators, self.who[first:last]
        if not self.assigned[document].all():
            asked = np.flatnonzero(self.assigned[document])
            annotators = tuple(annotators[place] for place in asked)
            who = numbered_places(asked, self.n_annotators)[who]
        begin, end = self.extent(document)
        return Continuum(
            annotators=annotators,
            categories=self.categories,
            who=who,
            starts=self.starts[first:last],
            ends=self.ends[first:last],
            codes=self.codes[first:last],
            begin=begin,
            end=end,
            document=self.documents[document],
            first=first,
            whole=self.whole,
            fragments=None if self.fragments is None else self.fragments.of_units(slice(first, last)),
        )

    def continua(self) -> Iterator[Continuum]:
        for document in range(self.n_documents):
            yield self.continuum(document)

    # ---- parts

    def of_document(self, document: int | str) -> Spans:
        """Only one document, by its place or name."""
        return self.of_documents([place_of(document, self.documents)])

    def of_documents(self, chosen: Sequence[int | str]) -> Spans:
        """Only these documents, by their names or places, in this order; one that is chosen twice is two documents.

        Examples
        --------
        >>> import accord
        >>> data = accord.spans({"one": [("Ann", 0, 4, "x"), ("Bob", 0, 5, "x")], "two": [("Ann", 2, 3, "y")]})
        >>> len(data), len(data.of_documents(["two"]))
        (3, 1)
        """
        places = places_of(chosen, self.documents, "document")
        units, document = pieces(self.bounds, places)
        return replace(
            self._taking(units),
            **picked(self, places, "documents", "assigned", "lengths", "texts"),
            document=document.astype(np.int32),
        )

    def keeping(self, units: NDArray[np.bool_]) -> Spans:
        """Only the units where `units` holds; who was asked does not change."""
        return self._taking(np.flatnonzero(units))

    def _taking(self, units: NDArray[np.integer]) -> Spans:
        """Only these units, in this order."""
        columns = ("document", "who", "starts", "ends", "codes", "names", "fragments")
        return replace(self, **picked(self, units, *columns))

    def of_annotators(self, chosen: Sequence[str]) -> Spans:
        """Only these annotators, in this order; documents that none of them was asked about stay, unassigned."""
        place, people = chosen_people(self, chosen)
        kept = np.flatnonzero(place[self.who] >= 0)
        part = self._taking(kept[np.lexsort((kept, place[self.who[kept]], self.document[kept]))])
        return replace(part, **people, who=place[part.who])

    def of_category(self, category: str) -> Spans:
        """Only the units of one category."""
        return self.keeping(self.codes == self.categories.known_code(category))

    # ---- what is said about the whole

    def category(self, unit: int) -> str | None:
        """The category of a unit, None where it has none."""
        code = int(self.codes[unit])
        return None if code == UNCATEGORISED else self.categories.texts[code]

    def text_of(self, unit: int) -> str | None:
        """The stretch of text a unit covers, where texts are known; " … " between those of a discontinuous one."""
        if self.texts is None or not self.whole:
            return None
        text = self.texts[int(self.document[unit])]
        if self.fragments is None:
            return text[int(self.starts[unit]) : int(self.ends[unit])]
        return BETWEEN.join(text[int(start) : int(end)] for start, end in self.pieces(unit))

    def bounds_of(self, unit: int) -> str:
        """Where a unit lies, as it is shown: 3–20, or 3–6;18–20 where it is discontinuous."""
        return ";".join(f"{start:g}–{end:g}" for start, end in self.pieces(unit))

    def pieces(self, unit: int) -> tuple[Bounds, ...]:
        """The bounds of the fragments of a unit: its own, where it is of one piece.

        Examples
        --------
        >>> import accord
        >>> accord.spans([("Ann", [(3, 6), (18, 20)], "x"), ("Bob", 3, 20, "x")]).pieces(0)
        ((3.0, 6.0), (18.0, 20.0))
        """
        if self.fragments is None:
            return ((float(self.starts[unit]), float(self.ends[unit])),)
        return self.fragments.of(unit)

    @cached_property
    def sha256(self) -> str:
        """The data digest: of who was asked what and answered what, whatever the order of documents and rows.

        Document names and texts are not part of it; declared lengths are.
        """
        texts = [*self.categories.texts, ""]

        def content(continuum: Continuum, declared: float) -> tuple[object, ...]:
            units = zip(
                [continuum.annotators[place] for place in continuum.who],
                continuum.starts.tolist(),
                continuum.ends.tolist(),
                [texts[code] for code in continuum.codes],
                *([] if continuum.fragments is None else [[cell or () for cell in continuum.fragments.cells()]]),
                strict=True,
            )
            return sorted(continuum.annotators), None if np.isnan(declared) else declared, sorted(units)

        return unordered_digest(map(content, self.continua(), self.lengths.tolist()))

    def __repr__(self) -> str:
        return (
            f"Spans({many(self.n_documents, 'document')}, {many(self.n_annotators, 'annotator')}, "
            f"{many(len(self), 'unit')}, {many(len(self.categories), 'category', 'categories')})"
            f"{guesses_shown(self.read_as)}"
        )

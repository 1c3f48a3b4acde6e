"""Relations: the graphs that annotators draw over units, document by document."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar

import numpy as np
from numpy.typing import NDArray

from accord.annotations.annotated import Annotated, chosen_people, picked
from accord.annotations.categories import Categories
from accord.annotations.digest import unordered_digest
from accord.annotations.directed_cycles import on_cycles
from accord.annotations.given_lists import place_of, places_of
from accord.annotations.spans import Spans
from accord.annotations.sparse import pieces
from accord.annotations.tidy_columns import unit_columns
from accord.annotations.tidy_frames import pandas_frame, polars_frame
from accord.results.reading import guesses_shown
from accord.results.wording import many

if TYPE_CHECKING:
    import pandas
    import polars

UNLABELLED = -1
EVERYBODY = -1
CONSTRAINTS = ("any", "dag", "forest", "tree", "argument")
Link = tuple[str, str, str | None]


@dataclass(frozen=True, eq=False)
class Relations(Annotated):
    """Documents × annotators × typed directed relations (origin, target, label or none) between units.

    Units are given (the same for everybody) or each annotator's own (`owners`); own units may have places in the text
    (`spans`, whose units are then the units here, one by one). `assigned` says who was asked what: an annotator who is
    assigned to a document and has no relation there annotated nothing. Units are sorted by document, relations by
    document, annotator, origin and target.

    Examples
    --------
    >>> import accord
    >>> accord.relations({"ann": [(2, 1), (3, 1)], "bob": [(2, 1), (3, 2)]}, units=[1, 2, 3])
    Relations(1 document, 2 annotators, 3 units, 4 relations, 0 types)
    """

    kind: ClassVar[str] = "relations"
    documents: tuple[str, ...]
    annotators: tuple[str, ...]
    labels: Categories
    """The types of relations."""
    types: Categories
    """The types of units."""
    assigned: NDArray[np.bool_]
    """(documents, annotators)"""
    unit_document: NDArray[np.int32]
    """(units,), as are the next two."""
    owners: NDArray[np.int32]
    """Who found a unit; −1 for a unit that was given to everybody."""
    unit_names: Sequence[str]
    document: NDArray[np.int32]
    """(relations,), as are the next four."""
    who: NDArray[np.int32]
    origins: NDArray[np.int64]
    """Places among all units of the corpus, as are the targets."""
    targets: NDArray[np.int64]
    codes: NDArray[np.int32]
    """Positions in `labels`, −1 without one."""
    component_units: NDArray[np.int64]
    """(components,), as are the next two: which unit is in the structure of whom, sorted by annotator and unit."""
    component_who: NDArray[np.int32]
    component_types: NDArray[np.int32]
    """Positions in `types`, −1 without one."""
    symmetric: tuple[str, ...] = ()
    """The types of relations that hold in both directions."""
    constraint: str = "any"
    spans: Spans | None = None
    unit_texts: Sequence[str] | None = None

    def __len__(self) -> int:
        """The number of relations."""
        return len(self.origins)

    @property
    def n_documents(self) -> int:
        return len(self.documents)

    @property
    def n_annotators(self) -> int:
        return len(self.annotators)

    @property
    def n_units(self) -> int:
        return len(self.unit_document)

    @cached_property
    def given(self) -> bool:
        """Whether the units are the same for everybody."""
        return bool((self.owners == EVERYBODY).all())

    @cached_property
    def bounds(self) -> NDArray[np.int64]:
        """(documents + 1,) where the units of each document begin."""
        return np.searchsorted(self.unit_document, np.arange(self.n_documents + 1)).astype(np.int64)

    @cached_property
    def relation_bounds(self) -> NDArray[np.int64]:
        """(documents × annotators + 1,) where the relations of each annotation begin, document by document."""
        keys = self.document.astype(np.int64) * self.n_annotators + self.who
        return np.searchsorted(keys, np.arange(self.n_documents * self.n_annotators + 1)).astype(np.int64)

    @cached_property
    def symmetric_codes(self) -> NDArray[np.bool_]:
        """(labels,) whether a type of relation holds in both directions."""
        return np.array([text in self.symmetric for text in self.labels.texts], dtype=bool)

    @property
    def undirected(self) -> bool:
        """Whether every type of relation holds in both directions, as in coreference."""
        return bool(self.symmetric) and set(self.symmetric) >= set(self.labels.texts)

    def of_annotation(self, document: int, annotator: int) -> slice:
        """Where the relations of one annotator in one document are."""
        place = document * self.n_annotators + annotator
        return slice(int(self.relation_bounds[place]), int(self.relation_bounds[place + 1]))

    def label(self, relation: int) -> str | None:
        """The type of a relation, None where it has none."""
        code = int(self.codes[relation])
        return None if code == UNLABELLED else self.labels.texts[code]

    def link(self, relation: int) -> Link:
        """A relation as (origin, target, label)."""
        origin, target = int(self.origins[relation]), int(self.targets[relation])
        return self.unit_names[origin], self.unit_names[target], self.label(relation)

    def links(self, document: int | str, annotator: int | str) -> list[Link]:
        """What an annotator drew in a document, as (origin, target, label)."""
        here = self.of_annotation(self._document(document), self._annotator(annotator))
        return [self.link(place) for place in range(here.start, here.stop)]

    def units_frame(self) -> polars.DataFrame | pandas.DataFrame:
        """The units that relations are about, in the library of `to_frame`.

        Units that were given are a table of document and unit in reading order, with their text where it is known;
        those that annotators found are a table of spans, where `id` is what relations call them.

        Examples
        --------
        >>> import accord
        >>> accord.relations({"Ann": [(1, 2)], "Bob": [(1, 3)]}, units=[1, 2, 3]).units_frame().rows()
        [('document', '1'), ('document', '2'), ('document', '3')]
        """
        columns = unit_columns(self)
        return pandas_frame(columns) if self.frame_library == "pandas" else polars_frame(columns)

    # ---- parts

    def _document(self, document: int | str) -> int:
        return place_of(document, self.documents)

    def _annotator(self, annotator: int | str) -> int:
        return place_of(annotator, self.annotators, "annotator")

    def of_document(self, document: int | str) -> Relations:
        """Only one document, by its place or name."""
        return self.of_documents([self._document(document)])

    def of_documents(self, chosen: Sequence[int | str]) -> Relations:
        """Only these documents, by their names or places, in this order; one that is chosen twice is two documents.

        Examples
        --------
        >>> import accord
        >>> data = accord.relations({"one": {"Ann": [(1, 2)]}, "two": {"Ann": [(2, 1)]}})
        >>> data.of_documents(["two"]).links("two", "Ann")
        [('2', '1', None)]
        """
        places = places_of(chosen, self.documents, "document")
        units, unit_document = pieces(self.bounds, places)
        rows, document = pieces(np.searchsorted(self.document, np.arange(self.n_documents + 1)), places)
        sizes = np.diff(self.bounds)[places]
        shift = np.cumsum(sizes) - sizes - self.bounds[places]
        inside = np.argsort(self.unit_document[self.component_units], kind="stable")
        edges = np.searchsorted(self.unit_document[self.component_units][inside], np.arange(self.n_documents + 1))
        members, member_document = pieces(edges, places)
        members = inside[members]
        moved = self.component_units[members] + shift[member_document]
        order = np.lexsort((moved, self.component_who[members]))
        return replace(
            self,
            **picked(self, places, "documents", "assigned"),
            **picked(self, units, "owners", "unit_names", "unit_texts"),
            **picked(self, rows, "who", "codes"),
            **picked(self, members[order], "component_who", "component_types"),
            unit_document=unit_document.astype(np.int32),
            document=document.astype(np.int32),
            origins=self.origins[rows] + shift[document],
            targets=self.targets[rows] + shift[document],
            component_units=moved[order],
            spans=None if self.spans is None else self.spans.of_documents(list(places)),
        )

    def of_annotators(self, chosen: Sequence[str]) -> Relations:
        """Only these annotators, in this order; documents that none of them was asked about stay, unassigned."""
        place, people = chosen_people(self, chosen)
        kept_units = (self.owners == EVERYBODY) | (place[self.owners] >= 0)
        renumbered = np.cumsum(kept_units) - 1
        owners = np.where(self.owners == EVERYBODY, EVERYBODY, place[self.owners])
        units = np.flatnonzero(kept_units)
        if self.spans is not None:  # the units follow the order of the spans, which is by annotator
            units = units[np.lexsort((units, owners[units], self.unit_document[units]))]
            renumbered = np.zeros(self.n_units, dtype=np.int64)
            renumbered[units] = np.arange(len(units))
        rows = np.flatnonzero(place[self.who] >= 0)
        who, origins, targets = place[self.who[rows]], renumbered[self.origins[rows]], renumbered[self.targets[rows]]
        order = np.lexsort((targets, origins, who, self.document[rows]))
        members = np.flatnonzero(place[self.component_who] >= 0)
        member_who, member_units = place[self.component_who[members]], renumbered[self.component_units[members]]
        member_order = np.lexsort((member_units, member_who))
        return replace(
            self,
            **people,
            **picked(self, units, "unit_document", "unit_names", "unit_texts"),
            **picked(self, rows[order], "document", "codes"),
            owners=owners[units].astype(np.int32),
            who=who[order],
            origins=origins[order],
            targets=targets[order],
            component_units=member_units[member_order],
            component_who=member_who[member_order],
            component_types=self.component_types[members][member_order],
            spans=None if self.spans is None else self.spans.of_annotators(people["annotators"]),
        )

    # ---- what is said about the whole

    @cached_property
    def trees_over_all(self) -> bool:
        """Whether in every annotation each given unit but one has one outgoing relation, and none is on a cycle."""
        if not self.given:
            return False
        sizes = np.diff(self.bounds)
        drawn = np.diff(self.relation_bounds).reshape(self.n_documents, -1)
        complete = (drawn == sizes[:, None] - 1) | ~self.assigned
        if not complete.all():
            return False
        keys = self.origins * self.n_annotators + self.who
        if len(np.unique(keys)) < len(keys):
            return False
        spread = self.who.astype(np.int64) * self.n_units  # a copy of all units for each annotator
        nodes = self.n_units * self.n_annotators
        return not on_cycles(nodes, self.origins + spread, self.targets + spread).any()

    @cached_property
    def local_places(self) -> NDArray[np.int64]:
        """(units,) the place of each among those of its document that were found by the same annotator."""
        keys = self.unit_document.astype(np.int64) * (self.n_annotators + 1) + self.owners
        order = np.argsort(keys, kind="stable")
        local = np.empty(self.n_units, dtype=np.int64)
        local[order] = np.arange(self.n_units) - np.searchsorted(keys[order], keys[order])
        return local

    @cached_property
    def sha256(self) -> str:
        """The data digest: of who was asked what and drew what, whatever the order of documents and rows.

        Names of documents and units are not part of it: a unit is its place in the reading order, or in the text.
        """
        labels, types = [*self.labels.texts, ""], [*self.types.texts, ""]
        lines: list[list[tuple[object, ...]]] = [[] for _ in self.documents]
        local = self.local_places
        for place in range(len(self)):
            ends = int(local[self.origins[place]]), int(local[self.targets[place]])
            who = self.annotators[self.who[place]]
            lines[self.document[place]].append((who, "relation", *ends, labels[self.codes[place]]))
        for unit, who, kind in zip(self.component_units, self.component_who, self.component_types, strict=True):
            member = (self.annotators[who], "unit", int(local[unit]), 0, types[kind])
            lines[self.unit_document[unit]].append(member)
        sizes = np.diff(self.bounds)
        asked = [sorted(self.annotators[who] for who in np.flatnonzero(row)) for row in self.assigned]
        contents = (
            (people, size, sorted(self.symmetric), sorted(content, key=repr))
            for people, size, content in zip(asked, sizes.tolist(), lines, strict=True)
        )
        return unordered_digest(contents, "" if self.spans is None else self.spans.sha256)

    def __repr__(self) -> str:
        units = f"{many(self.n_units, 'unit')}{'' if self.given else ' of their own'}"
        return (
            f"Relations({many(self.n_documents, 'document')}, {many(self.n_annotators, 'annotator')}, {units}, "
            f"{many(len(self), 'relation')}, {many(len(self.labels), 'type')})"
            f"{guesses_shown(self.read_as)}"
        )

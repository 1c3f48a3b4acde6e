"""The units of one annotator: what copies of spans start from, and how copies become spans again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Categories, Spans
from accord.annotations.annotated import picked
from accord.annotations.fragments import Fragments, joined_fragments
from accord.annotations.spans import UNCATEGORISED
from accord.consensus.units import consensus_units
from accord.degradations.label_reference import assert_annotator, simulated_people
from accord.results.arrays import Floats, Ints

COLUMNS = ("document", "starts", "ends", "codes", "elements")


@dataclass(frozen=True, eq=False)
class SimulatedUnits:
    """The units of one simulated annotator; all arrays are (units,)."""

    document: NDArray[np.int32]
    starts: Floats
    ends: Floats
    codes: NDArray[np.int32]
    elements: Ints
    """The number of each unit: its place in the reference, or a number above these for a unit that is new."""
    fragments: Fragments | None = None
    """Those of each unit, where some are discontinuous."""

    def __len__(self) -> int:
        return len(self.starts)

    def keeping(self, units: NDArray[np.bool_]) -> SimulatedUnits:
        return SimulatedUnits(**picked(self, np.flatnonzero(units), *COLUMNS, "fragments"))

    def joined(self, *others: SimulatedUnits) -> SimulatedUnits:
        every = (self, *others)
        return SimulatedUnits(
            **{name: np.concatenate([getattr(units, name) for units in every]) for name in COLUMNS},
            fragments=joined_fragments([(units.fragments, units.starts, units.ends) for units in every]),
        )

    @property
    def sizes(self) -> Floats:
        """(units,) how much each covers."""
        return self.ends - self.starts if self.fragments is None else self.fragments.lengths


@dataclass(frozen=True, eq=False)
class SpanReference:
    """The reference units of every document, with the bounds of the documents."""

    data: Spans
    """Spans of one annotator."""

    @classmethod
    def of(cls, spans: Spans, name: str | None, seed: int) -> SpanReference:
        """Of the annotator `name`, of the only one, or the units that most annotators found."""
        if name is not None:
            assert_annotator(name, spans.annotators)
            return cls(spans.of_annotators([name]))
        if spans.n_annotators == 1:
            return cls(spans)
        return cls(consensus_units(spans).spans)

    @property
    def categories(self) -> Categories:
        return self.data.categories

    @property
    def size(self) -> int:
        return len(self.data)

    @cached_property
    def shares(self) -> Floats:
        """(categories,) how often each category is used."""
        known = self.data.codes[self.data.codes != UNCATEGORISED]
        return np.bincount(known, minlength=len(self.categories)) / max(len(known), 1)

    @cached_property
    def extents(self) -> Floats:
        """(documents, 2) where each document begins and ends."""
        return np.array([self.data.extent(document) for document in range(self.data.n_documents)]).reshape(-1, 2)

    @cached_property
    def sizes(self) -> Ints:
        """(documents,) how many units each document has."""
        return np.diff(self.data.bounds)

    def in_sections(self, most: int) -> SpanReference:
        """The same with every document of more than so many units cut into sections, each a document from 0 on."""
        data, sizes = self.data, self.sizes
        number = np.maximum(1, -(-sizes // most))
        if (number == 1).all():
            return self
        owner = np.repeat(np.arange(data.n_documents), number)
        first = np.cumsum(number) - number
        place = np.arange(len(data)) - data.bounds[data.document]
        section = first[data.document] + place * number[data.document] // sizes[data.document]
        opening = np.flatnonzero(np.diff(section, prepend=-1))  # the first unit of each section that has units
        begins, ends = self.extents[owner].T.copy()
        inner = opening[section[opening] > first[data.document[opening]]]
        begins[section[inner]] = ends[section[inner] - 1] = data.starts[inner]
        np.maximum.at(ends, section, data.ends)
        cut = number[owner] > 1
        back = -np.where(cut, begins, 0.0)[section]
        starts, stops = data.starts + back, data.ends + back
        within = np.arange(len(owner)) - first[owner] + 1
        moved = replace(
            data,
            documents=tuple(
                f"{data.documents[document]} ({part})" if several else data.documents[document]
                for document, part, several in zip(owner.tolist(), within.tolist(), cut.tolist(), strict=True)
            ),
            assigned=data.assigned[owner],
            lengths=np.where(cut, ends - begins, data.lengths[owner]),
            document=section.astype(np.int32),
            starts=starts,
            ends=stops,
            names=None,
            texts=None,
            fragments=None if data.fragments is None else data.fragments.moved(back, starts, stops),
        )
        return SpanReference(moved)

    def copy(self) -> SimulatedUnits:
        data = self.data
        elements = np.arange(len(data), dtype=np.int64)
        return SimulatedUnits(data.document, data.starts, data.ends, data.codes, elements, data.fragments)

    def assembled(self, copies: Sequence[SimulatedUnits], names: Sequence[str]) -> Spans:
        """Spans of several annotators; who was asked about a document is who has a reference there."""
        who, people = simulated_people(self.data, copies, names)
        every = copies[0].joined(*copies[1:])
        order = np.lexsort((every.codes, every.ends, every.starts, who, every.document))
        units = picked(every, order, "document", "starts", "ends", "codes", "fragments")
        return replace(self.data, **people, **units, who=who[order], names=None)

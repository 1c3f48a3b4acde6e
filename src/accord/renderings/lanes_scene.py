"""What is drawn of one document of an alignment: which units, on which rows and lanes, linked how."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from accord.annotations.spans import Continuum, Spans
from accord.renderings.crowd_lanes import CROWD, by_likeness
from accord.renderings.lanes_layout import LaneRow, Rows, continuum_rows, sublanes, text_rows
from accord.renderings.lanes_style import LEFT, RIGHT, WIDTH, abbreviations
from accord.renderings.lanes_tables import value_and_proof
from accord.results import UsageError

if TYPE_CHECKING:
    from accord.alignment import Alignment

MOST_UNITS = 2_000  # drawn of one document
MOST_TEXT = 4_000  # characters of a text that is shown
LEAST = 2.5  # points: a unit is never narrower

LaneOrder = Sequence[str] | str | None
"""Names of annotators, the first lane first; "similar": those who marked alike side by side; None: as in the data."""


@dataclass(frozen=True)
class LaneLink:
    """A unitary alignment as it is drawn: its number in the table, its units from the first lane down."""

    number: int
    units: tuple[int, ...]
    disorder: float


@dataclass(frozen=True, eq=False)
class LaneScene:
    """One document of an alignment, as far as it is drawn. Units are counted within the document."""

    continuum: Continuum
    drawn: tuple[int, ...]
    links: tuple[LaneLink, ...]
    of_unit: dict[int, list[LaneLink]]
    rows: Rows
    lane: dict[int, int]
    """The sub-lane of each drawn unit."""
    order: tuple[int, ...]
    """The annotators from the first lane down."""
    text: str | None
    names: tuple[str, ...]
    """The categories, as are the next, in few letters."""
    shorts: tuple[str, ...]
    empty: float
    """What an empty unit costs (Δ∅)."""
    heading: str

    def x(self, position: float, row: LaneRow) -> float:
        return LEFT + (position - row.first) / self.rows.across * (WIDTH - LEFT - RIGHT)

    @property
    def complete(self) -> bool:
        return len(self.drawn) == len(self.continuum)

    def alone(self, unit: int) -> bool:
        """Whether a unit is aligned with no other, in any of its unitary alignments."""
        return all(len(link.units) == 1 for link in self.of_unit.get(unit, []))


def scene_of(alignment: Alignment, document: int, most_units: int = MOST_UNITS, lanes: LaneOrder = None) -> LaneScene:
    """One document as it will be drawn: which units, on which rows and lanes, linked how."""
    spans = alignment.spans
    continuum = spans.continuum(document)
    order = lane_order(continuum, lanes, spans.annotators)
    links = _links(alignment, document, continuum, order)
    drawn = _first_units(continuum, most_units)
    inside = set(drawn)
    of_unit: dict[int, list[LaneLink]] = {}
    for link in links:
        for unit in link.units:
            of_unit.setdefault(unit, []).append(link)
    text = _text(spans, document)
    last = continuum.end if len(drawn) == len(continuum) else float(continuum.ends[list(drawn)].max())
    seen = _only(continuum, drawn)
    rows = continuum_rows(seen) if text is None else text_rows(text, last)
    least = rows.across * LEAST / (WIDTH - LEFT - RIGHT)
    return LaneScene(
        continuum=continuum,
        drawn=drawn,
        links=tuple(link for link in links if inside.issuperset(link.units)),
        of_unit=of_unit,
        rows=rows,
        lane=_lanes(continuum, drawn, least),
        order=order,
        text=text,
        names=tuple(spans.categories.texts),
        shorts=tuple(abbreviations(spans.categories.texts)),
        empty=alignment.dissimilarity.delta_empty,
        heading=f"{spans.documents[document]} · {value_and_proof(alignment, alignment.documents[document])}",
    )


def lane_order(continuum: Continuum, lanes: LaneOrder, everybody: Sequence[str]) -> tuple[int, ...]:
    """The annotators from the first lane down: as in the data, those who marked alike side by side ("similar"), or
    those who are named first, in that order; `everybody` are the annotators of all documents. A crowd is by likeness
    unless names are given."""
    if lanes == "similar" or (lanes is None and continuum.n_annotators > CROWD):
        return tuple(by_likeness(continuum).tolist())
    if isinstance(lanes, str):
        lanes = [lanes]
    places = {name: place for place, name in enumerate(continuum.annotators)}
    known_lanes(lanes or (), everybody)
    first = tuple(dict.fromkeys(places[name] for name in lanes or () if name in places))
    return (*first, *(place for place in range(continuum.n_annotators) if place not in first))


def known_lanes(lanes: Sequence[str], everybody: Sequence[str]) -> None:
    """A UsageError where one of the names is not that of an annotator."""
    unknown = next((name for name in lanes if name not in everybody), None)
    if unknown is not None:
        known = ", ".join(map(repr, everybody[:12])) + (", …" if len(everybody) > 12 else "")
        hint = f"name annotators, the first lane first, or 'similar'; there are {known}"
        raise UsageError(f"no annotator is called {unknown!r}", hint)


def _links(alignment: Alignment, document: int, continuum: Continuum, order: tuple[int, ...]) -> list[LaneLink]:
    """The unitary alignments of a document, numbered as in the tables of the whole corpus, units from the first lane
    down."""
    before = sum(len(aligned.solution) for aligned in alignment.documents[:document])
    lane = {annotator: place for place, annotator in enumerate(order)}

    def downwards(units: Iterable[int | None]) -> tuple[int, ...]:
        inside = [unit - continuum.first for unit in units if unit is not None]
        return tuple(sorted(inside, key=lambda unit: lane[int(continuum.who[unit])]))

    return [
        LaneLink(number, downwards(unitary.units), unitary.disorder)
        for number, unitary in enumerate(alignment.documents[document].unitary, start=before + 1)
    ]


def _first_units(continuum: Continuum, most: int) -> tuple[int, ...]:
    """The units to draw, in their order: all, or those that start first."""
    if len(continuum) <= most:
        return tuple(range(len(continuum)))
    order = np.argsort(continuum.starts, kind="stable")[:most]
    return tuple(sorted(order.tolist()))


def _only(continuum: Continuum, drawn: Sequence[int]) -> Continuum:
    if len(drawn) == len(continuum):
        return continuum
    kept = list(drawn)
    return replace(continuum.taking(np.array(kept)), end=float(continuum.ends[kept].max()))


def _text(spans: Spans, document: int) -> str | None:
    """The text of a document, where it is known, short enough to show, and positions count its characters."""
    if spans.texts is None or not spans.whole:
        return None
    text = spans.texts[document]
    return text if 0 < len(text) <= MOST_TEXT and spans.extent(document)[1] <= len(text) else None


def _lanes(continuum: Continuum, drawn: Sequence[int], least: float) -> dict[int, int]:
    lane: dict[int, int] = {}
    for annotator in range(continuum.n_annotators):
        own = [unit for unit in drawn if continuum.who[unit] == annotator]
        placed = sublanes(continuum.starts[own].tolist(), continuum.ends[own].tolist(), least)
        lane |= dict(zip(own, placed, strict=True))
    return lane

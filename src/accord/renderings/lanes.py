"""An alignment as a picture: one lane per annotator, colours by category, links between aligned units.

The form is that of Mathet & Widlöcher (2011), figure 1, one annotator per line. The continuum is cut into rows, so
that long documents can be read and printed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from accord.annotations.spans import BETWEEN as APART
from accord.annotations.spans import UNCATEGORISED, Continuum, Spans
from accord.renderings.crowd_lanes import CROWD, crowd_parts
from accord.renderings.lanes_layout import LaneRow, Rows, continuum_rows, sublanes, text_rows, ticks
from accord.renderings.lanes_style import (
    STEPS,
    STYLE,
    abbreviations,
    cut_name,
    fill,
    one_line,
    patterns,
    safe,
    safe_lines,
    step_of,
    width_of,
)
from accord.renderings.lanes_tables import value_and_proof
from accord.renderings.numbers import shown
from accord.results.diagnostics import carried

if TYPE_CHECKING:
    from accord.alignment import Alignment

WIDTH, LEFT, RIGHT = 960.0, 116.0, 14.0
HIGH, BETWEEN, GAP = 16.0, 2.0, 18.0  # a unit, sub-lanes, lanes
MOST_UNITS = 2_000  # drawn of one document
MOST_DOCUMENTS = 40  # drawn in one file
MOST_TEXT = 4_000  # characters of a text that is shown
LEAST = 2.5  # points: a unit is never narrower
MOST_NAMED = 24  # categories in the legend: as many as colours and patterns tell apart


@dataclass(frozen=True)
class LaneLink:
    """A unitary alignment as it is drawn: its number in the table, its units from the first annotator down."""

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


@dataclass(frozen=True)
class Piece:
    """A part of a drawing that is not torn apart in print: the legend, a heading or one row."""

    height: float
    content: str
    about: str


def alignment_svg(alignment: Alignment, most_units: int = MOST_UNITS) -> str:
    """The drawing of all documents, one below the other, as a file of its own."""
    pieces = [legend_piece(alignment)]
    for document in range(min(alignment.spans.n_documents, MOST_DOCUMENTS)):
        pieces += document_pieces(alignment, document, most_units)
    left_out = alignment.spans.n_documents - MOST_DOCUMENTS
    if left_out > 0:
        said = f"{left_out:,} more documents are not drawn here"
        pieces.append(Piece(30.0, f'<text class="soft" x="{LEFT}" y="20">{said}</text>', said))
    for one in carried(alignment.diagnostics):
        said = f"{one.message} [{one.code}]"
        pieces.append(Piece(30.0, f'<text class="soft" x="{LEFT}" y="20">{safe(said)}</text>', said))
    height = sum(piece.height for piece in pieces)
    parts, y = [], 0.0
    for piece in pieces:
        parts.append(f'<g transform="translate(0 {y:g})">{piece.content}</g>')
        y += piece.height
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="accord-lanes" role="img" aria-labelledby="lanes-title '
        f'lanes-text" width="{WIDTH:g}" height="{height:g}" viewBox="0 0 {WIDTH:g} {height:g}">'
        f'<title id="lanes-title">{safe(_title(alignment))}</title><desc id="lanes-text">'
        f"{safe(described(alignment))}</desc><style>{STYLE}</style>"
        f'<rect class="paper" width="{WIDTH:g}" height="{height:g}"/>{"".join(parts)}</svg>\n'
    )


def document_svgs(alignment: Alignment, document: int, most_units: int = MOST_UNITS) -> list[str]:
    """The drawing of one document for a page that holds `STYLE` and the legend: pieces, each a small SVG."""
    return [inline(piece) for piece in document_pieces(alignment, document, most_units)[1:]]


def inline(piece: Piece) -> str:
    """A piece as an SVG of its own, for a page that holds `STYLE`."""
    return (
        f'<svg class="accord-lanes" role="img" aria-label="{safe(piece.about)}" '
        f'viewBox="0 0 {WIDTH:g} {piece.height:g}">{piece.content}</svg>'
    )


def document_pieces(alignment: Alignment, document: int, most_units: int = MOST_UNITS) -> list[Piece]:
    """The heading, then the rows of one document."""
    scene = scene_of(alignment, document, most_units)
    pieces = [_heading(scene)]
    before = scene.rows.rows[0].first
    for row in scene.rows.rows:
        if row.first > before and scene.text is None:
            pieces.append(_nothing(before, row.first, scene.continuum.whole))
        pieces.append(_row(scene, row))
        before = row.last
    if not scene.complete:
        pieces.append(_cut_off(scene))
    return pieces


def described(alignment: Alignment) -> str:
    """What the picture shows, for those who cannot see it."""
    several = [one for one in alignment.unitary if sum(unit is not None for unit in one.units) > 1]
    alone = len(alignment.unitary) - len(several)
    if _is_crowd(alignment):
        return (
            "How many annotators marked each place, by category; below it the units that a quarter of them or more "
            f"found, with their numbers; a thin lane for each annotator. Groups of aligned units: {len(several):,}; "
            f"units that stand alone: {alone:,}. The table of the alignment says the same in words."
        )
    return (
        f"One lane for each annotator. Groups of aligned units that are linked: {len(several):,}; units that stand "
        f"alone: {alone:,}. The stronger a link, the larger the disorder. The table of the alignment says the same in "
        "words."
    )


def _is_crowd(alignment: Alignment) -> bool:
    """Whether some document has so many annotators that lanes with links could not be read."""
    return int(alignment.spans.assigned.sum(axis=1).max(initial=0)) > CROWD


def _title(alignment: Alignment) -> str:
    documents = alignment.spans.documents
    if len(documents) == 1:
        return f"Alignment of {documents[0]}"
    return f"Alignment of {len(documents):,} documents"


# ---- what is drawn


def scene_of(alignment: Alignment, document: int, most_units: int = MOST_UNITS) -> LaneScene:
    """One document as it will be drawn: which units, on which rows and lanes, linked how."""
    spans = alignment.spans
    continuum = spans.continuum(document)
    links = _links(alignment, document, continuum.first)
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
        text=text,
        names=tuple(spans.categories.texts),
        shorts=tuple(abbreviations(spans.categories.texts)),
        empty=alignment.dissimilarity.delta_empty,
        heading=_said_of(alignment, document),
    )


def _links(alignment: Alignment, document: int, first: int) -> list[LaneLink]:
    """The unitary alignments of a document, numbered as in the tables of the whole corpus."""
    before = sum(len(one.solution) for one in alignment.documents[:document])
    return [
        LaneLink(number, tuple(unit - first for unit in one.units if unit is not None), one.disorder)
        for number, one in enumerate(alignment.documents[document].unitary, start=before + 1)
    ]


def _first_units(continuum: Continuum, most: int) -> tuple[int, ...]:
    """The units to draw, in their order: all, or those that start first."""
    if len(continuum) <= most:
        return tuple(range(len(continuum)))
    order = np.argsort(continuum.starts, kind="stable")[:most]
    return tuple(sorted(order.tolist()))


def _only(continuum: Continuum, drawn: Sequence[int]) -> Continuum:
    from dataclasses import replace

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


def _said_of(alignment: Alignment, document: int) -> str:
    return f"{alignment.spans.documents[document]} · {value_and_proof(alignment, alignment.documents[document])}"


# ---- heading and legend


def legend_piece(alignment: Alignment) -> Piece:
    """What colours, outlines and shades mean; once for all documents."""
    spans = alignment.spans
    codes = sorted({int(code) for code in spans.codes})
    parts, x, y = [patterns(codes)], RIGHT, 10.0
    empty = None if _is_crowd(alignment) else alignment.dissimilarity.delta_empty
    for wide, draw in _legend(codes, spans.categories.texts, empty):
        if x + wide > WIDTH - RIGHT and x > RIGHT:
            x, y = RIGHT, y + 20.0
        parts.append(f'<g transform="translate({x:g} {y:g})">{draw}</g>')
        x += wide + 16.0
    return Piece(y + 22.0, "".join(parts), "Legend: " + ", ".join(spans.categories.texts[:MOST_NAMED]))


def _legend(codes: Sequence[int], names: Sequence[str], empty: float | None) -> Iterator[tuple[float, str]]:
    """The entries of the legend, each with its width; without links, as in drawings of crowds, `empty` is None."""
    shorts = abbreviations(names)
    for code in [code for code in codes if code != UNCATEGORISED][:MOST_NAMED]:
        short = f'<text class="label" x="15" y="11" text-anchor="middle">{safe(shorts[code])}</text>'
        yield _entry(_box(fill(code)) + short, cut_name(names[code], 28))
    if len(names) > MOST_NAMED:
        yield _entry("", f"and {len(names) - MOST_NAMED:,} more categories")
    if UNCATEGORISED in codes:
        yield _entry(_box(fill(UNCATEGORISED)), "no category")
    if empty is None:
        yield _entry(_box("none", "alone"), "found by less than half of the annotators")
        return
    yield _entry(_box("none", "alone"), "found by one annotator only")
    yield _shades(empty)


def _shades(empty: float) -> tuple[float, str]:
    """The shades of links, from no disorder to much of it."""
    bounds = ["0", *(f"≤ {bound * empty:g}" for bound in STEPS[1:]), f"> {STEPS[-1] * empty:g}"]
    parts, x = ['<text class="soft" x="0" y="11.5">link, by disorder:</text>'], 112.0
    for step, said in enumerate(bounds):
        parts.append(f'<rect class="link d{step}" x="{x:g}" width="30" height="14"/>')
        parts.append(f'<text class="soft" x="{x + 35:g}" y="11.5">{said}</text>')
        x += 35.0 + width_of(said, 12) + 10.0
    return x, "".join(parts)


def _heading(scene: LaneScene) -> Piece:
    said = safe(cut_name(scene.heading, 110))
    return Piece(34.0, f'<text class="heading" x="{RIGHT:g}" y="22">{said}</text>', scene.heading)


def _entry(box: str, said: str) -> tuple[float, str]:
    return 36.0 + width_of(said, 12), f'{box}<text class="soft" x="36" y="11.5">{safe(said)}</text>'


def _box(filled: str, kind: str = "") -> str:
    return f'<rect class="unit {kind}" width="30" height="14" rx="2" fill="{filled}"/>'


def _nothing(first: float, last: float, whole: bool) -> Piece:
    said = f"no units from {_position(first, whole)} to {_position(last, whole)}"
    return Piece(26.0, f'<text class="soft" x="{LEFT:g}" y="16">… {said} …</text>', said)


def _cut_off(scene: LaneScene) -> Piece:
    until = float(scene.continuum.ends[list(scene.drawn)].max())
    said = (
        f"The first {len(scene.drawn):,} of {len(scene.continuum):,} units are drawn, up to "
        f"{_position(until, scene.continuum.whole)}; tables, JSON and CSV hold all of them."
    )
    return Piece(30.0, f'<text x="{LEFT:g}" y="18">{said}</text>', said)


# ---- one row


def _row(scene: LaneScene, row: LaneRow) -> Piece:
    continuum = scene.continuum
    if continuum.n_annotators > CROWD:
        edges = LEFT, WIDTH - RIGHT
        groups = [link.units for link in scene.links]
        parts, bottom = crowd_parts(continuum, groups, row, lambda position: scene.x(position, row), scene.names, edges)
    else:
        parts, bottom = _lanes_of_row(scene, row)
    parts.append(_axis(scene, row, bottom + 6.0))
    height = bottom + 28.0
    if scene.text is not None:
        parts.append(_words(scene, row, height + 6.0))
        height += 14.0
    whole = continuum.whole
    about = f"{continuum.document}, {_position(row.first, whole)} to {_position(row.last, whole)}"
    return Piece(height + 10.0, "".join(parts), about)


def _lanes_of_row(scene: LaneScene, row: LaneRow) -> tuple[list[str], float]:
    """A lane for each annotator, with links between them, and the lower edge of the last."""
    continuum = scene.continuum
    here = [unit for unit in scene.drawn if _touches(continuum, unit, row)]
    tops, bottom = _tops(scene, here)
    parts = [_lane(scene, annotator, tops, here) for annotator in range(continuum.n_annotators)]
    boxes = {unit: _span(scene, unit, row, tops) for unit in here}
    for link in sorted(scene.links, key=lambda link: -_reach(scene.continuum, link)):
        parts.extend(_ribbons(scene, link, boxes))
    return parts + [_unit(scene, unit, row, boxes[unit]) for unit in here], bottom


def _reach(continuum: Continuum, link: LaneLink) -> float:
    """How long the units of a link are: links of nested units are drawn over those of what contains them."""
    return max(float(continuum.ends[unit] - continuum.starts[unit]) for unit in link.units)


def _touches(continuum: Continuum, unit: int, row: LaneRow) -> bool:
    """Whether a unit lies on a row; one without length at the border of two rows lies on the second, or the last."""
    start, end = float(continuum.starts[unit]), float(continuum.ends[unit])
    if start == end:
        return row.first <= start < row.last or (start == row.last and start >= continuum.end)
    return start < row.last and end > row.first


def _tops(scene: LaneScene, here: Sequence[int]) -> tuple[list[float], float]:
    """The upper edge of each annotator's lane on a row, and the lower edge of the last."""
    tops, y = [], 6.0
    for annotator in range(scene.continuum.n_annotators):
        tops.append(y)
        used = [scene.lane[unit] for unit in here if scene.continuum.who[unit] == annotator]
        y += (max(used, default=0) + 1) * (HIGH + BETWEEN) - BETWEEN + GAP
    return tops, y - GAP


def _lane(scene: LaneScene, annotator: int, tops: list[float], here: Sequence[int]) -> str:
    name = scene.continuum.annotators[annotator]
    top = tops[annotator]
    used = [scene.lane[unit] for unit in here if scene.continuum.who[unit] == annotator]
    high = (max(used, default=0) + 1) * (HIGH + BETWEEN) - BETWEEN
    return (
        f'<rect class="lane" x="{LEFT:g}" y="{top:g}" width="{WIDTH - LEFT - RIGHT:g}" height="{high:g}"/>'
        f'<text x="{LEFT - 10:g}" y="{top + 12:g}" text-anchor="end"><title>{safe(name)}</title>'
        f"{safe(cut_name(name, 15))}</text>"
    )


Box = tuple[float, float, float, bool, bool]
"""Left, right, top; whether the unit begins before the row, whether it goes on after it."""


def _span(scene: LaneScene, unit: int, row: LaneRow, tops: Sequence[float]) -> Box:
    start, end = float(scene.continuum.starts[unit]), float(scene.continuum.ends[unit])
    left = scene.x(max(start, row.first), row)
    right = max(scene.x(min(end, row.last), row), left + LEAST)
    top = tops[int(scene.continuum.who[unit])] + scene.lane[unit] * (HIGH + BETWEEN)
    return left, right, top, start < row.first, end > row.last


def _ribbons(scene: LaneScene, link: LaneLink, boxes: dict[int, Box]) -> Iterator[str]:
    """What ties the units of a unitary alignment: ribbons between neighbours, dashes over annotators without one."""
    step = step_of(link.disorder, scene.empty)
    for upper, lower in pairwise(link.units):
        if upper not in boxes or lower not in boxes:
            continue
        (a, b, y1, *_), (c, d, y2, *_) = boxes[upper], boxes[lower]
        y1 += HIGH
        if scene.continuum.who[lower] - scene.continuum.who[upper] == 1:
            yield f'<path class="link d{step}" d="M{a:.1f} {y1:g}H{b:.1f}L{d:.1f} {y2:g}H{c:.1f}Z"/>'
        else:
            one, other = (a + b) / 2, (c + d) / 2
            yield f'<path class="link over d{step}" d="M{one:.1f} {y1:g}L{other:.1f} {y2:g}"/>'


def _unit(scene: LaneScene, unit: int, row: LaneRow, box: Box) -> str:
    left, right, top, before, after = box
    code = int(scene.continuum.codes[unit])
    wide = right - left
    kind = "unit alone" if scene.alone(unit) else "unit"
    if scene.continuum.fragments is not None and scene.continuum.fragments.several[unit]:
        return _in_fragments(scene, scene.continuum.fragments.of(unit), unit, row, box, kind)
    shape = f'x="{left:.1f}" y="{top:g}" width="{wide:.1f}" height="{HIGH:g}"'
    filled = f'<rect {shape} fill="{fill(code)}"/>'
    edge = _edge(left, right, top, before, after)
    return (
        f'<g><title>{safe_lines(_told(scene, unit))}</title>{filled}<path class="{kind} edge" d="{edge}"/>'
        f"{_label(scene, unit, box)}</g>"
    )


def _in_fragments(
    scene: LaneScene, pieces: Sequence[tuple[float, float]], unit: int, row: LaneRow, box: Box, kind: str
) -> str:
    """A discontinuous unit: a box for each fragment on the row, and a thin line that joins them across the gaps."""
    left, right, top, *_ = box
    colour, middle = fill(int(scene.continuum.codes[unit])), top + HIGH / 2
    boxes: list[Box] = []
    for start, end in pieces:
        if start < row.last and end > row.first:
            first = scene.x(max(start, row.first), row)
            last = max(scene.x(min(end, row.last), row), first + LEAST)
            boxes.append((first, last, top, start < row.first, end > row.last))
    rects = "".join(
        f'<rect x="{first:.1f}" y="{top:g}" width="{last - first:.1f}" height="{HIGH:g}" fill="{colour}"/>'
        for first, last, *_ in boxes
    )
    edges = "".join(_edge(*one) for one in boxes)
    label = _label(scene, unit, max(boxes, key=lambda one: one[1] - one[0])) if boxes else ""
    return (
        f'<g class="fragments"><title>{safe_lines(_told(scene, unit))}</title>'
        f'<path class="join" d="M{left:.1f} {middle:g}H{right:.1f}"/>{rects}<path class="{kind} edge" d="{edges}"/>'
        f"{label}</g>"
    )


def _edge(left: float, right: float, top: float, before: bool, after: bool) -> str:
    """The outline; the side towards the row on which a unit goes on is open."""
    bottom = top + HIGH
    lines = f"M{left:.1f} {top:g}H{right:.1f}M{left:.1f} {bottom:g}H{right:.1f}"
    lines += "" if before else f"M{left:.1f} {top:g}V{bottom:g}"
    return lines + ("" if after else f"M{right:.1f} {top:g}V{bottom:g}")


def _label(scene: LaneScene, unit: int, box: Box) -> str:
    """The category and the number of the alignment, as far as they fit; nothing where not even an abbreviation does."""
    left, right, top, before, _ = box
    code = int(scene.continuum.codes[unit])
    room = right - left - 4.0
    short, name = ("", "") if code == UNCATEGORISED else (scene.shorts[code], cut_name(scene.names[code], 60))
    number = ", ".join(str(link.number) for link in scene.of_unit.get(unit, []))
    written = next(
        (
            (said, told)
            for said, told in ((f"… {name}" if before else name, number), (short, number), (short, ""))
            if width_of(said, 10) + width_of(f" {told}" if told else "", 8) <= room
        ),
        ("", ""),
    )
    if not any(written):
        return ""
    told = f' <tspan class="number">{written[1]}</tspan>' if written[1] else ""
    return (
        f'<text class="label" x="{(left + right) / 2:.1f}" y="{top + 11.5:g}" text-anchor="middle">'
        f"{safe(written[0])}{told}</text>"
    )


def _told(scene: LaneScene, unit: int) -> list[str]:
    """What a unit says when one points at it."""
    continuum = scene.continuum
    code = int(continuum.codes[unit])
    pieces: tuple[tuple[float, float], ...] = ((float(continuum.starts[unit]), float(continuum.ends[unit])),)
    pieces = pieces if continuum.fragments is None else continuum.fragments.of(unit)
    whole = continuum.whole
    lines = [
        f"{continuum.annotators[int(continuum.who[unit])]}: "
        f"{scene.names[code] if code != UNCATEGORISED else 'no category'}, "
        + " and ".join(f"{_position(start, whole)} to {_position(end, whole)}" for start, end in pieces)
    ]
    for link in scene.of_unit.get(unit, []):
        others = "alone" if len(link.units) == 1 else f"{len(link.units)} units"
        lines.append(f"alignment {link.number}: {others}, disorder {shown(link.disorder)}")
    if scene.text is not None:
        said = APART.join(scene.text[int(start) : int(end)] for start, end in pieces)
        lines.append(f"“{one_line(said, 300)}”")
    return lines


def _axis(scene: LaneScene, row: LaneRow, y: float) -> str:
    left, right = scene.x(row.first, row), scene.x(row.last, row)
    parts = [f'<path class="axis" d="M{left:.1f} {y:g}H{right:.1f}"/>']
    found, decimals = ticks(row, scene.rows.across)
    for position in found:
        x = scene.x(position, row)
        parts.append(
            f'<path class="axis" d="M{x:.1f} {y:g}v4"/><text class="tick" x="{x:.1f}" y="{y + 14:g}" '
            f'text-anchor="middle">{position:,.{decimals}f}</text>'
        )
    said = "characters" if scene.text is not None else "position"
    parts.append(f'<text class="tick" x="{RIGHT:g}" y="{y + 14:g}">{said}</text>')
    return "".join(parts)


def _words(scene: LaneScene, row: LaneRow, y: float) -> str:
    """The text under the axis, each word below the positions it has."""
    text = (scene.text or "")[int(row.first) : int(row.last)]
    words, place = [], 0
    for word in text.split(" "):
        if word.strip():
            x = scene.x(row.first + place, row)
            long = len(word) * (WIDTH - LEFT - RIGHT) / scene.rows.across
            flat = safe(" ".join(word.split()))
            words.append(f'<tspan x="{x:.1f}" textLength="{long:.1f}" lengthAdjust="spacingAndGlyphs">{flat}</tspan>')
        place += len(word) + 1
    return f'<text class="read" y="{y:g}">{"".join(words)}</text>'


def _position(position: float, whole: bool) -> str:
    return f"{position:,.0f}" if whole and position == int(position) else f"{position:,.6g}"

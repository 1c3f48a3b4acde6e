"""One row of a drawing of units: lanes, links between them, the axis and the text below it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from accord.annotations.spans import BETWEEN as APART
from accord.annotations.spans import UNCATEGORISED, Continuum
from accord.renderings.crowd_lanes import CROWD, crowd_parts
from accord.renderings.drawing import Piece
from accord.renderings.lanes_layout import LaneRow, ticks
from accord.renderings.lanes_scene import LEAST, LaneLink, LaneScene
from accord.renderings.lanes_style import (
    LEFT,
    RIGHT,
    WIDTH,
    category_name,
    cut_name,
    fill,
    one_line,
    place_shown,
    safe,
    safe_lines,
    step_of,
    width_of,
)
from accord.renderings.numbers import shown

HIGH, BETWEEN, GAP = 16.0, 2.0, 18.0  # a unit, sub-lanes, lanes
NARROW = 7.0  # a link that passes behind a lane, at most


def row_piece(scene: LaneScene, row: LaneRow) -> Piece:
    continuum = scene.continuum
    if continuum.n_annotators > CROWD:
        edges = LEFT, WIDTH - RIGHT
        groups = [link.units for link in scene.links]
        parts, bottom = crowd_parts(
            continuum, groups, row, lambda place: scene.x(place, row), scene.names, edges, scene.order
        )
    else:
        parts, bottom = _lanes_of_row(scene, row)
    parts.append(_axis(scene, row, bottom + 6.0))
    height = bottom + 28.0
    if scene.text is not None:
        parts.append(_words(scene, row, height + 6.0))
        height += 14.0
    whole = continuum.whole
    about = f"{continuum.document}, {place_shown(row.first, whole)} to {place_shown(row.last, whole)}"
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
    tops, y = [0.0] * scene.continuum.n_annotators, 6.0
    for annotator in scene.order:
        tops[annotator] = y
        y += _height(scene, annotator, here) + GAP
    return tops, y - GAP


def _height(scene: LaneScene, annotator: int, here: Sequence[int]) -> float:
    """Of an annotator's lane, with the sub-lanes it has on a row."""
    used = [scene.lane[unit] for unit in here if scene.continuum.who[unit] == annotator]
    return (max(used, default=0) + 1) * (HIGH + BETWEEN) - BETWEEN


def _lane(scene: LaneScene, annotator: int, tops: list[float], here: Sequence[int]) -> str:
    name = scene.continuum.annotators[annotator]
    top, high = tops[annotator], _height(scene, annotator, here)
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
    """What ties the units of a unitary alignment: ribbons between neighbours, narrow ones with a dashed edge behind the
    lanes of annotators without a unit; the shade is the same."""
    step = step_of(link.disorder, scene.empty)
    place = {annotator: lane for lane, annotator in enumerate(scene.order)}
    for upper, lower in pairwise(link.units):
        if upper not in boxes or lower not in boxes:
            continue
        (a, b, y1, *_), (c, d, y2, *_) = boxes[upper], boxes[lower]
        y1 += HIGH
        if place[int(scene.continuum.who[lower])] - place[int(scene.continuum.who[upper])] == 1:
            yield f'<path class="link d{step}" d="M{a:.1f} {y1:g}H{b:.1f}L{d:.1f} {y2:g}H{c:.1f}Z"/>'
        else:
            half = min(NARROW, b - a, d - c) / 2
            first, second = (a + b) / 2, (c + d) / 2
            edges = f"M{first - half:.1f} {y1:g}H{first + half:.1f}L{second + half:.1f} {y2:g}H{second - half:.1f}Z"
            yield f'<path class="link over d{step}" d="{edges}"/>'


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
    edges = "".join(_edge(*box) for box in boxes)
    label = _label(scene, unit, max(boxes, key=lambda box: box[1] - box[0])) if boxes else ""
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
            (text, told)
            for text, told in ((f"… {name}" if before else name, number), (short, number), (short, ""))
            if width_of(text, 10) + width_of(f" {told}" if told else "", 8) <= room
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
        f"{category_name(code, scene.names)}, "
        + " and ".join(f"{place_shown(start, whole)} to {place_shown(end, whole)}" for start, end in pieces)
    ]
    for link in scene.of_unit.get(unit, []):
        others = "alone" if len(link.units) == 1 else f"{len(link.units)} units"
        lines.append(f"alignment {link.number}: {others}, disorder {shown(link.disorder)}")
    if scene.text is not None:
        text = APART.join(scene.text[int(start) : int(end)] for start, end in pieces)
        lines.append(f"“{one_line(text, 300)}”")
    return lines


def _axis(scene: LaneScene, row: LaneRow, y: float) -> str:
    left, right = scene.x(row.first, row), scene.x(row.last, row)
    parts = [f'<path class="axis" d="M{left:.1f} {y:g}H{right:.1f}"/>']
    positions, decimals = ticks(row, scene.rows.across)
    for tick in positions:
        x = scene.x(tick, row)
        parts.append(
            f'<path class="axis" d="M{x:.1f} {y:g}v4"/><text class="tick" x="{x:.1f}" y="{y + 14:g}" '
            f'text-anchor="middle">{tick:,.{decimals}f}</text>'
        )
    title = "characters" if scene.text is not None else "position"
    parts.append(f'<text class="tick" x="{RIGHT:g}" y="{y + 14:g}">{title}</text>')
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

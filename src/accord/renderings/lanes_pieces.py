"""The parts of a drawing of units around its rows: the legend, headings, and what is not drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from accord.annotations.spans import UNCATEGORISED
from accord.renderings.crowd_lanes import CROWD
from accord.renderings.drawing import Piece, legend_entry, legend_rows
from accord.renderings.lanes_scene import LaneScene
from accord.renderings.lanes_style import (
    LEFT,
    NO_CATEGORY,
    RIGHT,
    STEPS,
    abbreviations,
    cut_name,
    fill,
    patterns,
    place_shown,
    safe,
    width_of,
)

if TYPE_CHECKING:
    from accord.alignment import Alignment

MOST_NAMED = 24  # categories in the legend: as many as colours and patterns tell apart


def is_crowd(alignment: Alignment) -> bool:
    """Whether some document has so many annotators that lanes with links could not be read."""
    return int(alignment.spans.assigned.sum(axis=1).max(initial=0)) > CROWD


def legend_piece(alignment: Alignment) -> Piece:
    """What colours, outlines and shades mean; once for all documents."""
    spans = alignment.spans
    codes = sorted({int(code) for code in spans.codes})
    empty = None if is_crowd(alignment) else alignment.dissimilarity.delta_empty
    parts, y = legend_rows(_legend(codes, spans.categories.texts, empty), 10.0)
    return Piece(
        y + 22.0, "".join([patterns(codes), *parts]), "Legend: " + ", ".join(spans.categories.texts[:MOST_NAMED])
    )


def _legend(codes: Sequence[int], names: Sequence[str], empty: float | None) -> Iterator[tuple[float, str]]:
    """The entries of the legend, each with its width; without links, as in drawings of crowds, `empty` is None."""
    shorts = abbreviations(names)
    for code in [code for code in codes if code != UNCATEGORISED][:MOST_NAMED]:
        short = f'<text class="label" x="15" y="11" text-anchor="middle">{safe(shorts[code])}</text>'
        yield _entry(_box(fill(code)) + short, cut_name(names[code], 28))
    if len(names) > MOST_NAMED:
        yield _entry("", f"and {len(names) - MOST_NAMED:,} more categories")
    if UNCATEGORISED in codes:
        yield _entry(_box(fill(UNCATEGORISED)), NO_CATEGORY)
    if empty is None:
        yield _entry(_box("none", "alone"), "found by less than half of the annotators")
        return
    yield _entry(_box("none", "alone"), "found by one annotator only")
    yield _shades(empty)


def _shades(empty: float) -> tuple[float, str]:
    """The shades of links, from no disorder to much of it."""
    bounds = ["0", *(f"≤ {bound * empty:g}" for bound in STEPS[1:]), f"> {STEPS[-1] * empty:g}"]
    parts, x = ['<text class="soft" x="0" y="11.5">link, by disorder:</text>'], 112.0
    for step, bound in enumerate(bounds):
        parts.append(f'<rect class="link d{step}" x="{x:g}" width="30" height="14"/>')
        parts.append(f'<text class="soft" x="{x + 35:g}" y="11.5">{bound}</text>')
        x += 35.0 + width_of(bound, 12) + 10.0
    return x, "".join(parts)


def heading_piece(scene: LaneScene) -> Piece:
    heading = safe(cut_name(scene.heading, 110))
    return Piece(34.0, f'<text class="heading" x="{RIGHT:g}" y="22">{heading}</text>', scene.heading)


def _entry(box: str, text: str) -> tuple[float, str]:
    return legend_entry(box, text, 36.0)


def _box(filled: str, kind: str = "") -> str:
    return f'<rect class="unit {kind}" width="30" height="14" rx="2" fill="{filled}"/>'


def nothing_between(first: float, last: float, whole: bool) -> Piece:
    note = f"no units from {place_shown(first, whole)} to {place_shown(last, whole)}"
    return Piece(26.0, f'<text class="soft" x="{LEFT:g}" y="16">… {note} …</text>', note)


def cut_off(scene: LaneScene) -> Piece:
    until = float(scene.continuum.ends[list(scene.drawn)].max())
    note = (
        f"The first {len(scene.drawn):,} of {len(scene.continuum):,} units are drawn, up to "
        f"{place_shown(until, scene.continuum.whole)}; tables, JSON and CSV hold all of them."
    )
    return Piece(30.0, f'<text x="{LEFT:g}" y="18">{note}</text>', note)

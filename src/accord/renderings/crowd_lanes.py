"""Many annotators on one row of a drawing: how many marked each place, what most of them found, and thin lanes.

Thirty lanes with links between them cannot be read. Above stands how many annotators marked each place, by category;
below it the units that several found, with how many; then a thin lane for each annotator, those who marked alike side
by side.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from accord.annotations.fragments import Bounds, covered_by_half
from accord.annotations.spans import UNCATEGORISED, Continuum
from accord.renderings.lanes_layout import LaneRow, sublanes
from accord.renderings.lanes_style import category_name, cut_name, fill, safe, safe_lines, width_of
from accord.results.arrays import Floats, Ints

CROWD = 10  # annotators; more are drawn so
BAND, THIN, APART = 64.0, 5.0, 1.0  # heights: of the band, of a thin lane, between them
HIGH = 14.0  # of a unit that several found
STRANGERS = 1e-3  # how alike two annotators are who marked nothing in common
LEAST_SHARE = 0.25  # of the annotators; units that fewer found are in the lanes alone


@dataclass(frozen=True)
class FoundTogether:
    """A unit that several annotators found: median bounds, the most frequent category, and how many they are."""

    start: float
    end: float
    code: int
    support: int
    pieces: tuple[Bounds, ...] = ()
    """What half of them cover, where some of their units are discontinuous."""


def crowd_parts(
    continuum: Continuum,
    groups: Sequence[tuple[int, ...]],
    row: LaneRow,
    x: Callable[[float], float],
    names: Sequence[str],
    edges: tuple[float, float],
    order: Sequence[int],
) -> tuple[list[str], float]:
    """The parts of a row, and the lower edge of the last; `groups` are aligned units, `edges` those of the drawing,
    `order` the annotators from the first lane down."""
    parts = _band(_in_pieces(continuum), row, x, names, edges)
    y = BAND + 14.0
    units = [unit for unit in found_together(continuum, groups) if unit.start < row.last and unit.end > row.first]
    lanes = sublanes([unit.start for unit in units], [unit.end for unit in units], 0.0)
    parts.append(f'<text class="tick" x="{edges[0] - 10:g}" y="{y + 10:g}" text-anchor="end">found by many</text>')
    for unit, lane in zip(units, lanes, strict=True):
        parts.append(_together(unit, continuum.n_annotators, row, x, y + lane * (HIGH + 2.0), names))
    y += (max(lanes, default=0) + 1) * (HIGH + 2.0) + 8.0
    for annotator in order:
        parts.append(_thin(continuum, annotator, row, x, y, names, edges))
        y += THIN + APART
    return parts, y


def _in_pieces(continuum: Continuum) -> Continuum:
    """The fragments of discontinuous units as units: what was marked."""
    fragments = continuum.fragments
    if fragments is None:
        return continuum
    who, codes = continuum.who[fragments.unit], continuum.codes[fragments.unit]
    return replace(continuum, who=who, codes=codes, starts=fragments.starts, ends=fragments.ends, fragments=None)


def found_together(continuum: Continuum, groups: Sequence[tuple[int, ...]]) -> list[FoundTogether]:
    """The groups of aligned units that enough annotators are in, from left to right."""
    least = max(2, int(np.ceil(LEAST_SHARE * continuum.n_annotators)))
    together = []
    for group in groups:
        units = list(group)
        if len(units) >= least:
            codes, times = np.unique(continuum.codes[units], return_counts=True)
            start, end = (float(np.median(bounds[units])) for bounds in (continuum.starts, continuum.ends))
            pieces = _covered(continuum, units)
            if pieces:
                start, end = pieces[0][0], pieces[-1][1]
            together.append(FoundTogether(start, end, int(codes[times.argmax()]), len(units), pieces))
    return sorted(together, key=lambda unit: (unit.start, unit.end))


def _covered(continuum: Continuum, units: list[int]) -> tuple[Bounds, ...]:
    """What half of some units cover, where one of them is discontinuous; else nothing."""
    fragments = continuum.fragments
    if fragments is None or not fragments.several[units].any():
        return ()
    return covered_by_half([fragments.of(unit) for unit in units])


def by_likeness(continuum: Continuum) -> Ints:
    """The annotators in an order in which neighbours marked much of the same: along the second eigenvector of how long
    they mark the same places, which orders what lies on a line (Fiedler); those who marked nothing come last."""
    marked, lengths = _marked_pieces(_in_pieces(continuum))
    together = marked @ (marked * lengths).T
    own = np.diag(together)
    heard = np.flatnonzero(own > 0)
    silent = np.flatnonzero(own == 0)
    if len(heard) < 3:
        return np.concatenate((heard, silent))
    alike = together[np.ix_(heard, heard)] / np.sqrt(np.outer(own[heard], own[heard])) + STRANGERS
    along = np.linalg.eigh(np.diag(alike.sum(axis=1)) - alike)[1][:, 1]
    along = np.round(along * np.sign(along[np.argmax(np.abs(along))]), 9)
    return np.concatenate((heard[np.argsort(along, kind="stable")], silent))


def _marked_pieces(continuum: Continuum) -> tuple[Floats, Floats]:
    """(annotators, pieces) 1 where an annotator marked a piece between two bounds, and (pieces,) their lengths."""
    bounds = np.unique(np.concatenate((continuum.starts, continuum.ends)))
    return _marked(continuum, np.arange(len(continuum)), bounds), np.diff(bounds) if len(bounds) > 1 else np.zeros(1)


def _marked(continuum: Continuum, units: Ints, bounds: Floats) -> Floats:
    """(annotators, pieces) 1 where an annotator has one of the units between two bounds."""
    marked = np.zeros((continuum.n_annotators, max(len(bounds) - 1, 1)))
    first, last = (np.searchsorted(bounds, ends[units]).tolist() for ends in (continuum.starts, continuum.ends))
    for who, begin, end in zip(continuum.who[units].tolist(), first, last, strict=True):
        marked[who, begin:end] = 1.0
    return marked


# ---- how many marked each place


def _band(
    continuum: Continuum, row: LaneRow, x: Callable[[float], float], names: Sequence[str], edges: tuple[float, float]
) -> list[str]:
    """Stacked steps, one above the other by category; the full height is everybody."""
    inside = (continuum.ends > row.first) & (continuum.starts < row.last)
    bounds = np.unique(
        np.clip(
            np.concatenate((continuum.starts[inside], continuum.ends[inside], [row.first, row.last])),
            row.first,
            row.last,
        )
    )
    parts = [
        f'<rect class="lane" x="{edges[0]:g}" y="6" width="{x(row.last) - edges[0]:.1f}" height="{BAND:g}"/>',
        f'<text class="tick" x="{edges[0] - 10:g}" y="14" text-anchor="end">{continuum.n_annotators} annotators</text>',
        f'<text class="tick" x="{edges[0] - 10:g}" y="{BAND + 6:g}" text-anchor="end">0</text>',
    ]
    below = np.zeros(len(bounds) - 1)
    for code in np.unique(continuum.codes[inside]).tolist():
        counts = _marked(continuum, np.flatnonzero(inside & (continuum.codes == code)), bounds).sum(axis=0)
        if counts.any():
            name = "no category" if code == UNCATEGORISED else names[code]
            path = _steps(bounds, below, below + counts, continuum.n_annotators, x)
            parts.append(
                f'<path class="unit" stroke-width=".4" fill="{fill(code)}" d="{path}"><title>'
                f"{safe(f'{name}: up to {int(counts.max())} of {continuum.n_annotators} annotators')}</title></path>"
            )
        below = below + counts
    return parts


def _steps(bounds: Floats, low: Floats, high: Floats, most: int, x: Callable[[float], float]) -> str:
    """The outline of an area between two step lines."""

    def y(count: float) -> float:
        return 6.0 + BAND * (1 - min(count / most, 1.0))

    upper = [(x(float(at)), y(float(value))) for step, value in enumerate(high) for at in bounds[step : step + 2]]
    lower = [(x(float(at)), y(float(value))) for step, value in enumerate(low) for at in bounds[step : step + 2]]
    return "M" + "L".join(f"{a:.1f} {b:.1f}" for a, b in [*upper, *reversed(lower)]) + "Z"


# ---- units and lanes


def _together(
    unit: FoundTogether, people: int, row: LaneRow, x: Callable[[float], float], y: float, names: Sequence[str]
) -> str:
    left, right = x(max(unit.start, row.first)), x(min(unit.end, row.last))
    boxes = [(left, max(right - left, 2.5))]
    if len(unit.pieces) > 1:
        inside = [piece for piece in unit.pieces if piece[0] < row.last and piece[1] > row.first]
        bounds = [(x(max(start, row.first)), x(min(end, row.last))) for start, end in inside]
        boxes = [(first, max(last - first, 2.5)) for first, last in bounds]
    at, wide = max(boxes, key=lambda box: box[1], default=(left, 0.0))
    name = category_name(unit.code, names)
    kind = "unit" if 2 * unit.support > people else "unit alone"
    label = next(
        (
            text
            for text in (f"{cut_name(name, 30)} {unit.support}/{people}", f"{unit.support}")
            if width_of(text, 10) <= wide
        ),
        "",
    )
    told = safe_lines([f"{name}: {unit.support} of {people} annotators", f"{unit.start:g} to {unit.end:g} (medians)"])
    join = f'<path class="join" d="M{left:.1f} {y + HIGH / 2:g}H{right:.1f}"/>' if len(unit.pieces) > 1 else ""
    drawn = "".join(
        f'<rect class="{kind}" x="{first:.1f}" y="{y:g}" width="{width:.1f}" height="{HIGH:g}" rx="2" '
        f'fill="{fill(unit.code)}"/>'
        for first, width in boxes
    )
    return (
        f'<g><title>{told}</title>{join}{drawn}<text class="label" x="{at + wide / 2:.1f}" y="{y + 10.5:g}" '
        f'text-anchor="middle">{safe(label)}</text></g>'
    )


def _thin(
    continuum: Continuum,
    annotator: int,
    row: LaneRow,
    x: Callable[[float], float],
    y: float,
    names: Sequence[str],
    edges: tuple[float, float],
) -> str:
    name = continuum.annotators[annotator]
    parts = [
        f'<rect class="lane" x="{edges[0]:g}" y="{y:g}" width="{edges[1] - edges[0]:g}" height="{THIN:g}"><title>'
        f"{safe(name)}</title></rect>"
    ]
    if continuum.fragments is not None:
        parts += _joins(continuum, annotator, row, x, y)
        continuum = _in_pieces(continuum)
    for unit in np.flatnonzero(continuum.who == annotator).tolist():
        start, end, code = float(continuum.starts[unit]), float(continuum.ends[unit]), int(continuum.codes[unit])
        if end < row.first or start >= row.last:
            continue
        left = x(max(start, row.first))
        wide = max(x(min(end, row.last)) - left, 1.5)
        told = f"{name}: {category_name(code, names)}, {start:g} to {end:g}"
        parts.append(
            f'<rect x="{left:.1f}" y="{y:g}" width="{wide:.1f}" height="{THIN:g}" fill="{fill(code)}"><title>'
            f"{safe(told)}</title></rect>"
        )
    return "".join(parts)


def _joins(continuum: Continuum, annotator: int, row: LaneRow, x: Callable[[float], float], y: float) -> list[str]:
    """Thin lines across the gaps of the discontinuous units of an annotator."""
    odd = (continuum.who == annotator) & (continuum.ends > row.first) & (continuum.starts < row.last)
    if continuum.fragments is not None:
        odd &= continuum.fragments.several
    ends = [(float(continuum.starts[unit]), float(continuum.ends[unit])) for unit in np.flatnonzero(odd).tolist()]
    return [
        f'<path class="join" d="M{x(max(start, row.first)):.1f} {y + THIN / 2:g}H{x(min(end, row.last)):.1f}"/>'
        for start, end in ends
    ]

"""What drawings of units and of graphs share: pieces below each other, a legend, a file of their own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from accord.renderings.lanes_style import RIGHT, WIDTH, safe, width_of


@dataclass(frozen=True)
class Piece:
    """A part of a drawing that is not torn apart in print: the legend, a heading, one row or a document."""

    height: float
    content: str
    about: str


def inline_svg(kind: str, piece: Piece) -> str:
    """A piece as an SVG of its own, for a page that holds the style of its kind, "lanes" or "graphs"."""
    return (
        f'<svg class="accord-{kind}" role="img" aria-label="{safe(piece.about)}" '
        f'viewBox="0 0 {WIDTH:g} {piece.height:g}">{piece.content}</svg>'
    )


def stacked(pieces: Iterable[Piece], y: float) -> tuple[str, float]:
    """The pieces one below the other from `y` on, and the lower edge of the last."""
    parts = []
    for piece in pieces:
        parts.append(f'<g transform="translate(0 {y:g})">{piece.content}</g>')
        y += piece.height
    return "".join(parts), y


def svg_file(kind: str, size: tuple[float, float], title: str, about: str, style: str, content: str) -> str:
    """A drawing as a file of its own, with what it shows in words for those who cannot see it."""
    width, height = size
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="accord-{kind}" role="img" aria-labelledby="{kind}-title '
        f'{kind}-text" width="{width:g}" height="{height:g}" viewBox="0 0 {width:g} {height:g}">'
        f'<title id="{kind}-title">{safe(title)}</title><desc id="{kind}-text">{safe(about)}</desc>'
        f'<style>{style}</style><rect class="paper" width="{width:g}" height="{height:g}"/>{content}</svg>\n'
    )


def legend_rows(entries: Iterable[tuple[float, str]], y: float) -> tuple[list[str], float]:
    """The entries of a legend beside each other, in as many rows as it takes, and where the last row stands."""
    parts, x = [], RIGHT
    for wide, drawn in entries:
        if x + wide > WIDTH - RIGHT and x > RIGHT:
            x, y = RIGHT, y + 20.0
        parts.append(f'<g transform="translate({x:g} {y:g})">{drawn}</g>')
        x += wide + 16.0
    return parts, y


def legend_entry(sample: str, text: str, room: float) -> tuple[float, str]:
    """A sample `room` points wide, and what it means."""
    return room + width_of(text, 12), f'{sample}<text class="soft" x="{room:g}" y="11.5">{safe(text)}</text>'

"""The rooms of the source with their imports, drawn from the code when the site is built.

`room-drawing` inserts the drawing and a table of the rooms. Rooms stand in the order of the import contract; an arrow
goes from a room to one that it imports from, the thicker the more imports there are.
"""

from __future__ import annotations

import importlib
import math
import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import grimp
from docutils import nodes
from markup import code, escaped, table
from sphinx.util.docutils import SphinxDirective

if TYPE_CHECKING:
    from sphinx.application import Sphinx

CONTRACT = Path(__file__).resolve().parents[2] / "pyproject.toml"
BOX, HIGH, STEP = 150, 38, 48  # pixels: width and height of a room, and from one to the next
REACH = 15  # pixels that an arrow swings out for each room it passes
HEAD = 4.0
MARGIN = 16
LEGEND = (
    "An arrow goes from a room to one that it imports from, the thicker the more imports there are. What most rooms "
    "stand on has its arrows on the left, in a colour each."
)
STYLE = """
.rooms { max-width: 100%; height: auto; margin: .75rem 0 1rem; font-family: var(--font-stack, sans-serif); }
.rooms rect { fill: var(--color-background-secondary, #f8f9fb); stroke: var(--color-foreground-border, #878787); }
.rooms text { fill: var(--color-foreground-primary, #000); font-size: 13px; text-anchor: middle; }
.rooms .size { fill: var(--color-foreground-secondary, #5a5c63); font-size: 10.5px; }
.rooms .arrow { color: var(--color-foreground-secondary, #5a5c63); }
.rooms .ground-0 { color: var(--color-brand-primary, #2962ff); }
.rooms .ground-1 { color: #c2630f; }
.rooms .ground-2 { color: #2f8a62; }
.rooms .arrow path { fill: none; stroke: currentColor; }
.rooms .arrow polygon { fill: currentColor; }
.rooms .room:hover rect { stroke: var(--color-foreground-primary, #000); stroke-width: 2; }
.rooms .room:hover .arrow, .rooms .arrow:hover { opacity: 1; color: var(--color-foreground-primary, #000); }
"""


@dataclass(frozen=True)
class Rooms:
    """The rooms from the top, which imports from all, to the bottom; how large they are, and who imports from whom."""

    names: tuple[str, ...]
    modules: Counter[str]
    imports: Counter[tuple[str, str]]

    @property
    def ground(self) -> tuple[str, ...]:
        """What most rooms stand on: its arrows go on the other side, in colours, so that the rest can be seen."""
        wanted = Counter(target for _, target in self.imports)
        return tuple(name for name in self.names if wanted[name] > len(self.names) / 2)


def rooms() -> Rooms:
    """As the contract orders them and the import graph knows them; imports for types alone never run."""
    contract = tomllib.loads(CONTRACT.read_text(encoding="utf-8"))["tool"]["importlinter"]["contracts"][0]
    graph = grimp.build_graph("accord", exclude_type_checking_imports=True, cache_dir=None)
    modules: Counter[str] = Counter()
    imports: Counter[tuple[str, str]] = Counter()
    for module in graph.modules:
        room = _room(module)
        modules[room] += 1
        imports.update((room, _room(other)) for other in graph.find_modules_directly_imported_by(module))
    names = tuple(contract["layers"])
    between = {pair: times for pair, times in imports.items() if pair[0] != pair[1] and {*pair} <= {*names}}
    return Rooms(names, modules, Counter(between))


def _room(module: str) -> str:
    return module.split(".")[1] if "." in module else module


def drawing(known: Rooms) -> str:
    """The SVG element; a room and its arrows light up under the mouse."""
    swing = MARGIN + REACH * len(known.names)
    width, height = 2 * swing + BOX, STEP * len(known.names) + 2 * MARGIN
    said = "The rooms of the source from top to bottom, with an arrow from each to those that it imports from."
    parts = [
        f'<svg class="rooms" role="img" aria-label="{said}" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" xmlns="http://www.w3.org/2000/svg"><style>{STYLE}</style>'
    ]
    for place, name in enumerate(known.names):
        top = MARGIN + place * STEP
        parts.append(f'<g class="room"><rect x="{swing}" y="{top}" width="{BOX}" height="{HIGH}" rx="6"/>')
        middle = swing + BOX / 2
        parts.append(f'<text x="{middle:g}" y="{top + 15}">{escape(name)}</text>')
        parts.append(f'<text class="size" x="{middle:g}" y="{top + 28}">{known.modules[name]} modules</text>')
        parts += [_arrow(known, name, other, swing) for other in known.names if (name, other) in known.imports]
        parts.append("</g>")
    return "".join([*parts, "</svg>"])


def _arrow(known: Rooms, source: str, target: str, swing: float) -> str:
    """From the edge of one room around those between to the edge of the other."""
    left = target in known.ground
    side, edge = (-1, swing) if left else (1, swing + BOX)
    start, end = _leaves(known, source, target), _arrives(known, source, target)
    passed = abs(known.names.index(target) - known.names.index(source))
    out = edge + side * 4 / 3 * REACH * passed  # a curve reaches three quarters of the way to its handles
    times = known.imports[source, target]
    thick = 0.7 + 0.4 * math.log2(times)
    tip, back = edge + side * HEAD, edge + side * (HEAD + 2)
    hue = f" ground-{known.ground.index(target) % 3}" if left else ""
    said = f"{source} imports from {target}: {times} {'import' if times == 1 else 'imports'}"
    return (
        f'<g class="arrow{hue}" opacity="{min(0.9, 0.35 + 0.1 * math.log2(times)):.2f}"><title>{escape(said)}</title>'
        f'<path d="M{edge:g} {start:.1f}C{out:.1f} {start:.1f} {out:.1f} {end:.1f} {tip:g} {end:.1f}" '
        f'stroke-width="{thick:.2f}"/>'
        f'<polygon points="{edge:g},{end:.1f} {back:g},{end - 2.5:.1f} {back:g},{end + 2.5:.1f}"/></g>'
    )


def _leaves(known: Rooms, source: str, target: str) -> float:
    """Arrows of a room leave it one below the other, the furthest first, so that they do not cross at once."""
    same = [one for one in known.names if (source, one) in known.imports and _beside(known, one, target)]
    return _slot(known, source, same[::-1].index(target), len(same), 0.06, 0.4)


def _arrives(known: Rooms, source: str, target: str) -> float:
    """They arrive below those that leave, the furthest last."""
    same = [one for one in known.names if (one, target) in known.imports]
    return _slot(known, target, same[::-1].index(source), len(same), 0.42, 0.97)


def _beside(known: Rooms, one: str, other: str) -> bool:
    return (one in known.ground) == (other in known.ground)


def _slot(known: Rooms, name: str, number: int, of: int, low: float, high: float) -> float:
    share = low + (high - low) * (number + 0.5) / of
    return MARGIN + known.names.index(name) * STEP + HIGH * share


def room_table(known: Rooms) -> str:
    """What each room is for, in its own words, and what it imports from."""
    rows = []
    for name in known.names:
        about = (importlib.import_module(f"accord.{name}").__doc__ or "").strip().split("\n\n")[0]
        below = [other for other in known.names if (name, other) in known.imports]
        words = re.sub(r"\\`(.+?)\\`", lambda name: code(name[1].replace("\\", "")), escaped(about))
        rows.append((code(name), words, ", ".join(below) or "–"))
    return table(("room", "what it is for", "imports from"), rows)


class RoomDrawing(SphinxDirective):
    """Insert the drawing, and the table with the same arrows in words."""

    def run(self) -> list[nodes.Node]:
        known = rooms()
        text = f"{LEGEND}\n\n{room_table(known)}"
        return [nodes.raw("", drawing(known), format="html"), *self.parse_text_to_nodes(text)]


def setup(app: Sphinx) -> dict[str, bool]:
    app.add_directive("room-drawing", RoomDrawing)
    return {"parallel_read_safe": True, "parallel_write_safe": True}

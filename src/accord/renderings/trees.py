"""One graph in which every unit leads to one other at most: roots at the top, arrows from each unit to its target."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.annotations.directed_cycles import on_cycles
from accord.annotations.relations import Relations
from accord.renderings.drawing import svg_file
from accord.renderings.graphs import MOST_DOCUMENTS, graphs_svg
from accord.renderings.graphs_style import STYLE
from accord.renderings.lanes_style import abbreviations, cut_name, one_line, safe, width_of
from accord.results.wording import many

MARGIN, HEAD = 16.0, 30.0
LEVEL, APART, BOX = 58.0, 8.0, 20.0
"""Between levels and between units, and how high a unit is."""
LONGEST = 14  # letters of a unit's name
MOST_UNITS = 400
_OWN = (
    ".accord-graphs .unit-box{fill:var(--paper);stroke:var(--soft);stroke-width:1}.accord-graphs .small{font-size:11px}"
)


def graph_svg(relations: Relations) -> str:
    """The graph of one annotator: as trees where it is a forest of a size that can be drawn so, else with arcs."""
    if relations.n_annotators != 1 or not _forest(relations) or relations.n_units > MOST_UNITS:
        return graphs_svg(relations)
    trees = [_Tree.of(relations, place) for place in range(min(relations.n_documents, MOST_DOCUMENTS))]
    width = max(320.0, *(tree.width for tree in trees)) + 2 * MARGIN
    parts, y = [_legend(relations)], 26.0
    for tree in trees:
        parts.append(f'<g transform="translate({MARGIN:g} {y:g})">{_drawn(relations, tree)}</g>')
        y += HEAD + tree.levels * LEVEL + 26.0
    left_out = relations.n_documents - len(trees)
    if left_out:
        parts.append(f'<text class="soft" x="{MARGIN:g}" y="{y:g}">{left_out:,} more documents are not drawn</text>')
        y += 20.0
    about = f"{many(len(relations), 'link')}: each unit is drawn below its target, roots at the top."
    title = f"Graph of {relations.annotators[0]}"
    return svg_file("graphs", (width, y), title, about, f"{STYLE}{_OWN}", "".join(parts))


@dataclass(frozen=True)
class _Tree:
    """The units of a document that are in the structure, each with its place."""

    document: int
    x: dict[int, float]
    depth: dict[int, int]
    width: float
    outside: int

    @property
    def levels(self) -> int:
        return 1 + max(self.depth.values(), default=0)

    @classmethod
    def of(cls, relations: Relations, document: int) -> _Tree:
        here = relations.of_annotation(document, 0)
        target = dict(zip(relations.origins[here].tolist(), relations.targets[here].tolist(), strict=True))
        first, last = int(relations.bounds[document]), int(relations.bounds[document + 1])
        inside = [unit for unit in relations.component_units.tolist() if first <= unit < last]
        below: dict[int, list[int]] = {unit: [] for unit in inside}
        for unit in sorted(target):
            below[target[unit]].append(unit)
        x: dict[int, float] = {}
        depth: dict[int, int] = {}
        end = 0.0
        for root in (unit for unit in inside if unit not in target):
            depth[root] = 0
            # depth first, without recursion: a chain may be as long as the document
            waiting = [(root, False)]
            while waiting:
                unit, done = waiting.pop()
                if done:
                    x[unit] = (x[below[unit][0]] + x[below[unit][-1]]) / 2
                elif below[unit]:
                    waiting.append((unit, True))
                    waiting += [(child, False) for child in reversed(below[unit])]
                    depth |= dict.fromkeys(below[unit], depth[unit] + 1)
                else:
                    wide = _wide(relations, unit)
                    x[unit] = end + wide / 2
                    end += wide + APART
        return cls(document, x, depth, end, last - first - len(inside))


def _forest(relations: Relations) -> bool:
    units, times = np.unique(relations.origins, return_counts=True)
    if len(units) and times.max() > 1:
        return False
    return not on_cycles(relations.n_units, relations.origins, relations.targets).any()


def _name(relations: Relations, unit: int) -> str:
    return cut_name(relations.unit_names[unit], LONGEST)


def _wide(relations: Relations, unit: int) -> float:
    return max(BOX, width_of(_name(relations, unit), 11) + 8.0)


def _drawn(relations: Relations, tree: _Tree) -> str:
    name = cut_name(relations.documents[tree.document], 90)
    parts = [f'<text class="heading" y="14">{safe(name)}</text>']
    if tree.outside:
        note = f"{many(tree.outside, 'unit')} outside of the structure"
        parts.append(f'<text class="soft" x="{width_of(name, 15) + 24:g}" y="14">{note}</text>')
    here = relations.of_annotation(tree.document, 0)
    shorts = abbreviations(relations.labels.texts)
    parts += [_link(relations, tree, row, shorts) for row in range(here.start, here.stop)]
    parts += [_unit(relations, tree, unit) for unit in tree.x]
    return "".join(parts)


def _link(relations: Relations, tree: _Tree, row: int, shorts: list[str]) -> str:
    origin, target = int(relations.origins[row]), int(relations.targets[row])
    x, y = tree.x[origin], HEAD + tree.depth[origin] * LEVEL
    up, top = tree.x[target], HEAD + tree.depth[target] * LEVEL + BOX
    label = relations.label(row)
    both = label in relations.symmetric
    half, end = (y + top) / 2, top if both else top + 6
    drawn = f'<path class="link agreeing" d="M{x:g} {y:g}C{x:g} {half:g} {up:g} {half:g} {up:g} {end:g}"/>'
    if not both:
        drawn += f'<path class="head agreeing-head" d="M{up:g} {top:g}l-3.2 7h6.4z"/>'
    if label is None or len(relations.labels) < 2:
        return drawn
    short = shorts[int(relations.codes[row])]
    return f'{drawn}<text class="label" x="{x + 3:g}" y="{y - 3:g}">{safe(short)}</text>'


def _unit(relations: Relations, tree: _Tree, unit: int) -> str:
    x, y, wide = tree.x[unit], HEAD + tree.depth[unit] * LEVEL, _wide(relations, unit)
    text = "" if relations.unit_texts is None else one_line(relations.unit_texts[unit], 400)
    title = f"{relations.unit_names[unit]}{f': {text}' if text else ''}"
    return (
        f"<g><title>{safe(title)}</title>"
        f'<rect class="unit-box" x="{x - wide / 2:g}" y="{y:g}" width="{wide:g}" height="{BOX:g}" rx="3"/>'
        f'<text class="small" x="{x:g}" y="{y + 14:g}" text-anchor="middle">{safe(_name(relations, unit))}</text></g>'
    )


def _legend(relations: Relations) -> str:
    """The labels in few letters; nothing where there is one or none."""
    names = relations.labels.texts
    if len(names) < 2:
        return ""
    pairs = [f"{short} = {cut_name(name, 28)}" for short, name in zip(abbreviations(names), names, strict=True)]
    return f'<text class="soft" x="{MARGIN:g}" y="16">{safe(" · ".join(pairs))}</text>'

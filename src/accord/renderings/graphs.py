"""The graphs of a document side by side: units in reading order, an arc for every link, a panel for each annotator.

An arc leaves a unit and ends with an arrow at its target. Colour and line style tell what most of the other annotators
have in its place; a faint arc without colour of its own is a link that most of the others drew and this annotator did
not. Units that annotators found themselves are matched all at once first; those that nobody else has are marked.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from accord.annotations.relations import Relations
from accord.diagnosis.relations.relation_disagreement import AGREEING, KINDS, RELABELLED
from accord.diagnosis.relations.relation_places import NOT_COMPARED, DrawnLinks, places_of
from accord.renderings.drawing import Piece, inline_svg, legend_entry, legend_rows, stacked, svg_file
from accord.renderings.graphs_style import STYLE, WORDS, wrapped
from accord.renderings.lanes_style import abbreviations, cut_name, one_line, safe, safe_lines, width_of
from accord.results.wording import many

WIDTH, MARGIN, BETWEEN = 960.0, 14.0, 10.0
HEAD = 26.0  # above the first row, for the names of annotators
MOST_UNITS = 150  # drawn of one document
MOST_DOCUMENTS = 40  # drawn in one file
MOST_PANELS = 6
MOST_NAMED = 24  # labels in the legend
TWO_LINES = 60  # units; a longer document has one line of text for each


inline = partial(inline_svg, "graphs")


@dataclass(frozen=True, eq=False)
class GraphScene:
    """One document as far as it is drawn; units are counted within the document."""

    places: DrawnLinks
    document: int
    first: int
    """Where its units begin among all of them."""
    units: int
    """How many of them are drawn, from the first on."""
    people: tuple[int, ...]
    texts: tuple[tuple[str, ...], ...]
    """The lines of each drawn unit."""
    own: tuple[bool, ...]
    """Whether only one annotator has the unit."""
    shorts: tuple[str, ...]
    kinds: np.ndarray[tuple[int], np.dtype[np.int64]]
    """(relations of the corpus,) what is shown of each relation."""
    held: np.ndarray[tuple[int, int], np.dtype[np.bool_]]

    @property
    def relations(self) -> Relations:
        return self.places.relations

    @property
    def row(self) -> float:
        """The height of a row."""
        return 9.0 + 13.0 * max((len(lines) for lines in self.texts), default=1)

    @property
    def left(self) -> float:
        """Where the first panel begins."""
        return MARGIN + _text_width(self.relations, len(self.people))

    @property
    def panel(self) -> float:
        """The width of a panel."""
        number = max(1, len(self.people))
        return (WIDTH - MARGIN - self.left - BETWEEN * (number - 1)) / number

    @property
    def label_room(self) -> float:
        return 40.0 if len(self.relations.labels) > 1 else 14.0

    def y(self, unit: int) -> float:
        return HEAD + self.row * (unit + 0.5)

    def x(self, panel: int) -> float:
        """The line on which the units of a panel stand."""
        return self.left + panel * (self.panel + BETWEEN) + self.label_room


def graphs_svg(relations: Relations, document: int | str | None = None, most_units: int = MOST_UNITS) -> str:
    """The drawing of one document, or of all one below the other, as a file of its own."""
    chosen = relations if document is None else relations.of_document(document)
    places = places_of(chosen)
    drawings = [legend_drawing(places)]
    drawings += [document_drawing(places, doc, most_units) for doc in range(min(chosen.n_documents, MOST_DOCUMENTS))]
    left_out = chosen.n_documents - MOST_DOCUMENTS
    if left_out > 0:
        note = f"{left_out:,} more documents are not drawn here"
        drawings.append(Piece(30.0, f'<text class="soft" x="{MARGIN:g}" y="20">{note}</text>', note))
    content, height = stacked(drawings, 8.0)
    named = chosen.documents[0] if chosen.n_documents == 1 else f"{chosen.n_documents:,} documents"
    return svg_file("graphs", (WIDTH, height), f"Graphs of {named}", described(places), STYLE, content)


def described(places: DrawnLinks) -> str:
    """What the picture shows, for those who cannot see it."""
    if _alone(places):
        return (
            "Units from top to bottom in reading order, with an arc from each unit to its target: "
            f"{many(len(places.relations), 'link')}."
        )
    shown = np.bincount(places.shown_kind(), minlength=len(KINDS)).tolist()
    listed = ", ".join(
        f"{_word(places.relations, kind)} {times:,}" for kind, times in zip(KINDS, shown, strict=True) if times
    )
    return (
        "Units from top to bottom in reading order; a panel for each annotator, with an arc from each unit to its "
        f"target. Links by what most of the other annotators have in their place: {listed or 'none'}. The tables of "
        "units and links to discuss say the same in words."
    )


def least_agreed(places: DrawnLinks, most: int) -> list[int]:
    """The documents whose links agree least with those of others, of equal ones the first; in reading order.

    Documents that nobody, or only one annotator, linked in have nothing to compare and come last.
    """
    relations = places.relations
    compared = (places.kinds != NOT_COMPARED).sum(axis=1)
    agreeing = (places.kinds == AGREEING).sum(axis=1)
    total = np.bincount(relations.document, weights=compared, minlength=relations.n_documents)
    same = np.bincount(relations.document, weights=agreeing, minlength=relations.n_documents)
    share = np.divide(same, total, out=np.full(len(total), 2.0), where=total > 0)
    return sorted(np.argsort(share, kind="stable")[:most].tolist())


# ---- what is drawn


def scene_of(places: DrawnLinks, document: int, most_units: int = MOST_UNITS) -> GraphScene:
    """One document as it will be drawn: which units, which annotators, what is said of each."""
    relations = places.relations
    first, last = int(relations.bounds[document]), int(relations.bounds[document + 1])
    units = min(last - first, most_units)
    people = tuple(np.flatnonzero(relations.assigned[document]).tolist())
    held = places.holders()
    lines = 2 if units <= TWO_LINES else 1
    room = _text_width(relations, len(people[:MOST_PANELS])) - 40.0
    texts = [_said_of(relations, unit) for unit in range(first, first + units)]
    return GraphScene(
        places=places,
        document=document,
        first=first,
        units=units,
        people=people[:MOST_PANELS],
        texts=tuple(tuple(wrapped(text, room, 11.5, lines)) for text in texts),
        own=tuple(bool(alone) for alone in places.found & (held[first : first + units].sum(axis=1) == 1)),
        shorts=tuple(abbreviations(relations.labels.texts)),
        kinds=np.full(len(relations), AGREEING) if _alone(places) else places.shown_kind(),
        held=held,
    )


def _said_of(relations: Relations, unit: int) -> str:
    text = "" if relations.unit_texts is None else relations.unit_texts[unit]
    return one_line(text, 400) if text else cut_name(relations.unit_names[unit], 400)


def _text_width(relations: Relations, people: int) -> float:
    if relations.unit_texts is None:
        return 130.0
    return max(190.0, 400.0 - 40.0 * people)


# ---- legend


def legend_drawing(places: DrawnLinks) -> Piece:
    """What colours, lines and signs mean; once for all documents."""
    parts, y = legend_rows(_legend(places), 0.0)
    return Piece(y + 26.0, "".join(parts), "Legend: " + ", ".join(WORDS.values()))


def _alone(places: DrawnLinks) -> bool:
    """Whether there is one graph, such as a reference, that no other one is compared with."""
    return places.relations.n_annotators < 2


def _legend(places: DrawnLinks) -> Iterator[tuple[float, str]]:
    """The entries of the legend, each with its width; kinds of links that do not occur are left out."""
    if not _alone(places):
        yield from _kind_entries(places)
    yield from _unit_entries(places)
    yield from _label_entries(places.relations)


def _kind_entries(places: DrawnLinks) -> Iterator[tuple[float, str]]:
    relations = places.relations
    two = relations.n_annotators == 2
    text = f"What {'the other annotator has' if two else 'most of the others have'} in a link's place:"
    yield width_of(text, 10.5), f'<text class="soft" y="11.5">{safe(text)}</text>'
    shown = np.bincount(places.shown_kind(), minlength=len(KINDS))
    for code, kind in enumerate(KINDS):
        if code == AGREEING or shown[code]:
            yield legend_entry(_sample(kind), _word(relations, kind), 38.0)
    if any(len(places.lacking(who)) for who in range(relations.n_annotators)):
        text = f"drawn by {'the other' if two else 'most of the others'}, not here"
        yield legend_entry(_sample("lacking"), text, 38.0)


def _unit_entries(places: DrawnLinks) -> Iterator[tuple[float, str]]:
    relations = places.relations
    yield legend_entry('<circle class="dot" cx="6" cy="7.5" r="3.6"/>', "in the structure", 16.0)
    if places.found:
        yield legend_entry('<path class="no-unit" d="M2 7.5h8"/>', "no such unit", 16.0)
        yield legend_entry(
            '<rect class="own" x="1" y="1" width="22" height="13" rx="2"/>', "found by one annotator only", 30.0
        )
    elif len(relations.component_units) < int((relations.assigned * np.diff(relations.bounds)[:, None]).sum()):
        yield legend_entry('<circle class="dot outside" cx="6" cy="7.5" r="3.6"/>', "outside of it", 16.0)


def _label_entries(relations: Relations) -> Iterator[tuple[float, str]]:
    """The labels in few letters, the most frequent first."""
    names = relations.labels.texts
    if len(names) < 2:
        return
    shorts = abbreviations(names)
    used = np.bincount(relations.codes[relations.codes >= 0], minlength=len(names))
    order = [code for code in np.argsort(-used, kind="stable").tolist() if used[code]]
    for code in order[:MOST_NAMED]:
        room = 9.0 + width_of(shorts[code], 10)
        yield legend_entry(f'<text class="label" y="11">{safe(shorts[code])}</text>', cut_name(names[code], 28), room)
    if len(order) > MOST_NAMED:
        yield legend_entry("", f"and {len(order) - MOST_NAMED:,} more labels", 0.0)


def _word(relations: Relations, kind: str) -> str:
    """What a kind of link means in a few words; coreference has entities in place of targets."""
    if kind == "retargeted" and relations.undirected:
        return "another entity"
    return WORDS[kind]


def _sample(kind: str) -> str:
    return f'<path class="link {kind}" d="M0 7.5h27"/><path class="head {kind}-head" d="M32 7.5l-8 -3.5v7z"/>'


# ---- a document


def document_drawing(places: DrawnLinks, document: int, most_units: int = MOST_UNITS) -> Piece:
    """The heading, the units and the panels of one document."""
    scene = scene_of(places, document, most_units)
    name = scene.relations.documents[document]
    bottom = HEAD + scene.row * scene.units
    body = [_rows(scene), *(_panel(scene, panel, bottom) for panel in range(len(scene.people)))]
    notes = list(_left_out(scene))
    for number, note in enumerate(notes):
        body.append(f'<text class="soft" x="{MARGIN:g}" y="{bottom + 18 + 16 * number:g}">{safe(note)}</text>')
    heading = f'<text class="heading" x="{MARGIN:g}" y="16">{safe(cut_name(name, 90))}</text>'
    height = 24.0 + bottom + 16.0 * len(notes) + 20.0
    about = f"{name}: the graphs of {', '.join(scene.relations.annotators[who] for who in scene.people) or 'nobody'}"
    return Piece(height, f'{heading}<g transform="translate(0 24)">{"".join(body)}</g>', about)


def _left_out(scene: GraphScene) -> Iterator[str]:
    """What is not drawn of the document, in words."""
    relations = scene.relations
    total = int(relations.bounds[scene.document + 1] - relations.bounds[scene.document])
    if scene.units < total:
        hidden = sum(not _drawn(scene, row) for row in _rows_of(scene, scene.people))
        yield (
            f"The first {scene.units:,} of {total:,} units are drawn; {hidden:,} links lead beyond them. Tables and "
            "JSON hold all."
        )
    asked = int(relations.assigned[scene.document].sum())
    if asked > len(scene.people):
        yield f"The first {len(scene.people)} of {asked} annotators are drawn."


def _rows_of(scene: GraphScene, people: Sequence[int]) -> list[int]:
    """The relations of these annotators in the document."""
    slices = [scene.relations.of_annotation(scene.document, who) for who in people]
    return [row for rows in slices for row in range(rows.start, rows.stop)]


def _drawn(scene: GraphScene, row: int) -> bool:
    last = scene.first + scene.units
    return bool(scene.relations.origins[row] < last and scene.relations.targets[row] < last)


def _rows(scene: GraphScene) -> str:
    """The units with their texts, and a fine line across all panels for each."""
    parts = []
    for unit, lines in enumerate(scene.texts):
        y = scene.y(unit)
        top = y - 6.5 * len(lines) + 10.0
        name = scene.relations.unit_names[scene.first + unit]
        number = name if not scene.places.found and len(name) <= 4 else str(unit + 1)
        spans = "".join(
            f'<tspan x="{MARGIN + 30:g}" y="{top + 13 * place:g}">{safe(line)}</tspan>'
            for place, line in enumerate(lines)
        )
        marked = f'<rect class="own" x="{MARGIN - 2:g}" y="{y - 8:g}" width="25" height="16" rx="2"/>'
        parts.append(
            f"<g><title>{safe_lines(_told_of_unit(scene, unit))}</title>{marked if scene.own[unit] else ''}"
            f'<text class="number" x="{MARGIN + 20:g}" y="{y + 4:g}" text-anchor="end">{safe(number)}</text>'
            f'<text class="said">{spans}</text></g>'
        )
        if unit:
            line = HEAD + scene.row * unit
            parts.append(f'<path class="row" d="M{MARGIN:g} {line:g}H{WIDTH - MARGIN:g}"/>')
    return "".join(parts)


def _told_of_unit(scene: GraphScene, unit: int) -> list[str]:
    """What a unit says when one points at it: its whole text and who has it how."""
    relations, place = scene.relations, scene.first + unit
    lines = [f"{relations.unit_names[place]}: {_said_of(relations, place)}"]
    for who in scene.people:
        rows = [row for row in _rows_of(scene, [who]) if relations.origins[row] == place]
        links = ", ".join(_arrow(relations, row) for row in rows)
        inside = "no outgoing relation" if scene.held[place, who] else "not in the structure"
        lines.append(f"{relations.annotators[who]}: {links or inside}")
    return lines


def _arrow(relations: Relations, row: int) -> str:
    _, target, label = relations.link(row)
    return f"→ {target}" + (f" ({label})" if label else "")


# ---- a panel


def _panel(scene: GraphScene, panel: int, bottom: float) -> str:
    """One annotator: the units as dots, what each is called by its outgoing relation, and the arcs."""
    relations, who = scene.relations, scene.people[panel]
    left = scene.left + panel * (scene.panel + BETWEEN)
    rows = [row for row in _rows_of(scene, [who]) if _drawn(scene, row)]
    lacking = [row for row in scene.places.lacking(who).tolist() if relations.document[row] == scene.document]
    lacking = [row for row in lacking if _drawn(scene, row)]
    longest = max((_reach(scene, row) for row in _rows_of(scene, scene.people) if _drawn(scene, row)), default=1)
    name = relations.annotators[who]
    parts = [
        f'<rect class="panel" x="{left:g}" y="{HEAD:g}" width="{scene.panel:g}" height="{bottom - HEAD:g}"/>',
        f'<text class="name" x="{left + 4:g}" y="17"><title>{safe(name)}</title>'
        f"{safe(cut_name(name, int(scene.panel / 9)))}</text>",
    ]
    parts += [_arc(scene, panel, row, longest, lacking=True) for row in lacking]
    # what agrees is drawn first, so that disagreement lies on top
    parts += [_arc(scene, panel, row, longest) for row in sorted(rows, key=lambda row: int(scene.kinds[row]))]
    parts += [_dot(scene, panel, unit) for unit in range(scene.units)]
    parts += _labels(scene, panel, rows)
    return "".join(parts)


def _reach(scene: GraphScene, row: int) -> int:
    return abs(int(scene.relations.targets[row] - scene.relations.origins[row]))


def _arc(scene: GraphScene, panel: int, row: int, longest: int, lacking: bool = False) -> str:
    """An arc to the right from the origin to the target, with an arrow unless the type holds in both directions."""
    relations = scene.relations
    x = scene.x(panel)
    origin, target = (int(end[row]) - scene.first for end in (relations.origins, relations.targets))
    down = 1 if target > origin else -1
    start, end = scene.y(origin) + 3 * down, scene.y(target) - 3 * down
    room = scene.panel - scene.label_room - 8.0
    wide = max(12.0, room * (_reach(scene, row) / max(longest, 1)) ** 0.6)
    path = (
        f"M{x + 3:.1f} {start:.1f}A{wide - 3:.1f} {abs(end - start) / 2:.1f} 0 0 {int(down > 0)} {x + 5:.1f} {end:.1f}"
    )
    kind = "lacking" if lacking else KINDS[int(scene.kinds[row])]
    both = relations.label(row) in relations.symmetric and relations.label(row) is not None
    head = "" if both else f'<path class="head {kind}-head" d="M{x + 3.5:.1f} {end:.1f}l7.5 -3.2v6.4z"/>'
    told = safe_lines(_told_of_lacking(scene, panel, row) if lacking else _told_of_link(scene, panel, row))
    return f'<g><title>{told}</title><path class="hit" d="{path}"/><path class="link {kind}" d="{path}"/>{head}</g>'


def _told_of_link(scene: GraphScene, panel: int, row: int) -> list[str]:
    """What a link says when one points at it: what each other annotator has in its place."""
    relations = scene.relations
    origin, target, label = relations.link(row)
    lines = [f"{relations.annotators[scene.people[panel]]}: {origin} → {target}" + (f" ({label})" if label else "")]
    for who in np.flatnonzero(scene.places.kinds[row] != NOT_COMPARED).tolist():
        kind = KINDS[int(scene.places.kinds[row, who])]
        lines.append(f"{relations.annotators[who]}: {_word(relations, kind)}")
    return lines


def _told_of_lacking(scene: GraphScene, panel: int, row: int) -> list[str]:
    relations, place = scene.relations, int(scene.places.of_relation[row])
    origin, target, _ = relations.link(row)
    drew = ", ".join(relations.annotators[who] for who in np.flatnonzero(scene.places.present[place]))
    return [f"{relations.annotators[scene.people[panel]]} has nothing for {origin} → {target}, drawn by {drew}"]


def _dot(scene: GraphScene, panel: int, unit: int) -> str:
    x, y = scene.x(panel), scene.y(unit)
    if scene.held[scene.first + unit, scene.people[panel]]:
        return f'<circle class="dot" cx="{x:.1f}" cy="{y:.1f}" r="3.6"/>'
    if scene.places.found:
        return f'<path class="no-unit" d="M{x - 4:.1f} {y:.1f}h8"/>'
    return f'<circle class="dot outside" cx="{x:.1f}" cy="{y:.1f}" r="3.6"/>'


def _labels(scene: GraphScene, panel: int, rows: Sequence[int]) -> Iterator[str]:
    """The label of each unit's outgoing relations in few letters, before the dot; bold where others say otherwise."""
    if len(scene.shorts) < 2:
        return
    written: dict[int, list[int]] = {}
    for row in rows:
        written.setdefault(int(scene.relations.origins[row]) - scene.first, []).append(row)
    for unit, several in written.items():
        codes = [int(scene.relations.codes[row]) for row in several]
        label = cut_name(",".join(scene.shorts[code] for code in codes if code >= 0), 5)
        odd = any(scene.kinds[row] == RELABELLED for row in several)
        yield (
            f'<text class="label{" relabelled-label" if odd else ""}" x="{scene.x(panel) - 7:.1f}" '
            f'y="{scene.y(unit) + 3.5:.1f}" text-anchor="end">{safe(label)}</text>'
        )

"""Graphs in Graphviz's DOT language."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from accord.annotations.relations import EVERYBODY, Relations
from accord.results.foreign_text import visible


def dot(relations: Relations, document: int | str, styles: Mapping[int, str] | None = None) -> str:
    """One document as DOT: the graph of each annotator who was asked in a box of its own.

    `styles` adds DOT attributes to relations, by their place. Units outside of an annotator's structure are dotted.
    """
    place = relations.documents.index(document) if isinstance(document, str) else document
    lines = ["digraph {", "  rankdir=BT;", "  node [shape=box];"]
    for who in np.flatnonzero(relations.assigned[place]):
        lines += _box(relations, place, int(who), styles or {})
    return "\n".join([*lines, "}", ""])


def _box(relations: Relations, document: int, who: int, styles: Mapping[int, str]) -> list[str]:
    units = np.arange(relations.bounds[document], relations.bounds[document + 1])
    units = units[np.isin(relations.owners[units], (EVERYBODY, who))]
    inside = set(relations.component_units[relations.component_who == who].tolist())
    lines = [f"  subgraph cluster_{who} {{", f"    label={quoted(relations.annotators[who])};"]
    for unit in units.tolist():
        name = relations.unit_names[unit]
        text = relations.unit_texts[unit] if relations.unit_texts is not None else ""
        shown = f"{name}: {text}" if text else name
        style = "" if unit in inside else ", style=dotted"
        lines.append(f"    u{who}_{unit} [label={quoted(shown)}{style}];")
    here = relations.of_annotation(document, who)
    for row in range(here.start, here.stop):
        label = relations.label(row)
        parts = [] if label is None else [f"label={quoted(label)}"]
        if label in relations.symmetric:
            parts.append("dir=both")
        if row in styles:
            parts.append(styles[row])
        ends = f"u{who}_{relations.origins[row]} -> u{who}_{relations.targets[row]}"
        lines.append(f"    {ends}{' [' + ', '.join(parts) + ']' if parts else ''};")
    return [*lines, "  }"]


def quoted(text: str) -> str:
    """A text as a DOT string.

    >>> quoted('say "yes"')
    '"say \\\\"yes\\\\""'
    """
    escaped = visible(text).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'

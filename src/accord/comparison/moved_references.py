"""How much of the reference moved between two rounds, on the items that both hold."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

import numpy as np

from accord.annotations import Annotations, Answers, Labels, Relations, Spans
from accord.consensus import consensus_units
from accord.consensus import reference as adjudicated
from accord.results.json_numbers import JsonRecord

MOST_UNITS, MOST_PEOPLE = 20_000, 11  # of spans, and of annotators of a document, that can be aligned in seconds


@dataclass(frozen=True)
class MovedReference(JsonRecord):
    """What is in one reference and not in the other."""

    what: str
    """labels, units, links, or the most frequent answers."""
    items: int
    """Items or documents that both rounds have a reference for."""
    compared: int
    moved: int
    share: float
    examples: tuple[tuple[str, str, str], ...]
    """Items with what stood there before and after, the first of them."""


def too_large(data: Annotations) -> str | None:
    """Why the consensus of spans would take too long; None where it does not."""
    if not isinstance(data, Spans):
        return None
    people = int(np.asarray(data.assigned).sum(axis=1).max(initial=0))
    if people > MOST_PEOPLE:
        return f"{people} annotators of a document are too many to align here (at most {MOST_PEOPLE})"
    return f"{len(data):,} units are too many to align here" if len(data) > MOST_UNITS else None


def moved_reference(before: Annotations, after: Annotations, most: int = 20) -> MovedReference | None:
    """None where nothing is shared, or there is no reference."""
    if isinstance(before, Labels) and isinstance(after, Labels):
        return _of_one("labels", _labels(before), _labels(after), most)
    if isinstance(before, Answers) and isinstance(after, Answers):
        return _of_one("most frequent answers", _modes(before), _modes(after), most)
    if isinstance(before, Spans) and isinstance(after, Spans):
        if too_large(before) or too_large(after) or min(before.n_annotators, after.n_annotators) < 2:
            return None
        return _of_several("units", _unit_sets(before), _unit_sets(after), most)
    if isinstance(before, Relations) and isinstance(after, Relations):
        return _of_several("links", _link_sets(before), _link_sets(after), most)
    return None


def _labels(data: Labels) -> dict[str, str]:
    if data.items is None or data.n_rows != data.n_items:
        return {}
    made = adjudicated(data)
    return {item: label for item, label in zip(data.items, made.labels, strict=True) if label is not None}


def _modes(data: Answers) -> dict[str, str]:
    return {
        item: data.vocabulary[code] for item, code in zip(data.items, data.modes.tolist(), strict=True) if code >= 0
    }


def _unit_sets(data: Spans) -> dict[str, set[str]]:
    units: dict[str, set[str]] = {document: set() for document in data.documents}
    for unit in consensus_units(data):
        units[unit.document].add(f"{unit.start:g}–{unit.end:g} {unit.category or ''}".strip())
    return units


def _link_sets(data: Relations) -> dict[str, set[str]]:
    """The links that more than half of those who were asked drew."""
    asked = dict(zip(data.documents, np.asarray(data.assigned).sum(axis=1).tolist(), strict=True))
    votes: dict[str, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    for row in data.rows():
        if row.get("origin") is not None and row.get("target") is not None:
            link = f"{row['origin']} → {row['target']} {row.get('label') or ''}".strip()
            votes[str(row["document"])][link].add(str(row["annotator"]))
    return {
        document: {link for link, who in votes[document].items() if 2 * len(who) > asked[document]}
        for document in data.documents
    }


def _of_one(what: str, before: dict[str, str], after: dict[str, str], most: int) -> MovedReference | None:
    shared = [item for item in before if item in after]
    if not shared:
        return None
    moved = [item for item in shared if before[item] != after[item]]
    examples = tuple((item, before[item], after[item]) for item in moved[:most])
    return MovedReference(what, len(shared), len(shared), len(moved), len(moved) / len(shared), examples)


def _of_several(what: str, before: dict[str, set[str]], after: dict[str, set[str]], most: int) -> MovedReference | None:
    shared = [document for document in before if document in after]
    together = sum(len(before[document] | after[document]) for document in shared)
    if not together:
        return None
    moved = sum(len(before[document] ^ after[document]) for document in shared)
    examples = [(document, link, "–") for document in shared for link in sorted(before[document] - after[document])]
    examples += [(document, "–", link) for document in shared for link in sorted(after[document] - before[document])]
    return MovedReference(what, len(shared), together, moved, moved / together, tuple(examples[:most]))

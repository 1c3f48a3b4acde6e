"""Units and links that annotators of relations should talk about, with what each of them said."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from accord.annotations.relations import Relations
from accord.diagnosis.relations.relation_disagreement import AGREEING
from accord.diagnosis.relations.relation_places import NOT_COMPARED, DrawnLinks
from accord.measures.relations.graphs.links import classes
from accord.results.json_numbers import JsonRecord
from accord.statistics.division import divided

MOST_NAMED = 6  # mentions of an entity


@dataclass(frozen=True)
class DiscussedUnit(JsonRecord):
    """A unit whose relations annotators do not agree on."""

    document: str
    unit: str
    text: str | None
    agreeing: float
    """The share of its outgoing relations, beside each other annotator, that agree."""
    said: tuple[tuple[str, str], ...]
    """Each annotator who was asked, and what the unit does there."""

    def as_json(self) -> dict[str, object]:
        return {**super().as_json(), "said": dict(self.said)}


@dataclass(frozen=True)
class DiscussedLink(JsonRecord):
    """A link that some annotators drew and some did not."""

    document: str
    origin: str
    target: str
    origin_text: str | None
    target_text: str | None
    drawn: tuple[tuple[str, str | None], ...]
    """Who drew it, and how they called it."""
    not_drawn: tuple[str, ...]
    both_ways: bool = False
    """Whether all who drew it called it by a type that has no direction."""

    def as_json(self) -> dict[str, object]:
        return {**super().as_json(), "drawn": dict(self.drawn)}


def units_to_discuss(places: DrawnLinks, most: int) -> tuple[DiscussedUnit, ...]:
    """The units with the largest share of relations that do not agree; of equal ones those with more of them."""
    relations = places.relations
    compared = (places.kinds != NOT_COMPARED).sum(axis=1)
    odd = compared - (places.kinds == AGREEING).sum(axis=1)
    total = np.bincount(relations.origins, weights=compared, minlength=relations.n_units)
    wrong = np.bincount(relations.origins, weights=odd, minlength=relations.n_units)
    share = divided(wrong, total, 0.0)
    order = np.lexsort((np.arange(len(share)), -wrong, -share))
    kept = [unit for unit in order[:most].tolist() if wrong[unit] > 0]
    say = _entity_words if relations.undirected else _link_words
    texts = say(places, kept)
    return tuple(
        DiscussedUnit(
            document=relations.documents[relations.unit_document[unit]],
            unit=relations.unit_names[unit],
            text=_text(relations, unit),
            agreeing=float(1 - share[unit]),
            said=words,
        )
        for unit, words in zip(kept, texts, strict=True)
    )


def links_to_discuss(places: DrawnLinks, most: int) -> tuple[DiscussedLink, ...]:
    """Links on which annotators are divided: the more equal the two sides the sooner, long links before short ones."""
    support, number = places.support, places.number
    open_ones = np.flatnonzero((support < number) & (number > 1))
    uneven = np.abs(2 * support[open_ones] - number[open_ones]) / number[open_ones]
    order = open_ones[np.lexsort((open_ones, -places.length[open_ones], -support[open_ones], uneven))]
    return tuple(_link(places, place) for place in order[:most].tolist())


def _link(places: DrawnLinks, place: int) -> DiscussedLink:
    relations = places.relations
    origin, target = int(places.origins[place]), int(places.targets[place])
    asked = np.flatnonzero(places.asked[place]).tolist()
    present = places.present[place]
    texts = (*relations.labels.texts, None)  # −1 is no label
    drawn = tuple((relations.annotators[who], texts[places.codes[place, who]]) for who in asked if present[who])
    return DiscussedLink(
        document=relations.documents[int(places.document[place])],
        origin=relations.unit_names[origin],
        target=relations.unit_names[target],
        origin_text=_text(relations, origin),
        target_text=_text(relations, target),
        drawn=drawn,
        not_drawn=tuple(relations.annotators[who] for who in asked if not present[who]),
        both_ways=all(label in relations.symmetric for _, label in drawn),
    )


def _asked(relations: Relations, unit: int) -> list[int]:
    return np.flatnonzero(relations.assigned[relations.unit_document[unit]]).tolist()


def _link_words(places: DrawnLinks, units: Sequence[int]) -> list[tuple[tuple[str, str], ...]]:
    """For each unit and annotator: '→ 3 support', its type, or that it is outside."""
    relations = places.relations
    held = places.holders()
    types = {
        (int(unit), int(who)): relations.types.texts[code]
        for unit, who, code in zip(
            relations.component_units, relations.component_who, relations.component_types, strict=True
        )
        if code >= 0
    }
    by_unit = []
    for unit in units:
        words = []
        for who in _asked(relations, unit):
            rows = np.flatnonzero((relations.origins == unit) & (relations.who == who)).tolist()
            links = [relations.link(row) for row in rows]
            listed = ", ".join(f"→ {target}" + (f" {label}" if label else "") for _, target, label in links)
            kind = types.get((unit, who), "no outgoing relation" if held[unit, who] else "outside")
            words.append((relations.annotators[who], listed or kind))
        by_unit.append(tuple(words))
    return by_unit


def _entity_words(places: DrawnLinks, units: Sequence[int]) -> list[tuple[tuple[str, str], ...]]:
    """For each mention and annotator: the other mentions of its entity."""
    relations = places.relations
    held = places.holders()
    by_unit: list[list[tuple[str, str]]] = [[] for _ in units]
    for who in sorted({who for unit in units for who in _asked(relations, unit)}):
        rows = relations.who == who
        label = classes(relations.n_units, relations.origins[rows], relations.targets[rows])
        for words, unit in zip(by_unit, units, strict=True):
            if who not in _asked(relations, unit):
                continue
            others = [mention for mention in np.flatnonzero(label == label[unit]).tolist() if mention != unit]
            names = [_text(relations, mention) or relations.unit_names[mention] for mention in others]
            more = f", … ({len(names):,})" if len(names) > MOST_NAMED else ""
            alone = "alone" if held[unit, who] else "no mention"
            words.append((relations.annotators[who], ", ".join(names[:MOST_NAMED]) + more or alone))
    return [tuple(words) for words in by_unit]


def _text(relations: Relations, unit: int) -> str | None:
    return None if relations.unit_texts is None else relations.unit_texts[unit] or None

"""Tables of what was found about relations, for every output."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from accord.diagnosis.relations.relation_findings import RelationFindings
from accord.diagnosis.relations.relation_summary import RelationDisagreement, Stretch
from accord.diagnosis.relations.relation_to_discuss import DiscussedLink, DiscussedUnit
from accord.renderings.graphs import least_agreed
from accord.renderings.lanes_style import one_line
from accord.renderings.numbers import share, shown
from accord.renderings.section import Section, to_fix, with_rows
from accord.renderings.tables import Table
from accord.results.wording import many

SHOWN = 20
TEXT = 60  # letters of a unit's text in a table
MOST_DRAWN = 3  # documents whose graphs are drawn
MOST_ROWS = 300
KINDS_HEADING = "What kind of disagreement it is"
_GRAPHS = (
    "The graphs of the documents with the least agreement side by side, links distinguished by what the others drew."
)

_LENGTH = "Length: 1 for neighbouring units."
_DEPTH = "Depth: steps from a link's origin to the root; links above a cycle or a fork are left out."
_KINDS = {
    "agreeing": "the other has the link, with the same label",
    "relabelled": "the other has the link, with another label",
    "flipped": "the other links the same units in the other direction",
    "retargeted": "the other links the same unit to another one",
    "missing": "the other has nothing in its place",
    "same": "the same mentions are in its entity",
    "joined": "its entity holds one of the other's, and more",
    "split": "its entity is part of one of the other's",
    "crossing": "both entities have mentions that the other's has not",
    "unmarked": "not a mention for the other",
}


def relation_sections(findings: RelationFindings, most: int) -> list[Section]:
    """In the order of the page; what does not apply is left out."""
    if findings.disagreement is None:
        return []
    apart = findings.disagreement
    by_unit = "What annotators say about the units on which they agree least."
    by_link = "Links that some annotators drew and others did not."
    made = [
        to_fix("kinds", KINDS_HEADING, relation_kinds_table(apart), note=_split(apart)),
        to_fix("graphs", "Who linked what", drawn_links_table(apart), _GRAPHS, listing=True),
        to_fix("lengths", "Links by their length", _stretches("length", apart.lengths, _LENGTH)),
        to_fix("depths", "Links by their depth", _stretches("depth", apart.depths, _DEPTH)),
        to_fix("annotators", "Annotators", relation_annotators_table(apart)),
        to_fix("exchanges", "Labels that are confused", label_exchanges_table(apart)),
        to_fix("units", "Units to discuss", discussed_units_table(apart, most), by_unit, listing=True),
        to_fix("links", "Links to discuss", discussed_links_table(apart, most), by_link, listing=True),
    ]
    return with_rows(made)


def drawn_links_table(apart: RelationDisagreement) -> Table | None:
    """Every link of the documents that are drawn, and who drew it."""
    places = apart.places
    if places is None or not len(places):
        return None
    relations = places.relations
    rows = []
    for document in least_agreed(places, MOST_DRAWN):
        first, last = int(relations.bounds[document]), int(relations.bounds[document + 1])
        inside = (relations.origins >= first) & (relations.origins < last)
        drawn: dict[tuple[int, int], list[str]] = {}
        for row in np.flatnonzero(inside).tolist():
            ends = int(relations.origins[row]), int(relations.targets[row])
            label = relations.label(row)
            who = relations.annotators[int(relations.who[row])]
            drawn.setdefault(ends, []).append(who if label is None else f"{who} ({label})")
        rows += [
            (relations.documents[document], relations.unit_names[origin], relations.unit_names[target], ", ".join(who))
            for (origin, target), who in sorted(drawn.items())
        ]
    return Table(("document", "from", "to", "drawn by"), tuple(rows[:MOST_ROWS]), "")


def relation_kinds_table(apart: RelationDisagreement) -> Table:
    """What the other annotator has in the place of a link, or of a mention's entity."""
    known = (kind for kind in apart.kinds if kind.times)
    rows = tuple((kind.kind, f"{kind.times:,}", share(kind.share), _KINDS[kind.kind]) for kind in known)
    caption = f"Each of an annotator's {apart.of} beside each other annotator of the document."
    return Table(("kind", apart.of, "share", "what it is"), rows, caption, frozenset({1, 2}))


def _split(apart: RelationDisagreement) -> str:
    """How much of the disagreement is about units, in words."""
    parts = apart.split
    if parts is None or not parts.by_units + parts.by_links:
        return ""
    return (
        f"Of {many(parts.by_units + parts.by_links, 'link')} that one of two annotators has alone, "
        f"{many(parts.by_units, f'({parts.share_of_units:.1%}) is', f'({parts.share_of_units:.1%}) are')} at a unit "
        f"that the other does not have, {many(parts.by_links, 'is', 'are')} between matched units."
    )


def _stretches(name: str, stretches: Sequence[Stretch], caption: str) -> Table | None:
    """Agreement by how many units a link spans in reading order, or by how far from the root it starts."""
    if len(stretches) < 2:
        return None
    rows = tuple((band.name, f"{band.times:,}", share(band.both), share(band.agreeing)) for band in stretches)
    return Table((name, "links", "drawn by the other too", "with the same label"), rows, caption, frozenset({1, 2, 3}))


def relation_annotators_table(apart: RelationDisagreement) -> Table:
    kinds = [kind.kind for kind in apart.kinds if kind.times]
    links = apart.of == "links"
    rows = tuple(
        (
            annotator.annotator,
            f"{annotator.documents:,}",
            f"{annotator.links:,}",
            shown(annotator.agreement),
            *(f"{annotator.kinds[kind]:,}" for kind in kinds),
            *((f"{annotator.lacking:,}",) if links else ()),
        )
        for annotator in apart.annotators
    )
    header = ("annotator", "documents", "links", "agreement", *kinds, *(("lacking",) if links else ()))
    caption = (
        "Agreement: mean MAR over links with each of the others. Kinds: what the others have in the place of the "
        "annotator's links. Lacking: links that most of the others drew, without anything in their place."
        if links
        else "Agreement: the share of mentions whose entity is the same. Kinds: what the others' entities are."
    )
    return Table(header, rows, caption, frozenset(range(1, len(header))))


def label_exchanges_table(apart: RelationDisagreement) -> Table:
    rows = tuple(
        (
            exchange.first,
            exchange.second,
            f"{exchange.pairs:,}",
            f"{exchange.of_pairs:,}",
            share(exchange.pairs / exchange.of_pairs),
        )
        for exchange in apart.exchanges[:SHOWN]
    )
    caption = "Of pairs of annotators who drew the same link: how often they gave it these two labels."
    return Table(("one says", "another says", "pairs", "of pairs", "share"), rows, caption, frozenset({2, 3, 4}))


def discussed_units_table(apart: RelationDisagreement, most: int) -> Table:
    header = ("document", "unit", "text", "agreeing", "what annotators say")
    return Table(header, tuple(map(_unit, apart.units[:most])), "", frozenset({3}))


def _unit(unit: DiscussedUnit) -> tuple[str, ...]:
    answers = "; ".join(f"{who}: {words}" for who, words in unit.said)
    return unit.document, unit.unit, _cut(unit.text), share(unit.agreeing), answers


def discussed_links_table(apart: RelationDisagreement, most: int) -> Table:
    header = ("document", "link", "from", "to", "drawn by", "not by")
    return Table(header, tuple(map(_link, apart.links[:most])))


def _link(link: DiscussedLink) -> tuple[str, ...]:
    drawn = ", ".join(who if label is None else f"{who} ({label})" for who, label in link.drawn)
    arrow = "–" if link.both_ways else "→"
    ends = f"{link.origin} {arrow} {link.target}"
    return link.document, ends, _cut(link.origin_text), _cut(link.target_text), drawn, ", ".join(link.not_drawn)


def _cut(text: str | None) -> str:
    return "–" if text is None else one_line(text, TEXT)

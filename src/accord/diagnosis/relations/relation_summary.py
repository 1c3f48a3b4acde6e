"""What the disagreement about relations is made of: kinds, lengths, depths, annotators, units and links."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from accord.annotations.relations import Relations
from accord.diagnosis.relations.relation_disagreement import (
    AGREEING,
    ENTITY_KINDS,
    KINDS,
    RELABELLED,
    SAME,
    EntityDisagreement,
    LinkDisagreement,
    entity_disagreement,
    link_disagreement,
)
from accord.diagnosis.relations.relation_places import DrawnLinks, places_of
from accord.diagnosis.relations.relation_structure_findings import LabelExchange, label_exchanges
from accord.diagnosis.relations.relation_to_discuss import (
    DiscussedLink,
    DiscussedUnit,
    links_to_discuss,
    units_to_discuss,
)
from accord.measures.relations.graphs.compared_graphs import comparisons
from accord.measures.relations.graphs.unit_matching import Split, split
from accord.results.json_numbers import JsonRecord, json_fields, json_name, json_value
from accord.results.listed import MOST_LISTED
from accord.results.tabular import Columns, Records, Tabular
from accord.statistics.division import divided, ratio

SHOWN = 20
LENGTHS = ((1, 1), (2, 2), (3, 5), (6, 10), (11, 20), (21, None))
DEPTHS = ((1, 1), (2, 2), (3, 3), (4, 5), (6, 10), (11, None))


@dataclass(frozen=True)
class LinkKind(JsonRecord):
    """How often a link, or a mention of coreference, has this in its place with another annotator."""

    kind: str
    times: int
    share: float


@dataclass(frozen=True)
class Stretch(JsonRecord):
    """Links of about the same length, or depth."""

    first: int = field(metadata=json_name("from"))
    last: int | None = field(metadata=json_name("to"))
    times: int
    both: float
    """The share that the other annotator drew too, under whatever label."""
    agreeing: float
    """The share with the same label."""

    @property
    def name(self) -> str:
        if self.last is None:
            return f"{self.first} and more"
        return str(self.first) if self.first == self.last else f"{self.first} to {self.last}"


@dataclass(frozen=True)
class RelationAnnotator(JsonRecord):
    """One annotator beside the others."""

    annotator: str
    documents: int
    links: int
    agreement: float
    """The mean over the others of MAR over links; of coreference, the share of mentions in the same entity."""
    kinds: dict[str, int]
    """What the others have in the place of this annotator's links, or mentions."""
    lacking: int
    """Links that most of the others drew and in whose place this annotator has nothing."""

    def in_table(self) -> list[dict[str, object]]:
        first = {"annotator": self.annotator, "documents": self.documents, "links": self.links}
        return [{**first, "agreement": self.agreement, **self.kinds, "lacking": self.lacking}]


@dataclass(frozen=True)
class RelationDisagreement(Tabular):
    """Everything that is compared, in numbers."""

    of: str
    """What is counted: links, or mentions (of coreference)."""
    compared: int
    kinds: Records[LinkKind]
    lengths: Records[Stretch]
    depths: Records[Stretch]
    annotators: Records[RelationAnnotator]
    exchanges: Records[LabelExchange]
    split: Split | None
    """Of the disagreement: for want of a matching unit, and between matched units; None where units are given."""
    units: tuple[DiscussedUnit, ...]
    links: tuple[DiscussedLink, ...]
    """Empty for coreference, where the links of an entity are one way among many to write it down."""
    entities: EntityDisagreement | None = field(default=None, repr=False, compare=False)
    places: DrawnLinks | None = field(default=None, repr=False, compare=False)

    def _columns(self) -> Columns:
        """The kinds of disagreement."""
        return self.kinds._columns()

    def all_units(self) -> Records[DiscussedUnit]:
        """All units to discuss."""
        return Records(() if self.places is None else units_to_discuss(self.places, self.places.relations.n_units))

    def all_links(self) -> Records[DiscussedLink]:
        """All links to discuss."""
        some = self.places is not None and self.entities is None
        return Records(links_to_discuss(self.places, len(self.places)) if some and self.places is not None else ())

    def of_kind(self, kind: str) -> LinkKind:
        return next(link_kind for link_kind in self.kinds if link_kind.kind == kind)

    def as_json(self) -> dict[str, object]:
        parts = ("links", "agreeing", "by_units", "by_links", "share_of_units")
        return {
            **json_fields(self, "of", "compared", "kinds", by_length="lengths", by_depth="depths"),
            "exchanged_labels": json_value(self.exchanges[:MOST_LISTED]),
            "exchanged_labels_in_all": len(self.exchanges),
            "split": None if self.split is None else json_fields(self.split, *parts),
            **json_fields(self, units_to_discuss="units", links_to_discuss="links"),
        }


def relation_disagreement(relations: Relations, most: int = SHOWN) -> RelationDisagreement:
    """What the disagreement is made of; Undefined where nothing can be compared."""
    disagreement = link_disagreement(relations)
    places = places_of(relations)
    entities = entity_disagreement(relations) if relations.undirected else None
    names = KINDS if entities is None else ENTITY_KINDS
    counts = disagreement.counts() if entities is None else entities.counts()
    total = sum(counts.values())
    return RelationDisagreement(
        of="links" if entities is None else "mentions",
        compared=total,
        kinds=Records(LinkKind(name, counts[name], counts[name] / total if total else math.nan) for name in names),
        lengths=Records(_stretches(disagreement, "length", LENGTHS) if entities is None else ()),
        depths=Records(_stretches(disagreement, "depth", DEPTHS) if entities is None else ()),
        annotators=Records(_annotators(relations, disagreement, entities, places)),
        exchanges=Records(label_exchanges(places) if entities is None else ()),
        split=None if relations.given else split(comparisons(relations)),
        units=units_to_discuss(places, most),
        links=links_to_discuss(places, most) if entities is None else (),
        entities=entities,
        places=places,
    )


def _stretches(links: LinkDisagreement, name: str, bounds: Sequence[tuple[int, int | None]]) -> tuple[Stretch, ...]:
    values = getattr(links, name)
    both, agreeing = links.kind <= RELABELLED, links.kind == AGREEING
    stretches = []
    for first, last in bounds:
        inside = (values >= first) & ((values <= last) if last is not None else True)
        times = int(inside.sum())
        if times:
            stretches.append(Stretch(first, last, times, float(both[inside].mean()), float(agreeing[inside].mean())))
    return tuple(stretches)


def _annotators(
    relations: Relations, disagreement: LinkDisagreement, entities: EntityDisagreement | None, places: DrawnLinks
) -> tuple[RelationAnnotator, ...]:
    """Everybody who was asked together with somebody else."""
    seen: LinkDisagreement | EntityDisagreement = disagreement if entities is None else entities
    names = KINDS if entities is None else ENTITY_KINDS
    tally = np.zeros((relations.n_annotators, len(names)), dtype=np.int64)
    np.add.at(tally, (seen.annotator, seen.kind), 1)
    same = [ratio(row[SAME], row.sum()) for row in tally]
    agreement = _mean_agreement(relations, disagreement) if entities is None else same
    drawn = np.bincount(relations.who, minlength=relations.n_annotators)
    asked = relations.assigned.sum(axis=0)
    return tuple(
        RelationAnnotator(
            annotator=name,
            documents=int(asked[who]),
            links=int(drawn[who]),
            agreement=float(agreement[who]),
            kinds=dict(zip(names, tally[who].tolist(), strict=True)),
            lacking=len(places.lacking(who)),
        )
        for who, name in enumerate(relations.annotators)
        if asked[who]
    )


def _mean_agreement(relations: Relations, disagreement: LinkDisagreement) -> list[float]:
    """(annotators,) MAR over links with each of the others, averaged: ½ (k/|E_A| + k/|E_B|)."""
    people = relations.n_annotators
    links, both = (np.zeros((people, people), dtype=np.int64) for _ in range(2))
    np.add.at(links, (disagreement.annotator, disagreement.other), 1)
    np.add.at(both, (disagreement.annotator, disagreement.other), disagreement.kind <= RELABELLED)
    recall = divided(both, links, 0.0)
    mean = np.where((links + links.T) > 0, (recall + recall.T) / 2, np.nan)
    return [float(np.mean(row[~np.isnan(row)])) if (~np.isnan(row)).any() else math.nan for row in mean]

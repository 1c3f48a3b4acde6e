"""Findings about annotators of relations: who draws nothing, misses links, draws others, attaches nearer, or joins.

Each is reported only when an exact test says that chance does not explain it; all questions together ring by chance in
fewer than 1 of 20 data sets.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from accord.annotations.relations import Relations
from accord.diagnosis.finding import Finding
from accord.diagnosis.higher_rates import (
    RINGING,
    HigherRate,
    agreed_by_most,
    annotators_with_higher_rates,
    leaning,
    without_annotations,
)
from accord.diagnosis.relations.relation_disagreement import JOINED, SPLIT, UNMARKED, EntityDisagreement
from accord.diagnosis.relations.relation_places import DrawnLinks
from accord.results.arrays import Floats
from accord.results.wording import many


def annotator_findings(places: DrawnLinks, entities: EntityDisagreement | None) -> list[Finding]:
    """All findings about annotators."""
    findings = empty_annotators(places.relations)
    if entities is not None:
        return [*findings, *entities_cut(places.relations, entities)]
    return [*findings, *missed_links(places), *lonely_links(places), *attached_otherwise(places)]


def empty_annotators(relations: Relations) -> list[Finding]:
    """Annotators who were asked and drew nothing anywhere, where others did."""
    return [
        Finding(
            kind="empty annotator",
            matters=0.95,
            title=(f"'{name}' drew no relation in any of {many(documents, 'document')} in which others did."),
            explanation=(
                "All of their relations count as missing, which pulls every value down. Either the annotations were "
                "not saved, or the annotator was not asked."
            ),
            action="Restore the annotations, or take the annotator's assignments out of the data.",
            numbers={"annotator": name, "documents": documents},
        )
        for name, documents in without_annotations(relations)
    ]


def missed_links(places: DrawnLinks) -> Iterator[Finding]:
    """Annotators who have not drawn what most of the others did, more often than the others."""
    present, asked = places.present, places.asked
    established = asked & (2 * (places.support[:, None] - present) > places.number[:, None] - asked)
    drawn = np.bincount(places.relations.who, minlength=present.shape[1]) > 0
    established &= drawn[None, :]  # whoever drew nothing has a finding of their own
    two = present.shape[1] == 2
    missed = established & ~present
    for name, higher in annotators_with_higher_rates(places.relations, places.document, missed, established):
        meaning = (
            "With two annotators it is unclear who is right: the other may link too much."
            if two
            else "Links that most of the others drew independently are rarely wrong."
        )
        yield Finding(
            kind="draws fewer links" if two else "misses links",
            matters=min(0.85, 0.4 + higher.rate - higher.elsewhere),
            title=(
                f"'{name}' has not drawn {higher.times:,} of {higher.of:,} links that "
                f"{'the other annotator' if two else 'most of the others'} drew ({higher.rate:.1%}); the rate of "
                f"the others is {higher.elsewhere:.1%}."
            ),
            explanation=(f"{higher.tested} for so large a difference, corrected for all annotators. {meaning}"),
            action=f"Go through these links with '{name}', and state in the guidelines when two units are linked.",
            numbers={"annotator": name, "missed": higher.times, "to_draw": higher.of, **higher.as_json()},
        )


def lonely_links(places: DrawnLinks) -> Iterator[Finding]:
    """Annotators who draw what nobody else draws, more often than the others do; three annotators at least."""
    several = (places.number >= 3)[:, None] & places.present
    alone = several & (places.support == 1)[:, None]
    for name, higher in annotators_with_higher_rates(places.relations, places.document, alone, several):
        yield Finding(
            kind="lonely links",
            matters=min(0.75, 0.35 + higher.rate - higher.elsewhere),
            title=(
                f"'{name}' alone drew {higher.times:,} of their {higher.of:,} links ({higher.rate:.1%}); of the "
                f"others' links {higher.elsewhere:.1%} are theirs alone."
            ),
            explanation=(
                f"{higher.tested} for so large a difference, corrected for all annotators. "
                f"'{name}' reads the structure in another way, or by another rule."
            ),
            action=f"Look at these links together with '{name}', and settle the rule behind them.",
            numbers={"annotator": name, "alone": higher.times, "links": higher.of, **higher.as_json()},
        )


def attached_otherwise(places: DrawnLinks) -> list[Finding]:
    """Annotators who attach units nearer, or further away, than to the target on which most of the others agree."""
    heads = single_heads(places.relations)
    near, far = (np.zeros(heads.shape, dtype=bool) for _ in range(2))
    for who in range(heads.shape[1]):
        theirs = agreed_by_most(np.delete(heads, who, axis=1))
        compared = np.flatnonzero(~np.isnan(heads[:, who]) & ~np.isnan(theirs))
        here, there = (np.abs(head[compared] - compared) for head in (heads[:, who], theirs))
        near[compared[here < there], who] = True
        far[compared[here > there], who] = True
    p = leaning(places.relations.unit_document.astype(np.int64), places.relations.n_documents, near, far)
    nearer, further = near.sum(axis=0), far.sum(axis=0)
    two = heads.shape[1] == 2
    return [
        _attached(places.relations.annotators, who, int(nearer[who]), int(further[who]), float(p[who]))
        for who in np.flatnonzero(p < RINGING).tolist()
        if not (two and who == 1)  # the other one attaches the other way
    ]


def _attached(annotators: tuple[str, ...], who: int, nearer: int, further: int, p: float) -> Finding:
    name, way = annotators[who], "nearer" if nearer > further else "further away"
    others = f"'{annotators[1 - who]}'" if len(annotators) == 2 else "most of the others"
    return Finding(
        kind="attaches nearer" if nearer > further else "attaches further",
        matters=min(0.7, 0.4 + abs(nearer - further) / (4 * (nearer + further))),
        title=(
            f"'{name}' attaches units {way} than {others}: of {nearer + further:,} units with another target, "
            f"{max(nearer, further):,} are linked {way} in the text, {min(nearer, further):,} the other way."
        ),
        explanation=(
            f"A sign test gives p = {p:.2g}, corrected for all annotators; units on whose target the others do not "
            "agree are not counted. That is a rule which is read differently (what the unit before says, or what the "
            "whole text argues for), not carelessness."
        ),
        action="Say in the guidelines which target to choose where a nearer and a further one are possible.",
        numbers={"annotator": name, "nearer": nearer, "further": further, "p": p},
    )


def entities_cut(relations: Relations, entities: EntityDisagreement) -> Iterator[Finding]:
    """Annotators of coreference who join what most of the others keep apart, or cut what they join."""
    width = int(entities.unit.max(initial=0)) + 1
    keys, place = np.unique(entities.document * width + entities.unit, return_inverse=True)
    place = place.reshape(-1)
    document = keys // width
    shape = (len(keys), relations.n_annotators)
    votes = np.zeros(shape, dtype=np.int64)
    np.add.at(votes, (place, entities.annotator), entities.kind != UNMARKED)
    for kind, code in (("joins entities", JOINED), ("splits entities", SPLIT)):
        counts = np.zeros(shape, dtype=np.int64)
        np.add.at(counts, (place, entities.annotator), entities.kind == code)
        cases, among = (votes > 0) & (2 * counts > votes), votes > 0
        for name, higher in annotators_with_higher_rates(relations, document, cases, among):
            yield _entities(kind, name, higher)


def _entities(kind: str, name: str, higher: HigherRate) -> Finding:
    did = "in an entity that most of the others cut into several"
    if kind == "splits entities":
        did = "in an entity that is part of a larger one for most of the others"
    return Finding(
        kind=kind,
        matters=min(0.75, 0.35 + higher.rate - higher.elsewhere),
        title=(
            f"'{name}' has {higher.times:,} of {higher.of:,} mentions {did} ({higher.rate:.1%}); the rate of the "
            f"others is {higher.elsewhere:.1%}."
        ),
        explanation=(
            f"{higher.tested} for so large a difference, corrected for all annotators. Joined or "
            "cut entities are a matter of when two mentions are the same thing (a part, a kind, a role, a time)."
        ),
        action=f"Compare such entities with '{name}', and write down what counts as the same thing.",
        numbers={"annotator": name, "times": higher.times, "mentions": higher.of, **higher.as_json()},
    )


def single_heads(relations: Relations) -> Floats:
    """(units, annotators) the target of a unit's only outgoing relation, nan where there is none or more than one."""
    shape = (relations.n_units, relations.n_annotators)
    number, heads = np.zeros(shape, dtype=np.int64), np.full(shape, np.nan)
    np.add.at(number, (relations.origins, relations.who), 1)
    heads[relations.origins, relations.who] = relations.targets
    heads[number != 1] = np.nan
    return heads

"""Findings about annotators of relations: who draws nothing, misses links, draws others, attaches nearer, or joins.

Each is reported only when an exact test says that chance does not explain it. Cases of one document may hang together:
counts are divided by their clustering over documents first. The tests of one question are corrected together (Holm
1979); all questions together ring by chance in fewer than 1 of 20 data sets.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from accord.annotations.relations import Relations
from accord.diagnosis.finding import Finding
from accord.diagnosis.relations.entity_disagreement import JOINED, SPLIT, UNMARKED, EntityDisagreement
from accord.diagnosis.relations.relation_places import DrawnLinks
from accord.statistics.exact_tests import more_often, more_one_way
from accord.statistics.multiple_comparisons import holm
from accord.statistics.overdispersion import clustering, deflated

RINGING = 0.005  # how often each question may ring where there is nothing; there are fewer than ten
MATERIAL = 0.05  # a smaller difference of rates is not worth a finding
Ints = NDArray[np.int64]
Bools = NDArray[np.bool_]


def annotator_findings(places: DrawnLinks, entities: EntityDisagreement | None) -> list[Finding]:
    """All findings about annotators."""
    found = empty_annotators(places.relations)
    if entities is not None:
        return [*found, *entities_cut(places.relations, entities)]
    return [*found, *missed_links(places), *lonely_links(places), *attached_otherwise(places)]


def empty_annotators(relations: Relations) -> list[Finding]:
    """Annotators who were asked and drew nothing anywhere, where others did."""
    drawn = np.bincount(relations.who, minlength=relations.n_annotators)
    filled = np.bincount(relations.document, minlength=relations.n_documents) > 0
    asked = (relations.assigned & filled[:, None]).sum(axis=0)
    return [
        Finding(
            kind="empty annotator",
            matters=0.95,
            title=(
                f"'{relations.annotators[who]}' drew no relation in any of {asked[who]:,} document"
                f"{_s(int(asked[who]))} in which others did."
            ),
            explanation=(
                "All of their relations count as missing, which pulls every value down. Either the annotations were "
                "not saved, or the annotator was not asked."
            ),
            action="Restore the annotations, or take the annotator's assignments out of the data.",
            numbers={"annotator": relations.annotators[who], "documents": int(asked[who])},
        )
        for who in np.flatnonzero((drawn == 0) & (asked > 0)).tolist()
    ]


def missed_links(places: DrawnLinks) -> list[Finding]:
    """Annotators who have not drawn what most of the others did, more often than the others."""
    present, asked = places.present, places.asked
    established = asked & (2 * (places.support[:, None] - present) > places.number[:, None] - asked)
    drawn = np.bincount(places.relations.who, minlength=present.shape[1]) > 0
    established &= drawn[None, :]  # whoever drew nothing has a finding of their own
    missed = established & ~present
    times, of = missed.sum(axis=0), established.sum(axis=0)
    two = present.shape[1] == 2
    findings = []
    for who, p in rings(places.document, places.relations.n_documents, missed, established):
        name = places.relations.annotators[who]
        rate, elsewhere = rates(times, of, who)
        meaning = (
            "With two annotators it cannot be told who is right: the other may link too much."
            if two
            else "What most of the others drew independently is rarely nothing."
        )
        findings.append(
            Finding(
                kind="draws fewer links" if two else "misses links",
                matters=min(0.85, 0.4 + rate - elsewhere),
                title=(
                    f"'{name}' has not drawn {times[who]:,} of {of[who]:,} links that "
                    f"{'the other annotator' if two else 'most of the others'} drew ({rate:.1%}); the rate of the "
                    f"others is {elsewhere:.1%}."
                ),
                explanation=(
                    f"Fisher's exact test gives p = {p:.2g} for so large a difference, corrected for all annotators. "
                    f"{meaning}"
                ),
                action=f"Go through these links with '{name}', and state in the guidelines when two units are linked.",
                numbers={
                    "annotator": name,
                    "missed": int(times[who]),
                    "to_draw": int(of[who]),
                    "rate": rate,
                    "rate_of_others": elsewhere,
                    "p": p,
                },
            )
        )
    return findings


def lonely_links(places: DrawnLinks) -> list[Finding]:
    """Annotators who draw what nobody else draws, more often than the others do; three annotators at least."""
    several = (places.number >= 3)[:, None] & places.present
    single = several & (places.support == 1)[:, None]
    times, of = single.sum(axis=0), several.sum(axis=0)
    findings = []
    for who, p in rings(places.document, places.relations.n_documents, single, several):
        name = places.relations.annotators[who]
        rate, elsewhere = rates(times, of, who)
        findings.append(
            Finding(
                kind="lonely links",
                matters=min(0.75, 0.35 + rate - elsewhere),
                title=(
                    f"'{name}' alone drew {times[who]:,} of their {of[who]:,} links ({rate:.1%}); of the others' links "
                    f"{elsewhere:.1%} are theirs alone."
                ),
                explanation=(
                    f"Fisher's exact test gives p = {p:.2g} for so large a difference, corrected for all annotators. "
                    f"'{name}' reads the structure in another way, or by another rule."
                ),
                action=f"Look at these links together with '{name}', and settle the rule behind them.",
                numbers={
                    "annotator": name,
                    "alone": int(times[who]),
                    "links": int(of[who]),
                    "rate": rate,
                    "rate_of_others": elsewhere,
                    "p": p,
                },
            )
        )
    return findings


def attached_otherwise(places: DrawnLinks) -> list[Finding]:
    """Annotators who attach units nearer, or further away, than to the target on which most of the others agree."""
    heads = single_heads(places.relations)
    near, far = (np.zeros(heads.shape, dtype=bool) for _ in range(2))
    for who in range(heads.shape[1]):
        theirs = agreed_head(np.delete(heads, who, axis=1))
        compared = np.flatnonzero((heads[:, who] >= 0) & (theirs >= 0))
        here, there = (np.abs(head[compared] - compared) for head in (heads[:, who], theirs))
        near[compared[here < there], who] = True
        far[compared[here > there], who] = True
    document = places.relations.unit_document.astype(np.int64)
    documents = places.relations.n_documents
    factor = clustering(per_document(document, documents, near), per_document(document, documents, near | far))
    nearer, further = near.sum(axis=0), far.sum(axis=0)
    thin = zip(deflated(nearer, factor).tolist(), deflated(further, factor).tolist(), strict=True)
    p = holm(np.array([more_one_way(one, other) for one, other in thin]))
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


def entities_cut(relations: Relations, entities: EntityDisagreement) -> list[Finding]:
    """Annotators of coreference who join what most of the others keep apart, or cut what they join."""
    width = int(entities.unit.max(initial=0)) + 1
    keys, place = np.unique(entities.document * width + entities.unit, return_inverse=True)
    place = place.reshape(-1)
    document = keys // width
    shape = (len(keys), relations.n_annotators)
    votes = np.zeros(shape, dtype=np.int64)
    np.add.at(votes, (place, entities.annotator), entities.kind != UNMARKED)
    findings = []
    for kind, code in (("joins entities", JOINED), ("splits entities", SPLIT)):
        said = np.zeros(shape, dtype=np.int64)
        np.add.at(said, (place, entities.annotator), entities.kind == code)
        cases, among = (votes > 0) & (2 * said > votes), votes > 0
        times, of = cases.sum(axis=0), among.sum(axis=0)
        for who, p in rings(document, relations.n_documents, cases, among):
            findings.append(_entities(kind, relations.annotators[who], rates(times, of, who), times[who], of[who], p))
    return findings


def _entities(kind: str, name: str, both: tuple[float, float], times: int, of: int, p: float) -> Finding:
    rate, elsewhere = both
    did = "in an entity that most of the others cut into several"
    if kind == "splits entities":
        did = "in an entity that is part of a larger one for most of the others"
    return Finding(
        kind=kind,
        matters=min(0.75, 0.35 + rate - elsewhere),
        title=(
            f"'{name}' has {times:,} of {of:,} mentions {did} ({rate:.1%}); the rate of the others is {elsewhere:.1%}."
        ),
        explanation=(
            f"Fisher's exact test gives p = {p:.2g} for so large a difference, corrected for all annotators. Joined or "
            "cut entities are a matter of when two mentions are the same thing (a part, a kind, a role, a time)."
        ),
        action=f"Compare such entities with '{name}', and write down what counts as the same thing.",
        numbers={
            "annotator": name,
            "times": int(times),
            "mentions": int(of),
            "rate": rate,
            "rate_of_others": elsewhere,
            "p": p,
        },
    )


def single_heads(relations: Relations) -> Ints:
    """(units, annotators) the target of a unit's only outgoing relation, −1 where there is none or more than one."""
    shape = (relations.n_units, relations.n_annotators)
    number, heads = np.zeros(shape, dtype=np.int64), np.full(shape, -1, dtype=np.int64)
    np.add.at(number, (relations.origins, relations.who), 1)
    heads[relations.origins, relations.who] = relations.targets
    heads[number != 1] = -1
    return heads


def agreed_head(heads: Ints) -> Ints:
    """(units,) the head that more than half of those annotators have who have one, −1 without such."""
    known = (heads >= 0).sum(axis=1)
    ordered = np.sort(np.where(heads >= 0, heads, np.iinfo(np.int64).max), axis=1)
    middle = ordered[np.arange(len(ordered)), np.maximum(known - 1, 0) // 2]
    agreed = (known > 0) & (2 * (heads == middle[:, None]).sum(axis=1) > known)
    return np.where(agreed, middle, -1)


def per_document(document: Ints, documents: int, cases: Bools) -> Ints:
    """(documents, columns) how many rows of each document are cases."""
    counted = np.zeros((documents, cases.shape[1]), dtype=np.int64)
    np.add.at(counted, document, cases)
    return counted


def rings(document: Ints, documents: int, cases: Bools, among: Bools) -> list[tuple[int, float]]:
    """Columns whose rate is higher than that of all the others together, with the corrected p; the highest first.

    `cases` and `among` are (rows, columns), `document` (rows,).
    """
    factor = clustering(per_document(document, documents, cases), per_document(document, documents, among))
    times, of = cases.sum(axis=0), among.sum(axis=0)
    few, all_of = deflated(times, factor), deflated(of, factor)
    raw = [
        more_often(int(t), int(n), int(few.sum() - t), int(all_of.sum() - n)) for t, n in zip(few, all_of, strict=True)
    ]
    p = holm(np.array(raw))
    ringing = []
    for who in np.flatnonzero(p < RINGING).tolist():
        rate, elsewhere = rates(times, of, who)
        if rate - elsewhere >= MATERIAL:
            ringing.append((rate, who))
    return [(who, float(p[who])) for _, who in sorted(ringing, key=lambda entry: (-entry[0], entry[1]))]


def rates(times: Ints, of: Ints, who: int) -> tuple[float, float]:
    """The rate of one column, and that of all the others together."""
    rest = int(of.sum() - of[who])
    return float(times[who] / of[who]) if of[who] else 0.0, float(times.sum() - times[who]) / rest if rest else 0.0


def _s(number: int) -> str:
    return "" if number == 1 else "s"

"""Errors that annotators make in relations: missed, added, turned round, attached elsewhere, labelled otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from accord.annotations.relations import Relations
from accord.degradations.relation_reference import RelationReference
from accord.results import UsageError
from accord.results.option_names import option

ERRORS = ("false_negative", "false_positive", "flip", "retarget", "reorigin", "relabel")


def link_rates(data: Relations, reference: RelationReference, others: Sequence[str]) -> dict[str, float]:
    """How often each error occurs in the relations of the annotators, for each relation of the reference.

    A relation that is not in the reference is, in this order: one of the reference turned round, one with another
    target, one with another origin, each of the reference accounted for once, or added; what is left of the reference
    is missed. A relation of the reference with another label is labelled otherwise.
    """
    if not data.given:
        raise UsageError("errors are observed over given units", f"give numbers in {option('weights')}")
    gold = {(link[0], link[1]): link[2] for link in _links(reference.data, 0)}
    counted: Counter[str] = Counter(dict.fromkeys(ERRORS, 0))
    asked_for = 0
    for annotator, name in enumerate(data.annotators):
        if name not in others:
            continue
        asked = set(data.assigned[:, annotator].nonzero()[0].tolist())
        here = {(origin, target): label for origin, target, label in _links(data, annotator)}
        there = {link: label for link, label in gold.items() if data.unit_document[link[0]] in asked}
        asked_for += len(there)
        counted.update(_errors(here, there))
    return {name: counted[name] / max(asked_for, 1) for name in ERRORS}


Graph = dict[tuple[int, int], int]


def _errors(here: Graph, there: Graph) -> Counter[str]:
    counted = Counter(relabel=sum(there.get(link, label) != label for link, label in here.items()))
    new = [link for link in here if link not in there]
    missed = {link for link in there if link not in here}
    for name, partners in (
        ("flip", lambda link: [(link[1], link[0])]),
        ("retarget", lambda link: sorted(candidate for candidate in missed if candidate[0] == link[0])),
        ("reorigin", lambda link: sorted(candidate for candidate in missed if candidate[1] == link[1])),
    ):
        left = []
        for link in new:
            partner = next((candidate for candidate in partners(link) if candidate in missed), None)
            if partner is None:
                left.append(link)
            else:
                missed.discard(partner)
                counted[name] += 1
        new = left
    counted["false_positive"] += len(new)
    counted["false_negative"] += len(missed)
    return counted


def _links(data: Relations, annotator: int) -> list[tuple[int, int, int]]:
    mine = data.who == annotator
    return list(zip(data.origins[mine].tolist(), data.targets[mine].tolist(), data.codes[mine].tolist(), strict=True))

"""Which errors the annotators themselves make: missed, added, turned round, attached elsewhere, labelled otherwise.

The wish of Boiteau 2024 (section 5): degradations as often as they are observed in real annotations.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from accord.annotations.relations import Relations
from accord.degradations.relation_reference import RelationReference
from accord.results import UsageError
from accord.results.option_names import option

OBSERVED = ("false_negative", "false_positive", "flip", "retarget", "reorigin", "relabel")


def observed_errors(data: Relations, reference: RelationReference) -> dict[str, int]:
    """How often each error occurs in the relations of the annotators, compared with the reference.

    A relation that is not in the reference is, in this order: one of the reference turned round, one with another
    target, one with another origin, each of the reference accounted for once, or added; what is left of the reference
    is missed. A relation of the reference with another label is labelled otherwise.

    >>> from accord.annotations.relation_tuples import relations
    >>> data = relations({"gold": [(2, 1), (3, 1), (4, 2)], "A": [(1, 2), (3, 2)]}, units=[1, 2, 3, 4])
    >>> observed_errors(data, RelationReference.of(data, "gold", 0))
    {'false_negative': 1, 'false_positive': 0, 'flip': 1, 'retarget': 1, 'reorigin': 0, 'relabel': 0}
    """
    gold = {(link[0], link[1]): link[2] for link in _links(reference.data, 0)}
    counted: Counter[str] = Counter(dict.fromkeys(OBSERVED, 0))
    for annotator, name in enumerate(data.annotators):
        if reference.data.annotators == (name,):
            continue
        asked = set(data.assigned[:, annotator].nonzero()[0].tolist())
        here = {(one, other): label for one, other, label in _links(data, annotator)}
        there = {link: label for link, label in gold.items() if data.unit_document[link[0]] in asked}
        counted.update(_errors(here, there))
    return dict(counted)


Graph = dict[tuple[int, int], int]


def _errors(here: Graph, there: Graph) -> Counter[str]:
    counted = Counter(relabel=sum(there.get(link, label) != label for link, label in here.items()))
    new = [link for link in here if link not in there]
    missed = {link for link in there if link not in here}
    for name, partners in (
        ("flip", lambda link: [(link[1], link[0])]),
        ("retarget", lambda link: sorted(one for one in missed if one[0] == link[0])),
        ("reorigin", lambda link: sorted(one for one in missed if one[1] == link[1])),
    ):
        left = []
        for link in new:
            found = next((one for one in partners(link) if one in missed), None)
            if found is None:
                left.append(link)
            else:
                missed.discard(found)
                counted[name] += 1
        new = left
    counted["false_positive"] += len(new)
    counted["false_negative"] += len(missed)
    return counted


def _links(data: Relations, annotator: int) -> list[tuple[int, int, int]]:
    mine = data.who == annotator
    return list(zip(data.origins[mine].tolist(), data.targets[mine].tolist(), data.codes[mine].tolist(), strict=True))


def observed_weights(data: Relations, reference: RelationReference, names: Sequence[str]) -> list[float]:
    """How often the annotators make each of the named errors; a UsageError when none of them occurs."""
    unknown = next((name for name in names if name not in OBSERVED), None)
    if unknown is not None:
        raise UsageError(f"how often {unknown} occurs cannot be observed", f"it can for {', '.join(OBSERVED)}")
    if not data.given:
        raise UsageError("errors are observed over given units", f"give numbers in {option('weights')}")
    counted = observed_errors(data, reference)
    weights = [float(counted[name]) for name in names]
    if not any(weights):
        raise UsageError("the annotators make none of these errors", f"give numbers in {option('weights')}")
    return weights

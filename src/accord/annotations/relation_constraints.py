"""The constraint a campaign declares about its graphs, checked with the offending relation named, never repaired."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from accord.annotations.directed_cycles import on_cycles
from accord.annotations.relations import CONSTRAINTS, Relations
from accord.results import DataError, Place, UsageError

MAIN_CLAIMS = ("main claim", "major claim", "mainclaim", "majorclaim")


def check(relations: Relations, place_of: Callable[[int], Place] | None = None) -> None:
    """A DataError for the first relation, or component, that violates the declared constraint.

    dag: no directed cycle. forest: also at most one outgoing relation per unit. tree: also one root. argument: every
    component but the main claims has exactly one outgoing relation and main claims have none (Putra et al. 2022);
    where no unit is typed as a main claim, those without an outgoing relation are.
    """
    constraint = relations.constraint
    if constraint == "any":
        return
    if constraint in ("forest", "tree", "argument"):
        _one_outgoing(relations, place_of)
    if constraint in ("dag", "forest", "tree"):
        _no_cycle(relations, place_of)
    if constraint == "tree":
        _one_root(relations)
    if constraint == "argument":
        _main_claims(relations, place_of)


def known(constraint: str) -> str:
    """The constraint itself, if there is one of that name."""
    if constraint not in CONSTRAINTS:
        raise UsageError(f"there is no constraint '{constraint}'", f"use one of {', '.join(CONSTRAINTS)}")
    return constraint


def _nodes(relations: Relations, units: NDArray[np.int64], who: NDArray[np.int32]) -> NDArray[np.int64]:
    """One node per annotator and unit."""
    return who.astype(np.int64) * relations.n_units + units


def _one_outgoing(relations: Relations, place_of: Callable[[int], Place] | None) -> None:
    nodes = _nodes(relations, relations.origins, relations.who)
    order = np.argsort(nodes, kind="stable")
    again = np.flatnonzero(nodes[order][1:] == nodes[order][:-1]) + 1
    if len(again):
        row = int(order[again].min())
        _refuse(relations, row, place_of, "its origin has another outgoing relation", "at most one is allowed")


def _no_cycle(relations: Relations, place_of: Callable[[int], Place] | None) -> None:
    origins = _nodes(relations, relations.origins, relations.who)
    targets = _nodes(relations, relations.targets, relations.who)
    nodes, dense = np.unique(np.concatenate([origins, targets]), return_inverse=True)
    left = on_cycles(len(nodes), dense[: len(origins)], dense[len(origins) :])
    if left.any():
        row = _closing(np.flatnonzero(left), origins, targets)
        _refuse(relations, row, place_of, "it closes a cycle", "no directed cycle is allowed")


def _closing(left: NDArray[np.int64], origins: NDArray[np.int64], targets: NDArray[np.int64]) -> int:
    """A relation on a cycle: walk along the relations that are left, where every target is again an origin."""
    onward = {int(origins[row]): int(row) for row in reversed(left)}
    row, seen = int(left[0]), set()
    while int(origins[row]) not in seen:
        seen.add(int(origins[row]))
        before, row = row, onward[int(targets[row])]
    return before


def _components_by_annotation(relations: Relations) -> NDArray[np.int64]:
    """(components,) document × annotators + annotator."""
    documents = relations.unit_document[relations.component_units].astype(np.int64)
    return documents * relations.n_annotators + relations.component_who


def _outgoing(relations: Relations) -> NDArray[np.bool_]:
    """(components,) whether a component has an outgoing relation of its annotator."""
    nodes = _nodes(relations, relations.component_units, relations.component_who)
    return np.isin(nodes, _nodes(relations, relations.origins, relations.who))


def _one_root(relations: Relations) -> None:
    annotation = _components_by_annotation(relations)
    roots = np.bincount(annotation[~_outgoing(relations)], minlength=relations.n_documents * relations.n_annotators)
    several = np.flatnonzero(roots > 1)
    if len(several):
        document, annotator = divmod(int(several[0]), relations.n_annotators)
        at = (annotation == several[0]) & ~_outgoing(relations)
        names = [relations.unit_names[unit] for unit in relations.component_units[at]]
        raise DataError(
            "ACC033",
            f"'{relations.annotators[annotator]}' has {len(names)} roots where a tree has one: "
            f"{', '.join(names[:4])}{', …' if len(names) > 4 else ''}",
            Place(relations.source, None, relations.documents[document]),
            "link all but one of them, take them out of the structure, or declare constraint='forest'",
        )


def _main_claims(relations: Relations, place_of: Callable[[int], Place] | None) -> None:
    wanted = np.array([text.casefold().replace("_", " ") in MAIN_CLAIMS for text in (*relations.types.texts, "")])
    main = wanted[relations.component_types]
    annotation = _components_by_annotation(relations)
    typed = np.isin(annotation, annotation[main])
    outgoing = _outgoing(relations)
    odd = np.concatenate([np.flatnonzero(main & outgoing), np.flatnonzero(typed & ~main & ~outgoing)])
    if not len(odd):
        return
    unit, who = int(relations.component_units[odd[0]]), int(relations.component_who[odd[0]])
    if main[odd[0]]:
        row = int(np.argmax((relations.origins == unit) & (relations.who == who)))
        _refuse(relations, row, place_of, "its origin is a main claim", "a main claim has no outgoing relation")
    raise DataError(
        "ACC033",
        f"the component '{relations.unit_names[unit]}' of '{relations.annotators[who]}' has no outgoing relation and "
        "is not a main claim",
        Place(relations.source, None, relations.documents[relations.unit_document[unit]]),
        "link it, make it a main claim, take it out of the structure, or declare another constraint",
    )


def _refuse(relations: Relations, row: int, place_of: Callable[[int], Place] | None, what: str, rule: str) -> None:
    origin, target, label = relations.link(row)
    named = f" ({label})" if label is not None else ""
    place = Place(relations.source, None, relations.documents[relations.document[row]])
    raise DataError(
        "ACC033",
        f"the relation {origin} → {target}{named} of '{relations.annotators[relations.who[row]]}': {what}",
        place_of(row) if place_of is not None else place,
        f"{rule} by constraint='{relations.constraint}': correct the annotation or declare another constraint",
    )

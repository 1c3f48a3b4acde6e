"""Whether two sets of annotations hold the same, whatever the order of items, annotators and rows."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from accord.annotations.fragments import joined_fragments
from accord.annotations.tidy_columns import MOST_ROWS, listed_ratings
from accord.results.arrays import Places

if TYPE_CHECKING:
    from accord.annotations.annotated import Annotated
    from accord.annotations.answers import Answers
    from accord.annotations.labels import Labels
    from accord.annotations.relations import Relations
    from accord.annotations.spans import Spans


def same_content(one: Any, other: Any) -> bool:
    """Of two sets of annotations of one shape."""
    if one is other:
        return True
    if content_key(one) != content_key(other) or _roles(one) != _roles(other):
        return False
    compare: dict[str, Callable[[Any, Any], bool]] = {
        "labels": _labels,
        "spans": _spans,
        "relations": _relations,
        "answers": _answers,
    }
    return compare[one.kind](one, other)


def content_key(data: Any) -> Hashable:
    """What is quick to see, the same for data that are the same: it makes the hash."""
    people = None if data.annotators is None else frozenset(data.annotators)
    if data.kind == "labels":
        return data.kind, people, data.n_items, len(data), data.categories, data.level, data.nothing
    if data.kind == "answers":
        return data.kind, people, data.n_items, len(data)
    kinds = data.categories if data.kind == "spans" else (data.labels, frozenset(data.symmetric), data.constraint)
    return data.kind, people, data.n_documents, len(data), kinds


def _roles(data: Annotated) -> dict[str, str]:
    return {name: role for name, role in data.roles.items() if role != "person"}


def _labels(one: Labels, other: Labels) -> bool:
    one, other = _without_weights(one, other)
    if max(one.n_items, other.n_items) > MOST_ROWS:
        return False
    names, row, rating = listed_ratings(one)
    names_of_other, row_of_other, rating_of_other = listed_ratings(other)
    items = _places(names, names_of_other)
    if items is None:
        return False
    row_of_other = items[row_of_other]
    columns: list[NDArray[Any]] = [row, one.codes[rating]]
    columns_of_other: list[NDArray[Any]] = [row_of_other, other.codes[rating_of_other]]
    if one.annotators is not None and other.annotators is not None and one.who is not None and other.who is not None:
        people = _places(one.annotators, other.annotators)
        if people is None:
            return False
        order = np.lexsort((one.who[rating], row))  # who labels again stays in order
        order_of_other = np.lexsort((people[other.who[rating_of_other]], row_of_other))
        columns.append(one.who[rating])
        columns_of_other.append(people[other.who[rating_of_other]])
    else:
        order, order_of_other = np.lexsort(columns[::-1]), np.lexsort(columns_of_other[::-1])
    if (one.times is None) != (other.times is None):
        return False
    if one.times is not None and other.times is not None:
        columns.append(one.times[rating])
        columns_of_other.append(other.times[rating_of_other])
    return _alike(columns, order, columns_of_other, order_of_other) and _same_clusters(one, other, items)


def _without_weights(one: Labels, other: Labels) -> tuple[Labels, Labels]:
    """Both with one item for each row where rows stand for as many items in both, as in contingency tables."""
    if one.items is not None or other.items is not None or not np.array_equal(one.weights, other.weights):
        return one, other
    ones = np.ones_like(one.weights)
    return (one, other) if (one.weights == 1).all() else (replace(one, weights=ones), replace(other, weights=ones))


def _same_clusters(one: Labels, other: Labels, items: Places) -> bool:
    """Whether the same items belong together, whatever their clusters are called."""
    if one.clusters is None or other.clusters is None:
        return one.clusters is other.clusters
    mine = np.repeat(one.clusters, one.weights)[items]
    theirs = np.repeat(other.clusters, other.weights)
    pairs = len(set(zip(mine.tolist(), theirs.tolist(), strict=True)))
    return pairs == len(np.unique(mine)) == len(np.unique(theirs))


def _spans(one: Spans, other: Spans) -> bool:
    documents, people = _places(one.documents, other.documents), _places(one.annotators, other.annotators)
    if documents is None or people is None or not _same_asked(one, other, documents, people):
        return False
    if not np.array_equal(one.lengths[documents], other.lengths, equal_nan=True):
        return False
    columns: list[NDArray[Any]] = [one.document, one.who, one.starts, one.ends, one.codes]
    theirs: list[NDArray[Any]] = [
        documents[other.document], people[other.who], other.starts, other.ends, other.codes
    ]  # fmt: skip
    if one.fragments is not None or other.fragments is not None:
        if one.n_discontinuous != other.n_discontinuous:
            return False
        both = joined_fragments([(part.fragments, part.starts, part.ends) for part in (one, other)])
        ranks = np.zeros(len(one) + len(other), dtype=np.int64) if both is None else both.ranks
        columns.append(ranks[: len(one)])
        theirs.append(ranks[len(one) :])
    return _alike(columns, np.lexsort(columns[::-1]), theirs, np.lexsort(theirs[::-1]))


def _relations(one: Relations, other: Relations) -> bool:
    documents, people = _places(one.documents, other.documents), _places(one.annotators, other.annotators)
    if documents is None or people is None or not _same_asked(one, other, documents, people):
        return False
    if one.spans is None or other.spans is None:
        if one.spans is not other.spans:
            return False
    elif one.spans != other.spans:
        return False
    mine = _drawn(one)
    theirs = _drawn(other)
    return all(mine[place] == theirs[their] for their, place in enumerate(documents.tolist()))


def _drawn(data: Relations) -> list[tuple[object, ...]]:
    """Of each document its units in reading order, and what was drawn over them, by names."""
    units: list[list[object]] = [[] for _ in data.documents]
    links: list[set[object]] = [set() for _ in data.documents]
    members: list[set[object]] = [set() for _ in data.documents]
    people, labels, types = [*data.annotators, None], [*data.labels.texts, None], [*data.types.texts, None]
    names, where = data.unit_names, data.unit_document.tolist()
    owner = [people[who] for who in data.owners.tolist()]
    for unit, document in enumerate(where):
        units[document].append((owner[unit], names[unit]))
    for document, who, origin, target, code in zip(
        *(column.tolist() for column in (data.document, data.who, data.origins, data.targets, data.codes)), strict=True
    ):
        links[document].add((people[who], names[origin], names[target], labels[code]))
    columns = (data.component_units, data.component_who, data.component_types)
    for unit, who, code in zip(*(column.tolist() for column in columns), strict=True):
        members[where[unit]].add((people[who], names[unit], types[code]))
    ordered = units if data.given else [sorted(several, key=repr) for several in units]
    return list(zip(ordered, links, members, strict=True))


def _answers(one: Answers, other: Answers) -> bool:
    items = _places(one.items, other.items)
    people = _places(one.annotators or (), other.annotators or ())
    if items is None or people is None or not _same_asked(one, other, items, people):
        return False
    mine, theirs = _said(one), _said(other)
    return all(mine[place] == theirs[their] for their, place in enumerate(items.tolist()))


def _said(data: Answers) -> list[dict[object, object]]:
    """Of each item what everybody answered, in order; of counts how often each answer was given."""
    said: list[dict[object, object]] = [{} for _ in data.items]
    columns = (data.item.tolist(), data.who.tolist(), data.codes.tolist(), data.times.tolist())
    for item, who, code, times in zip(*columns, strict=True):
        if data.annotators is None:
            said[item][data.vocabulary[code]] = times
        else:
            before: Any = said[item].get(data.annotators[who], ())
            said[item][data.annotators[who]] = (*before, data.vocabulary[code])
    return said


def _same_asked(
    one: Spans | Relations | Answers, other: Spans | Relations | Answers, documents: Places, people: Places
) -> bool:
    return bool(np.array_equal(one.assigned[documents][:, people], other.assigned))


def _places(names: Sequence[str], others: Sequence[str]) -> Places | None:
    """Where each of the other names stands among these; None where they are not the same names. Names that occur twice
    must stand in the same order."""
    if len(names) != len(others):
        return None
    if names is others or list(names) == list(others):
        return np.arange(len(names))
    place = {name: number for number, name in enumerate(names)}
    if len(place) < len(names) or place.keys() != set(others):
        return None
    return np.array([place[name] for name in others], dtype=np.int64)


def _alike(
    columns: Sequence[NDArray[Any]], order: Places, others: Sequence[NDArray[Any]], order_of_other: Places
) -> bool:
    return all(
        len(mine) == len(theirs)
        and np.array_equal(mine[order], theirs[order_of_other], equal_nan=mine.dtype.kind == "f")
        for mine, theirs in zip(columns, others, strict=True)
    )

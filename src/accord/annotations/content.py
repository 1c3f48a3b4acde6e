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


def same_content(data: Any, other: Any) -> bool:
    """Of two sets of annotations of one shape."""
    if data is other:
        return True
    if content_key(data) != content_key(other) or _roles(data) != _roles(other):
        return False
    compare: dict[str, Callable[[Any, Any], bool]] = {
        "labels": _labels,
        "spans": _spans,
        "relations": _relations,
        "answers": _answers,
    }
    return compare[data.kind](data, other)


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


def _labels(data: Labels, other: Labels) -> bool:
    data, other = _without_weights(data, other)
    if max(data.n_items, other.n_items) > MOST_ROWS:
        return False
    names, row, rating = listed_ratings(data)
    names_of_other, row_of_other, rating_of_other = listed_ratings(other)
    items = _places(names, names_of_other)
    if items is None:
        return False
    row_of_other = items[row_of_other]
    columns: list[NDArray[Any]] = [row, data.codes[rating]]
    columns_of_other: list[NDArray[Any]] = [row_of_other, other.codes[rating_of_other]]
    if data.annotators is not None and other.annotators is not None and data.who is not None and other.who is not None:
        people = _places(data.annotators, other.annotators)
        if people is None:
            return False
        order = np.lexsort((data.who[rating], row))  # who labels again stays in order
        order_of_other = np.lexsort((people[other.who[rating_of_other]], row_of_other))
        columns.append(data.who[rating])
        columns_of_other.append(people[other.who[rating_of_other]])
    else:
        order, order_of_other = np.lexsort(columns[::-1]), np.lexsort(columns_of_other[::-1])
    if (data.times is None) != (other.times is None):
        return False
    if data.times is not None and other.times is not None:
        columns.append(data.times[rating])
        columns_of_other.append(other.times[rating_of_other])
    return _alike(columns, order, columns_of_other, order_of_other) and _same_clusters(data, other, items)


def _without_weights(data: Labels, other: Labels) -> tuple[Labels, Labels]:
    """Both with one item for each row where rows stand for as many items in both, as in contingency tables."""
    if data.items is not None or other.items is not None or not np.array_equal(data.weights, other.weights):
        return data, other
    ones = np.ones_like(data.weights)
    return (data, other) if (data.weights == 1).all() else (replace(data, weights=ones), replace(other, weights=ones))


def _same_clusters(data: Labels, other: Labels, items: Places) -> bool:
    """Whether the same items belong together, whatever their clusters are called."""
    if data.clusters is None or other.clusters is None:
        return data.clusters is other.clusters
    mine = np.repeat(data.clusters, data.weights)[items]
    theirs = np.repeat(other.clusters, other.weights)
    pairs = len(set(zip(mine.tolist(), theirs.tolist(), strict=True)))
    return pairs == len(np.unique(mine)) == len(np.unique(theirs))


def _spans(data: Spans, other: Spans) -> bool:
    documents, people = _places(data.documents, other.documents), _places(data.annotators, other.annotators)
    if documents is None or people is None or not _same_asked(data, other, documents, people):
        return False
    if not np.array_equal(data.lengths[documents], other.lengths, equal_nan=True):
        return False
    columns: list[NDArray[Any]] = [data.document, data.who, data.starts, data.ends, data.codes]
    theirs: list[NDArray[Any]] = [
        documents[other.document], people[other.who], other.starts, other.ends, other.codes
    ]  # fmt: skip
    if data.fragments is not None or other.fragments is not None:
        if data.n_discontinuous != other.n_discontinuous:
            return False
        both = joined_fragments([(part.fragments, part.starts, part.ends) for part in (data, other)])
        ranks = np.zeros(len(data) + len(other), dtype=np.int64) if both is None else both.ranks
        columns.append(ranks[: len(data)])
        theirs.append(ranks[len(data) :])
    return _alike(columns, np.lexsort(columns[::-1]), theirs, np.lexsort(theirs[::-1]))


def _relations(data: Relations, other: Relations) -> bool:
    documents, people = _places(data.documents, other.documents), _places(data.annotators, other.annotators)
    if documents is None or people is None or not _same_asked(data, other, documents, people):
        return False
    if data.spans is None or other.spans is None:
        if data.spans is not other.spans:
            return False
    elif data.spans != other.spans:
        return False
    mine = _drawn(data)
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


def _answers(data: Answers, other: Answers) -> bool:
    items = _places(data.items, other.items)
    people = _places(data.annotators or (), other.annotators or ())
    if items is None or people is None or not _same_asked(data, other, items, people):
        return False
    mine, theirs = _said(data), _said(other)
    return all(mine[place] == theirs[their] for their, place in enumerate(items.tolist()))


def _said(data: Answers) -> list[dict[object, object]]:
    """Of each item what everybody answered, in order; of counts how often each answer was given."""
    answered: list[dict[object, object]] = [{} for _ in data.items]
    columns = (data.item.tolist(), data.who.tolist(), data.codes.tolist(), data.times.tolist())
    for item, who, code, times in zip(*columns, strict=True):
        if data.annotators is None:
            answered[item][data.vocabulary[code]] = times
        else:
            before: Any = answered[item].get(data.annotators[who], ())
            answered[item][data.annotators[who]] = (*before, data.vocabulary[code])
    return answered


def _same_asked(
    data: Spans | Relations | Answers, other: Spans | Relations | Answers, documents: Places, people: Places
) -> bool:
    return bool(np.array_equal(data.assigned[documents][:, people], other.assigned))


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

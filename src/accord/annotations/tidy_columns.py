"""Annotations of any shape as the columns of one tidy table: a row for each annotation, and one for whoever was asked
and annotated nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from accord.annotations.categories import number_text
from accord.annotations.sparse import pieces
from accord.results import UsageError

if TYPE_CHECKING:
    from accord.annotations.answers import Answers
    from accord.annotations.labels import Labels
    from accord.annotations.relations import Relations
    from accord.annotations.roles import Roles
    from accord.annotations.spans import Spans

Columns = dict[str, list[Any]]
ROLE = "annotator_role"
MOST_ROWS = 200_000_000  # of a contingency table, whose items are written one by one
_WHOLE = 2**53  # whole numbers below it are told apart as floats


def tidy_columns(data: Any) -> Columns:
    """The columns of annotations of any shape, all of one length."""
    made: dict[str, Callable[[Any], Columns]] = {
        "labels": label_columns,
        "spans": span_columns,
        "relations": relation_columns,
        "answers": answer_columns,
    }
    return made[data.kind](data)


def label_columns(data: Labels) -> Columns:
    """item, annotator, label; item, label, count where only counts are known. An item or an annotator without any label
    has a row without one."""
    if data.annotators is None or data.who is None:
        return _count_columns(data)
    if len(data) > MOST_ROWS:
        raise UsageError(f"{len(data):,} labels are too many for a frame", "count them, or take a part of the items")
    names, row, rating = listed_ratings(data)
    people, texts = data.annotators, _label_values(data)
    item, who = [names[index] for index in row.tolist()], data.who[rating].tolist()
    columns: Columns = {
        "item": item,
        "annotator": [people[person] for person in who],
        "label": [texts[code] for code in data.codes[rating].tolist()],
    }
    if data.times is not None:
        columns["time"] = [None if np.isnan(time) else time for time in data.times[rating].tolist()]
    empty = [name for name, some in zip(names, np.bincount(row, minlength=len(names)), strict=True) if not some]
    seen = set(who)
    idle = [name for place, name in enumerate(people) if place not in seen]
    for place in range(max(len(empty), len(idle))):
        _append(columns, item=_at(empty, place, names), annotator=_at(idle, place, people))
    if data.clusters is not None:
        called = [*(data.cluster_names or map(str, range(int(data.clusters.max(initial=-1)) + 1)))]
        numbers = np.repeat(data.clusters, data.weights).tolist()
        cluster = {name: called[number] for name, number in zip(names, numbers, strict=True)}
        columns["cluster"] = [cluster.get(name) for name in columns["item"]]
    return _with_roles(columns, data.roles)


def listed_ratings(data: Labels) -> tuple[Sequence[str], NDArray[np.int64], NDArray[np.int64]]:
    """The name of each item, and (ratings,) its item and which rating of the data it is; a row that stands for several
    items is several, and items without names are numbered."""
    names = data.items if data.items is not None else [str(place + 1) for place in range(data.n_items)]
    if len(names) == data.n_rows:
        return names, np.repeat(np.arange(data.n_rows), data.sizes), np.arange(len(data.codes))
    ratings, item = pieces(data.starts, np.repeat(np.arange(data.n_rows), data.weights))
    return names, item, ratings


def span_columns(data: Spans) -> Columns:
    """document, annotator, start, end, category; with fragments where units are discontinuous, and id, text and length
    where they are known."""
    categories = [*data.categories.texts, None]
    columns: Columns = {
        "document": [data.documents[document] for document in data.document.tolist()],
        "annotator": [data.annotators[person] for person in data.who.tolist()],
        "start": _positions(data.starts),
        "end": _positions(data.ends),
        "category": [categories[code] for code in data.codes.tolist()],
    }
    if data.fragments is not None:
        from accord.annotations.fragment_cells import fragments_text

        columns["fragments"] = [fragments_text(cell) for cell in data.fragments.cells()]
    if data.names is not None:
        columns["id"] = list(data.names)
    if data.texts is not None:
        columns["text"] = [data.text_of(unit) for unit in range(len(data))]
    _append_silent(columns, data)
    if not np.isnan(data.lengths).all():
        length = dict(zip(data.documents, _positions(data.lengths), strict=True))
        columns["length"] = [length[name] for name in columns["document"]]
    return _with_roles(columns, data.roles)


def relation_columns(data: Relations) -> Columns:
    """document, annotator, origin, target, label."""
    labels = [*data.labels.texts, None]
    names = data.unit_names
    columns: Columns = {
        "document": [data.documents[document] for document in data.document.tolist()],
        "annotator": [data.annotators[person] for person in data.who.tolist()],
        "origin": [names[unit] for unit in data.origins.tolist()],
        "target": [names[unit] for unit in data.targets.tolist()],
        "label": [labels[code] for code in data.codes.tolist()],
    }
    _append_silent(columns, data)
    return _with_roles(columns, data.roles)


def unit_columns(data: Relations) -> Columns:
    """The units that relations are about: document and unit in reading order, with its text where it is known; of
    annotators' own units, those of `span_columns`, where `id` is what relations call them."""
    if data.spans is not None:
        from dataclasses import replace

        return span_columns(replace(data.spans, names=list(data.unit_names)))
    columns: Columns = {
        "document": [data.documents[document] for document in data.unit_document.tolist()],
        "unit": list(data.unit_names),
    }
    return columns if data.unit_texts is None else {**columns, "text": list(data.unit_texts)}


def answer_columns(data: Answers) -> Columns:
    """item, annotator, answer; item, answer, count where only counts are known."""
    columns: Columns = {"item": [data.items[item] for item in data.item.tolist()]}
    answer = [data.vocabulary[code] for code in data.codes.tolist()]
    if data.annotators is None:
        return {**columns, "answer": answer, "count": data.times.tolist()}
    people = data.annotators
    columns |= {"annotator": [people[person] for person in data.who.tolist()], "answer": answer}
    silent = data.assigned.copy()
    silent[data.item, data.who] = False
    for where, who in np.argwhere(silent).tolist():
        _append(columns, item=data.items[where], annotator=people[who])
    if data.texts is not None:
        text = dict(zip(data.items, data.texts, strict=True))
        columns["text"] = [text[name] for name in columns["item"]]
    return _with_roles(columns, data.roles)


def _count_columns(data: Labels) -> Columns:
    """How often each row was put in each category, by rows that may stand for several items."""
    row = np.repeat(np.arange(data.n_rows), data.sizes)
    width = max(len(data.categories), 1)
    keys, count = np.unique(row * np.int64(width) + data.codes, return_counts=True)
    texts = _label_values(data)
    names = data.items if data.items is not None else [str(place + 1) for place in range(data.n_rows)]
    columns: Columns = {
        "item": [names[index] for index in (keys // width).tolist()],
        "label": [texts[code] for code in (keys % width).tolist()],
        "count": count.tolist(),
    }
    if (data.weights != 1).any():
        columns["items"] = data.weights[keys // width].tolist()
    return columns


def _label_values(data: Labels) -> list[Any]:
    """The label behind each category: a list for a set, a number where all are numbers, else a text."""
    if data.categories.sets:
        return [sorted(members) for members in data.categories.members()]
    texts, values = data.categories.texts, data.categories.values
    if values is None or not (np.abs(values) < _WHOLE).all():
        return list(texts)
    if any(number_text(value) != text for value, text in zip(values.tolist(), texts, strict=True)):
        return list(texts)
    return _positions(values)


def _positions(values: NDArray[np.float64]) -> list[Any]:
    """Numbers as whole ones where all of them are; None for nan."""
    known = values[~np.isnan(values)]
    whole = bool(((known == np.floor(known)) & (np.abs(known) < _WHOLE)).all())
    return [None if value != value else int(value) if whole else value for value in values.tolist()]


def _append_silent(columns: Columns, data: Relations | Spans) -> None:
    """A row without an annotation for whoever was asked and has none."""
    silent = data.assigned.copy()
    silent[data.document, data.who] = False
    for where, who in np.argwhere(silent).tolist():
        _append(columns, document=data.documents[where], annotator=data.annotators[who])


def _append(columns: Columns, **cells: object) -> None:
    for name, column in columns.items():
        column.append(cells.get(name))


def _at(names: Sequence[str], place: int, instead: Sequence[str]) -> str | None:
    return names[place] if place < len(names) else next(iter(instead), None)


def _with_roles(columns: Columns, roles: Roles) -> Columns:
    """Beside the annotators what they are, where some are not people."""
    if all(role == "person" for role in roles.values()):
        return columns
    return _beside(columns, "annotator", ROLE, [roles.get(name, "person") for name in columns["annotator"]])


def _beside(columns: Columns, column: str, name: str, cells: Iterable[object]) -> Columns:
    made: Columns = {}
    for known, values in columns.items():
        made[known] = values
        if known == column:
            made[name] = list(cells)
    return made

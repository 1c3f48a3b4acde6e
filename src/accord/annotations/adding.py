"""Two parts of one data set as one: items, documents and annotators are the same when their names are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from accord.annotations.answer_columns import joined_answers
from accord.annotations.answers import Answers
from accord.annotations.categories import Categories
from accord.annotations.cluster_columns import with_clusters_of
from accord.annotations.fragments import joined_fragments
from accord.annotations.given_lists import repeated
from accord.annotations.labels import Labels
from accord.annotations.normalising import Normaliser
from accord.annotations.numbered_columns import numbered
from accord.annotations.relation_building import relations_from_columns
from accord.annotations.relations import Relations
from accord.annotations.roles import Role
from accord.annotations.spans import Spans
from accord.results import DataError, Place

_DIFFERENT = "read the parts with the same options"
_DISJOINT = "add parts of other {0}s, or of other annotators; leave one of the two out with of_{0}s()"
Places = NDArray[np.int32]


def added(one: Any, other: Any) -> Any:
    """Both parts of annotations of one shape."""
    made: dict[str, Callable[[Any, Any], Any]] = {
        "labels": _labels,
        "spans": _spans,
        "relations": _relations,
        "answers": _answers,
    }
    return replace(made[one.kind](one, other), **_origin(one, other))


def _origin(one: Any, other: Any) -> dict[str, Any]:
    """What is known about both parts."""
    roles: dict[str, Role] = {}
    for name, role in (*one.roles.items(), *other.roles.items()):
        if roles.setdefault(name, role) != role:
            raise _refused(
                f"'{name}' is a {roles[name]} in one part and a {role} in the other", "give roles with people="
            )
    sources = dict.fromkeys(part.source for part in (one, other) if part.source is not None)
    return {
        "roles": roles,
        "read_as": tuple(dict.fromkeys((*one.read_as, *other.read_as))),
        "diagnostics": tuple(dict.fromkeys((*one.diagnostics, *other.diagnostics))),
        "source": ", ".join(sources) or None,
        "files": tuple(dict.fromkeys((*one.files, *other.files))),
        "frame_library": one.frame_library if one.frame_library == other.frame_library else None,
    }


# ---- labels


def _labels(one: Labels, other: Labels) -> Labels:
    if (one.annotators is None) != (other.annotators is None):
        raise _refused("who gave which label is known for one part only", "add counts to counts")
    if one.level != other.level:
        raise _refused(
            f"the labels of one part are {one.level} and those of the other {other.level}",
            f"read both with level='{one.level}'",
        )
    if one.nothing is not None and other.nothing is not None and one.nothing != other.nothing:
        raise _refused(f"one part calls nothing to annotate '{one.nothing}', the other '{other.nothing}'", _DIFFERENT)
    categories = one.categories.union(other.categories)
    names, rows = _item_rows(one, other)
    row = np.concatenate([np.repeat(own, part.sizes) for own, part in zip(rows, (one, other), strict=True)])
    codes = np.concatenate([part.categories.positions_in(categories)[part.codes] for part in (one, other)])
    people, who = _who(one, other)
    if who is not None:
        _refuse_both(one, other, rows, who, names)
    order = np.lexsort((np.arange(len(row)), row if who is None else who, row))
    number = int(rows[1].max(initial=int(rows[0].max(initial=-1)))) + 1
    made = replace(
        one,
        categories=categories,
        annotators=people,
        starts=np.concatenate(([0], np.cumsum(np.bincount(row, minlength=number)))).astype(np.int64),
        who=None if who is None else who[order],
        codes=codes[order].astype(np.int32),
        weights=_by_row(number, rows, [one.weights, other.weights]),
        items=names,
        nothing=one.nothing if one.nothing is not None else other.nothing,
        texts=_texts(names, one, other),
        times=_times(one, other, order),
        clusters=None,
        cluster_names=None,
    )
    return _clustered(made, one, other)


def _item_rows(one: Labels, other: Labels) -> tuple[list[str] | None, tuple[Places, Places]]:
    """The names of all items, and of both parts where each row stands among them; items without names are all different
    ones."""
    first, second = (np.arange(part.n_rows, dtype=np.int32) for part in (one, other))
    if one.items is None and other.items is None:
        return None, (first, second + one.n_rows)
    if one.items is None or other.items is None:
        raise _refused("the items of one part have names, and those of the other have none", "name them: items=[…]")
    place = _numbered(one.items, other.items, "item")
    if one.annotators is None and len(place) < one.n_rows + other.n_rows:
        raise _twice("item", next(name for name in other.items if name in set(one.items)))
    return list(place), _placed(place, one.items, other.items)


def _who(one: Labels, other: Labels) -> tuple[tuple[str, ...] | None, Places | None]:
    if one.annotators is None or other.annotators is None or one.who is None or other.who is None:
        return None, None
    place = _numbered(one.annotators, other.annotators, "annotator")
    first, second = _placed(place, one.annotators, other.annotators)
    return tuple(place), np.concatenate((first[one.who], second[other.who]))


def _refuse_both(one: Labels, other: Labels, rows: tuple[Places, Places], who: Places, names: list[str] | None) -> None:
    """A DataError for an item that one annotator labelled in both parts."""
    if names is None:
        return
    width = int(who.max(initial=0)) + 1
    keys = [np.repeat(own, part.sizes).astype(np.int64) * width for own, part in zip(rows, (one, other), strict=True)]
    both = np.intersect1d(keys[0] + who[: len(keys[0])], keys[1] + who[len(keys[0]) :])
    if len(both):
        people = list(dict.fromkeys((*(one.annotators or ()), *(other.annotators or ()))))
        raise _twice("item", names[int(both[0]) // width], people[int(both[0]) % width], len(both))


def _by_row(number: int, rows: Sequence[Places], columns: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    made = np.ones(number, dtype=np.int64)
    for own, column in zip(rows, columns, strict=True):
        made[own] = column
    return made


def _times(one: Labels, other: Labels, order: NDArray[np.integer]) -> NDArray[np.float64] | None:
    if one.times is None and other.times is None:
        return None
    known = [np.full(len(part.codes), np.nan) if part.times is None else part.times for part in (one, other)]
    times: NDArray[np.float64] = np.concatenate(known)[order]
    return times


def _clustered(made: Labels, one: Labels, other: Labels) -> Labels:
    """With the clusters of both parts, by name; clusters without names are different ones."""
    if one.clusters is None and other.clusters is None:
        return made
    if made.items is not None and all(part.clusters is None or part.cluster_names is not None for part in (one, other)):
        return with_clusters_of(made, [one, other])
    if made.n_rows < one.n_rows + other.n_rows:
        raise _refused("the parts share items, and their clusters have no names", "give clusters of the whole")
    keys: list[str | None] = []
    for number, part in enumerate((one, other)):
        own = [None] * part.n_rows if part.clusters is None else part.clusters.tolist()
        keys += [None if cluster is None else f"{number + 1}.{cluster}" for cluster in own]
    return made.clustered(keys)


# ---- spans


def _spans(one: Spans, other: Spans) -> Spans:
    documents, people = _lanes(one, other)
    categories = one.categories.union(other.categories)
    parts = (one, other)
    where, whom = _placed(documents, one.documents, other.documents), _placed(people, one.annotators, other.annotators)
    document = np.concatenate([own[part.document] for own, part in zip(where, parts, strict=True)])
    who = np.concatenate([own[part.who] for own, part in zip(whom, parts, strict=True)])
    starts, ends = (np.concatenate([getattr(part, name) for part in parts]) for name in ("starts", "ends"))
    codes = np.concatenate([_recoded(part.codes, part.categories, categories) for part in parts])
    fragments = joined_fragments([(part.fragments, part.starts, part.ends) for part in parts])
    keys = [codes, ends, starts, who, document]
    order = np.lexsort(keys if fragments is None else [fragments.ranks, *keys])
    names = None if one.names is None or other.names is None else [*one.names, *other.names]
    return replace(
        one,
        documents=tuple(documents),
        annotators=tuple(people),
        categories=categories,
        assigned=_assigned(one, other, documents, people),
        lengths=_lengths(one, other, documents),
        document=document[order],
        who=who[order],
        starts=starts[order],
        ends=ends[order],
        codes=codes[order],
        names=None if names is None else [names[unit] for unit in order.tolist()],
        texts=_texts(list(documents), one, other),
        fragments=None if fragments is None else fragments.of_units(order),
    )


def _recoded(codes: NDArray[np.int32], own: Categories, whole: Categories) -> NDArray[np.int32]:
    """Codes in the categories of the whole; −1 stays −1."""
    return np.append(own.positions_in(whole), -1).astype(np.int32)[codes]


def _lengths(one: Spans, other: Spans, documents: dict[str, int]) -> NDArray[np.float64]:
    known = np.full(len(documents), np.nan)
    for part in (one, other):
        for name, length in zip(part.documents, part.lengths.tolist(), strict=True):
            before = known[documents[name]]
            if not np.isnan(before) and not np.isnan(length) and before != length:
                message = f"document '{name}' has the lengths {before:g} and {length:g}"
                raise DataError("ACC040", message, Place(part.source, item=name), "a document has one length")
            known[documents[name]] = before if np.isnan(length) else length
    return known


# ---- relations


def _relations(one: Relations, other: Relations) -> Relations:
    documents, people = _lanes(one, other)
    if (one.spans is None) != (other.spans is None):
        raise _refused("in one part units were given, and in the other annotators found them", _DIFFERENT)
    if one.constraint != other.constraint:
        raise _refused(f"one part is under the constraint {one.constraint}, the other {other.constraint}", _DIFFERENT)
    labels = one.labels.union(other.labels)
    assigned = _assigned(one, other, documents, people)
    units, texts = (None, None) if one.spans is not None else _given_units(one, other)
    links = [(part, place) for part in (one, other) for place in range(len(part))]
    names, persons = list(documents), list(people)
    made = relations_from_columns(
        document=[part.documents[part.document[place]] for part, place in links],
        annotator=[part.annotators[part.who[place]] for part, place in links],
        origin=[part.unit_names[part.origins[place]] for part, place in links],
        target=[part.unit_names[part.targets[place]] for part, place in links],
        label=[part.label(place) for part, place in links],
        units=units,
        spans=_own_units(one, other),
        components=[member for part in (one, other) for member in _members(part)],
        documents=names,
        annotators=persons,
        assigned=[(names[where], persons[who]) for where, who in np.argwhere(assigned).tolist()],
        symmetric=dict.fromkeys((*one.symmetric, *other.symmetric)),
        constraint=one.constraint,
        labels=labels.texts,
        unit_texts=texts,
    )
    return replace(made, labels=labels)  # the same texts, declared or not as they are in the parts


def _given_units(one: Relations, other: Relations) -> tuple[dict[str, Sequence[str]], dict[str, Sequence[str]] | None]:
    """The units of each document in reading order, which must be the same where both parts have the document."""
    units: dict[str, Sequence[str]] = {}
    texts: dict[str, Sequence[str]] = {}
    for part in (one, other):
        for place, document in enumerate(part.documents):
            here = slice(int(part.bounds[place]), int(part.bounds[place + 1]))
            if list(units.setdefault(document, list(part.unit_names[here]))) != list(part.unit_names[here]):
                message = f"document '{document}' has different units in the two parts"
                hint = "give the units of the document to both: units={document: […]}"
                raise DataError("ACC040", message, Place(part.source, item=document), hint)
            if part.unit_texts is not None:
                texts[document] = list(part.unit_texts[here])
    return units, texts if one.unit_texts is not None and other.unit_texts is not None else None


def _own_units(one: Relations, other: Relations) -> Spans | None:
    if one.spans is None or other.spans is None:
        return None
    first, second = (replace(part.spans, names=list(part.unit_names)) for part in (one, other) if part.spans)
    return replace(_spans(first, second), roles={}, read_as=(), diagnostics=())


def _members(data: Relations) -> list[tuple[str, str, str, str | None]]:
    types = [*data.types.texts, None]
    columns = (data.component_units, data.component_who, data.component_types)
    return [
        (data.documents[data.unit_document[unit]], data.annotators[who], data.unit_names[unit], types[kind])
        for unit, who, kind in zip(*(column.tolist() for column in columns), strict=True)
    ]


# ---- answers


def _answers(one: Answers, other: Answers) -> Answers:
    if one.annotators is None or other.annotators is None:
        shared = next((name for name in other.items if name in set(one.items)), None)
        if one.annotators is other.annotators and shared is not None:
            raise _twice("item", shared)
    else:
        _assigned(one, other, _numbered(one.items, other.items, "item"), _people(one, other))
    normaliser = one.normaliser if one.normaliser == other.normaliser else Normaliser()
    return replace(joined_answers([one, other]), normaliser=normaliser)


# ---- what several shapes need


def _lanes(one: Spans | Relations, other: Spans | Relations) -> tuple[dict[str, int], dict[str, int]]:
    return _numbered(one.documents, other.documents, "document"), _people(one, other)


def _people(one: Any, other: Any) -> dict[str, int]:
    return _numbered(one.annotators, other.annotators, "annotator")


def _numbered(first: Sequence[str], second: Sequence[str], what: str) -> dict[str, int]:
    """The place of each name of both parts; a DataError where one part has a name twice."""
    for names in (first, second):
        twice = repeated(names)
        if twice is not None:
            raise _refused(f"two {what}s of one part are called '{twice}'", f"give each {what} a name of its own")
    return numbered(None, [*first, *second])


def _placed(place: dict[str, int], *several: Sequence[str]) -> tuple[Places, Places]:
    first, second = (np.array([place[name] for name in names], dtype=np.int32) for names in several)
    return first, second


def _assigned(one: Any, other: Any, documents: dict[str, int], people: dict[str, int]) -> NDArray[np.bool_]:
    """(documents, annotators) who was asked what in either part; a DataError where it is in both."""
    times = np.zeros((len(documents), len(people)), dtype=np.int8)
    for part in (one, other):
        where, who = _placed(documents, part.documents, ())[0], _placed(people, part.annotators, ())[0]
        times[np.ix_(where, who)] += part.assigned
    if (times > 1).any():
        where_both, who_both = (int(place[0]) for place in np.nonzero(times > 1))
        what = "item" if one.kind == "answers" else "document"
        raise _twice(what, list(documents)[where_both], list(people)[who_both], int((times > 1).sum()))
    return times > 0


def _texts(names: list[str] | None, one: Labels | Spans, other: Labels | Spans) -> list[str] | None:
    """Texts where both parts have them."""
    if one.texts is None or other.texts is None:
        return None
    if names is None:
        return [*one.texts, *other.texts]
    known: dict[str, str] = {}
    for part in (other, one):
        own = part.items if isinstance(part, Labels) else part.documents
        known |= dict(zip(own or (), part.texts or (), strict=True))
    return [known[name] for name in names]


def _refused(message: str, hint: str) -> DataError:
    return DataError("ACC013", message, hint=hint)


def _twice(what: str, name: str, annotator: str | None = None, number: int = 1) -> DataError:
    by = "" if annotator is None else f" by '{annotator}'"
    more = f" ({number:,} such)" if number > 1 else ""
    return DataError("ACC013", f"both parts hold the {what} '{name}'{by}{more}", hint=_DISJOINT.format(what))

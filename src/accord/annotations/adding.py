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


def added(left: Any, right: Any) -> Any:
    """Both parts of annotations of one shape."""
    made: dict[str, Callable[[Any, Any], Any]] = {
        "labels": _labels,
        "spans": _spans,
        "relations": _relations,
        "answers": _answers,
    }
    return replace(made[left.kind](left, right), **_origin(left, right))


def _origin(left: Any, right: Any) -> dict[str, Any]:
    """What is known about both parts."""
    roles: dict[str, Role] = {}
    for name, role in (*left.roles.items(), *right.roles.items()):
        if roles.setdefault(name, role) != role:
            raise _refused(
                f"'{name}' is a {roles[name]} in one part and a {role} in the other", "give roles with people="
            )
    sources = dict.fromkeys(part.source for part in (left, right) if part.source is not None)
    return {
        "roles": roles,
        "read_as": tuple(dict.fromkeys((*left.read_as, *right.read_as))),
        "diagnostics": tuple(dict.fromkeys((*left.diagnostics, *right.diagnostics))),
        "source": ", ".join(sources) or None,
        "files": tuple(dict.fromkeys((*left.files, *right.files))),
        "frame_library": left.frame_library if left.frame_library == right.frame_library else None,
    }


# ---- labels


def _labels(left: Labels, right: Labels) -> Labels:
    if (left.annotators is None) != (right.annotators is None):
        raise _refused("who gave which label is known for one part only", "add counts to counts")
    if left.level != right.level:
        raise _refused(
            f"the labels of one part are {left.level} and those of the other {right.level}",
            f"read both with level='{left.level}'",
        )
    if left.nothing is not None and right.nothing is not None and left.nothing != right.nothing:
        raise _refused(f"one part calls nothing to annotate '{left.nothing}', the other '{right.nothing}'", _DIFFERENT)
    categories = left.categories.union(right.categories)
    names, rows = _item_rows(left, right)
    row = np.concatenate([np.repeat(own, part.sizes) for own, part in zip(rows, (left, right), strict=True)])
    codes = np.concatenate([part.categories.positions_in(categories)[part.codes] for part in (left, right)])
    people, who = _who(left, right)
    if who is not None:
        _refuse_both(left, right, rows, who, names)
    order = np.lexsort((np.arange(len(row)), row if who is None else who, row))
    number = int(rows[1].max(initial=int(rows[0].max(initial=-1)))) + 1
    made = replace(
        left,
        categories=categories,
        annotators=people,
        starts=np.concatenate(([0], np.cumsum(np.bincount(row, minlength=number)))).astype(np.int64),
        who=None if who is None else who[order],
        codes=codes[order].astype(np.int32),
        weights=_by_row(number, rows, [left.weights, right.weights]),
        items=names,
        nothing=left.nothing if left.nothing is not None else right.nothing,
        texts=_texts(names, left, right),
        times=_times(left, right, order),
        clusters=None,
        cluster_names=None,
    )
    return _clustered(made, left, right)


def _item_rows(left: Labels, right: Labels) -> tuple[list[str] | None, tuple[Places, Places]]:
    """The names of all items, and of both parts where each row stands among them; items without names are all different
    ones."""
    first, second = (np.arange(part.n_rows, dtype=np.int32) for part in (left, right))
    if left.items is None and right.items is None:
        return None, (first, second + left.n_rows)
    if left.items is None or right.items is None:
        raise _refused("the items of one part have names, and those of the other have none", "name them: items=[…]")
    place = _numbered(left.items, right.items, "item")
    if left.annotators is None and len(place) < left.n_rows + right.n_rows:
        raise _twice("item", next(name for name in right.items if name in set(left.items)))
    return list(place), _placed(place, left.items, right.items)


def _who(left: Labels, right: Labels) -> tuple[tuple[str, ...] | None, Places | None]:
    if left.annotators is None or right.annotators is None or left.who is None or right.who is None:
        return None, None
    place = _numbered(left.annotators, right.annotators, "annotator")
    first, second = _placed(place, left.annotators, right.annotators)
    return tuple(place), np.concatenate((first[left.who], second[right.who]))


def _refuse_both(
    left: Labels, right: Labels, rows: tuple[Places, Places], who: Places, names: list[str] | None
) -> None:
    """A DataError for an item that one annotator labelled in both parts."""
    if names is None:
        return
    width = int(who.max(initial=0)) + 1
    keys = [np.repeat(own, part.sizes).astype(np.int64) * width for own, part in zip(rows, (left, right), strict=True)]
    both = np.intersect1d(keys[0] + who[: len(keys[0])], keys[1] + who[len(keys[0]) :])
    if len(both):
        people = list(dict.fromkeys((*(left.annotators or ()), *(right.annotators or ()))))
        raise _twice("item", names[int(both[0]) // width], people[int(both[0]) % width], len(both))


def _by_row(number: int, rows: Sequence[Places], columns: Sequence[NDArray[np.int64]]) -> NDArray[np.int64]:
    made = np.ones(number, dtype=np.int64)
    for own, column in zip(rows, columns, strict=True):
        made[own] = column
    return made


def _times(left: Labels, right: Labels, order: NDArray[np.integer]) -> NDArray[np.float64] | None:
    if left.times is None and right.times is None:
        return None
    known = [np.full(len(part.codes), np.nan) if part.times is None else part.times for part in (left, right)]
    times: NDArray[np.float64] = np.concatenate(known)[order]
    return times


def _clustered(made: Labels, left: Labels, right: Labels) -> Labels:
    """With the clusters of both parts, by name; clusters without names are different ones."""
    if left.clusters is None and right.clusters is None:
        return made
    if made.items is not None and all(
        part.clusters is None or part.cluster_names is not None for part in (left, right)
    ):
        return with_clusters_of(made, [left, right])
    if made.n_rows < left.n_rows + right.n_rows:
        raise _refused("the parts share items, and their clusters have no names", "give clusters of the whole")
    keys: list[str | None] = []
    for number, part in enumerate((left, right)):
        own = [None] * part.n_rows if part.clusters is None else part.clusters.tolist()
        keys += [None if cluster is None else f"{number + 1}.{cluster}" for cluster in own]
    return made.clustered(keys)


# ---- spans


def _spans(left: Spans, right: Spans) -> Spans:
    documents, people = _lanes(left, right)
    categories = left.categories.union(right.categories)
    parts = (left, right)
    where, whom = (
        _placed(documents, left.documents, right.documents),
        _placed(people, left.annotators, right.annotators),
    )
    document = np.concatenate([own[part.document] for own, part in zip(where, parts, strict=True)])
    who = np.concatenate([own[part.who] for own, part in zip(whom, parts, strict=True)])
    starts, ends = (np.concatenate([getattr(part, name) for part in parts]) for name in ("starts", "ends"))
    codes = np.concatenate([_recoded(part.codes, part.categories, categories) for part in parts])
    fragments = joined_fragments([(part.fragments, part.starts, part.ends) for part in parts])
    keys = [codes, ends, starts, who, document]
    order = np.lexsort(keys if fragments is None else [fragments.ranks, *keys])
    names = None if left.names is None or right.names is None else [*left.names, *right.names]
    return replace(
        left,
        documents=tuple(documents),
        annotators=tuple(people),
        categories=categories,
        assigned=_assigned(left, right, documents, people),
        lengths=_lengths(left, right, documents),
        document=document[order],
        who=who[order],
        starts=starts[order],
        ends=ends[order],
        codes=codes[order],
        names=None if names is None else [names[unit] for unit in order.tolist()],
        texts=_texts(list(documents), left, right),
        fragments=None if fragments is None else fragments.of_units(order),
    )


def _recoded(codes: NDArray[np.int32], own: Categories, whole: Categories) -> NDArray[np.int32]:
    """Codes in the categories of the whole; −1 stays −1."""
    return np.append(own.positions_in(whole), -1).astype(np.int32)[codes]


def _lengths(left: Spans, right: Spans, documents: dict[str, int]) -> NDArray[np.float64]:
    known = np.full(len(documents), np.nan)
    for part in (left, right):
        for name, length in zip(part.documents, part.lengths.tolist(), strict=True):
            before = known[documents[name]]
            if not np.isnan(before) and not np.isnan(length) and before != length:
                message = f"document '{name}' has the lengths {before:g} and {length:g}"
                raise DataError("ACC040", message, Place(part.source, item=name), "a document has one length")
            known[documents[name]] = before if np.isnan(length) else length
    return known


# ---- relations


def _relations(left: Relations, right: Relations) -> Relations:
    documents, people = _lanes(left, right)
    if (left.spans is None) != (right.spans is None):
        raise _refused("in one part units were given, and in the other annotators found them", _DIFFERENT)
    if left.constraint != right.constraint:
        raise _refused(f"one part is under the constraint {left.constraint}, the other {right.constraint}", _DIFFERENT)
    labels = left.labels.union(right.labels)
    assigned = _assigned(left, right, documents, people)
    units, texts = (None, None) if left.spans is not None else _given_units(left, right)
    links = [(part, place) for part in (left, right) for place in range(len(part))]
    names, persons = list(documents), list(people)
    made = relations_from_columns(
        document=[part.documents[part.document[place]] for part, place in links],
        annotator=[part.annotators[part.who[place]] for part, place in links],
        origin=[part.unit_names[part.origins[place]] for part, place in links],
        target=[part.unit_names[part.targets[place]] for part, place in links],
        label=[part.label(place) for part, place in links],
        units=units,
        spans=_own_units(left, right),
        components=[member for part in (left, right) for member in _members(part)],
        documents=names,
        annotators=persons,
        assigned=[(names[where], persons[who]) for where, who in np.argwhere(assigned).tolist()],
        symmetric=dict.fromkeys((*left.symmetric, *right.symmetric)),
        constraint=left.constraint,
        labels=labels.texts,
        unit_texts=texts,
    )
    return replace(made, labels=labels)  # the same texts, declared or not as they are in the parts


def _given_units(left: Relations, right: Relations) -> tuple[dict[str, Sequence[str]], dict[str, Sequence[str]] | None]:
    """The units of each document in reading order, which must be the same where both parts have the document."""
    units: dict[str, Sequence[str]] = {}
    texts: dict[str, Sequence[str]] = {}
    for part in (left, right):
        for place, document in enumerate(part.documents):
            here = slice(int(part.bounds[place]), int(part.bounds[place + 1]))
            if list(units.setdefault(document, list(part.unit_names[here]))) != list(part.unit_names[here]):
                message = f"document '{document}' has different units in the two parts"
                hint = "give the units of the document to both: units={document: […]}"
                raise DataError("ACC040", message, Place(part.source, item=document), hint)
            if part.unit_texts is not None:
                texts[document] = list(part.unit_texts[here])
    return units, texts if left.unit_texts is not None and right.unit_texts is not None else None


def _own_units(left: Relations, right: Relations) -> Spans | None:
    if left.spans is None or right.spans is None:
        return None
    first, second = (replace(part.spans, names=list(part.unit_names)) for part in (left, right) if part.spans)
    return replace(_spans(first, second), roles={}, read_as=(), diagnostics=())


def _members(data: Relations) -> list[tuple[str, str, str, str | None]]:
    types = [*data.types.texts, None]
    columns = (data.component_units, data.component_who, data.component_types)
    return [
        (data.documents[data.unit_document[unit]], data.annotators[who], data.unit_names[unit], types[kind])
        for unit, who, kind in zip(*(column.tolist() for column in columns), strict=True)
    ]


# ---- answers


def _answers(left: Answers, right: Answers) -> Answers:
    if left.annotators is None or right.annotators is None:
        shared = next((name for name in right.items if name in set(left.items)), None)
        if left.annotators is right.annotators and shared is not None:
            raise _twice("item", shared)
    else:
        _assigned(left, right, _numbered(left.items, right.items, "item"), _people(left, right))
    normaliser = left.normaliser if left.normaliser == right.normaliser else Normaliser()
    return replace(joined_answers([left, right]), normaliser=normaliser)


# ---- what several shapes need


def _lanes(left: Spans | Relations, right: Spans | Relations) -> tuple[dict[str, int], dict[str, int]]:
    return _numbered(left.documents, right.documents, "document"), _people(left, right)


def _people(left: Any, right: Any) -> dict[str, int]:
    return _numbered(left.annotators, right.annotators, "annotator")


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


def _assigned(left: Any, right: Any, documents: dict[str, int], people: dict[str, int]) -> NDArray[np.bool_]:
    """(documents, annotators) who was asked what in either part; a DataError where it is in both."""
    times = np.zeros((len(documents), len(people)), dtype=np.int8)
    for part in (left, right):
        where, who = _placed(documents, part.documents, ())[0], _placed(people, part.annotators, ())[0]
        times[np.ix_(where, who)] += part.assigned
    if (times > 1).any():
        where_both, who_both = (int(place[0]) for place in np.nonzero(times > 1))
        what = "item" if left.kind == "answers" else "document"
        raise _twice(what, list(documents)[where_both], list(people)[who_both], int((times > 1).sum()))
    return times > 0


def _texts(names: list[str] | None, left: Labels | Spans, right: Labels | Spans) -> list[str] | None:
    """Texts where both parts have them."""
    if left.texts is None or right.texts is None:
        return None
    if names is None:
        return [*left.texts, *right.texts]
    known: dict[str, str] = {}
    for part in (right, left):
        own = part.items if isinstance(part, Labels) else part.documents
        known |= dict(zip(own or (), part.texts or (), strict=True))
    return [known[name] for name in names]


def _refused(message: str, hint: str) -> DataError:
    return DataError("ACC013", message, hint=hint)


def _twice(what: str, name: str, annotator: str | None = None, number: int = 1) -> DataError:
    by = "" if annotator is None else f" by '{annotator}'"
    more = f" ({number:,} such)" if number > 1 else ""
    return DataError("ACC013", f"both parts hold the {what} '{name}'{by}{more}", hint=_DISJOINT.format(what))

"""From tuples and columns to `Relations`, refusing what cannot be a relation."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from accord.annotations import relation_constraints
from accord.annotations.categories import Categories, canonical_text
from accord.annotations.given_lists import by_name, listed, repeated
from accord.annotations.numbered_columns import (
    CodedColumn,
    Column,
    coded,
    numbered,
    numbers_in,
    text_of,
    values_met,
    with_asked,
)
from accord.annotations.relations import EVERYBODY, Relations
from accord.annotations.spans import Spans
from accord.results import DataError, Place
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.annotations.frames import Origin

Component = tuple[str, str, str, object]
"""(document, annotator, unit, type or None): the unit is in the structure of the annotator."""


def relations_from_columns(
    *,
    document: Column[str],
    annotator: Column[str],
    origin: Column[object],
    target: Column[object],
    label: Column[object] | None = None,
    units: Mapping[str, Sequence[object]] | None = None,
    spans: Spans | None = None,
    components: Iterable[Component] | None = None,
    documents: Sequence[str] | None = None,
    annotators: Sequence[str] | None = None,
    assigned: Iterable[tuple[str, str]] | None = None,
    symmetric: Iterable[object] = (),
    constraint: str = "any",
    labels: Iterable[object] | None = None,
    unit_texts: Mapping[str, Sequence[str]] | None = None,
    source_lines: Origin | None = None,
    source: str | None = None,
) -> Relations:
    """Relations from parallel columns, one row per relation.

    `units` lists the given units of each document in reading order; without it, and without `spans`, the units are
    those that are named, in the order of their names (numbers in them by size). `spans` are the annotators' own units:
    `origin` and `target` are then the names of their own spans. `components` are units in the structure beside those
    that take part in a relation; own units always are. `documents`, `annotators` and `assigned` are as for spans.
    """
    where, people = _lanes(document, annotator, documents, annotators, units, spans)
    place_of = _placer(source_lines, source, document)
    table = _own_units(spans) if spans is not None else None
    if table is None:
        table = _given_units(where, units, document, origin, target, components, unit_texts)
    which = numbers_in(document, where.__getitem__)
    who = numbers_in(annotator, people.__getitem__)
    ends = [table.places(which, who, column, place_of, annotator) for column in (origin, target)]
    _refuse_odd_links(ends[0], ends[1], which, who, origin, target, annotator, place_of)
    kinds, codes = coded(_label_texts(label, len(document)), labels, "type of relation", place_of)
    order = np.lexsort((ends[1], ends[0], who, which))
    everyone = np.full((len(where), len(people)), assigned is None, dtype=bool)
    before = everyone if spans is None or assigned is not None else spans.assigned.copy()
    members = _components(table, where, people, components, ends, who)
    made = Relations(
        documents=tuple(where),
        annotators=tuple(people),
        labels=kinds,
        types=members[3],
        assigned=with_asked(before, assigned or (), where, people, which, who),
        unit_document=table.document,
        owners=table.owners,
        unit_names=table.names,
        document=which[order],
        who=who[order],
        origins=ends[0][order],
        targets=ends[1][order],
        codes=codes[order],
        component_units=members[0],
        component_who=members[1],
        component_types=members[2],
        symmetric=tuple(canonical_text(text) for text in listed(symmetric, "symmetric=")),
        constraint=relation_constraints.known(constraint),
        spans=spans,
        unit_texts=table.texts,
        source=source,
    )
    relation_constraints.check(made, lambda row: place_of(int(order[row])))
    return made


def _label_texts(label: Column[object] | None, rows: int) -> Column[str | None]:
    if label is None:
        return [None] * rows
    return label.each(text_of) if isinstance(label, CodedColumn) else [text_of(cell) for cell in label]


@dataclass(frozen=True, eq=False)
class _Units:
    """All units of a corpus, and where each is by document, owner and name."""

    document: NDArray[np.int32]
    owners: NDArray[np.int32]
    names: list[str]
    texts: list[str] | None
    found: bool

    @cached_property
    def index(self) -> Mapping[tuple[int, int, str], int]:
        keys = zip(self.document.tolist(), self.owners.tolist(), map(canonical_text, self.names), strict=True)
        return dict(zip(keys, range(len(self.names)), strict=True))

    def places(
        self,
        which: NDArray[np.int32],
        who: NDArray[np.int32],
        names: Column[object],
        place_of: Callable[[int], Place],
        annotator: Column[str],
    ) -> NDArray[np.int64]:
        """(relations,) where the named units are."""
        owners = who if self.found else np.full(len(who), EVERYBODY, dtype=np.int32)
        places = self._places(which, owners, names)
        if len(places) and places.min() < 0:
            row = int(np.argmin(places))
            raise DataError(
                "ACC032",
                f"a relation of '{annotator[row]}' names the unit '{names[row]}', which is not "
                f"{'among the units of that annotator' if self.found else 'a unit of the document'}",
                place_of(row),
                self._near(int(which[row]), int(owners[row])),
            )
        return places

    def _places(self, which: NDArray[np.int32], owners: NDArray[np.int32], names: Column[object]) -> NDArray[np.int64]:
        """(relations,) where the named units are, −1 for those that are not there."""
        number = {name: place for place, name in enumerate(dict.fromkeys(map(canonical_text, self.names)))}
        code = numbers_in(names, lambda name: number.get(canonical_text(name), len(number)))
        known = numbers_in(self.names, lambda name: number[canonical_text(name)])
        width = len(number) + 1
        lanes = int(max(owners.max(initial=-1), self.owners.max(initial=-1))) + 2
        keys = (which.astype(np.int64) * lanes + owners + 1) * width + code
        units = (self.document.astype(np.int64) * lanes + self.owners + 1) * width + known
        order = np.argsort(units, kind="stable")
        positions = np.minimum(np.searchsorted(units, keys, sorter=order), max(len(units) - 1, 0))
        places = order[positions] if len(units) else np.zeros(len(keys), dtype=np.int64)
        return np.where(units[places] == keys, places, -1) if len(units) else places - 1

    def _near(self, document: int, owner: int) -> str:
        known = [name for (where, who, name) in self.index if where == document and who == owner]
        return f"the units are {', '.join(known[:6])}{', …' if len(known) > 6 else ''}" if known else "it has no units"


def _lanes(
    document: Column[str],
    annotator: Column[str],
    documents: Sequence[str] | None,
    annotators: Sequence[str] | None,
    units: Mapping[str, Sequence[object]] | None,
    spans: Spans | None,
) -> tuple[dict[str, int], dict[str, int]]:
    """The place of each document and of each annotator, also of those without relations."""
    known, known_people = ((), ()) if spans is None else (spans.documents, spans.annotators)
    where = numbered([*known, *(documents or ()), *(units or ())], document)
    people = numbered([*known_people, *(annotators or ())], annotator)
    if not people:
        raise DataError("ACC022", "there is no annotator", hint="name those who were asked: annotators=[…]")
    extra = [*list(where)[len(known) :], *list(people)[len(known_people) :]]
    if spans is not None and extra:
        raise DataError("ACC032", f"'{extra[0]}' has relations and no units", hint="give the units of every annotator")
    return where, people


def _placer(lines: Origin | None, source: str | None, document: Column[str]) -> Callable[[int], Place]:
    """From the number of a row to its place in the input."""

    def place_of(row: int) -> Place:
        return Place(source, None, document[row]) if lines is None else lines.place(row, document[row])

    return place_of


def _own_units(spans: Spans) -> _Units:
    """The units of a corpus of spans; without names they are called by their number within the annotation."""
    names = [str(name) for name in spans.names] if spans.names is not None else _numbers(spans)
    texts = [spans.text_of(unit) or "" for unit in range(len(spans))] if spans.texts is not None else None
    made = _Units(spans.document, spans.who, names, texts, found=True)
    if len(made.index) < len(names):
        keys = zip(spans.document.tolist(), spans.who.tolist(), map(canonical_text, names), strict=True)
        row = next(row for row, key in enumerate(keys) if made.index[key] != row)
        raise DataError(
            "ACC034",
            f"'{spans.annotators[spans.who[row]]}' has two units called '{names[row]}'",
            Place(spans.source, None, spans.documents[spans.document[row]]),
            "unit names are unique within an annotator's document",
        )
    return made


def _numbers(spans: Spans) -> list[str]:
    keys = spans.document.astype(np.int64) * spans.n_annotators + spans.who
    return [str(number) for number in np.arange(len(keys)) - np.searchsorted(keys, keys) + 1]


def _given_units(
    where: Mapping[str, int],
    units: Mapping[str, Sequence[object]] | None,
    document: Column[str],
    origin: Column[object],
    target: Column[object],
    components: Iterable[Component] | None,
    unit_texts: Mapping[str, Sequence[str]] | None,
) -> _Units:
    """The units that everybody was given, in reading order."""
    listed = _named_units(where, document, origin, target, components) if units is None else _listed(where, units)
    names = [name for several in listed for name in several]
    place = np.repeat(np.arange(len(listed), dtype=np.int32), [len(several) for several in listed])
    texts = None
    if unit_texts is not None:
        by_name(unit_texts, "unit_texts", "{document: [text of a unit, …]}")
        texts = [text for name in where for text in unit_texts.get(name, ())]
        if len(texts) != len(names):
            raise DataError("ACC034", f"there are {many(len(names), 'unit')} and {many(len(texts), 'text')} of units")
    return _Units(place, np.full(len(names), EVERYBODY, dtype=np.int32), names, texts, found=False)


def _listed(where: Mapping[str, int], units: Mapping[str, Sequence[object]]) -> list[list[str]]:
    listed_units: list[list[str]] = []
    for name in where:
        several = [canonical_text(unit) for unit in listed(units.get(name, ()), "units=")]
        twice = repeated(several)
        if twice is not None:
            raise DataError(
                "ACC034", f"the unit '{twice}' is listed twice", Place(item=name), "unit names are unique in a document"
            )
        listed_units.append(several)
    return listed_units


def _named_units(
    where: Mapping[str, int],
    document: Column[str],
    origin: Column[object],
    target: Column[object],
    components: Iterable[Component] | None,
) -> list[list[str]]:
    """The units that relations and components name. The order of the rows says nothing about the reading order."""
    beside = [(where[name], canonical_text(unit)) for name, _, unit, _ in components or ()]
    met = {canonical_text(name) for column in (origin, target) for name in values_met(column)}
    names = sorted(met.union(unit for _, unit in beside), key=_by_numbers)
    rank = {name: place for place, name in enumerate(names)}
    which = numbers_in(document, where.__getitem__).astype(np.int64) * len(names)
    keys = [which + numbers_in(column, lambda name: rank[canonical_text(name)]) for column in (origin, target)]
    keys.append(np.array([place * len(names) + rank[unit] for place, unit in beside], dtype=np.int64))
    place, unit = np.divmod(np.unique(np.concatenate(keys)), max(len(names), 1))
    bounds = np.searchsorted(place, np.arange(len(where) + 1)).tolist()
    inside = [names[number] for number in unit.tolist()]
    return [inside[first:last] for first, last in pairwise(bounds)]


def _by_numbers(name: str) -> tuple[list[str | int], str]:
    """
    >>> sorted(["u10", "u9", "t11", "7"], key=_by_numbers)
    ['7', 't11', 'u9', 'u10']
    """
    return [int(part) if place % 2 else part for place, part in enumerate(re.split(r"(\d+)", name))], name


def _refuse_odd_links(
    origins: NDArray[np.int64],
    targets: NDArray[np.int64],
    which: NDArray[np.int32],
    who: NDArray[np.int32],
    origin: Column[object],
    target: Column[object],
    annotator: Column[str],
    place_of: Callable[[int], Place],
) -> None:
    """A DataError for the first self-loop or repeated relation."""
    loops = np.flatnonzero(origins == targets)
    if len(loops):
        row = int(loops[0])
        raise DataError(
            "ACC030",
            f"'{annotator[row]}' relates the unit '{origin[row]}' to itself",
            place_of(row),
            f"a relation has two different ends ({len(loops):,} such relation{'s' if len(loops) > 1 else ''})",
        )
    order = np.lexsort((np.arange(len(origins)), targets, origins, who, which))
    same = np.ones(max(len(order) - 1, 0), dtype=bool)
    for column in (which, who, origins, targets):
        same &= column[order][1:] == column[order][:-1]
    if same.any():
        row = int(order[1:][same].min())
        raise DataError(
            "ACC031",
            f"'{annotator[row]}' has the relation {origin[row]} → {target[row]} twice",
            place_of(row),
            f"keep one of the two, with one label ({int(same.sum()):,} repeated)",
        )


def _components(
    table: _Units,
    where: Mapping[str, int],
    people: Mapping[str, int],
    components: Iterable[Component] | None,
    ends: Sequence[NDArray[np.int64]],
    who: NDArray[np.int32],
) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32], Categories]:
    """Which unit is in the structure of whom and as what: ends of relations, own units, and those declared."""
    types: dict[tuple[int, int], str | None] = {}
    for document, annotator, unit, kind in components or ():
        if document not in where or annotator not in people:
            raise DataError("ACC022", f"'{annotator}' has a component in '{document}', and one of them is not known")
        owner = people[annotator] if table.found else EVERYBODY
        known = table.index.get((where[document], owner, canonical_text(unit)))
        if known is None:
            raise DataError(
                "ACC032", f"a component of '{annotator}' is the unknown unit '{unit}'", Place(item=document)
            )
        types[people[annotator], known] = text_of(kind)
    units = len(table.names)
    keys = [who.astype(np.int64) * units + end for end in ends]
    keys.append(np.array([person * units + place for person, place in types], dtype=np.int64))
    if table.found:
        keys.append(table.owners.astype(np.int64) * units + np.arange(units))
    inside = np.unique(np.concatenate(keys))
    categories = Categories.recorded({kind for kind in types.values() if kind is not None})
    member_who, member_units = np.divmod(inside, max(units, 1))
    codes = np.full(len(inside), -1, dtype=np.int32)
    for (person, place), kind in types.items():
        if kind is not None:
            codes[np.searchsorted(inside, person * units + place)] = categories.index[kind]
    return member_units, member_who.astype(np.int32), codes, categories

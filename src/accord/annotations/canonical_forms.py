"""The same annotations in canonical order, for each shape: what measures compute on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from accord.annotations.annotated import picked
from accord.annotations.answers import Answers
from accord.annotations.canonical import Cells, Groups, hashes_of, ordered, shape_hashes
from accord.annotations.digest import mixed
from accord.annotations.labels import Labels
from accord.annotations.relations import EVERYBODY, Relations
from accord.annotations.spans import Spans
from accord.annotations.sparse import numbered_places
from accord.results.arrays import Hashes, Places

Corpus = TypeVar("Corpus", bound=Answers | Relations | Spans)
Shape = TypeVar("Shape", Answers, Relations, Spans)
ROUNDS = 3  # links away that units with the same place and category are told apart by


def canonical(data: Corpus, apart: tuple[str, ...] = ()) -> Corpus:
    """The same documents and annotators, under their names, in an order that depends neither on these nor on the order
    in which they came. `apart` names annotators who are not like the others, such as a reference.

    >>> from accord.annotations.span_building import spans
    >>> units = [("A", 0, 10, "x"), ("B", 1, 10, "x"), ("B", 13, 22, "y")]
    >>> one, other = canonical(spans(units)), canonical(spans([("Z" + who, *unit) for who, *unit in units[::-1]]))
    >>> ["Z" + name for name in one.annotators] == list(other.annotators)
    True
    """
    key = "canonical", apart
    if key not in data.derived:
        form = _canonical(data, apart)
        data.derived[key] = None if form is data else form  # nothing keeps itself alive
    moved = data.derived[key]
    return data if moved is None else moved  # type: ignore[return-value]  # what is derived of a shape is of that shape


def _canonical(data: Answers | Relations | Spans, apart: Sequence[str]) -> Answers | Relations | Spans:
    names = data.annotators or ()
    marked = [names.index(name) for name in apart if name in names]
    if isinstance(data, Spans):
        return _moved(data, *ordered(_span_cells(data), apart=marked))
    if isinstance(data, Answers):
        return _answers(data, marked)
    colours = _unit_colours(data)
    return _moved(_units_sorted(data, colours), *ordered(_relation_cells(data, colours), apart=marked))


def _moved(data: Shape, documents: Places, annotators: Places) -> Shape:
    if (np.diff(documents) < 0).any():
        data = data.of_documents(documents.tolist())
    if (np.diff(annotators) < 0).any() and data.annotators is not None:
        data = data.of_annotators([data.annotators[annotator] for annotator in annotators.tolist()])
    return data


def _asked(assigned: NDArray[np.bool_]) -> tuple[Places, Places, Places]:
    """The document and the annotator of each cell, and (documents, annotators) the number of the cell."""
    where, who = np.nonzero(assigned)
    number = np.full(assigned.shape, -1, dtype=np.int64)
    number[where, who] = np.arange(len(where))
    return where.astype(np.int64), who.astype(np.int64), number


# ---- spans


def _span_cells(data: Spans) -> Cells:
    where, who, number = _asked(data.assigned)
    units = hashes_of(data.starts, data.ends, data.codes, *shape_hashes(data.fragments))
    content = Groups(number[data.document, data.who], len(where)).sums(units)
    return Cells(where, who, mixed(content), hashes_of(data.lengths), data.n_annotators)


# ---- relations


def _unit_colours(data: Relations) -> Hashes:
    """(units,) a hash of the place of a unit: in the reading order, or in the text, and then among the links."""
    inside = np.searchsorted(data.unit_document, data.unit_document)
    colours = hashes_of(np.where(data.owners == EVERYBODY, np.arange(data.n_units) - inside, -1))
    if data.spans is not None:
        own = hashes_of(data.spans.starts, data.spans.ends, data.spans.codes, *shape_hashes(data.spans.fragments))
        colours = mixed(colours ^ own)
        typed = Groups(data.component_units, data.n_units).sums(hashes_of(data.component_types))
        origins, targets = Groups(data.origins, data.n_units), Groups(data.targets, data.n_units)
        codes = hashes_of(data.codes)
        keys = mixed(colours ^ hashes_of(data.unit_document, data.owners))
        for _ in range(ROUNDS if len(np.unique(keys)) < len(keys) else 0):
            out = origins.sums(mixed(codes ^ mixed(colours)[data.targets]))
            back = targets.sums(mixed(codes + colours[data.origins]))
            colours = mixed(mixed(mixed(colours + typed) ^ out) + back)
    return colours


def _relation_cells(data: Relations, colours: Hashes) -> Cells:
    where, who, number = _asked(data.assigned)
    links = mixed(mixed(hashes_of(data.codes) ^ colours[data.origins]) + colours[data.targets])
    content = Groups(number[data.document, data.who], len(where)).sums(links)
    members = mixed(hashes_of(data.component_types) + colours[data.component_units])
    cell = number[data.unit_document[data.component_units], data.component_who]
    content = mixed(content) + Groups(cell, len(where)).sums(members)
    own = np.flatnonzero(data.owners != EVERYBODY)
    content = mixed(content) + Groups(number[data.unit_document[own], data.owners[own]], len(where)).sums(colours[own])
    facts = hashes_of(np.diff(data.bounds))
    if data.spans is not None:
        facts = mixed(facts ^ hashes_of(data.spans.lengths))
    return Cells(where, who, mixed(content), facts, data.n_annotators)


def _units_sorted(data: Relations, colours: Hashes) -> Relations:
    """Own units of an annotator with the same bounds and category, which came in some order, by their links."""
    spans = data.spans
    if spans is None:
        return data
    order = np.lexsort((colours, spans.codes, spans.ends, spans.starts, data.owners, data.unit_document))
    if (np.diff(order) == 1).all():
        return data
    place = np.empty(data.n_units, dtype=np.int64)
    place[order] = np.arange(data.n_units)
    origins, targets, members = place[data.origins], place[data.targets], place[data.component_units]
    rows = np.lexsort((targets, origins, data.who, data.document))
    inside = np.lexsort((members, data.component_who))
    return replace(
        data,
        **picked(data, order, "unit_names", "unit_texts"),
        origins=origins[rows],
        targets=targets[rows],
        codes=data.codes[rows],
        component_units=members[inside],
        **picked(data, inside, "component_who", "component_types"),
        spans=replace(spans, **picked(spans, order, "names", "fragments")),
    )


# ---- answers


class _Words:
    """Answers are texts: what a word is, is where it was given, and not how it is spelt."""

    def __init__(self, data: Answers) -> None:
        people = max(data.n_annotators, 1)
        where, who, number = _asked(data.assigned if data.annotators is not None else np.ones((data.n_items, 1), bool))
        self.who = np.maximum(data.who, 0).astype(np.int64)
        sizes = Groups(number[data.item, self.who], len(where)).sums(hashes_of(data.times))
        self.cells = Cells(where, who, mixed(sizes), np.zeros(data.n_items, dtype=np.uint64), people)
        keys = data.item.astype(np.int64) * max(len(data.vocabulary), 1) + data.codes
        distinct, self.given = np.unique(keys, return_inverse=True)
        """(answers,) which of the distinct answers of its item each is."""
        self.item, self.word = np.divmod(distinct, max(len(data.vocabulary), 1))
        self.times = hashes_of(data.times)
        self.by_given = Groups(self.given, len(distinct))
        self.by_word = Groups(self.word, len(data.vocabulary))
        self.by_item = Groups(self.item, data.n_items)
        self.by_person = Groups(self.who, people)

    def step(self, annotators: Hashes, documents: Hashes) -> tuple[Hashes, Hashes]:
        """An item holds words; a word was given by annotators of some colours, here and in items of some colours."""
        here = mixed(self.by_given.sums(mixed(self.times ^ mixed(annotators)[self.who])))
        words = mixed(self.by_word.sums(mixed(here + mixed(documents)[self.item])))
        here = mixed(here ^ words[self.word])
        asked = self.cells.by_document.sums(mixed(self.cells.content ^ mixed(annotators)[self.cells.who]))
        documents = mixed(mixed(documents + asked) ^ self.by_item.sums(here))
        answered = self.by_person.sums(mixed(here[self.given] + mixed(documents)[self.item][self.given]))
        told = self.cells.by_annotator.sums(mixed(self.cells.content + mixed(documents)[self.cells.document]))
        return mixed(mixed(annotators + told) ^ answered), documents


def _answers(data: Answers, apart: Sequence[int]) -> Answers:
    words = _Words(data)
    items, annotators = ordered(words.cells, words.step, apart)
    moved = _moved(data, items, annotators)
    uses = hashes_of(moved.item, moved.who, moved.times)
    order = np.argsort(Groups(moved.codes, len(data.vocabulary)).sums(uses), kind="stable")
    codes = numbered_places(order, len(order))[moved.codes] if len(order) else moved.codes
    recoded = replace(moved, **picked(moved, order, "vocabulary"), codes=codes)
    return recoded.taking(np.lexsort((codes, moved.who, moved.item)))


# ---- labels


def canonical_labels(data: Labels) -> tuple[Labels, Places]:
    """The same labels with rows and annotators in canonical order, ratings by annotator; and where each row was."""
    row = np.repeat(np.arange(data.n_rows), data.sizes)
    who = data.who if data.who is not None else np.zeros(len(row), dtype=np.int32)
    repeats = [] if data.repeats is None else [data.repeats]
    people = data.n_annotators if data.annotators is not None else 1
    cells = Cells(row, who.astype(np.int64), hashes_of(data.codes, *repeats), hashes_of(data.weights), people)
    rows, annotators = ordered(cells)
    place, new = np.empty(data.n_rows, dtype=np.int64), np.empty(people, dtype=np.int32)
    place[rows], new[annotators] = np.arange(data.n_rows), np.arange(people, dtype=np.int32)
    own = new[who] if data.who is not None else who
    keys: list[NDArray[np.integer]] = [data.codes, *repeats, own, place[row]]
    order = np.lexsort(keys)
    moved = replace(
        data,
        **picked(data, annotators, "annotators"),
        starts=np.concatenate(([0], np.cumsum(data.sizes[rows]))).astype(np.int64),
        who=None if data.who is None else own[order],
        **picked(data, order, "codes", "times"),
        **picked(data, rows, "weights", "items", "texts"),
    )
    return moved, rows

"""A campaign: everything an annotation tool exported — documents, who was asked what, and layers of annotations."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args

import numpy as np
from numpy.typing import NDArray

from accord.annotations.annotated import Annotated, WithOrigin, at_places, picked
from accord.annotations.answer_columns import answers_from_columns
from accord.annotations.answers import Answers
from accord.annotations.labels import Labels, Level
from accord.annotations.lazy_polars import pl
from accord.annotations.roles import matching
from accord.annotations.span_columns import spans_from_columns
from accord.annotations.spans import Spans
from accord.results import DataError, Diagnostic, Diagnostics, Place, ReadAs, Reading
from accord.results.foreign_text import visible
from accord.results.option_names import option
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.annotations.relations import Relations

Kind = Literal["labels", "spans", "relations", "answers"]
KINDS: tuple[Kind, ...] = get_args(Kind)
Per = Literal["token", "character", "sentence"]
PER: tuple[Per, ...] = get_args(Per)
"""What spans can become labels of."""
PREFERENCE: tuple[Kind, ...] = ("spans", "labels", "relations", "answers")
"""Which kind is read when an export has several and none is asked for."""

Shape = TypeVar("Shape", bound=Annotated)
Pair = tuple[str, str]
"""A document and an annotator."""


@dataclass(frozen=True, eq=False)
class Layer:
    """One question that was asked: parallel columns with one row per annotation.

    labels: item, label (a text or a tuple of texts), time; spans: start, end, category, name, fragments (bounds of
    those of a discontinuous unit, None for others); relations: origin, target, label; answers: item, answer. `origin`
    and `target` are names of units of the layer called `units`.
    """

    name: str
    kind: Kind
    document: Sequence[str]
    annotator: Sequence[str]
    columns: Mapping[str, Sequence[Any] | NDArray[np.float64]]
    units: str | None = None
    symmetric: tuple[str, ...] = ()
    """Labels of relations without a direction."""
    constraint: str = "any"
    """What the relations of an annotator must form: any graph, a dag, forest, tree or argument."""
    given: Mapping[str, Sequence[str]] | None = None
    """The units of each document, in reading order, where everybody was given the same."""
    given_texts: Mapping[str, Sequence[str]] | None = None
    components: Sequence[tuple[str, str, str, str | None]] = ()
    """(document, annotator, unit, type) of units that are in the structure whether or not a relation names them."""

    def __len__(self) -> int:
        return len(self.document)

    def __str__(self) -> str:
        return f"'{visible(self.name)}' ({self.kind})"


@dataclass(frozen=True)
class AssignmentTime:
    """When somebody annotated a document, in seconds since 1970, and for how long, in seconds; nan where unknown."""

    created: float
    updated: float
    took: float


@dataclass(frozen=True, eq=False)
class Campaign(WithOrigin):
    """What was exported, whatever its kinds. A document in `assigned` without rows was annotated with nothing.

    `cancelled` are the assignments that were skipped or cancelled, which says nothing about the document; `left_out`
    counts by reason what is not part of the layers.
    """

    documents: tuple[str, ...]
    annotators: tuple[str, ...]
    assigned: tuple[Pair, ...]
    layers: tuple[Layer, ...]
    texts: Mapping[str, str] = field(default_factory=dict)
    lengths: Mapping[str, float] = field(default_factory=dict)
    cancelled: tuple[Pair, ...] = ()
    left_out: Mapping[str, int] = field(default_factory=dict)
    main: Kind | None = None
    """The kind that is meant when none is asked for, where the format knows; else the first of `PREFERENCE`."""
    times: Mapping[Pair, AssignmentTime] = field(default_factory=dict)
    """When each document was annotated by whom, where the export tells."""

    def chosen(self, kind: Kind | None = None, name: str | None = None) -> tuple[Layer, ReadAs]:
        """The layer of that kind and name; without them the first kind of `PREFERENCE`, which is a guess."""
        fitting = [layer for layer in self.layers if kind in (None, layer.kind) and name in (None, layer.name)]
        if not fitting:
            raise self._nothing(kind, name)
        order = PREFERENCE if self.main is None else (self.main, *PREFERENCE)
        preferred = next(preference for preference in order if any(layer.kind == preference for layer in fitting))
        candidates = [layer for layer in fitting if layer.kind == preferred]
        if len(candidates) > 1:
            shown = ", ".join(f"'{layer.name}' ({len(layer):,})" for layer in candidates[:12])
            raise DataError(
                "ACC041",
                f"there are {len(candidates)} fields of {preferred}: {shown}",
                Place(self.source),
                f"choose one with {option('field', shown='NAME')}",
            )
        chosen = candidates[0]
        others = [str(layer) for layer in fitting if layer is not chosen]
        if not others:
            return chosen, ()
        message = f"{chosen} is read; there is also {', '.join(others[:8])}"
        return chosen, (Reading("field", message, True, ("kind", "field")),)

    def labels(
        self,
        name: str | None = None,
        *,
        categories: Iterable[object] | None = None,
        level: Level | None = None,
        nothing: object = None,
        missing: Sequence[str] = (),
    ) -> Labels:
        """The labels of a field: items are documents, or what the layer calls its items."""
        from accord.annotations.frames import from_long
        from accord.annotations.table_header import TableOptions

        layer, chosen = self.chosen("labels", name)
        items, people = list(layer.columns.get("item", layer.document)), list(layer.annotator)
        cells, times = list(layer.columns["label"]), layer.columns.get("time")
        if "item" not in layer.columns:  # who was asked about a document and gave no label
            silent = self.silent(layer)
            items += [document for document, _ in silent]
            people += [annotator for _, annotator in silent]
            cells += [None] * len(silent)
            times = None if times is None else [*times, *[float("nan")] * len(silent)]
        built = from_long(
            pl.Series("item", items, dtype=pl.String),
            pl.Series("annotator", people, dtype=pl.String),
            label_column(cells),
            TableOptions(categories=categories, level=level, nothing=nothing, missing=missing),
            times=None if times is None else np.asarray(times, dtype=np.float64),
            name=layer.name,
        )
        texts = built.texts
        if texts is None and self.texts and built.items is not None and all(item in self.texts for item in built.items):
            texts = [self.texts[item] for item in built.items]
        return self._told(replace(built, texts=texts), chosen)

    def spans(self, name: str | None = None, *, categories: Iterable[object] | None = None) -> Spans:
        """The units of a layer, with everybody who was asked."""
        layer, chosen = self.chosen("spans", name)
        documents, assigned = self._asked_about(layer)
        names = layer.columns.get("name")
        known = all(document in self.texts for document in documents)
        built = spans_from_columns(
            document=layer.document,
            annotator=layer.annotator,
            start=np.asarray(layer.columns["start"], dtype=np.float64),
            end=np.asarray(layer.columns["end"], dtype=np.float64),
            category=layer.columns["category"],  # type: ignore[arg-type]  # a column of texts, not of numbers
            documents=documents,
            annotators=self.annotators,
            assigned=assigned,
            lengths=self._lengths(documents),
            texts={document: self.texts[document] for document in documents} if known and documents else None,
            names=None if names is None else [str(unit_name) for unit_name in names],
            categories=categories,
            fragments=layer.columns.get("fragments"),  # type: ignore[arg-type]  # lists of bounds, not numbers
        )
        return self._told(replace(built, diagnostics=(*built.diagnostics, *self._alone(built))), chosen)

    def relations(self, name: str | None = None) -> Relations:
        """The relations of a layer between its annotators' own units, given units, or those that are named."""
        from accord.annotations.relation_building import relations_from_columns

        layer, chosen = self.chosen("relations", name)
        documents, assigned = self._asked_about(layer)
        own = any(candidate.kind == "spans" and candidate.name == layer.units for candidate in self.layers)
        kept, left = proper_relations(layer)
        built = relations_from_columns(
            document=[layer.document[row] for row in kept],
            annotator=[layer.annotator[row] for row in kept],
            origin=[layer.columns["origin"][row] for row in kept],
            target=[layer.columns["target"][row] for row in kept],
            label=[layer.columns["label"][row] for row in kept],
            units=None if own or layer.given is None else {where: layer.given.get(where, ()) for where in documents},
            unit_texts=None if own or layer.given_texts is None else layer.given_texts,
            spans=replace(self.spans(layer.units), read_as=(), diagnostics=()) if own else None,
            components=layer.components,
            documents=documents,
            annotators=self.annotators,
            assigned=assigned,
            symmetric=layer.symmetric,
            constraint=layer.constraint,
            source=self.source,
        )
        return replace(self, left_out={**self.left_out, **left})._told(built, chosen)

    def answers(self, name: str | None = None) -> Answers:
        """The free answers of a field: items are documents, or what the layer calls its items."""
        layer, chosen = self.chosen("answers", name)
        items = list(layer.columns.get("item", layer.document))
        of_documents = items == list(layer.document)
        built = answers_from_columns(
            item=items,
            annotator=layer.annotator,
            answer=layer.columns["answer"],  # type: ignore[arg-type]  # a column of texts, not of numbers
            items=self._asked_about(layer)[0] if of_documents else None,
            annotators=self.annotators,
            assigned=self._asked_about(layer)[1] if of_documents else (),
            texts=dict(self.texts) if of_documents and self.texts else None,
            source=self.source,
        )
        return self._told(built, chosen)

    def _told(self, built: Shape, chosen: ReadAs) -> Shape:
        """What was made of a layer, with all that is known about the whole."""
        return replace(
            built,
            roles=self.roles,
            read_as=(*self.read_as, *chosen, *built.read_as),
            diagnostics=(*self._said(), *built.diagnostics),
            source=self.source,
        )

    def of_annotators(self, chosen: Sequence[str]) -> Campaign:
        """Only these annotators; documents and layers that none of them has anything to do with are left out."""
        names = set(matching(self.annotators, chosen))
        assigned = tuple(pair for pair in self.assigned if pair[1] in names)
        cancelled = tuple(pair for pair in self.cancelled if pair[1] in names)
        lost = {where for where, _ in (*self.assigned, *self.cancelled)} - {
            where for where, _ in (*assigned, *cancelled)
        }
        layers = [(layer, _of_people(layer, names)) for layer in self.layers]
        return replace(
            self,
            documents=tuple(document for document in self.documents if document not in lost),
            annotators=tuple(name for name in self.annotators if name in names),
            assigned=assigned,
            cancelled=cancelled,
            times={pair: time for pair, time in self.times.items() if pair[1] in names},
            layers=tuple(kept for layer, kept in layers if len(kept) or not len(layer)),
            roles=self.roles_of(names),
        )

    def silent(self, layer: Layer) -> list[Pair]:
        """Who was asked about which document and has nothing there in a layer."""
        vocal = set(zip(layer.document, layer.annotator, strict=True))
        return [pair for pair in self.assigned if pair not in vocal]

    def of_kind(self, kind: Kind) -> tuple[Layer, ...]:
        return tuple(layer for layer in self.layers if layer.kind == kind)

    def cards(self, layer: Layer) -> Counter[str]:
        """How many rows of a layer each annotator has."""
        return Counter(layer.annotator)

    # ---- what is said about the whole

    def _nothing(self, kind: Kind | None, name: str | None) -> DataError:
        wanted = " ".join(
            part for part in (kind or "annotations", f"called '{name}'" if name is not None else "") if part
        )
        there = ", ".join(map(str, self.layers[:12])) or "none"
        left = f"; left out: {counted(self.left_out)}" if self.left_out else ""
        return DataError("ACC042", f"there are no {wanted}{left}", Place(self.source), f"the fields are {there}")

    def _lengths(self, documents: Sequence[str]) -> dict[str, float]:
        """The lengths that were told, else those of the texts that are known."""
        known = {document: float(len(self.texts[document])) for document in documents if document in self.texts}
        return known | {document: self.lengths[document] for document in documents if document in self.lengths}

    def _asked_about(self, layer: Layer) -> tuple[list[str], list[Pair]]:
        """The documents somebody was asked about, in order, and who was."""
        pairs = list(dict.fromkeys([*self.assigned, *zip(layer.document, layer.annotator, strict=True)]))
        asked = {document for document, _ in pairs}
        return [document for document in self.documents if document in asked], pairs

    def _said(self) -> Diagnostics:
        if not self.left_out:
            return self.diagnostics
        return (*self.diagnostics, Diagnostic("ACC131", f"left out: {counted(self.left_out)}", Place(self.source)))

    def _alone(self, built: Spans) -> Diagnostics:
        alone = int((built.assigned.sum(axis=1) == 1).sum())
        if not alone:
            return ()
        message = (
            f"{alone:,} of {many(built.n_documents, 'document')} {'has' if alone == 1 else 'have'} a single annotator"
        )
        return (Diagnostic("ACC135", message, Place(self.source)),)

    def __repr__(self) -> str:
        layers = ", ".join(map(str, self.layers)) or "no layer"
        return f"Campaign({many(len(self.documents), 'document')}, {many(len(self.annotators), 'annotator')}: {layers})"


def counted(reasons: Mapping[str, int]) -> str:
    """
    >>> counted({"cancelled annotation|cancelled annotations": 3, "draft|drafts": 1})
    '3 cancelled annotations, 1 draft'
    """
    parts = []
    for reason, number in reasons.items():
        singular, _, many = reason.partition("|")
        parts.append(f"{number:,} {singular if number == 1 or not many else many}")
    return ", ".join(parts)


def _of_people(layer: Layer, names: set[str]) -> Layer:
    """The rows of these annotators."""
    kept = [row for row, name in enumerate(layer.annotator) if name in names]
    if len(kept) == len(layer) and all(component[1] in names for component in layer.components):
        return layer
    rows = np.array(kept, dtype=np.int64)
    columns = {name: at_places(column, rows) for name, column in layer.columns.items()}
    members = [component for component in layer.components if component[1] in names]
    return replace(layer, **picked(layer, rows, "document", "annotator"), columns=columns, components=members)


def label_column(cells: Sequence[object]) -> pl.Series:
    """Labels, which are texts or tuples of texts, as a column of texts, or of lists where some are sets."""
    if any(isinstance(cell, tuple) and len(cell) != 1 for cell in cells):
        sets = [None if cell is None else list(cell) if isinstance(cell, tuple) else [str(cell)] for cell in cells]
        return pl.Series("label", sets, dtype=pl.List(pl.String))
    single = [cell[0] if isinstance(cell, tuple) else None if cell is None else str(cell) for cell in cells]
    return pl.Series("label", single, dtype=pl.String)


TO_ITSELF = "relation of a unit to itself|relations of a unit to itself"
AGAIN = "further relation between the same units|further relations between the same units"


def proper_relations(layer: Layer) -> tuple[list[int], Counter[str]]:
    """The rows of relations between two units that the annotator has not related before, and the number of the others
    by reason; they are left out of data, and a table with one of them is refused when it is read."""
    kept: dict[tuple[str, str, str, str], int] = {}
    left: Counter[str] = Counter()
    rows = zip(layer.document, layer.annotator, layer.columns["origin"], layer.columns["target"], strict=True)
    for row, key in enumerate(rows):
        if key[2] == key[3]:
            left[TO_ITSELF] += 1
        elif kept.setdefault(key, row) != row:
            left[AGAIN] += 1
    return list(kept.values()), left

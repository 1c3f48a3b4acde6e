"""Gathering a campaign file by file: what readers of exports call while they read."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.annotations.campaign import AssignmentTime, Campaign, Kind, Layer, Pair, counted
from accord.annotations.roles import Role
from accord.annotations.span_columns import refuse_odd_units
from accord.formats.parsing.json_values import bounds_of, text_of
from accord.formats.parsing.offsets import Bounds, Unit, fitted
from accord.formats.rounds import FilePart
from accord.results import DataError, Diagnostic, Diagnostics, Place, Reading
from accord.results.option_names import option
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.annotations.fragment_cells import FragmentsChecked

SPANS = "spans"
"""The name of the layer of spans in formats that have a single one."""
RELATIONS = "relations"
_FILES = f"if each file is a document, not an annotator, say {option('annotator_from', 'dir')}"


@dataclass
class _LayerRows:
    """The rows of a layer so far."""

    document: list[str] = field(default_factory=list)
    annotator: list[str] = field(default_factory=list)
    texts: dict[str, list[Any]] = field(default_factory=dict)
    numbers: dict[str, array[float]] = field(default_factory=dict)
    units: str | None = None
    symmetric: dict[str, None] = field(default_factory=dict)
    given: dict[str, tuple[str, ...]] = field(default_factory=dict)
    given_texts: dict[str, tuple[str, ...]] = field(default_factory=dict)
    components: list[tuple[str, str, str, str | None]] = field(default_factory=list)
    fragments: dict[int, Sequence[Bounds]] = field(default_factory=dict)
    """Those of discontinuous units, by row."""


class Gathering:
    """Documents, assignments and layers as they are met, in one pass; `campaign()` ends it.

    Texts that occur again and again (documents, annotators, categories) are kept once.
    """

    def __init__(self) -> None:
        self._known: dict[str, str] = {}
        self._documents: dict[str, None] = {}
        self._annotators: dict[str, None] = {}
        self._texts: dict[str, str] = {}
        self._lengths: dict[str, float] = {}
        self._assigned: dict[Pair, None] = {}
        self._cancelled: dict[Pair, None] = {}
        self._layers: dict[tuple[Kind, str], _LayerRows] = {}
        self._left_out: Counter[str] = Counter()
        self._simplified: Counter[str] = Counter()
        self._quotes: list[tuple[str, int, str]] = []
        self._fragments: FragmentsChecked | None = None
        self._regions = 0
        self._repaired = 0
        self._first_repair = Place()
        self._said: dict[Diagnostic, None] = {}
        self._read_as: dict[Reading, None] = {}
        self._claims: dict[str, str] = {}
        self._roles: dict[str, Role] = {}
        self._called: dict[str, str] = {}
        self._times: dict[Pair, AssignmentTime] = {}
        self._exports: dict[str, set[Pair]] = {}
        self._export: set[Pair] = set()
        self.main: Kind | None = None
        """The kind that is meant when an export has several and none is asked for, where the format knows."""

    # ---- documents and who was asked

    def document(
        self, key: object, text: str | None = None, *, length: float | None = None, place: Place | None = None
    ) -> str:
        """Register a document under its key; the copies of its text that annotators worked on must be the same."""
        name = self._one(str(key))
        self._documents.setdefault(name)
        if text is not None and (known := self._texts.setdefault(name, text)) != text:
            raise _different(name, known, text, place or Place())
        if length is not None and not math.isclose(
            told := self._lengths.setdefault(name, length), length, rel_tol=1e-3
        ):
            hint = f"annotators worked on different versions, or keys are not unique; {_FILES}"
            raise DataError("ACC040", f"document '{name}' has the lengths {told:g} and {length:g}", place, hint)
        if length is not None:
            self._lengths[name] = max(self._lengths[name], length)  # copies of one recording differ by rounding
        return name

    @property
    def annotators(self) -> tuple[str, ...]:
        """Who was met so far."""
        return tuple(self._annotators)

    def text(self, document: str) -> str | None:
        return self._texts.get(document)

    def asked(self, document: str, annotator: str) -> str:
        """Register that somebody annotated a document, perhaps with nothing; returns the annotator's name."""
        who = self._one(annotator)
        self._annotators.setdefault(who)
        pair = (self._one(document), who)
        self._assigned.setdefault(pair)
        self._export.add(pair)
        return who

    def timed(
        self, document: str, annotator: str, created: float | None, updated: float | None, took: float | None
    ) -> None:
        """Register when somebody annotated a document, and how long it took; of several annotations the first."""
        if created is None and updated is None and took is None:
            return
        known = (float("nan") if time is None else time for time in (created, updated, took))
        self._times.setdefault((self._one(document), self._one(annotator)), AssignmentTime(*known))

    def begin(self, export: str) -> None:
        """What is gathered from now on is part of this export: a file or folder that was named."""
        self._export = self._exports.setdefault(export, set())

    @property
    def parts(self) -> list[FilePart]:
        """Who annotated which documents in each of the exports."""
        return [
            FilePart(name, frozenset(who for _, who in pairs), frozenset(where for where, _ in pairs))
            for name, pairs in self._exports.items()
            if pairs
        ]

    def cast(self, annotator: str, role: Role, *, called: str | None = None) -> str:
        """Register what an annotator is, where the export tells it; `called` is the name where nobody else bears it."""
        who = self._one(annotator)
        self._roles.setdefault(who, role)
        if called is not None:
            self._called[who] = self._one(called)
        return who

    def was_asked(self, document: str, annotator: str) -> bool:
        return (document, annotator) in self._assigned

    def cancelled(self, document: str, annotator: str) -> None:
        """Register that somebody skipped or cancelled a document, which is not an empty annotation."""
        who = self._one(annotator)
        self._annotators.setdefault(who)
        self._cancelled.setdefault((self._one(document), who))
        self.leave_out("cancelled annotation")

    # ---- annotations

    def layer(self, kind: Kind, name: str) -> None:
        """Register a layer, so that it is there even when it stays empty."""
        self._rows(kind, name)

    def label(
        self,
        field: str,
        document: str,
        annotator: str,
        label: str | tuple[str, ...],
        *,
        item: str | None = None,
        time: float | None = None,
    ) -> None:
        """A label of a document, or of an `item` in it; a tuple is a set of labels."""
        rows = self._rows("labels", field)
        if item is not None or "item" in rows.texts:
            if item is None or len(rows.texts.setdefault("item", [])) != len(rows.document):
                raise ValueError(f"field '{field}': either all labels have an item or none")
            rows.texts["item"].append(self._one(item))
        if time is not None or "time" in rows.numbers:
            times = rows.numbers.setdefault("time", array("d", [float("nan")] * len(rows.document)))
            times.append(float("nan") if time is None else time)
        kept = tuple(map(self._one, label)) if isinstance(label, tuple) else self._one(label)
        rows.texts.setdefault("label", []).append(kept)
        self._place(rows, document, annotator)

    def span(
        self,
        layer: str,
        document: str,
        annotator: str,
        start: float,
        end: float,
        category: str | None,
        *,
        name: str | None = None,
        fragments: Sequence[Bounds] | None = None,
        place: Place | None = None,
    ) -> None:
        """A unit; `name` is what its tool calls it, unique for the annotator in the document. A discontinuous one has
        `fragments`, and starts with the first and ends with the last of them."""
        rows = self._rows("spans", layer)
        if fragments is not None and len(fragments) > 1:
            (start, end), pieces = self._checked().of(fragments, place)
            if pieces is not None:
                rows.fragments[len(rows.document)] = pieces
        rows.numbers["start"].append(start)
        rows.numbers["end"].append(end)
        rows.texts["category"].append(None if category is None else self._one(category))
        rows.texts["name"].append(name)
        self._place(rows, document, annotator)

    def relation(
        self,
        layer: str,
        document: str,
        annotator: str,
        origin: str,
        target: str,
        label: str | None,
        *,
        units: str | None = SPANS,
        symmetric: bool = False,
    ) -> None:
        """A relation between two units of the layer of spans called `units`, by their names; None: given units."""
        rows = self._rows("relations", layer)
        rows.units = units
        rows.texts["origin"].append(self._one(origin))
        rows.texts["target"].append(self._one(target))
        rows.texts["label"].append(None if label is None else self._one(label))
        if symmetric and label is not None:
            rows.symmetric.setdefault(label)
        self._place(rows, document, annotator)

    def given_units(
        self,
        layer: str,
        document: str,
        names: Sequence[str],
        *,
        texts: Sequence[str] | None = None,
        place: Place | None = None,
    ) -> None:
        """The units of a document that everybody was given, in reading order; all annotators must have the same."""
        rows = self._rows("relations", layer)
        rows.units = None
        if rows.given.setdefault(document, tuple(names)) != tuple(names):
            raise _other_units(document, rows.given[document], tuple(names), place or Place())
        if texts is not None and rows.given_texts.setdefault(document, tuple(texts)) != tuple(texts):
            raise _other_units(document, rows.given_texts[document], tuple(texts), place or Place())

    def component(self, layer: str, document: str, annotator: str, unit: str, kind: str | None = None) -> None:
        """A unit that is in an annotator's structure, with its type, whether or not a relation names it."""
        rows = self._rows("relations", layer)
        rows.components.append((self._one(document), self.asked(document, annotator), self._one(unit), kind))

    def answer(self, field: str, document: str, annotator: str, answer: str, *, item: str | None = None) -> None:
        """One free answer; several of them are several calls."""
        rows = self._rows("answers", field)
        rows.texts["item"].append(self._one(document if item is None else item))
        rows.texts["answer"].append(self._one(answer))
        self._place(rows, document, annotator)

    def fitted(self, document: str, units: Sequence[Unit], place: Place) -> list[Bounds]:
        """Bounds that fit the text of a document; offsets in UTF-16 units are repaired and counted."""
        text = self._texts.get(document)
        if text is None:
            return [(start, end) for start, end, _ in units]
        bounds, changed = fitted(text, units, place)
        if changed and not self._repaired:
            self._first_repair = place
        self._repaired += changed
        return bounds

    def placed(
        self, document: str, listed: object, place: Place, called: str = "span"
    ) -> Iterator[tuple[Bounds, dict[str, Any]]]:
        """The units of a list in JSON, each with bounds that fit the text; those without bounds are left out."""
        told = [(bounds_of(unit), unit) for unit in listed] if isinstance(listed, list) else []
        kept = [(bounds, unit) for bounds, unit in told if bounds is not None]
        plural = f"{called}s without positions, or that end before they start"
        self.leave_out(f"{called} without positions, or that ends before it starts", len(told) - len(kept), many=plural)
        units = [(*bounds, text_of(unit.get("text"))) for bounds, unit in kept]
        return zip(self.fitted(document, units, place), (unit for _, unit in kept), strict=True)

    def quoted(self, document: str, start: int, text: str) -> None:
        """What a unit says stands there: compared with the text of the document, once that is known."""
        self._quotes.append((document, start, text))

    def claim(self, name: str, owner: str) -> str:
        """Who claimed a name first: its owner then has it for good, and others need another name."""
        return self._claims.setdefault(name, owner)

    # ---- what is said

    def leave_out(self, reason: str, number: int = 1, *, many: str | None = None) -> None:
        """Count what is not taken over: 'cancelled annotation' (and its plural, where it is not an s)."""
        if number:
            self._left_out[f"{reason}|{many or reason + 's'}"] += number

    def simplify(self, what: str, number: int = 1, *, many: str | None = None) -> None:
        """Count what is taken over in a simpler form: 'equivalence read as a relation of each pair'."""
        if number:
            self._simplified[f"{what}|{many or what}"] += number

    def join_regions(self, number: int) -> None:
        """Count regions that were read as fragments of another unit."""
        self._regions += number

    def say(self, code: str, message: str, place: Place | None = None, hint: str | None = None) -> None:
        """A remark, once however often it is made."""
        self._said.setdefault(Diagnostic(code, message, place or Place(), hint))

    def say_again(self, diagnostics: Diagnostics) -> None:
        """What others have said already."""
        self._said |= dict.fromkeys(diagnostics)

    def read_as(self, reading: Reading) -> None:
        """Something that was read as something, once however often it is."""
        self._read_as.setdefault(reading)

    def campaign(self, source: str | None = None) -> Campaign:
        """Everything that was gathered."""
        self.leave_out(
            "document that nobody annotated",
            len(self._documents.keys() - {document for document, _ in (*self._assigned, *self._cancelled)}),
            many="documents that nobody annotated",
        )
        self._refuse_odd_units(source)
        self._rename()
        notes = list(self._said)
        if self._repaired:
            message = f"the offsets of {many(self._repaired, 'unit')} counted UTF-16 units and were repaired"
            notes.append(Diagnostic("ACC132", message, self._first_repair))
        known = [quote for quote in self._quotes if quote[0] in self._texts]
        odd = [(name, start, text) for name, start, text in known if not self._texts[name].startswith(text, start)]
        if odd:
            message = f"{len(odd):,} of {many(len(known), 'unit')} quote a text that differs from the document's"
            notes.append(Diagnostic("ACC411", f"{message}, first {odd[0][2][:40]!r}", Place(source, item=odd[0][0])))
        notes += () if self._fragments is None else self._fragments.said(Place(source))
        if self._regions:
            regions = many(self._regions, "region is a fragment", "regions are fragments")
            notes.append(Diagnostic("ACC438", f"{regions} of the unit that they are tied to", Place(source)))
        if self._simplified:
            notes.append(Diagnostic("ACC133", counted(self._simplified), Place(source)))
        return Campaign(
            documents=tuple(self._documents),
            annotators=tuple(sorted(self._annotators)),
            assigned=tuple(self._assigned),
            layers=tuple(self._layer(kind, name, rows) for (kind, name), rows in self._layers.items()),
            texts=self._texts,
            lengths=self._lengths,
            cancelled=tuple(self._cancelled),
            left_out=dict(self._left_out),
            roles={name: role for name, role in self._roles.items() if name in self._annotators},
            read_as=tuple(self._read_as),
            diagnostics=tuple(notes),
            source=source,
            main=self.main,
            times=self._times,
        )

    # ---- inside

    def _checked(self) -> FragmentsChecked:
        """What puts fragments in order, and counts what it had to change."""
        from accord.annotations.fragment_cells import FragmentsChecked

        if self._fragments is None:
            self._fragments = FragmentsChecked()
        return self._fragments

    def _rename(self) -> None:
        """Give those who were called otherwise to be told apart from a person of their name that name, where there is
        no such person."""
        free = {who: name for who, name in self._called.items() if name not in self._annotators}
        if not free:
            return
        self._annotators = {free.get(name, name): None for name in self._annotators}
        self._assigned = {(where, free.get(who, who)): None for where, who in self._assigned}
        self._cancelled = {(where, free.get(who, who)): None for where, who in self._cancelled}
        self._times = {(where, free.get(who, who)): time for (where, who), time in self._times.items()}
        self._roles = {free.get(who, who): role for who, role in self._roles.items()}
        for rows in self._layers.values():
            rows.annotator = [free.get(who, who) for who in rows.annotator]
            rows.components = [(where, free.get(who, who), unit, kind) for where, who, unit, kind in rows.components]

    def _one(self, text: str) -> str:
        return self._known.setdefault(text, text)

    def _rows(self, kind: Kind, name: str) -> _LayerRows:
        rows = self._layers.get((kind, name))
        if rows is None:
            texts: dict[Kind, tuple[str, ...]] = {
                "labels": ("label",),
                "spans": ("category", "name"),
                "relations": ("origin", "target", "label"),
                "answers": ("item", "answer"),
            }
            numbers = ("start", "end") if kind == "spans" else ()
            rows = _LayerRows(
                texts={column: [] for column in texts[kind]}, numbers={column: array("d") for column in numbers}
            )
            self._layers[kind, name] = rows
        return rows

    def _refuse_odd_units(self, source: str | None) -> None:
        """A DataError for the first unit that cannot be, whoever asks for it."""
        lengths = {name: float(len(text)) for name, text in self._texts.items()} | self._lengths
        for (kind, _), rows in self._layers.items():
            if kind == "spans" and rows.document:
                extents = np.array([lengths.get(document, math.nan) for document in rows.document])
                start, end = (np.array(rows.numbers[bound]) for bound in ("start", "end"))
                refuse_odd_units(rows.document, rows.annotator, start, end, extents, file=source)

    def _place(self, rows: _LayerRows, document: str, annotator: str) -> None:
        rows.document.append(self._one(document))
        rows.annotator.append(self.asked(document, annotator))

    def _layer(self, kind: Kind, name: str, rows: _LayerRows) -> Layer:
        columns: dict[str, Any] = dict(rows.texts)
        for column, values in rows.numbers.items():
            columns[column] = np.frombuffer(values, dtype=np.float64) if len(values) else np.zeros(0)
        if kind == "spans":
            columns["name"] = _names(rows.texts["name"])
            if columns["name"] is None:
                del columns["name"]
            if rows.fragments:
                columns["fragments"] = [rows.fragments.get(row) for row in range(len(rows.document))]
        return Layer(
            name,
            kind,
            rows.document,
            rows.annotator,
            columns,
            units=rows.units,
            symmetric=tuple(rows.symmetric),
            given=rows.given or None,
            given_texts=rows.given_texts or None,
            components=rows.components,
        )


def _names(names: list[str | None]) -> list[str] | None:
    """The names of units, numbered where some have none; None where nobody has one."""
    if all(name is None for name in names):
        return None
    return [f"#{row}" if name is None else name for row, name in enumerate(names)]


def _different(document: str, known: str, text: str, place: Place) -> DataError:
    """Two copies of a document that are not the same, shown where they part."""
    shared = next((at for at, (first, second) in enumerate(zip(known, text, strict=False)) if first != second), None)
    at = min(len(known), len(text)) if shared is None else shared
    first, second = (repr(copy[max(0, at - 10) : at + 20]) for copy in (known, text))
    message = f"document '{document}' has two texts, different from character {at:,} on: {first} and {second}"
    hint = (
        f"annotators worked on different versions, or two documents have one key ({option('document_key')} names "
        "another)"
    )
    return DataError("ACC040", message, place, hint)


def _other_units(document: str, known: tuple[str, ...], names: tuple[str, ...], place: Place) -> DataError:
    """Two annotators' lists of the units of a document that are not the same."""
    at = next((at for at, (first, second) in enumerate(zip(known, names, strict=False)) if first != second), None)
    if at is None:
        what = f"{len(known):,} and {many(len(names), 'unit')}"
    else:
        what = f"as unit {at + 1:,} {known[at][:40]!r} and {names[at][:40]!r}"
    message = f"document '{document}' has {what}, depending on the annotator"
    return DataError("ACC040", message, place, f"given units are the same for everybody; {_FILES}")

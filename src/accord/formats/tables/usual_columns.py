"""The columns of tables of spans, relations and answers: the names they usually bear, or the one that was told; what
they were read as, and whether that was a guess."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from accord.annotations.column_names import first_fitting
from accord.annotations.column_texts import as_text
from accord.annotations.columns import LABEL, named_column
from accord.annotations.frames import factorised
from accord.annotations.lazy_polars import pl
from accord.annotations.numbered_columns import CodedColumn, Value, under_each_other
from accord.formats.options import ReadOptions
from accord.results import DataError, Place, Reading
from accord.results.option_names import option

START = ("start", "begin", "start_offset", "begin_offset", "offset_start", "debut", "onset", "tmin", "start_time")
END = ("end", "stop", "end_offset", "offset_end", "fin", "tmax", "end_time")
CATEGORY = ("category", "categorie", "type", "tag", *(name for name in LABEL if name not in ("category", "categorie")))
DOCUMENT = (
    "document", "doc", "document_id", "doc_id", "docid", "file", "filename", "fichier", "text_id", "item", "item_id",
    "task", "task_id",
)  # fmt: skip
TEXT = ("text", "texte", "surface", "string", "covered_text", "mention")
UNIT = ("id", "unit", "unit_id", "span_id", "unite", "identifiant")
COMPONENT_OF = ("component_of",)
UNIT_TYPE = ("component_type",)
FRAGMENTS = ("fragments",)
LENGTH = ("length", "longueur", "document_length")
ITEMS_OF_LABELS = (
    "item", "item_id", "itemid", "example", "example_id", "example_no", "instance", "question", "sentence_id",
    "observable", "patient", "subject", "hit_id", "exemple", "phrase_id",
)  # fmt: skip
ORIGIN = ("origin", "origine", "source", "from", "from_id", "source_id", "arg1", "head", "gouverneur")
TARGET = ("target", "cible", "to", "to_id", "target_id", "arg2", "dependent", "dependant")
RELATION = ("label", "relation", "type", "category", "categorie", "role", "etiquette")
OPTION = {
    "document": "document_column", "annotator": "annotator_column", "start": "start_column", "end": "end_column",
    "category": "label_column", "label": "label_column", "answer": "label_column", "origin": "origin_column",
    "target": "target_column", "item": "item_column",
}  # fmt: skip


@dataclass(frozen=True)
class TableColumns:
    """Which column of a table says what."""

    @property
    def names(self) -> tuple[str, ...]:
        """The columns that have a role."""
        columns = (getattr(self, role.name) for role in fields(self))
        return tuple(column for column in columns if column is not None)


def columns_found(
    header: Sequence[str],
    options: ReadOptions,
    known: Mapping[str, Sequence[str]],
    needed: Mapping[str, str],
    place: Place,
) -> dict[str, Any]:
    """The column of each role, or None: the one that was told, or the first that bears a name that is `known` for it.

    A DataError where one of those `needed` is not found, with how to name it.
    """
    told = {
        role: named_column(header, getattr(options, OPTION[role]), option(OPTION[role]), place)
        for role in known
        if role in OPTION
    }
    columns: dict[str, str | None] = {}
    for role, names in known.items():
        taken = {*columns.values(), *told.values()}
        free = [name for name in header if name not in taken]
        columns[role] = told.get(role) if told.get(role) is not None else first_fitting(free, names)
    for role, how in needed.items():
        if columns[role] is None:
            shown = ", ".join(f"'{name}'" for name in header[:12])
            hint = f"name it with {how}{_without(role)}"
            raise DataError("ACC007", f"cannot identify the {role} column among {shown}", place, hint)
    return columns


def _without(role: str) -> str:
    """What to do where the table may be of another kind."""
    if role in ("start", "end"):
        return f"; categories without positions are labels: {option('kind', 'labels')}"
    return f"; a table with a column for each annotator holds labels: {option('kind', 'labels')}"


def filled_texts(frame: pl.DataFrame, column: str, file: str | None) -> list[str]:
    """The cells of a column as texts; an empty one is the empty text."""
    return ["" if cell is None else cell for cell in as_text(frame[column], file).to_list()]


def coded_texts(frame: pl.DataFrame, column: str, file: str | None) -> CodedColumn[str]:
    """The same, each text once."""
    codes, texts = factorised(as_text(frame[column], file).fill_null(""))
    return CodedColumn(texts, codes)


def coded_cells(column: pl.Series) -> CodedColumn[object]:
    """The cells of a column as they are, None where they are empty; each value once, but for lists."""
    if column.dtype.is_nested() or column.dtype == pl.Object:
        return CodedColumn(column.to_list(), np.arange(len(column), dtype=np.int32))
    codes, values = factorised(column.fill_nan(None) if column.dtype.is_float() else column)
    return CodedColumn([*values, None], codes)  # −1 is the last


def one_for_all(value: Value, rows: int) -> CodedColumn[Value]:
    """A column that says the same in every row."""
    return CodedColumn([value], np.zeros(rows, dtype=np.int32))


def stacked(rows: Sequence[object], *columns: str) -> dict[str, Any]:
    """These columns of several tables, or portions of one, each under the other."""
    return {name: under_each_other([getattr(row, name) for row in rows]) for name in columns}


def pairs_met(first: CodedColumn[str], second: CodedColumn[str]) -> list[tuple[str, str]]:
    """What stands beside each other in some row."""
    keys = np.unique(first.codes.astype(np.int64) * len(second.values) + second.codes)
    pairs = zip(*(codes.tolist() for codes in np.divmod(keys, max(len(second.values), 1))), strict=True)
    return [(first.values[left], second.values[right]) for left, right in pairs]


def columns_reading(what: str, roles: Mapping[str, str | None], options: ReadOptions, more: str = "") -> Reading:
    """A column that does not bear the name of its role, and was not named, was guessed.

    >>> found = columns_reading("spans", {"annotator": "annotator", "start": "begin"}, ReadOptions())
    >>> found.text, found.guessed, found.options
    ("a table of spans: annotator = 'annotator', start = 'begin'", True, ('start_column', 'kind=labels'))
    """
    shown = ", ".join(f"{role} = '{name}'" for role, name in roles.items() if name is not None)
    guessed = [
        OPTION[role]
        for role, name in roles.items()
        if name is not None
        and role in OPTION
        and name.strip().casefold() != role
        and getattr(options, OPTION[role]) is None
    ]
    settled = tuple(dict.fromkeys(guessed))
    if settled and options.kind is None:
        settled = (*settled, "kind=labels")
    return Reading("columns", f"a table of {what}: {shown}{more}", bool(guessed), settled)


def unused_columns(header: Sequence[str], used: Sequence[str]) -> tuple[Reading, ...]:
    """The columns that have no role, as set aside."""
    unused = [name for name in header if name not in used]
    if not unused:
        return ()
    more = ", …" if len(unused) > 6 else ""
    return (Reading("set aside", f"columns not used: {', '.join(unused[:6])}{more}"),)


def asked_in_rows(silent: int, annotation: str) -> Reading:
    """Of a table with rows for those who found nothing, who was asked is known; of another it is a guess."""
    if silent:
        return Reading("asked", f"whoever has a row, {silent:,} of them without {annotation}")
    return Reading("asked", f"whoever has {annotation}", True, ("asked=everyone", "asked"))

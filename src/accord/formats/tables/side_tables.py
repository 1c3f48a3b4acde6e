"""Tables beside the data: who the annotators are (--people), and who was asked about which document (--asked)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, cast

from accord.annotations.campaign import Pair
from accord.annotations.column_names import first_fitting
from accord.annotations.column_texts import as_text
from accord.annotations.columns import ANNOTATOR, ITEM
from accord.annotations.frames import Origin
from accord.annotations.roles import Role, role_told
from accord.annotations.span_building import asked_pairs
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import advice, head, unreadable
from accord.formats.tables.label_tables import SourceTable
from accord.formats.tables.usual_columns import DOCUMENT
from accord.results import DataError, Place, UsageError

if TYPE_CHECKING:
    from narwhals.typing import IntoDataFrame

ROLE = ("role", "annotator_role", "kind", "annotator_kind", "annotator_type", "type")
_NAMES = (*ANNOTATOR, "name", "nom", "id")
_YES = frozenset({"1", "1.0", "x", "yes", "true", "oui", "vrai", "✓", "✔", "asked"})
_NO = frozenset({"", "0", "0.0", "no", "false", "non", "faux", "-"})


def roles_in(people: object) -> tuple[dict[str, Role], str, tuple[str, ...]]:
    """The roles that a table of people tells, or a mapping of names to roles; what to call it; its other columns."""
    if isinstance(people, Mapping):
        return {str(name): role_told(str(word), Place("people=")) for name, word in people.items()}, "people=", ()
    table = side_table(people, "people")
    header = table.frame.columns
    name, role = first_fitting(header, _NAMES), first_fitting(header, ROLE)
    if name is None:
        raise _no_column("annotator", header, table.origin.place(0), "call the column of their names 'annotator'")
    others = tuple(column for column in header if column not in (name, role))
    if role is None:
        return {}, str(table.file), others
    roles: dict[str, Role] = {}
    for row, (who, word) in enumerate(zip(table.frame[name].to_list(), table.frame[role].to_list(), strict=True)):
        if who and word:
            own_role = role_told(word, table.origin.place(row))
            if roles.setdefault(who, own_role) != own_role:
                message = f"'{who}' is a {roles[who]} and a {own_role}"
                raise DataError("ACC220", message, table.origin.place(row), "give each annotator one role")
    return roles, str(table.file), others


def pairs_in(asked: object) -> tuple[list[Pair], str]:
    """The (document, annotator) pairs that were asked, from a table or any iterable, and what to call it."""
    if isinstance(asked, Iterable) and not isinstance(asked, str | os.PathLike):
        return [(str(where), str(who)) for where, who in asked_pairs(asked)], "asked="
    table = side_table(asked, "asked")
    header = table.frame.columns
    document = first_fitting(header, (*DOCUMENT, *ITEM))
    if document is None:
        raise _no_column("document", header, table.origin.place(0), "call the column of the documents 'document'")
    places = [text or "" for text in table.frame[document].to_list()]
    annotator = first_fitting([name for name in header if name != document], ANNOTATOR)
    if annotator is not None and len(header) <= 3:
        people = [text or "" for text in table.frame[annotator].to_list()]
        return [pair for pair in zip(places, people, strict=True) if all(pair)], str(table.file)
    return _wide_pairs(table, document, places), str(table.file)


def _wide_pairs(table: SourceTable, document: str, places: list[str]) -> list[Pair]:
    """Of a table with a column per annotator, the cells that say yes."""
    pairs = []
    for name in table.frame.columns:
        if name == document:
            continue
        for row, cell in enumerate(table.frame[name].to_list()):
            word = (cell or "").strip().casefold()
            if word in _YES:
                pairs.append((places[row], name))
            elif word not in _NO:
                message = f"'{cell}' in column '{name}' is neither yes nor no"
                hint = "1 or x where the annotator was asked, else 0 or nothing; or two columns: document, annotator"
                raise DataError("ACC221", message, table.origin.place(row), hint)
    return pairs


def side_table(path: object, option: str) -> SourceTable:
    """A table of texts, of any kind of file that holds tables."""
    from accord.formats.parsing.parquet_files import is_parquet, read_parquet
    from accord.formats.readers import excel
    from accord.formats.tables.text_tables import text_table

    if not isinstance(path, str | os.PathLike):
        raise UsageError(f"{option}= takes the path of a table, not {type(path).__name__}")
    file = os.fspath(path)
    reason = unreadable(str(file))
    if reason is not None:
        raise DataError("ACC001", reason, Place(str(file)), advice(reason, str(file)))
    start, options = head(Path(str(file))), ReadOptions(kind="labels")
    if is_parquet(start):
        return _in_text(SourceTable(read_parquet(Path(str(file))), Origin(str(file))))
    if excel.sniff(Path(str(file))):
        return _in_text(excel.table_of(Path(str(file)), options))
    if start.lstrip()[:1] in (b"{", b"["):
        hint = "give a table: CSV, TSV, Excel, OpenDocument or Parquet"
        raise DataError("ACC225", "this is JSON, and a table is expected", Place(str(file)), hint)
    return text_table(Path(str(file)), options)


def _in_text(table: SourceTable) -> SourceTable:
    columns = [as_text(column, table.file) for column in table.frame.get_columns()]
    return replace(table, frame=table.frame.with_columns(columns))


def _no_column(what: str, header: list[str], place: Place, hint: str) -> DataError:
    shown = ", ".join(f"'{name}'" for name in header[:12])
    return DataError("ACC007", f"cannot identify the {what} column among {shown}", place, hint)


def attributes_in(people: object, wanted: Sequence[str]) -> dict[str, dict[str, str]]:
    """For each attribute that is wanted, what a table of people says of each annotator; cells that are empty say
    nothing. `people` is the path of a table, a frame, or a mapping of annotators to what they are."""
    if isinstance(people, Mapping):
        return _attributes_of(people, wanted)
    if not isinstance(people, str | os.PathLike):
        import narwhals

        frame = narwhals.from_native(cast("IntoDataFrame", people), eager_only=True)
        columns = {
            name: [None if cell is None else str(cell) for cell in frame[name].to_list()] for name in frame.columns
        }
        return _attribute_columns(columns, wanted, Place("people="))
    table = side_table(people, "people")
    columns = {name: table.frame[name].to_list() for name in table.frame.columns}
    return _attribute_columns(columns, wanted, table.origin.place(0))


def _attribute_columns(
    columns: Mapping[str, list[str | None]], wanted: Sequence[str], place: Place
) -> dict[str, dict[str, str]]:
    header = list(columns)
    name = first_fitting(header, _NAMES)
    if name is None:
        raise _no_column("annotator", header, place, "call the column of their names 'annotator'")
    for attribute in wanted:
        if attribute not in columns:
            known = ", ".join(f"'{column}'" for column in header if column != name) or "none"
            raise DataError("ACC457", f"the table of people has no column '{attribute}'", place, f"it has {known}")
    attributes: dict[str, dict[str, str]] = {attribute: {} for attribute in wanted}
    for attribute in wanted:
        for who, cell in zip(columns[name], columns[attribute], strict=True):
            text = (cell or "").strip()
            if who and text and attributes[attribute].setdefault(who.strip(), text) != text:
                message = f"'{who}' is '{attributes[attribute][who.strip()]}' and '{text}' in column '{attribute}'"
                raise DataError("ACC457", message, place, "give each annotator one row")
    return attributes


def _attributes_of(people: Mapping[object, object], wanted: Sequence[str]) -> dict[str, dict[str, str]]:
    attributes: dict[str, dict[str, str]] = {attribute: {} for attribute in wanted}
    for who, description in people.items():
        for attribute in wanted:
            if isinstance(description, Mapping):
                if description.get(attribute) is not None:
                    attributes[attribute][str(who)] = str(description[attribute])
            elif len(wanted) == 1:
                attributes[attribute][str(who)] = str(description)
    return attributes

"""The files that accord itself writes, read back as what they are: references, and lists of what to discuss."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

from accord.annotations.labels import LEVELS
from accord.annotations.lazy_polars import pl
from accord.annotations.roles import Role
from accord.formats.options import ReadOptions
from accord.formats.tables.label_tables import SourceTable
from accord.results import DataError, Place, Reading
from accord.results.option_names import command

TableWithRoles = tuple[SourceTable, ReadOptions, dict[str, Role], tuple[Reading, ...]]
"""A table, how to read it, the roles it tells, and what is said about it."""
OwnFile = Literal["reference", "discussion", "units", "units to discuss", "soft labels"]
DECISION = "decision"
"""The column of a list of items to discuss that people fill in."""
REFERENCE = "reference"
"""What the one annotator of a reference is called."""
LABEL_SET = "label_set"
"""The column of labels that are sets, in tables whose cells are single texts."""
LEFT_OUT = "-"
"""The decision that there is no such unit."""
_ADJUDICATED = ("item", "label", "probability", "second", "second_probability", "tied")
_UNITS = ("document", "annotator", "category", "start", "end", "support", "asked", "category_share", "discuss", "text")
SOFT = ("item", "category", "count", "labels", "share", "level")
"""The columns of soft labels; `group` stands behind the items where there are groups."""
_TOLD = ("kind", "item_column", "annotator_column", "label_column", "annotators")
_GUARDED = re.compile(r"^'([=+\-@\t\r])")
_LABELS = "labels"  # the column of labels whose annotators are not known


def own_file(header: Sequence[str]) -> OwnFile | None:
    """What accord wrote, by its header.

    >>> own_file(["item", "label", "probability", "second", "second_probability", "tied", "gold"])
    'reference'
    >>> own_file(["item", "label"]) is None
    True
    """
    names = list(header)
    if is_soft(names):
        return "soft labels"
    if tuple(name for name in names if name not in (DECISION, "fragments")) == _UNITS:
        return "units to discuss" if DECISION in names else "units"
    rest = [name for name in names if name != DECISION]
    if tuple(rest[: len(_ADJUDICATED)]) != _ADJUDICATED:
        return None
    after = rest[len(_ADJUDICATED) :]
    whole = DECISION not in names and after[:1] == ["gold"] and set(after) <= {"gold", "times", "said", "text"}
    return "reference" if whole else "discussion"


def is_soft(header: Sequence[str]) -> bool:
    """Whether accord wrote soft labels under this header.

    >>> is_soft(["item", "category", "count", "labels", "share", "level"]), is_soft(["item", "category"])
    (True, False)
    """
    return tuple(name for name in header if name != "group") == SOFT


def is_soft_record(record: object) -> bool:
    """The same of an object in JSON lines."""
    return isinstance(record, Mapping) and isinstance(record.get("distribution"), Mapping) and "item" in record


def as_annotations(table: SourceTable, options: ReadOptions) -> TableWithRoles:
    """A table that accord wrote as one of annotations, with the roles it tells; any other as it is."""
    if _holds_sets(table, options):
        readings = (Reading("level", f"the labels in '{LABEL_SET}' are sets, their members separated by |"),)
        told = replace(options, item_column="item", annotator_column="annotator", label_column=LABEL_SET)
        return table, replace(told, set_separator="|"), {}, readings
    if any(getattr(options, name) is not None for name in _TOLD) or options.table or options.counts:
        return table, options, {}, ()
    kind = own_file(table.frame.columns)
    if kind == "units":
        readings = (Reading("annotators", "a reference of units that accord wrote"),)
        return table, options, {REFERENCE: "curator"}, readings
    if kind == "units to discuss":
        return _of_units_to_discuss(table, options)
    if kind == "soft labels":
        return _of_soft_labels(table, options)
    if kind == "reference":
        return _of_reference(table, options)
    return _of_discussion(table, options) if kind == "discussion" else (table, options, {}, ())


def _holds_sets(table: SourceTable, options: ReadOptions) -> bool:
    """Whether it is a table of label sets as accord writes them where cells are single texts."""
    told = any(getattr(options, name) is not None for name in _TOLD[1:]) or options.set_separator is not None
    if told or options.kind not in (None, "labels") or options.table or options.counts:
        return False
    return {"item", "annotator", LABEL_SET} <= set(table.frame.columns) and table.frame.schema[LABEL_SET] == pl.String


def _of_reference(table: SourceTable, options: ReadOptions) -> TableWithRoles:
    """The labels of a reference, all by one adjudicator."""
    unused = [name for name in table.frame.columns if name not in ("item", "label")]
    frame = table.frame.select("item", pl.lit(REFERENCE).alias("annotator"), "label")
    readings = (
        Reading("annotators", "a reference that accord wrote: one adjudicated layer"),
        Reading("set aside", f"its columns {', '.join(unused)}"),
    )
    return replace(table, frame=frame), options, {REFERENCE: "curator"}, readings


def _of_soft_labels(table: SourceTable, options: ReadOptions) -> TableWithRoles:
    """Counts of labels, item by item; those of groups are among everybody's."""
    frame = table.frame
    if "group" in frame.columns:
        frame = frame.filter(frame["group"].fill_null("") == "")
    if frame.is_empty() or (frame["count"].fill_null("") == "").any():
        hint = f"{command('score')} compares systems with them"
        raise DataError("ACC458", "soft labels of a model are probabilities, not labels", Place(table.file), hint)
    item = "item"
    while item in frame["category"]:
        item += "_"
    wide = frame.select(pl.col("item").alias(item), "category", "count")
    wide = wide.pivot("category", index=item, values="count", maintain_order=True)
    level = next((candidate for candidate in LEVELS if candidate == frame["level"][0]), None)
    if level is None:
        raise DataError("ACC458", f"there is no level '{frame['level'][0]}'", table.origin.place(0))
    readings = (
        Reading("columns", "soft labels that accord wrote: how many gave each label, who did is not known"),
        Reading("level", f"{level}, as the file says"),
    )
    told = replace(options, counts=True, item_column=item, level=options.level or level)
    return replace(table, frame=wide, origin=replace(table.origin, lines=None)), told, {}, readings


def _of_units_to_discuss(table: SourceTable, options: ReadOptions) -> TableWithRoles:
    """The units that were decided on; what a vote proposed beside them is no decision."""
    decision = table.frame[DECISION].cast(pl.String).fill_null("").str.strip_chars()
    kept = (decision != "") & (decision != LEFT_OUT)
    if not kept.any():
        hint = f"fill in the column '{DECISION}': a category, or {LEFT_OUT} to leave the unit out"
        raise DataError("ACC223", "a list of units to discuss in which nothing is decided", Place(table.file), hint)
    named = bool((table.frame["category"].cast(pl.String).fill_null("") != "").any())
    frame = table.frame.with_columns(decision.alias("category")) if named else table.frame
    lines = table.origin.lines
    origin = replace(table.origin, lines=None if lines is None else [lines[row] for row in kept.arg_true()])
    text = f"a list of units to discuss that accord wrote: the {int(kept.sum()):,} of {len(kept):,} that were decided"
    decided = replace(table, frame=frame.filter(kept).drop(DECISION), origin=origin)
    return decided, options, {REFERENCE: "curator"}, (Reading("annotators", text),)


def _of_discussion(table: SourceTable, options: ReadOptions) -> TableWithRoles:
    """What the annotators said about items to discuss, and what was decided."""
    names = [name for name in table.frame.columns if name not in (*_ADJUDICATED, "gold", "times", "text")]
    decided = DECISION in names and bool((table.frame[DECISION].fill_null("").str.strip_chars() != "").any())
    people = [name for name in names if name != DECISION or decided]
    if not people:
        hint = f"write the list anew with {command('reference')}"
        raise DataError("ACC223", "a list of items to discuss without what annotators said", Place(table.file), hint)
    readings = (
        Reading("annotators", "a list of items to discuss that accord wrote: what annotators said of these items"),
        Reading("set aside", f"its columns {', '.join(_ADJUDICATED[1:])}"),
    )
    text = ["text"] if "text" in table.frame.columns else []
    roles: dict[str, Role] = {DECISION: "curator"} if decided else {}
    frame = _plain(table.frame.select("item", *text, *people))
    told = replace(
        options, item_column="item", annotators=[name for name in frame.columns if name not in ("item", *text)]
    )
    return replace(table, frame=frame), told, roles, readings


def _plain(frame: pl.DataFrame) -> pl.DataFrame:
    """Without the apostrophes that keep a spreadsheet from taking a cell for a formula."""
    names = {name: name.removeprefix("'") if _GUARDED.match(name) else name for name in frame.columns}
    return frame.select(pl.all().str.replace(_GUARDED.pattern, "$1")).rename(names)


def own_records(records: Sequence[Mapping[str, Any]]) -> pl.DataFrame | None:
    """The same files as JSON lines, in the columns of the tables; None for any other records."""
    if is_soft_record(records[0]):
        return _soft_cells(records)
    first = list(records[0])
    if own_file([name for name in first if name != "said"]) is None or "gold" not in first:
        return None
    names = [*_ADJUDICATED, "gold"]
    if DECISION in first:
        names = [*_ADJUDICATED, DECISION]
        people = dict.fromkeys(_name(rating) for record in records for rating in record.get("said") or ())
    else:
        people = {}
    rows = []
    for record in records:
        row = {name: _cell(record.get(name)) for name in names}
        for rating in record.get("said") or () if people else ():
            row[_name(rating)] = _cell(rating.get("label"))
        rows.append(row)
    return pl.DataFrame(rows, schema=dict.fromkeys([*names, *people], pl.String), orient="row")


def _soft_cells(records: Sequence[Mapping[str, Any]]) -> pl.DataFrame:
    """Soft labels as the table of them."""
    rows = []
    for record in records:
        labels = record.get("labels")
        for category, share in (record.get("distribution") or {}).items():
            count = None if labels is None else str(round(float(share or 0) * labels))
            cells = record.get("item"), category, count, labels, share, record.get("level"), record.get("group")
            rows.append([_cell(cell) for cell in cells])
    return pl.DataFrame(rows, schema=dict.fromkeys([*SOFT, "group"], pl.String), orient="row")


def _name(rating: Mapping[str, Any]) -> str:
    return str(rating.get("annotator") or _LABELS)


def _cell(value: object) -> str | None:
    return None if value is None else str(value)


def _records(path: str) -> list[Any]:
    lines = Path(path).read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines if line.strip()]


def decisions(path: str) -> dict[str, str] | None:
    """What people decided in a list of items to discuss, item by item; None for a file that is no such list."""
    from accord.formats.tables.text_tables import text_table

    if Path(path).suffix.lower() == ".jsonl":
        try:
            records = _records(path)
        except (OSError, ValueError):
            return None  # the reader of tables says what is wrong with it
        if not records or not all(isinstance(record, dict) and DECISION in record for record in records):
            return None
        return {str(record["item"]): str(record[DECISION]) for record in records if record[DECISION] not in (None, "")}
    if not Path(path).is_file():
        return None
    try:
        frame = text_table(Path(path), ReadOptions(kind="labels")).frame
    except DataError:
        return None
    if own_file(frame.columns) != "discussion":
        return None
    if DECISION not in frame.columns:
        message = f"a list of items to discuss without a column '{DECISION}': nothing says what was decided"
        raise DataError("ACC223", message, Place(path), f"add the column '{DECISION}' and fill it in")
    plain = _plain(frame.select("item", DECISION))
    cells = zip(plain["item"].to_list(), plain[DECISION].to_list(), strict=True)
    return {item: label.strip() for item, label in cells if item and label and label.strip()}


def unit_decisions(path: str) -> dict[tuple[str, float, float], str] | None:
    """What people decided in a list of units to discuss, by document and bounds; None for any other file."""
    from accord.formats.tables.text_tables import text_table

    if not Path(path).is_file():
        return None
    try:
        if Path(path).suffix.lower() == ".jsonl":
            rows = _records(path)
        else:
            frame = text_table(Path(path), ReadOptions(kind="labels")).frame
            if own_file(frame.columns) != "units to discuss":
                return None
            rows = _plain(frame).to_dicts()
        told = [(row["document"], float(row["start"]), float(row["end"]), row[DECISION]) for row in rows]
    except (DataError, OSError, ValueError, KeyError, TypeError):
        return None
    return {(str(doc), start, end): str(word).strip() for doc, start, end, word in told if word and str(word).strip()}

"""Annotations in data frames of any library, recognised as those in tables are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from accord.annotations import Annotations, labels
from accord.annotations.frames import Origin
from accord.annotations.native_frames import in_library_of, in_polars, is_frame
from accord.formats.casting import cast, settled
from accord.formats.options import ReadOptions
from accord.formats.tables.joining import joined
from accord.formats.tables.label_tables import SourceTable
from accord.formats.tables.shapes import annotations_of, shape_of
from accord.results import UsageError

OF_FILES = (
    "reader",
    "field",
    "annotator_from",
    "document_key",
    "joined_by",
    "separator",
    "encoding",
    "header",
    "pool",
    "sheet",
)
OF_TABLES = ("missing", "set_separator", "table", "counts")  # what only tables have, and frames without an index
OF_OTHERS = (
    "document_column", "start_column", "end_column", "origin_column", "target_column", "symmetric", "constraint",
    "asked",
)  # fmt: skip
OF_LABELS = (
    "categories",
    "level",
    "annotators",
    "nothing",
    "item_column",
    "annotator_column",
    "label_column",
    "time_column",
    "cluster_column",
    "orientation",
    "only",
    "without",
    "models",
    "curator",
    "gold_annotator",
    "people",
    "strict",
)


def annotations_in_frame(frame: object, options: Mapping[str, Any], units: object = None) -> Annotations:
    """The annotations in a data frame, recognised as those in files are; an index of pandas names rows of labels.

    `units` is a second frame, of the units that relations are about.
    """
    refuse(options, OF_FILES, "files")
    chosen = ReadOptions.of(options)
    from accord.formats.dask_frames import is_dask, labels_of_dask

    if is_dask(frame):
        counted = labels_of_dask(frame, options)
        if counted is not None:
            return counted
    table, _, _ = in_polars(frame)
    if shape_of(table.columns, chosen) == "labels":
        refuse(options, OF_OTHERS, "spans, relations and answers, and these are labels")
        if not any(options.get(name) for name in OF_TABLES):
            own: dict[str, Any] = {name: options[name] for name in options if name in OF_LABELS}
            return labels(frame, **own | ({"orientation": "annotators"} if chosen.transpose else {}))
    if units is not None and not is_frame(units):
        raise UsageError(f"where relations are a data frame, their units are one too, not {type(units).__name__}")
    tables = [table] if units is None else [table, in_polars(units)[0]]
    return in_library_of(frame, _from_tables(tables, chosen))


def _from_tables(tables: Sequence[Any], options: ReadOptions) -> Annotations:
    parts = [annotations_of(SourceTable(table, Origin()), options) for table in tables]
    content: Any = cast(joined(parts, options), options)
    return settled(content, options)


def refuse(options: Mapping[str, Any], names: tuple[str, ...], meant: str) -> None:
    for name in names:
        if options.get(name) is not None and name in options:
            raise UsageError(f"{name}= is for {meant}", "leave it out")

"""What CSV and TSV share: from the bytes of a file to a table."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from pathlib import Path

from accord.formats.options import ReadOptions
from accord.formats.parsing.delimited import grid, sep_line, separator_of
from accord.formats.parsing.encodings import as_utf8
from accord.formats.parsing.first_bytes import binary_kind, refuse_binary
from accord.formats.tables.guarded_cells import unguarded_cells
from accord.formats.tables.label_tables import SourceTable, named
from accord.results import DataError, Place, ReadAs, Reading
from accord.results.option_names import option


@dataclass(frozen=True)
class TextLayout:
    """How the bytes of a table as text were read."""

    separator: str
    width: int
    """Fields of each row."""
    skipped: int
    """Lines before the header, such as `sep=;`."""
    plain_quotes: bool
    unguarded: bool
    """Whether apostrophes that guard formulas were taken off."""


def looks_like_a_table(start: bytes) -> bool:
    """Any text that is not marked-up: XML and HTML are not tables."""
    if not start or binary_kind(start) is not None:
        return False
    return not start.removeprefix(codecs.BOM_UTF8).lstrip().startswith((b"<?xml", b"<!DOCTYPE", b"<!doctype", b"<html"))


def text_table(path: Path, options: ReadOptions) -> SourceTable:
    """The table in a text file, with what was assumed about its encoding and separator."""
    return table_of_text(path.read_bytes(), str(path), options)[0]


def table_of_text(data: bytes, file: str, options: ReadOptions) -> tuple[SourceTable, TextLayout]:
    """The table in the bytes of a text file, and how they were read."""
    if options.encoding is None:
        refuse_binary(data, "a table as text", file, "export the table as CSV")
    text, diagnostics = as_utf8(data, options.encoding, file)
    if not text.strip():
        raise DataError("ACC002", "the file is empty", Place(file), "export the annotations again")
    declared = sep_line(text)
    if declared is not None:
        text = text[declared[1] :]
    separator = options.separator or (declared[0] if declared else separator_of(text))
    if separator is None:
        raise DataError(
            "ACC007",
            "the table has a single column: no comma, semicolon, tab or bar separates its fields",
            Place(file),
            f"name the separator with {option('separator')}",
        )
    parsed = grid(text, separator, file, skipped=1 if declared else 0)
    read_as: ReadAs = ()
    if parsed.plain_quotes:
        read_as += (Reading("files", "double quotes are ordinary characters", True, ("separator",)),)
    if separator != "," and options.separator is None and declared is None:
        name = {"\t": "tab", ";": "semicolon", "|": "bar"}[separator]
        read_as += (Reading("files", f"fields are separated by {name}", separator != "\t", ("separator",)),)
    cells, unguarded = unguarded_cells(parsed.cells, text, file)
    layout = TextLayout(separator, parsed.cells.width, 1 if declared else 0, parsed.plain_quotes, bool(unguarded))
    return named(cells, parsed.lines, options, file, (*diagnostics, *unguarded), read_as), layout

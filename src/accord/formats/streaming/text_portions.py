"""CSV, TSV and JSON lines, block after block; what is wrong is named by its line in the file."""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from accord.annotations.frames import Origin
from accord.annotations.lazy_polars import pl
from accord.formats.parsing.delimited import grid
from accord.formats.parsing.encodings import as_utf8
from accord.formats.readers.json_lines import column_of, records_in_lines
from accord.formats.streaming.portion import Portion
from accord.formats.tables.guarded_cells import unguarded_cells
from accord.formats.tables.text_tables import TextLayout
from accord.results import DataError, Place
from accord.results.option_names import option

FIRST_BYTES = 1 << 22  # of a file, by which its columns are recognised
LONGEST_ROW = 1 << 28  # bytes
_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
GUESSED = "cp1252"


def cut_at_lines(path: Path) -> bool:
    """Whether a text file can be cut where a byte is a newline: not in UTF-16, nor where lines end otherwise."""
    with path.open("rb") as opened:
        start = opened.read(FIRST_BYTES)
    return b"\n" in start and b"\0" not in start and not start.startswith(_WIDE)


def first_bytes(path: Path, *, quoted: bool) -> bytes:
    """The beginning of a text file, as far as its last whole row."""
    with path.open("rb") as opened:
        start = opened.read(FIRST_BYTES)
        if not opened.read(1):
            return start
    end = _end_of_rows(start, quoted=quoted)
    return start[:end] if end else start


def text_blocks(path: Path, size: int, *, quoted: bool) -> Iterator[tuple[bytes, int, float]]:
    """The whole rows of a file, about `size` bytes at a time: the bytes, the lines before them, and their share."""
    total, line, rest = max(1, path.stat().st_size), 0, b""
    with path.open("rb") as opened:
        while True:
            chunk = opened.read(size)
            data = rest + chunk
            end = _end_of_rows(data, quoted=quoted) if chunk else len(data)
            if not end and chunk:
                if len(data) > max(LONGEST_ROW, 8 * size):
                    message = f"a row of more than {len(data) >> 20} MB: a double quote is not closed"
                    hint = f"double it inside a quoted field, or name another separator with {option('separator')}"
                    raise DataError("ACC003", message, Place(str(path), line + 1), hint)
                rest = data
                continue
            block, rest = data[:end], data[end:]
            if block:
                yield block, line, len(block) / total
                line += block.count(b"\n")
            if not chunk:
                return


def _end_of_rows(data: bytes, *, quoted: bool) -> int:
    """Where the last whole row ends: after a newline that does not stand in a quoted field; 0 if there is none."""
    end = data.rfind(b"\n") + 1
    inside = data.count(b'"', 0, end) % 2 if quoted else 0
    while inside and end > 0:
        before = data.rfind(b"\n", 0, end - 1) + 1
        inside = (inside + data.count(b'"', before, end)) % 2
        end = before
    return end


def decoded(block: bytes, encoding: str | None, file: str, before: int) -> bytes:
    """A block in UTF-8 with plain newlines; an error names the line in the file. `cp1252` that was guessed must fit
    all blocks: one that is UTF-8 shows that it was not."""
    try:
        text, diagnostics = as_utf8(block, None if encoding == GUESSED else encoding, file)
    except DataError as error:
        line = error.place.line
        place = replace(error.place, line=None if line is None else line + before)
        raise DataError(error.code, error.message, place, error.hint) from None
    if any(diagnostic.code == "ACC106" for diagnostic in diagnostics) == (encoding == GUESSED) or text.isascii():
        return text
    line = before + next(number for number, row in enumerate(block.split(b"\n"), 1) if not row.isascii())
    message = "the encoding of this line is another than that of the lines before it"
    hint = f"name the encoding with {option('encoding')}, or convert the file to UTF-8"
    raise DataError("ACC004", message, Place(file, line), hint)


@dataclass(frozen=True)
class DelimitedColumns:
    """What the beginning of a table as text has told about all of it."""

    layout: TextLayout
    names: Sequence[str]
    headed: bool
    """Whether its first row has the names."""
    encoding: str | None


def delimited_portions(path: Path, known: DelimitedColumns, columns: Sequence[str], size: int) -> Iterator[Portion]:
    """These columns of a table as text."""
    file, layout, done = str(path), known.layout, 0
    for block, before, share in text_blocks(path, size, quoted=not layout.plain_quotes):
        text = decoded(block, known.encoding, file, before)
        first = layout.skipped if before == 0 else 0
        table = grid(text.split(b"\n", first)[first], layout.separator, file, skipped=before + first)
        if table.cells.width not in (0, layout.width):
            message = f"{table.cells.width} fields where the header has {layout.width}"
            hint = f"put fields that contain the separator in double quotes, or name it with {option('separator')}"
            raise DataError("ACC003", message, Place(file, int(table.lines[0])), hint)
        cells, lines = table.cells, table.lines
        if before == 0 and known.headed:
            cells, lines = cells[1:], lines[1:]
        if cells.height:
            cells = unguarded_cells(cells, text, file)[0] if layout.unguarded else cells
            cells.columns = list(known.names)
            yield Portion(cells.select(columns), Origin(file, lines), done, share)
            done += cells.height


def json_portions(path: Path, columns: Sequence[str], size: int, encoding: str | None) -> Iterator[Portion]:
    """These columns of JSON lines."""
    file, done = str(path), 0
    for block, before, share in text_blocks(path, size, quoted=False):
        records, lines = records_in_lines(decoded(block, encoding, file, before), file, before=before)
        if records:
            origin = Origin(file, lines)
            made = [column_of(name, [record.get(name) for record in records], origin) for name in columns]
            yield Portion(pl.DataFrame(made), origin, done, share)
            done += len(records)

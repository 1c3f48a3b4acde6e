"""Delimited text to a grid of text cells: separator, quotes, blank lines, and rows of equal width with their lines.

polars reads fast but pads short rows and forgives odd quotes; the structure is therefore checked first, on the bytes.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from accord.annotations.lazy_polars import pl
from accord.results import DataError, Place
from accord.results.option_names import option

SEPARATORS = ",;\t|"
_NEWLINE, _QUOTE = 10, 34
_SEP_LINE = re.compile(rb'"?sep=([^\w"\n])"?\n', re.IGNORECASE)
_SAMPLE_LINES, _SAMPLE_BYTES = 200, 1 << 18


@dataclass(frozen=True)
class DelimitedCells:
    """Cells as text, the header among them, and the line on which each row begins."""

    cells: pl.DataFrame
    lines: NDArray[np.int64]
    plain_quotes: bool = False
    """Whether double quotes were read as ordinary characters."""


@dataclass(frozen=True)
class _RowEnds:
    """Where rows end, how many fields each has, and on which line each begins."""

    ends: NDArray[np.int64]
    widths: NDArray[np.int64]
    lines: NDArray[np.int64]


def sep_line(data: bytes) -> tuple[str, int] | None:
    """The separator that a first line `sep=;` declares, as Excel writes it, and the length of that line.

    >>> sep_line(b"sep=;\\na;b\\n")
    (';', 6)
    """
    match = _SEP_LINE.match(data)
    return None if match is None else (match[1].decode("ascii"), match.end())


def separator_of(data: bytes) -> str | None:
    """The separator of a table: the one that parts its lines most evenly; None when no line has any.

    >>> separator_of(b"item;A;B\\n1;2,5;3\\n2;3,5;4\\n")
    ';'
    """
    sample = _first_lines(data)
    best: tuple[float, ...] = ()
    chosen = None
    for separator in SEPARATORS:
        rows = _rows(sample, separator, quoted=True) or _rows(sample, separator, quoted=False)
        if rows is None:
            continue
        widths = rows.widths[rows.widths > 0]
        usual = int(np.bincount(widths).argmax()) if len(widths) else 1
        if usual < 2:
            continue
        score = (float(widths[0] == usual), float(np.mean(widths == usual)), float(usual))
        if score > best:
            best, chosen = score, separator
    return chosen


def grid(data: bytes, separator: str, file: str, *, skipped: int = 0) -> DelimitedCells:
    """The cells of delimited text in UTF-8; `skipped` lines stand before it in the file."""
    data = data if data.endswith(b"\n") else data + b"\n"
    plain = False
    rows = _rows(data, separator, quoted=True)
    if rows is None and separator == "\t":
        # Most programs write tabs without quoting, so that a quotation mark is just a character.
        rows = _rows(data, separator, quoted=False)
        plain = rows is not None and len(set(rows.widths[rows.widths > 0].tolist())) == 1
        rows = rows if plain else None
    if rows is None:
        return _with_irregular_quotes(data, separator, file, skipped)
    data, rows = _without_blank_rows(data, rows)
    _assert_even(rows.widths, rows.lines + skipped, file)
    width = int(rows.widths[0]) if len(rows.widths) else 0
    if width == 0:
        return DelimitedCells(pl.DataFrame(), rows.lines)
    cells = pl.read_csv(
        data,
        has_header=False,
        separator=separator,
        quote_char=None if plain or b'"' not in data else '"',
        schema={str(position): pl.String for position in range(width)},
    )
    if cells.height != len(rows.lines):  # the two readings differ: trust neither
        return _with_irregular_quotes(data, separator, file, skipped)
    return DelimitedCells(cells, rows.lines + skipped, plain)


def _rows(data: bytes, separator: str, *, quoted: bool) -> _RowEnds | None:
    """The structure of rows, without a Python object per row; None when quotes are not where they should be.

    Quotes alternate between opening and closing. A field that is quoted by the book opens after a separator or newline
    and closes before one; a doubled quote inside it closes and opens again at once.
    """
    raw = np.frombuffer(data, dtype=np.uint8)
    mark = ord(separator)
    breaks = np.flatnonzero((raw == mark) | (raw == _NEWLINE))
    newlines = raw[breaks] == _NEWLINE
    if not quoted or b'"' not in data:
        last = np.flatnonzero(newlines)
        return _RowEnds(breaks[last], _widths(breaks, last, raw), np.arange(1, len(last) + 1, dtype=np.int64))
    quotes = np.flatnonzero(raw == _QUOTE)
    if len(quotes) % 2:
        return None
    before = np.where(quotes[::2] > 0, raw[quotes[::2] - 1], _NEWLINE)
    after = raw[np.minimum(quotes[1::2] + 1, len(raw) - 1)]
    edges = np.array([mark, _NEWLINE, _QUOTE], dtype=np.uint8)
    if not (np.isin(before, edges).all() and np.isin(after, edges).all()):
        return None
    every_line = breaks[newlines]
    breaks = breaks[np.searchsorted(quotes, breaks) % 2 == 0]
    last = np.flatnonzero(raw[breaks] == _NEWLINE)
    ends = breaks[last]
    starts = np.concatenate(([0], ends[:-1] + 1)) if len(ends) else ends
    return _RowEnds(ends, _widths(breaks, last, raw), np.searchsorted(every_line, starts).astype(np.int64) + 1)


def _widths(breaks: NDArray[np.int64], last: NDArray[np.int64], raw: NDArray[np.uint8]) -> NDArray[np.int64]:
    """How many fields each row has; 0 for a row of spaces only. `last` are the breaks that end a row."""
    widths = np.diff(last, prepend=-1)
    for row in np.flatnonzero(widths == 1)[:10_000]:  # with one field per row, the rest are no blank lines anyway
        start = int(breaks[last[row - 1]]) + 1 if row else 0
        if not raw[start : int(breaks[last[row]])].tobytes().strip():
            widths[row] = 0
    return widths.astype(np.int64)


def _without_blank_rows(data: bytes, rows: _RowEnds) -> tuple[bytes, _RowEnds]:
    kept = rows.widths > 0
    if kept.all():
        return data, rows
    lengths = np.diff(rows.ends, prepend=-1)
    raw = np.frombuffer(data, dtype=np.uint8)[: int(lengths.sum())]
    return raw[np.repeat(kept, lengths)].tobytes(), _RowEnds(rows.ends[kept], rows.widths[kept], rows.lines[kept])


def _with_irregular_quotes(data: bytes, separator: str, file: str, skipped: int) -> DelimitedCells:
    """The slow way, by the standard library: quotes inside unquoted fields are characters, others must be closed."""
    reader = csv.reader(io.StringIO(data.decode("utf-8"), newline=""), delimiter=separator, strict=True)
    rows: list[list[str]] = []
    lines: list[int] = []
    line = 1
    while True:
        line = reader.line_num + 1
        try:
            row = next(reader)
        except StopIteration:
            break
        except csv.Error as error:
            message = f"a double quote is not closed, or is inside a quoted field ({error})"
            hint = f"double it inside a quoted field, or name another separator with {option('separator')}"
            raise DataError("ACC003", message, Place(file, line + skipped), hint) from None
        if row and (len(row) > 1 or row[0].strip()):
            rows.append(row)
            lines.append(line)
    starts = np.array(lines, dtype=np.int64) + skipped
    _assert_even(np.array([len(row) for row in rows], dtype=np.int64), starts, file)
    columns = {str(position): column for position, column in enumerate(zip(*rows, strict=True))}
    return DelimitedCells(pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String)), starts)


def _assert_even(widths: NDArray[np.int64], lines: NDArray[np.int64], file: str) -> None:
    if len(widths) == 0 or (widths == widths[0]).all():
        return
    odd = int(np.argmax(widths != widths[0]))
    others = int(np.count_nonzero(widths != widths[0])) - 1
    more = f" (and {others:,} other row(s))" if others else ""
    raise DataError(
        "ACC003",
        f"{widths[odd]} field{'s' if widths[odd] != 1 else ''} where line {lines[0]} has {widths[0]}{more}",
        Place(file, int(lines[odd])),
        "put fields that contain the separator in double quotes, or name the right separator with "
        f"{option('separator')}",
    )


def _first_lines(data: bytes) -> bytes:
    """Some lines for sniffing, never cut in the middle."""
    end = 0
    for _ in range(_SAMPLE_LINES):
        following = data.find(b"\n", end)
        if following < 0:
            return data if data.endswith(b"\n") else data + b"\n"
        end = following + 1
        if end > _SAMPLE_BYTES:
            break
    while data.count(b'"', 0, end) % 2:  # a quoted field goes on in the next line
        following = data.find(b"\n", end)
        if following < 0 or end > 2 * _SAMPLE_BYTES:
            break
        end = following + 1
    return data[:end]

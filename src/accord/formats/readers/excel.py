"""Excel and OpenDocument workbooks: the first sheet, or the one that is named."""

from __future__ import annotations

import logging
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from accord.annotations.lazy_polars import pl
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import head
from accord.formats.parsing.isolation import assert_readable
from accord.formats.tables.label_tables import SourceTable, named
from accord.formats.tables.shapes import Part, annotations_of
from accord.results import DataError, Place, ReadAs, Reading
from accord.results.option_names import option

if TYPE_CHECKING:
    import fastexcel

NAME = "excel"
DESCRIPTION = "workbook: xlsx, xlsb, xls, ods"
ENDINGS = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
IS_TABLE = HAS_SHEETS = True
_PACKED = tuple(ending for ending in ENDINGS if ending != ".xls")  # which is an older format
_PARTS = (b"xl/", b"[Content_Types].xml", b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet")
_MIDNIGHT = " 00:00:00"
_MOST_SHEETS = 20  # whose columns are compared
_LARGEST = 1 << 31  # bytes, when unpacked and when read
_TRIED = """book = fastexcel.read_excel(sys.argv[1])
    for name in book.sheet_names[int(sys.argv[2]):][:1]:
        book.load_sheet(name, header_row=None, skip_rows=0, dtypes="string")"""


# calamine warns about odd parts through logging, which would print them where no handler is set.
logging.getLogger("calamine").addHandler(logging.NullHandler())


def sniff(path: Path) -> float:
    start = head(path)
    if start.startswith(b"PK") and (path.suffix.lower() in ENDINGS or any(part in start for part in _PARTS)):
        return 0.5
    if start.startswith(b"\xd0\xcf\x11\xe0"):
        return 0.4
    return 0.2 if start and path.suffix.lower() in ENDINGS else 0.0


def is_workbook(path: Path) -> bool:
    """Whether a zip archive is a workbook, by its ending or its first parts, and not an archive of an export."""
    start = head(path)
    parts = b"xl/" in start[:4096] or b"[Content_Types].xml" in start[:4096]
    return path.suffix.lower() in _PACKED or parts or b"opendocument.spreadsheet" in start[:256]


def read(path: Path, options: ReadOptions) -> Part:
    table = table_of(path, options)
    try:
        return annotations_of(table, options)
    except DataError as error:
        raise _of_sheet(error, table.read_as) from None


def table_of(path: Path, options: ReadOptions) -> SourceTable:
    """The table in a sheet, as text."""
    file = str(path)
    _assert_sound(path, file)
    memory = _LARGEST + 100 * path.stat().st_size
    assert_readable("import fastexcel", _TRIED, file, "0", memory=memory)
    import fastexcel

    book = fastexcel.read_excel(path)
    number, chosen = _chosen(book.sheet_names, options.sheet, file)
    if number:
        assert_readable("import fastexcel", _TRIED, file, str(number), memory=memory)
    cells = book.load_sheet(number, header_row=None, skip_rows=0, dtypes="string").to_polars()
    if options.sheet is None and number == 0:
        _refuse_alike(book, cells, memory, file)
    filled = cells.select(~pl.all_horizontal(pl.all().is_null())).to_series() if cells.width else pl.Series([False])
    lines = filled.arg_true().to_numpy().astype(np.int64) + 1
    table = _plain(cells.filter(filled), book, number, lines) if cells.width else cells
    try:
        return named(table, lines, options, file, read_as=chosen)
    except DataError as error:
        raise _of_sheet(error, chosen) from None


def _of_sheet(error: DataError, read_as: ReadAs) -> DataError:
    """The error, with the sheet that was read where nobody named it."""
    chosen = next((reading for reading in read_as if "sheet" in reading.options), None)
    if chosen is None:
        return error
    hint = f"{chosen.text}: {option('sheet')} names another" + (f"; {error.hint}" if error.hint else "")
    return DataError(error.code, error.message, error.place, hint)


def _refuse_alike(book: fastexcel.ExcelReader, cells: pl.DataFrame, memory: int, file: str) -> None:
    """Sheets with the same columns as the first hold as much as it does: one per annotator, round or question."""
    header = _first_row(cells)
    alike = [book.sheet_names[0]]
    for number in range(1, min(len(book.sheet_names), _MOST_SHEETS)):
        assert_readable("import fastexcel", _TRIED, file, str(number), memory=memory)
        other = book.load_sheet(number, header_row=None, skip_rows=0, n_rows=1, dtypes="string").to_polars()
        if header and _first_row(other) == header:
            alike.append(book.sheet_names[number])
    if len(alike) > 1:
        shown = ", ".join(f"'{name}'" for name in alike[:6]) + (", …" if len(alike) > 6 else "")
        message = f"{len(alike)} sheets have the same columns ({shown}): one per annotator, round or question"
        hint = (
            f"choose one with {option('sheet', alike[0], quoted=True)}, or save each as a file of its own and name "
            "them all"
        )
        raise DataError("ACC211", message, Place(file), hint)


def _first_row(cells: pl.DataFrame) -> tuple[object, ...]:
    return cells.row(0) if cells.height and cells.width > 1 else ()


def _plain(cells: pl.DataFrame, book: fastexcel.ExcelReader, number: int, lines: NDArray[np.int64]) -> pl.DataFrame:
    """Truth values as other formats have them, and dates without midnight, in the columns that hold nothing else.

    Cells come as text, where TRUE is 'true' as the text is, and a date has a time; the types of the columns below the
    header tell them apart.
    """
    body = cells[1:]
    odd = pl.all().is_in(["true", "false"]).any() | pl.all().str.ends_with(_MIDNIGHT).any()
    if body.height == 0 or not any(body.select(odd).row(0)):
        return cells
    below = book.load_sheet(number, header_row=None, skip_rows=int(lines[0]), schema_sample_rows=None)
    kinds = {column.index: column.dtype for column in below.selected_columns}
    if len(kinds) != cells.width:
        return cells
    changed = []
    for place, name in enumerate(cells.columns):
        column = body[name].drop_nulls()
        if kinds.get(place) == "boolean":
            changed.append(pl.col(name).replace({"true": "True", "false": "False"}))
        elif kinds.get(place) in ("date", "datetime") and len(column) and column.str.ends_with(_MIDNIGHT).all():
            changed.append(pl.col(name).str.strip_suffix(_MIDNIGHT))
    return cells.with_columns(changed)


def _assert_sound(path: Path, file: str) -> None:
    """A zip archive whose checksums hold and whose parts fit in memory; old .xls files are none."""
    if not head(path).startswith(b"PK"):
        return
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(part.file_size for part in archive.infolist()) > _LARGEST:
                raise DataError("ACC016", "the workbook is larger than 2 GB when unpacked", Place(file), "save as CSV")
            broken = archive.testzip()
    except DataError:
        raise
    except Exception as error:  # zipfile, zlib, bz2, lzma and struct each raise errors of their own on bad archives
        raise _damaged(file, str(error)) from error
    if broken is not None:
        raise _damaged(file, f"part {broken} does not fit its checksum")


def _damaged(file: str, reason: str) -> DataError:
    return DataError("ACC016", f"the workbook is damaged: {reason}", Place(file), "export or download it again")


def _chosen(sheets: list[str], wanted: str | int | None, file: str) -> tuple[int, ReadAs]:
    """The number of the sheet to read, and what to say when it was not told."""
    if not sheets:
        raise DataError("ACC002", "the workbook has no sheet", Place(file), "export the annotations again")
    if wanted is None:
        if len(sheets) == 1:
            return 0, ()
        message = f"sheet '{sheets[0]}' is read, the first of {len(sheets)}"
        return 0, (Reading("files", message, True, ("sheet",)),)
    if wanted in sheets:
        return sheets.index(str(wanted)), ()
    place = int(wanted) if str(wanted).isascii() and str(wanted).isdigit() else 0
    if not 1 <= place <= len(sheets):
        shown = ", ".join(f"'{name}'" for name in sheets[:12])
        raise DataError(
            "ACC006", f"there is no sheet '{wanted}' ({option('sheet')})", Place(file), f"the sheets are {shown}"
        )
    return place - 1, ()

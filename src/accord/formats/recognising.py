"""Which reader knows the files that were named or found, and which of them are its own."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from accord.formats.declared import declared
from accord.formats.locating import LocatedFile
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import binary_kind, head
from accord.formats.registry import Gatherer, Reader, all_readers, find_reader, sniffed, sureness
from accord.formats.unread_formats import refusal
from accord.results import DataError, Place
from accord.results.option_names import option

SURE = 0.5  # beyond, a reader has seen the marks of one tool


def reader_for(
    located_files: Sequence[LocatedFile], options: ReadOptions
) -> tuple[Reader | Gatherer, list[LocatedFile], list[LocatedFile]]:
    """The reader, the files that are its own, and those in searched folders that are not."""
    named = [file for file in located_files if not file.searched]
    if options.reader is None and len(named) == len(located_files) == 1:
        return recognised(located_files[0]), list(located_files), []
    tables = {ending for table in map(declared, all_readers().values()) if table.is_table for ending in table.endings}
    if options.reader is not None:
        reader = find_reader(options.reader)
        files = [file for file in located_files if not file.searched or _known(reader, file.path, tables)]
        return reader, _some(files, located_files, options), _others(located_files, files)
    surest = [(file, sniffed(file.path)) for file in located_files]
    own: list[tuple[LocatedFile, Gatherer]] = []
    for file, known in surest:
        if isinstance(known, Gatherer):
            own.append((file, known))
    if own:
        names = Counter(reader.NAME for _, reader in own)
        if len(names) > 1:
            shown = ", ".join(f"{name} ({number})" for name, number in names.most_common())
            place = Place(_shown_root(located_files))
            raise DataError(
                "ACC050", f"files of several formats: {shown}", place, f"choose one with {option('reader')}"
            )
        files = [file for file, _ in own]
        stray = next(iter(strangers(_others(named, files), files)), None)
        if stray is not None:
            message = f"this is not the format of the other files ({own[0][1].NAME})"
            raise DataError(
                "ACC050", message, Place(stray.shown), f"name files of one export, or force {option('reader')}"
            )
        return own[0][1], files, _others(located_files, files)
    files = [file for file in located_files if not file.searched or file.path.suffix.lower() in tables]
    files = _some(files, located_files, options)
    return recognised(files[0]), files, _others(located_files, files)


def _known(reader: Reader | Gatherer, path: Path, tables: set[str]) -> bool:
    return sureness(reader, path) > (0.0 if isinstance(reader, Gatherer) or path.suffix.lower() in tables else SURE)


def _others(located_files: Sequence[LocatedFile], files: Sequence[LocatedFile]) -> list[LocatedFile]:
    chosen = {file.path for file in files}
    return [file for file in located_files if file.path not in chosen]


def strangers(others: Sequence[LocatedFile], files: Sequence[LocatedFile]) -> list[LocatedFile]:
    """The files that do not go with one of the same name, as the text beside annotations does."""
    known = {file.path.with_suffix("") for file in files}
    return [other for other in others if other.path.with_suffix("") not in known]


def _some(files: list[LocatedFile], inputs: Sequence[LocatedFile], options: ReadOptions) -> list[LocatedFile]:
    if files:
        return files
    what = f"nothing that {options.reader} reads" if options.reader else "nothing in it that accord reads"
    raise DataError(
        "ACC001", f"this is a folder with {what}", Place(_shown_root(inputs)), "name a file, or a folder of an export"
    )


def _shown_root(files: Sequence[LocatedFile]) -> str | None:
    return root_of(files[0]) if files else None


def recognised(file: LocatedFile) -> Reader | Gatherer:
    assert_filled(file)
    reader = sniffed(file.path)
    if reader is None:
        known = refusal(file.path, file.shown)
        if known is not None:
            raise known
        hint = (
            "accord reads tables (CSV, TSV, JSONL, Parquet, Excel) and exports of annotation tools; "
            f"{option('reader')} forces one"
        )
        kind = binary_kind(head(file.path)) or "text"
        raise DataError("ACC005", f"this is {kind}, not a table or an export", Place(file.shown), hint)
    return reader


def assert_filled(file: LocatedFile) -> None:
    if file.path.stat().st_size == 0:
        raise DataError("ACC002", "the file is empty", Place(file.shown), "export the annotations again")


def root_of(file: LocatedFile) -> str:
    return file.shown[: len(file.shown) - len(str(file.path.relative_to(file.root)))].rstrip("/\\") or file.shown

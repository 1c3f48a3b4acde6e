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
    found: Sequence[LocatedFile], options: ReadOptions
) -> tuple[Reader | Gatherer, list[LocatedFile], list[LocatedFile]]:
    """The reader, the files that are its own, and those in searched folders that are not."""
    named = [one for one in found if not one.searched]
    if options.reader is None and len(named) == len(found) == 1:
        return recognised(found[0]), list(found), []
    tables = {ending for one in map(declared, all_readers().values()) if one.is_table for ending in one.endings}
    if options.reader is not None:
        reader = find_reader(options.reader)
        files = [one for one in found if not one.searched or _known(reader, one.path, tables)]
        return reader, _some(files, found, options), _others(found, files)
    surest = [(one, sniffed(one.path)) for one in found]
    own: list[tuple[LocatedFile, Gatherer]] = []
    for one, known in surest:
        if isinstance(known, Gatherer):
            own.append((one, known))
    if own:
        names = Counter(reader.NAME for _, reader in own)
        if len(names) > 1:
            shown = ", ".join(f"{name} ({number})" for name, number in names.most_common())
            place = Place(_shown_root(found))
            raise DataError(
                "ACC050", f"files of several formats: {shown}", place, f"choose one with {option('reader')}"
            )
        files = [one for one, _ in own]
        stray = next(iter(strangers(_others(named, files), files)), None)
        if stray is not None:
            message = f"this is not the format of the other files ({own[0][1].NAME})"
            raise DataError(
                "ACC050", message, Place(stray.shown), f"name files of one export, or force {option('reader')}"
            )
        return own[0][1], files, _others(found, files)
    files = [one for one in found if not one.searched or one.path.suffix.lower() in tables]
    files = _some(files, found, options)
    return recognised(files[0]), files, _others(found, files)


def _known(reader: Reader | Gatherer, path: Path, tables: set[str]) -> bool:
    return sureness(reader, path) > (0.0 if isinstance(reader, Gatherer) or path.suffix.lower() in tables else SURE)


def _others(found: Sequence[LocatedFile], files: Sequence[LocatedFile]) -> list[LocatedFile]:
    chosen = {one.path for one in files}
    return [one for one in found if one.path not in chosen]


def strangers(others: Sequence[LocatedFile], files: Sequence[LocatedFile]) -> list[LocatedFile]:
    """The files that do not go with one of the same name, as the text beside annotations does."""
    known = {one.path.with_suffix("") for one in files}
    return [one for one in others if one.path.with_suffix("") not in known]


def _some(files: list[LocatedFile], found: Sequence[LocatedFile], options: ReadOptions) -> list[LocatedFile]:
    if files:
        return files
    what = f"nothing that {options.reader} reads" if options.reader else "nothing in it that accord reads"
    raise DataError(
        "ACC001", f"this is a folder with {what}", Place(_shown_root(found)), "name a file, or a folder of an export"
    )


def _shown_root(found: Sequence[LocatedFile]) -> str | None:
    return root_of(found[0]) if found else None


def recognised(one: LocatedFile) -> Reader | Gatherer:
    assert_filled(one)
    reader = sniffed(one.path)
    if reader is None:
        known = refusal(one.path, one.shown)
        if known is not None:
            raise known
        hint = (
            "accord reads tables (CSV, TSV, JSONL, Parquet, Excel) and exports of annotation tools; "
            f"{option('reader')} forces one"
        )
        kind = binary_kind(head(one.path)) or "text"
        raise DataError("ACC005", f"this is {kind}, not a table or an export", Place(one.shown), hint)
    return reader


def assert_filled(one: LocatedFile) -> None:
    if one.path.stat().st_size == 0:
        raise DataError("ACC002", "the file is empty", Place(one.shown), "export the annotations again")


def root_of(one: LocatedFile) -> str:
    return one.shown[: len(one.shown) - len(str(one.path.relative_to(one.root)))].rstrip("/\\") or one.shown

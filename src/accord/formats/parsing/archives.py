"""Unpacking zip archives of exports: no way out of the folder, no bomb, nothing encrypted."""

from __future__ import annotations

import stat
import zipfile
from pathlib import Path, PurePosixPath

from accord.results import DataError, Place

MOST_FILES = 100_000
LARGEST = 1 << 31  # bytes of everything unpacked
RATIO = 200  # of unpacked to packed bytes; real texts and JSON stay below 30
SMALL = 1 << 24  # bytes; an archive that unpacks to less may have any ratio
GZIP, ZSTANDARD = b"\x1f\x8b", b"\x28\xb5\x2f\xfd"
PACKED_ENDINGS = (".gz", ".zst")
_DEEPEST = 2  # archives in archives: exports of projects keep one archive per user
_CHUNK = 1 << 20


def is_archive(start: bytes) -> bool:
    return start.startswith((b"PK\x03\x04", b"PK\x05\x06"))


def is_packed(start: bytes) -> bool:
    """Whether it is a single file that is packed."""
    return start.startswith((GZIP, ZSTANDARD))


def unpack(archive: Path, into: Path, file: str, depth: int = 1, spent: int = 0) -> int:
    """Unpack an archive and those in it into a folder; the number of bytes that were written."""
    into.mkdir(exist_ok=True)
    try:
        with zipfile.ZipFile(archive) as opened:
            parts = opened.infolist()
            _assert_harmless(parts, archive.stat().st_size, file, spent)
            for part in parts:
                if not part.is_dir():
                    spent += _write(opened, part, into, file, spent)
    except DataError:
        raise
    except Exception as error:  # zipfile, zlib, bz2, lzma and struct each raise errors of their own on bad archives
        raise _refused(file, f"the archive is damaged: {str(error)[:200]}", "export or download it again") from error
    for inner in sorted(into.rglob("*.zip")):
        if depth >= _DEEPEST:
            raise _refused(file, "archives nest too deep", "unpack it and name the folder")
        packed = inner.rename(inner.with_name(inner.name + ".packed"))
        spent = unpack(packed, inner.with_suffix(""), f"{file}/{inner.relative_to(into)}", depth + 1, spent)
        packed.unlink()
    return spent


def _assert_harmless(parts: list[zipfile.ZipInfo], packed: int, file: str, spent: int) -> None:
    if len(parts) > MOST_FILES:
        raise _refused(file, f"the archive holds {len(parts):,} files, more than {MOST_FILES:,}", "unpack it")
    total = sum(part.file_size for part in parts)
    if spent + total > LARGEST:
        raise _refused(file, f"the archive unpacks to {total:,} bytes, more than 2 GB", "unpack it and name the folder")
    if total > SMALL and total > RATIO * max(1, packed):
        raise _refused(file, f"the archive unpacks to {total // max(1, packed):,} times its size", "is it a zip bomb?")
    for part in parts:
        name = PurePosixPath(part.filename.replace("\\", "/"))
        if name.is_absolute() or ".." in name.parts or ":" in part.filename[:2] or "\0" in part.filename:
            raise _refused(file, f"'{part.filename}' in the archive leads out of it", "such archives are attacks")
        if stat.S_ISLNK(part.external_attr >> 16):
            raise _refused(file, f"'{part.filename}' in the archive is a link", "unpack it and name the folder")
        if part.flag_bits & 1:
            raise _refused(file, f"'{part.filename}' in the archive is encrypted", "unpack it and name the folder")


def _write(opened: zipfile.ZipFile, part: zipfile.ZipInfo, into: Path, file: str, spent: int) -> int:
    """One file, cut off where it grows beyond what its header says: headers may lie."""
    target = into / PurePosixPath(part.filename.replace("\\", "/"))
    if not target.resolve().is_relative_to(into.resolve()):
        raise _refused(file, f"'{part.filename}' in the archive leads out of it", "such archives are attacks")
    target.parent.mkdir(parents=True, exist_ok=True)
    written = 0
    with opened.open(part) as source, target.open("wb") as out:
        while chunk := source.read(_CHUNK):
            written += len(chunk)
            if written > part.file_size or spent + written > LARGEST:
                raise _refused(file, f"'{part.filename}' is larger than the archive says", "is it a zip bomb?")
            out.write(chunk)
    return written


def _refused(file: str, message: str, hint: str) -> DataError:
    return DataError("ACC045", message, Place(file), hint)

"""Unpacking exports: of zip archives no way out of the folder, no bomb, nothing encrypted; of packed files one each."""

from __future__ import annotations

import errno
import gzip
import importlib
import stat
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import BinaryIO, cast

from accord.results import DataError, Place, UsageError

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
            raise _refused(file, "archives are nested too deeply", "unpack it and name the folder")
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
            raise _refused(
                file,
                f"'{part.filename}' in the archive points outside it",
                "such archives are attacks: do not unpack it",
            )
        if stat.S_ISLNK(part.external_attr >> 16):
            raise _refused(file, f"'{part.filename}' in the archive is a link", "unpack it and name the folder")
        if part.flag_bits & 1:
            raise _refused(file, f"'{part.filename}' in the archive is encrypted", "unpack it and name the folder")


def _write(opened: zipfile.ZipFile, part: zipfile.ZipInfo, into: Path, file: str, spent: int) -> int:
    """One file, cut off where it grows beyond what its header says: headers may lie."""
    target = into / PurePosixPath(part.filename.replace("\\", "/"))
    if not target.resolve().is_relative_to(into.resolve()):
        raise _refused(
            file, f"'{part.filename}' in the archive points outside it", "such archives are attacks: do not unpack it"
        )
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


_FULL = (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)


def unpacked(packed: Path, folder: Path, shown: str) -> Path:
    """The file that was packed, under its own name: ratings.csv of ratings.csv.gz."""
    name = packed.stem if packed.suffix.lower() in PACKED_ENDINGS else packed.name
    target = folder / (name or "table")
    try:
        with _opened(packed, shown) as source, target.open("wb") as out:
            _copied(source, out, packed.stat().st_size, shown)
    except (DataError, UsageError):
        raise
    except OSError as error:
        if error.errno in _FULL:
            message = f"no disk space is left to unpack it: {error.strerror}"
            raise DataError("ACC461", message, Place(shown), "set TMPDIR to a folder with more space") from error
        raise _damaged(shown, error) from error
    except (EOFError, ValueError, zlib.error) as error:
        raise _damaged(shown, error) from error
    return target


def _copied(source: BinaryIO, out: BinaryIO, packed: int, shown: str) -> None:
    written = 0
    while chunk := source.read(_CHUNK):
        written += len(chunk)
        if written > SMALL and written > RATIO * max(1, packed):
            message = f"the file unpacks to more than {RATIO} times its size"
            raise DataError("ACC045", message, Place(shown), "unpack it, and name what was in it")
        out.write(chunk)


def _opened(packed: Path, shown: str) -> BinaryIO:
    with packed.open("rb") as opened:
        if opened.read(2) == GZIP:
            return cast(BinaryIO, gzip.open(packed, "rb"))
    for module, name in (("compression.zstd", "open"), ("zstandard", "open"), ("pyarrow", "input_stream")):
        try:
            opener = getattr(importlib.import_module(module), name)
        except (ImportError, AttributeError):
            continue
        arguments = {"compression": "zstd"} if module == "pyarrow" else {"mode": "rb"}
        return cast(BinaryIO, opener(str(packed), **arguments))
    message = "the file is packed with Zstandard, which this Python does not read"
    raise DataError("ACC005", message, Place(shown), "pip install zstandard, or unpack it")


def _damaged(shown: str, error: BaseException) -> DataError:
    reason = str(error).strip().partition("\n")[0][:200]
    return DataError("ACC045", f"the file is damaged: {reason}", Place(shown), "export or download it again")

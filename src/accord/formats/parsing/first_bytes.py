"""Opening files: what cannot be opened, the first bytes for sniffing, and what binary content looks like."""

from __future__ import annotations

import difflib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from pathlib import Path

from accord.results import DataError, Place

HEAD = 1 << 16

_MAGIC = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"%PDF": "a PDF document",
    b"\x1f\x8b": "a gzip archive",
    b"BZh": "a bzip2 archive",
    b"\xfd7zXZ": "an xz archive",
    b"\x28\xb5\x2f\xfd": "a Zstandard archive",
    b"7z\xbc\xaf": "a 7z archive",
    b"Rar!": "a RAR archive",
    b"PK\x03\x04": "a zip archive",
    b"PK\x05\x06": "an empty zip archive",
    b"\x7fELF": "a program",
    b"MZ\x90\x00": "a program",
    b"SQLite format 3": "an SQLite database",
    b"PAR1": "a Parquet file",
    b"ARROW1": "an Arrow file",
    b"\xd0\xcf\x11\xe0": "an old Office document",
    b"{\\rtf": "an RTF document",
}
MOST_BESIDE = 2_000  # names in the folder of a file that is missing
_TEXT_CONTROLS = b"\t\n\r\x0b\x0c\x1a\x1b\x1c\x1d\x1e\x1f"


def unreadable(file: str) -> str | None:
    """Why a path cannot be opened, or None. Pipes and devices are refused: sniffing would consume them."""
    try:
        mode = os.stat(file).st_mode
        if stat.S_ISDIR(mode):
            os.scandir(file).close()
            return None
        if not stat.S_ISREG(mode):
            kind = "a pipe" if stat.S_ISFIFO(mode) else "a device" if stat.S_ISCHR(mode) or stat.S_ISBLK(mode) else None
            return f"this is {kind}, not a regular file" if kind else "this is not a regular file"
        with open(file, "rb"):
            return None
    except FileNotFoundError:
        return "standard input is not read" if file == "-" else "there is no such file"
    except PermissionError:
        return "there is no permission to read the file"
    except (OSError, ValueError) as error:  # ValueError: a path with a NUL character
        return getattr(error, "strerror", None) or str(error)


def advice(reason: str, file: str) -> str:
    """What to do about a path that cannot be opened: files with names that are alike stand beside it, perhaps."""
    if "folder" in reason:
        return "name a file in it"
    if "input" in reason or "this is" in reason:
        return "write the data to a file, and name that"
    if "permission" in reason:
        return "ask its owner, or change its permissions"
    folder = Path(file).parent
    try:
        beside = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))[:MOST_BESIDE]
    except (OSError, ValueError):
        return f"there is no folder '{folder}' either" if "no such" in reason else "check the path"
    stems = difflib.get_close_matches(Path(file).stem, [Path(name).stem for name in beside], n=2, cutoff=0.7)
    near = [str(folder / name) for stem in dict.fromkeys(stems) for name in beside if Path(name).stem == stem][:3]
    return f"did you mean {' or '.join(map(repr, near))}?" if near else "check the path"


_remembered: ContextVar[tuple[Path, bytes] | None] = ContextVar("remembered", default=None)


@contextmanager
def remembered_head(path: Path) -> Iterator[None]:
    """Read the first bytes of a file once for all readers that sniff at it."""
    token = _remembered.set((path, head(path)))
    try:
        yield
    finally:
        _remembered.reset(token)


def head(path: Path) -> bytes:
    """The first bytes of a file; nothing for folders and for what cannot be opened."""
    known = _remembered.get()
    if known is not None and known[0] is path:
        return known[1]
    try:
        with path.open("rb") as file:
            return file.read(HEAD)
    except OSError:
        return b""


@lru_cache(maxsize=4)
def binary_kind(start: bytes) -> str | None:
    """What a file is that is not text, by its first bytes; None for text.

    >>> binary_kind(b"%PDF-1.7"), binary_kind(b"item,annotator,label")
    ('a PDF document', None)
    """
    for magic, kind in _MAGIC.items():
        if start.startswith(magic):
            return kind
    if start[:2] in (b"\xff\xfe", b"\xfe\xff") or unmarked_utf16(start) is not None:
        return None
    sample = start[:HEAD]
    controls = sum(sample.count(byte) for byte in range(32) if byte not in _TEXT_CONTROLS)
    return "binary data" if controls > 1 + len(sample) // 50 else None


def refuse_binary(start: bytes, expected: str, file: str, hint: str) -> None:
    """A DataError for what is not text by its first bytes."""
    kind = binary_kind(start[:HEAD])
    if kind is not None:
        raise DataError("ACC005", f"this is {kind}, not {expected}", Place(file), hint)


def unmarked_utf16(start: bytes) -> str | None:
    """The byte order of UTF-16 without its mark, where letters of Europe have a NUL in every other byte.

    >>> unmarked_utf16("item,annotator".encode("utf-16-be"))
    'utf-16-be'
    """
    even, odd = start[:4096:2], start[1:4096:2]
    for zeros, others, name in ((odd, even, "utf-16-le"), (even, odd, "utf-16-be")):
        if zeros.count(0) > 0.7 * len(zeros) and others.count(0) < 0.1 * len(others):
            return name
    return None

"""Text files as they are: offsets count their characters, so that no newline may be changed."""

from __future__ import annotations

from pathlib import Path

from accord.formats.gathering import Gathering
from accord.formats.options import ReadOptions
from accord.formats.parsing.encodings import as_utf8, exact_utf8
from accord.formats.parsing.first_bytes import refuse_binary
from accord.results import DataError, Place
from accord.results.input_files import remember

LARGEST = 1 << 30  # bytes


def exact_text(path: Path, options: ReadOptions, into: Gathering) -> str:
    """The text of a file with its newlines as they are; what was assumed about its encoding is said."""
    data, diagnostics = exact_utf8(_bytes(path, options), options.encoding, str(path))
    into.say_again(diagnostics)
    return data.decode("utf-8")


def text_lines(path: Path, options: ReadOptions, into: Gathering) -> list[str]:
    """The lines of a file without their ends, whatever these are."""
    data, diagnostics = as_utf8(_bytes(path, options), options.encoding, str(path))
    into.say_again(diagnostics)
    lines = data.decode("utf-8").split("\n")
    return lines[:-1] if lines[-1] == "" else lines


def _bytes(path: Path, options: ReadOptions) -> bytes:
    remember(path)  # also a text that nobody named, beside the annotations
    size = path.stat().st_size
    if size > LARGEST:
        raise DataError("ACC052", f"a text file of {size:,} bytes, more than 1 GB", Place(str(path)), "split it")
    data = path.read_bytes()
    if options.encoding is None:
        refuse_binary(data, "text", str(path), "export the annotations again")
    return data

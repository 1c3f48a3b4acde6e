"""Bytes to UTF-8: UTF-8 with or without a mark, UTF-16 and UTF-32 with one, else Windows-1252, told apart safely."""

from __future__ import annotations

import codecs

from accord.formats.parsing.first_bytes import unmarked_utf16
from accord.results import DataError, Diagnostic, Place, UsageError
from accord.results.option_names import option

_MARKS = (  # UTF-32 first: its little-endian mark begins like that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_ASK = f"name the encoding with {option('encoding')}, or convert the file to UTF-8"


def as_utf8(data: bytes, encoding: str | None, file: str) -> tuple[bytes, tuple[Diagnostic, ...]]:
    """The same text in UTF-8 without a mark and with plain newlines, and what was assumed about it."""
    text, diagnostics = exact_utf8(data, encoding, file)
    if b"\r" in text:
        text = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return text, diagnostics


def exact_utf8(data: bytes, encoding: str | None, file: str) -> tuple[bytes, tuple[Diagnostic, ...]]:
    """The same text in UTF-8 without a mark, its newlines as they are, since offsets count them."""
    text, diagnostics = _transcoded(data, encoding, file)
    if b"\0" in text:
        raise _nul(data, text, file)
    return text, diagnostics


def _transcoded(data: bytes, encoding: str | None, file: str) -> tuple[bytes, tuple[Diagnostic, ...]]:
    if encoding is not None:
        return _decoded(data, encoding, file), ()
    for mark, name in _MARKS:
        if data.startswith(mark):
            return _decoded(data, name, file), ()
    data = data.removeprefix(codecs.BOM_UTF8)
    if data.isascii():
        return data, ()
    try:
        data.decode("utf-8")
    except UnicodeDecodeError as error:
        return _windows_1252(data, error, file)
    return data, ()


def _decoded(data: bytes, encoding: str, file: str) -> bytes:
    try:
        return data.decode(encoding).removeprefix("\ufeff").encode("utf-8")
    except LookupError:
        raise UsageError(f"there is no text encoding '{encoding}'", "for example utf-8, utf-16, cp1252") from None
    except UnicodeDecodeError as error:
        line = data[: error.start].decode(encoding, "replace").count("\n") + 1
        raise DataError(
            "ACC004", f"byte {error.start + 1:,} is not {encoding}: {error.reason}", Place(file, line), _ASK
        ) from None
    except (UnicodeError, ValueError) as error:
        raise DataError("ACC004", f"the file is not {encoding}: {error}", Place(file), _ASK) from None


def _windows_1252(data: bytes, error: UnicodeDecodeError, file: str) -> tuple[bytes, tuple[Diagnostic, ...]]:
    """Windows-1252, if nothing beyond ASCII is UTF-8; a mixture is refused, as a guess would change labels."""
    place = Place(file, data.count(b"\n", 0, error.start) + 1)
    byte = f"byte 0x{data[error.start]:02X}"
    if b"\0" in data:
        return data, ()
    if not data.decode("utf-8", "ignore").isascii():
        message = f"{byte} is not UTF-8, and other characters of the file are: encodings are mixed"
        raise DataError(
            "ACC004", message, place, f"convert the line named to UTF-8, or name one encoding with {option('encoding')}"
        )
    try:
        text = data.decode("cp1252").encode("utf-8")
    except UnicodeDecodeError as unknown:
        place = Place(file, data.count(b"\n", 0, unknown.start) + 1)
        message = f"byte 0x{data[unknown.start]:02X} is neither UTF-8 nor Windows-1252"
        raise DataError("ACC004", message, place, _ASK) from None
    diagnostic = Diagnostic(
        "ACC106", f"{byte} is not UTF-8: the file is read as Windows-1252", place, f"override with {option('encoding')}"
    )
    return text, (diagnostic,)


def _nul(data: bytes, text: bytes, file: str) -> DataError:
    order = unmarked_utf16(data)
    if order is not None:
        return DataError(
            "ACC004",
            "this looks like UTF-16 without its byte order mark",
            Place(file),
            f"say {option('encoding', order)}",
        )
    line = text.count(b"\n", 0, text.index(b"\0")) + 1
    return DataError("ACC005", "a NUL character: this is not a text file", Place(file, line), "export the table as CSV")

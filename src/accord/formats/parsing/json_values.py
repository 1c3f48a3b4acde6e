"""JSON values one after the other, in bounded memory: an array of records, lines, or records under each other; and the
fields of records as texts and numbers, whatever an export has put there."""

from __future__ import annotations

import codecs
import io
import json
import math
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from accord.formats.parsing.first_bytes import head, refuse_binary
from accord.results import DataError, Place, UsageError
from accord.results.option_names import option

CHUNK = 1 << 22  # characters read at a time
LARGEST = 1 << 29  # characters of one record
_NEAR = 64  # characters before the end of what was read: an error there may be a record that goes on
_BETWEEN = " \t\r\n,"
_HINT = "export the annotations again as JSON"


DECODER = json.JSONDecoder(parse_constant=lambda name: None if name == "NaN" else float(name))


def json_values(path: Path, encoding: str | None = None) -> Iterator[tuple[Any, int]]:
    """The records of a JSON file with the lines they begin on: those of its array, or its top-level values."""
    file = str(path)
    if encoding is None:
        refuse_binary(head(path), "JSON", file, _HINT)
    try:
        with open(path, encoding=_encoding(path, encoding), newline="") as opened:
            yield from _values(opened, file)
    except LookupError:
        raise UsageError(f"there is no text encoding '{encoding}'", "for example utf-8, utf-16, cp1252") from None
    except UnicodeError as error:
        hint = f"convert the file to UTF-8, or name the encoding with {option('encoding')}"
        raise DataError("ACC004", f"the file is not JSON in one encoding: {error}"[:300], Place(file), hint) from None


def json_objects(path: Path, encoding: str | None, other: str, hint: str) -> Iterator[tuple[dict[str, Any], Place]]:
    """The same with where they stand, all of them objects; a DataError says so of any `other` value."""
    for value, line in json_values(path, encoding):
        place = Place(str(path), line)
        if not isinstance(value, dict):
            raise DataError("ACC047", other, place, hint)
        yield value, place


def _encoding(path: Path, told: str | None) -> str:
    if told is not None:
        return told
    start = head(path)[:4]
    if start.startswith((codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)):
        return "utf-32"
    return "utf-16" if start.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)) else "utf-8-sig"


def _values(opened: io.TextIOBase, file: str) -> Iterator[tuple[Any, int]]:
    buffer, at, line, ended = "", 0, 1, False
    inside: bool | None = None  # whether the records stand in an array
    closed = False
    while True:
        at, line = _skipped(buffer, at, line, commas=inside is not False)
        if at == len(buffer):
            if ended:
                break
            chunk = opened.read(CHUNK)
            buffer, at, ended = chunk, 0, not chunk
            continue
        if inside is None:
            inside = buffer[at] == "["
            if inside:
                at += 1
                continue
        if inside and buffer[at] == "]":
            closed = True
            at, line = _skipped(buffer, at + 1, line, commas=False)
            rest = buffer[at:] or opened.read(_NEAR).strip()
            if rest:
                raise _broken(file, line, "there is text after the end of the array")
            return
        try:
            value, end = DECODER.raw_decode(buffer, at)
            if not ended and end > len(buffer) - _NEAR and not isinstance(value, dict | list | str):  # it may go on
                raise json.JSONDecodeError("cut", buffer, end)
        except json.JSONDecodeError as error:
            goes_on = error.msg.startswith("Unterminated") or error.pos > len(buffer) - _NEAR
            if ended or not goes_on:
                where = line + buffer.count("\n", at, error.pos)
                cut = error.msg.startswith("Unterminated") or error.pos >= len(buffer.rstrip())
                raise _broken(file, where, "the file ends in the middle of a record" if cut else error.msg) from None
            buffer, at, ended = _longer(opened, buffer[at:], file, line)
            continue
        except RecursionError:
            raise DataError("ACC052", "the record is nested too deeply", Place(file, line), _HINT) from None
        except ValueError as error:  # a whole number of thousands of digits
            raise _broken(file, line, str(error).partition(";")[0]) from None
        yield value, line
        line += buffer.count("\n", at, end)
        at = end
    if inside and not closed:
        raise _broken(file, line, "the array is not closed: the file is cut")
    if inside is None:
        raise DataError("ACC002", "the file is empty", Place(file), "export the annotations again")


def _skipped(buffer: str, at: int, line: int, *, commas: bool) -> tuple[int, int]:
    between = _BETWEEN if commas else _BETWEEN[:-1]
    start = at
    while at < len(buffer) and buffer[at] in between:
        at += 1
    return at, line + buffer.count("\n", start, at)


def _longer(opened: io.TextIOBase, rest: str, file: str, line: int) -> tuple[str, int, bool]:
    """At least twice what is left, so that a long record is tried few times."""
    if len(rest) > LARGEST:
        raise DataError("ACC052", "a record of more than 512 MB", Place(file, line), _HINT)
    chunk = opened.read(max(CHUNK, len(rest)))
    return rest + chunk, 0, not chunk


def _broken(file: str, line: int, what: str) -> DataError:
    return DataError("ACC015", f"this is not JSON: {what}", Place(file, line), _HINT)


def first_record(start: bytes) -> dict[str, Any] | None:
    """The first object at the beginning of a file, for sniffing: whole, or its keys as far as it was read."""
    try:
        text = start.decode("utf-16" if start[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE) else "utf-8", "ignore")
    except UnicodeError:
        return None
    text = text.removeprefix("\ufeff").lstrip().removeprefix("[").lstrip()
    if not text.startswith("{"):
        return None
    try:
        value, _ = DECODER.raw_decode(text)
    except (ValueError, RecursionError):
        return _keys(text)
    return value if isinstance(value, dict) else None


def _keys(text: str) -> dict[str, Any]:
    """The keys of an object that is cut, with their values where they are whole."""
    values: dict[str, Any] = {}
    at = 1
    try:
        while True:
            while text[at] in _BETWEEN:
                at += 1
            key, at = DECODER.raw_decode(text, at)
            while text[at] in _BETWEEN + ":":
                at += 1
            if not isinstance(key, str):
                return values
            values[key] = None
            if text[at] in "[{":
                values[key] = [] if text[at] == "[" else {}
            value, at = DECODER.raw_decode(text, at)
            values[key] = value
    except (ValueError, IndexError, RecursionError):
        return values


def text_of(value: object) -> str | None:
    """A text or number as text; None for anything else, for the empty text, and for half characters.

    >>> text_of(12), text_of("a"), text_of([1]), text_of("")
    ('12', 'a', None, None)
    """
    if isinstance(value, str) and value.isascii():  # as most are
        return value or None
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value) if math.isfinite(value) else None
    try:
        text = str(value)
        text.encode("utf-8")
    except ValueError:  # a lone surrogate, or a whole number of thousands of digits
        return None
    return text or None


def number_of(value: object) -> float | None:
    """A finite number, also one written as text; None for anything else.

    >>> number_of(3), number_of("2.5"), number_of(True), number_of("1e999")
    (3.0, 2.5, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


def bounds_of(region: object) -> tuple[float, float] | None:
    """The start and the end of a region; None where it has none, or ends before it starts."""
    if not isinstance(region, dict):
        return None
    start, end = number_of(region.get("start")), number_of(region.get("end"))
    return None if start is None or end is None or end < start else (start, end)


def time_of(value: object) -> float | None:
    """Seconds since 1970 of a number, or of a date and time as ISO 8601 has them, in UTC where they name no zone.

    >>> time_of("2024-05-31T14:30:00Z"), time_of(12), time_of("soon")
    (1717165800.0, 12.0, None)
    """
    if isinstance(value, str):
        try:
            told = datetime.fromisoformat(value.strip())
            return (told if told.tzinfo is not None else told.replace(tzinfo=UTC)).timestamp()
        except (ValueError, OverflowError):
            return None
    return number_of(value)

"""The size of a Parquet table by its footer, without a library: lengths in a damaged one are not trusted.

A footer is a structure of the Thrift compact protocol, FileMetaData: 1 the version, 2 the schema, whose first element
is the root with its number of children, 3 the number of rows, and then all row groups, which are not looked at.
"""

from __future__ import annotations

from pathlib import Path

LONGEST = 1 << 26  # bytes of a footer that is looked at
DEEPEST = 8  # structures in each other
_TRUE, _FALSE, _BYTE, _DOUBLE, _BINARY, _LIST, _SET, _STRUCT = 1, 2, 3, 7, 8, 9, 10, 12
_INTEGERS = (4, 5, 6)
_SCHEMA, _ROWS, _CHILDREN = 2, 3, 5  # numbers of fields


class _StrangeError(Exception):
    """Not as it is known."""


class _Compact:
    """Bytes of the compact protocol, read one after the other."""

    def __init__(self, data: bytes) -> None:
        self._data, self._place = data, 0

    def _take(self, number: int) -> bytes:
        taken = self._data[self._place : self._place + number]
        if len(taken) < number:
            raise _StrangeError
        self._place += number
        return taken

    def _unsigned(self) -> int:
        value = shift = 0
        while shift < 64:
            byte = self._take(1)[0]
            value |= (byte & 0x7F) << shift
            if byte < 0x80:
                return value
            shift += 7
        raise _StrangeError

    def integer(self) -> int:
        """A number with its sign in the last bit."""
        value = self._unsigned()
        return (value >> 1) ^ -(value & 1)

    def field(self, before: int) -> tuple[int, int]:
        """The number and the type of the next field; type 0 at the end of a structure."""
        byte = self._take(1)[0]
        if byte == 0:
            return 0, 0
        return (before + (byte >> 4), byte & 15) if byte >> 4 else (self.integer(), byte & 15)

    def elements(self) -> tuple[int, int]:
        """How many elements a list has, and their type."""
        byte = self._take(1)[0]
        return (byte >> 4 if byte >> 4 < 15 else self._unsigned()), byte & 15

    def skip(self, kind: int, depth: int = 0) -> None:
        """Go over a value."""
        if kind in (_TRUE, _FALSE) and depth < DEEPEST:
            return
        if kind in _INTEGERS:
            self._unsigned()
        elif kind in (_BYTE, _DOUBLE):
            self._take(1 if kind == _BYTE else 8)
        elif kind == _BINARY:
            self._take(self._unsigned())
        elif kind in (_LIST, _SET) and depth < DEEPEST:
            number, of = self.elements()
            for _ in range(number):
                self._take(1) if of in (_TRUE, _FALSE) else self.skip(of, depth + 1)
        elif kind == _STRUCT and depth < DEEPEST:
            before, inner = self.field(0)
            while inner:
                self.skip(inner, depth + 1)
                before, inner = self.field(before)
        else:
            raise _StrangeError


def footer_shape(path: Path) -> tuple[int, int] | None:
    """Rows and columns as the footer says; None where it is not as it is known, and a library must be asked."""
    with path.open("rb") as opened:
        size = path.stat().st_size
        opened.seek(max(0, size - 8))
        length = int.from_bytes(opened.read(4), "little")
        if not 0 < length <= min(LONGEST, size - 12):
            return None
        opened.seek(size - 8 - length)
        data = opened.read(length)
    try:
        return _shape(_Compact(data))
    except _StrangeError:
        return None


def _shape(footer: _Compact) -> tuple[int, int]:
    columns, number, kind = -1, *footer.field(0)
    while kind:
        if number == _SCHEMA and kind == _LIST:
            columns = _columns(footer)
        elif number == _ROWS and kind in _INTEGERS:
            rows = footer.integer()
            if rows < 0 or columns < 0:
                raise _StrangeError
            return rows, columns
        else:
            footer.skip(kind)
        number, kind = footer.field(number)
    raise _StrangeError


def _columns(footer: _Compact) -> int:
    """The children of the first element of the schema."""
    number, of = footer.elements()
    if of != _STRUCT or number < 1:
        raise _StrangeError
    columns, field, kind = -1, *footer.field(0)
    while kind:
        if field == _CHILDREN and kind in _INTEGERS:
            columns = footer.integer()
        else:
            footer.skip(kind)
        field, kind = footer.field(field)
    for _ in range(number - 1):
        footer.skip(_STRUCT)
    return columns

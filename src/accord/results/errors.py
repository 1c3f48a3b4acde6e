"""The two errors a user can meet. Both are ValueErrors; neither ever carries a traceback to the command line."""

from __future__ import annotations

import sys
from dataclasses import dataclass

from accord.results.foreign_text import visible
from accord.results.option_names import Worded, spelled


@dataclass(frozen=True)
class Place:
    """Where in the input something was found: a file, a line of it (1-based, the header is line 1), or an item."""

    file: str | None = None
    line: int | None = None
    item: str | None = None

    def __str__(self) -> str:
        """
        >>> str(Place("ratings.csv", 17))
        'ratings.csv:17'
        >>> str(Place(item="s12"))
        "item 's12'"
        """
        where = self.file or ""
        if self.line is not None:
            where = f"{where}:{self.line}" if where else f"line {self.line}"
        if self.item is not None:
            where = f"{where}: item '{self.item}'" if where else f"item '{self.item}'"
        return where


class DataError(ValueError):
    """The input cannot be used: where, what was found and expected, and how to fix it. Exit status 3."""

    message = Worded[str]()
    hint = Worded[str | None]()

    def __init__(self, code: str, message: str, place: Place | None = None, hint: str | None = None) -> None:
        self.code = code
        self.message = message
        self.place = place or Place()
        self.hint = hint
        super().__init__(str(self))

    def __str__(self) -> str:
        return one_line(self.code, self.message, self.place, self.hint)

    def __reduce__(self) -> tuple[type[DataError], tuple[object, ...]]:
        return (DataError, (self.code, vars(self)["message"], self.place, vars(self)["hint"]))

    def at(self, place: Place) -> DataError:
        """The same, found in another place."""
        return DataError(self.code, vars(self)["message"], place, vars(self)["hint"])


class UsageError(ValueError):
    """The call itself is wrong: an unknown measure or parameter, options that contradict each other. Exit status 2."""

    message = Worded[str]()
    hint = Worded[str | None]()

    def __init__(self, message: str, hint: str | None = None) -> None:
        self.message = message
        self.hint = hint
        super().__init__(str(self))

    def __str__(self) -> str:
        return visible(f"{self.message}; {self.hint}" if self.hint else self.message)

    def __reduce__(self) -> tuple[type[UsageError], tuple[object, ...]]:
        return (UsageError, (vars(self)["message"], vars(self)["hint"]))


def one_line(code: str, message: str, place: Place, hint: str | None) -> str:
    """`file:line: message [code]; hint`, in one line whatever names and texts the pieces quote.

    >>> one_line("ACC003", "3 fields where the header has 4", Place("a.csv", 9), "quote the field")
    'a.csv:9: 3 fields where the header has 4 [ACC003]; quote the field'
    """
    where = str(place)
    text = f"{where}: {message}" if where else message
    text = f"{text} [{code}]"
    if hint:
        text = f"{text}; {hint}"
    return visible(spelled(text))


class GuessWarning(UserWarning):
    """Something in the data was guessed that could have been meant in another way; the text says how to settle it."""


def outside() -> int:
    """How many calls up the first is that is not accord's own, so that a warning stands where the user called."""
    depth = 2
    frame = sys._getframe(depth)
    while frame.f_back is not None and str(frame.f_globals.get("__name__", "")).partition(".")[0] == "accord":
        frame, depth = frame.f_back, depth + 1
    return depth

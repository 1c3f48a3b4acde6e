"""The category set of a labelling: declared or recorded, with its numeric or set reading where there is one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from accord.annotations.given_lists import repeated
from accord.results import DataError, UsageError
from accord.results.foreign_text import visible

_NUMBER = re.compile(r"[+-]?(?:0|[1-9]\d*)(?:[.,]\d+)?(?:[eE][+-]?\d+)?")
SHORT = 40  # characters of a text that is remembered
FEW_DIGITS = 20  # characters of a whole number that stands as it is; longer ones may be no float
SET_SEPARATOR = "|"
EMPTY_SET = "∅"


def canonical_text(label: object) -> str:
    """One text per label, whatever type or decimal sign it came in, so that CSV, Parquet and arrays agree.

    >>> canonical_text(1), canonical_text(1.0), canonical_text("1.0"), canonical_text("1,0"), canonical_text("01")
    ('1', '1', '1', '1', '01')
    >>> canonical_text("2,50"), canonical_text(frozenset("BA"))
    ('2.5', 'A|B')
    """
    if isinstance(label, str):
        return _read_before(label) if type(label) is str and len(label) <= SHORT else _text_label(label)
    if isinstance(label, bool | np.bool_):
        return str(bool(label))
    if isinstance(label, int | np.integer):
        text = str(int(label))
        return text if len(text) <= FEW_DIGITS else _number_label(text)
    if isinstance(label, float | np.floating):
        return number_text(float(label))
    if isinstance(label, frozenset | set | list | tuple):
        return set_text(label)
    return canonical_text(str(label))


def _text_label(text: str) -> str:
    return _number_label(text) if _NUMBER.fullmatch(text) else str(text)


_read_before = lru_cache(maxsize=1 << 16)(_text_label)  # the same few labels and names stand in millions of rows


def _number_label(text: str) -> str:
    """Digits are read as a whole number, so that long identifiers stay apart; a number too large to hold stays text."""
    number = float(text.replace(",", "."))
    if not np.isfinite(number):
        return text
    if text.lstrip("+-").isdigit() and (len(text) <= FEW_DIGITS or int(number) != int(text)):
        return str(int(text))
    return number_text(number)


def number_text(number: float) -> str:
    """The shortest text of a number; whole numbers without a decimal point, and one zero."""
    if number == int(number) if np.isfinite(number) and abs(number) < 1e19 else False:
        return str(int(number))
    return repr(number)


def set_text(members: Iterable[object]) -> str:
    """The canonical text of a label set: its members sorted and joined."""
    texts = sorted({canonical_text(member) for member in members})
    return SET_SEPARATOR.join(texts) if texts else EMPTY_SET


def set_of(text: str) -> frozenset[str]:
    """The inverse of `set_text`.

    >>> sorted(set_of("A|B")), set_of("∅")
    (['A', 'B'], frozenset())
    """
    return frozenset() if text == EMPTY_SET else frozenset(text.split(SET_SEPARATOR))


class Categories:
    """An ordered set of category texts.

    Recorded categories are ordered by value when all are numbers and by code point otherwise, so that the order
    depends on the set alone; declared ones keep the order of the declaration.

    >>> Categories.recorded(["10", "9", "2,5"]).texts
    ('2.5', '9', '10')
    """

    def __init__(
        self, texts: Sequence[str] | None, values: NDArray[np.float64] | None, *, declared: bool, sets: bool = False
    ) -> None:
        self._texts = tuple(texts) if texts is not None else None
        self.values = values
        self.declared = declared
        self.sets = sets

    @classmethod
    def recorded(cls, texts: Iterable[str], *, sets: bool = False) -> Categories:
        unique = {canonical_text(text) for text in texts}
        values = None if sets else _values(unique)
        if values is None:
            return cls(sorted(unique), None, declared=False, sets=sets)
        order = sorted(values, key=lambda text: (values[text], text))
        return cls(order, np.array([values[text] for text in order], dtype=np.float64), declared=False)

    @classmethod
    def of_numbers(cls, values: NDArray[np.float64]) -> Categories:
        """Recorded numeric categories, given sorted and distinct; their texts are made when asked for."""
        return cls(None, values, declared=False)

    @classmethod
    def declare(cls, labels: Iterable[object], *, sets: bool = False) -> Categories:
        if isinstance(labels, set | frozenset | str) or not isinstance(labels, Iterable):
            raise UsageError(
                f"the categories are declared by one {type(labels).__name__}",
                "give a list of them, in their order: ['low', 'medium', 'high']",
            )
        texts = [set_text(set_of(text)) if sets else text for text in map(canonical_text, labels)]
        twice = repeated(texts)
        if twice is not None:
            raise DataError("ACC008", f"the category '{twice}' is declared twice", hint="name each category once")
        values = None if sets else _values(texts)
        array = None if values is None else np.array([values[text] for text in texts], dtype=np.float64)
        return cls(texts, array, declared=True, sets=sets)

    @cached_property
    def texts(self) -> tuple[str, ...]:
        if self._texts is not None:
            return self._texts
        return tuple(number_text(float(value)) for value in self.values) if self.values is not None else ()

    @cached_property
    def index(self) -> dict[str, int]:
        return {text: code for code, text in enumerate(self.texts)}

    def __len__(self) -> int:
        return len(self._texts) if self._texts is not None else len(self.values) if self.values is not None else 0

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Categories):
            return NotImplemented
        if self is other:
            return True
        return len(self) == len(other) and self.declared == other.declared and self.texts == other.texts

    def __hash__(self) -> int:
        return hash((self.declared, self.texts))

    def __str__(self) -> str:
        return ", ".join(map(visible, self.texts[:8])) + (", …" if len(self) > 8 else "")

    def __repr__(self) -> str:
        return f"Categories({self})"

    def code(self, label: object) -> int | None:
        """The position of a label, or None."""
        return self.index.get(canonical_text(label))

    def known_code(self, label: object) -> int:
        """Its place; a UsageError for what is not a category."""
        code = self.code(label)
        if code is None:
            raise UsageError(f"'{label}' is not a category of these data", f"they are {self}")
        return code

    def union(self, other: Categories) -> Categories:
        """The categories of two parts of one data set; declared ones must be the same."""
        if self == other:
            return self
        if self.declared or other.declared or self.sets != other.sets:
            raise DataError(
                "ACC013",
                "the parts of the data have different categories",
                hint="declare the same categories for every part",
            )
        return Categories.recorded({*self.texts, *other.texts}, sets=self.sets)

    def positions_in(self, other: Categories) -> NDArray[np.int32]:
        """For each category its code in `other`, which contains them all."""
        if self == other:
            return np.arange(len(self), dtype=np.int32)
        return np.array([other.index[text] for text in self.texts], dtype=np.int32)

    def members(self) -> list[frozenset[str]]:
        """The label sets behind the categories."""
        return [set_of(text) for text in self.texts]

    def scores(self) -> NDArray[np.float64]:
        """Numbers for weights between categories: their values, or their places when they are words."""
        return self.values if self.values is not None else np.arange(1.0, len(self) + 1.0)


def _values(texts: Iterable[str]) -> dict[str, float] | None:
    """The numeric reading of all texts, or None as soon as one is not a number."""
    values: dict[str, float] = {}
    for text in texts:
        if not _NUMBER.fullmatch(text):
            return None
        values[text] = float(text.replace(",", "."))
        if not np.isfinite(values[text]):
            return None
    return values

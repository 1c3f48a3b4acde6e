"""From the names in columns to numbers: documents, annotators and categories, and who was asked about what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from accord.annotations.categories import Categories, canonical_text
from accord.results import DataError, Place

UNNAMED = -1
"""The code of what has no category."""
Value = TypeVar("Value")
Other = TypeVar("Other")


@dataclass(frozen=True, eq=False)
class CodedColumn(Generic[Value]):
    """A column whose values come again and again: each of them once, and which of them stands in each row.

    >>> column = CodedColumn(["d1", "d2"], np.array([0, 0, 1]))
    >>> list(column), column[2], list(column.of(np.array([2, 0])))
    (['d1', 'd1', 'd2'], 'd2', ['d2', 'd1'])
    """

    values: Sequence[Value]
    codes: NDArray[np.int32]

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, row: int) -> Value:
        return self.values[int(self.codes[row])]

    def __iter__(self) -> Iterator[Value]:
        return (self.values[code] for code in self.codes.tolist())

    def of(self, rows: NDArray[np.integer]) -> Self:
        """Only these rows."""
        return replace(self, codes=self.codes[rows])

    def met(self) -> list[Value]:
        """The values that occur, in the order in which they are met."""
        codes, first = np.unique(self.codes, return_index=True)
        return [self.values[code] for code in codes[np.argsort(first)].tolist()]

    def each(self, function: Callable[[Value], Other]) -> CodedColumn[Other]:
        """With something else in the place of each value."""
        return CodedColumn([function(value) for value in self.values], self.codes)


Column = Sequence[Value] | CodedColumn[Value]


def under_each_other(columns: Sequence[CodedColumn[Value]]) -> CodedColumn[Value]:
    """The rows of several columns as one.

    >>> list(under_each_other([CodedColumn("ab", np.array([1, 0])), CodedColumn("cb", np.array([1, 0]))]))
    ['b', 'a', 'b', 'c']
    """
    if len(columns) == 1:
        return columns[0]
    numbers: dict[Value, int] = {}
    parts = [numbers_in(column, lambda value: numbers.setdefault(value, len(numbers))) for column in columns]
    return CodedColumn(list(numbers), np.concatenate(parts))


def as_coded(column: Column[Value]) -> CodedColumn[Value]:
    """The same column, each value once.

    >>> as_coded(["b", "a", "b"]).codes.tolist()
    [0, 1, 0]
    """
    if isinstance(column, CodedColumn):
        return column
    numbers: dict[Value, int] = {}
    codes = np.array([numbers.setdefault(value, len(numbers)) for value in column], dtype=np.int32)
    return CodedColumn(list(numbers), codes)


def values_met(column: Column[Value]) -> Iterable[Value]:
    """Every value of a column at least once, in the order in which they are met."""
    return column.met() if isinstance(column, CodedColumn) else column


def numbers_in(column: Column[Value], number_of: Callable[[Value], int]) -> NDArray[np.int32]:
    """(rows,) a number for each row, found once for each value where the column is coded."""
    if not isinstance(column, CodedColumn):
        return np.fromiter(map(number_of, column), dtype=np.int32, count=len(column))
    used = np.zeros(len(column.values), dtype=bool)
    used[column.codes] = True
    numbers = [number_of(value) if there else -1 for value, there in zip(column.values, used.tolist(), strict=True)]
    return np.array(numbers, dtype=np.int32)[column.codes]


def numbered(first: Iterable[str] | None, column: Column[str]) -> dict[str, int]:
    """The number of each name: those that come first, also where the column has none of them, then as they are met."""
    return {name: number for number, name in enumerate(dict.fromkeys([*(first or ()), *values_met(column)]))}


def with_asked(
    asked: NDArray[np.bool_],
    assigned: Iterable[tuple[str, str]],
    where: Mapping[str, int],
    people: Mapping[str, int],
    which: NDArray[np.int32],
    who: NDArray[np.int32],
) -> NDArray[np.bool_]:
    """(documents, annotators) who was asked: those who are known to, those assigned, and whoever has annotations."""
    for document, annotator in assigned:
        if document not in where or annotator not in people:
            raise DataError("ACC022", f"'{annotator}' is assigned to '{document}', and one of them is not known")
        asked[where[document], people[annotator]] = True
    asked[which, who] = True
    return asked


def text_of(label: object) -> str | None:
    """The category that a label names; None, nan and the empty text name none."""
    return None if label is None or label == "" or label != label else canonical_text(label)


def coded(
    texts: Column[str | None],
    declared: Iterable[object] | None,
    what: str,
    place_of: Callable[[int], Place | None],
) -> tuple[Categories, NDArray[np.int32]]:
    """The categories, declared or those that occur, and the code of each text; one that was not declared is refused."""
    used = {text for text in values_met(texts) if text is not None}
    categories = Categories.recorded(used) if declared is None else Categories.declare(declared)
    outside = sorted(used - set(categories.texts))
    if outside:
        place = place_of(list(texts).index(outside[0]))
        raise DataError("ACC008", f"'{outside[0]}' is not a declared {what}", place, f"they are {categories}")
    codes = numbers_in(texts, lambda text: UNNAMED if text is None else categories.index[text])
    return categories, codes

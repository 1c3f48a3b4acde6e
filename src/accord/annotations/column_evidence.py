"""What the content of a column says about its role: how many values repeat, of what kind they are, who shares them.

Everything is computed on distinct values and their counts, so that it depends on no order of rows.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

import numpy as np

from accord.annotations.lazy_polars import pl

MOST_VALUES = 5_000  # distinct values that are compared one by one; a vocabulary of labels is smaller
LONG = 25  # characters on average: texts
ALIKE = 0.5  # share of the cells of either column whose value is in the other
SMALL = 12  # values of a vocabulary within which somebody may use a part only
MOST_PAIRS = 64  # columns that are compared two by two; more are compared with all others together
_DATE = (
    r"^(\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4})([T ,]|$)|^(mon|tue|wed|thu|fri|sat|sun)\b.*\d"
)


class Content:
    """One column of a table, looked at as far as it is asked about."""

    def __init__(self, column: pl.Series) -> None:
        self.column = column
        self.height = len(column)

    @cached_property
    def nested(self) -> bool:
        return self.column.dtype.is_nested() or self.column.dtype in (pl.Object, pl.Binary)

    @cached_property
    def _counted(self) -> tuple[pl.Series, pl.Series]:
        """The distinct values, without empty ones, and how often each occurs."""
        if self.nested:
            return pl.Series([], dtype=pl.String), pl.Series([], dtype=pl.Int64)
        filled = self.column.drop_nulls()
        if filled.dtype.is_float():
            filled = filled.drop_nans()
        elif filled.dtype == pl.String:
            filled = filled.filter(filled != "")
        counted = filled.alias("value").value_counts(name="count")
        return counted["value"], counted["count"]

    @cached_property
    def filled(self) -> int:
        """Cells that are not empty."""
        return self.height - self.column.null_count() if self.nested else int(self._counted[1].sum())

    @property
    def distinct(self) -> int:
        return len(self._counted[0])

    @property
    def empty(self) -> bool:
        return self.filled == 0

    @property
    def constant(self) -> bool:
        return not self.nested and self.distinct == 1 and self.height > 2

    @property
    def all_distinct(self) -> bool:
        """A value of its own in every row, as an id has; a row or two prove nothing."""
        return not self.nested and self.distinct == self.height and self.height > 1

    @cached_property
    def _numbers(self) -> pl.Series | None:
        """The distinct values as numbers, if all of them are."""
        values = self._counted[0]
        if values.dtype.is_numeric():
            return values.cast(pl.Float64)
        if values.dtype not in (pl.String, pl.Categorical, pl.Enum) or len(values) == 0:
            return None
        text = values.cast(pl.String).str.strip_chars().str.replace(",", ".", literal=True)
        numbers = text.cast(pl.Float64, strict=False)
        return None if numbers.null_count() else numbers

    @property
    def numeric(self) -> bool:
        return self._numbers is not None

    @cached_property
    def decimal(self) -> bool:
        """Numbers of which most have a fraction."""
        numbers = self._numbers
        if numbers is None or len(numbers) == 0:
            return False
        return bool((numbers != numbers.round(0)).mean() > 0.5)  # type: ignore[operator]

    @cached_property
    def whole(self) -> bool:
        """Whole numbers of at least 0."""
        numbers = self._numbers
        return numbers is not None and bool(((numbers == numbers.round(0)) & (numbers >= 0)).all())

    @cached_property
    def temporal(self) -> bool:
        values = self._counted[0]
        if values.dtype.is_temporal():
            return True
        if values.dtype != pl.String or len(values) == 0:
            return False
        return bool(values.str.to_lowercase().str.contains(_DATE).all())

    @cached_property
    def texts(self) -> bool:
        """Texts of some length rather than names or labels."""
        values = self._counted[0]
        if values.dtype != pl.String or len(values) == 0:
            return False
        return float(values.str.len_chars().mean() or 0) > LONG  # type: ignore[arg-type]

    @cached_property
    def vocabulary(self) -> dict[str, int] | None:
        """Each value and its count, numbers by their value; None where there are too many to be a vocabulary."""
        values, counts = self._counted
        if len(values) > MOST_VALUES:
            return None
        names = self._numbers.to_list() if self._numbers is not None else [_plain(value) for value in values.to_list()]
        made: dict[str, int] = {}
        for name, count in zip(names, counts.to_list(), strict=True):
            made[str(name)] = made.get(str(name), 0) + count
        return made

    @cached_property
    def span(self) -> tuple[float, float, float] | None:
        """The smallest, the middle and the largest number."""
        numbers = self._numbers
        if numbers is None or len(numbers) == 0:
            return None
        order = np.argsort(numbers.to_numpy())
        below = np.cumsum(self._counted[1].to_numpy()[order])
        ordered = numbers.to_numpy()[order]
        return float(ordered[0]), float(ordered[int(np.searchsorted(below, below[-1] / 2))]), float(ordered[-1])

    @cached_property
    def unevenness(self) -> float:
        """How much the number of rows of a value varies, relative to its mean: as a rule items have as many labels
        each, and annotators have not."""
        counts = self._counted[1].to_numpy()
        return float(counts.std() / counts.mean()) if len(counts) else 0.0

    def holds(self, name: str) -> bool:
        """Whether a value of the column is this text."""
        values = self._counted[0]
        return bool((values.cast(str, strict=False) == name).any()) if not self.nested else False


def _plain(value: object) -> str:
    """A value as text, a number among words by its value: what marks missing labels may stand beside numbers."""
    text = str(value).strip()
    try:
        return str(float(text.replace(",", ".")))
    except ValueError:
        return text


class Contents:
    """The columns of a table, each looked at when it is asked about."""

    def __init__(self, frame: pl.DataFrame) -> None:
        self.frame = frame
        self._known: dict[str, Content] = {}

    def __getitem__(self, name: str) -> Content:
        if name not in self._known:
            self._known[name] = Content(self.frame[name])
        return self._known[name]

    def pairs(self, first: str, second: str) -> int:
        """How many different pairs of values two columns hold."""
        return int(self.frame.select(first, second).n_unique())

    def groups(self, names: Sequence[str]) -> list[tuple[str, ...]]:
        """Columns that share their values, the largest group first; each keeps the order of the table."""
        labelled = [name for name in names if not self[name].empty]
        if len(labelled) > MOST_PAIRS:
            return _pooled(labelled, [self[name] for name in labelled])
        leader = {name: name for name in labelled}
        for place, name in enumerate(labelled):
            for other in labelled[:place]:
                if leader[other] != leader[name] and shared(self[name], self[other]):
                    old = leader[name]
                    leader.update({member: leader[other] for member, head in leader.items() if head == old})
        members: dict[str, list[str]] = {}
        for name in labelled:
            members.setdefault(leader[name], []).append(name)
        by_size = sorted(members.values(), key=len, reverse=True)
        return [tuple(group) for group in _gathered(by_size, self)]


def shared(content: Content, other: Content) -> bool:
    """Whether two columns hold the same kind of labels: most cells of either have a value that the other knows, or
    both are scores with so many values that few recur, over one range."""
    if content.nested or other.nested:
        return content.nested and other.nested
    first, second = content.vocabulary, other.vocabulary
    if first and second:
        common = first.keys() & second.keys()
        if len(common) == min(len(first), len(second)) and max(len(first), len(second)) <= SMALL:
            return True
        if min(sum(map(first.__getitem__, common)) / max(1, content.filled), _covered(second, common, other)) >= ALIKE:
            return True
    if content.decimal != other.decimal or content.span is None or other.span is None:
        return False
    if min(content.distinct, other.distinct) <= min(SMALL, content.filled / 2):
        return False
    return other.span[0] <= content.span[1] <= other.span[2] and content.span[0] <= other.span[1] <= content.span[2]


def _covered(vocabulary: dict[str, int], common: Iterable[str], content: Content) -> float:
    return sum(vocabulary[value] for value in common) / max(1, content.filled)


def _gathered(groups: list[list[str]], contents: Contents) -> list[list[str]]:
    """Columns alone join the first group if it knows most of what they hold: somebody who labelled little."""
    if len(groups) < 2 or len(groups[0]) < 2:
        return groups
    main, others = list(groups[0]), []
    known = {value for name in main for value in contents[name].vocabulary or ()}
    for group in groups[1:]:
        vocabulary = contents[group[0]].vocabulary if len(group) == 1 else None
        if vocabulary and _covered(vocabulary, known & vocabulary.keys(), contents[group[0]]) > ALIKE:
            main.append(group[0])
        else:
            others.append(group)
    return [sorted(main, key=contents.frame.columns.index), *others]


def _pooled(names: list[str], contents: list[Content]) -> list[tuple[str, ...]]:
    """Of very many columns: those whose values mostly stand in another column too, and each of the others."""
    columns: dict[str, int] = {}
    for content in contents:
        for value in content.vocabulary or ():
            columns[value] = columns.get(value, 0) + 1
    usual = {value for value, number in columns.items() if number > 1}
    main: list[str] = []
    others: list[str] = []
    for name, content in zip(names, contents, strict=True):
        vocabulary = content.vocabulary
        inside = vocabulary is not None and _covered(vocabulary, usual & vocabulary.keys(), content) >= ALIKE
        (main if inside else others).append(name)
    return [tuple(main), *((name,) for name in others)] if main else [(name,) for name in others]

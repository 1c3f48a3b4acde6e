"""Statistics of a part of the data, which add up to those of the whole, whatever computes them and wherever."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from accord.annotations.among import Names
from accord.annotations.annotated import ShownAsText
from accord.annotations.casting import People, RolesTold, as_read
from accord.annotations.counted_labels import counted_labels
from accord.annotations.labels import Labels, Level
from accord.annotations.lazy_polars import pl
from accord.annotations.table_header import TableOptions
from accord.annotations.weighted_rows import WeightedRows, together
from accord.results import DataError, Reading, UsageError
from accord.results.wording import many


@dataclass(frozen=True, eq=False)
class Statistics(ShownAsText):
    """All that measures of labels need to know of a part of the data: distinct rows of who said what, and how many
    items show each. `+` puts parts together, in any order; each item belongs to one part.

    Whatever takes labels takes statistics: `accord.measure`, `accord.stability`, `accord.findings`, `accord.report`.

    Examples
    --------
    >>> import accord
    >>> one = accord.statistics_of(accord.labels([["a", "a"], ["b", "a"]]))
    >>> other = accord.statistics_of(accord.labels([["b", "b"], ["a", "a"]]))
    >>> one + other
    Statistics(4 items, 2 annotators, 8 labels in 3 different rows)
    >>> round(accord.measure(one + other, "kappa").value, 3)
    0.5
    """

    people: tuple[str, ...]
    names: tuple[str, ...]
    """The texts of the labels."""
    rows: WeightedRows
    sets: bool = False
    column: str | None = None
    """What the labels are called, which may say what they are."""

    @classmethod
    def of(cls, labels: Labels) -> Statistics:
        """Of labels whose items are in no other part."""
        if labels.annotators is None or labels.who is None:
            raise UsageError("statistics of parts know who said what, and these are counts", "add the counts")
        names = None if labels.items is None else pl.Series(labels.items, dtype=pl.String)
        rows = WeightedRows(labels.starts, labels.who, labels.codes, labels.weights, names).distinct()
        return cls(labels.annotators, labels.categories.texts, rows, labels.categories.sets)

    @property
    def n_items(self) -> int:
        return int(self.rows.weights.sum())

    @property
    def n_labels(self) -> int:
        return int((self.rows.sizes * self.rows.weights).sum())

    def __add__(self, other: Statistics) -> Statistics:
        if not isinstance(other, Statistics):
            return NotImplemented
        if self.sets != other.sets and self.names and other.names:
            message = "the labels of one part are sets, and those of the other are not"
            raise DataError("ACC013", message, hint="read every part with the same options")
        people = tuple(dict.fromkeys((*self.people, *other.people)))
        names = tuple(dict.fromkeys((*self.names, *other.names)))
        rows = [_renumbered(part, people, names) for part in (self, other)]
        column = self.column if self.column is not None else other.column
        return Statistics(people, names, together(rows).distinct(), self.sets or other.sets, column)

    def __radd__(self, other: int) -> Statistics:
        """So that `sum(parts)` works."""
        return self if other == 0 else NotImplemented

    def labels(
        self,
        *,
        categories: tuple[object, ...] | None = None,
        level: Level | None = None,
        nothing: object = None,
        missing: tuple[str, ...] = (),
        only: Names = None,
        without: Names = None,
        models: Names = None,
        curator: Names = None,
        gold_annotator: Names = None,
        people: People = None,
        strict: bool = False,
    ) -> Labels:
        """The labels of all parts: each row stands for the items that were rated alike."""
        told = TableOptions(categories=categories, level=level, nothing=nothing, missing=missing)
        made = counted_labels(self.rows, self.people, self.names, told, sets=self.sets, column=self.column)
        roles = RolesTold.of(only, without, models, curator, gold_annotator, people)
        return _with_reading(as_read(made, roles, strict=strict), self)

    def __repr__(self) -> str:
        counted = f"{many(self.n_items, 'item')}, {many(len(self.people), 'annotator')}, {many(self.n_labels, 'label')}"
        return f"Statistics({counted} in {many(len(self.rows), 'different row')})"


def _renumbered(part: Statistics, people: tuple[str, ...], names: tuple[str, ...]) -> WeightedRows:
    """The rows of a part with the numbers that annotators and labels have in the whole."""
    who = {name: number for number, name in enumerate(people)}
    code = {name: number for number, name in enumerate(names)}
    return part.rows.recoded(
        np.array([who[name] for name in part.people], dtype=np.int32),
        np.array([code[name] for name in part.names], dtype=np.int32),
    )


def _with_reading(labels: Labels, part: Statistics) -> Labels:
    text = f"statistics of parts: {many(len(part.rows), 'row stands', 'rows stand')} for all items rated alike"
    return replace(labels, read_as=(Reading("files", text), *labels.read_as))

"""Annotators two by two: a table of any measure, from the contingency table of each pair."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Categories, Labels, RatingRows, Summary, summarise
from accord.annotations.sparse import distinct
from accord.diagnosis.labels.ballots import Ballots
from accord.evaluation.intervals import value_on
from accord.measures import Measure, find
from accord.results import Expression, parse_expression
from accord.results.arrays import Floats, Ints
from accord.results.json_numbers import NOT_IN_JSON, JsonRecord, json_name
from accord.results.tabular import Columns, Tabular

MOST_ANNOTATORS = 100  # beyond these, there is no table of annotators × annotators


@dataclass(frozen=True, eq=False)
class PairTallies:
    """The contingency tables of all pairs of annotators who share items, cell by cell, pair after pair."""

    annotators: tuple[str, ...]
    one: Ints
    """(pairs,) with one < other"""
    other: Ints
    starts: Ints
    """(pairs + 1,) where the cells of each pair begin."""
    first: NDArray[np.int32]
    """(cells,) the label of `one`"""
    second: NDArray[np.int32]
    """(cells,) the label of `other`"""
    items: Ints
    """(cells,) how many items"""

    @classmethod
    def of(cls, ballots: Ballots) -> PairTallies:
        people, size = len(ballots.annotators), max(len(ballots.labels.categories), 1)
        keys, items = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
        for left, right in neighbours(ballots):
            cell = (ballots.who[left].astype(np.int64) * people + ballots.who[right]) * size + ballots.code[left]
            cell = cell * size + ballots.code[right]
            cells, place = distinct(cell, people * people * size * size)
            times = np.bincount(place, weights=ballots.weight[left], minlength=len(cells)).astype(np.int64)
            keys, place = distinct(np.concatenate([keys, cells]), people * people * size * size)
            items = np.bincount(place, weights=np.concatenate([items, times])).astype(np.int64)
        pair, labels = np.divmod(keys, size * size)
        pairs, begins = np.unique(pair, return_index=True)
        person, partner = np.divmod(pairs, max(people, 1))
        first, second = np.divmod(labels, size)
        starts = np.concatenate((begins, [len(keys)])).astype(np.int64)
        return cls(ballots.annotators, person, partner, starts, first.astype(np.int32), second.astype(np.int32), items)

    def __len__(self) -> int:
        return len(self.one)

    def shared(self) -> Ints:
        """(annotators, annotators) how many items each pair shares."""
        matrix = np.zeros((len(self.annotators), len(self.annotators)), dtype=np.int64)
        sums = np.concatenate(([0], np.cumsum(self.items)))
        matrix[self.one, self.other] = sums[self.starts[1:]] - sums[self.starts[:-1]]
        return matrix + matrix.T

    def rows(self, pair: int, categories: Categories) -> RatingRows:
        """Who said what in one pair: a row for each cell of its contingency table."""
        cells = slice(int(self.starts[pair]), int(self.starts[pair + 1]))
        number = cells.stop - cells.start
        return RatingRows(
            categories,
            annotators=(self.annotators[self.one[pair]], self.annotators[self.other[pair]]),
            starts=np.arange(0, 2 * number + 1, 2, dtype=np.int64),
            who=np.tile(np.array([0, 1], dtype=np.int32), number),
            codes=np.stack([self.first[cells], self.second[cells]], axis=1).ravel(),
            multiplicity=self.items[cells],
        )


def neighbours(ballots: Ballots) -> Iterator[tuple[Ints, Ints]]:
    """All pairs of ratings of the same row, as positions: first those next to each other, then one apart, …"""
    ends = ballots.labels.starts[1:][ballots.row]
    left = np.arange(len(ballots.row))
    for step in range(1, int(ballots.number.max(initial=0))):
        left = left[left + step < ends[left]]
        yield left, left + step


@dataclass(frozen=True, eq=False)
class PairwiseTable(JsonRecord, Tabular):
    """A measure of every pair of annotators, on the items they share."""

    measure: str
    annotators: tuple[str, ...]
    values: Floats
    """(annotators, annotators), symmetric; nan on the diagonal and where it is undefined."""
    shared: Ints = field(metadata=json_name("shared_items"))
    """(annotators, annotators) how many items each pair shares."""
    lower_is_better: bool = field(default=False, metadata=NOT_IN_JSON)

    def _columns(self) -> Columns:
        """A row for each pair that shares items, those who agree least first."""
        person, partner = np.nonzero(np.triu(self.shared, 1))
        values = self.values[person, partner]
        order = np.argsort(-values if self.lower_is_better else values, kind="stable")
        return {
            "one": [self.annotators[place] for place in person[order].tolist()],
            "other": [self.annotators[place] for place in partner[order].tolist()],
            "measure": [self.measure] * len(order),
            "value": values[order].tolist(),
            "shared_items": self.shared[person, partner][order].tolist(),
        }

    def ranked(self) -> list[tuple[str, str, float, int]]:
        """Pairs with their value and number of items, those who agree least first."""
        person, partner = np.nonzero(np.triu(~np.isnan(self.values), 1))
        values = self.values[person, partner]
        order = np.argsort(-values if self.lower_is_better else values, kind="stable")
        return [
            (
                self.annotators[person[place]],
                self.annotators[partner[place]],
                float(values[place]),
                int(self.shared[person[place], partner[place]]),
            )
            for place in order.tolist()
        ]


def pairwise_table(data: Labels | Ballots, expression: str | Expression = "alpha") -> PairwiseTable:
    """A measure of every pair of annotators. Empty when annotators are unknown or more than 100.

    >>> import accord
    >>> table = pairwise_table(accord.contingency([[20, 10], [20, 50]]), "kappa")  # Artstein & Poesio 2008, p. 558
    >>> [(one, other, round(value, 3), items) for one, other, value, items in table.ranked()]
    [('A1', 'A2', 0.348, 100)]
    """
    asked = parse_expression(expression)
    record = find("labels", asked.name)
    parameters = record.bind(asked.parameters).parameters
    ballots = Ballots.of(data)
    people = len(ballots.annotators)
    if people > MOST_ANNOTATORS or people == 0:
        nobody = np.zeros((0, 0))
        return PairwiseTable(str(asked), (), nobody, nobody.astype(np.int64), record.lower_is_better)
    tallies = PairTallies.of(ballots)
    whole = summarise(ballots.labels._rows(np.zeros(ballots.labels.n_rows, dtype=bool)))
    values = np.full((people, people), np.nan)
    for pair in range(len(tallies)):
        person, partner = int(tallies.one[pair]), int(tallies.other[pair])
        rows = tallies.rows(pair, ballots.labels.categories)
        values[person, partner] = values[partner, person] = _value(record, parameters, whole, rows)
    return PairwiseTable(str(asked), ballots.annotators, values, tallies.shared(), record.lower_is_better)


def _value(record: Measure, parameters: dict[str, object], whole: Summary, rows: RatingRows) -> float:
    """The measure of one pair; nan where it is undefined."""
    items = int(rows.multiplicity.sum())
    seen = replace(whole, annotators=rows.annotators, n_annotators=2, n_items=items, n_labels=2 * items)
    return value_on(record, parameters, seen, rows)

"""Which categories are mistaken for each other (Fort et al. 2012, section 4.2), for any number of annotators."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from accord.annotations import Labels
from accord.evaluation import Options, evaluate
from accord.evaluation.cross_table import cross_table
from accord.results import Result, parse_expression
from accord.results.arrays import Floats
from accord.results.json_numbers import JsonRecord
from accord.results.tabular import Columns, Tabular, beside
from accord.statistics.division import divided


@dataclass(frozen=True)
class Join:
    """Two groups of categories that become one, and how similar they are."""

    one: tuple[str, ...]
    other: tuple[str, ...]
    similarity: float


@dataclass(frozen=True)
class Confusion:
    """Two categories that are mistaken for each other."""

    one: str
    other: str
    similarity: float
    other_where_one: float
    """How often an annotator says `other` where another says `one`."""
    one_where_other: float


@dataclass(frozen=True, eq=False)
class CategorySimilarity(JsonRecord, Tabular):
    """P(C2|C1) in row C1 and column C2: how often one annotator says C2 where another says C1. Sim is the mean of both
    directions."""

    categories: tuple[str, ...]
    probability: Floats
    similarity: Floats

    def pairs(self) -> list[tuple[str, str, float]]:
        """Pairs of different categories, the most confused first."""
        pairs = [
            (self.categories[first], self.categories[second], float(self.similarity[first, second]))
            for first, second in combinations(range(len(self.categories)), 2)
            if not np.isnan(self.similarity[first, second])
        ]
        return sorted(pairs, key=lambda pair: -pair[2])

    def given(self, first: str, second: str) -> float:
        """How often an annotator says `second` where another says `first`."""
        return float(self.probability[self.categories.index(first), self.categories.index(second)])

    def joins(self) -> list[Join]:
        """Categories joined two groups at a time, the most similar first: the dendrogram (average linkage).

        The similarity of two groups is the mean similarity of their members; categories nobody used are left out.
        """
        used = ~np.isnan(self.similarity).all(axis=1)
        groups: list[tuple[int, ...]] = [(position,) for position in np.flatnonzero(used).tolist()]
        joined = []
        while len(groups) > 1:
            pairs = list(combinations(groups, 2))
            values = [float(np.nan_to_num(self.similarity[np.ix_(first, second)]).mean()) for first, second in pairs]
            best = int(np.argmax(values))
            first, second = pairs[best]
            joined.append(Join(self._names(first), self._names(second), values[best]))
            groups = [group for group in groups if group not in (first, second)] + [tuple(sorted(first + second))]
        return joined

    def _names(self, group: tuple[int, ...]) -> tuple[str, ...]:
        return tuple(self.categories[position] for position in group)

    def _columns(self) -> Columns:
        """A row for each category: how often another annotator says the column there."""
        shares = dict(zip(self.categories, self.probability.T.tolist(), strict=True))
        return beside({"category": list(self.categories)}, shares)

    def confusions(self) -> tuple[Confusion, ...]:
        """Pairs of different categories, the most confused first."""
        return tuple(
            Confusion(first, second, value, self.given(first, second), self.given(second, first))
            for first, second, value in self.pairs()
        )

    def as_json(self) -> dict[str, object]:
        joins = [{"one": list(join.one), "other": list(join.other), "at": join.similarity} for join in self.joins()]
        return {**super().as_json(), "joins": joins}


def category_similarity(labels: Labels) -> CategorySimilarity:
    """P(C2|C1) = (n_{1:C1,2:C2} + n_{2:C1,1:C2}) / n_{C1} over pairs of labels; nan for a category nobody used."""
    table = cross_table(labels).values
    both = table + table.T
    probability = divided(both, both.sum(axis=1, keepdims=True))
    return CategorySimilarity(labels.categories.texts, probability, (probability + probability.T) / 2)


@dataclass(frozen=True)
class Merge(JsonRecord):
    """What if two categories were one: a measure before and after."""

    one: str
    other: str
    similarity: float
    before: Result
    after: Result

    def in_table(self) -> list[dict[str, object]]:
        names = {"one": self.one, "other": self.other, "similarity": self.similarity, "measure": self.after.measure}
        value = {"before": self.before.value, "after": self.after.value}
        return [{**names, **value, "after_low": self.after.low, "after_high": self.after.high}]


def what_if_merged(
    labels: Labels, similarity: CategorySimilarity, before: Result, options: Options, most: int = 3
) -> Iterator[Merge]:
    """The most confusable pairs merged, one at a time, with the measure that `before` holds after each merge."""
    if labels.level not in ("nominal", "ordinal"):
        return
    expression = parse_expression(before.measure)
    code = labels.categories.index
    pairs = similarity.pairs()
    if labels.level == "ordinal":  # only neighbours can be one point of a scale
        pairs = [pair for pair in pairs if abs(code[pair[0]] - code[pair[1]]) == 1]
    for first, second, value in pairs[:most]:
        if value > 0 and len(labels.categories) > 2:
            merged = labels.merged({f"{first}+{second}": [first, second]})
            yield Merge(first, second, value, before, evaluate(merged, [expression], options)[0])

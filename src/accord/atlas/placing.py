"""The place of a value among public data sets: never a grade."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from accord.atlas.comparable_corpora import (
    FEWEST_REPOSITORIES,
    Comparable,
    Described,
    comparable_corpora,
)
from accord.atlas.public_corpora import PublicCorpus, public_corpora
from accord.results.json_numbers import json_fields, json_value
from accord.results.presenting import presented
from accord.results.tabular import Columns, Tabular, columns_of
from accord.results.wording import many

INCOMPARABLE = (
    "Prevalence, number of categories, who annotated and which items were selected can make values incomparable: a "
    "place, not a grade."
)


@dataclass(frozen=True, eq=False)
class PublicPlace(Tabular):
    """Where a value stands; `to_frame()` has a row for each data set that it was compared with.

    Examples
    --------
    >>> import accord
    >>> found = accord.place([["a", "b"], ["b", "b"], ["a", "a"], ["a", "a"]] * 9, "alpha", level="nominal")
    >>> found.placed, found.data.measure, found.to_frame().height == len(found.comparable.corpora)
    (True, 'alpha', True)
    """

    data: Described
    symbol: str
    value: float
    comparable: Comparable = field(repr=False)
    lower: float
    """The share of them that have a lower value; a repository counts once. nan with too few of them."""
    middle: tuple[float, float]
    """The middle half of their values."""

    @property
    def placed(self) -> bool:
        """Whether there were enough to compare with."""
        return self.comparable.enough

    @property
    def sentence(self) -> str:
        """The place in words, or why there is none."""
        known = f"{self.symbol} of {short(self.value)}{self._of_what()}"
        number = self.comparable.repositories
        if not self.placed:
            return (
                f"{known}: not placed among public data sets; {many(number, 'repository', 'repositories')} "
                f"{self.comparable.in_words} {'is' if number == 1 else 'are'} in the atlas, and fewer than "
                f"{FEWEST_REPOSITORIES} say nothing about others."
            )
        low, high = map(short, self.middle)
        sets = f"{len(self.comparable.corpora)} public data sets {self.comparable.in_words}"
        return (
            f"{known}: {self._where} {sets} (from {number} "
            f"repositories, each counted once); {low} to {high} in the middle half."
        )

    @property
    def caution(self) -> str:
        """What makes values incomparable, and what of the data the others do not share."""
        if not self.comparable.given_up:
            return INCOMPARABLE
        *first, last = self.comparable.given_up
        given_up = f"{', '.join(first)} and {last}" if first else last
        left = "it was" if len(self.comparable.given_up) == 1 else "they were"
        return f"{INCOMPARABLE} Too few repositories share the {given_up}, so {left} left out of the choice."

    @property
    def chart(self) -> Any:
        """The value among the data sets, drawn; some of them by name."""
        return presented("chart of a place", self)

    @property
    def _where(self) -> str:
        """ "higher than 62 % of the": never 0 or 100 % where some are lower, or higher."""
        if self.lower in (0.0, 1.0):
            return f"{'higher' if self.lower else 'lower'} than all"
        return f"higher than {min(99.0, max(1.0, 100 * self.lower)):.0f} % of the"

    def _of_what(self) -> str:
        if self.data.shape != "labels":
            return ""
        number = self.data.categories
        counted = (
            "" if number is None or self.data.level == "interval" else f", {many(number, 'category', 'categories')}"
        )
        return f" ({self.data.level}{counted})"

    def ordered(self) -> list[PublicCorpus]:
        """The data sets it was compared with, the highest value first."""
        return sorted(
            self.comparable.corpora, key=lambda corpus: (-corpus.values[self.data.measure].value, corpus.name)
        )

    def _columns(self) -> Columns:
        rows = self.ordered()
        return {
            **columns_of(rows, "name", "task", "annotators_kind", "categories", "prevalence"),
            **columns_of([corpus.values[self.data.measure] for corpus in rows], "value", "low", "high"),
            **columns_of(rows, "repository"),
        }

    def as_json(self) -> dict[str, object]:
        return {**self.in_short(), "corpora": json_value(self.records()) if self.placed else []}

    def in_short(self) -> dict[str, object]:
        """The place without the data sets that it was compared with."""
        return {
            "measure": self.data.measure,
            **json_fields(self, "value", "placed", "sentence", "caution", higher_than="lower", middle_half="middle"),
            "data_sets": len(self.comparable.corpora),
            **json_fields(self.comparable, "repositories", compared_with="in_words", given_up="given_up"),
        }


@dataclass(frozen=True, eq=False)
class PublicPlaces(Tabular):
    """Where all values of one data set stand that the atlas knows; `to_frame()` has a row for each that is placed."""

    every: tuple[PublicPlace, ...] = ()
    """The main one first."""
    brief: bool = False
    """Whether a record has no more than the place: not what it was compared with."""

    @property
    def main(self) -> PublicPlace | None:
        return self.every[0] if self.every else None

    @property
    def placed(self) -> tuple[PublicPlace, ...]:
        """Those with enough repositories to compare with."""
        return tuple(place for place in self.every if place.placed)

    @property
    def of_main(self) -> PublicPlaces:
        """The main one alone, where it is placed, and else none."""
        return PublicPlaces(tuple(place for place in self.every[:1] if place.placed), brief=True)

    @property
    def others(self) -> str:
        """Of the values beside the main one, how many data sets are lower; empty without any."""
        rest = [place for place in self.placed if place is not self.main]
        if not rest:
            return ""
        listed = ", ".join(
            f"{place.symbol} of {short(place.value)} ({place._where.removesuffix(' of the')})" for place in rest
        )
        return f"The other values among data sets chosen in the same way: {listed}."

    def _columns(self) -> Columns:
        rows = self.placed
        return {
            **columns_of(rows, measure="data.measure", value="value", higher_than="lower"),
            "middle_half_low": [place.middle[0] for place in rows],
            "middle_half_high": [place.middle[1] for place in rows],
            "data_sets": [len(place.comparable.corpora) for place in rows],
            **columns_of(rows, repositories="comparable.repositories", compared_with="comparable.in_words"),
        }

    def as_json(self) -> list[dict[str, object]]:
        return [place.in_short() for place in self.every]

    def in_record(self) -> dict[str, object]:
        """What the JSON of a command has of them: nothing where no value is known to the atlas."""
        if self.main is None:
            return {}
        return (
            {"atlas": self.main.in_short()}
            if self.brief
            else {"atlas": self.main.as_json(), "atlas_values": self.as_json()}
        )


def short(value: float) -> str:
    """
    >>> short(0.453), short(-0.02), short(1.0), short(2.3456)
    ('.45', '−.02', '1.00', '2.35')
    """
    text = f"{abs(value):.2f}"
    text = text[1:] if text.startswith("0.") else text
    return f"−{text}" if value < 0 and text != ".00" else text


def placed(value: float, data: Described, symbol: str, corpora: Sequence[PublicCorpus] | None = None) -> PublicPlace:
    """The place of a value of `data.measure` among the public data sets that are comparable with the data."""
    chosen = comparable_corpora(public_corpora() if corpora is None else corpora, data)
    if not chosen.enough:
        return PublicPlace(data, symbol, value, chosen, float("nan"), (float("nan"), float("nan")))
    values = [corpus.values[data.measure].value for corpus in chosen.corpora]
    weights = repository_weights(chosen.corpora)
    ranks = [1.0 if other < value else 0.5 if other == value else 0.0 for other in values]
    below = min(1.0, math.fsum(weight * rank for weight, rank in zip(weights, ranks, strict=True)))
    ends = (weighted_quantile(values, weights, 0.25), weighted_quantile(values, weights, 0.75))
    return PublicPlace(data, symbol, value, chosen, below, ends)


def repository_weights(corpora: Sequence[PublicCorpus]) -> list[float]:
    """A weight for each data set: those of one repository share one part, and all add up to 1."""
    rows = Counter(corpus.repository for corpus in corpora)
    return [1 / (rows[corpus.repository] * len(rows)) for corpus in corpora]


def weighted_quantile(values: Sequence[float], weights: Sequence[float], share: float) -> float:
    """The value up to which `share` of the weight lies, interpolated between the middles of the weights.

    >>> weighted_quantile([0.2, 0.4, 0.6], [1, 1, 1], 0.5), round(weighted_quantile([0, 1, 5], [1, 1, 2], 0.5), 3)
    (0.4, 2.333)
    """
    total, reached = sum(weights), 0.0
    places = []
    for value, weight in sorted(zip(values, weights, strict=True)):
        places.append(((reached + weight / 2) / total, value))
        reached += weight
    if share <= places[0][0]:
        return places[0][1]
    for (at, lower), (then, upper) in pairwise(places):
        if share <= then:
            return lower + (upper - lower) * (share - at) / (then - at)
    return places[-1][1]

"""The reference that comes of a consensus: labels, how sure they are, who can be trusted, what to discuss."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Labels
from accord.annotations.annotated import ShownAsText
from accord.consensus.posterior import CategoryRanking
from accord.results import Diagnostics, UsageError
from accord.results.arrays import Floats
from accord.results.json_numbers import json_fields, json_record
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.annotations.label_distributions import SoftLabels


@dataclass(frozen=True)
class Competence:
    """How far an annotator can be trusted. `value` is on the model's own scale; what it means is `meaning`."""

    annotator: str
    labels: int
    """How many labels the annotator gave."""
    value: float
    low: float
    high: float
    accuracy: float
    """The share of the annotator's labels that are right, by the probabilities of the reference."""
    accuracy_low: float
    chance: float
    """The share that would be right if the annotator gave the same labels without looking at the items."""

    @property
    def no_better_than_chance(self) -> bool:
        """Whether the interval of the accuracy reaches down to chance."""
        return self.accuracy_low <= self.chance

    def as_json(self) -> dict[str, object]:
        renamed = {"competence" if name == "value" else name: value for name, value in json_record(self).items()}
        return {name: value for name, value in renamed.items() if name != "accuracy_low"}


@dataclass(frozen=True)
class Adjudicated:
    """The reference of one item, or of `times` items alike."""

    item: str
    label: str | None
    """None for an item that nobody labelled."""
    probability: float
    second: str | None
    second_probability: float
    tied: int
    """How many categories share the first place; 1 when there is no tie."""
    gold: bool
    times: int
    said: tuple[tuple[str | None, str], ...] = ()
    """Who said what, in the order of the annotators; the name is None when annotators are unknown."""
    text: str | None = None

    def as_json(self) -> dict[str, object]:
        record = json_record(self) | {"said": [{"annotator": name, "label": label} for name, label in self.said]}
        usual = {"times": 1, "said": [], "text": None}
        return {name: value for name, value in record.items() if name not in usual or value != usual[name]}


@dataclass(frozen=True, eq=False)
class Reference(ShownAsText):
    """The adjudicated reference of a set of labels.

    Examples
    --------
    >>> import accord
    >>> made = accord.reference(accord.labels([["a", "a", "a"], ["b", "b", "a"], ["c", "c", "c"]]))
    >>> made, made.labels
    (Reference(majority, 3 items, 1 to discuss), ['a', 'b', 'c'])
    """

    model: str
    data: Labels
    ranking: CategoryRanking
    """Code −1 and probability nan for an item that nobody labelled."""
    gold: NDArray[np.bool_]
    """(items,) which labels were given as gold."""
    probabilities: Floats | None
    """(items, categories); None where that would be too large to hold."""
    shares: Floats
    """(categories,) the share of each category in the reference."""
    competence: tuple[Competence, ...]
    meaning: str
    """What `competence` measures."""
    confidence: float
    log_likelihood: float = float("nan")
    objective: tuple[float, ...] = ()
    """What the model climbed, iteration by iteration."""
    converged: bool = True
    confusion: Floats | None = None
    """(annotators, true, said) error rates by Dawid & Skene."""
    difficulty: Floats | None = None
    """(items,) GLAD's 1/β; nan for an item that nobody labelled."""
    undefined: str | None = None
    """Why the model could not be fitted; the reference is then the vote, and competence is nan."""
    settings: Mapping[str, object] = field(default_factory=dict)
    diagnostics: Diagnostics = ()

    @property
    def categories(self) -> tuple[str, ...]:
        return self.data.categories.texts

    @property
    def items(self) -> Sequence[str]:
        """Their names, or their numbers from 1."""
        return self.data.items if self.data.items is not None else [str(row + 1) for row in range(self.data.n_rows)]

    @property
    def labels(self) -> list[str | None]:
        """One for each item, in the order of the data; None where nobody gave one."""
        texts = self.categories
        return [texts[code] if code >= 0 else None for code in self.ranking.codes.tolist()]

    @property
    def iterations(self) -> int:
        return len(self.objective)

    def __iter__(self) -> Iterator[Adjudicated]:
        items = self.items
        return (self.adjudicated(row, items[row]) for row in range(self.data.n_rows))

    def to_discuss(self, below: float = 0.75, limit: int | None = None) -> list[Adjudicated]:
        """The items whose label has a probability under `below`, or is tied; the least certain first, with what
        everybody said.
        """
        rank = self.doubts(below)
        rows = np.flatnonzero(rank >= 0)
        order = np.argsort(rank[rows], kind="stable")
        items = self.items
        return [self.adjudicated(row, items[row], with_labels=True) for row in rows[order][:limit].tolist()]

    def doubts(self, below: float = 0.75) -> NDArray[np.int64]:
        """(rows,) how certain each item to discuss is, the least certain 0; −1 for the others."""
        ranking = self.ranking
        doubtful = ((ranking.probability < below) | (ranking.tied > 1)) & ~self.gold & (ranking.codes >= 0)
        rows = np.flatnonzero(doubtful)
        keys = np.stack([(ranking.probability - ranking.second_probability)[rows].round(9), ranking.probability[rows]])
        order = np.lexsort((keys[1], keys[0]))
        rank = np.full(self.data.n_rows, -1, dtype=np.int64)
        rank[rows[order]] = np.append(0, np.cumsum(np.diff(keys[:, order]).any(axis=0)))[: len(rows)]
        return rank

    def soft(self) -> SoftLabels:
        """How probable each category is for each item: the shares of the labels, where the reference is a vote or a
        median without gold labels, else the probabilities of the model."""
        from accord.annotations.label_distributions import SoftLabels

        if self.model in ("majority", "median") and not self.gold.any():
            return SoftLabels.of(self.data)
        if self.probabilities is None or self.data.n_rows != self.data.n_items:
            raise UsageError("the probabilities are too many to hold, or not of items", "give a smaller table of items")
        there = np.flatnonzero(~np.isnan(self.probabilities[:, 0]))
        names = tuple(self.items[row] for row in there.tolist())
        return SoftLabels(names, self.data.categories, self.data.level, self.probabilities[there])

    def spammers(self) -> list[str]:
        """The annotators whose labels are not shown to be any better than chance."""
        return [competence.annotator for competence in self.competence if competence.no_better_than_chance]

    def adjudicated(self, row: int, item: str, *, with_labels: bool = False) -> Adjudicated:
        """The reference of a row under the name of an item, and what was said about it if that is wanted."""
        texts, ranking = self.categories, self.ranking
        code, second = int(ranking.codes[row]), int(ranking.second[row])
        return Adjudicated(
            item=item,
            label=texts[code] if code >= 0 else None,
            probability=float(ranking.probability[row]),
            second=texts[second] if second >= 0 and ranking.second_probability[row] > 0 else None,
            second_probability=float(ranking.second_probability[row]),
            tied=int(ranking.tied[row]),
            gold=bool(self.gold[row]),
            times=int(self.data.weights[row]),
            said=self._said(row) if with_labels else (),
            text=self.data.texts[row] if with_labels and self.data.texts is not None else None,
        )

    def _said(self, row: int) -> tuple[tuple[str | None, str], ...]:
        data, texts = self.data, self.categories
        span = slice(int(data.starts[row]), int(data.starts[row + 1]))
        labels = [texts[code] for code in data.codes[span].tolist()]
        if data.who is None or data.annotators is None:
            return tuple((None, label) for label in labels)
        return tuple((data.annotators[who], label) for who, label in zip(data.who[span].tolist(), labels, strict=True))

    def as_json(self) -> dict[str, object]:
        return {**self.model_json(), "reference": [item.as_json() for item in self]}

    def model_json(self) -> dict[str, object]:
        """All but the labels of the items."""
        return {
            **json_fields(self, "model", "settings", "categories", "shares", "log_likelihood", "iterations"),
            **json_fields(self, "converged", "undefined", "confidence", "meaning", annotators="competence"),
        }

    def __repr__(self) -> str:
        unsure = len(self.to_discuss())
        return f"Reference({self.model}, {many(self.data.n_items, 'item')}, {unsure:,} to discuss)"

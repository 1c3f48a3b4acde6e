"""A distance between distributions: how far the labels of systems lie from those of people, item by item."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from accord.annotations import Categories, Labels
from accord.annotations.casting import EVERYBODY
from accord.annotations.categories import canonical_text
from accord.annotations.label_distributions import SoftLabels
from accord.formats import read
from accord.formats.tables.soft_tables import holds_soft_labels, probabilities_in, soft_labels_in
from accord.results import DataError, Diagnostic, Diagnostics, Expression, Place, UsageError
from accord.results.arrays import Floats
from accord.results.json_numbers import JsonRecord
from accord.results.option_names import option
from accord.results.wording import many
from accord.scoring.item_scores import ItemScores
from accord.scoring.runs import Given, numbered_names, path_of, several
from accord.statistics.distribution_distances import cross_entropy, jensen_shannon, manhattan, smoothed, wasserstein

SOFT_METRICS = {
    "jensen_shannon": "Jensen–Shannon divergence of the labels, in bits: 0 the same, 1 nothing in common",
    "manhattan": "Manhattan distance of the shares: 0 the same, 2 nothing in common",
    "wasserstein": "Wasserstein distance: how far labels are moved along the scale on average",
    "cross_entropy": "cross-entropy in bits: how surprising people's labels are to the system",
}
"""What systems are scored by against soft labels; less is better in all."""


@dataclass(frozen=True)
class GroupScore(JsonRecord):
    """How far a system is from the labels of one group of people."""

    group: str
    system: str
    value: float
    low: float
    high: float
    items: int


@dataclass(frozen=True, eq=False)
class SoftScorer:
    """A distance to the soft labels of gold."""

    metric: str
    gold: SoftLabels
    said: Diagnostics = ()
    shape = "labels"
    lower_is_better = True

    @classmethod
    def of(cls, gold: Given, metric: str, **roles: object) -> SoftScorer:
        """The roles are those of the annotators of gold, where it is a table of labels."""
        soft_gold = soft_gold_of(gold, **roles)
        if metric not in SOFT_METRICS:
            known = ", ".join(SOFT_METRICS)
            raise UsageError(f"'{metric}' is not for soft labels", f"use one of {known}")
        if metric == "wasserstein" and soft_gold.places() is None:
            hint = f"read gold with {option('level', 'ordinal')}, or use another metric"
            raise UsageError("the Wasserstein distance is along a scale, and these labels have no order", hint)
        return cls(metric, soft_gold)

    @property
    def title(self) -> str:
        return SOFT_METRICS[self.metric]

    @property
    def bound(self) -> Expression:
        return Expression(self.metric)

    shown = bound

    def systems(self, sources: Given) -> dict[str, SoftLabels]:
        """By their names; those of the same name are numbered."""
        return numbered_names(pair for some in several(sources) for pair in soft_systems_of(some, self.gold).items())

    def on_items_of(self, systems: dict[str, SoftLabels]) -> SoftScorer:
        """On the items that gold and all systems have."""
        shared, diagnostics = _shared_items(self.gold, systems)
        return replace(self, gold=self.gold.of_items(shared), said=diagnostics)

    def scores(self, systems: dict[str, SoftLabels]) -> dict[str, ItemScores]:
        """How far each system is from gold on each of its items; nan where it is infinite."""
        gold, ones, made = self.gold, np.ones(len(self.gold)), {}
        for name, system in systems.items():
            apart = self.distance(*over_the_same(gold, system.of_items(list(gold.items)), name))
            credit = np.where(np.isinf(apart), np.nan, apart)
            made[name] = ItemScores(gold.items, credit, ones, ones, diagnostics=self.said)
        return made

    def distance(self, gold: SoftLabels, system: SoftLabels) -> Floats:
        """(items,) of two distributions over the same categories."""
        if self.metric == "cross_entropy":
            return cross_entropy(gold.shares, system.shares if system.counts is None else smoothed(system.counts))
        if self.metric == "wasserstein":
            places = gold.places()
            return wasserstein(gold.shares, system.shares, np.zeros(gold.shares.shape[1]) if places is None else places)
        return (jensen_shannon if self.metric == "jensen_shannon" else manhattan)(gold.shares, system.shares)

    def components(self, scores: ItemScores, ceiling: float) -> dict[str, float]:
        return {"items": float(len(scores.items)), "gold": ceiling, **self.baselines}

    def why(self, scores: ItemScores) -> str:
        number = int(np.isnan(scores.credit).sum())
        items = many(number, "item")
        return f"infinite: the system gives a probability of 0 to labels that people gave, on {items}"

    def ceiling(self) -> float:
        """What the distributions of gold themselves have: 0, and their entropy as a cross-entropy."""
        return float(self.distance(self.gold, replace(self.gold, counts=None)).mean())

    @cached_property
    def baselines(self) -> dict[str, float]:
        """What one distribution for all items has (that of all labels), and a person against the others."""
        gold = self.gold
        same = np.broadcast_to(gold.shares.mean(axis=0), gold.shares.shape)
        prior = float(self.distance(gold, replace(gold, shares=same, counts=None)).mean())
        return {"same_for_all": prior, "person": self._of_person()}

    def _of_person(self) -> float:
        """The mean of one label against the others of the item, over the labels of each item, then over items."""
        counts = self.gold.counts
        enough = np.zeros(0, dtype=np.int64) if counts is None else np.flatnonzero(counts.sum(axis=1) > 1)
        if counts is None or not len(enough):
            return float("nan")
        some = counts[enough]
        number, total = some.sum(axis=1), np.zeros(len(enough))
        items = tuple(self.gold.items[place] for place in enough.tolist())
        for code in range(some.shape[1]):
            there = np.flatnonzero(some[:, code])
            single = np.zeros((len(there), some.shape[1]))
            single[:, code] = 1.0
            rest = some[there] - single
            names = tuple(items[place] for place in there.tolist())
            others = replace(self.gold, items=names, shares=rest / rest.sum(axis=1, keepdims=True), counts=rest)
            person = replace(self.gold, items=names, shares=single, counts=single)
            total[there] += some[there, code] / number[there] * self.distance(others, person)
        return float(total.mean())

    @cached_property
    def digest(self) -> str:
        """Of the names of items, the categories and the shares of gold."""
        gold = self.gold
        rows = sorted(zip(gold.items, gold.shares.tolist(), strict=True))
        return hashlib.sha256(repr((gold.categories.texts, rows)).encode("utf-8", "surrogatepass")).hexdigest()

    def facts(self) -> dict[str, object]:
        """What gold holds, in numbers."""
        counts = self.gold.counts
        labels = None if counts is None else int(counts.sum())
        return {
            "kind": "labels",
            "items": len(self.gold),
            "labels": labels,
            "categories": list(self.gold.categories.texts),
            "level": self.gold.level,
            "sha256": self.digest,
        }


def _shared_items(gold: SoftLabels, systems: dict[str, SoftLabels]) -> tuple[list[str], Diagnostics]:
    """The items of gold that every system has, in the order of their names, and what is said about the others."""
    shared = sorted(gold.items)
    for name, system in systems.items():
        there = set(system.items)
        if not there & set(gold.items):
            shown = ", ".join(repr(item) for item in gold.items[:3])
            raise DataError(
                "ACC458", f"'{name}' has none of the items of gold", hint=f"items are matched by name: {shown}, …"
            )
        shared = [item for item in shared if item in there]
    if not shared:
        raise DataError("ACC458", "there is no item that all systems have", hint="score them one by one")
    diagnostics = []
    if len(shared) < len(gold):
        lacking = [name for name, system in systems.items() if not set(gold.items) <= set(system.items)]
        text = f"scored on {len(shared):,} of {many(len(gold), 'item')}: {', '.join(lacking[:3])} have no others"
        diagnostics.append(Diagnostic("ACC459", text))
    return shared, tuple(diagnostics)


def soft_gold_of(gold: Given, **roles: Any) -> SoftLabels:
    """The distributions of gold; `roles` are the options of `accord.read` for a table of labels."""
    told = {name: value for name, value in roles.items() if value}
    if isinstance(gold, SoftLabels):
        return gold
    if isinstance(gold, Labels):
        return SoftLabels.of(gold)
    if isinstance(gold, Mapping):
        return _of_mapping(gold)
    path = path_of(gold, "gold")
    return soft_labels_in(path) if holds_soft_labels(path) else SoftLabels.of(_labels_in(path, **told))


def soft_systems_of(system: Given, gold: SoftLabels) -> dict[str, SoftLabels]:
    """The systems of a file or an object by their names; labels count as often as a system gave them."""
    if isinstance(system, SoftLabels):
        return {"system": replace(system, groups=())}
    if isinstance(system, Mapping):
        return {"system": _of_mapping(system)}
    if isinstance(system, Labels):
        return _of_labels(system)
    path = path_of(system, "system")
    if holds_soft_labels(path):
        return {path.stem: replace(soft_labels_in(path), groups=())}
    probabilities = probabilities_in(path, gold.categories.texts)
    return probabilities if probabilities is not None else _of_labels(_labels_in(path, only=EVERYBODY))


def over_the_same(gold: SoftLabels, system: SoftLabels, name: str) -> tuple[SoftLabels, SoftLabels]:
    """Both over the categories of both."""
    new = [text for text in system.categories.texts if text not in gold.categories.index]
    if not new:
        return gold, system.over(gold.categories)
    places = gold.places()
    if places is not None and gold.categories.values is None:
        message = f"'{name}' has a label '{new[0]}' that is nowhere on the scale of gold"
        raise DataError("ACC458", message, hint=f"the scale is {gold.categories}")
    texts = [*gold.categories.texts, *new]
    both = Categories.recorded(texts) if places is not None else Categories.declare(texts)
    return gold.over(both), system.over(both)


def _of_labels(data: Labels) -> dict[str, SoftLabels]:
    if data.annotators is None:
        return {Path(data.source).stem if data.source else "system": SoftLabels.of(data, repeated=True)}
    return {name: SoftLabels.of(data.of_annotators([name]), repeated=True) for name in data.annotators}


def _labels_in(path: str | os.PathLike[str], **roles: Any) -> Labels:
    data = read(path, kind="labels", **roles)
    if not isinstance(data, Labels):
        raise DataError("ACC458", f"these are {data.kind}, and soft labels are of labels", Place(str(path)))
    return data


def _of_mapping(mapping: Mapping[object, object]) -> SoftLabels:
    """{item: {category: share or count}}, {item: [labels]} or {item: label}."""
    rows: dict[str, dict[str, float]] = {}
    for item, answer in mapping.items():
        if isinstance(answer, Mapping):
            rows[str(item)] = {canonical_text(name): float(number) for name, number in answer.items()}
        elif isinstance(answer, Sequence) and not isinstance(answer, str):
            rows[str(item)] = {canonical_text(label): float(answer.count(label)) for label in answer}
        else:
            rows[str(item)] = {canonical_text(answer): 1.0}
    if not rows:
        raise UsageError("there is no item", "give {item: {category: share}}")
    categories = Categories.recorded({name for row in rows.values() for name in row})
    table = np.array([[row.get(text, 0.0) for text in categories.texts] for row in rows.values()])
    total = table.sum(axis=1)
    if (table < 0).any() or not (total > 0).all():
        item = list(rows)[int(np.flatnonzero((table < 0).any(axis=1) | (total <= 0))[0])]
        raise DataError("ACC458", "the shares are not a distribution", Place(item=item), "give shares of at least 0")
    whole = bool((table == np.rint(table)).all())
    return SoftLabels(tuple(rows), categories, "nominal", table / total[:, None], table if whole else None)

"""Measures as functions of how often each item is drawn: what a paired bootstrap over two data sets needs.

A kernel of labels reads distinct patterns; here every item is a pattern of its own, so that the same item can be drawn
in both data sets.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from accord.annotations import Answers, Labels, RatingRows, Relations, Spans, Summary, canonical, summarise
from accord.evaluation.preparing import document_kernel
from accord.measures import Kernel, Undefined, find, named_apart
from accord.results import Expression, UsageError
from accord.results.arrays import Floats, Ints
from accord.statistics.division import mean_of_defined

Corpus = Answers | Relations | Spans
Value = Callable[[Floats], Floats]
MOST_ITEMS = 200_000  # rows that stand for several items are taken apart up to so many


@dataclass(frozen=True, eq=False)
class ItemKernel:
    """(replicates, items) weights to (replicates,) values, and what the items are called; `None` for one whose name
    means nothing, so that it is drawn by itself."""

    value: Value
    units: tuple[str | None, ...]
    undefined: str | None = None

    def point(self) -> float:
        return float(self.value(np.ones((1, len(self.units))))[0]) if self.undefined is None else float("nan")


def undefined_kernel(reason: str) -> ItemKernel:
    return ItemKernel(lambda weights: np.full(len(weights), np.nan), (), reason)


class LabelItems:
    """Labels item by item."""

    def __init__(self, data: Labels) -> None:
        first = data.first_ratings()
        if data.n_items > MOST_ITEMS and data.n_rows != data.n_items:
            raise UsageError(f"{data.n_items:,} items without names are too many to compare", "give a table of items")
        kept = np.flatnonzero(first.sizes > 0)
        times = np.repeat(kept, first.weights[kept]) if data.n_rows != data.n_items else kept
        names = data.annotators
        who = first.who
        if names is None or who is None:  # counts: the labels of an item are told apart by their place
            who = np.concatenate([np.arange(size, dtype=np.int32) for size in first.sizes] or [np.zeros(0, np.int32)])
            names = tuple(f"{place}" for place in range(int(first.sizes.max(initial=0))))
        sizes = first.sizes[times]
        starts = np.concatenate(([0], np.cumsum(sizes))).astype(np.int64)
        cells = np.repeat(first.starts[times] - starts[:-1], sizes) + np.arange(int(sizes.sum()))
        ones = np.ones(len(times), dtype=np.int64)
        self.data = data
        self.rows = RatingRows(data.categories, names, starts, who[cells].astype(np.int32), first.codes[cells], ones)
        known = self.rows if data.annotators is not None else None
        self.summary: Summary = replace(summarise(data), rows=known, counts=self.rows.tallies, clusters=None)
        self.units = _units(data, times)

    def kernel(self, expression: Expression) -> ItemKernel:
        """The measure on these items."""
        return self._kernel(self.summary, expression)

    def _kernel(self, summary: Summary, expression: Expression) -> ItemKernel:
        record = find("labels", expression.name)
        parameters = record.bind(expression.parameters).parameters
        try:
            kernel: Kernel = record.kernel(summary, **parameters)
        except Undefined as refusal:
            return undefined_kernel(refusal.reason)
        return ItemKernel(lambda weights: kernel(weights)["value"], self.units)

    def of_annotator(self, expression: Expression, name: str) -> ItemKernel:
        """The mean of the measure over the pairs that an annotator is in."""
        record = find("labels", expression.name)
        parameters = record.bind(expression.parameters).parameters
        person = self.rows.annotators.index(name)
        pairs: list[tuple[Kernel, Ints]] = []
        for partner in range(len(self.rows.annotators)):
            if partner == person:
                continue
            both, kept = self.rows.shared_by(min(person, partner), max(person, partner))
            if len(both) == 0:
                continue
            seen = replace(self.summary, rows=both, counts=both.tallies, n_annotators=2, annotators=both.annotators)
            try:
                pairs.append((record.kernel(seen, **parameters), kept))
            except Undefined:
                continue
        if not pairs:
            return undefined_kernel(f"'{name}' shares no items with anybody on which it is defined")
        return ItemKernel(
            lambda weights: mean_of_defined(np.stack([kernel(weights[:, kept])["value"] for kernel, kept in pairs])),
            self.units,
        )

    def of_category(self, expression: Expression, category: str) -> ItemKernel:
        """One category against all others."""
        if category not in self.data.categories.index:
            return undefined_kernel(f"'{category}' is not used")
        return LabelItems(self.data.binary(category)).kernel(expression)

    def confusions(self) -> tuple[list[tuple[str, str]], Floats, Floats]:
        """Pairs of categories; (items, pairs) how much each item has of them, and (items,) its labels: their sums give
        the share of all coincidences (Krippendorff 2004) that are a confusion of the two."""
        texts = self.data.categories.texts
        size = len(texts)
        table = np.zeros((len(self.rows), size))
        np.add.at(table, (np.repeat(np.arange(len(self.rows)), self.rows.sizes), self.rows.codes), 1.0)
        number = table.sum(axis=1)
        pairable = number >= 2
        first, second = np.triu_indices(size, 1)
        shared = 2 * table[:, first] * table[:, second] / np.maximum(number - 1, 1)[:, None]
        shared[~pairable] = 0.0
        pairs = [(texts[a], texts[b]) for a, b in zip(first.tolist(), second.tolist(), strict=True)]
        return pairs, shared, np.where(pairable, number, 0.0)


def _units(data: Labels, places: Ints) -> tuple[str | None, ...]:
    """The cluster of each item, where there are clusters, else its name."""
    if data.clusters is not None and data.cluster_names is not None:
        names = [data.cluster_names[number] for number in data.clusters[places].tolist()]
        own = data.items
        return tuple(
            name if name is not None else (None if own is None else f"\0{own[place]}")
            for name, place in zip(names, places.tolist(), strict=True)
        )
    if data.items is None or data.n_rows != data.n_items:
        return (None,) * len(places)
    return tuple(data.items[place] for place in places.tolist())


def document_item_kernel(data: Corpus, expression: Expression, seed: int) -> ItemKernel:
    """The measure with a weight for each document; where its blocks are something else, their names mean nothing."""
    if len(data.documents) > 1 and data.annotators is not None:
        enough = np.flatnonzero(np.asarray(data.assigned).sum(axis=1) >= 2)
        if 0 < len(enough) < len(data.documents):
            data = data.of_documents(enough.tolist())
    record = find(data.kind, expression.name)
    moved = canonical(data, named_apart(record.bind(expression.parameters)))
    try:
        kernel = document_kernel(moved, expression, seed)
    except Undefined as refusal:
        return undefined_kernel(refusal.reason)
    names: Sequence[str | None] = moved.documents
    if kernel.drawn == "units" or kernel.blocks != len(names):
        names = [None] * kernel.blocks
    point = float(kernel(np.ones((1, kernel.blocks)))["value"][0])
    reason = kernel.undefined if np.isnan(point) else None
    return ItemKernel(lambda weights: kernel(weights)["value"], tuple(names), reason)


def mean_over_pairs(data: Corpus, pairs: Sequence[tuple[str, str]], expression: Expression, seed: int) -> ItemKernel:
    """The mean of the measure over pairs of people, each on the documents that both were asked about; without names of
    documents where it draws something else."""
    assigned, names = np.asarray(data.assigned), data.annotators or ()
    kernels = []
    for person, partner in pairs:
        shared = np.flatnonzero(assigned[:, names.index(person)] & assigned[:, names.index(partner)])
        if len(shared):
            pair = data.of_documents(shared.tolist()).of_annotators([person, partner])
            kernel = document_item_kernel(pair, expression, seed)
            if kernel.undefined is None:
                kernels.append(kernel)
    if not kernels:
        return undefined_kernel("they share nothing on which it is defined")
    if any(unit is None for kernel in kernels for unit in kernel.units):
        mean = float(np.mean([kernel.point() for kernel in kernels]))
        return ItemKernel(lambda weights: np.full(len(weights), mean), ())
    place = {name: number for number, name in enumerate(data.documents)}
    columns = [[place[str(unit)] for unit in kernel.units] for kernel in kernels]

    def value(weights: Floats) -> Floats:
        parts = [kernel.value(weights[:, own]) for kernel, own in zip(kernels, columns, strict=True)]
        return mean_of_defined(np.stack(parts))

    return ItemKernel(value, tuple(data.documents))

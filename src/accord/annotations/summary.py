"""All that measures see of labels, and what adds up over parts of the data.

The statistics hold distinct patterns with a multiplicity, in an order that depends on their content alone: the
bootstrap draws from them, so that intervals depend neither on the order of the rows nor on how the data was cut.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from accord.annotations import digest
from accord.annotations.categories import Categories
from accord.annotations.clusters import Clusters
from accord.annotations.item_counts import FEW_BITS, ItemCounts
from accord.annotations.labels import Labels, Level
from accord.annotations.rating_rows import RatingRows
from accord.results import DataError, UsageError


@dataclass(frozen=True, eq=False)
class Summary:
    """All that measures see of labels: facts, and the statistics they asked for. Summaries of parts add up."""

    categories: Categories
    level: Level
    annotators: tuple[str, ...] | None
    n_annotators: int
    n_items: int
    n_labels: int
    n_repeated: int
    nothing: str | None
    lanes: digest.Lanes
    counts: ItemCounts
    rows: RatingRows | None
    clusters: Clusters | None = None
    """Which items belong together, if that is known."""

    @classmethod
    def of(cls, labels: Labels, *, rows: bool = True) -> Summary:
        data = alike_together(labels)
        counts = ItemCounts.of(data)
        known = RatingRows.of(data) if rows and labels.annotators is not None else None
        return cls(
            categories=labels.categories,
            level=labels.level,
            annotators=labels.annotators,
            n_annotators=labels.n_annotators,
            n_items=labels.n_items,
            n_labels=labels.n_labels,
            n_repeated=labels.n_repeated,
            nothing=labels.nothing,
            lanes=_lanes(data),
            counts=counts,
            rows=known,
            clusters=None if labels.clusters is None else Clusters.of(labels, counts, known),
        )

    def __add__(self, other: Summary) -> Summary:
        if (
            self.level != other.level
            or self.nothing != other.nothing
            or (self.annotators is None) != (other.annotators is None)
        ):
            raise DataError(
                "ACC013",
                "the parts differ in level, in the category for nothing, or in whether annotators are known",
                hint="read every part with the same options",
            )
        if self.clusters is not None or other.clusters is not None:
            raise UsageError("clusters cannot be given for parts of the data", "give the data as one piece")
        names = None
        if self.annotators is not None and other.annotators is not None:
            names = tuple(dict.fromkeys((*self.annotators, *other.annotators)))
        return Summary(
            categories=self.categories.union(other.categories),
            level=self.level,
            annotators=names,
            n_annotators=len(names) if names is not None else max(self.n_annotators, other.n_annotators),
            n_items=self.n_items + other.n_items,
            n_labels=self.n_labels + other.n_labels,
            n_repeated=self.n_repeated + other.n_repeated,
            nothing=self.nothing,
            lanes=digest.added(self.lanes, other.lanes),
            counts=self.counts + other.counts,
            rows=self.rows + other.rows if self.rows is not None and other.rows is not None else None,
        )

    def canonical(self, apart: tuple[str, ...] = ()) -> Summary:
        """The same with annotators, and rows, in an order that does not depend on names (`RatingRows.canonical`)."""
        if self.rows is None:
            return self
        if apart not in self._ordered:
            rows, order = self.rows.arranged(apart)
            clusters = self.clusters
            if clusters is not None and clusters.rows is not None:
                place = np.empty(len(order), dtype=np.int64)
                place[order] = np.arange(len(order))
                clusters = replace(clusters, rows=clusters.rows.renumbered(place))
            self._ordered[apart] = replace(self, rows=rows, clusters=clusters)
        return self._ordered[apart]

    @cached_property
    def _ordered(self) -> dict[tuple[str, ...], Summary]:
        return {}

    @property
    def n_missing(self) -> int:
        return self.n_items * self.n_annotators - self.n_labels

    @cached_property
    def sha256(self) -> str:
        """The data digest: of the rows, the level, and the categories when they were declared."""
        declared = self.categories.texts if self.categories.declared else None
        return digest.hexadecimal(self.lanes, self.level, declared, self.nothing)


def summarise(parts: Labels | Iterable[Labels], *, rows: bool = True) -> Summary:
    """One summary of labels that may come in parts; each part is let go as soon as it is counted."""
    if isinstance(parts, Labels):
        return Summary.of(parts, rows=rows)
    whole: Summary | None = None
    for part in parts:
        if not isinstance(part, Labels):
            raise UsageError(
                f"measure() takes annotations, or an iterable of labels, not of {type(part).__name__}",
                "make labels of rows with accord.labels(rows)",
            )
        summary = Summary.of(part, rows=rows)
        whole = summary if whole is None else whole + summary
    if whole is None:
        raise DataError("ACC002", "there is no data", hint="give at least one part")
    return whole


def alike_together(labels: Labels) -> Labels:
    """With one weighted row for all that say the same, where there are fewer things to say than rows."""
    base, people = len(labels.categories) + 1, labels.n_annotators
    if labels.annotators is None or labels.repeats is not None or base**people > min(labels.n_rows, 1 << FEW_BITS):
        return labels
    place = base ** np.arange(people)
    if labels.table is not None:
        data, keys = labels, labels.table.sums(place[:, None] * np.arange(base))
    else:
        data = labels.filled()
        keys = np.add.reduceat(place[data.who] * (data.codes + 1), data.starts[:-1])
    weights = np.bincount(keys, weights=data.weights).astype(np.int64)
    weights[:1] = 0  # a row without labels
    distinct = np.flatnonzero(weights)
    table = distinct[:, None] // place % base
    row, who = np.nonzero(table)
    starts = np.concatenate(([0], np.cumsum(np.count_nonzero(table, axis=1)))).astype(np.int64)
    weights = weights[distinct]
    return replace(
        labels,
        starts=starts,
        who=who.astype(np.int32),
        codes=(table[row, who] - 1).astype(np.int32),
        weights=weights,
        items=None,
        texts=None,
        times=None,
    )


def _lanes(labels: Labels) -> digest.Lanes:
    """The digest of the rows that hold a label."""
    texts = labels.categories.texts
    if labels.table is not None and labels.annotators is not None:
        hashes = digest.table_hashes(labels.table, labels.annotators, texts)
        return digest.total(hashes, np.where(labels.sizes > 0, labels.weights, 0))
    data = labels.filled()
    hashes = digest.row_hashes(data.starts, data.who, data.codes, data.repeats, data.annotators, texts)
    return digest.total(hashes, data.weights)

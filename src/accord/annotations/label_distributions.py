"""Soft labels: how the labels of each item spread over the categories."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from accord.annotations.categories import Categories
from accord.annotations.labels import Labels
from accord.results import UsageError
from accord.results.arrays import Floats
from accord.results.tabular import Columns, Tabular
from accord.results.wording import many

MOST_CELLS = 50_000_000  # of a table of shares; each takes 8 bytes


@dataclass(frozen=True, eq=False)
class SoftLabels(Tabular):
    """The distribution of the labels of each item, overall and in groups of people; `to_frame()` has a row for each
    item and category.

    Examples
    --------
    >>> import accord
    >>> soft = accord.soft_labels([["a", "a", "b"], ["b", "b", "b"]])
    >>> soft, soft.shares.round(2).tolist()
    (SoftLabels(2 items, 2 categories), [[0.67, 0.33], [0.0, 1.0]])
    """

    items: tuple[str, ...]
    categories: Categories
    level: str
    shares: Floats
    """(items, categories), each row sums to 1."""
    counts: Floats | None = None
    """(items, categories) how many gave each label; None for probabilities of a model."""
    group: str | None = None
    """Whose labels these are, `attribute: group`; None for everybody's."""
    groups: tuple[SoftLabels, ...] = ()

    @classmethod
    def of(cls, data: Labels, *, repeated: bool = False) -> SoftLabels:
        """Of the items that have a label; the first label of each annotator counts, or all of them."""
        if data.n_rows != data.n_items:
            raise UsageError("soft labels are of items, and here a row stands for several", "give a table of items")
        size = len(data.categories)
        if data.n_rows * size > MOST_CELLS:
            message = f"{data.n_rows:,} items × {size:,} categories are too many to hold"
            raise UsageError(message, "merge categories, or take fewer items")
        kept = data if repeated else data.first_ratings()
        row = np.repeat(np.arange(data.n_rows), kept.sizes)
        table = np.bincount(row * np.int64(size) + kept.codes, minlength=data.n_rows * size).reshape(data.n_rows, size)
        there = np.flatnonzero(kept.sizes)
        counts = table[there].astype(np.float64)
        names = data.items if data.items is not None else [str(place + 1) for place in range(data.n_rows)]
        shares = counts / counts.sum(axis=1, keepdims=True)
        return cls(tuple(names[place] for place in there.tolist()), data.categories, data.level, shares, counts)

    def __len__(self) -> int:
        return len(self.items)

    @property
    def parts(self) -> tuple[SoftLabels, ...]:
        """Everybody's, then those of the groups."""
        return (replace(self, groups=()), *self.groups)

    def places(self) -> Floats | None:
        """Where the categories lie on their scale; None for names, which have no order."""
        if self.level in ("interval", "ratio") and self.categories.values is not None:
            return self.categories.scores()
        return np.arange(len(self.categories), dtype=np.float64) if self.level == "ordinal" else None

    def over(self, categories: Categories) -> SoftLabels:
        """The same over further categories, which have no share."""
        place = self.categories.positions_in(categories)

        def spread(table: Floats) -> Floats:
            made = np.zeros((len(table), len(categories)))
            made[:, place] = table
            return made

        counts = None if self.counts is None else spread(self.counts)
        return replace(self, categories=categories, shares=spread(self.shares), counts=counts)

    def of_items(self, items: list[str]) -> SoftLabels:
        """Only these items, in this order; groups are left out."""
        place = {name: row for row, name in enumerate(self.items)}
        rows = [place[name] for name in items]
        counts = None if self.counts is None else self.counts[rows]
        return replace(self, items=tuple(items), shares=self.shares[rows], counts=counts, groups=())

    def _columns(self) -> Columns:
        return self.columns()

    def columns(self) -> Columns:
        """Every item with every category, those without a share too, so that a file of it tells their order."""
        texts = self.categories.texts
        made: Columns = {"item": [], "group": [], "category": [], "count": [], "labels": [], "share": [], "level": []}
        for part in self.parts:
            cells = part.shares.size
            made["item"] += [item for item in part.items for _ in texts]
            made["group"] += [part.group] * cells
            made["category"] += list(texts) * len(part.items)
            if part.counts is None:
                made["count"] += [None] * cells
                made["labels"] += [None] * cells
            else:
                made["count"] += part.counts.ravel().astype(np.int64).tolist()
                made["labels"] += np.repeat(part.counts.sum(axis=1), len(texts)).astype(np.int64).tolist()
            made["share"] += part.shares.ravel().tolist()
            made["level"] += [self.level] * cells
        if not self.groups:
            del made["group"]
        return made

    def as_records(self) -> list[dict[str, object]]:
        """A record for each item, and for each group and item."""
        made: list[dict[str, object]] = []
        texts = self.categories.texts
        for part in self.parts:
            numbers = [None] * len(part) if part.counts is None else part.counts.sum(axis=1).astype(np.int64).tolist()
            for row, (item, labels) in enumerate(zip(part.items, numbers, strict=True)):
                shares = dict(zip(texts, part.shares[row].tolist(), strict=True))
                group = {} if part.group is None else {"group": part.group}
                made.append({"item": item, **group, "labels": labels, "distribution": shares, "level": self.level})
        return made

    def __repr__(self) -> str:
        groups = f", {many(len(self.groups), 'group')}" if self.groups else ""
        size = many(len(self.categories), "category", "categories")
        return f"SoftLabels({many(len(self), 'item')}, {size}{groups})"

"""The labels of a public data set, as the atlas measures them: people only, at the level that the index states."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path

import numpy as np

import accord
from accord.annotations import Labels
from accord.atlas.public_corpora import PublicCorpus, public_corpora
from accord.statistics import generator

LEVELS = ("nominal", "ordinal", "interval")


@dataclass(frozen=True)
class PublicLabels:
    """A row of the atlas, and where its ratings are."""

    corpus: PublicCorpus
    folder: Path

    @property
    def name(self) -> str:
        return self.corpus.name

    @property
    def named(self) -> bool:
        """Whether the numbers of annotators are persons."""
        return "anonymous" not in self.corpus.caution

    @cached_property
    def labels(self) -> Labels:
        """First ratings of the items with two or more, over all categories of the data set."""
        read = accord.read(self.folder / "labels" / f"{self.name}.parquet", kind="labels", level=self.corpus.level)
        first = read.first_ratings()
        return first._rows(first.sizes >= 2)

    def rng(self, *purpose: str | int) -> np.random.Generator:
        return generator(0, "test bed", self.name, *purpose)


def measured_labels(folder: Path, names: Sequence[str] = ()) -> list[PublicLabels]:
    """The sets of labels that count: measured, no copy of another, not of sets of labels."""
    counted = [one for one in public_corpora() if one.shape == "labels" and one.counted and one.level in LEVELS]
    return [PublicLabels(one, folder) for one in counted if not names or one.name in names]


def rows_of(labels: Labels, rows: np.ndarray) -> Labels:
    """Some of the items, in the order of the data."""
    mask = np.zeros(labels.n_rows, dtype=bool)
    mask[rows] = True
    return labels._rows(mask)


def ratings_of(labels: Labels, kept: np.ndarray) -> Labels:
    """Some of the ratings; items keep their rows, empty ones too."""
    row = np.repeat(np.arange(labels.n_rows), labels.sizes)
    starts = np.concatenate(([0], np.cumsum(np.bincount(row[kept], minlength=labels.n_rows)))).astype(np.int64)
    who = None if labels.who is None else labels.who[kept]
    times = None if labels.times is None else labels.times[kept]
    return replace(labels, starts=starts, who=who, codes=labels.codes[kept], times=times)


def in_order(labels: Labels, order: np.ndarray) -> Labels:
    """The items in another order."""
    cells = np.concatenate([np.arange(labels.starts[row], labels.starts[row + 1]) for row in order])
    starts = np.concatenate(([0], np.cumsum(labels.sizes[order]))).astype(np.int64)
    return replace(
        labels,
        starts=starts,
        codes=labels.codes[cells],
        who=None if labels.who is None else labels.who[cells],
        times=None,
        items=None,
        texts=None,
        weights=labels.weights[order],
    )

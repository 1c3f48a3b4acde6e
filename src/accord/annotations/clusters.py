"""Clusters: which items belong together, such as the sentences of one text."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import numpy as np

from accord.annotations import digest
from accord.annotations.item_counts import ItemCounts
from accord.annotations.labels import Labels
from accord.annotations.rating_rows import RatingRows
from accord.annotations.sparse import ranges, summed
from accord.results.arrays import Floats, Ints


@dataclass(frozen=True, eq=False)
class ClusterPatterns:
    """Of each cluster, how many of its items show each pattern of a statistic.

    Cluster c holds the patterns `patterns[starts[c]:starts[c + 1]]` with `times` beside them. The order of the clusters
    depends on what they hold alone, as that of the patterns does.
    """

    starts: Ints
    patterns: Ints
    times: Floats
    width: int
    """How many patterns there are."""
    digest: str

    @classmethod
    def of(cls, labels: Labels, statistic: ItemCounts | RatingRows) -> ClusterPatterns:
        data = labels.first_ratings().filled()
        if data.clusters is None:
            raise ValueError("these labels have no clusters")
        width = len(statistic)
        cells, inverse = np.unique(data.clusters * width + _patterns(data, statistic), return_inverse=True)
        times = np.bincount(inverse.ravel(), weights=data.weights).astype(np.float64)
        owner, patterns = np.divmod(cells, max(width, 1))
        first = np.flatnonzero(np.diff(owner, prepend=-1))
        return cls._ordered(np.append(first, len(owner)).astype(np.int64), patterns, times, width)

    @classmethod
    def _ordered(cls, starts: Ints, patterns: Ints, times: Floats, width: int) -> ClusterPatterns:
        """The clusters in an order that depends on what they hold."""
        first = starts[:-1]
        salt = np.array([0x452821E638D01377, 0xBE5466CF34E90C6C], dtype=np.uint64)
        mixed = digest.mixed(
            digest.mixed(patterns.astype(np.uint64)[:, None] + salt) ^ times.astype(np.uint64)[:, None]
        )
        lanes = digest.mixed(np.add.reduceat(mixed, first, axis=0)) if len(first) else mixed
        order = np.lexsort((lanes[:, 1], lanes[:, 0]))
        sizes = np.diff(starts)[order]
        kept = ranges(starts, order)
        text = hashlib.sha256(lanes[order].astype("<u8").tobytes()).hexdigest()
        return cls(np.concatenate(([0], np.cumsum(sizes))).astype(np.int64), patterns[kept], times[kept], width, text)

    def renumbered(self, place: Ints) -> ClusterPatterns:
        """The same for a statistic whose patterns stand in another order: `place` says where each is now."""
        return self._ordered(self.starts, place[self.patterns], self.times, self.width)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def weights(self, drawn: Floats) -> Floats:
        """(replicates, patterns) from how often each cluster is drawn, (replicates, clusters)."""
        return summed(drawn, self.times, self.starts, self.patterns, self.width)


@dataclass(frozen=True, eq=False)
class Clusters:
    """The clusters as each of the statistics of labels sees them."""

    counts: ClusterPatterns
    rows: ClusterPatterns | None

    @classmethod
    def of(cls, labels: Labels, counts: ItemCounts, rows: RatingRows | None) -> Clusters:
        known = None if rows is None else ClusterPatterns.of(labels, rows)
        return cls(ClusterPatterns.of(labels, counts), known)

    @property
    def digest(self) -> str:
        return self.counts.digest

    def __len__(self) -> int:
        return len(self.counts)


def _patterns(data: Labels, statistic: ItemCounts | RatingRows) -> Ints:
    """(rows,) the pattern of each row, told by the hash of its labels."""
    texts = statistic.categories.texts
    if isinstance(statistic, RatingRows):
        own = digest.row_hashes(data.starts, data.who, data.codes, None, data.annotators, texts)
        parts = (statistic.starts, statistic.who, statistic.codes)
        known = digest.row_hashes(*parts, None, statistic.annotators, texts)
    else:
        own = digest.row_hashes(data.starts, None, data.codes, None, None, texts)
        starts = np.concatenate(([0], np.cumsum(statistic.sizes))).astype(np.int64)
        known = digest.row_hashes(starts, None, np.repeat(statistic.codes, statistic.counts), None, None, texts)
    order = np.argsort(known[:, 0])
    return np.asarray(order[np.searchsorted(known[order, 0], own[:, 0])])

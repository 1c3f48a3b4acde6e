"""What is drawn anew over items: the items behind the patterns that a kernel reads, one by one or in clusters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from accord.annotations import Summary
from accord.annotations.clusters import ClusterPatterns
from accord.measures import Kernel, Measure
from accord.results.arrays import Floats, Ints
from accord.statistics import CHUNK, replicate_weights

MOST_DELETIONS = 2_000  # patterns or clusters that are left out one by one


@dataclass(frozen=True, eq=False)
class Units:
    """How many items show each pattern, and which of them belong together."""

    multiplicity: Ints
    clusters: ClusterPatterns | None = None

    @classmethod
    def of(cls, record: Measure, parameters: Mapping[str, object], summary: Summary) -> Units:
        """Of the statistic that the kernel reads."""
        if record.reads_rows(parameters) and summary.rows is not None:
            return cls.of_rows(summary)
        return cls(summary.counts.multiplicity, None if summary.clusters is None else summary.clusters.counts)

    @classmethod
    def of_rows(cls, summary: Summary) -> Units:
        if summary.rows is None:
            raise ValueError("who said what is not known")
        return cls(summary.rows.multiplicity, None if summary.clusters is None else summary.clusters.rows)

    def __len__(self) -> int:
        """How many are drawn: items, or clusters of them."""
        return int(self.multiplicity.sum()) if self.clusters is None else len(self.clusters)

    def weights(self, replicates: int, seed: int) -> Iterator[Floats]:
        """Blocks (replicates in the block, patterns) of how often each pattern is drawn."""
        if self.clusters is None:
            yield from replicate_weights(self.multiplicity, replicates, seed)
            return
        most = max(1, CHUNK // max(1, len(self.multiplicity)))
        for drawn in replicate_weights(np.ones(len(self.clusters), dtype=np.int64), replicates, seed):
            for start in range(0, len(drawn), most):
                yield self.clusters.weights(drawn[start : start + most])

    def left_out(self, kernel: Kernel) -> tuple[Floats, Floats]:
        """Values with one of them left out, and how many each value stands for.

        With very many, groups of them are left out together (the delete-a-group jackknife).
        """
        whole = self.multiplicity.astype(np.float64)
        number = len(whole) if self.clusters is None else len(self.clusters)
        single = number <= MOST_DELETIONS
        groups = np.arange(number) if single else np.arange(number) * (MOST_DELETIONS // 10) // number
        count = int(groups[-1]) + 1 if number else 0
        times = whole if single and self.clusters is None else np.ones(count)
        values = np.empty(count)
        step = max(1, min(200, CHUNK // 2 // max(1, len(whole))))
        for start in range(0, count, step):
            some = range(start, min(start + step, count))
            gone = np.zeros((len(some), number))
            for row, group in enumerate(some):
                here = groups == group
                gone[row, here] = 1.0 if single or self.clusters is not None else whole[here]
            lost = gone if self.clusters is None else self.clusters.weights(gone)
            values[start : start + len(some)] = kernel(whole - lost)["value"]
        return values, times

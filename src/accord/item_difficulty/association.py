"""How strongly a target and its governor attract each other, from the user's counts of pairs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from accord.item_difficulty.feature_table import as_number
from accord.item_difficulty.lexicon import tsv_lines
from accord.results import DataError, Place
from accord.results.arrays import Floats


@dataclass(frozen=True)
class CollocationCounts:
    """How often each target stood with each governor."""

    pairs: dict[tuple[str, str], float]
    targets: dict[str, float]
    governors: dict[str, float]
    total: float

    def pmi(self, targets: Sequence[str | None], governors: Sequence[str | None]) -> Floats:
        """(items,) log₂ n_tg N / (n_t n_g), pointwise mutual information; nan for a pair that never occurs."""
        counts = map(self._counts, targets, governors)
        return np.array(
            [
                np.log2(both * self.total / (target_count * governor_count)) if both > 0 else np.nan
                for both, target_count, governor_count in counts
            ]
        )

    def log_likelihood(self, targets: Sequence[str | None], governors: Sequence[str | None]) -> Floats:
        """(items,) G² = 2 Σ O log O/E over the four cells of the pair's table (Dunning 1993).

        Negative where the pair is rarer than chance; nan for a word that has no counts.

        >>> counts = CollocationCounts({("a", "x"): 10.0}, {"a": 20.0}, {"x": 30.0}, 100.0)
        >>> counts.log_likelihood(["a"], ["x"]).round(4).tolist()
        [4.4734]
        """
        counts = map(self._counts, targets, governors)
        return np.array([self._g2(*three) if three[1] > 0 and three[2] > 0 else np.nan for three in counts])

    def _counts(self, target: str | None, governor: str | None) -> tuple[float, float, float]:
        first, second = (target or "").casefold(), (governor or "").casefold()
        return self.pairs.get((first, second), 0.0), self.targets.get(first, 0.0), self.governors.get(second, 0.0)

    def _g2(self, both: float, target_count: float, governor_count: float) -> float:
        rest = self.total - target_count
        apart = self.total - governor_count
        cells = (
            (both, target_count, governor_count),
            (target_count - both, target_count, apart),
            (governor_count - both, rest, governor_count),
            (rest - governor_count + both, rest, apart),
        )
        value = 2 * sum(n * np.log(n * self.total / (row * column)) for n, row, column in cells if n > 0)
        return float(value if both * self.total >= target_count * governor_count else -value)


def read_pair_counts(path: str | Path) -> CollocationCounts:
    """A TSV with the columns target, governor and count."""
    file, lines = str(path), tsv_lines(path, "counts")
    header = [field.strip().lower() for field in lines[0].split("\t")] if lines else []
    if not {"target", "governor", "count"} <= set(header):
        message = f"the header {header[:6]} lacks target, governor or count"
        raise DataError("ACC094", message, Place(file, 1), "a TSV with these three columns")
    columns = [header.index(name) for name in ("target", "governor", "count")]
    pairs: dict[tuple[str, str], float] = {}
    targets: dict[str, float] = {}
    governors: dict[str, float] = {}
    for number, line in enumerate(lines[1:], start=2):
        if not line.strip():
            continue
        fields = line.split("\t")
        count = as_number(fields[columns[2]]) if len(fields) == len(header) else None
        if count is None or count < 0:
            raise DataError("ACC094", "a row without a count", Place(file, number), "target, governor and a number")
        target, governor = fields[columns[0]].strip().casefold(), fields[columns[1]].strip().casefold()
        pairs[target, governor] = pairs.get((target, governor), 0.0) + count
        targets[target] = targets.get(target, 0.0) + count
        governors[governor] = governors.get(governor, 0.0) + count
    return CollocationCounts(pairs, targets, governors, sum(pairs.values()))

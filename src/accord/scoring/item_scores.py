"""What a system earned on each item, and the ratios that are made of it."""

from __future__ import annotations

from dataclasses import dataclass

from accord.results import Diagnostics
from accord.results.arrays import Floats
from accord.statistics.division import divided, ratio


@dataclass(frozen=True, eq=False)
class ItemScores:
    """All arrays are (items,)."""

    items: tuple[str, ...]
    credit: Floats
    attempted: Floats
    """1 where the system has a guess and the item counts."""
    total: Floats
    """1 where the item counts: it has answers, or a mode."""
    exact: Floats | None = None
    """The credit that precision is made of, where it is not that of recall (coverage)."""
    diagnostics: Diagnostics = ()
    official: tuple[str, ...] = ()
    """The lines that the official script prints."""

    @property
    def recall(self) -> float:
        """Σ credit over all items."""
        return ratio(float(self.credit.sum()), float(self.total.sum()))

    @property
    def precision(self) -> float:
        """Σ credit over the items attempted."""
        earned = self.credit if self.exact is None else self.exact
        return ratio(float(earned.sum()), float(self.attempted.sum()))

    def drawn(self, weights: Floats) -> Floats:
        """(replicates,) recall on items drawn anew; weights are (replicates, items)."""
        return divided(weights @ self.credit, weights @ self.total)

    def left_out(self) -> Floats:
        """(items,) recall with one item left out."""
        return divided(self.credit.sum() - self.credit, self.total.sum() - self.total)

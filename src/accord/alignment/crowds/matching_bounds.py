"""Bounds by matching: what an alignment of K sets costs at least, two annotators at a time.

Two annotators with m and n units share at least m + n − K of K sets. No alignment has a larger sum of weights between
them than the heaviest matching of their units with so many pairs; the sum of these matchings is concave in K.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from accord.alignment.crowds.panel import Panel
from accord.results.arrays import Floats, Places


class HeaviestMatchings:
    """The heaviest matchings of the units of all pairs of annotators, for one number of sets after another.

    Units of the one go to units of the other or to one of the sets that the other leaves free, of which as many as
    there are units are enough: most matchings are the same for all numbers of sets, and are found once.
    """

    def __init__(self, panel: Panel, weights: Floats) -> None:
        from scipy.optimize import linear_sum_assignment

        self._assignment, self._weights = linear_sum_assignment, weights
        self._pairs = [sorted(both, key=lambda own: own.stop - own.start) for both in combinations(panel.spans, 2)]
        self._known: dict[tuple[int, int], tuple[float, Places, Places]] = {}
        self.steps = 0.0
        """About how much work they were."""

    def __call__(self, number: int) -> tuple[float, Places, Places]:
        """The total weight for so many sets, and the matched units."""
        best = [self._matched(place, number) for place in range(len(self._pairs))]
        total = sum(value for value, _, _ in best)
        return total, np.concatenate([units for _, units, _ in best]), np.concatenate([other for _, _, other in best])

    def _matched(self, place: int, number: int) -> tuple[float, Places, Places]:
        rows, columns = self._pairs[place]
        units, others = rows.stop - rows.start, columns.stop - columns.start
        free = min(units, number - others)
        if (place, free) not in self._known:
            table = np.zeros((units, others + free))
            table[:, :others] = self._weights[rows, columns]
            row, column = self._assignment(table, maximize=True)
            both = column < others
            value = float(table[row, column].sum())
            self._known[place, free] = value, rows.start + row[both], columns.start + column[both]
            self.steps += 8 + 0.004 * (others + free) * units**2
        return self._known[place, free]


class MatchingBounds:
    """What no alignment of so many sets costs less than, computed when it is asked for; convex in the number."""

    def __init__(self, panel: Panel) -> None:
        self._bonus, self._matchings = panel.bonus, HeaviestMatchings(panel, panel.weights)
        self._known: dict[int, float] = {}
        self.fewest = int(panel.cards.max())
        self.most = panel.n_units

    def __getitem__(self, number: int) -> float:
        if number not in self._known:
            self._known[number] = number * self._bonus - self._matchings(number)[0]
        return self._known[number]

    @property
    def steps(self) -> float:
        """How much work they were."""
        return self._matchings.steps

    def lowest(self) -> int:
        """The number of sets with the lowest bound, which is seldom far from the fewest."""
        low, high, step = self.fewest, self.most, 1
        while low + step < self.most and self[low + step] <= self[low]:
            low, step = low + step, 2 * step
        low, high = max(self.fewest, low - step), min(self.most, low + step)
        while low < high:
            middle = (low + high) // 2
            if self[middle] <= self[middle + 1]:
                high = middle
            else:
                low = middle + 1
        return low

    def below(self, cost: float) -> range:
        """The numbers of sets with which something might cost less."""
        lowest = self.lowest()
        if self[lowest] >= cost:
            return range(0)
        first, last = (self._farthest(lowest, end, cost) for end in (self.fewest, self.most))
        return range(first, last + 1)

    def _farthest(self, lowest: int, end: int, cost: float) -> int:
        """From the lowest towards one end, the last number whose bound is below the cost."""
        inside, step = lowest, 1 if end >= lowest else -1
        while inside != end and self[inside + step] < cost:
            inside += step
            step = int(np.clip(2 * step, min(0, end - inside), max(0, end - inside)))
        outside = inside + step
        while abs(outside - inside) > 1:
            middle = (inside + outside) // 2
            inside, outside = (middle, outside) if self[middle] < cost else (inside, middle)
        return inside

"""Bounds by matching: what an alignment of K sets costs at least, two annotators at a time.

Two annotators with m and n units share at least m + n − K of K sets. No alignment has a larger sum of weights between
them than the heaviest matching of their units with so many pairs; the sum of these matchings is concave in K.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from accord.alignment.crowds.panel import Panel
from accord.results.arrays import Floats, Places


def heaviest_matchings(panel: Panel, weights: Floats, number: int) -> tuple[float, Places, Places]:
    """The total weight of the heaviest matchings of all pairs of annotators in so many sets, and the matched units.

    Units of the one go to units of the other or to one of the sets that the other leaves free.
    """
    from scipy.optimize import linear_sum_assignment

    total = 0.0
    ones, others = [], []
    for one, other in combinations(panel.spans, 2):
        if other.stop - other.start < one.stop - one.start:
            one, other = other, one
        table = np.zeros((one.stop - one.start, number))
        table[:, : other.stop - other.start] = weights[one, other]
        row, column = linear_sum_assignment(table, maximize=True)
        total += float(table[row, column].sum())
        both = column < other.stop - other.start
        ones.append(one.start + row[both])
        others.append(other.start + column[both])
    return total, np.concatenate(ones), np.concatenate(others)


def matching_bound(panel: Panel, number: int) -> float:
    """No alignment of so many sets costs less."""
    return number * panel.bonus - heaviest_matchings(panel, panel.weights, number)[0]


def matching_steps(panel: Panel, number: int) -> float:
    """About how much work it is."""
    return 0.5 * panel.n_annotators**2 * (8 + 0.004 * number * float(panel.cards.mean()) ** 2)


class MatchingBounds:
    """The bounds of all numbers of sets, each computed when it is asked for; they are convex in the number."""

    def __init__(self, panel: Panel) -> None:
        self._panel = panel
        self._known: dict[int, float] = {}
        self.fewest = int(panel.cards.max())
        self.most = panel.n_units

    def __getitem__(self, number: int) -> float:
        if number not in self._known:
            self._known[number] = matching_bound(self._panel, number)
        return self._known[number]

    @property
    def steps(self) -> float:
        """How much work they were."""
        return sum(matching_steps(self._panel, number) for number in self._known)

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

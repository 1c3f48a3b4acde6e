"""Best alignments by brute force: every tuple of units is a column, and nothing is pruned."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, LinearConstraint, milp

Unit = tuple[str, float, float, str | None]
Tuple = tuple[int | None, ...]


def dissimilarity(one: Unit, other: Unit, alpha: float, beta: float) -> float:
    """α · ((|Δstart| + |Δend|) / (length + length))² + β · [categories differ], over Δ∅."""
    apart = abs(one[1] - other[1]) + abs(one[2] - other[2])
    both = (one[2] - one[1]) + (other[2] - other[1])
    place = (apart / both) ** 2 if both else (0.0 if apart == 0 else 1e6)
    return alpha * place + beta * (one[3] != other[3])


def tuples(units: Sequence[Unit], annotators: Sequence[str]) -> list[Tuple]:
    """All Π (card + 1) − 1 unitary alignments, annotators in order, empty first."""
    own = [[None, *(place for place, unit in enumerate(units) if unit[0] == name)] for name in annotators]
    return [one for one in product(*own) if any(unit is not None for unit in one)]


def disorder(one: Tuple, units: Sequence[Unit], alpha: float, beta: float) -> float:
    pairs = list(combinations(one, 2))
    total = 0.0
    for left, right in pairs:
        total += 1.0 if left is None or right is None else dissimilarity(units[left], units[right], alpha, beta)
    return total / len(pairs)


class Oracle:
    """Every unitary alignment of a small continuum with its disorder over Δ∅."""

    def __init__(self, units: Sequence[Unit], annotators: Sequence[str], alpha: float = 1.0, beta: float = 1.0) -> None:
        self.units = len(units)
        self.annotators = len(annotators)
        self.tuples = tuples(units, annotators)
        self.disorders = np.array([disorder(one, units, alpha, beta) for one in self.tuples])
        self.contains = np.zeros((len(units), len(self.tuples)))
        for column, one in enumerate(self.tuples):
            self.contains[[unit for unit in one if unit is not None], column] = 1
        self.fewest = max(sum(unit[0] == name for unit in units) for name in annotators)

    def least_disorder(self) -> float:
        return self._least(self.disorders) * self.annotators / self.units

    def least_soft_disorder(self) -> float:
        return self._least(self.disorders, again=True) * self.annotators / self.units

    def least_entropy(self) -> float:
        """For each number of unitary alignments the least sum, and the least mean of all."""
        means = [self._least(self.disorders, count=count) / count for count in range(self.fewest, self.units + 1)]
        return min(means)

    def greedy_entropy(self) -> float:
        """Take the least disordered tuple whose units are free; ties: fewest units, then the order of the tuples."""
        sizes = self.contains.sum(axis=0)
        left = list(range(len(self.tuples)))
        taken: list[int] = []
        while left:
            least = min(self.disorders[left])
            best = min((one for one in left if self.disorders[one] <= least + 1e-9), key=lambda one: (sizes[one], one))
            taken.append(best)
            left = [one for one in left if not (self.contains[:, one] * self.contains[:, best]).any()]
        return float(np.mean(self.disorders[taken]))

    def _least(self, costs: NDArray[np.float64], *, again: bool = False, count: int | None = None) -> float:
        constraints = [LinearConstraint(self.contains, 1, np.inf if again else 1)]
        if count is not None:
            constraints.append(LinearConstraint(np.ones((1, len(costs))), count, count))
        found = milp(
            costs,
            constraints=constraints,
            bounds=Bounds(0, 1),
            integrality=np.ones(len(costs)),
            options={"mip_rel_gap": 0.0},
        )
        return float(costs[np.round(found.x) == 1].sum()) if found.x is not None else np.inf


def random_units(
    rng: np.random.Generator, annotators: int, most: int, *, ties: bool = False, categories: int = 3
) -> tuple[list[Unit], list[str]]:
    """Units of a few annotators on a short stretch: overlapping, nested, identical, without length or category."""
    names = [f"A{number}" for number in range(annotators)]
    units: list[Unit] = []
    for name in names:
        for _ in range(int(rng.integers(0, most + 1))):
            start = float(rng.integers(0, 12)) if ties else float(rng.uniform(0, 30))
            length = float(rng.integers(0 if rng.random() < 0.1 else 1, 6)) if ties else float(rng.uniform(0.5, 12))
            code = int(rng.integers(-1, categories))
            units.append((name, start, start + length, None if code < 0 else f"c{code}"))
            if rng.random() < 0.1:
                units.append(units[-1])
    if not units:
        units.append((names[0], 1.0, 2.0, "c0"))
    return units, names

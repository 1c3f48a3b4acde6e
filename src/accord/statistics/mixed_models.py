"""Linear models with random intercepts, by restricted maximum likelihood: of clusters, and of groups nested in them.

With g and h the ratios of the variances between clusters and inside them to that of the rest, V = I + g 11' + h Σ 11',
the last over the groups of a cluster. V⁻¹ and |V| need a few sums per group and per cluster (Laird & Ware 1982), so
that the likelihood has two unknowns and is cheap enough to be searched everywhere, the edges included: where a
variance is 0 the likelihood often still falls away from 0, and optimisers on unbounded scales stop short of it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.results.arrays import Floats, Ints

GRID = (0.0, 0.003, 0.01, 0.03, 0.08, 0.16, 0.28, 0.42, 0.56, 0.7, 0.82, 0.91, 0.97, 0.995)
"""Shares g / (1 + g) where the search looks first."""
LARGEST = 1 - 1e-9
STEP = 1e-4  # of a share, for the slopes that are checked at the end
EVEN = 1e-8  # differences of −2 ln L that are none
FLAT = 1e-3  # a slope of −2 ln L by a share that is none: a thousandth of a share moves it by a millionth


def random_intercept(y: Floats, matrix: Floats, cluster: Ints) -> tuple[float, float, Floats, Floats]:
    """The variance between clusters and of the rest, the coefficients and their covariance.

    With g the ratio of the two variances, V⁻¹ = I − g / (1 + g n) 11' in a cluster of n items: restricted maximum
    likelihood has one unknown, and costs a few sums per cluster (Laird & Ware 1982).
    """
    from scipy.optimize import minimize_scalar

    sizes = np.bincount(cluster).astype(np.float64)
    both = np.column_stack([matrix, y])
    sums = np.stack([np.bincount(cluster, weights=column) for column in both.T], axis=1)
    products = both.T @ both
    rest = len(y) - matrix.shape[1]

    def solved(ratio: float) -> tuple[float, Floats, Floats, float]:
        shrunk = products - (sums * (ratio / (1 + ratio * sizes))[:, None]).T @ sums
        inverse = np.asarray(np.linalg.inv(shrunk[:-1, :-1]), dtype=np.float64)
        coefficients = inverse @ shrunk[:-1, -1]
        left = float(shrunk[-1, -1] - shrunk[:-1, -1] @ coefficients) / rest
        determinant = float(np.linalg.slogdet(shrunk[:-1, :-1])[1])
        return (
            rest * float(np.log(left)) + float(np.log1p(ratio * sizes).sum()) + determinant,
            inverse,
            coefficients,
            left,
        )

    def criterion(share: float) -> float:
        return solved(share / (1 - share))[0]

    inner = minimize_scalar(criterion, bounds=(0.0, 1 - 1e-9), method="bounded", options={"xatol": 1e-10})
    share = float(inner.x) if inner.fun < criterion(0.0) else 0.0
    _, inverse, coefficients, left = solved(share / (1 - share))
    return share / (1 - share) * left, left, coefficients, inverse * left


@dataclass(frozen=True)
class Variances:
    """What was found, and whether it is a maximum."""

    between: float
    inside: float
    rest: float
    coefficients: Floats
    covariance: Floats
    converged: bool


class NestedLikelihood:
    """−2 ln of the restricted likelihood, up to a constant, of y = X b + u(cluster) + v(group of a cluster) + e."""

    def __init__(self, y: Floats, matrix: Floats, cluster: Ints, nested: Ints) -> None:
        (self.cluster, _), group = np.unique(np.stack([cluster, nested]), axis=1, return_inverse=True)
        both = np.column_stack([matrix, y])
        self.sizes = np.bincount(group.ravel()).astype(np.float64)
        self.sums = np.stack([np.bincount(group.ravel(), weights=column) for column in both.T], axis=1)
        self.products = both.T @ both
        self.free = len(y) - matrix.shape[1]

    def solved(self, g: float, h: float) -> tuple[float, Floats, Floats, float]:
        """The criterion, (X' V⁻¹ X)⁻¹, the coefficients and the variance of the rest."""
        inside = 1 + h * self.sizes
        weighted = self.sums / inside[:, None]
        taken = self.products - h * weighted.T @ self.sums
        clusters = int(self.cluster.max()) + 1
        total = np.bincount(self.cluster, weights=self.sizes / inside, minlength=clusters)
        sums = np.stack([np.bincount(self.cluster, weights=row, minlength=clusters) for row in weighted.T], axis=1)
        taken = taken - (sums * (g / (1 + g * total))[:, None]).T @ sums
        inverse = np.asarray(np.linalg.inv(taken[:-1, :-1]), dtype=np.float64)
        coefficients = inverse @ taken[:-1, -1]
        rest = float(taken[-1, -1] - taken[:-1, -1] @ coefficients) / self.free
        if not rest > 0:
            return -np.inf, inverse, coefficients, 0.0
        logs = float(np.log(inside).sum() + np.log1p(g * total).sum() + np.linalg.slogdet(taken[:-1, :-1])[1])
        return self.free * float(np.log(rest)) + logs, inverse, coefficients, rest

    def criterion(self, shares: tuple[float, float] | Floats) -> float:
        """By the shares g / (1 + g) and h / (1 + h), from 0 to 1."""
        outer, inner = (min(max(float(share), 0.0), LARGEST) for share in shares)
        return self.solved(outer / (1 - outer), inner / (1 - inner))[0]

    def highest(self) -> Variances:
        """The maximum: the best places of a grid, and the best on either edge, are followed downhill."""
        criteria = {(outer, inner): self.criterion((outer, inner)) for outer in GRID for inner in GRID}
        ends = [self._downhill(place, (0, 1)) for place in sorted(criteria, key=lambda place: criteria[place])[:2]]
        for free in range(2):
            edge = min((place for place in criteria if place[1 - free] == 0), key=lambda place: criteria[place])
            ends.append(self._downhill(edge, (free,)))
        ends.append((0.0, 0.0))
        values = [self.criterion(end) for end in ends]
        # an edge that is as good to rounding is meant
        best = max((end for end, value in zip(ends, values, strict=True) if value <= min(values) + EVEN), key=_zeros)
        g, h = (share / (1 - share) for share in best)
        value, inverse, coefficients, rest = self.solved(g, h)
        converged = bool(np.isfinite(value)) and value <= min(criteria.values()) + EVEN and self._is_lowest(best)
        return Variances(g * rest, h * rest, rest, coefficients, inverse * rest, converged)

    def _downhill(self, start: tuple[float, float], free: tuple[int, ...]) -> tuple[float, float]:
        """The lowest place near a start, with a share that is not free left at 0."""
        from scipy.optimize import minimize

        def shares(moved: Floats) -> Floats:
            made = np.zeros(2)
            made[list(free)] = moved
            return made

        place = np.array([start[axis] for axis in free])
        for _ in range(2):  # a second time, with a fresh simplex
            made = minimize(
                lambda moved: self.criterion(shares(moved)),
                place,
                method="Nelder-Mead",
                bounds=[(0.0, LARGEST)] * len(free),
                options={"xatol": 1e-9, "fatol": 1e-11, "maxiter": 500},
            )
            place = made.x
        outer, inner = shares(place)
        return float(outer), float(inner)

    def _is_lowest(self, shares: tuple[float, float]) -> bool:
        """Whether the criterion rises, or is flat, whichever way a share can move (Karush, Kuhn & Tucker)."""
        here = self.criterion(shares)
        for place in range(2):
            for step in (STEP, -STEP):
                moved = list(shares)
                moved[place] += step * (1 - shares[place])
                if moved[place] >= 0 and self.criterion((moved[0], moved[1])) < here - FLAT * STEP:
                    return False
        return max(shares) < 1 - 1e-6


def _zeros(shares: tuple[float, float]) -> int:
    return sum(share == 0 for share in shares)

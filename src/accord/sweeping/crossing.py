"""Where a falling curve, known at some magnitudes, comes down to a value, and how far that may be off."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from accord.results.arrays import Floats

NAN = float("nan")
DIGITS = 10  # of a magnitude
STEEP = 0.1  # where to look in a bracket through which the curve does not fall evenly


@dataclass(frozen=True)
class Crossing:
    """The first magnitude at which a curve that never rises comes down to a value."""

    at: float
    """nan where it never does; the first magnitude where it starts below."""
    error: float = 0.0
    """How far interpolation may be off: the straight line against parabolas through a third magnitude; the whole
    bracket where these do not stay within it."""
    bracket: tuple[float, float] | None = None
    """The magnitudes between which it was interpolated."""
    next: tuple[float, ...] = ()
    """Magnitudes within the bracket whose heights would make it surer."""


def crossing(magnitudes: Floats, falling: Floats, value: float, *, below: bool = False) -> Crossing:
    """Where a curve is down at the value, or `below` it; `falling` are heights that never rise, without nan.

    >>> at = np.array([0.0, 0.5, 1.0])
    >>> crossing(at, np.array([1.0, 0.5, 0.0]), 0.75)
    Crossing(at=0.25, error=0.0, bracket=(0.0, 0.5), next=())
    >>> found = crossing(at, 1 / (1 + 100 * at), 0.8)  # at .0025
    >>> round(found.at, 3), found.error, min(found.next)
    (0.102, 0.5, 0.05)
    """
    at = magnitudes
    down = np.flatnonzero(falling < value if below else falling <= value)
    if not len(down):
        return Crossing(NAN)
    place = int(down[0])
    if place == 0:
        return Crossing(float(at[0]))
    left, right = float(at[place - 1]), float(at[place])
    share = float((falling[place - 1] - value) / (falling[place - 1] - falling[place]))
    straight = left + share * (right - left)
    thirds = [third for third in (place - 2, place + 1) if 0 <= third < len(at)]
    bent = [_bent(at[[place - 1, place, third]], falling[[place - 1, place, third]], value) for third in thirds]
    inside = [magnitude for magnitude in bent if left <= magnitude <= right]
    if share == 0 or not inside or not all(np.isnan(magnitude) or left <= magnitude <= right for magnitude in bent):
        looked = (straight, *inside, left + STEEP * (right - left))
        return Crossing(straight, right - left, (left, right), _between(looked, left, right))
    error = max(abs(magnitude - straight) for magnitude in inside)
    if error < 10.0**-DIGITS:
        return Crossing(straight, 0.0, (left, right))
    best = float(np.median([straight, *inside]))
    far = left if best - left > right - best else right
    return Crossing(
        straight, error, (left, right), _between((straight, *inside, best + 0.2 * (far - best)), left, right)
    )


def _between(magnitudes: Sequence[float], left: float, right: float) -> tuple[float, ...]:
    rounded = {round(float(magnitude), DIGITS) for magnitude in magnitudes}
    return tuple(sorted(magnitude for magnitude in rounded if left < magnitude < right))


def _bent(at: Floats, heights: Floats, value: float) -> float:
    """The magnitude of a value on the parabola through three heights, magnitude as a function of height.

    nan where two heights are equal: the curve does not fall there, and the parabola says nothing; infinite where they
    differ by so little that no number holds it.
    """
    if len(np.unique(heights)) < 3:
        return NAN
    total = 0.0
    with np.errstate(over="ignore", invalid="ignore"):
        for place in range(3):
            others = [other for other in range(3) if other != place]
            total += float(at[place] * np.prod([(value - heights[k]) / (heights[place] - heights[k]) for k in others]))
    return total if np.isfinite(total) else np.inf


def fallen(heights: Floats, weights: Floats) -> Floats:
    """The heights nearest to those given, by weighted squares, that never rise (pooled neighbours; Ayer et al. 1955).

    >>> fallen(np.array([1.0, 0.5, 0.75, 0.25]), np.ones(4)).tolist()
    [1.0, 0.625, 0.625, 0.25]
    """
    pools: list[tuple[float, float, int]] = []
    for height, weight in zip(heights.tolist(), weights.tolist(), strict=True):
        pool = height, weight, 1
        while pools and pools[-1][0] < pool[0]:
            before = pools.pop()
            total = before[1] + pool[1]
            pool = (before[0] * before[1] + pool[0] * pool[1]) / total, total, before[2] + pool[2]
        pools.append(pool)
    return np.repeat([pool[0] for pool in pools], [pool[2] for pool in pools]).astype(np.float64)

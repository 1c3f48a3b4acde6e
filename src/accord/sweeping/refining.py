"""A value read on a simulated curve: magnitudes and repetitions are added until the reading is surer than the value.

A reading has three errors. The value has an interval. The curve is a mean over a few simulations. And it is known at a
few magnitudes only: of skewed data κ falls from 1 to 0.1 before the first of eleven, and a straight line says ten times
the error there is. The first is told as it is, the others are made small beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from accord.results.arrays import Floats
from accord.sweeping.crossing import NAN, Crossing, crossing, fallen

Values = dict[float, Floats]
"""The values of all repetitions at each magnitude; nan where the measure is undefined."""
More = Callable[[Sequence[float], Sequence[int]], Floats]
"""(repeats, magnitudes) further values, by rising magnitudes and the numbers of the repetitions."""
ROUNDS = 12
SMALL = 0.1  # of half the interval: what interpolation may be off
HALF = 0.5  # of the value's own part of half the interval: what the simulations may be off
MOST_REPEATS = 4  # times those that the curve began with; twice where they are few because each takes long
ENOUGH = 7  # degrees of freedom from which simulations of one magnitude know their spread
APART = 0.09
MIDDLE = 0.975


@dataclass(frozen=True)
class CurveReading:
    """The magnitude at which a curve has a value."""

    at: float
    """nan where no magnitude gives it."""
    low: float
    high: float
    """From `low` to `high` the value and the curve agree, each within its error."""
    error: float
    """How far the reading is off by itself: half the 95 % interval of the simulated mean, and interpolation."""
    again: float = NAN
    """A larger magnitude that gives the value once more, where the curve rises again beyond chance."""


@dataclass(frozen=True, eq=False)
class Points:
    """A curve by magnitude, where it is known: means, and how far they may be off."""

    at: Floats
    mean: Floats
    doubt: Floats
    """Half the 95 % interval of the mean."""
    spread: Floats
    """Half the interval in which one more simulation lies with 95 % probability."""
    number: Floats
    """Of simulations."""

    @classmethod
    def of(cls, values: Mapping[float, Floats], sign: float) -> Points:
        from scipy.special import stdtrit

        known = {m: sign * draws[~np.isnan(draws)] for m, draws in sorted(values.items()) if not np.isnan(draws).all()}
        at = np.array(list(known))
        number = np.array([len(numbers) for numbers in known.values()], dtype=np.float64)
        squares = np.array([((numbers - numbers.mean()) ** 2).sum() for numbers in known.values()])
        squares, freedom = _pooled(at, squares, number - 1)
        spread = np.sqrt(squares / np.maximum(freedom, 1)) * stdtrit(np.maximum(freedom, 1), MIDDLE)
        mean = np.array([numbers.mean() for numbers in known.values()])
        return cls(at, mean, spread / number**0.5, spread * (1 + 1 / number) ** 0.5, number)

    @property
    def least(self) -> int:
        """How many points there are to the lowest one: what comes behind it rises."""
        return int(self.mean.argmin()) + 1 if len(self.mean) else 0

    def down(self, value: float) -> Crossing:
        """Where the mean comes down to a value."""
        known = self.least
        return crossing(self.at[:known], fallen(self.mean[:known], self.number[:known]), value)

    def first(self, widths: Floats | float, value: float) -> Crossing:
        """The least magnitude at which the curve may be down at a value, with `widths` of doubt."""
        known = self.least
        return crossing(self.at[:known], np.minimum.accumulate((self.mean - widths)[:known]), value)

    def last(self, widths: Floats | float, value: float) -> Crossing:
        """The largest magnitude at which the curve may still be at a value, before it rises again."""
        known = self.least
        above = (self.mean + widths)[:known]
        return crossing(self.at[:known], np.maximum.accumulate(above[::-1])[::-1], value, below=True)


def _pooled(at: Floats, squares: Floats, freedom: Floats) -> tuple[Floats, Floats]:
    """Sums of squares and degrees of freedom of few simulations, with those of the next magnitudes that are `APART`.

    Nearer ones share most of their draws and would add nothing. Without error there is no spread to take over.
    """
    if not len(at) or freedom.max() >= ENOUGH:
        return squares, freedom
    pooled, free = squares.copy(), freedom.copy()
    for place, magnitude in enumerate(at.tolist()):
        if magnitude == 0:
            continue
        for others in (
            np.flatnonzero((at > 0) & (at <= magnitude - APART))[-1:],
            np.flatnonzero(at >= magnitude + APART)[:1],
        ):
            pooled[place] += squares[others].sum()
            free[place] += freedom[others].sum()
    return pooled, free


def read(values: Values, value: float, low: float, high: float, more: More | None, points: int) -> CurveReading:
    """Where the curve has the value; `values` gets up to `points` further magnitudes, and repetitions near it.

    `low` and `high` are the interval of the value; without one, the reading's interval is where one more simulation
    would give the value.
    """
    sign = -1.0 if rises(values) else 1.0
    value = sign * value
    up, down = (abs(sign * end - value) for end in ((high, low) if sign > 0 else (low, high)))
    repeats = min(map(len, values.values()), default=0)
    begun, most = len(values), (MOST_REPEATS if repeats > ENOUGH else 2) * repeats
    for _ in range(ROUNDS):
        if more is None:
            break
        curve = Points.of(values, sign)
        ends = _ends(curve, value, up, down)
        new = [magnitude for magnitude in _wanted(ends, _own(curve, value)) if magnitude not in values]
        wanted = sorted(new[: begun + points - len(values)])
        if wanted:
            values.update(zip(wanted, more(wanted, range(repeats)).T, strict=True))
            continue
        doubtful = _doubtful(values, curve, ends, value, up, down, most)
        if not doubtful:
            break
        _repeat(values, doubtful, more, most)
    curve = Points.of(values, sign)
    return _reading(curve, _ends(curve, value, up, down), value)


def rises(values: Mapping[float, Floats]) -> bool:
    """Whether the measure goes up with the error, as measures of disagreement do: more than it goes down."""
    means = [float(np.nanmean(values[m])) for m in sorted(values) if not np.isnan(values[m]).all()]
    return bool(means) and max(means) - means[0] > means[0] - min(means)


def _ends(curve: Points, value: float, up: float, down: float) -> tuple[Crossing, Crossing, Crossing]:
    """Where the curve has the value, and the ends of the reading's interval.

    The errors of the value and of the curve have nothing to do with one another: their squares add up.
    """
    if up == down == 0 and len(curve.mean) and value >= curve.mean[0]:  # perfect, and no doubt about it
        return (Crossing(float(curve.at[0])),) * 3
    if np.isnan(up) or np.isnan(down):
        above = below = curve.spread
    else:
        above, below = (np.sqrt(width**2 + curve.doubt**2) for width in (up, down))
    return curve.down(value), curve.first(above, value), curve.last(below, value)


def _half(ends: tuple[Crossing, Crossing, Crossing]) -> float:
    first, last = ends[1].at, ends[2].at
    return NAN if np.isnan(first) else ((1.0 if np.isnan(last) else last) - first) / 2


def _wanted(ends: tuple[Crossing, Crossing, Crossing], own: float) -> list[float]:
    """Magnitudes that would make the reading surer, those of the value itself first.

    Between magnitudes nothing is to be seen that is smaller than the simulations' own error.
    """
    allowed = max(SMALL * _half(ends), own / 4)
    if np.isnan(allowed):
        return []
    open_ones = [
        end for end in ends if end.bracket is not None and min(end.error, end.bracket[1] - end.bracket[0]) > allowed
    ]
    return list(dict.fromkeys(magnitude for end in open_ones for magnitude in end.next))


def _doubtful(
    values: Values,
    curve: Points,
    ends: tuple[Crossing, Crossing, Crossing],
    value: float,
    up: float,
    down: float,
    most: int,
) -> list[float]:
    """Magnitudes to be simulated more often: where the simulations are less sure than the value is, or where the
    interval is theirs alone and a few may be alike by luck."""
    if np.isnan(ends[0].at):
        return []
    if not (np.isnan(up) or np.isnan(down)):
        exact = [curve.down(value + up).at, curve.down(value - down).at]
        half = ((1.0 if np.isnan(exact[1]) else exact[1]) - exact[0]) / 2
        if _own(curve, value) <= HALF * half:
            return []
    near = {bound for end in ends if end.bracket is not None for bound in end.bracket}
    return [m for m in sorted(near) if m > 0 and len(values[m]) < most]


def _own(curve: Points, value: float) -> float:
    """Half the interval of magnitudes at which the simulated mean may have the value."""
    first, last = curve.first(curve.doubt, value).at, curve.last(curve.doubt, value).at
    return NAN if np.isnan(first) else ((1.0 if np.isnan(last) else last) - first) / 2


def _repeat(values: Values, magnitudes: Sequence[float], more: More, most: int) -> None:
    """Twice as many repetitions of those that have the fewest."""
    fewest = min(len(values[m]) for m in magnitudes)
    chosen = [m for m in magnitudes if len(values[m]) == fewest]
    for magnitude, further in zip(chosen, more(chosen, range(fewest, min(2 * fewest, most))).T, strict=True):
        values[magnitude] = np.concatenate([values[magnitude], further])


def _reading(curve: Points, ends: tuple[Crossing, Crossing, Crossing], value: float) -> CurveReading:
    here, first, last = ends
    if np.isnan(first.at):
        return CurveReading(here.at, first.at, last.at, NAN)
    beyond = 1.0 if np.isnan(last.at) else last.at
    return CurveReading(here.at, first.at, beyond, _own(curve, value) + here.error, _again(curve, here.at, value))


def _again(curve: Points, at: float, value: float) -> float:
    """Where the curve, above the value once more and beyond chance, passes it."""
    if np.isnan(at):
        return NAN
    above = np.flatnonzero((curve.at > at) & (curve.mean - curve.doubt > value))
    if not len(above) or not (curve.mean[: int(above[0])] <= value).any():
        return NAN
    right = int(above[0])
    left = int(np.flatnonzero(curve.mean[:right] <= value)[-1])
    share = (value - curve.mean[left]) / (curve.mean[right] - curve.mean[left])
    return float(curve.at[left] + share * (curve.at[right] - curve.at[left]))

"""Simulated populations with a known coefficient, and how often intervals on samples of their items cover it."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

import accord
from accord import Labels
from accord.resampling import generator

SIZE = 20_000  # items of a population
EVEN: dict[int, tuple[float, ...]] = {size: (1 / size,) * size for size in (2, 3, 5)}
SKEWED: dict[int, tuple[float, ...]] = {2: (0.9, 0.1), 3: (0.8, 0.15, 0.05), 5: (0.7, 0.15, 0.08, 0.05, 0.02)}


@dataclass(frozen=True)
class Design:
    """Annotators who know an item's category with probability √κ and otherwise draw one from the shares."""

    annotators: int
    shares: tuple[float, ...]
    kappa: float
    missing: float = 0.0

    def __str__(self) -> str:
        habits = "skewed" if max(self.shares) > 0.5 else "even"
        gaps = f", {self.missing:.0%} missing" if self.missing else ""
        return f"{self.annotators} annotators, {len(self.shares)} categories {habits}, κ {self.kappa:g}{gaps}"


class Coverage(NamedTuple):
    """Of intervals at 95 %: the share that cover the population's value, that lie below and above it, and the width.

    An undefined value or interval covers nothing, and is counted apart.
    """

    covered: float
    below: float
    above: float
    undefined: float
    width: float


@cache
def population(design: Design) -> NDArray[np.float64]:
    """(items, annotators) codes, nan where missing."""
    rng = generator(1, "population", str(design))
    codes = np.arange(len(design.shares))
    true = rng.choice(codes, size=SIZE, p=design.shares)
    guessed = rng.choice(codes, size=(SIZE, design.annotators), p=design.shares)
    known = rng.random((SIZE, design.annotators)) < math.sqrt(design.kappa)
    table = np.where(known, true[:, None], guessed).astype(np.float64)
    table[rng.random(table.shape) < design.missing] = np.nan
    return table


def labels_of(design: Design, table: NDArray[np.float64]) -> Labels:
    return accord.labels(table, categories=range(len(design.shares)), level="nominal")


def coverage(
    design: Design, items: int, expression: str, method: str, *, samples: int, replicates: int, seed: int = 0
) -> Coverage:
    """How 95 % intervals fare on samples of items; the method "analytic" is the value ± 1.96 standard errors."""
    whole = population(design)
    truth = accord.measure(labels_of(design, whole), expression, confidence=None).value
    rng = generator(seed, "samples", str(design), items)
    bounds = np.empty((samples, 2))
    for number in range(samples):
        drawn = labels_of(design, whole[rng.integers(SIZE, size=items)])
        bounds[number] = _bounds(drawn, expression, method, replicates, seed=number)
    low, high = bounds.T
    missed = np.isnan(low)
    return Coverage(
        covered=float(((low <= truth) & (truth <= high)).mean()),
        below=float((high < truth).mean()),
        above=float((low > truth).mean()),
        undefined=float(missed.mean()),
        width=float(np.nanmean(high - low)),
    )


def _bounds(data: Labels, expression: str, method: str, replicates: int, seed: int) -> tuple[float, float]:
    if method != "analytic":
        result = accord.measure(data, expression, replicates=replicates, seed=seed, method=method)
        return result.low, result.high
    result = accord.measure(data, expression, confidence=None)
    errors = [error.value for error in result.standard_errors if error.kind == "sampling"]
    half = 1.959963984540054 * errors[0] if errors else math.nan
    return result.value - half, result.value + half

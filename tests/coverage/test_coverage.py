"""How often 95 % intervals cover the coefficient of the population that the items were drawn from.

Annotators know an item's category with probability √κ and otherwise draw one from the categories' shares; the true
value is the coefficient of 20,000 items with the same annotators, missing labels included. 1,000 samples each: the
standard error of a coverage of 95 % is 0.7 %. The tables of the documentation are those of the larger study in
benchmarks/interval_coverage.py.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

from accord import Labels
from accord.statistics import generator
from untyped import accord

SIZE = 20_000  # items of a population
SAMPLES, REPLICATES = 1_000, 500
LEAST, MOST = 0.92, 0.97
SHAPES = ((2, 2), (2, 5), (3, 3), (5, 2), (5, 5))
"""Annotators and categories."""
EVEN: dict[int, tuple[float, ...]] = {size: (1 / size,) * size for size in (2, 3, 5)}
SKEWED: dict[int, tuple[float, ...]] = {2: (0.9, 0.1), 3: (0.8, 0.15, 0.05), 5: (0.7, 0.15, 0.08, 0.05, 0.02)}


@dataclass(frozen=True)
class Design:
    annotators: int
    shares: tuple[float, ...]
    kappa: float
    missing: float = 0.0

    def __str__(self) -> str:
        habits = "skewed" if max(self.shares) > 0.5 else "even"
        gaps = f", {self.missing:.0%} missing" if self.missing else ""
        return f"{self.annotators} annotators, {len(self.shares)} categories {habits}, κ {self.kappa:g}{gaps}"


class Coverage(NamedTuple):
    """The share of intervals that cover the truth, that lie below and above it, and their mean width.

    An undefined interval covers nothing, and is counted apart.
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
    return accord.labels(table, categories=range(len(design.shares)), level="nominal")  # type: ignore[no-any-return]  # no types here


def coverage(design: Design, items: int, expression: str, method: str) -> Coverage:
    """How 95 % intervals fare on samples of items; the method "analytic" is the value ± 1.96 standard errors."""
    whole = population(design)
    truth = accord.measure(labels_of(design, whole), expression, confidence=None).value
    rng = generator(0, "samples", str(design), items)
    bounds = np.empty((SAMPLES, 2))
    for number in range(SAMPLES):
        drawn = labels_of(design, whole[rng.integers(SIZE, size=items)])
        bounds[number] = _bounds(drawn, expression, method, seed=number)
    low, high = bounds.T
    return Coverage(
        covered=float(((low <= truth) & (truth <= high)).mean()),
        below=float((high < truth).mean()),
        above=float((low > truth).mean()),
        undefined=float(np.isnan(low).mean()),
        width=float(np.nanmean(high - low)),
    )


def _bounds(data: Labels, expression: str, method: str, seed: int) -> tuple[float, float]:
    if method != "analytic":
        result = accord.measure(data, expression, replicates=REPLICATES, seed=seed, method=method)
        return result.low, result.high
    result = accord.measure(data, expression, confidence=None)
    errors = [error.value for error in result.standard_errors if error.kind == "sampling"]
    half = 1.959963984540054 * errors[0] if errors else math.nan
    return result.value - half, result.value + half


# ---- the tests

Cell = tuple[Design, int, str, str]
CASES = ((0.4, 0.2), (0.6, 0.0), (0.8, 0.2))
"""κ, and the share of missing labels."""
RARE = (2, 2)  # with shares .9 and .1, BCa is too wide at 100 and 200 items, up to 98 %


def _held() -> list[Cell]:
    cells: list[Cell] = []
    for annotators, size in SHAPES:
        for kappa, missing in CASES:
            even, skewed = (Design(annotators, shares[size], kappa, missing) for shares in (EVEN, SKEWED))
            cells += [(even, items, "alpha", "bca") for items in (50, 100, 200)]
            cells += [(even, items, "alpha", "percentile") for items in (100, 200)]
            cells += [(skewed, 200, "alpha", "percentile")]
            cells += [(skewed, 200, "alpha", "bca")] if (annotators, size) != RARE else []
        plain = Design(annotators, EVEN[size], 0.6)
        cells += [(plain, 50, "kappa" if annotators == 2 else "multi_kappa", "bca"), (plain, 50, "ac1", "bca")]
    return cells


FALLING_SHORT: dict[str, Cell] = {
    "a rare category, two annotators, 50 items": (Design(2, SKEWED[2], 0.8), 50, "alpha", "bca"),
    "and missing labels": (Design(2, SKEWED[2], 0.6, 0.2), 50, "alpha", "bca"),
    "a rare category, five annotators, 50 items": (Design(5, SKEWED[2], 0.4), 50, "alpha", "bca"),
    "near 1, two annotators, 50 items, percentile": (Design(2, SKEWED[5], 0.8, 0.2), 50, "alpha", "percentile"),
    "ten items": (Design(2, EVEN[2], 0.6), 10, "alpha", "bca"),
}
"""Where intervals cover less than they say; the documentation tells so."""


def _named(cell: Cell) -> str:
    design, items, expression, method = cell
    return f"{expression}, {method}, {items} items, {design}"


@pytest.mark.deep
@pytest.mark.parametrize("cell", _held(), ids=_named)
def test_intervals_cover_what_they_say(cell: Cell) -> None:
    found = coverage(*cell)
    assert LEAST <= found.covered <= MOST, found
    assert found.undefined == 0


@pytest.mark.deep
@pytest.mark.parametrize("cell", FALLING_SHORT.values(), ids=FALLING_SHORT)
def test_intervals_fall_short_where_the_documentation_says(cell: Cell) -> None:
    """If one of these holds some day, the documentation is to be mended."""
    assert coverage(*cell).covered < LEAST


def test_a_population_has_the_coefficient_it_is_made_for() -> None:
    for design in (Design(3, EVEN[3], 0.6), Design(2, SKEWED[2], 0.4, 0.2), Design(5, SKEWED[5], 0.8)):
        value = accord.measure(labels_of(design, population(design)), "alpha", confidence=None).value
        assert value == pytest.approx(design.kappa, abs=0.02)


MENDED = ("a rare category, two annotators, 50 items", "a rare category, five annotators, 50 items", "ten items")


@pytest.mark.deep
@pytest.mark.parametrize("name", MENDED)
def test_smoothed_intervals_cover_where_others_fall_short(name: str) -> None:
    design, items, expression, _ = FALLING_SHORT[name]
    assert coverage(design, items, expression, "smoothed").covered >= LEAST

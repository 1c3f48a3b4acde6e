"""The quantiles of Student's t beside those of scipy."""

from __future__ import annotations

import pytest
from scipy.special import stdtrit

from accord.statistics.student import t_quantile


@pytest.mark.parametrize("share", [0.001, 0.25, 0.5, 0.75, 0.95, 0.975, 0.995, 0.9999])
@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 7, 30, 249, 1000, 9999, 10_000, 10**6])
def test_quantiles_are_those_of_scipy(share: float, freedom: int) -> None:
    assert t_quantile(share, freedom) == pytest.approx(float(stdtrit(freedom, share)), rel=1e-12, abs=1e-15)


@pytest.mark.parametrize(
    ("share", "freedom", "exact"),
    [
        (0.75, 1, 1.0),
        (0.99, 1, 31.82051595377393),
        (0.9995, 3, 12.923978636687965),
        (0.9995, 61, 3.457293708870447),
        (0.999999999, 1, 318309895.18620926),
        (0.999999999, 3, 1033.1096842432755),
    ],
)
def test_tails_are_right_to_the_last_digit(share: float, freedom: int, exact: float) -> None:
    """As mpmath 1.4.1 computes them with 40 digits."""
    assert t_quantile(share, freedom) == pytest.approx(exact, rel=3e-16, abs=0)

"""The quantiles of Student's t beside those of scipy."""

from __future__ import annotations

import pytest
from scipy.special import stdtrit

from accord.statistics.student import t_quantile


@pytest.mark.parametrize("share", [0.001, 0.25, 0.5, 0.75, 0.95, 0.975, 0.995, 0.9999])
@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 7, 30, 249, 1000, 9999, 10_000, 10**6])
def test_quantiles_are_those_of_scipy(share: float, freedom: int) -> None:
    assert t_quantile(share, freedom) == pytest.approx(float(stdtrit(freedom, share)), rel=1e-12, abs=1e-15)

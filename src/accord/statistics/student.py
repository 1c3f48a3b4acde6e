"""Student's t without a library: scipy.special takes longer to load than most measures to compute."""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from functools import lru_cache
from statistics import NormalDist

MANY = 10_000  # degrees of freedom, from which on the terms left out are smaller than the last digit
_DIGITS = 28  # of sums of up to 5,000 terms, so that the result is right to the last digit of a float
_NEAR = Decimal("1e-10")  # a step over t, after which the next would be about its square
_HALVINGS, _LAST_POWER = 4, 27  # of an angle below π/2, which is then below a tenth, and 0.1²⁷ beyond all digits
_PI = Decimal("3.1415926535897932384626433832795")
_STEPS = 100  # of Newton's method, of which one degree of freedom and a share of .9999 need twenty


@lru_cache(maxsize=1024)  # the intervals of all measures of the same items ask for the same
def t_quantile(share: float, freedom: int) -> float:
    """The quantile of Student's t.

    >>> round(t_quantile(0.975, 1), 4), round(t_quantile(0.975, 10), 4), round(t_quantile(0.975, 10_000), 4)
    (12.7062, 2.2281, 1.9602)
    """
    if share < 0.5:
        return -t_quantile(1 - share, freedom)
    return _expanded_normal(share, freedom) if freedom >= MANY else _by_newton(share, freedom)


def _expanded_normal(share: float, freedom: int) -> float:
    """By the expansion around the normal quantile (Fisher & Cornish 1960; Abramowitz & Stegun, 26.7.5)."""
    z = NormalDist().inv_cdf(share)
    square = z * z
    terms = (
        (square + 1) / 4,
        ((5 * square + 16) * square + 3) / 96,
        (((3 * square + 19) * square + 17) * square - 15) / 384,
        ((((79 * square + 776) * square + 1482) * square - 1920) * square - 945) / 92160,
    )
    return float(z * (1 + sum(term / freedom**power for power, term in enumerate(terms, 1))))


def _by_newton(share: float, freedom: int) -> float:
    """By Newton's method, from the expansion where it comes near, else from the normal quantile, which is smaller.

    Above 0 the distribution is concave, so that every step but the first ends below the quantile.
    """
    logarithm = math.lgamma((freedom + 1) / 2) - math.lgamma(freedom / 2) - math.log(freedom * math.pi) / 2
    start = NormalDist().inv_cdf(share)
    if start * start < freedom / 2:
        start = _expanded_normal(share, freedom)
    with localcontext() as context:
        context.prec = _DIGITS
        t, sought = Decimal(start), 2 * Decimal(share) - 1
        for _ in range(_STEPS):
            density = math.exp(logarithm - (freedom + 1) / 2 * math.log1p(float(t) ** 2 / freedom))
            step = (sought - _between_both(t, freedom)) / Decimal(2 * density)
            t += step
            if abs(step) <= t * _NEAR:
                break
        return float(t)


def _between_both(t: Decimal, freedom: int) -> Decimal:
    """P(|T| < t) of a whole number of degrees of freedom (Abramowitz & Stegun, 26.7.3 and 26.7.4)."""
    square = t * t
    cosine_squared, sine = freedom / (freedom + square), (square / (freedom + square)).sqrt()
    odd = freedom % 2
    term = cosine_squared.sqrt() if odd else Decimal(1)
    total = term if freedom > 1 else Decimal(0)
    for factor in range(2 + odd, freedom, 2):
        term *= cosine_squared * (factor - 1) / factor
        total += term
    if not odd:
        return sine * total
    return (_arctangent(t / Decimal(freedom).sqrt()) + sine * total) * 2 / _PI


def _arctangent(x: Decimal) -> Decimal:
    """By the series, after the angle was halved until it is small."""
    for _ in range(_HALVINGS):
        x /= 1 + (1 + x * x).sqrt()
    square, power, total = x * x, x, x
    for odd in range(3, _LAST_POWER, 2):
        power *= -square
        total += power / odd
    return total * Decimal(2) ** _HALVINGS

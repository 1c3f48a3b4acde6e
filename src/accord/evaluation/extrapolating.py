"""What is said of numbers beyond the data: from how many items on, and how far they may be off."""

from __future__ import annotations

import math
from statistics import NormalDist

from accord.results.wording import many

FEWEST_ITEMS = 20
"""Items below which no number of items or annotators is extrapolated (simulations in docs/decisions.md)."""
SPREAD = 2.5
"""√n times the standard deviation of the logarithm of an extrapolated number of items, from n items: .9 to 1.5 in
simulations where categories are about as frequent, 2.4 to 3.3 where one has most of the labels."""


def too_few(items: int, having: str = "") -> str | None:
    """Why nothing is extrapolated from so few items, or None.

    >>> too_few(3)
    '3 items are too few to extrapolate from, which takes 20'
    """
    if items >= FEWEST_ITEMS:
        return None
    verb = "is" if items == 1 else "are"
    return f"{many(items, 'item')}{having} {verb} too few to extrapolate from, which takes {FEWEST_ITEMS}"


def items_range(needed: float, items: int, confidence: float = 0.95) -> tuple[float, float]:
    """Between what a number of items that was extrapolated from so many may truly lie.

    >>> [round(end) for end in items_range(400, 50)]
    [200, 800]
    """
    factor = math.exp(NormalDist().inv_cdf((1 + confidence) / 2) * SPREAD / math.sqrt(items))
    return needed / factor, needed * factor

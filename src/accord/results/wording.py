"""Numbers of things in words."""

from __future__ import annotations

import math


def many(number: float, noun: str, several: str | None = None) -> str:
    """A number with the noun in its singular or plural.

    >>> many(1, "item"), many(1200, "item"), many(0, "item"), many(2, "category", "categories")
    ('1 item', '1,200 items', '0 items', '2 categories')
    """
    return f"{number:,} {noun if number == 1 else several or noun + 's'}"


def signed(value: float) -> str:
    """
    >>> signed(0.331), signed(-0.58), signed(-0.001), signed(float("nan"))
    ('+0.33', '−0.58', '0.00', '–')
    """
    if value != value:
        return "–"
    return "0.00" if abs(value) < 0.005 else f"{value:+.2f}".replace("-", "−")


def percent(share: float) -> str:
    """
    >>> percent(0.1234), percent(0.00004), percent(0.05)
    ('12.3 %', '0.0 %', '5 %')
    """
    return f"{100 * share:.0f} %" if math.isclose(100 * share, round(100 * share)) and share else f"{100 * share:.1f} %"

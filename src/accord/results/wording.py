"""Numbers of things in words."""

from __future__ import annotations


def many(number: float, one: str, several: str | None = None) -> str:
    """A number with the noun in its singular or plural.

    >>> many(1, "item"), many(1200, "item"), many(0, "item"), many(2, "category", "categories")
    ('1 item', '1,200 items', '0 items', '2 categories')
    """
    return f"{number:,} {one if number == 1 else several or one + 's'}"

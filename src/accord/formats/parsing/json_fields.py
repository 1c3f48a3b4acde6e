"""Values of JSON records as texts and numbers, whatever an export has put there."""

from __future__ import annotations

import math


def text_of(value: object) -> str | None:
    """A text or number as text; None for anything else, for the empty text, and for half characters.

    >>> text_of(12), text_of("a"), text_of([1]), text_of("")
    ('12', 'a', None, None)
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() else repr(value) if math.isfinite(value) else None
    try:
        text = str(value)
        text.encode("utf-8")
    except ValueError:  # a lone surrogate, or a whole number of thousands of digits
        return None
    return text or None


def number_of(value: object) -> float | None:
    """A finite number, also one written as text; None for anything else.

    >>> number_of(3), number_of("2.5"), number_of(True), number_of("1e999")
    (3.0, 2.5, None, None)
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        number = float(value)
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None

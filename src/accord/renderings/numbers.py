"""Numbers for people: a sensible number of digits, never more than the data support."""

from __future__ import annotations

import math


def shown(value: float | None, digits: int = 3) -> str:
    """
    >>> shown(0.80120), shown(6.7e-7), shown(1234567.0), shown(float("nan")), shown(-0.00001)
    ('0.801', '0.000', '1,234,567', '–', '0.000')
    """
    if value is None or math.isnan(value):
        return "–"
    if abs(value) < 0.5 * 10**-digits:
        value = 0.0
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.{digits}f}"


def magnitude(value: float) -> str:
    """The size of an error: two digits, however small it is.

    >>> magnitude(0.1), magnitude(0.00352), magnitude(0.0), magnitude(1.0), magnitude(float("nan"))
    ('0.10', '0.0035', '0.00', '1.00', '–')
    """
    if math.isnan(value):
        return "–"
    places = 1 - math.floor(math.log10(value)) if 0 < value < 0.095 else 2
    return f"{value:.{places}f}"


def exactly(value: float | None) -> str:
    """All digits, for CSV; nothing where it is undefined.

    >>> exactly(0.1), exactly(float("nan"))
    ('0.1', '')
    """
    return "" if value is None or math.isnan(value) else repr(float(value))


def digits(value: float, exact: bool, number: int = 3) -> str:
    """All digits where they are asked for, else those for people."""
    return exactly(value) if exact else shown(value, number)


def exact_cell(value: object) -> str:
    """What a cell of a table for programs holds: numbers with all digits, nothing where there is none."""
    if isinstance(value, bool):
        return str(value).lower()
    return "" if value is None else exactly(value) if isinstance(value, float) else str(value)


def share(value: float) -> str:
    """A share in per cent.

    >>> share(0.125), share(float("nan"))
    ('12.5%', '–')
    """
    return "–" if math.isnan(value) else f"{value:.1%}"


def counted(value: float) -> str:
    """A count, which may be fractional in a coincidence matrix.

    >>> counted(18840.0), counted(7.3333)
    ('18,840', '7.3')
    """
    return f"{value:,.0f}" if value == int(value) else f"{value:,.1f}"

"""How much of a long table stands in the JSON of a report: the rows that matter most, and how many are left out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

MOST_LISTED = 500  # rows of one table
MOST_LISTED_CELLS = 10_000  # of annotators × categories
LONGEST_TEXT = 5_000  # characters of an item that are shown


def smallest(key: NDArray[np.float64], most: int = MOST_LISTED) -> NDArray[np.int64]:
    """The places of the smallest keys, in the order of the data; nan comes last.

    >>> smallest(np.array([3.0, np.nan, 1.0, 2.0]), 2)
    array([2, 3])
    """
    return np.sort(np.argsort(key, kind="stable")[:most])


def left_out(number: int, shown: int) -> dict[str, int]:
    """For JSON: how many rows there are beside those that stand there; nothing where all do.

    >>> left_out(7, 5), left_out(5, 5)
    ({'left_out': 2}, {})
    """
    return {"left_out": number - shown} if number > shown else {}


def shortened(text: str | None, most: int = LONGEST_TEXT) -> str | None:
    """A text as it stands in the JSON."""
    return text if text is None or len(text) <= most else text[: most - 1] + "…"

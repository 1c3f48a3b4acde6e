"""A portion of the rows of a table."""

from __future__ import annotations

from dataclasses import dataclass

from accord.annotations.frames import Origin
from accord.annotations.lazy_polars import pl


@dataclass(frozen=True)
class Portion:
    """Some rows of a table, and where they came from."""

    frame: pl.DataFrame
    origin: Origin
    first: int
    """How many rows of the file stand before it."""
    share: float
    """How much of the file it is, of 1."""

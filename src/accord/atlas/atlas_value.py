"""A number of a public data set, with its interval where it has one."""

from __future__ import annotations

import math
from dataclasses import dataclass

from accord.results.json_numbers import json_number


@dataclass(frozen=True)
class AtlasValue:
    """As it stands in a cell of the table: "0.451 0.42 0.48", or "0.451" where no interval was computed."""

    value: float
    low: float = math.nan
    high: float = math.nan

    @classmethod
    def parse(cls, cell: str) -> AtlasValue:
        """
        >>> AtlasValue.parse("0.451 0.42 0.48")
        AtlasValue(value=0.451, low=0.42, high=0.48)
        """
        return cls(*map(float, cell.split()))

    def __str__(self) -> str:
        """Four significant digits of the value, three decimals of the ends.

        >>> str(AtlasValue(0.451234, 0.42001, 0.47999)), str(AtlasValue(0.5))
        ('0.4512 0.42 0.48', '0.5')
        """
        if math.isnan(self.low) or math.isnan(self.high):
            return f"{self.value:.4g}"
        return f"{self.value:.4g} {self.low:.3g} {self.high:.3g}"

    def as_json(self) -> dict[str, float | None]:
        return {"value": json_number(self.value), "low": json_number(self.low), "high": json_number(self.high)}

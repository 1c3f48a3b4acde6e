"""What a coefficient would promise if all items were equally hard, and if they were very unequal.

The data's own share stands between these curves in the report (Bregeon et al. 2019, section 5). They are curves of the
plain vote, for which labels are the same or not: an ordinal α, which counts a step less than a leap, does not lie on
them. Ordinal labels are put there by their Fleiss' κ, counted as names.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from accord.diagnosis.promised import Promised
from accord.results import Result

READ_AS_KAPPA = ("fleiss", "pi", "multi_kappa", "kappa", "alpha")
NAMES = {"fleiss": "Fleiss' κ", "pi": "π", "multi_kappa": "κ", "kappa": "κ", "alpha": "α"}
KAPPAS = tuple(step / 20 for step in range(1, 21))


def read_as_kappa(results: Sequence[Result]) -> Result | None:
    """The coefficient that the curves and scales are read for; None where there is none between 0 and 1."""
    known = {one.measure: one for one in results if one.defined}
    own = next((known[name] for name in READ_AS_KAPPA if name in known), None)
    return own if own is not None and 0 <= own.value <= 1 else None


@dataclass(frozen=True)
class PromiseCurve:
    """Both curves for as many categories and annotators as the data have, and where the coefficient meets them."""

    coefficient: Result
    categories: int
    k: int
    """Annotators per item."""
    points: tuple[tuple[float, float, float], ...]
    """κ, the share of the reference that changes if items are equally hard, and if they are very unequal."""
    own: tuple[float, float]
    """The two shares at the coefficient's value."""
    as_names: bool = False
    """Whether the labels are ordinal and the coefficient counts them as names, as the vote does."""

    @property
    def name(self) -> str:
        return NAMES[self.coefficient.measure]

    def as_json(self) -> dict[str, object]:
        names = ("kappa", "homogeneous", "dirichlet")
        return {
            "measure": self.coefficient.measure,
            "value": self.coefficient.value,
            "low": None if math.isnan(self.coefficient.low) else self.coefficient.low,
            "high": None if math.isnan(self.coefficient.high) else self.coefficient.high,
            "categories": self.categories,
            "k": self.k,
            "counted_as_names": self.as_names,
            "points": [dict(zip(names, point, strict=True)) for point in self.points],
            "own": dict(zip(names[1:], self.own, strict=True)),
        }


def promise_curve(results: Sequence[Result], promised: Promised | None) -> PromiseCurve | None:
    """The curves for the data that `promised` was made from; None where no coefficient lies on them."""
    if promised is None:
        return None
    own = read_as_kappa(results if promised.as_names is None else [promised.as_names])
    if own is None:
        return None
    categories, k = promised.categories, promised.promise.forecast.k
    ((_, least, most),) = bounds_at((own.value,), categories, k)
    named = promised.as_names is not None
    return PromiseCurve(own, categories, k, bounds_at(KAPPAS, categories, k), (least, most), named)


@lru_cache(maxsize=64)  # page and JSON ask for the same, which takes seconds with 20 categories and 25 annotators
def bounds_at(
    kappas: tuple[float, ...], categories: int, k: int, against: str = "group", coefficient: str = "kappa"
) -> tuple[tuple[float, float, float], ...]:
    """Each κ with the share that changes if items are equally hard, and if they are very unequal.

    >>> [(at, round(least, 4), round(most, 4)) for at, least, most in bounds_at((0.8,), 5, 3)]
    [(0.8, 0.0303, 0.1091)]
    """
    from accord.reproducibility.curves import curve

    lines = [
        curve(kappas, categories, k, model, against, coefficient).tolist() for model in ("homogeneous", "dirichlet")
    ]
    return tuple(zip(kappas, *lines, strict=True))

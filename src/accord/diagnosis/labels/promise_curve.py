"""What a coefficient would promise if all items were equally hard, and if they were very unequal.

The data's own share stands beside these curves in the report (Bregeon et al. 2019, section 5). Those of names are of
the vote, by κ. Those of a scale are of the median, by α at the data's own level, and for the data's own frequencies: if
annotators disagree by steps, all items being equally hard, and if they disagree by leaps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from accord.diagnosis.labels.promised import Promised
from accord.evaluation.headlines import headlines
from accord.measures import find
from accord.reproducibility.curves import curve
from accord.reproducibility.extrapolation import ORDERED
from accord.reproducibility.scale_populations import Scale
from accord.reproducibility.sentence import scale_curve
from accord.results import Result
from accord.results.json_numbers import json_fields

KAPPAS = tuple(step / 20 for step in range(1, 21))


def read_as_kappa(results: Sequence[Result]) -> Result | None:
    """The coefficient that the curves and scales are read for; None where there is none between 0 and 1."""
    plain = [result for result in results if result.defined and "(" not in result.measure]
    own = next(iter(headlines("labels", plain, family="kappa")), None)
    return own if own is not None and 0 <= own.value <= 1 else None


@dataclass(frozen=True)
class PromiseCurve:
    """Both curves for as many categories and annotators as the data have, and where the coefficient meets them."""

    coefficient: Result
    categories: int
    k: int
    """Annotators per item."""
    points: tuple[tuple[float, float, float], ...]
    """κ, the share of the reference that changes if items are equally hard, and if they are very unequal; of medians
    α, and the share if annotators disagree by steps, and if by leaps."""
    own: tuple[float, float]
    """The two shares at the coefficient's value."""
    reference: str = "vote"
    """vote, or median on a scale."""

    @property
    def name(self) -> str:
        return find("labels", self.coefficient.measure).symbol

    def as_json(self) -> dict[str, object]:
        names = ("alpha", "steps", "leaps") if self.reference == "median" else ("kappa", "homogeneous", "dirichlet")
        return {
            **json_fields(self.coefficient, "measure", "value", "low", "high"),
            **json_fields(self, "categories", "k", "reference"),
            "points": [dict(zip(names, point, strict=True)) for point in self.points],
            "own": dict(zip(names[1:], self.own, strict=True)),
        }


def promise_curve(results: Sequence[Result], promised: Promised | None) -> PromiseCurve | None:
    """The curves for the data that `promised` was made from; None where no coefficient lies on them."""
    if promised is None:
        return None
    scale, categories, k = promised.scale, promised.categories, promised.promise.forecast.k
    own = read_as_kappa(results if scale is None else [result for result in results if _of_scale(result)])
    if own is None:
        return None
    if scale is not None:
        ((_, near, far),) = scale_bounds_at((own.value,), scale, k)
        return PromiseCurve(own, categories, k, scale_bounds_at(KAPPAS, scale, k), (near, far), "median")
    ((_, least, most),) = bounds_at((own.value,), categories, k)
    return PromiseCurve(own, categories, k, bounds_at(KAPPAS, categories, k), (least, most))


def _of_scale(result: Result) -> bool:
    """Whether the curves of a scale are for this coefficient: α that counts how far labels are apart."""
    return result.measure == "alpha" and result.level in ORDERED


def scale_bounds_at(values: tuple[float, ...], scale: Scale, k: int) -> tuple[tuple[float, float, float], ...]:
    """Each α with the share of medians that changes if annotators disagree by steps, and by leaps.

    >>> [(at, round(near, 3), round(far, 3)) for at, near, far in scale_bounds_at((0.8,), Scale.even(5), 3)]
    [(0.8, 0.379, 0.108)]
    """
    return tuple((point.alpha, point.steps, point.leaps) for point in scale_curve(scale, k, values))


@lru_cache(maxsize=64)  # page and JSON ask for the same, which takes seconds with 20 categories and 25 annotators
def bounds_at(
    kappas: tuple[float, ...], categories: int, k: int, against: str = "group", coefficient: str = "kappa"
) -> tuple[tuple[float, float, float], ...]:
    """Each κ with the share that changes if items are equally hard, and if they are very unequal.

    >>> [(at, round(least, 4), round(most, 4)) for at, least, most in bounds_at((0.8,), 5, 3)]
    [(0.8, 0.0303, 0.1091)]
    """
    lines = [
        curve(kappas, categories, k, model, against, coefficient).tolist() for model in ("homogeneous", "dirichlet")
    ]
    return tuple(zip(kappas, *lines, strict=True))

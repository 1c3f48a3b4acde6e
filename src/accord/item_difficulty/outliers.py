"""Items far harder or easier than their features say: what the features do not know about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from accord.item_difficulty.linear_model import Regression
from accord.results.json_numbers import JsonRecord, json_name
from accord.statistics.multiple_comparisons import bonferroni
from accord.statistics.p_values import two_sided_p


@dataclass(frozen=True)
class Outlier(JsonRecord):
    """An item whose difficulty a model misses."""

    outcome: str
    item: str
    text: str | None
    cluster: str | None
    observed: float
    predicted: float
    residual: float = field(metadata=json_name("studentised_residual"))
    """Studentised: beyond ±2 about one item in twenty by chance; positive is harder than predicted."""
    p: float = field(metadata=json_name("p_bonferroni"))
    """Bonferroni over all items: whether the largest residual of so many would be this large by chance."""

    @property
    def harder(self) -> bool:
        return self.residual > 0

    def as_json(self) -> dict[str, object]:
        return {**super().as_json(), "harder": self.harder}


def outliers(
    model: Regression,
    items: Sequence[str],
    texts: Sequence[str | None] | None,
    clusters: Sequence[str] | None,
    most: int,
) -> tuple[Outlier, ...]:
    """The items with the largest residuals, at most `most` on each side and only beyond ±2, the farthest first."""
    if model.studentised is None or model.rows is None or model.fitted is None or model.residuals is None:
        return ()
    residuals = np.nan_to_num(model.studentised)
    degrees = len(residuals) - len(model.terms) - 2
    order = np.argsort(-residuals, kind="stable")
    chosen = [place for place in order[:most] if residuals[place] > 2]
    chosen += [place for place in order[::-1][:most] if residuals[place] < -2]
    extremes = []
    for place in sorted(chosen, key=lambda position: -abs(residuals[position])):
        row = int(model.rows[place])
        predicted, residual = float(model.fitted[place]), float(residuals[place])
        observed = predicted + float(model.residuals[place])
        p = bonferroni(two_sided_p(residual, degrees), len(residuals))
        text = None if texts is None else texts[row]
        cluster = None if clusters is None else clusters[row]
        extremes.append(Outlier(model.outcome, items[row], text, cluster, observed, predicted, residual, p))
    return tuple(extremes)

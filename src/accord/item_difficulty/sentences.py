"""What makes items hard, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from accord.item_difficulty.correlating import Correlation
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.item_difficulty.result import Difficulty

LEVEL = 0.05


def sentences(result: Difficulty) -> list[str]:
    """A sentence or two for each outcome: what goes with difficulty, what does not survive, what the model explains."""
    lines = []
    if not np.isnan(result.systems_rho):
        lines.append(
            f"The systems' scores go with the annotators' disagreement (ρ = {_signed(result.systems_rho)}); what is "
            "left of the scores after a linear model on it is 'residual'."
        )
    for outcome in result.outcomes:
        mine = [correlation for correlation in result.correlations if correlation.outcome == outcome.name]
        if mine:
            lines += [f"{outcome.name}: {part}" for part in _correlations(mine)]
        lines += [f"{outcome.name}: {part}" for part in _models(result, outcome.name)]
    return lines


def _correlations(correlations: Sequence[Correlation]) -> list[str]:
    raw = [correlation for correlation in correlations if correlation.p < LEVEL]
    kept = [correlation for correlation in raw if correlation.survives(LEVEL)]
    clustered = any(correlation.clusters is not None for correlation in correlations)
    how = "Holm's correction with clusters taken into account" if clustered else "Holm's correction"
    if not raw:
        if len(correlations) == 1:
            return [f"{correlations[0].feature} is not significantly correlated with it."]
        return [f"none of {len(correlations)} features is significantly correlated with it."]
    have = f"{many(len(correlations), 'feature')} {'has' if len(raw) == 1 else 'have'}"
    first = f"{len(raw)} of {have} p < .05 as if items were independent: {_listed(raw)}."
    if not kept:
        return [first, f"none survives {how}."]
    lost = [correlation for correlation in raw if not correlation.survives(LEVEL)]
    gone = ", ".join(correlation.feature for correlation in lost)
    second = f"after {how} there remain {_listed(kept)}" + (f", and not {gone}." if lost else ".")
    extra = [correlation for correlation in correlations if correlation.survives(LEVEL) and not correlation.p < LEVEL]
    return [first, second, *([f"only with clusters: {_listed(extra)}."] if extra else [])]


def _models(difficulty: Difficulty, outcome: str) -> list[str]:
    model = next((regression for regression in difficulty.regressions if regression.outcome == outcome), None)
    if model is None:
        return []
    if model.undefined is not None:
        return [f"no regression: {model.undefined}."]
    seen = "whole clusters" if model.clusters is not None else "items"
    summary = (
        f"all features together explain {model.r2:.0%} of it (adjusted {model.adjusted:.0%}), and "
        f"{max(model.cross_validated, 0):.0%} on {seen} the model has not seen"
    )
    first = max(model.importance, key=lambda importance: importance.share, default=None)
    return [f"{summary}; most is due to {first.feature} ({first.share:.0%})." if first is not None else f"{summary}."]


def _listed(correlations: Sequence[Correlation]) -> str:
    ordered = sorted(correlations, key=lambda correlation: -abs(correlation.rho))
    return ", ".join(f"{correlation.feature} ({_signed(correlation.rho)})" for correlation in ordered)


def _signed(value: float) -> str:
    return f"{value:+.2f}".replace("-", "−")

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


def sentences(found: Difficulty) -> list[str]:
    """A sentence or two for each outcome: what goes with difficulty, what does not survive, what the model explains."""
    said = []
    if not np.isnan(found.systems_rho):
        said.append(
            f"The systems' scores go with the annotators' disagreement (ρ = {_signed(found.systems_rho)}); what is "
            "left of the scores after a linear model on it is 'residual'."
        )
    for outcome in found.outcomes:
        mine = [one for one in found.correlations if one.outcome == outcome.name]
        if mine:
            said += [f"{outcome.name}: {part}" for part in _correlations(mine)]
        said += [f"{outcome.name}: {part}" for part in _models(found, outcome.name)]
    return said


def _correlations(found: Sequence[Correlation]) -> list[str]:
    raw = [one for one in found if one.p < LEVEL]
    kept = [one for one in raw if one.survives(LEVEL)]
    clustered = any(one.clusters is not None for one in found)
    how = "Holm's correction with clusters taken into account" if clustered else "Holm's correction"
    if not raw:
        if len(found) == 1:
            return [f"{found[0].feature} is not significantly correlated with it."]
        return [f"none of {len(found)} features is significantly correlated with it."]
    have = f"{many(len(found), 'feature')} {'has' if len(raw) == 1 else 'have'}"
    first = f"{len(raw)} of {have} p < .05 as if items were independent: {_listed(raw)}."
    if not kept:
        return [first, f"none survives {how}."]
    lost = [one for one in raw if not one.survives(LEVEL)]
    gone = ", ".join(one.feature for one in lost)
    second = f"after {how} there remain {_listed(kept)}" + (f", and not {gone}." if lost else ".")
    extra = [one for one in found if one.survives(LEVEL) and not one.p < LEVEL]
    return [first, second, *([f"only with clusters: {_listed(extra)}."] if extra else [])]


def _models(found: Difficulty, outcome: str) -> list[str]:
    model = next((one for one in found.regressions if one.outcome == outcome), None)
    if model is None:
        return []
    if model.undefined is not None:
        return [f"no regression: {model.undefined}."]
    seen = "whole clusters" if model.clusters is not None else "items"
    said = (
        f"all features together explain {model.r2:.0%} of it (adjusted {model.adjusted:.0%}), and "
        f"{max(model.cross_validated, 0):.0%} on {seen} the model has not seen"
    )
    first = max(model.importance, key=lambda one: one.share, default=None)
    return [f"{said}; most is due to {first.feature} ({first.share:.0%})." if first is not None else f"{said}."]


def _listed(found: Sequence[Correlation]) -> str:
    ordered = sorted(found, key=lambda one: -abs(one.rho))
    return ", ".join(f"{one.feature} ({_signed(one.rho)})" for one in ordered)


def _signed(value: float) -> str:
    return f"{value:+.2f}".replace("-", "−")

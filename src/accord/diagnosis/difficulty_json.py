"""What makes items hard, as it stands in the JSON of a report."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.results.listed import MOST_LISTED

if TYPE_CHECKING:
    from accord.item_difficulty import Difficulty
    from accord.item_difficulty.linear_model import Regression

MOST_DOTS = 1_000  # residuals that are drawn


def difficulty_json(hard: Difficulty) -> dict[str, object]:
    """With the residuals that are drawn, and without the values of each item where they are many.

    `accord difficulty --format json` has all of these.
    """
    record = hard.as_json()
    drawn = [
        {"outcome": model.outcome, "items": residuals}
        for model in hard.regressions
        if (residuals := drawn_residuals(model, hard.items))
    ]
    per_item = None if len(hard.items) > MOST_LISTED else record["per_item"]
    return {**record, "per_item": per_item, "drawn_residuals": drawn}


def drawn_residuals(model: Regression, items: Sequence[str]) -> list[dict[str, Any]]:
    """Item, what the regression expects and the studentised residual: all beyond ±2, and evenly chosen others."""
    if model.studentised is None or model.fitted is None or model.rows is None:
        return []
    known = np.flatnonzero(~np.isnan(model.studentised))
    residuals = model.studentised[known]
    step = max(1, math.ceil(len(known) / MOST_DOTS))
    kept = np.unique(np.concatenate([np.arange(0, len(known), step), np.flatnonzero(np.abs(residuals) > 2)]))
    return [
        {
            "item": items[int(model.rows[place])],
            "expected": float(model.fitted[place]),
            "residual": float(model.studentised[place]),
        }
        for place in known[kept[:: max(1, len(kept) // (2 * MOST_DOTS))]].tolist()
    ]

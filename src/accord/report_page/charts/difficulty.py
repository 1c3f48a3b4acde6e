"""What makes items hard: a forest of correlations, and the items that a regression misses."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from accord.diagnosis.difficulty_json import drawn_residuals
from accord.item_difficulty import Difficulty
from accord.item_difficulty.correlating import Correlation
from accord.item_difficulty.linear_model import Regression
from accord.item_difficulty.outliers import Outlier
from accord.renderings.numbers import shown
from accord.renderings.tables import Table
from accord.report_page.charts.dots import Dot, dots, reach_of
from accord.report_page.charts.grammar import chart, layer, nominal, over, quantity, with_data
from accord.report_page.charts.style import ACCENT, MOST_ROWS, SOFT, WARM, names, quoted, signed, written
from accord.report_page.figure import Figure, Spec

LEGEND = {"plain": "survives", "grey": "only p < .05", "empty": "neither"}  # short: it has to fit on a telephone
NAMED = 8  # outliers that are named in the plot


def forest_figure(difficulty: Difficulty) -> Figure | None:
    """ρ of every feature with its interval, outcome by outcome, the strongest first."""
    spec = forest_spec(difficulty.correlations)
    if spec is None:
        return None
    kept = [link for link in difficulty.correlations if link.undefined is None and link.survives()]
    known = [correlation for correlation in difficulty.correlations if correlation.undefined is None]
    strongest = max(known, key=lambda correlation: abs(correlation.rho))
    sentence = (
        f"The strongest correlation is that of {quoted(strongest.feature)} with {strongest.outcome}, ρ = "
        f"{signed(strongest.rho, 2)}; to the right of the line items are harder. "
    )
    many = f"{len(kept)} of {len(known)} correlations"
    clustered = any(correlation.clusters is not None for correlation in known)
    sentence += (
        f"{many} survive correction{' and clusters' if clustered else ''}: filled in colour. Grey has p < .05 "
        "uncorrected, empty neither."
    )
    sentence += " A square has one value per cluster." if any(link.constant_within for link in known) else ""
    return Figure("forest", "Correlations with difficulty", sentence, None, spec=spec)


def forest_spec(correlations: Sequence[Correlation]) -> Spec | None:
    """The chart of correlations alone; None where there is none."""
    drawn = [correlation for correlation in correlations if correlation.undefined is None]
    if not drawn:
        return None
    outcomes = list(dict.fromkeys(correlation.outcome for correlation in drawn))
    most = max(8, MOST_ROWS // len(outcomes))
    chosen = [
        correlation
        for outcome in outcomes
        for correlation in sorted(
            (correlation for correlation in drawn if correlation.outcome == outcome),
            key=lambda correlation: -abs(correlation.rho),
        )[:most]
    ]
    rows = [
        Dot(
            correlation.feature,
            correlation.rho,
            correlation.low,
            correlation.high,
            signed(correlation.rho, 2),
            look="plain" if correlation.survives() else "grey" if correlation.p < 0.05 else "empty",
            group=correlation.outcome,
            square=correlation.constant_within,
        )
        for correlation in chosen
    ]
    reach = min(1.0, max(0.2, math.ceil(reach_of(rows) * 10) / 10))
    return dots(
        rows,
        "Correlations of features with difficulty",
        (-reach, reach),
        title="← easier · Spearman's ρ · harder →",
        number_format="+.1f",
        legend=LEGEND,
    )


def residual_figures(difficulty: Difficulty) -> tuple[Figure, ...]:
    """For each regression, every item's residual over what the features say; items beyond ±2 stand out."""
    made = []
    for model in difficulty.regressions:
        outliers = [outlier for outlier in difficulty.outliers if outlier.outcome == model.outcome]
        spec = residual_spec(model, difficulty.items, outliers)
        if spec is None:
            continue
        rows = tuple(
            (outlier.item, shown(outlier.predicted), shown(outlier.observed), signed(outlier.residual, 2))
            for outlier in outliers
        )
        caption = "The items that stand out; the others are within ±2."
        table = Table(("item", "expected", "found", "residual"), rows, caption, frozenset({1, 2, 3}))
        title = f"What the regression of {model.outcome} misses"
        sentence = _residual_sentence(model, outliers)
        made.append(Figure(f"residuals-{model.outcome}", title, sentence, table, spec=spec))
    return tuple(made)


def _residual_sentence(model: Regression, outliers: Sequence[Outlier]) -> str:
    text = f"The features explain {model.r2:.0%} of the differences in {model.outcome} between {model.items:,} items. "
    if not outliers:
        return text + "No item lies beyond ±2 standard errors of what they say."
    first = outliers[0]
    side = "harder" if first.harder else "easier"
    return text + (
        f"{quoted(first.item)} is farthest off: {side} than expected, {shown(first.observed)} instead of "
        f"{shown(first.predicted)} ({signed(first.residual, 1)} standard errors)."
    )


def residual_spec(model: Regression, items: Sequence[str], outliers: Sequence[Outlier]) -> Spec | None:
    """The chart of residuals alone; None where nothing was fitted."""
    drawn = drawn_residuals(model, items)
    if not drawn or model.studentised is None:
        return None
    values: list[dict[str, Any]] = [
        {**point, "item": names([point["item"]])[0], "side": _side(point["residual"])} for point in drawn
    ]
    scale = {"domain": ["within", "harder", "easier"], "range": [SOFT, WARM, ACCENT]}
    axis = {"grid": False, "tickCount": 6}
    x = quantity("expected", title=f"expected {model.outcome}", scale={"zero": False, "padding": 8}, axis=axis)
    most = max(3.0, math.ceil(np.nanmax(np.abs(model.studentised))))
    y = quantity("residual", title="← easier · residual · harder →", scale=over(-most, most), axis={"tickCount": 7})
    side = nominal("side", scale=scale, legend=None)
    layers = [
        layer("rule", {"y": quantity("at")}, [{"at": -2}, {"at": 2}], stroke=SOFT, strokeDash=[4, 3], aria=False),
        layer("point", {"x": x, "y": y, "fill": side, "description": nominal("item")}, size=32, opacity=0.65),
        *_named(model, outliers),
    ]
    return chart(f"Residuals of the regression of {model.outcome}", 300, values, layers)


def _side(residual: float) -> str:
    return "within" if abs(residual) <= 2 else "harder" if residual > 0 else "easier"


def _named(model: Regression, outliers: Sequence[Outlier]) -> Iterator[Spec]:
    """The names of the farthest items beside their dots; one that would lie on another is left out."""
    if model.fitted is None or not outliers:
        return
    low, high = float(model.fitted.min()), float(model.fitted.max())
    width, tall = (high - low) or 1.0, 2 * max(3.0, max(abs(outlier.residual) for outlier in outliers))
    taken: list[tuple[float, float]] = []
    places: list[dict[str, Any]] = []
    for outlier in outliers[:NAMED]:
        at, height = (outlier.predicted - low) / width, outlier.residual / tall
        if any(abs(height - other) < 0.07 and abs(at - place) < 0.6 for place, other in taken):
            continue
        taken.append((at, height))
        short = names([outlier.item], 20)[0]
        name = (
            short
            if outlier.cluster is None or outlier.cluster in outlier.item
            else f"{short} · {names([outlier.cluster], 12)[0]}"
        )
        places.append({"expected": outlier.predicted, "residual": outlier.residual, "name": name, "left": at > 0.6})
    encoding = {"x": quantity("expected"), "y": quantity("residual"), "text": nominal("name")}
    for left, side in ((False, {"align": "left", "dx": 7}), (True, {"align": "right", "dx": -7})):
        mine = [place for place in places if place["left"] == left]
        yield from with_data(mine, written(encoding, fontSize=11, **side)) if mine else []

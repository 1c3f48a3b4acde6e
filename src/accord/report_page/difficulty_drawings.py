"""Drawings of what makes items hard: a forest of correlations, and residuals with the items that stand out.

They carry their own few rules of style, as they stand in a page, in the documentation and alone.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np
from markupsafe import Markup, escape

from accord.item_difficulty.correlating import Correlation
from accord.item_difficulty.linear_model import Regression
from accord.item_difficulty.outliers import Outlier

WIDTH, LEFT, RIGHT, TOP, ROW, HEAD, PLOT = 760, 220, 150, 30, 24, 30, 300
NAMED = 8  # outliers that are named in the residual plot
MOST_DOTS = 4_000
STYLE = Markup(
    "<style>"
    "svg.hardness{--hi:var(--ink,var(--color-foreground-primary,#1c2430));"
    "--hs:var(--soft,var(--color-foreground-secondary,#5b6675));"
    "--hl:var(--line,var(--color-background-border,#d9dee5));"
    "--ha:var(--accent,var(--color-brand-primary,#1f5fa8));--hw:var(--warm,#b45309);"
    "--hp:var(--paper,var(--color-background-primary,#fff));"
    "display:block;width:100%;max-width:48rem;height:auto;margin:.75rem 0 1rem;font-size:12.5px}"
    "svg.hardness text{fill:var(--hi)}svg.hardness .tick{fill:var(--hs);font-size:11px}"
    "svg.hardness .head{font-weight:600}svg.hardness .grid{stroke:var(--hl)}"
    "svg.hardness .zero{stroke:var(--hs);stroke-dasharray:4 3}"
    "svg.hardness .bar{stroke:var(--hs);stroke-width:5;stroke-linecap:round;opacity:.35}"
    "svg.hardness .kept .bar{stroke:var(--ha)}svg.hardness .mark{fill:var(--hp);stroke:var(--hs);stroke-width:1.8}"
    "svg.hardness .kept .mark{fill:var(--ha);stroke:var(--ha)}svg.hardness .raw .mark{fill:var(--hs)}"
    "svg.hardness .item{fill:var(--hs);opacity:.45}svg.hardness .harder{fill:var(--hw);opacity:.9}"
    "svg.hardness .easier{fill:var(--ha);opacity:.9}"
    "svg.hardness .name{font-size:11px;paint-order:stroke;stroke:var(--hp);stroke-width:3px}"
    "</style>"
)
_ALONE = Markup(
    "<style>svg.hardness{font-family:system-ui,sans-serif;background:var(--hp)}@media (prefers-color-scheme:dark)"
    "{svg.hardness{--ink:#e6eaf0;--soft:#9aa6b6;--line:#333d4b;--paper:#12171e;--accent:#7db4f0;--warm:#f0b25c}}</style>"
)


def forest_drawing(correlations: Sequence[Correlation], *, alone: bool = False) -> Markup:
    """ρ of every feature with its interval, outcome by outcome, the strongest first.

    A filled mark in colour survives correction (and clusters), a filled grey one only has p < .05 as if items were
    independent, an empty one neither.
    """
    drawn = [one for one in correlations if one.undefined is None]
    outcomes = list(dict.fromkeys(one.outcome for one in drawn))
    ends = [abs(end) for one in drawn for end in (one.rho, one.low, one.high) if not math.isnan(end)]
    most = min(1.0, max(0.2, math.ceil(max(ends, default=0.2) * 10) / 10))
    height = TOP + HEAD * len(outcomes) + ROW * len(drawn) + 44
    right = WIDTH - RIGHT

    def x(value: float) -> float:
        return round(LEFT + (value + most) / (2 * most) * (right - LEFT), 1)

    clustered = any(one.clusters is not None for one in drawn)
    said = f"Correlations of {len(drawn)} features with difficulty; the table holds the numbers"
    parts = [_open(height, said, alone=alone)]
    for tick in np.linspace(-most, most, 5).tolist():
        kind = "zero" if abs(tick) < 1e-9 else "grid"
        parts.append(f'<line class="{kind}" x1="{x(tick)}" y1="{TOP - 8}" x2="{x(tick)}" y2="{height - 40}"/>')
        parts.append(f'<text class="tick" x="{x(tick)}" y="{TOP - 13}" text-anchor="middle">{_signed(tick)}</text>')
    parts.append(f'<text class="tick" x="{right + 24}" y="{TOP - 13}">ρ (p{", clustered" if clustered else ""})</text>')
    y = float(TOP)
    for outcome in outcomes:
        parts.append(f'<text class="head" x="8" y="{y + 18}">{escape(outcome)}</text>')
        y += HEAD
        mine = sorted((one for one in drawn if one.outcome == outcome), key=lambda one: -abs(one.rho))
        for one in mine:
            parts.append(_forest_row(one, y + ROW / 2 - 4, x, right))
            y += ROW
    parts.append(f'<text class="tick" x="{LEFT}" y="{height - 24}">← easier</text>')
    parts.append(f'<text class="tick" x="{right}" y="{height - 24}" text-anchor="end">harder →</text>')
    parts.extend(_legend(height - 7, clustered=clustered))
    return Markup("".join(parts) + "</svg>")


def _forest_row(one: Correlation, y: float, x: Callable[[float], float], right: float) -> str:
    p = one.p if one.clusters is None else one.p_clustered
    kind = "kept" if one.survives() else "raw" if one.p < 0.05 else "none"
    name = one.feature if len(one.feature) <= 28 else f"{one.feature[:27]}…"
    interval = ""
    if not (math.isnan(one.low) or math.isnan(one.high)):
        interval = f'<line class="bar" x1="{x(one.low)}" y1="{y}" x2="{x(one.high)}" y2="{y}"/>'
    told = "–" if math.isnan(p) else "&lt; .001" if p < 0.001 else f"{p:.3f}".removeprefix("0")
    shape = f'<circle class="mark" cx="{x(one.rho)}" cy="{y}" r="4.5"/>'
    if one.constant_within:  # as many values as clusters: drawn as a square
        shape = f'<rect class="mark" x="{x(one.rho) - 4.2:.1f}" y="{y - 4.2:.1f}" width="8.4" height="8.4"/>'
    return (
        f'<g class="{kind}"><text x="{LEFT - 14}" y="{y + 4}" text-anchor="end">{escape(name)}</text>{interval}{shape}'
        f'<text class="tick" x="{right + 24}" y="{y + 4}">{_signed(one.rho)} ({told})</text></g>'
    )


def _legend(y: float, *, clustered: bool) -> list[str]:
    entries = [("kept", "survives correction" + (" and clusters" if clustered else "")), ("raw", "p < .05 uncorrected")]
    entries.append(("none", "neither"))
    parts, at = [], 14.0
    for kind, text in entries:
        parts.append(f'<g class="{kind}"><circle class="mark" cx="{at}" cy="{y - 4}" r="4.5"/></g>')
        parts.append(f'<text class="tick" x="{at + 10}" y="{y}">{escape(text)}</text>')
        at += 34 + 6.1 * len(text)
    if clustered:
        parts.append(
            f'<g class="none"><rect class="mark" x="{at - 4.2:.1f}" y="{y - 8.2}" width="8.4" height="8.4"/></g>'
        )
        parts.append(f'<text class="tick" x="{at + 10}" y="{y}">square: one value per cluster</text>')
    return parts


def residual_drawing(model: Regression, items: Sequence[str], outliers: Sequence[Outlier]) -> Markup:
    """Each item's difficulty less what the regression expects, over what it expects; items beyond ±2 stand out."""
    if model.studentised is None or model.fitted is None or model.rows is None:
        return Markup("")
    known = np.flatnonzero(~np.isnan(model.studentised))
    fitted, residuals = model.fitted[known], model.studentised[known]
    low, high = float(fitted.min()), float(fitted.max())
    pad = (high - low) * 0.05 or 0.5
    low, high = low - pad, high + pad
    most = max(3.0, math.ceil(float(np.abs(residuals).max())))
    left, right, top, bottom = 70, WIDTH - 30, 16, 16 + PLOT

    def x(value: float) -> float:
        return round(left + (value - low) / (high - low) * (right - left), 1)

    def y(value: float) -> float:
        return round(bottom - (value + most) / (2 * most) * (bottom - top), 1)

    said = (
        f"Residuals of {len(known):,} items in the regression of {model.outcome}; the table lists those that stand out"
    )
    parts = [_open(bottom + 46, said, alone=False)]
    for tick in _steps(most):
        kind = "zero" if tick in (-2, 0, 2) else "grid"
        parts.append(f'<line class="{kind}" x1="{left}" y1="{y(tick)}" x2="{right}" y2="{y(tick)}"/>')
        parts.append(f'<text class="tick" x="{left - 8}" y="{y(tick) + 4}" text-anchor="end">{_signed(tick, 0)}</text>')
    for tick in np.linspace(low + pad, high - pad, 5).tolist():
        parts.append(f'<text class="tick" x="{x(tick)}" y="{bottom + 18}" text-anchor="middle">{_plain(tick)}</text>')
    step = max(1, len(known) // MOST_DOTS)
    for place in range(0, len(known), step):
        value = float(residuals[place])
        kind = "item" if abs(value) <= 2 else "item harder" if value > 0 else "item easier"
        name = escape(items[int(model.rows[known[place]])])
        at = f'cx="{x(float(fitted[place]))}" cy="{y(value)}"'
        parts.append(f'<circle class="{kind}" {at} r="3.2"><title>{name}</title></circle>')
    parts.extend(_names([one for one in outliers if one.outcome == model.outcome][:NAMED], x, y, right))
    middle = (left + right) / 2
    parts.append(f'<text x="{middle}" y="{bottom + 38}" text-anchor="middle">expected {escape(model.outcome)}</text>')
    turned = f"translate(22 {(top + bottom) / 2:.0f}) rotate(-90)"
    parts.append(f'<text transform="{turned}" text-anchor="middle">← easier · residual · harder →</text>')
    return Markup("".join(parts) + "</svg>")


def _names(
    outliers: Sequence[Outlier], x: Callable[[float], float], y: Callable[[float], float], right: float
) -> list[str]:
    """The names of the farthest items beside their dots; one that would lie on another is left out."""
    parts, taken = [], list[tuple[float, float]]()
    for one in outliers:
        at, height = x(one.predicted), y(one.residual)
        if any(abs(height - other) < 12 and abs(at - place) < 120 for place, other in taken):
            continue
        taken.append((at, height))
        short = one.item if len(one.item) <= 20 else f"{one.item[:19]}…"
        name = short if one.cluster is None or one.cluster in one.item else f"{short} · {one.cluster}"
        side, anchor = (7, "start") if at < right - 120 else (-7, "end")
        parts.append(
            f'<text class="name" x="{at + side}" y="{height + 4}" text-anchor="{anchor}">{escape(name)}</text>'
        )
    return parts


def _steps(most: float) -> list[int]:
    step = 1 if most <= 5 else 2 if most <= 12 else math.ceil(most / 6)
    whole = int(most)
    return sorted({*range(0, whole + 1, step), *(-one for one in range(0, whole + 1, step)), -2, 2})


def _signed(value: float, digits: int = 2) -> str:
    """
    >>> _signed(0.331), _signed(-0.5, 1), _signed(0.0)
    ('+0.33', '−0.5', '0.00')
    """
    text = f"{value:+.{digits}f}" if abs(value) >= 0.5 * 10**-digits else f"{0:.{digits}f}"
    return text.replace("-", "−")


def _plain(value: float) -> str:
    return f"{value:.2f}".replace("-", "−")


def _open(height: float, label: str, *, alone: bool) -> str:
    size = f' xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height:.0f}"' if alone else ""
    style = STYLE + _ALONE if alone else STYLE
    box = f'viewBox="0 0 {WIDTH} {height:.0f}"'
    return f'<svg class="hardness"{size} {box} role="img" aria-label="{escape(label)}">{style}'

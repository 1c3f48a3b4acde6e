"""Curves of agreement and stability as a figure: of one's own data, of several sets of data, or of made-up groups."""

from __future__ import annotations

import math
from collections.abc import Sequence

from accord.renderings.stability_curve_tables import BESIDE, curve_table
from accord.report_page.charts.style import names
from accord.report_page.charts.variation_lines import VariationLine, lines_spec
from accord.report_page.figure import Figure, Spec
from accord.report_page.notebook_charts import Chart
from accord.reproducibility.stability_curves import StabilityCurve, StabilityLine

TITLE = "Agreement, and how much of the reference changes"


def stability_chart(curve: StabilityCurve) -> Chart:
    return Chart(stability_figure(curve))


def stability_figure(curve: StabilityCurve) -> Figure:
    """The lines, diamonds for groups of real annotators, and the table behind them."""
    beside = BESIDE[curve.against]
    text = f"The less annotators agree, the more of the reference changes ({beside}); larger groups keep more of it."
    if any(line.own is not None for line in curve.lines):
        text += " Diamonds are the groups of the annotators at hand."
    return Figure("stability-curve", TITLE, text, curve_table(curve), spec=stability_spec(curve))


def stability_spec(curve: StabilityCurve) -> Spec:
    labels = _names(curve)
    kinds, dashes = _places([line.data for line in curve.lines]), _places([line.view for line in curve.lines])
    several = len(kinds) > 1 or len(dashes) > 1
    sizes = _places([line.k for line in curve.lines])
    lines: list[VariationLine] = []
    own: list[VariationLine] = []
    for line, label in zip(curve.lines, labels, strict=True):
        kind = kinds[line.data] if several else sizes[line.k]
        dash = dashes[line.view] if len(dashes) > 1 else sizes[line.k]
        kind = len(lines) if line.how == "windows" else kind
        points = [point for point in line.points if point.kappa == point.kappa]
        x, y = [point.kappa for point in points], [point.change for point in points]
        if line.how in ("exact", "simulated") and (not x or x[-1] < 1):
            x, y = [*x, 1.0], [*y, 0.0]  # nobody errs
        lines.append(VariationLine(label, x, y, kind, dash, dots=line.how == "windows"))
        if line.own is not None:
            own.append(VariationLine("", [line.own.kappa], [line.own.change], kind))
    shares = [share for line in [*lines, *own] for share in line.y]
    kappas = [at for line in [*lines, *own] for at in line.x]
    dotted = any(line.dots for line in lines)
    low = max(-1.0, math.floor(10 * min(kappas, default=0.0)) / 10 - 0.1)
    high = 1.0 if not dotted else min(1.0, math.ceil(10 * max(kappas, default=1.0)) / 10 + 0.1)
    most = _end(max(shares, default=0.1))
    columns = 2 if several else min(len(lines), 8)
    return lines_spec(lines, TITLE, most=most, low=round(low, 1), high=round(high, 1), legend=columns, own=own)


def _end(share: float) -> float:
    """The next round share above."""
    return next(
        end for end in (0.02, 0.05, 0.1, 0.15, 0.2, 0.25, *(0.1 * tenth for tenth in range(3, 12))) if share < end
    )


def _names(curve: StabilityCurve) -> list[str]:
    """What tells the lines apart: the size of groups, the data, the view."""
    lines: Sequence[StabilityLine] = curve.lines
    parts = (
        [line.data for line in lines],
        _views(lines),
        [f"k = {line.k}" for line in lines],
    )
    told = [part for part in parts if len(set(part)) > 1] or [parts[2]]
    return [*names([", ".join(some) for some in zip(*told, strict=True)])]


def _views(lines: Sequence[StabilityLine]) -> list[str]:
    """The numbers of categories, where these tell views apart: views may have long names."""
    of_view = {(line.data, line.view): line.categories for line in lines}
    numbers: dict[str, set[int]] = {}
    for (_, seen_as), number in of_view.items():
        numbers.setdefault(seen_as, set()).add(number)
    every = [number for own_numbers in numbers.values() for number in own_numbers]
    if len(every) == len(set(every)) == len(numbers):
        return [f"{line.categories} categories" for line in lines]
    return [line.view or "as labelled" for line in lines]


def _places(values: Sequence[object]) -> dict[object, int]:
    return {value: place for place, value in enumerate(dict.fromkeys(values))}

"""The values of the measures with their intervals, and where α is drawn, Krippendorff's two bounds."""

from __future__ import annotations

import math
from collections.abc import Sequence

from accord.measures import find
from accord.renderings.measure_names import human_name
from accord.renderings.numbers import shown
from accord.report_page.charts.dots import Dot, domain_of, dots
from accord.report_page.figure import Figure
from accord.results import Result

TENTATIVE, RELIABLE = 0.667, 0.8  # Krippendorff 2004, p. 241, for α
LOWEST = -1.0


def coefficients_figure(results: Sequence[Result]) -> Figure | None:
    """Every value between −1 and 1 as a dot, its interval as a bar; the table is that of the section."""
    drawn = [result for result in results if result.defined and LOWEST <= result.value <= 1]
    if not drawn:
        return None
    rows = [
        Dot(
            name=human_name(result),
            value=result.value,
            low=result.low,
            high=result.high,
            shown=shown(result.value),
            look="grey" if _no_agreement(result) else "plain",
            marks=(TENTATIVE, RELIABLE) if result.measure.split("(")[0] == "alpha" else (),
        )
        for result in drawn
    ]
    title = "Values and intervals"
    spec = dots(rows, f"{title} of {len(rows)} measures", domain_of(rows), title="value")
    return Figure("coefficients", title, _sentence(drawn, results), None, spec=spec)


def _no_agreement(result: Result) -> bool:
    """Whether 1 is not perfect agreement: lower is better, or it says something else about the data."""
    record = find(result.signature.shape, result.measure.split("(")[0])
    return record.lower_is_better or not record.bounded


def _sentence(drawn: Sequence[Result], results: Sequence[Result]) -> str:
    agreement = [result for result in drawn if not _no_agreement(result)] or drawn
    least, most = min(agreement, key=lambda result: result.value), max(agreement, key=lambda result: result.value)
    if len(agreement) == 1:
        sentence = f"{human_name(least)} is {shown(least.value)}"
    else:
        ends = [f"{shown(result.value)} ({human_name(result)})" for result in (least, most)]
        sentence = f"The values run from {' to '.join(ends)}"
    level = next(
        (result.confidence for result in drawn if result.confidence is not None and not math.isnan(result.low)), None
    )
    sentence += "." if level is None else f"; bars are {level:.0%} intervals."
    alpha = next((result for result in drawn if result.measure.split("(")[0] == "alpha"), None)
    if alpha is not None:
        sentence += (
            f" The two lines in the row of α ({shown(alpha.value)}) are Krippendorff's (2004) bounds: from .667 on "
            "tentative conclusions, from .800 on reliable data."
        )
    grey = [human_name(result) for result in drawn if _no_agreement(result)]
    sentence += f" Grey squares, because 1 is not perfect agreement there: {', '.join(grey)}." if grey else ""
    away = [human_name(result) for result in results if result.defined and not LOWEST <= result.value <= 1]
    return sentence + (f" Not on this scale, and not drawn: {', '.join(away)}." if away else "")

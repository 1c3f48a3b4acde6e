"""Before and after: differences with their intervals, and both values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from accord.renderings.before_after_tables import signed_gap
from accord.renderings.field_gap_tables import field_key, measure_name
from accord.renderings.numbers import shown
from accord.report_page.charts.dots import Dot, domain_of, dots, reach_of
from accord.report_page.charts.style import quoted
from accord.report_page.figure import Figure, Spec
from accord.report_page.notebook_charts import Chart

if TYPE_CHECKING:
    from accord.comparison.before_and_after import BeforeAfter, PartGap
    from accord.comparison.field_by_field import FieldGap, FieldsCompared
    from accord.comparison.paired_bootstrap import Gap

MOST = 15  # lines drawn
MOST_QUESTIONS = 40
LEGEND = {"plain": "better", "apart": "worse", "grey": "cannot tell"}
LOOKS = {"better": "plain", "worse": "apart"}


def before_after_chart(compared: BeforeAfter) -> Chart:
    """The differences of the measures, for a notebook."""
    return _first_chart(before_after_figures(compared).get("measures", ()))


def _first_chart(figures: Sequence[Figure]) -> Chart:
    why = "no measure is defined in both rounds"
    return Chart.of_values(next(iter(figures), None), "there is no difference to draw", why)


def before_after_figures(compared: BeforeAfter) -> dict[str, tuple[Figure, ...]]:
    """Figures by the table that they stand above."""
    made: dict[str, tuple[Figure, ...]] = {}
    rows = [
        _dot(measure.name, measure.gap, measure.verdict)
        for measure in compared.measures
        if measure.gap.undefined is None
    ]
    if rows:
        sentence = compared.sentences()[0]
        spec = _gaps(rows, compared.margin)
        differences = Figure("differences", "Differences, after minus before", sentence, None, spec=spec)
        made["measures"] = (differences, _both(compared))
    for key, parts, what in (
        ("categories", compared.categories, "category"),
        ("annotators", compared.people, "annotator"),
        ("confusions", compared.confusions, "pair of categories"),
    ):
        figure = _of_parts(compared, key, parts, what)
        if figure is not None:
            made[key] = (figure,)
    return made


def fields_chart(comparisons: FieldsCompared) -> Chart:
    """The differences of the questions, for a notebook."""
    return _first_chart(field_figures(comparisons, parts=False).get("questions", ()))


def field_figures(comparisons: FieldsCompared, *, parts: bool = True) -> dict[str, tuple[Figure, ...]]:
    """The main difference of each question; with `parts`, the figures of each question above its tables."""
    made: dict[str, tuple[Figure, ...]] = {}
    drawn = [row for row in comparisons.rows if row.undefined is None][:MOST_QUESTIONS]
    if drawn:
        several = len({row.measure for row in drawn}) > 1
        called = [f"{row.field} ({measure_name(comparisons, row)})" if several else row.field for row in drawn]
        rows = [_dot(name, row, row.corrected) for name, row in zip(called, drawn, strict=True)]
        sentence = f"{comparisons.sentences()[0]} Intervals are those of each question alone; colour survives Holm."
        title = "Differences of all questions, after minus before"
        made["questions"] = (Figure("questions", title, sentence, None, spec=_gaps(rows, comparisons.margin)),)
    if parts:
        for number, compared in enumerate(comparisons.values(), 1):
            for key, figures in before_after_figures(compared).items():
                own = tuple(replace(figure, key=field_key(number, figure.key)) for figure in figures)
                made[field_key(number, key)] = own
    return made


def _dot(name: str, gap: Gap | FieldGap, verdict: str) -> Dot:
    look = LOOKS.get(verdict, "grey")
    return Dot(name, gap.difference, gap.low, gap.high, signed_gap(gap.difference), look=look)


def _gaps(rows: Sequence[Dot], margin: float) -> Spec:
    reach = max(2 * margin, reach_of(rows)) * 1.05
    return dots(
        rows,
        "Differences between two rounds",
        (-reach, reach),
        title="← before higher · after higher →",
        number_format="+.2f",
        legend=LEGEND,
    )


def _both(compared: BeforeAfter) -> Figure:
    """Both values of each measure."""
    rows = [
        Dot(name, result.value, result.low, result.high, shown(result.value), look=look, group=measure.name)
        for measure in compared.measures
        if measure.gap.undefined is None
        for name, result, look in (("before", measure.before, "grey"), ("after", measure.after, "plain"))
    ]
    spec = dots(rows, "Both rounds", domain_of(rows), title="value", legend={"grey": "before", "plain": "after"})
    first = next(measure for measure in compared.measures if measure.gap.undefined is None)
    sentence = f"{first.name} is {shown(first.before.value)} before and {shown(first.after.value)} after."
    return Figure("both-rounds", "Values before and after", sentence, None, spec=spec)


def _of_parts(compared: BeforeAfter, key: str, parts: Sequence[PartGap], what: str) -> Figure | None:
    drawn = [part for part in parts if part.gap.undefined is None]
    if len(drawn) < 2:
        return None
    drawn = sorted(drawn, key=lambda part: -abs(part.gap.difference))[:MOST]
    rows = [_dot(part.of, part.gap, part.verdict()) for part in drawn]
    most = drawn[0]
    change = f"{quoted(most.of)}: {signed_gap(most.gap.difference)}"
    sentence = f"The {what} with the largest change is {change}. Coloured: significant after Holm's correction."
    return Figure(f"{key}-differences", f"Differences by {what}", sentence, None, spec=_gaps(rows, compared.margin))

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


def before_after_chart(found: BeforeAfter) -> Chart:
    """The differences of the measures, for a notebook."""
    return _first_chart(before_after_figures(found).get("measures", ()))


def _first_chart(figures: Sequence[Figure]) -> Chart:
    why = "no measure is defined in both rounds"
    return Chart.of_values(next(iter(figures), None), "there is no difference to draw", why)


def before_after_figures(found: BeforeAfter) -> dict[str, tuple[Figure, ...]]:
    """Figures by the table that they stand above."""
    made: dict[str, tuple[Figure, ...]] = {}
    rows = [_dot(one.name, one.gap, one.verdict) for one in found.measures if one.gap.undefined is None]
    if rows:
        said = found.sentences()[0]
        spec = _gaps(rows, found.margin)
        differences = Figure("differences", "Differences, after minus before", said, None, spec=spec)
        made["measures"] = (differences, _both(found))
    for key, parts, what in (
        ("categories", found.categories, "category"),
        ("annotators", found.people, "annotator"),
        ("confusions", found.confusions, "pair of categories"),
    ):
        figure = _of_parts(found, key, parts, what)
        if figure is not None:
            made[key] = (figure,)
    return made


def fields_chart(found: FieldsCompared) -> Chart:
    """The differences of the questions, for a notebook."""
    return _first_chart(field_figures(found, parts=False).get("questions", ()))


def field_figures(found: FieldsCompared, *, parts: bool = True) -> dict[str, tuple[Figure, ...]]:
    """The main difference of each question; with `parts`, the figures of each question above its tables."""
    made: dict[str, tuple[Figure, ...]] = {}
    drawn = [row for row in found.rows if row.undefined is None][:MOST_QUESTIONS]
    if drawn:
        several = len({row.measure for row in drawn}) > 1
        called = [f"{row.field} ({measure_name(found, row)})" if several else row.field for row in drawn]
        rows = [_dot(name, row, row.corrected) for name, row in zip(called, drawn, strict=True)]
        said = f"{found.sentences()[0]} Intervals are those of each question alone; colour survives Holm."
        title = "Differences of all questions, after minus before"
        made["questions"] = (Figure("questions", title, said, None, spec=_gaps(rows, found.margin)),)
    if parts:
        for number, one in enumerate(found.values(), 1):
            for key, figures in before_after_figures(one).items():
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


def _both(found: BeforeAfter) -> Figure:
    """Both values of each measure."""
    rows = [
        Dot(name, result.value, result.low, result.high, shown(result.value), look=look, group=one.name)
        for one in found.measures
        if one.gap.undefined is None
        for name, result, look in (("before", one.before, "grey"), ("after", one.after, "plain"))
    ]
    spec = dots(rows, "Both rounds", domain_of(rows), title="value", legend={"grey": "before", "plain": "after"})
    first = next(one for one in found.measures if one.gap.undefined is None)
    said = f"{first.name} is {shown(first.before.value)} before and {shown(first.after.value)} after."
    return Figure("both-rounds", "Values before and after", said, None, spec=spec)


def _of_parts(found: BeforeAfter, key: str, parts: Sequence[PartGap], what: str) -> Figure | None:
    drawn = [one for one in parts if one.gap.undefined is None]
    if len(drawn) < 2:
        return None
    drawn = sorted(drawn, key=lambda one: -abs(one.gap.difference))[:MOST]
    rows = [_dot(one.of, one.gap, one.verdict()) for one in drawn]
    most = drawn[0]
    change = f"{quoted(most.of)}: {signed_gap(most.gap.difference)}"
    said = f"The {what} with the largest change is {change}. Coloured: significant after Holm's correction."
    return Figure(f"{key}-differences", f"Differences by {what}", said, None, spec=_gaps(rows, found.margin))

"""The main value of each question of a project with its interval, worst first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from accord.renderings.numbers import shown
from accord.renderings.project_tables import symbol_of
from accord.report_page.charts.coefficients import LOWEST, RELIABLE, TENTATIVE
from accord.report_page.charts.dots import Dot, domain_of, dots
from accord.report_page.charts.style import MOST_ROWS, quoted
from accord.report_page.figure import Figure

if TYPE_CHECKING:
    from accord.diagnosis.project.question_summary import QuestionSummary


def questions_figure(questions: Sequence[QuestionSummary]) -> Figure | None:
    """Dots of the values between −1 and 1; the table is that of the section."""
    known = [(question, question.main) for question in questions if question.main is not None and question.main.defined]
    drawn = [(question, main) for question, main in known if LOWEST <= main.value <= 1][:MOST_ROWS]
    if not drawn:
        return None
    several = len({symbol_of(main) for _, main in drawn}) > 1
    rows = [
        Dot(
            name=f"{question.name} ({symbol_of(main)})" if several else question.name,
            value=main.value,
            low=main.low,
            high=main.high,
            shown=shown(main.value),
            marks=(TENTATIVE, RELIABLE) if main.measure.split("(")[0] == "alpha" else (),
        )
        for question, main in drawn
    ]
    worst, best = drawn[0], drawn[-1]
    sentence = f"Worst first: {quoted(worst[0].name)} has {shown(worst[1].value)}"
    sentence += f", {quoted(best[0].name)} {shown(best[1].value)}." if len(drawn) > 1 else "."
    if any(row.marks for row in rows):
        sentence += " The two lines in rows of α are Krippendorff's (2004) bounds, .667 and .800."
    if several:
        sentence += " Values of different measures are not on one scale."
    left = len(known) - len(drawn)
    sentence += f" {left} more are in the table." if left else ""
    title = "The main value of each question"
    spec = dots(rows, f"{title} ({len(rows)} questions)", domain_of(rows), title="value")
    return Figure("questions", title, sentence, None, spec=spec)

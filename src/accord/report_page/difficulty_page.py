"""What makes items hard as one self-contained page: sentences, the charts of the report, and the tables behind them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from accord.diagnosis.difficulty_json import difficulty_json
from accord.item_difficulty import Difficulty
from accord.renderings.difficulty_tables import difficulty_tables, predictions_table
from accord.renderings.section import TO_FIX, Section
from accord.renderings.tables import without_caption
from accord.report_page.charts.difficulty import forest_figure, residual_figures
from accord.report_page.figure import Figure
from accord.report_page.frame import rendered, specs_of

if TYPE_CHECKING:
    from accord.item_difficulty.predicting import Prediction

PLACE = "d1"
ELEMENT = "accord-difficulty"
"""The id of the script element with the results; it is not that of a report, which could be read back."""


def difficulty_page(difficulty: Difficulty, title: str, predicted: Sequence[Prediction] | None = None) -> str:
    """The HTML text; it loads nothing from anywhere."""
    tables = difficulty_tables(difficulty)
    if predicted is not None:
        tables.append(("New items", predictions_table(predicted)))
    sections = [
        Section(f"difficulty-{number}", TO_FIX, heading, table.caption, without_caption(table), listing=_long(heading))
        for number, (heading, table) in enumerate(tables)
    ]
    figures = _figures(difficulty, sections)
    record = difficulty_json(difficulty)
    if predicted is not None:
        record["predictions"] = [prediction.as_json() for prediction in predicted]
    return rendered(
        "difficulty.html",
        specs_of(figures, PLACE),
        (ELEMENT, record),
        title=title,
        heading="accord difficulty",
        question="Which items are hard, and why?",
        hard=difficulty,
        clusters=None if difficulty.clusters is None else len(set(difficulty.clusters)),
        sections=sections,
        figures=figures,
    )


def _long(heading: str) -> bool:
    """Whether it is a list of items, to be looked things up in."""
    return heading in ("Items the features do not explain", "New items")


def _figures(difficulty: Difficulty, sections: Sequence[Section]) -> dict[str, tuple[Figure, ...]]:
    """The correlations stand with their table, the residuals with that of the regressions."""
    forest = forest_figure(difficulty)
    made = {
        "What goes with difficulty": () if forest is None else (forest,),
        "All features together": residual_figures(difficulty),
    }
    return {section.key: made[section.heading] for section in sections if made.get(section.heading)}

"""What makes items hard as one self-contained page: sentences, the two drawings, and the tables behind them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING

from accord.renderings.difficulty_tables import difficulty_tables, predictions_table
from accord.renderings.page_templates import template
from accord.report_page.difficulty_drawings import forest_drawing, residual_drawing

if TYPE_CHECKING:
    import jinja2

    from accord.item_difficulty import Difficulty
    from accord.item_difficulty.predicting import Prediction


def difficulty_page(found: Difficulty, title: str, predicted: Sequence[Prediction] | None = None) -> str:
    """The HTML text; it loads nothing from anywhere."""
    residuals = [(model.outcome, residual_drawing(model, found.items, found.outliers)) for model in found.regressions]
    tables = difficulty_tables(found)
    if predicted is not None:
        tables.append(("New items", predictions_table(predicted)))
    return _template().render(
        title=title,
        clusters=None if found.clusters is None else len(set(found.clusters)),
        hard=found,
        forest=forest_drawing(found.correlations),
        residuals=[(outcome, drawing) for outcome, drawing in residuals if drawing],
        tables=tables,
    )


@cache
def _template() -> jinja2.Template:
    return template("accord.report_page", "difficulty.html")

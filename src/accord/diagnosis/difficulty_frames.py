"""What makes items hard as tables, under the names that their sections have in a report."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from accord.results.tabular import Columns, Computed, Records, Tabular, lines_of

if TYPE_CHECKING:
    from accord.item_difficulty import Difficulty
    from accord.item_difficulty.linear_model import Regression
    from accord.item_difficulty.mixed_model import MixedModel

_MODEL = ("outcome", "items", "clusters", "r2", "adjusted", "cross_validated", "folds", "undefined")


def difficulty_frames(hard: Difficulty) -> dict[str, Tabular]:
    """Correlations, groups, models, their terms and the items that they do not explain, as far as there are any."""
    made: list[Sequence[object]] = [hard.correlations]
    made += [hard.by_group, hard.interactions] if hard.by_group else []
    made += [_models(hard.regressions), _terms(hard.regressions), _terms(hard.mixed), hard.outliers]
    tables = [_table(rows) for rows in made if rows]
    return {"difficulty" if not number else f"difficulty-{number}": one for number, one in enumerate(tables)}


def _table(rows: Sequence[object]) -> Tabular:
    if not isinstance(rows[0], dict):
        return Records(rows)
    columns: Columns = {name: [row[name] for row in rows if isinstance(row, dict)] for name in list(rows[0])}
    return Computed(lambda: columns)


def _models(models: Sequence[Regression]) -> list[object]:
    return [{name: getattr(one, name) for name in _MODEL} for one in models]


def _terms(models: Sequence[Regression] | Sequence[MixedModel]) -> list[object]:
    """Each term of each model; of a regression also its share of R² and its inflation."""
    lines: list[object] = []
    for model in models:
        worth = {one.feature: one for one in getattr(model, "importance", ())}
        for term in model.terms:
            own = worth.get(term.feature)
            more = {} if own is None else {"share": own.share, "inflation": own.inflation}
            lines.append({"outcome": model.outcome, **lines_of(term)[0], **more})
    return lines

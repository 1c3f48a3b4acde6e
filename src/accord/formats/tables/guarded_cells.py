"""The apostrophes that keep spreadsheets from computing cells: put on when a table is written, taken off when read."""

from __future__ import annotations

import re

from accord.annotations.lazy_polars import pl
from accord.results import Diagnostic, Diagnostics, Place
from accord.results.formulas import BARE_FORMULA, FORMULA, NUMBER
from accord.results.wording import many

_PERHAPS = re.compile("'[\\t\\r\\n =+\\-@＝＋－＠']".encode())
_GUARDED = FORMULA.replace("^", "^'", 1)


def guarded_cells(frame: pl.DataFrame) -> pl.DataFrame:
    """The table as CSV and TSV are written."""
    texts = [name for name, kind in frame.schema.items() if kind == pl.String]
    return frame.with_columns(
        pl.when(_computed(name, FORMULA)).then("'" + pl.col(name)).otherwise(pl.col(name)).alias(name) for name in texts
    )


def unguarded_cells(cells: pl.DataFrame, data: bytes, file: str) -> tuple[pl.DataFrame, Diagnostics]:
    """The cells of a table of texts without the apostrophes of `guarded_cells`, and how many there were.

    A cell that would be computed and has no apostrophe shows that nobody guarded this table: nothing is taken off, so
    that two different cells never become the same.
    """
    if not _PERHAPS.search(data) or not cells.width:
        return cells, ()
    bare, guarded = (
        cells.select(_computed(name, form).sum() for name in cells.columns).sum_horizontal().item()
        for form in (BARE_FORMULA, _GUARDED)
    )
    if bare or not guarded:
        return cells, ()
    message = f"{many(guarded, 'cell is', 'cells are')} read without the apostrophe in front that guards formulas"
    without = [
        pl.when(_computed(name, _GUARDED)).then(pl.col(name).str.slice(1)).otherwise(pl.col(name)).alias(name)
        for name in cells.columns
    ]
    return cells.with_columns(without), (Diagnostic("ACC325", message, Place(file)),)


def _computed(name: str, form: str) -> pl.Expr:
    """Cells of that form that are no numbers; those behind one apostrophe nobody guarded."""
    number = f"^'?(?:{NUMBER})$" if form == _GUARDED else f"^(?:{NUMBER})$"
    return pl.col(name).str.contains(form) & ~pl.col(name).str.contains(number)

"""A last row that sums the table up: 'Total', 'Agreement', 'Moyenne'. It is no item."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.annotations.column_names import folded
from accord.annotations.columns import WideColumns
from accord.annotations.lazy_polars import pl
from accord.results import DataError
from accord.results.option_names import option

if TYPE_CHECKING:
    from accord.annotations.frames import Origin

_WORDS = {
    "total", "totals", "totaux", "sum", "somme", "mean", "average", "avg", "moyenne", "median", "mediane", "agreement",
    "accord", "kappa", "alpha", "krippendorff", "count", "counts", "n", "std", "sd", "summary", "result", "results",
    "percent", "percentage", "score", "gesamt", "summe", "mittelwert",
}  # fmt: skip
LAST = 3  # rows that are looked at


def refuse_summary(frame: pl.DataFrame, layout: WideColumns, origin: Origin, told: str | None) -> None:
    """A DataError for a last row that is called like a sum and whose cells no other row has."""
    if told is not None or layout.rows is None or layout.transposed or frame.height < 2 * LAST:
        return
    names = [str(name) for name in frame[layout.rows].tail(LAST).to_list()]
    for back, name in enumerate(reversed(names), start=1):
        words = set(folded(name).replace("(", "_").replace(":", "_").replace("%", "_").split("_"))
        row = frame.height - back
        if words & _WORDS and _foreign(frame, layout, row):
            raise DataError(
                "ACC219",
                f"the row '{name}' sums up the others, and is not an item",
                origin.place(row, name),
                f"remove it; if it is one, say {option('item_column', layout.rows, quoted=True)}",
            )


def _foreign(frame: pl.DataFrame, layout: WideColumns, row: int) -> bool:
    """Whether cells of the row are filled with what stands in no other."""
    above = frame[:row]
    for name in layout.columns:
        cell = frame[name][row]
        if cell not in (None, "") and not bool((above[name] == cell).any()):
            return True
    return False

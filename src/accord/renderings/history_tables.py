"""How values went over a campaign, as tables."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from accord.renderings.before_after_tables import signed_gap
from accord.renderings.numbers import digits
from accord.renderings.tabled import Tabled, TabledPart
from accord.renderings.tables import Table, of_records, without_empty_columns
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.comparison.histories import History

METHODS = (
    "Values as they were logged. Whether a value is higher or lower than the one before is tested with both "
    "intervals, assumed to be independent (Zou & Donner 2008): where the rounds share items, compare the data "
    "themselves."
)


def history_tabled(history: History, title: str) -> Tabled:
    """Sentences and the table of all values."""
    entries, series = many(len(history.entries), "entry", "entries"), many(len(history.series), "series", "series")
    part = TabledPart("values", "Values over time", lambda exact: history_table(history, exact))
    return Tabled(title, f"{entries}, {series}", tuple(history.sentences()), (part,), METHODS)


def history_table(history: History, exact: bool = False) -> Table:
    """One row for each value, series by series."""
    if exact:
        return of_records(history.records(), "series")
    made = []
    for series in history.series:
        for point in series.points:
            value = point.logged
            numbers = [digits(number, False) for number in (value.value, value.low, value.high)]
            told = "" if point.surely in ("", "cannot tell") else f", {point.surely}"
            change = "" if math.isnan(point.change) else f"{signed_gap(point.change)}{told}"
            note = f"undefined: {value.undefined}" if value.undefined else ""
            facts = ["" if fact is None else f"{fact}" for fact in (point.items, point.annotators)]
            entry = f"{point.entry}. {point.name}" if point.name else str(point.entry)
            made.append((series.called, entry, _day(point.when), *facts, *numbers, change, note))
    header = ("measure", "entry", "when", "items", "annotators", "value", "low", "high", "change", "remark")
    return without_empty_columns(Table(header, tuple(made), "", frozenset(range(3, 9))))


def _day(when: str) -> str:
    """
    >>> _day("2023-11-14T22:13:20Z")
    '2023-11-14 22:13'
    """
    return when[:16].replace("T", " ")

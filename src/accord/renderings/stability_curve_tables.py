"""Curves of agreement and stability as a table."""

from __future__ import annotations

from accord.renderings.numbers import digits
from accord.renderings.tables import Table, without_empty_columns
from accord.reproducibility.stability_curves import StabilityCurve, StabilityLine, StabilityPoint

BESIDE = {"reference": "beside the reference of all", "group": "between two groups"}


def curve_table(curve: StabilityCurve, *, exact: bool = False) -> Table:
    """A row for each point, and for the groups of real annotators; CSV has all columns."""
    rows = []
    for line in curve.lines:
        rows += [_row(line, point, line.how, exact) for point in line.points]
        if line.own is not None:
            rows.append(_row(line, line.own, "groups of the annotators", exact))
    header = (
        "data", "view", "k", "how", "annotators", "errors of an annotator", "κ", "standard deviation of κ",
        "share that changes",
    )  # fmt: skip
    caption = f"κ of groups of k annotators, and the share of the reference that changes {BESIDE[curve.against]}."
    table = Table(header, tuple(rows), caption, frozenset({2, 5, 6, 7, 8}))
    return table if exact else without_empty_columns(table)


def _row(line: StabilityLine, point: StabilityPoint, how: str, exact: bool) -> tuple[str, ...]:
    def number(value: float, places: int = 3) -> str:
        return "" if value != value else digits(value, exact, places)

    values = (number(point.kappa), number(point.deviation), number(point.change))
    return (line.data, line.view, f"{line.k}", how, point.name, number(point.mean_errors, 1), *values)

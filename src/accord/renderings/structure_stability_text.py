"""How stable references of units, links and answers are: as text, CSV, Markdown and LaTeX, and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from accord.evaluation.overview import corpus_overview
from accord.renderings.numbers import digits
from accord.renderings.stability_tables import NAMES
from accord.renderings.tables import Table, captioned
from accord.reproducibility.group_references import Structured
from accord.reproducibility.stability_result import Stability
from accord.results import SCHEMA
from accord.results.foreign_text import visible
from accord.results.wording import many

SAME = {
    ("spans", "exact"): "same bounds and category",
    ("spans", "overlap"): "overlap",
    ("relations", "exact"): "same ends and label",
    ("relations", "link"): "same ends",
    ("answers", "exact"): "same answer",
}
_ELEMENTS = {"spans": "units", "relations": "links", "answers": "answers"}


def structure_text(
    data: Structured, results: Sequence[Stability], *, by: str | None = None, output: str = "text"
) -> str:
    """What was found, in one of the formats: the values, or a table by category or by document."""
    exact = output == "csv"
    if by is None:
        tables = [_values(data, results, exact)]
        tables += [] if exact or not results[0].per_category else [_categories(data, results, exact)]
    else:
        tables = [(_categories if by == "category" else _documents)(data, results, exact)]
    parts = [captioned(table, output) for table in tables]
    if output != "text":
        return "\n\n".join(parts)
    return "\n\n".join(["\n".join(map(visible, corpus_overview(data).lines())), *parts])


def structure_record(data: Structured, results: Sequence[Stability], *, by: str | None = None) -> dict[str, Any]:
    """The same for other programs."""
    listed = [result.as_json() for result in results]
    if by == "item":
        for record, result in zip(listed, results, strict=True):
            record["per_item"] = dict(zip(result.names, result.per_item.tolist(), strict=True))
    return {"schema": SCHEMA, "data": corpus_overview(data).as_json(), "results": listed}


def _values(data: Structured, results: Sequence[Stability], exact: bool) -> Table:
    what = _ELEMENTS[data.kind]
    rows = []
    for result in results:
        how = "exact" if result.groups is None else f"{many(result.groups, 'pair')} of groups drawn"
        numbers = (digits(value, exact) for value in (result.value, result.low, result.high))
        named = (NAMES[result.against], f"{result.k}", SAME[data.kind, str(result.match)])
        rows.append((*named, *numbers, digits(result.elements, exact, 1), how))
    header = (
        f"share of {what} that change (1 − F)",
        "k",
        "the same",
        "value",
        "low",
        "high",
        f"{what} in a reference",
        "how",
    )
    caption = (
        f"How much of the reference would change with other annotators; it consists of the {results[0].reference}."
    )
    return Table(header, tuple(rows), caption, frozenset({1, 3, 4, 5, 6}))


def _categories(data: Structured, results: Sequence[Stability], exact: bool) -> Table:
    """The first size of groups; of several kinds of match a column each."""
    first = [result for result in results if (result.k, result.against) == (results[0].k, results[0].against)]
    rows = tuple(
        (name, digits(share, exact), *(digits(result.per_category[name], exact) for result in first))
        for name, share in first[0].shares.items()
    )
    header = (
        "category",
        "share of the reference",
        *(f"change: {SAME[data.kind, str(result.match)]}" for result in first),
    )
    caption = f"By category ({first[0].symbol}, groups of {first[0].k})."
    return Table(header, rows, caption, frozenset(range(1, len(header))))


def _documents(data: Structured, results: Sequence[Stability], exact: bool) -> Table:
    first = [result for result in results if (result.k, result.against) == (results[0].k, results[0].against)]
    rows = tuple(
        (name, *(digits(float(result.per_item[place]), exact) for result in first))
        for place, name in enumerate(first[0].names)
    )
    what = "item" if data.kind == "answers" else "document"
    header = (what, *(f"F: {SAME[data.kind, str(result.match)]}" for result in first))
    caption = f"F of two references ({first[0].symbol}, groups of {first[0].k})."
    return Table(header, rows, caption, frozenset(range(1, len(header))))

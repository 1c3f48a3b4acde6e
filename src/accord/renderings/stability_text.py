"""Stability, forecasts and what a coefficient alone promises: as text, CSV, Markdown and LaTeX, and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from accord.annotations import Labels
from accord.evaluation.overview import overview
from accord.renderings.stability_tables import (
    category_table,
    fragile_table,
    item_table,
    model_table,
    systems_table,
    values_table,
)
from accord.renderings.tables import WRITERS, captioned, prose
from accord.reproducibility.assumed_agreement import MOST_ANNOTATORS, AssumedAgreement, AssumedVariation
from accord.reproducibility.sentence import Promise
from accord.reproducibility.stability_result import Stability
from accord.reproducibility.systems import Evaluation
from accord.results import SCHEMA
from accord.results.foreign_text import visible
from accord.results.wording import many

_BY = {"category": category_table, "item": item_table}


def stability_text(
    labels: Labels,
    results: Sequence[Stability],
    promise: Promise | None = None,
    systems: Evaluation | None = None,
    *,
    by: str | None = None,
    output: str = "text",
) -> str:
    """What was found, in one of the formats: everything, or a table by category or by item."""
    exact, first = output == "csv", results[0]
    if by is not None:
        tables = [_BY[by](first, exact=exact)]
    else:
        tables = [values_table(results, promise, exact=exact)]
        if not exact:
            tables += [category_table(first), *([fragile_table(first)] if first.fragile else [])]
    if systems is not None:
        tables.append(systems_table(systems, exact=exact))
    parts = [captioned(table, output) for table in tables]
    if promise is not None and not exact and by is None:
        parts.insert(0, prose(promise.text, output))
    if output != "text":
        return "\n\n".join(parts)
    if by is None:
        parts.append(_beyond_chance(results[-1]))
    return "\n\n".join(["\n".join(map(visible, overview(labels).lines())), *parts])


def stability_record(
    labels: Labels,
    results: Sequence[Stability],
    promise: Promise | None = None,
    systems: Evaluation | None = None,
    *,
    by: str | None = None,
) -> dict[str, Any]:
    """The same for other programs."""
    listed = [one.as_json() for one in results]
    if by == "item":
        for record, result in zip(listed, results, strict=True):
            values = [None if value != value else value for value in result.per_item.tolist()]
            record["per_item"] = dict(zip(result.names, values, strict=True))
    made: dict[str, Any] = {"schema": SCHEMA, "data": overview(labels).as_json(), "results": listed}
    made["promise"] = promise.as_json() if promise is not None else None
    return made if systems is None else {**made, "systems": systems.as_json()}


def _beyond_chance(result: Stability) -> str:
    lines = [
        f"kRR = {result.krr:.3f}: 1 minus the change divided by that of groups who vote without looking at the items"
    ]
    if result.krr != result.krr:
        lines = ["kRR is undefined: all groups vote for the same category on every item"]
    if result.shift == result.shift:
        lines.append(f"the reference moves by {result.shift:.3f} on average, in units of the categories")
    return "\n".join(lines)


def assumed_text(made: AssumedAgreement, *, output: str = "text") -> str:
    """What a coefficient alone promises, in one of the formats."""
    lines = [(one.model, one.reference, one.group) for one in made.results]
    table = WRITERS[output](model_table(lines, exact=output == "csv"))
    if output != "text":
        return table
    head = (
        f"{made.coefficient} = {made.kappa:.4g} with {many(made.categories, 'category', 'categories')} and references "
        f"by {many(made.k, 'annotator')}"
    )
    return "\n\n".join([head, table, "\n".join(_needed(made, one) for one in made.results)])


def _needed(made: AssumedAgreement, one: AssumedVariation) -> str:
    people = f"more than {MOST_ANNOTATORS} annotators"
    if one.smallest_k is not None:
        people = many(one.smallest_k, "annotator")
    return (
        f"{one.model}: for a change of {made.target:.1%} between groups, {made.coefficient} {one.smallest_kappa:.3f} "
        f"with {many(made.k, 'annotator')}, or {people} with {made.coefficient} {made.kappa:.4g}"
    )

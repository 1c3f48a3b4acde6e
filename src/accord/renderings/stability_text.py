"""Stability, forecasts and what a coefficient alone promises: as text, CSV, Markdown and LaTeX, and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from accord.annotations import Labels
from accord.evaluation.overview import overview
from accord.renderings.stability_tables import (
    category_table,
    fewest_table,
    fragile_table,
    item_table,
    least_table,
    model_table,
    seen_table,
    systems_table,
    values_table,
)
from accord.renderings.tables import captioned, prose
from accord.reproducibility.assumed_agreement import AssumedAgreement
from accord.reproducibility.sentence import Promise
from accord.reproducibility.stability_result import Stability
from accord.reproducibility.systems import Evaluation
from accord.results import SCHEMA
from accord.results.foreign_text import visible
from accord.results.wording import many

_BY = {"category": category_table, "item": item_table}


class SeenStability(NamedTuple):
    """Labels that are seen otherwise: the view, and what was found of it."""

    view: str
    results: Sequence[Stability]
    promises: Sequence[Promise]

    def as_json(self) -> dict[str, Any]:
        results = {"results": [result.as_json() for result in self.results]}
        return {"view": self.view, **results, "promises": [promise.as_json() for promise in self.promises]}


def stability_text(
    labels: Labels,
    results: Sequence[Stability],
    promises: Sequence[Promise] | Promise | None = None,
    systems: Evaluation | None = None,
    *,
    by: str | None = None,
    output: str = "text",
    seen: Sequence[SeenStability] = (),
) -> str:
    """What was found, in one of the formats: everything, or a table by category or by item.

    Of several sizes of groups the first one is told in words, by category and by item.
    """
    promises = _several(promises)
    exact, first = output == "csv", results[0]
    if by is not None:
        tables = [_BY[by](first, exact=exact)]
    elif exact and seen:
        tables = [seen_table([("", results, promises), *seen], exact=True)]
    else:
        tables = [values_table(results, promises, exact=exact)]
        tables += [seen_table(seen)] if seen else []
        if not exact:
            tables += [category_table(first), *([fragile_table(first)] if first.fragile else [])]
    if systems is not None:
        tables.append(systems_table(systems, exact=exact))
    parts = [captioned(table, output) for table in tables]
    if promises and not exact and by is None:
        parts.insert(0, prose(promises[0].text, output))
    if output != "text":
        return "\n\n".join(parts)
    if by is None:
        parts.append(_beyond_chance([result for result in results if result.k == first.k][-1]))
    return "\n\n".join(["\n".join(map(visible, overview(labels).lines())), *parts])


def _several(promises: Sequence[Promise] | Promise | None) -> Sequence[Promise]:
    return () if promises is None else (promises,) if isinstance(promises, Promise) else promises


def stability_record(
    labels: Labels,
    results: Sequence[Stability],
    promises: Sequence[Promise] | Promise | None = None,
    systems: Evaluation | None = None,
    *,
    by: str | None = None,
    seen: Sequence[SeenStability] = (),
) -> dict[str, Any]:
    """The same for other programs."""
    promises = _several(promises)
    listed = [result.as_json() for result in results]
    if by == "item":
        for record, result in zip(listed, results, strict=True):
            values = [None if value != value else value for value in result.per_item.tolist()]
            record["per_item"] = dict(zip(result.names, values, strict=True))
    made: dict[str, Any] = {"schema": SCHEMA, "data": overview(labels).as_json(), "results": listed}
    made["promise"] = promises[0].as_json() if promises else None
    if len(promises) > 1:
        made["promises"] = [promise.as_json() for promise in promises]
    if seen:
        made["views"] = [view.as_json() for view in seen]
    return made if systems is None else {**made, "systems": systems.as_json()}


def _beyond_chance(result: Stability) -> str:
    lines = [f"kRR = {result.krr:.3f}: chance-corrected agreement between the references of two such groups"]
    if result.krr != result.krr:
        lines = ["kRR is undefined: all groups vote for the same category on every item"]
    if result.shift == result.shift:
        lines.append(f"the reference moves by {result.shift:.3f} on average, in units of the categories")
    return "\n".join(lines)


def assumed_text(made: AssumedAgreement, *, output: str = "text") -> str:
    """What a coefficient alone promises, in one of the formats; CSV has the first of the tables."""
    exact = output == "csv"
    tables = [model_table(made, exact=exact)] if made.results else []
    tables += [least_table(made, exact=exact)]
    tables += [fewest_table(made)] if made.results else []
    parts = [captioned(table, output) for table in tables[: 1 if exact else None]]
    if output != "text":
        return "\n\n".join(parts)
    return "\n\n".join([f"{many(made.categories, 'category', 'categories')}, {_frequency(made)}", *parts])


def _frequency(made: AssumedAgreement) -> str:
    if any(agreement.model == "empirical" for agreement in made.least):
        return "as frequent as in the data"
    shares = made.parameters.get("prevalence")
    if not shares:
        return "all equally frequent"
    return f"their shares {', '.join(f'{share / sum(shares):.3g}' for share in shares)}"

"""Stability, forecasts and plans as tables for people and programs."""

from __future__ import annotations

import math
from collections.abc import Sequence

from accord.renderings.numbers import digits, shown
from accord.renderings.tables import Table
from accord.reproducibility.extrapolation import OBSERVED
from accord.reproducibility.planning import Plan
from accord.reproducibility.sentence import Promise
from accord.reproducibility.stability_result import Stability
from accord.reproducibility.systems import Evaluation
from accord.results.wording import many

SHOWN = 10  # fragile items in a table for people


def values_table(results: Sequence[Stability], promise: Promise | None, *, exact: bool = False) -> Table:
    """τ, Δ and the forecasts, each under its own name."""
    rows = []
    for one in results:
        name = "τ: k of them beside all" if one.against == "all" else "Δ: two groups of k, nobody in both"
        kind = one.method if one.groups is None else f"{many(one.groups, 'group')} drawn"
        rows.append((name, f"{one.k}", *_numbers((one.value, one.low, one.high), exact), one.reference, kind))
    if promise is not None:
        made, name = promise.forecast, "forecast: k others beside the present reference"
        numbers = _numbers((made.value, made.low, made.high), exact)
        rows.append((name, f"{made.k}", *numbers, made.reference, "fitted population"))
        if promise.judged is not None:
            for part in (
                *([] if promise.judged.whole is None else [promise.judged.whole]),
                *promise.judged.by_category,
            ):
                what = "what is marked" if part is promise.judged.whole else f"'{part.categories[0]}'"
                numbers = _numbers((part.value, part.low, part.high), exact)
                how = "seen" if part.k <= OBSERVED else "fitted population"
                rows.append((f"of {what}: two groups of k", f"{part.k}", *numbers, made.reference, how))
    header = ("share of labels that change", "k", "value", "low", "high", "reference", "how")
    return Table(header, tuple(rows), "What share of the reference labels other annotators would change.", _span(1, 5))


def category_table(result: Stability, *, exact: bool = False) -> Table:
    rows = tuple((name, *_numbers((result.shares[name], value), exact)) for name, value in result.per_category.items())
    header = ("category", "share of the reference", "of its labels change")
    return Table(header, rows, f"By category ({result.symbol}, groups of {result.k}).", _span(1, 3))


def fragile_table(result: Stability) -> Table:
    rows = tuple(
        (
            one.item,
            one.label,
            shown(one.change),
            ", ".join(f"{label}: {times}" for label, times in sorted(one.counts.items(), key=lambda pair: -pair[1])),
        )
        for one in result.fragile[:SHOWN]
    )
    of = f"{result.symbol}, groups of {result.k}"
    change = many(result.coin_tosses, "item changes", "items change")
    caption = f"Coin tosses ({of}): {change} with a probability of .4 or more."
    return Table(("item", "label", "probability of change", "annotators said"), rows, caption, frozenset({2}))


def item_table(result: Stability, *, exact: bool = False) -> Table:
    rows = tuple(
        (name, *_numbers((float(value),), exact)) for name, value in zip(result.names, result.per_item, strict=True)
    )
    return Table(("item", "probability that the label comes back"), rows, f"{result}.", frozenset({1}))


def systems_table(made: Evaluation, *, exact: bool = False) -> Table:
    rows = tuple(
        (one.system, f"{one.rank}", *_numbers((one.score, one.mean, one.low, one.high, one.first), exact))
        for one in made.systems
    )
    header = ("system", "rank", "accuracy", "mean, drawn anew", "low", "high", "is first")
    who = many(made.k, "other") if made.source == "population" else f"{made.k} of the annotators"
    caption = (
        f"Accuracy on {many(made.items, 'item')}, and on {many(made.references, 'reference')} by {who}; a pair of "
        f"systems changes places on {made.swapped:.1%} of them."
    )
    return Table(header, rows, caption, _span(1, 7))


def model_table(lines: Sequence[tuple[str, float, float]], *, exact: bool = False) -> Table:
    """Expected variation by model of annotators."""
    rows = tuple((name, *_numbers(values, exact)) for name, *values in lines)
    header = ("if items are", "beside the ideal reference", "between two groups of k")
    return Table(header, rows, "Expected share of labels that change.", _span(1, 3))


def plan_table(made: Plan, *, exact: bool = False) -> Table:
    most = "over 100" if made.annotators_high is None else f"{made.annotators_high}"
    rows: list[tuple[str, ...]] = [
        ("annotators per item", f"{made.annotators}", f"{made.annotators_low}", most),
        (
            "of what is marked, change" if made.of_marked else "labels that change",
            *_numbers((made.variation, made.variation_low, made.variation_high), exact),
        ),
        *([] if math.isnan(made.distance) else [("distance", *_numbers((made.distance,), exact), "", "")]),
        ("items", f"{made.items}" if exact else f"{made.items:,}", "", ""),
        ("labels in all", f"{made.labels}" if exact else f"{made.labels:,}", "", ""),
    ]
    asked = [] if made.marked is None else made.marked.asked
    for one in () if made.marked is None else made.marked.by_category:
        own = f" (at most {one.target:.1%})" if one in asked else ""
        rows.append((f"of '{one.categories[0]}', change{own}", *_numbers((one.value, one.low, one.high), exact)))
    if made.cost:
        rows.append(("cost", repr(made.cost) if exact else f"{made.cost:,.2f}", "", ""))
    others = "one other" if made.annotators == 1 else f"{made.annotators} others"
    named = "A median" if made.reference == "median" else "A reference"
    caption = f"{named} that {others} would change by {made.target:.1%} at most{made.source_in_words}."
    if made.of_marked:
        caption = (
            f"{named} of which {others} would change {made.target:.1%} of what is marked at most{made.source_in_words}."
        )
    return Table(("", "planned", "low", "high"), tuple(rows), caption, _span(1, 4))


def _numbers(values: Sequence[float], exact: bool) -> tuple[str, ...]:
    return tuple(digits(value, exact) for value in values)


def _span(first: int, last: int) -> frozenset[int]:
    return frozenset(range(first, last))

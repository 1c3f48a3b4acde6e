"""Stability, forecasts and plans as tables for people and programs."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from accord.renderings.numbers import digits, shown
from accord.renderings.tables import Table
from accord.reproducibility.assumed_agreement import MOST_ANNOTATORS, AssumedAgreement
from accord.reproducibility.extrapolation import OBSERVED
from accord.reproducibility.planning import Plan
from accord.reproducibility.sentence import Promise
from accord.reproducibility.stability_result import Stability
from accord.reproducibility.systems import Evaluation
from accord.results.wording import many

SHOWN = 10  # fragile items in a table for people


NAMES = {"all": "τ: k of them against all", "disjoint": "Δ: two groups of k, nobody in both"}
_VALUES = ("share of labels that change", "k", "value", "low", "high", "κ of groups", "reference", "how")


def values_table(results: Sequence[Stability], promises: Sequence[Promise] = (), *, exact: bool = False) -> Table:
    """τ, Δ and the forecasts, each under its own name, with the mean agreement of the groups."""
    caption = "How much of the reference would change with other annotators."
    return Table(_VALUES, tuple(_values(results, promises, exact)), caption, _span(1, 6))


def seen_table(seen: Sequence[tuple[str, Sequence[Stability], Sequence[Promise]]], *, exact: bool = False) -> Table:
    """The same of labels that are seen otherwise."""
    rows = tuple((name, *row) for name, results, promises in seen for row in _values(results, promises, exact))
    return Table(("view", *_VALUES), rows, "Other views.", _span(2, 7))


def _values(results: Sequence[Stability], promises: Sequence[Promise], exact: bool) -> list[tuple[str, ...]]:
    """By size of groups, in the order these came."""
    rows: list[tuple[int, tuple[str, ...]]] = []
    for result in results:
        kind = result.method if result.groups is None else f"{many(result.groups, 'group')} drawn"
        numbers = _numbers((result.value, result.low, result.high, result.kappa), exact)
        rows.append((result.k, (NAMES[result.against], f"{result.k}", *numbers, result.reference, kind)))
    for promise in promises:
        made = promise.forecast
        numbers = (*_numbers((made.value, made.low, made.high), exact), "")
        name = "forecast: k others against the present reference"
        rows.append((made.k, (name, f"{made.k}", *numbers, made.reference, "fitted population")))
        rows += [(made.k, row) for row in _judged(promise, exact)]
    sizes = list(dict.fromkeys(size for size, _ in rows))
    return [row for size, row in sorted(rows, key=lambda pair: sizes.index(pair[0]))]


def _judged(promise: Promise, exact: bool) -> Iterator[tuple[str, ...]]:
    """Of sparse data: what is marked, and each category."""
    if promise.judged is None:
        return
    whole = promise.judged.whole
    for part in (*([] if whole is None else [whole]), *promise.judged.by_category):
        what = "what is marked" if part is whole else f"'{part.categories[0]}'"
        numbers = (*_numbers((part.value, part.low, part.high), exact), "")
        how = "seen" if part.k <= OBSERVED else "fitted population"
        yield (f"of {what}: two groups of k", f"{part.k}", *numbers, promise.forecast.reference, how)


def category_table(result: Stability, *, exact: bool = False) -> Table:
    rows = tuple((name, *_numbers((result.shares[name], value), exact)) for name, value in result.per_category.items())
    header = ("category", "share of the reference", "of its labels change")
    return Table(header, rows, f"By category ({result.symbol}, groups of {result.k}).", _span(1, 3))


def fragile_table(result: Stability) -> Table:
    rows = tuple(
        (
            item.item,
            item.label,
            shown(item.change),
            ", ".join(f"{label}: {times}" for label, times in sorted(item.counts.items(), key=lambda pair: -pair[1])),
        )
        for item in result.fragile[:SHOWN]
    )
    of = f"{result.symbol}, groups of {result.k}"
    change = many(result.coin_tosses, "item changes", "items change")
    caption = f"Coin tosses ({of}): {change} with a probability of .4 or more."
    return Table(("item", "label", "probability of change", "annotators said"), rows, caption, frozenset({2}))


def item_table(result: Stability, *, exact: bool = False) -> Table:
    rows = tuple(
        (name, *_numbers((float(value),), exact)) for name, value in zip(result.names, result.per_item, strict=True)
    )
    return Table(("item", "probability of the same label"), rows, f"{result}.", frozenset({1}))


def systems_table(made: Evaluation, *, exact: bool = False) -> Table:
    rows = tuple(
        (row.system, f"{row.rank}", *_numbers((row.score, row.mean, row.low, row.high, row.first), exact))
        for row in made.systems
    )
    header = ("system", "rank", "accuracy", "mean, resampled", "low", "high", "is first")
    who = many(made.k, "other") if made.source == "population" else f"{made.k} of the annotators"
    caption = (
        f"Accuracy on {many(made.items, 'item')}, and on {many(made.references, 'reference')} by {who}; a pair of "
        f"systems changes places on {made.swapped:.1%} of them."
    )
    return Table(header, rows, caption, _span(1, 7))


def model_table(made: AssumedAgreement, *, exact: bool = False) -> Table:
    """Expected variation by model of annotators, value of the coefficient and size of groups."""
    rows = tuple(
        (row.model, *_numbers((row.kappa,), exact), f"{row.k}", *_numbers((row.reference, row.group), exact))
        for row in made.results
    )
    header = (
        "if items are",
        made.coefficient,
        "k",
        "beside the ideal reference (E_k)",
        "between two groups of k (Δ_k)",
    )
    return Table(header, rows, "Expected share of labels that change.", _span(1, 5))


def least_table(made: AssumedAgreement, *, exact: bool = False) -> Table:
    """Which coefficient keeps the change below the target."""
    rows = tuple(
        (agreement.model, f"{agreement.k}", *_numbers((agreement.reference, agreement.group), exact))
        for agreement in made.least
    )
    header = ("if items are", "k", f"{made.coefficient}, for E_k", f"{made.coefficient}, for Δ_k")
    return Table(header, rows, f"The least {made.coefficient} for a change of {made.target:.1%} at most.", _span(1, 4))


def fewest_table(made: AssumedAgreement, *, exact: bool = False) -> Table:
    """How many annotators keep it there, at each value of the coefficient."""

    def told(number: int | None) -> str:
        return f"{number}" if number is not None else "" if exact else f"over {MOST_ANNOTATORS}"

    distinct = {(result.model, result.kappa): result for result in made.results}
    rows = tuple(
        (model, *_numbers((kappa,), exact), told(result.smallest_k_reference), told(result.smallest_k))
        for (model, kappa), result in distinct.items()
    )
    header = ("if items are", made.coefficient, "annotators, for E_k", "annotators, for Δ_k")
    return Table(header, rows, f"The fewest annotators for a change of {made.target:.1%} at most.", _span(1, 4))


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
    for change in () if made.marked is None else made.marked.by_category:
        own = f" (at most {change.target:.1%})" if change in asked else ""
        rows.append(
            (f"of '{change.categories[0]}', change{own}", *_numbers((change.value, change.low, change.high), exact))
        )
    if made.cost:
        rows.append(("cost", repr(made.cost) if exact else f"{made.cost:,.2f}", "", ""))
    others = "one other" if made.annotators == 1 else f"{made.annotators} others"
    named = "A median" if made.reference == "median" else "A reference"
    caption = f"{named} that {others} would change by {made.target:.1%} at most{made.source_in_words}."
    if made.of_marked:
        caption = (
            f"{named} of which {others} would change {made.target:.1%} of what is marked at most{made.source_in_words}."
        )
    caption = f"{caption} {made.caution}".rstrip()
    return Table(("", "planned", "low", "high"), tuple(rows), caption, _span(1, 4))


def _numbers(values: Sequence[float], exact: bool) -> tuple[str, ...]:
    return tuple(digits(value, exact) for value in values)


def _span(first: int, last: int) -> frozenset[int]:
    return frozenset(range(first, last))

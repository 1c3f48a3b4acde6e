"""Values for parts of the data: each category against the rest, each annotator with the others, each item."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Categories, Labels, RatingRows, Summary, summarise
from accord.evaluation.annotator_pairs import mean_of_pairs, names_annotators
from accord.evaluation.drawing import Units
from accord.evaluation.evaluating import evaluate
from accord.evaluation.meaning import explained
from accord.evaluation.options import Options
from accord.evaluation.preparing import subject_of
from accord.measures import Measure, Undefined, find
from accord.results import Diagnostic, Expression, Result, UsageError, parse_expression
from accord.results.arrays import Floats
from accord.statistics import percentile_interval
from accord.statistics.division import mean_of_defined

MOST_PEOPLE = 40  # beyond so many annotators, pairs have no intervals
MOST_PATTERNS = 20_000


def measure_by_category(data: Labels, expression: str | Expression, **options: object) -> list[Result]:
    """A measure of each category against all others."""
    chosen, asked = Options.of(options), parse_expression(expression)
    record = find("labels", asked.name)
    rows = chosen.resample != "items" or record.reads_rows(record.bind(asked.parameters).parameters)
    binary = {category: data.binary(category) for category in data.categories.texts}
    parts = [evaluate(subject_of(labels, rows=rows), [asked], chosen)[0] for labels in binary.values()]
    return [replace(part, of=name) for name, part in zip(binary, explained("labels", parts, data.read_as), strict=True)]


def measure_by_annotator(data: Labels, expression: str | Expression, **options: object) -> list[Result]:
    """Each annotator with the others: the mean of the measure over the pairs the annotator is in.

    All pairs are measured on the same bootstrap samples of the items; beyond 40 annotators there are no intervals.
    """
    chosen = Options.of(options)
    asked = parse_expression(expression)
    record = find("labels", asked.name)
    parameters = record.bind(asked.parameters).parameters
    summary = summarise(data)
    if summary.rows is None:
        raise UsageError("values by annotator need to know who gave which label", "give a table with annotators")
    diagnostics: tuple[Diagnostic, ...] = ()
    if chosen.confidence is not None and (len(summary.rows.annotators) > MOST_PEOPLE or chosen.resample != "items"):
        why = f"they are drawn over items, for at most {MOST_PEOPLE} annotators"
        diagnostics = (Diagnostic("ACC117", f"values by annotator have no intervals here: {why}"),)
        chosen = replace(chosen, confidence=None)
    (whole,) = evaluate(summary, [asked], replace(chosen, confidence=None))
    ordered = summary.canonical()
    rows = ordered.rows if ordered.rows is not None else summary.rows
    means = dict(zip(rows.annotators, _means_by_annotator(record, parameters, ordered, rows, chosen), strict=True))
    results = []
    for name in summary.rows.annotators:
        together, shared = means[name]
        value = float(together[0])
        bounds = (float("nan"), float("nan"))
        if chosen.confidence is not None and not np.isnan(value):
            bounds = percentile_interval(together[1:], chosen.confidence)
        reason = f"'{name}' shares no items with anybody on which it is defined" if np.isnan(value) else None
        results.append(
            replace(
                whole,
                value=value,
                low=bounds[0],
                high=bounds[1],
                confidence=chosen.confidence,
                undefined=reason,
                components={"pairs": float(shared)},
                standard_errors=(),
                diagnostics=diagnostics,
                of=name,
            )
        )
    return results


def _means_by_annotator(
    record: Measure, parameters: dict[str, object], summary: Summary, rows: RatingRows, options: Options
) -> list[tuple[Floats, int]]:
    """For each annotator the mean value over their pairs, followed by its replicates, and the number of pairs."""
    if options.confidence is None and not names_annotators(parameters, rows):
        values, numbers = mean_of_pairs(record, parameters, summary, rows)
        return [(values[[person]], int(numbers[person])) for person in range(len(rows.annotators))]
    pairs = _pair_values(record, parameters, summary, rows, options)
    means = []
    for person in range(len(rows.annotators)):
        mine = [values for both, values in pairs.items() if person in both]
        shared = sum(not np.isnan(values[0]) for values in mine)
        means.append((mean_of_defined(np.stack(mine)) if mine else np.array([np.nan]), shared))
    return means


def _pair_values(
    record: Measure, parameters: dict[str, object], summary: Summary, rows: RatingRows, options: Options
) -> dict[tuple[int, int], Floats]:
    """For each pair of annotators who share an item, the value followed by its replicates."""
    weights = rows.multiplicity[None, :].astype(np.float64)
    if options.confidence is not None:
        drawn = Units.of_rows(summary).weights(options.replicates, options.seed)
        weights = np.concatenate([weights, *drawn])
    pair_values: dict[tuple[int, int], Floats] = {}
    for annotator, partner in combinations(range(len(rows.annotators)), 2):
        both, kept = rows.shared_by(annotator, partner)
        if len(both) == 0:
            continue
        seen = replace(summary, rows=both, counts=both.tallies, n_annotators=2, annotators=both.annotators)
        try:
            kernel = record.kernel(seen, **parameters)
        except Undefined:
            continue
        pair_values[annotator, partner] = kernel(weights[:, kept])["value"]
    return pair_values


def measure_by_item(data: Labels, expression: str | Expression) -> list[Result]:
    """Each item's part in a measure: its observed agreement, corrected by the expected agreement of all items.

    Their mean (weighted as the measure weighs items) is the measure itself. Items are in the order of the data; those
    without two labels are undefined.
    """
    asked = parse_expression(expression)
    record = find("labels", asked.name)
    parameters = record.bind(asked.parameters).parameters
    summary = summarise(data).canonical()
    (whole,) = evaluate(summary, [asked], Options(confidence=None))
    if asked.name == "alpha" and (parameters["level"] or data.level) == "ordinal":
        ranks = measure_by_item(_by_mid_ranks(data), Expression("alpha", **{**asked.parameters, "level": "interval"}))
        return [replace(result, measure=whole.measure, signature=whole.signature) for result in ranks]
    patterns, row_pattern = _patterns_of_rows(data, record, parameters, summary)
    values = np.full(patterns, np.nan)
    if whole.defined:
        if patterns > MOST_PATTERNS:
            raise UsageError(
                f"{patterns:,} different items are too many for values by item", "measure a sample of them"
            )
        values = _item_values(record, parameters, summary, whole, patterns)
    results = []
    for row in range(data.n_rows):
        pattern = int(row_pattern[row])
        value = float(values[pattern]) if pattern >= 0 else float("nan")
        name = data.items[row] if data.items is not None else str(row + 1)
        reason = None
        if np.isnan(value):
            reason = whole.undefined if not whole.defined else "the item has fewer than two labels to compare"
        results.append(replace(whole, value=value, undefined=reason, components={}, standard_errors=(), of=name))
    return results


def _by_mid_ranks(data: Labels) -> Labels:
    """The labels as their mid-ranks in all the data, on which the ordinal metric is the interval one.

    The ranks of one item alone are not those of the data, and neither is its ordinal disagreement.
    """
    first = data.first_ratings()
    weights = np.repeat(np.where(first.sizes >= 2, first.weights, 0), first.sizes)
    used = np.bincount(first.codes, weights=weights, minlength=len(data.categories))
    ranks, place = np.unique(np.cumsum(used) - used / 2, return_inverse=True)
    codes = place.astype(np.int32)[data.codes]
    return replace(data, categories=Categories.of_numbers(ranks), codes=codes, level="interval", nothing=None)


def _item_values(
    record: Measure, parameters: dict[str, object], summary: Summary, whole: Result, patterns: int
) -> Floats:
    """The value is linear in the observed part: κ = (A_o − A_e) / (1 − A_e), α = 1 − D_o / D_e."""
    kernel = record.kernel(summary, **parameters)
    block = max(1, 4_000_000 // max(patterns, 1))
    values, observed = [], []
    for start in range(0, patterns, block):
        alone = np.zeros((min(block, patterns - start), patterns))
        alone[np.arange(len(alone)), np.arange(start, start + len(alone))] = 1.0
        parts = kernel(alone)
        values.append(parts["value"])
        observed.append(parts.get("observed", parts["value"]))
    if "observed" not in whole.components or "expected" not in whole.components:
        return np.concatenate(values)
    all_observed, expected = whole.components["observed"], whole.components["expected"]
    disagreement = np.isclose(whole.value, 1 - all_observed / expected if expected else np.nan)
    slope = -1 / expected if disagreement else 1 / (1 - expected)
    return np.asarray(whole.value + slope * (np.concatenate(observed) - all_observed))


def _patterns_of_rows(
    data: Labels, record: Measure, parameters: dict[str, object], summary: Summary
) -> tuple[int, NDArray[np.int64]]:
    """How many patterns the measure reads, and the pattern of each row of the data (−1 for a row without labels)."""
    rows = summary.rows if record.reads_rows(parameters) else None
    known = rows if rows is not None else summary.counts
    first, second = (rows.who, rows.codes) if rows is not None else (known.codes, summary.counts.counts)
    spans = zip(known.starts[:-1].tolist(), known.starts[1:].tolist(), strict=True)
    alike = {_key(first[start:end], second[start:end]): pattern for pattern, (start, end) in enumerate(spans)}
    own = data.first_ratings()
    place = None
    if rows is not None:
        number = {name: position for position, name in enumerate(rows.annotators)}
        place = np.array([number.get(name, -1) for name in data.annotators or ()])
    patterns = np.full(data.n_rows, -1, dtype=np.int64)
    for row, (start, end) in enumerate(zip(own.starts[:-1].tolist(), own.starts[1:].tolist(), strict=True)):
        codes = own.codes[start:end]
        if len(codes) == 0:
            continue
        if place is not None and own.who is not None:
            who = place[own.who[start:end]]
            order = np.argsort(who, kind="stable")
            patterns[row] = alike[_key(who[order], codes[order])]
        else:
            patterns[row] = alike[_key(*np.unique(codes, return_counts=True))]
    return len(known), patterns


def _key(first: NDArray[np.integer], second: NDArray[np.integer]) -> bytes:
    return np.stack([first, second]).astype(np.int64).tobytes()

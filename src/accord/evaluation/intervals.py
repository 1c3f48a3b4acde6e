"""Intervals: the same kernel on data drawn anew."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from accord.annotations import RatingRows, Summary
from accord.evaluation.options import Options
from accord.measures import Kernel, Measure, Undefined
from accord.resampling import bca_interval, generator, percentile_interval, replicate_weights
from accord.results import Diagnostic, StandardError
from accord.results.wording import many

Floats = NDArray[np.float64]
FEWEST_ANNOTATORS = 3  # two annotators say nothing about others
ENOUGH_ANNOTATORS = 20  # below, intervals over annotators cover less than they say (docs/intervals.md)
MOST_DELETIONS = 2_000  # patterns that are left out one by one for the acceleration of BCa


@dataclass(frozen=True)
class Interval:
    """Bounds (nan when there are none), and what to say about them."""

    low: float
    high: float
    diagnostics: tuple[Diagnostic, ...] = ()
    standard_error: StandardError | None = None


def interval_of(
    record: Measure,
    parameters: Mapping[str, object],
    summary: Summary,
    kernel: Kernel,
    value: float,
    drawn: Floats | None,
    options: Options,
) -> Interval:
    """The interval that the options ask for; `drawn` are the values on items drawn anew (`items_drawn`)."""
    if options.confidence is None:
        return Interval(float("nan"), float("nan"))
    said: tuple[Diagnostic, ...] = ()
    if options.resample != "items":
        refusal = _no_annotators(record, summary)
        if refusal is not None:
            why = Diagnostic("ACC112", f"{record.name} has no interval over annotators: {refusal}")
            return Interval(float("nan"), float("nan"), (why,))
        drawn = _annotators_drawn(record, parameters, summary, options)
        people = len(summary.rows.annotators) if summary.rows is not None else 0
        if people < ENOUGH_ANNOTATORS:
            said = (Diagnostic("ACC115", f"an interval over {many(people, 'annotator')} is too narrow"),)
    if drawn is None:
        return Interval(float("nan"), float("nan"), said)
    left_out = []
    if options.method == "bca":
        if options.resample != "annotators":
            left_out.append(items_left_out(kernel, multiplicity_of(record, parameters, summary)))
        if options.resample != "items":
            left_out.append(_annotators_left_out(record, parameters, summary))
    found = from_replicates(record.name, value, drawn, left_out, options.resample, options)
    return replace(found, diagnostics=(*said, *found.diagnostics))


def from_replicates(
    name: str, value: float, drawn: Floats, left_out: Sequence[tuple[Floats, Floats]], over: str, options: Options
) -> Interval:
    """The interval and the standard error of a value, from the values on data drawn anew `over` something."""
    if options.confidence is None:
        return Interval(float("nan"), float("nan"))
    said: tuple[Diagnostic, ...] = ()
    lost = int(np.isnan(drawn).sum())
    if lost > options.replicates / 20:
        words = f"{lost:,} of {options.replicates:,} bootstrap replicates of {name} are undefined"
        said = (Diagnostic("ACC111", words),)
    if options.method == "bca":
        low, high = bca_interval(drawn, value, left_out, options.confidence)
    else:
        low, high = percentile_interval(drawn, options.confidence)
    if not np.isnan(low) and not low - 1e-12 <= value <= high + 1e-12:
        words = f"data drawn anew hardly ever give as {'high' if value > high else 'low'} a value of {name} as these"
        said = (*said, Diagnostic("ACC114", words, hint="its interval was widened to hold it: trust it less"))
        low, high = min(low, value), max(high, value)
    spread = float(np.nanstd(drawn, ddof=1)) if len(drawn) - lost > 1 else float("nan")
    error = StandardError("sampling", spread, f"bootstrap over {over}", "efron1993")
    return Interval(low, high, said, None if np.isnan(spread) else error)


def items_drawn(kernels: Sequence[Kernel], multiplicity: NDArray[np.int64], options: Options) -> list[Floats]:
    """For each kernel (replicates,) values on items drawn anew; all kernels see the same samples, each drawn once."""
    parts: list[list[Floats]] = [[] for _ in kernels]
    for weights in replicate_weights(multiplicity, options.replicates, options.seed):
        for part, kernel in zip(parts, kernels, strict=True):
            part.append(kernel(weights)["value"])
    return [np.concatenate(part) if part else np.zeros(0) for part in parts]


def multiplicity_of(record: Measure, parameters: Mapping[str, object], summary: Summary) -> NDArray[np.int64]:
    """How many items show each pattern of the statistic that the kernel reads."""
    if record.reads_rows(parameters) and summary.rows is not None:
        return summary.rows.multiplicity
    return summary.counts.multiplicity


def _no_annotators(record: Measure, summary: Summary) -> str | None:
    if "annotators" not in record.resamples:
        return "it compares whole columns, and an annotator drawn twice would agree with themselves"
    if summary.rows is None:
        return "who said what is not known"
    if len(summary.rows.annotators) < FEWEST_ANNOTATORS:
        return "fewer than three annotators say nothing about others"
    return None


def _annotators_drawn(record: Measure, parameters: Mapping[str, object], summary: Summary, options: Options) -> Floats:
    """(replicates,) values on annotators drawn with replacement; copies of one annotator are not compared."""
    rows = summary.rows
    if rows is None:
        return np.zeros(0)
    rng = generator(options.seed, "annotators")
    people = len(rows.annotators)
    items = None
    if options.resample == "both":
        items = (w for block in replicate_weights(rows.multiplicity, options.replicates, options.seed) for w in block)
    values = np.empty(options.replicates)
    for replicate in range(options.replicates):
        drawings = np.bincount(rng.integers(people, size=people), minlength=people).astype(np.int64)
        weighted = rows if items is None else replace(rows, multiplicity=next(items).astype(np.int64))
        values[replicate] = _value_on(record, parameters, summary, weighted.drawn(drawings))
    return values


def _value_on(record: Measure, parameters: Mapping[str, object], summary: Summary, rows: RatingRows) -> float:
    """The measure on other rows of the same data, nan where it is undefined."""
    seen = replace(summary, rows=rows, counts=rows.tallies)
    if len(rows) == 0:
        return float("nan")
    try:
        kernel = record.kernel(seen, **parameters)
    except Undefined:
        return float("nan")
    return float(kernel(rows.multiplicity[None, :].astype(np.float64))["value"][0])


def _annotators_left_out(record: Measure, parameters: Mapping[str, object], summary: Summary) -> tuple[Floats, Floats]:
    """Values with one annotator left out."""
    rows = summary.rows
    if rows is None:
        return np.zeros(0), np.zeros(0)
    people = len(rows.annotators)
    values = np.empty(people)
    for person in range(people):
        rest = np.ones(people, dtype=np.int64)
        rest[person] = 0
        values[person] = _value_on(record, parameters, summary, rows.drawn(rest))
    return values, np.ones(people)


def items_left_out(kernel: Kernel, multiplicity: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """Values with one item left out, and how many items each stands for.

    With very many patterns, groups of them are left out together (the delete-a-group jackknife).
    """
    times = multiplicity.astype(np.float64)
    patterns = len(times)
    if patterns <= MOST_DELETIONS:
        parts = []
        for block in np.array_split(np.arange(patterns), max(1, patterns // 200)):
            weights = np.tile(times, (len(block), 1))
            weights[np.arange(len(block)), block] -= 1
            parts.append(kernel(weights)["value"])
        return np.concatenate(parts), times
    groups = np.array_split(np.arange(patterns), MOST_DELETIONS // 10)
    together = max(1, 2_000_000 // patterns)
    parts = []
    for start in range(0, len(groups), together):
        some = groups[start : start + together]
        weights = np.tile(times, (len(some), 1))
        for row, group in enumerate(some):
            weights[row, group] = 0
        parts.append(kernel(weights)["value"])
    return np.concatenate(parts), np.ones(len(groups))

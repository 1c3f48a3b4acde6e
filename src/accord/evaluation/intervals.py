"""Intervals: the same kernel on data drawn anew; of documents, over these or over the units of the only one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np

from accord.annotations import RatingRows, Summary
from accord.evaluation.crossed import Spread, spread_over_both
from accord.evaluation.drawing import Units
from accord.evaluation.options import Options
from accord.evaluation.preparing import Prepared
from accord.evaluation.smoothing import imagined_weights
from accord.measures import Kernel, Measure, Undefined
from accord.results import Diagnostic, StandardError, UsageError
from accord.results.arrays import Floats
from accord.results.option_names import option, told
from accord.results.wording import many
from accord.statistics import bca_interval, expanded, generator, percentile_interval, standard_deviation

FEWEST_ANNOTATORS = 3  # two annotators say nothing about others
ENOUGH_ANNOTATORS = 20  # below, intervals over annotators cover less than they say (docs/intervals.md)
ENOUGH_CLUSTERS = 10  # below, intervals over clusters cover less than they say (docs/intervals.md)


@dataclass(frozen=True)
class Interval:
    """Bounds (nan when there are none), and what to say about them."""

    low: float
    high: float
    diagnostics: tuple[Diagnostic, ...] = ()
    standard_error: StandardError | None = None


def method_of(record: Measure, parameters: Mapping[str, object], summary: Summary, options: Options) -> str:
    """The kind of interval of a measure of labels: as the options say, or its default."""
    closed = record.interval
    if options.method == "f" and closed is None:
        raise UsageError(
            f"{record.name} has no interval from the F distribution", f"only icc has; leave {option('method')} out"
        )
    if options.method is not None:
        return options.method
    if closed is not None and summary.clusters is None and _about(closed.over(parameters), options.resample):
        return closed.method
    return "percentile" if options.resample == "annotators" else "smoothed"


def _about(over: str, resample: str) -> bool:
    """Whether an interval over this answers what was asked."""
    return resample == "items" or over == resample


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
        return Interval(np.nan, np.nan)
    method = method_of(record, parameters, summary, options)
    if record.interval is not None and method == record.interval.method:
        return _closed(record, parameters, summary, value, options, options.confidence)
    if options.resample != "items":
        refusal = _no_annotators(record, summary)
        if refusal is not None:
            return _none("ACC112", f"{record.name} has no interval over annotators: {refusal}")
    if options.resample == "annotators":
        return _over_annotators(record, parameters, summary, value, method, options)
    if drawn is None:
        return Interval(np.nan, np.nan)
    units = Units.of(record, parameters, summary)
    left_out = [units.left_out(kernel)] if method == "bca" else []
    over = "items" if units.clusters is None else "clusters"
    interval = from_replicates(record.name, value, drawn, left_out, over, method, len(units), options)
    if units.clusters is not None and len(units) < ENOUGH_CLUSTERS:
        words = f"an interval over {many(len(units), 'cluster')} is rough"
        interval = replace(interval, diagnostics=(Diagnostic("ACC301", words), *interval.diagnostics))
    if options.resample == "both":
        return _with_annotators(record, parameters, summary, value, interval, options.confidence)
    return interval


def from_replicates(
    name: str,
    value: float,
    drawn: Floats,
    left_out: Sequence[tuple[Floats, Floats]],
    over: str,
    method: str,
    number: int,
    options: Options,
) -> Interval:
    """The interval and the standard error of a value, from the values on so many of something, drawn anew."""
    if options.confidence is None:
        return Interval(np.nan, np.nan)
    notes: tuple[Diagnostic, ...] = ()
    lost = int(np.isnan(drawn).sum())
    if lost > options.replicates / 20:
        words = f"{lost:,} of {options.replicates:,} bootstrap replicates of {name} are undefined"
        notes = (Diagnostic("ACC111", words),)
    if method == "bca":
        low, high = bca_interval(drawn, value, left_out, options.confidence)
    else:
        wide = expanded(options.confidence, number) if method == "smoothed" else options.confidence
        low, high = percentile_interval(drawn, wide)
    if not np.isnan(low) and not low - 1e-12 <= value <= high + 1e-12:
        words = f"resampled data hardly ever give as {'high' if value > high else 'low'} a value of {name} as these"
        notes = (*notes, Diagnostic("ACC114", words, hint="its interval was widened to hold it: trust it less"))
        low, high = min(low, value), max(high, value)
    spread = standard_deviation(drawn) if len(drawn) - lost > 1 else np.nan
    error = StandardError("sampling", spread, f"bootstrap over {over}", "efron1993")
    return Interval(low, high, notes, None if np.isnan(spread) else error)


def items_drawn(kernels: Sequence[Kernel], units: Units, options: Options, *, imagined: bool = False) -> list[Floats]:
    """For each kernel (replicates,) values on items drawn anew; all kernels see the same samples, each drawn once.

    With `imagined`, the kernels read the imagined items after the others (`with_imagined`).
    """
    parts: list[list[Floats]] = [[] for _ in kernels]
    more = imagined_weights(options.replicates, options.seed) if imagined else np.zeros((options.replicates, 0))
    done = 0
    for weights in units.weights(options.replicates, options.seed):
        block = np.concatenate((weights, more[done : done + len(weights)]), axis=1) if imagined else weights
        done += len(weights)
        for part, kernel in zip(parts, kernels, strict=True):
            part.append(kernel(block)["value"])
    return [np.concatenate(part) if part else np.zeros(0) for part in parts]


# ---- by a formula


def _closed(
    record: Measure,
    parameters: Mapping[str, object],
    summary: Summary,
    value: float,
    options: Options,
    confidence: float,
) -> Interval:
    closed = record.interval
    if closed is None or not _about(closed.over(parameters), options.resample):
        why = "its formula is about items, or about items and annotators"
        return _none("ACC112", f"{record.name} has no interval over annotators: {why}")
    low, high = closed.ends(summary, confidence, **parameters)
    if not low - 1e-9 <= value <= high + 1e-9:
        return _none("ACC304", f"{record.name} has no interval: items differ less than by chance")
    diagnostics = closed.doubts(summary)
    if summary.clusters is not None:
        words = f"the interval of {record.name} assumes independent items, in spite of clusters"
        diagnostics = (Diagnostic("ACC302", words), *diagnostics)
    spread = (high - low) / 2 / NormalDist().inv_cdf((1 + confidence) / 2)
    error = StandardError("sampling", spread, "half the interval / z", closed.reference)
    return Interval(low, high, diagnostics, error if np.isfinite(spread) else None)


def _none(code: str, words: str) -> Interval:
    return Interval(np.nan, np.nan, (Diagnostic(code, words),))


# ---- over annotators


def _no_annotators(record: Measure, summary: Summary) -> str | None:
    if "annotators" not in record.resamples:
        return "it compares whole columns, and an annotator drawn twice would agree with themselves"
    if summary.rows is None:
        return "who said what is not known"
    if len(summary.rows.annotators) < FEWEST_ANNOTATORS:
        return "fewer than three annotators say nothing about others"
    return None


def _over_annotators(
    record: Measure, parameters: Mapping[str, object], summary: Summary, value: float, method: str, options: Options
) -> Interval:
    people = len(summary.rows.annotators) if summary.rows is not None else 0
    drawn = _annotators_drawn(record, parameters, summary, options)
    left_out = [_annotators_left_out(record, parameters, summary)] if method == "bca" else []
    interval = from_replicates(record.name, value, drawn, left_out, "annotators", method, people, options)
    if people < ENOUGH_ANNOTATORS:
        few = Diagnostic("ACC115", f"an interval over {many(people, 'annotator')} is too narrow")
        return replace(interval, diagnostics=(few, *interval.diagnostics))
    return interval


def _with_annotators(
    record: Measure,
    parameters: Mapping[str, object],
    summary: Summary,
    value: float,
    over_items: Interval,
    confidence: float,
) -> Interval:
    """The interval over items, widened by what annotators add to the variance."""
    spread = spread_over_both(record, parameters, summary)
    if spread is None:
        spread = _summed(record, parameters, summary, over_items)
    if spread is None or spread.over_units <= 0:
        return over_items
    from scipy.special import stdtrit  # takes a while to import

    tail = (1 + confidence) / 2
    factor = spread.ratio * float(stdtrit(spread.freedom, tail) / stdtrit(max(spread.units - 1, 1), tail))
    low, high = (_stretched(value, end, max(factor, 1.0), record) for end in (over_items.low, over_items.high))
    error = over_items.standard_error
    if error is not None:
        wider = error.value * spread.ratio
        error = StandardError("sampling", wider, f"{error.formula}, and annotators", "cameron2011")
    diagnostics = over_items.diagnostics
    if spread.annotators < ENOUGH_ANNOTATORS:
        words = (
            f"an interval over items and annotators that rests on {spread.annotators:.0f} annotators, in effect, is "
        )
        diagnostics = (Diagnostic("ACC523", f"{words}rough: a few persons say little about others"), *diagnostics)
    return replace(over_items, low=low, high=high, standard_error=error, diagnostics=diagnostics)


def _stretched(value: float, end: float, factor: float, record: Measure) -> float:
    """An end moved away from the value; for agreement on the scale of log(1 − value), so that it stays below 1."""
    if record.bounded and end >= 1:
        return end
    if not record.bounded or value >= 1:
        return value + (end - value) * factor
    return float(1 - (1 - value) * ((1 - end) / (1 - value)) ** factor)


def _summed(record: Measure, parameters: Mapping[str, object], summary: Summary, over_items: Interval) -> Spread | None:
    """Where single labels cannot be told apart: the variances over items and over annotators, and nothing taken off."""
    if over_items.standard_error is None or summary.rows is None:
        return None
    values, times = _annotators_left_out(record, parameters, summary)
    known = values[~np.isnan(values)]
    if len(known) < FEWEST_ANNOTATORS:
        return None
    added = float((len(known) - 1) / len(known) * ((known - known.mean()) ** 2).sum())
    return Spread(over_items.standard_error.value**2, len(Units.of_rows(summary)), added, float(times.sum()))


def _annotators_drawn(record: Measure, parameters: Mapping[str, object], summary: Summary, options: Options) -> Floats:
    """(replicates,) values on annotators drawn with replacement; copies of one annotator are not compared."""
    rows = summary.rows
    if rows is None:
        return np.zeros(0)
    rng = generator(options.seed, "annotators")
    people = len(rows.annotators)
    values = np.empty(options.replicates)
    for replicate in range(options.replicates):
        drawings = np.bincount(rng.integers(people, size=people), minlength=people).astype(np.int64)
        values[replicate] = value_on(record, parameters, summary, rows.drawn(drawings))
    return values


def value_on(record: Measure, parameters: Mapping[str, object], summary: Summary, rows: RatingRows) -> float:
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
        values[person] = value_on(record, parameters, summary, rows.drawn(rest))
    return values, np.ones(people)


FEWEST_BLOCKS = 5  # drawn anew, fewer say nothing about others


def document_method(options: Options) -> str:
    """The kind of interval over documents: BCa, or percentile where it is asked for."""
    if options.method in ("smoothed", "f"):
        raise UsageError(f"{told('method', options.method)} is for labels, and these are documents", "leave it out")
    return options.method or ("bca" if options.resample == "items" else "percentile")


def document_interval(measure: Prepared, drawn: Floats | None, options: Options) -> Interval:
    """The interval over documents (or units), widened by the error of sampled chance."""
    if options.confidence is None:
        return Interval(np.nan, np.nan)
    name, number = measure.record.human, len(measure.units)
    if options.resample != "items":
        why = "annotations of documents are aligned together, and an annotator drawn twice would agree with themselves"
        return Interval(np.nan, np.nan, (Diagnostic("ACC112", f"{name} has no interval over annotators: {why}"),))
    if drawn is None:
        few = f"at least {FEWEST_BLOCKS} {measure.drawn} are needed, and there are {number}"
        return Interval(np.nan, np.nan, (Diagnostic("ACC116", f"{name} has no interval: {few}"),))
    chance = max((error.value for error in measure.errors if error.kind == "chance"), default=0.0)
    if chance > 0:
        drawn = drawn + generator(options.seed, "chance").normal(0.0, chance, len(drawn))
    method = document_method(options)
    left_out = [measure.units.left_out(measure.kernel)] if method == "bca" else []
    interval = from_replicates(name, measure.value, drawn, left_out, measure.drawn, method, number, options)
    return replace(interval, high=min(interval.high, 1.0)) if measure.record.bounded else interval

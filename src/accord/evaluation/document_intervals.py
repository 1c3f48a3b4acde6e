"""Intervals of measures of documents: over documents, or over the units of the only one."""

from __future__ import annotations

from dataclasses import replace

from accord.evaluation.intervals import NO_VALUE, Interval, from_replicates
from accord.evaluation.options import Options
from accord.evaluation.preparing import Prepared
from accord.results import Diagnostic, UsageError
from accord.results.arrays import Floats
from accord.results.option_names import told
from accord.statistics import generator

FEWEST_BLOCKS = 5  # drawn anew, fewer say nothing about others


def document_method(options: Options) -> str:
    """The kind of interval over documents: BCa, or percentile where it is asked for."""
    if options.method in ("smoothed", "f"):
        raise UsageError(f"{told('method', options.method)} is for labels, and these are documents", "leave it out")
    return options.method or ("bca" if options.resample == "items" else "percentile")


def document_interval(one: Prepared, drawn: Floats | None, options: Options) -> Interval:
    """The interval over documents (or units), widened by the error of sampled chance."""
    if options.confidence is None:
        return Interval(NO_VALUE, NO_VALUE)
    name, number = one.record.name, len(one.units)
    if options.resample != "items":
        why = "annotations of documents are aligned together, and an annotator drawn twice would agree with themselves"
        return Interval(NO_VALUE, NO_VALUE, (Diagnostic("ACC112", f"{name} has no interval over annotators: {why}"),))
    if drawn is None:
        few = f"it takes {FEWEST_BLOCKS} {one.drawn} at least, not {number}"
        return Interval(NO_VALUE, NO_VALUE, (Diagnostic("ACC116", f"{name} has no interval: {few}"),))
    chance = max((error.value for error in one.errors if error.kind == "chance"), default=0.0)
    if chance > 0:
        drawn = drawn + generator(options.seed, "chance").normal(0.0, chance, len(drawn))
    method = document_method(options)
    left_out = [one.units.left_out(one.kernel)] if method == "bca" else []
    found = from_replicates(name, one.value, drawn, left_out, one.drawn, method, number, options)
    return replace(found, high=min(found.high, 1.0)) if one.record.bounded else found

"""Measures of shapes made of documents: the document is the item, or the unit where there is one document only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from accord.annotations import canonical
from accord.evaluation.drawing import Units
from accord.evaluation.intervals import Interval, from_replicates, items_drawn
from accord.evaluation.options import Options
from accord.evaluation.signing import signature
from accord.measures import BlockKernel, Measure, Undefined, all_measures, find, named_apart
from accord.results import DataError, Diagnostic, Expression, Result, UsageError
from accord.statistics import generator

if TYPE_CHECKING:
    from accord.annotations import Answers, Relations, Spans

    Corpus = Answers | Relations | Spans
Floats = NDArray[np.float64]
NO_VALUE = float("nan")
FEWEST_BLOCKS = 5  # drawn anew, fewer say nothing about others


def shown_document_measures(data: Corpus) -> list[Measure]:
    """The measures of the data's shape that are shown when none is asked for."""
    return [one for (shape, _), one in all_measures().items() if shape == data.kind and one.shown(data)]


def evaluate_documents(data: Corpus, expressions: Sequence[Expression], options: Options | None = None) -> list[Result]:
    """Several measures on one corpus; those that draw the same documents draw the same samples of them."""
    options = options or Options()
    prepared = [_prepared(data, expression, options) for expression in expressions]
    drawn = _drawn(prepared, options)
    return [_result(data, one, drawn.get(number), options) for number, one in enumerate(prepared)]


def document_method(options: Options) -> str:
    """The kind of interval over documents: BCa, or percentile where it is asked for."""
    if options.method in ("smoothed", "f"):
        raise UsageError(f"method={options.method!r} is for labels, and these are documents", "leave it out")
    return options.method or ("bca" if options.resample == "items" else "percentile")


@dataclass(frozen=True, eq=False)
class _PreparedDocuments:
    expression: Expression
    bound: Expression
    record: Measure
    kernel: BlockKernel | None
    value: float
    components: dict[str, float]
    reason: str | None


def _prepared(data: Corpus, expression: Expression, options: Options) -> _PreparedDocuments:
    record = find(data.kind, expression.name)
    bound = record.bind(expression.parameters)
    given: dict[str, Any] = dict(bound.parameters)
    if record.seeded:
        given["seed"] = options.seed
    try:
        kernel = record.prepare(canonical(data, named_apart(bound)), **given)
    except Undefined as refusal:
        return _PreparedDocuments(expression, bound, record, None, NO_VALUE, {}, refusal.reason)
    if not isinstance(kernel, BlockKernel):
        raise TypeError(f"{record.name} prepares no BlockKernel")
    point = {name: float(numbers[0]) for name, numbers in kernel(np.ones((1, kernel.blocks))).items()}
    value = point.pop("value")
    reason = kernel.undefined if np.isnan(value) else None
    return _PreparedDocuments(expression, bound, record, kernel, value, point, reason)


def _drawn(prepared: Sequence[_PreparedDocuments], options: Options) -> dict[int, Floats]:
    """(replicates,) values of each measure on blocks drawn anew."""
    if options.confidence is None or options.resample != "items":
        return {}
    drawn: dict[int, Floats] = {}
    sizes = {one.kernel.blocks for one in prepared if one.kernel is not None and one.reason is None}
    for blocks in sorted(size for size in sizes if size >= FEWEST_BLOCKS):
        asked = [
            (number, one.kernel)
            for number, one in enumerate(prepared)
            if one.kernel is not None and one.reason is None and one.kernel.blocks == blocks
        ]
        several = items_drawn([kernel for _, kernel in asked], Units(np.ones(blocks, dtype=np.int64)), options)
        drawn |= {number: values for (number, _), values in zip(asked, several, strict=True)}
    return drawn


def _result(data: Corpus, one: _PreparedDocuments, drawn: Floats | None, options: Options) -> Result:
    interval = Interval(NO_VALUE, NO_VALUE)
    if one.kernel is not None and one.reason is None:
        interval = _interval(one, one.kernel, drawn, options)
    elif options.undefined == "error":
        raise DataError("ACC113", f"{one.expression} is undefined: {one.reason}")
    sampled = () if interval.standard_error is None else (interval.standard_error,)
    chance = one.kernel.errors if one.kernel is not None else ()
    said = one.kernel.diagnostics if one.kernel is not None else ()
    resample = one.kernel.drawn if one.kernel is not None and options.resample == "items" else options.resample
    return Result(
        measure=str(one.expression),
        value=one.value,
        low=interval.low,
        high=interval.high,
        confidence=options.confidence,
        components=one.components,
        undefined=one.reason,
        signature=signature(
            data.kind, one.bound, data.sha256, options, document_method(options), resample, seeded=one.record.seeded
        ),
        standard_errors=(*sampled, *chance),
        diagnostics=(*said, *interval.diagnostics),
        title=one.record.title,
    )


def _interval(one: _PreparedDocuments, kernel: BlockKernel, drawn: Floats | None, options: Options) -> Interval:
    """The interval over documents (or units), widened by the error of sampled chance."""
    if options.confidence is None:
        return Interval(NO_VALUE, NO_VALUE)
    if options.resample != "items":
        why = "annotations of documents are aligned together, and an annotator drawn twice would agree with themselves"
        return Interval(
            NO_VALUE, NO_VALUE, (Diagnostic("ACC112", f"{one.record.name} has no interval over annotators: {why}"),)
        )
    chance = max((error.value for error in kernel.errors if error.kind == "chance"), default=0.0)
    if drawn is None:
        few = f"it takes {FEWEST_BLOCKS} {kernel.drawn} at least, not {kernel.blocks}"
        return Interval(NO_VALUE, NO_VALUE, (Diagnostic("ACC116", f"{one.record.name} has no interval: {few}"),))
    if chance > 0:
        drawn = drawn + generator(options.seed, "chance").normal(0.0, chance, len(drawn))
    method = document_method(options)
    units = Units(np.ones(kernel.blocks, dtype=np.int64))
    left_out = [units.left_out(kernel)] if method == "bca" else []
    found = from_replicates(one.record.name, one.value, drawn, left_out, kernel.drawn, method, kernel.blocks, options)
    return replace(found, high=min(found.high, 1.0)) if one.record.bounded else found

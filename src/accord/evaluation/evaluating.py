"""From data and measure expressions to results: one path for all shapes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from accord.annotations import Labels, Summary
from accord.evaluation.crowds import about_these_annotators
from accord.evaluation.intervals import (
    FEWEST_BLOCKS,
    Interval,
    document_interval,
    document_method,
    interval_of,
    items_drawn,
    method_of,
)
from accord.evaluation.options import Options
from accord.evaluation.preparing import Prepared, prepared, prepared_documents, subject_of, width_of
from accord.evaluation.signing import drawn_anew, signature
from accord.evaluation.smoothing import with_imagined
from accord.evaluation.undefined import all_alike
from accord.measures import SHAPES, find, measures_of, unknown
from accord.measures.record import in_portions
from accord.results import (
    DataError,
    Diagnostics,
    Expression,
    Result,
    StandardError,
    UsageError,
    parse_expression,
)
from accord.results.arrays import Floats

if TYPE_CHECKING:
    from accord.evaluation.preparing import Corpus

UNPROVEN = "ACC400"


def known_expression(text: str | Expression) -> Expression:
    """A measure expression whose measure and parameters exist; a UsageError otherwise, before any data is read."""
    expression = parse_expression(text)
    refusals = []
    for shape in SHAPES:  # those after the first that knows it are not loaded
        if expression.name in measures_of(shape):
            try:
                find(shape, expression.name).bind(expression.parameters)
                return expression
            except UsageError as error:
                refusals.append(error)
    raise refusals[0] if refusals else unknown(expression.name)


def shown(data: Labels | Summary | Corpus) -> list[Expression]:
    """What is measured when nothing is asked for: the measures that say so and apply, as their records have them."""
    subject = subject_of(data)
    kind = "labels" if isinstance(subject, Summary) else subject.kind
    wanted = [record for record in measures_of(kind).values() if record.shown(subject)]
    if isinstance(subject, Summary):
        wanted = [record for record in wanted if record.applies(subject) is None]
    return [Expression(record.name, **given) for record in wanted for given in ({}, *record.shown_with)]


def headline_of(data: Labels | Summary | Corpus, by: str | None = None) -> Expression | None:
    """The measure that is shown of such data and ranks first; by item, one whose value is about a document alone."""
    kind = data.kind if not isinstance(data, Summary) else "labels"
    ranked = [
        (record.headline, expression)
        for expression in shown(data)
        if not expression.given and (record := find(kind, expression.name)).headline is not None
        if kind == "labels" or by != "item" or record.by_document
    ]
    return min(ranked, key=lambda one: one[0], default=(0, None))[1]


def evaluate(
    data: Labels | Summary | Corpus, expressions: Sequence[Expression], options: Options | None = None
) -> list[Result]:
    """Several measures on one set of data; their intervals come from the same samples, drawn once."""
    options = options or Options()
    subject = subject_of(data)
    ready = [prepared(subject, expression, options) for expression in expressions]
    drawn = _drawn_anew(ready, options)
    return [_result(one, drawn.get(number), options) for number, one in enumerate(ready)]


def evaluate_documents(data: Corpus, expression: Expression, options: Options) -> Iterator[Result]:
    """A measure on each document of a corpus, which chance or distances come from."""
    for document, one in prepared_documents(data, expression, options):
        drawn = _drawn_anew([one], options)
        yield replace(_result(one, drawn.get(0), options), of=document)


def _drawn_anew(ready: Sequence[Prepared], options: Options) -> dict[int, Floats]:
    """(replicates,) values on items or documents drawn anew, by the place of the measure."""
    drawn: dict[int, Floats] = {}
    if options.confidence is None:
        return drawn
    for samples in dict.fromkeys(one.samples for one in ready):
        asked = {
            number: one
            for number, one in enumerate(ready)
            if one.samples == samples and one.reason is None and _draws(one, options)
        }
        if asked:
            drawn |= zip(asked, _drawn(list(asked.values()), options), strict=True)
    return drawn


def _draws(one: Prepared, options: Options) -> bool:
    """Whether its interval comes from items or documents drawn anew."""
    if isinstance(one.data, Summary):
        return options.resample != "annotators" and _method(one, options) != "f"
    return options.resample == "items" and len(one.units) >= FEWEST_BLOCKS


def _method(one: Prepared, options: Options) -> str:
    if isinstance(one.data, Summary):
        return method_of(one.record, one.bound.parameters, one.data, options)
    return document_method(options)


def _drawn(asked: Sequence[Prepared], options: Options) -> list[Floats]:
    """(replicates,) values of measures that draw the same samples."""
    units = asked[0].units
    if _method(asked[0], options) != "smoothed":
        return items_drawn([one.kernel for one in asked], units, options)
    more = with_imagined(asked[0].summary, options.seed, rows=asked[0].reads_rows)
    kernels = [
        in_portions(one.record.kernel(more, **one.bound.parameters), width_of(one.record, one.bound, more))
        for one in asked
    ]
    return items_drawn(kernels, units, options, imagined=True)


def _result(one: Prepared, drawn: Floats | None, options: Options) -> Result:
    record, parameters, value = one.record, one.bound.parameters, one.value
    interval = Interval(float("nan"), float("nan"))
    beside: Diagnostics = ()
    analytic: Sequence[StandardError] = ()
    if one.reason is None and isinstance(one.data, Summary):
        interval = interval_of(record, parameters, one.data, one.kernel, value, drawn, options)
        beside = about_these_annotators(record, parameters, one.data, options)
        analytic = record.errors(one.data, **parameters) if record.errors is not None else ()
    elif one.reason is None:
        interval = document_interval(one, drawn, options)
    elif options.undefined == "error":
        raise DataError("ACC113", f"{one.expression} is undefined: {one.reason}")
    elif options.undefined == "one" and record.bounded and all_alike(one.data):
        value = 1.0
    sampled = () if interval.standard_error is None else (interval.standard_error,)
    labels = one.data if isinstance(one.data, Summary) else None
    return Result(
        measure=str(one.expression),
        value=value,
        low=interval.low,
        high=interval.high,
        confidence=options.confidence,
        components=one.components,
        undefined=one.reason,
        signature=signature(
            record.shape,
            one.bound if labels is None else _at_level(one.bound, labels),
            one.data.sha256,
            options,
            _method(one, options),
            one.drawn if labels is None else drawn_anew(labels, options),
            seeded=record.seeded,
        ),
        standard_errors=(*sampled, *analytic, *one.errors),
        diagnostics=(*_worth_saying(one, interval), *interval.diagnostics, *beside),
        title=record.title,
        human=record.human,
        asked=record.in_words(one.expression.parameters),
    )


def _worth_saying(one: Prepared, interval: Interval) -> Diagnostics:
    """What the measure says, but nothing of alignments that leave its value in less than its sampling interval."""
    parts = one.components
    width = parts["highest"] - parts["lowest"] if "lowest" in parts and "highest" in parts else float("nan")
    if not width <= interval.high - interval.low:  # unknown counts as wide
        return one.diagnostics
    return tuple(said for said in one.diagnostics if said.code != UNPROVEN)


def _at_level(bound: Expression, summary: Summary) -> Expression:
    """The measure with the level of the data where none was asked for."""
    given = bound.parameters
    if given.get("level", bound) is not None or given.get("distance") is not None:
        return bound
    return Expression(bound.name, **{**given, "level": summary.level})

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
    return [Expression(record.name, **parameters) for record in wanted for parameters in ({}, *record.shown_with)]


def headline_of(data: Labels | Summary | Corpus, by: str | None = None) -> Expression | None:
    """The measure that is shown of such data and ranks first; by item, one whose value is about a document alone."""
    kind = data.kind if not isinstance(data, Summary) else "labels"
    ranked = [
        (record.headline, expression)
        for expression in shown(data)
        if not expression.given and (record := find(kind, expression.name)).headline is not None
        if kind == "labels" or by != "item" or record.by_document
    ]
    return min(ranked, key=lambda pair: pair[0], default=(0, None))[1]


def evaluate(
    data: Labels | Summary | Corpus, expressions: Sequence[Expression], options: Options | None = None
) -> list[Result]:
    """Several measures on one set of data; their intervals come from the same samples, drawn once."""
    options = options or Options()
    subject = subject_of(data)
    ready = [prepared(subject, expression, options) for expression in expressions]
    drawn = _drawn_anew(ready, options)
    return [_result(measure, drawn.get(number), options) for number, measure in enumerate(ready)]


def evaluate_documents(data: Corpus, expression: Expression, options: Options) -> Iterator[Result]:
    """A measure on each document of a corpus, which chance or distances come from."""
    for document, measure in prepared_documents(data, expression, options):
        drawn = _drawn_anew([measure], options)
        yield replace(_result(measure, drawn.get(0), options), of=document)


def _drawn_anew(ready: Sequence[Prepared], options: Options) -> dict[int, Floats]:
    """(replicates,) values on items or documents drawn anew, by the place of the measure."""
    drawn: dict[int, Floats] = {}
    if options.confidence is None:
        return drawn
    together: dict[tuple[object, ...], dict[int, Prepared]] = {}
    for number, measure in enumerate(ready):
        if measure.reason is None and _draws(measure, options):
            together.setdefault(measure.samples, {})[number] = measure
    for asked in together.values():
        drawn |= zip(asked, _drawn(list(asked.values()), options), strict=True)
    return drawn


def _draws(measure: Prepared, options: Options) -> bool:
    """Whether its interval comes from items or documents drawn anew."""
    if isinstance(measure.data, Summary):
        return options.resample != "annotators" and _method(measure, options) != "f"
    return options.resample == "items" and len(measure.units) >= FEWEST_BLOCKS


def _method(measure: Prepared, options: Options) -> str:
    if isinstance(measure.data, Summary):
        return method_of(measure.record, measure.bound.parameters, measure.data, options)
    return document_method(options)


def _drawn(asked: Sequence[Prepared], options: Options) -> list[Floats]:
    """(replicates,) values of measures that draw the same samples."""
    units = asked[0].units
    if _method(asked[0], options) != "smoothed":
        return items_drawn([measure.kernel for measure in asked], units, options)
    more = with_imagined(asked[0].summary, options.seed, rows=asked[0].reads_rows)
    kernels = [
        in_portions(wanted.record.kernel(more, **wanted.bound.parameters), width_of(wanted.record, wanted.bound, more))
        for wanted in asked
    ]
    return items_drawn(kernels, units, options, imagined=True)


def _result(measure: Prepared, drawn: Floats | None, options: Options) -> Result:
    record, parameters, value = measure.record, measure.bound.parameters, measure.value
    interval = Interval(float("nan"), float("nan"))
    beside: Diagnostics = ()
    analytic: Sequence[StandardError] = ()
    if measure.reason is None and isinstance(measure.data, Summary):
        interval = interval_of(record, parameters, measure.data, measure.kernel, value, drawn, options)
        beside = about_these_annotators(record, parameters, measure.data, options)
        analytic = record.errors(measure.data, **parameters) if record.errors is not None else ()
    elif measure.reason is None:
        interval = document_interval(measure, drawn, options)
    elif options.undefined == "error":
        raise DataError("ACC113", f"{measure.expression} is undefined: {measure.reason}")
    elif options.undefined == "one" and record.bounded and all_alike(measure.data):
        value = 1.0
    sampled = () if interval.standard_error is None else (interval.standard_error,)
    labels = measure.data if isinstance(measure.data, Summary) else None
    return Result(
        measure=str(measure.expression),
        value=value,
        low=interval.low,
        high=interval.high,
        confidence=options.confidence,
        components=measure.components,
        undefined=measure.reason,
        signature=signature(
            record.shape,
            measure.bound if labels is None else _at_level(measure.bound, labels),
            measure.data.sha256,
            options,
            _method(measure, options),
            measure.drawn if labels is None else drawn_anew(labels, options),
            seeded=record.seeded,
        ),
        standard_errors=(*sampled, *analytic, *measure.errors),
        diagnostics=(*_worth_saying(measure, interval), *interval.diagnostics, *beside),
        title=record.title,
        human=record.human,
        asked=record.in_words(measure.expression.parameters),
    )


def _worth_saying(measure: Prepared, interval: Interval) -> Diagnostics:
    """What the measure says, but nothing of alignments that leave its value in less than its sampling interval."""
    parts = measure.components
    width = parts["highest"] - parts["lowest"] if "lowest" in parts and "highest" in parts else float("nan")
    if not width <= interval.high - interval.low:  # unknown counts as wide
        return measure.diagnostics
    return tuple(diagnostic for diagnostic in measure.diagnostics if diagnostic.code != UNPROVEN)


def _at_level(bound: Expression, summary: Summary) -> Expression:
    """The measure with the level of the data where none was asked for."""
    parameters = bound.parameters
    if parameters.get("level", bound) is not None or parameters.get("distance") is not None:
        return bound
    return Expression(bound.name, **{**parameters, "level": summary.level})

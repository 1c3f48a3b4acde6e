"""From data and measure expressions to results."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import overload

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Answers, Labels, Relations, Spans, Summary, annotators_chosen, relations, summarise
from accord.annotations.cluster_assignment import clustered
from accord.evaluation.both_readings import evaluated_both_ways
from accord.evaluation.crowds import MOST_LABELS, about_these_annotators, is_crowd
from accord.evaluation.documents import shown_document_measures
from accord.evaluation.drawing import Units
from accord.evaluation.intervals import Interval, interval_of, items_drawn, method_of
from accord.evaluation.options import Options
from accord.evaluation.signing import drawn_anew, signature
from accord.evaluation.smoothing import with_imagined
from accord.evaluation.undefined import reason_of
from accord.measures import Kernel, Measure, Undefined, all_measures, find, named_apart, shapes_of
from accord.measures.portions import in_portions
from accord.results import (
    DataError,
    Diagnostic,
    Expression,
    Result,
    StandardError,
    UsageError,
    parse_expression,
)

Data = Answers | Labels | Relations | Spans | Iterable[Labels] | Sequence[Relations]


@overload
def measure(data: Data, measures: str | Expression, **options: object) -> Result: ...
@overload
def measure(data: Data, measures: list[str] | list[Expression] | None = ..., **options: object) -> list[Result]: ...


def measure(
    data: Data,
    measures: str | Expression | Sequence[str | Expression] | None = None,
    **options: object,
) -> Result | list[Result]:
    """Measure agreement. One expression gives a Result, a list gives a list; none gives those that apply.

    Options: confidence=.95 (None: no interval), replicates=1000, seed=0, resample="items" ("annotators", "both"),
    method=None ("f" for icc, "smoothed" for other measures of labels, "bca" for documents; "percentile"),
    undefined="nan" ("one": 1.0 when all labels are equal; "error": a DataError), cluster=None (which items belong
    together: a mapping from items, or a cluster for each item in their order). `only` and `without` name the annotators
    that are measured, and those that are not. The data may come in parts: any iterable of Labels.

    >>> import accord
    >>> table = accord.contingency([[20, 10], [20, 50]], categories=["STAT", "IReq"])  # Artstein & Poesio 2008, p. 558
    >>> print(accord.measure(table, "kappa", confidence=None))
    kappa = 0.348
    """
    single = isinstance(measures, str | Expression)
    wanted: list[Expression] | None
    if isinstance(measures, str | Expression) or not isinstance(measures, Iterable | None):
        wanted = [parse_expression(measures)]
    else:
        wanted = None if measures is None else [parse_expression(one) for one in measures]
    only, without = (options.pop(name, None) for name in ("only", "without"))
    if isinstance(data, list | tuple) and data and all(isinstance(one, Relations) for one in data):
        data = relations(data)
    if isinstance(data, Answers | Labels | Relations | Spans):
        data = annotators_chosen(data, only, without)  # type: ignore[arg-type]  # what they are is checked there
    elif only is not None or without is not None:
        raise UsageError("only= and without= are for data that are in one piece", "choose annotators of each part")
    cluster = options.pop("cluster", None)
    if cluster is not None:
        data = _clustered(data, cluster)
    if isinstance(data, Answers | Relations | Spans):
        chosen = Options.of(options)
        wanted = wanted if wanted is not None else [Expression(one.name) for one in shown_document_measures(data)]
        results = evaluated_both_ways(data, wanted, chosen)
        return results[0] if single else results
    records = None if wanted is None else [find("labels", one.name) for one in wanted]
    rows = records is None or options.get("resample", "items") != "items"
    if wanted is not None and records is not None:
        rows = rows or any(
            record.reads_rows(record.bind(one.parameters).parameters)
            for record, one in zip(records, wanted, strict=True)
        )
    if isinstance(data, str | bytes) or not isinstance(data, Iterable | Labels):
        raise UsageError(
            f"measure() takes annotations, not {type(data).__name__}", "read a file with accord.read(path)"
        )
    rows = rows or (isinstance(data, Labels) and data.n_labels <= MOST_LABELS and is_crowd(data))
    summary = summarise(data, rows=rows)  # type: ignore[arg-type]  # relations were joined above
    if wanted is None:
        wanted = [Expression(record.name) for record in shown_measures(summary)]
    chosen = Options.of(options)
    results = evaluate_all(summary, wanted, chosen)
    return results[0] if single else results


def _clustered(data: Data, cluster: object) -> Labels:
    if not isinstance(data, Labels):
        what = data.kind if isinstance(data, Answers | Relations | Spans) else "parts"
        raise UsageError(
            f"cluster= is for labels in one piece, and these are {what}",
            "documents are drawn as they are: leave it out",
        )
    return clustered(data, cluster)


def known_expression(text: str | Expression) -> Expression:
    """A measure expression whose measure and parameters exist; a UsageError otherwise, before any data is read."""
    expression = parse_expression(text)
    refusals = []
    for shape in shapes_of(expression.name):
        try:
            find(shape, expression.name).bind(expression.parameters)
            return expression
        except UsageError as error:
            refusals.append(error)
    raise refusals[0]


def shown_measures(summary: Summary) -> list[Measure]:
    """The measures that are shown when none is asked for: those that say so and apply."""
    known = [record for (shape, _), record in all_measures().items() if shape == "labels"]
    return [record for record in known if record.shown(summary) and record.applies(summary) is None]


def evaluate(summary: Summary, expression: Expression, options: Options | None = None) -> Result:
    """One measure on one summary."""
    return evaluate_all(summary, [expression], options)[0]


def evaluate_all(summary: Summary, expressions: Sequence[Expression], options: Options | None = None) -> list[Result]:
    """Several measures on one summary; their intervals come from the same samples of the items, drawn once."""
    options = options or Options()
    prepared = [_prepared(summary, expression, options) for expression in expressions]
    drawn: dict[int, NDArray[np.float64]] = {}
    if options.confidence is not None and options.resample != "annotators":
        for patterns in dict.fromkeys(one.patterns for one in prepared):
            here = [n for n, one in enumerate(prepared) if one.reason is None and one.patterns == patterns]
            asked = {n: one for n in here if (one := prepared[n]).method(options) != "f"}
            drawn |= zip(asked, _drawn(list(asked.values()), options), strict=True)
    return [_result(one, drawn.get(number), options) for number, one in enumerate(prepared)]


def _drawn(asked: Sequence[_PreparedLabels], options: Options) -> list[NDArray[np.float64]]:
    """(replicates,) values of measures that read the same statistic, on items drawn anew."""
    if not asked:
        return []
    summary, units = asked[0].summary, asked[0].units
    if asked[0].method(options) != "smoothed":
        return items_drawn([one.kernel for one in asked], units, options)
    more = with_imagined(summary, options.seed, rows=asked[0].reads_rows)
    kernels = [
        in_portions(one.record.kernel(more, **one.bound.parameters), _width(one.record, one.bound, more))
        for one in asked
    ]
    return items_drawn(kernels, units, options, imagined=True)


@dataclass(frozen=True, eq=False)
class _PreparedLabels:
    """A measure on its data, before any interval: its value and components, or the reason why it has none."""

    expression: Expression
    bound: Expression
    record: Measure
    summary: Summary
    """With annotators in canonical order, where it matters."""
    units: Units
    kernel: Kernel
    value: float
    components: Mapping[str, float]
    reason: str | None

    @property
    def patterns(self) -> tuple[str, ...] | None:
        """What the patterns are that are drawn: counts (None), or rows, in an order that depends on who is apart."""
        return named_apart(self.bound) if self.record.reads_rows(self.bound.parameters) else None

    @property
    def reads_rows(self) -> bool:
        return self.record.reads_rows(self.bound.parameters)

    def method(self, options: Options) -> str:
        return method_of(self.record, self.bound.parameters, self.summary, options)


def _prepared(summary: Summary, expression: Expression, options: Options) -> _PreparedLabels:
    record = find("labels", expression.name)
    bound = record.bind(expression.parameters)
    if record.reads_rows(bound.parameters) or options.resample != "items":
        summary = summary.canonical(named_apart(bound))
    units = Units.of(record, bound.parameters, summary)
    point: dict[str, float] = {"value": float("nan")}
    kernel: Kernel = lambda weights: {"value": np.full(len(weights), np.nan)}  # noqa: E731  of a measure without a value
    reason = reason_of(summary, record)
    if reason is None:
        try:
            kernel = in_portions(record.kernel(summary, **bound.parameters), _width(record, bound, summary))
            weights = units.multiplicity[None, :].astype(np.float64)
            point = {name: float(numbers[0]) for name, numbers in kernel(weights).items()}
        except Undefined as refusal:
            reason = refusal.reason
    value = point.pop("value")
    if reason is None and np.isnan(value):
        reason = reason_of(summary, record, point)
    return _PreparedLabels(expression, bound, record, summary, units, kernel, value, point, reason)


def _width(record: Measure, bound: Expression, summary: Summary) -> int:
    """How many numbers a kernel holds of one replicate: a share of each category, or of each by every annotator."""
    people = len(summary.rows.annotators) if summary.rows is not None and record.reads_rows(bound.parameters) else 1
    return people * len(summary.categories)


def _result(one: _PreparedLabels, drawn: NDArray[np.float64] | None, options: Options) -> Result:
    record, summary, parameters, value = one.record, one.summary, one.bound.parameters, one.value
    interval = Interval(float("nan"), float("nan"))
    beside: tuple[Diagnostic, ...] = ()
    if one.reason is None:
        interval = interval_of(record, parameters, summary, one.kernel, value, drawn, options)
        beside = about_these_annotators(record, parameters, summary, options)
    elif options.undefined == "error":
        raise DataError("ACC113", f"{one.expression} is undefined: {one.reason}")
    elif options.undefined == "one" and record.bounded and _all_equal(summary):
        value = 1.0
    return Result(
        measure=str(one.expression),
        value=value,
        low=interval.low,
        high=interval.high,
        confidence=options.confidence,
        components=one.components,
        undefined=one.reason,
        signature=signature(
            "labels",
            _at_level(one.bound, summary),
            summary.sha256,
            options,
            one.method(options),
            drawn_anew(summary, options),
        ),
        standard_errors=_standard_errors(record, parameters, summary, interval) if one.reason is None else (),
        diagnostics=(*_remarks(record, summary), *interval.diagnostics, *beside),
        title=record.title,
    )


def _at_level(bound: Expression, summary: Summary) -> Expression:
    """The measure with the level of the data where none was asked for."""
    given = bound.parameters
    if given.get("level", bound) is not None or given.get("distance") is not None:
        return bound
    return Expression(bound.name, **{**given, "level": summary.level})


def _standard_errors(
    record: Measure, parameters: Mapping[str, object], summary: Summary, interval: Interval
) -> tuple[StandardError, ...]:
    """The bootstrap's, then the analytic ones, each named by its formula."""
    drawn = () if interval.standard_error is None else (interval.standard_error,)
    analytic = record.errors(summary, **parameters) if record.errors is not None else ()
    return (*drawn, *analytic)


def _all_equal(summary: Summary) -> bool:
    """Whether labels can be compared and all of them are the same."""
    return bool((summary.counts.pairs > 0).any()) and int((summary.counts.totals() > 0).sum()) == 1


def _remarks(record: Measure, summary: Summary) -> tuple[Diagnostic, ...]:
    if record.name == "finn" and summary.level == "nominal":
        return (Diagnostic("ACC109", "Finn's R depends on the numeric codes of nominal categories"),)
    return ()

"""`accord.measure`: what people give, brought to the one path of evaluation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, overload

from accord.annotations import Answers, Labels, Relations, Spans, annotators_chosen, summarise
from accord.annotations.among import Names
from accord.annotations.cluster_assignment import clustered
from accord.evaluation.both_readings import evaluated_both_ways
from accord.evaluation.document_breakdown import PARTS, by_part
from accord.evaluation.evaluating import evaluate, headline_of, shown
from accord.evaluation.meaning import explained
from accord.evaluation.options import Options
from accord.evaluation.preparing import subject_of
from accord.formats.public_functions import public
from accord.measures import find
from accord.results import Expression, Result, Results, UsageError, parse_expression

Data = Answers | Labels | Relations | Spans | Iterable[Labels] | Sequence[Relations]
Resample = Literal["items", "annotators", "both"]
Method = Literal["smoothed", "percentile", "bca", "f"]
Undefined = Literal["nan", "one", "error"]
By = Literal["category", "annotator", "item"]


@overload
def measure(data: Data, measures: str | Expression, *, by: None = ..., **options: Any) -> Result: ...
@overload
def measure(
    data: Data,
    measures: list[str] | list[Expression] | list[str | Expression] | tuple[str | Expression, ...] | None = ...,
    *,
    by: By | None = ...,
    **options: Any,
) -> Results: ...
@overload
def measure(data: Data, measures: str | Expression, *, by: By, **options: Any) -> Results: ...


@public(parts=True)  # type: ignore[misc]  # in the stub the overloads have all options
def measure(
    data: Data,
    measures: str | Expression | Sequence[str | Expression] | None = None,
    *,
    confidence: float | None = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    resample: Resample = "items",
    method: Method | None = None,
    undefined: Undefined = "nan",
    cluster: object = None,
    by: By | None = None,
    only: Names = None,
    without: Names = None,
) -> Result | Results:
    """Measure agreement.

    Parameters
    ----------
    data
        Annotations, a data frame (long or wide), an array or rows of labels (items × annotators), or a path. Labels may
        come in parts: any iterable of them.
    measures
        One expression, such as "alpha" or "alpha(level='ordinal')", gives a Result; a list of them gives Results; None
        gives those that apply to the data. `accord.catalogue()` lists them.
    confidence
        The confidence level of the interval; None for no interval.
    resample
        What is drawn anew: "items", "annotators", or "both".
    method
        "smoothed" for labels, "bca" for documents and "f" for icc are the defaults; "percentile" is for all.
    undefined
        What an undefined value gives: "nan", "one" (1.0 when all labels are equal), or "error" (a DataError).
    cluster
        Which items belong together: a mapping from items, or a cluster for each item in their order.
    by
        "category", "annotator" or "item" (document): a value for each, as Results; None for one value of all.
    only, without
        The annotators who are measured, and those who are not; patterns such as "gpt*" are allowed.

    Returns
    -------
    Result or Results
        `float(result)` is the value; `results["alpha"]` finds one by name, `results.to_frame()` is a data frame.

    Raises
    ------
    DataError
        When the data cannot be read, or could be read in two ways.
    UsageError
        When there is no such measure, or it has no such parameter.

    Examples
    --------
    >>> import accord
    >>> table = accord.contingency([[20, 10], [20, 50]], categories=["STAT", "IReq"])  # Artstein & Poesio 2008, p. 558
    >>> print(accord.measure(table, "kappa", confidence=None))
    kappa = 0.348
    """
    single = False
    wanted: list[Expression] | None = None
    if isinstance(measures, str | Expression) or not isinstance(measures, Iterable | None):
        single, wanted = True, [parse_expression(measures)]
    elif measures is not None:
        wanted = [parse_expression(expression) for expression in measures]
    options = Options(confidence, replicates, seed, resample, method, undefined)
    if isinstance(data, Answers | Labels | Relations | Spans):
        data = annotators_chosen(data, only, without)
    elif only is not None or without is not None:
        raise UsageError("only= and without= are for data that are in one piece", "choose annotators of each part")
    if cluster is not None:
        data = _clustered(data, cluster)
    if by is not None:
        return _by_part(data, by, wanted, options)
    if isinstance(data, Answers | Relations | Spans):
        measured = evaluated_both_ways(data, shown(data) if wanted is None else wanted, options)
    else:
        rows = wanted is None or resample != "items" or any(map(_reads_rows, wanted))
        summary = subject_of(data, rows=rows) if isinstance(data, Labels) else summarise(data, rows=rows)  # type: ignore[arg-type]  # relations are joined already
        measured = evaluate(summary, shown(summary) if wanted is None else wanted, options)
    kind, read_as = ("labels", ()) if not isinstance(data, _WHOLE) else (data.kind, data.read_as)
    results = explained(kind, measured, read_as)
    return results[0] if single else results


_WHOLE = Answers | Labels | Relations | Spans


def _by_part(data: Data, by: str, wanted: list[Expression] | None, options: Options) -> Results:
    """A value for each category, annotator or item."""
    if by not in PARTS:
        raise UsageError(f"by={by!r} is not known", f"use {' or '.join(map(repr, PARTS))}")
    if not isinstance(data, _WHOLE):
        raise UsageError("by= is for data that are in one piece", "measure each part")
    main = headline_of(data, by) if wanted is None else None
    expressions = wanted if wanted is not None else [] if main is None else [main]
    return explained(data.kind, by_part(data, by, expressions, options), data.read_as)


def _reads_rows(expression: Expression) -> bool:
    """Whether a measure of labels needs to know who said what."""
    record = find("labels", expression.name)
    return record.reads_rows(record.bind(expression.parameters).parameters)


def _clustered(data: Data, cluster: object) -> Labels:
    if not isinstance(data, Labels):
        what = data.kind if isinstance(data, Answers | Relations | Spans) else "parts"
        raise UsageError(
            f"cluster= is for labels in one piece, and these are {what}",
            "documents are drawn as they are: leave it out",
        )
    return clustered(data, cluster)

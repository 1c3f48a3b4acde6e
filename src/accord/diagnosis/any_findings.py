"""Findings of whatever shape the annotations have."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Annotations, Answers, Labels, Relations, Spans, View, annotators_chosen
from accord.annotations.among import Names
from accord.formats.public_functions import public
from accord.results import Expression, UsageError
from accord.results.where_called import warn_caller

if TYPE_CHECKING:
    from accord.alignment import Alignment
    from accord.diagnosis.answers.answer_findings import AnswerFindings
    from accord.diagnosis.labels.label_findings import Findings
    from accord.diagnosis.relations.relation_findings import RelationFindings
    from accord.diagnosis.spans.span_findings import SpanFindings
    from accord.evaluation.among_public import AnnotatedBy
    from accord.evaluation.measuring import Method, Resample, Undefined

AnyFindings: TypeAlias = "Findings | SpanFindings | RelationFindings | AnswerFindings"
Measures = str | Expression | Sequence[str | Expression]
_BY_SHAPE: dict[type, tuple[str, str]] = {
    Labels: ("labels.label_findings", "label_findings"),
    Spans: ("spans.span_findings", "span_findings"),
    Relations: ("relations.relation_findings", "relation_findings"),
    Answers: ("answers.answer_findings", "answer_findings"),
}
"""Module and function of each; only that of the data is loaded."""


@overload
def findings(data: Labels | NDArray[np.generic], measures: Measures | None = None, **options: Any) -> Findings: ...
@overload
def findings(data: Spans, measures: Measures | None = None, **options: Any) -> SpanFindings: ...
@overload
def findings(data: Relations, measures: Measures | None = None, **options: Any) -> RelationFindings: ...
@overload
def findings(data: Answers, measures: Measures | None = None, **options: Any) -> AnswerFindings: ...
@overload
def findings(data: Annotations, measures: Measures | None = None, **options: Any) -> AnyFindings: ...


@public(renamed={"spans": "data"})  # type: ignore[misc]  # in the stub the overloads have all options
def findings(
    data: Annotations,
    measures: Measures | None = None,
    *,
    title: str | None = None,
    introduction: str = "",
    views: str | View | Sequence[str | View] = (),
    alignment: Alignment | None = None,
    reference: str | None = None,
    task: str | None = None,
    annotated_by: AnnotatedBy | None = None,
    confidence: float | None = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    resample: Resample = "items",
    method: Method | None = None,
    undefined: Undefined = "nan",
    only: Names = None,
    without: Names = None,
) -> AnyFindings:
    """Everything the report says about the data.

    Parameters
    ----------
    data
        Annotations, a data frame (long or wide), an array or rows of labels (items × annotators), or a path.
    measures
        One expression, such as "alpha", or several; None for those that apply to the data.
    title, introduction
        What to show at the top of the report.
    views
        Of labels: how else to see them, side by side, such as "merge A+B".
    alignment
        Of spans: one that was made before; the best one is computed otherwise.
    reference
        Of spans: the annotator who decides what is missed and what is spurious; the majority does otherwise.
    task, annotated_by
        What was annotated, in words, and who annotated ("crowd", "experts", "trained", "survey"): public data sets like
        these are what the main value is compared with, as in `accord.place`.
    confidence, replicates, seed, rng, resample, method, undefined
        How values and intervals are computed, as in `accord.measure`.
    only, without
        The annotators that it is about, and those that it is not; patterns such as "gpt*" are allowed.

    Returns
    -------
    Findings, SpanFindings, RelationFindings or AnswerFindings
        By the shape of the data. `found.verdict` says it in three sentences; `found.tables` has every table of the
        report as a data frame, `found.charts` every figure.

    Raises
    ------
    DataError
        When the data cannot be read, or could be read in two ways.
    UsageError
        When there is no such measure, or an option is for annotations of another shape.

    Examples
    --------
    >>> import accord
    >>> found = accord.findings([["a", "a"], ["b", "a"], ["b", "b"]], "alpha", confidence=None)
    >>> found.verdict[0]
    "Krippendorff's α is 0.444: below the .667 under which Krippendorff (2004) advises against using data."
    >>> found.tables["usage"].records()
    [{'category': 'a', 'times': 3, 'share': 0.5}, {'category': 'b', 'times': 3, 'share': 0.5}]
    """
    if not isinstance(data, Annotations):
        raise UsageError(
            f"findings() takes annotations, not {type(data).__name__}", "read a file with accord.read(path)"
        )
    wanted = [measures] if isinstance(measures, str | Expression) else measures
    seen = tuple(views) if isinstance(views, Sequence) and not isinstance(views, str) else (views,)
    own = _of_its_shape(data, {"views": seen, "alignment": alignment, "reference": reference})
    if isinstance(data, Spans):
        own |= {"only": only, "without": without}
    else:
        data = annotators_chosen(data, only, without)
    module, function = next(home for shape, home in _BY_SHAPE.items() if isinstance(data, shape))
    report: AnyFindings = getattr(import_module(f"accord.diagnosis.{module}"), function)(
        data,
        wanted,
        title=title,
        introduction=introduction,
        confidence=confidence,
        replicates=replicates,
        seed=seed,
        resample=resample,
        method=method,
        undefined=undefined,
        **own,
    )
    return report if task is None and annotated_by is None else replace(report, task=task, annotated_by=annotated_by)


def _of_its_shape(data: Annotations, options: dict[str, Any]) -> dict[str, Any]:
    """The options that are for this shape alone; those of another one are a UsageError."""
    homes = {"views": "labels", "alignment": "spans", "reference": "spans"}
    chosen = {name: value for name, value in options.items() if value is not None and value != ()}
    for name in chosen:
        if homes[name] != data.kind:
            raise UsageError(f"{name}= is for {homes[name]}, and these are {data.kind}", "leave it out")
    return chosen


@functools.wraps(findings)
def span_findings(*arguments: Any, **options: Any) -> Any:
    """Another name for `findings`, which takes spans too."""
    warn_caller("accord.span_findings() is called accord.findings() now", DeprecationWarning)
    return findings(*arguments, **options)


span_findings.__doc__ = (findings.__doc__ or "").replace(
    "Everything the report says about the data.", "The old name of `accord.findings`, with a DeprecationWarning.", 1
)

"""Findings of whatever shape the annotations have."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias, overload

from accord.annotations import Answers, Labels, Relations, Spans, annotators_chosen
from accord.results import Expression, UsageError

if TYPE_CHECKING:
    from accord.diagnosis.answers.answer_findings import AnswerFindings
    from accord.diagnosis.labels.label_findings import Findings
    from accord.diagnosis.relations.relation_findings import RelationFindings
    from accord.diagnosis.spans.span_findings import SpanFindings

AnyFindings: TypeAlias = "Findings | SpanFindings | RelationFindings | AnswerFindings"
Annotations = Answers | Labels | Relations | Spans
Measures = Sequence[str | Expression]
_BY_SHAPE: dict[type, tuple[str, str]] = {
    Labels: ("labels.label_findings", "label_findings"),
    Spans: ("spans.span_findings", "span_findings"),
    Relations: ("relations.relation_findings", "relation_findings"),
    Answers: ("answers.answer_findings", "answer_findings"),
}
"""Module and function of each; only that of the data is loaded."""


@overload
def findings(data: Labels, measures: Measures | None = None, **options: object) -> Findings: ...
@overload
def findings(data: Spans, measures: Measures | None = None, **options: object) -> SpanFindings: ...
@overload
def findings(data: Relations, measures: Measures | None = None, **options: object) -> RelationFindings: ...
@overload
def findings(data: Answers, measures: Measures | None = None, **options: object) -> AnswerFindings: ...
@overload
def findings(data: Annotations, measures: Measures | None = None, **options: object) -> AnyFindings: ...


def findings(data: Annotations, measures: Measures | None = None, **options: object) -> AnyFindings:
    """Everything the report says about the data; the options are those of the shape's own function.

    `only` and `without` name the annotators that it is about, and those that it is not.

    >>> import accord
    >>> found = findings(accord.labels([["a", "a"], ["b", "a"], ["b", "b"]]), ["alpha"], confidence=None)
    >>> found.verdict[0]
    "Krippendorff's α is 0.444: below the .667 under which Krippendorff (2004) advises against using data."
    """
    only, without = options.pop("only", None), options.pop("without", None)
    if isinstance(data, Annotations):
        data = annotators_chosen(data, only, without)  # type: ignore[arg-type]  # checked there
    for shape, (module, function) in _BY_SHAPE.items():
        if isinstance(data, shape):
            found = getattr(import_module(f"accord.diagnosis.{module}"), function)
            return found(data, measures, **options)  # type: ignore[no-any-return]  # one of AnyFindings
    raise UsageError(f"findings() takes annotations, not {type(data).__name__}", "read a file with accord.read(path)")

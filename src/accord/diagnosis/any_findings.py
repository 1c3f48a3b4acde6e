"""Findings of whatever shape the annotations have."""

from __future__ import annotations

from collections.abc import Sequence
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
    if isinstance(data, Labels):
        from accord.diagnosis.labels.label_findings import label_findings

        return label_findings(data, measures, **options)  # type: ignore[arg-type]  # checked there
    if isinstance(data, Spans):
        from accord.diagnosis.spans.span_findings import span_findings

        return span_findings(data, measures, **options)  # type: ignore[arg-type]  # checked there
    if isinstance(data, Relations):
        from accord.diagnosis.relations.relation_findings import relation_findings

        return relation_findings(data, measures, **options)  # type: ignore[arg-type]  # checked there
    if isinstance(data, Answers):
        from accord.diagnosis.answers.answer_findings import answer_findings

        return answer_findings(data, measures, **options)  # type: ignore[arg-type]  # checked there
    raise UsageError(f"findings() takes annotations, not {type(data).__name__}", "read a file with accord.read(path)")

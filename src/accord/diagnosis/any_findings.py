"""Findings of whatever shape the annotations have."""

from __future__ import annotations

from collections.abc import Sequence

from accord.annotations import Answers, Labels, Relations, Spans
from accord.diagnosis.answer_findings import AnswerFindings, answer_findings
from accord.diagnosis.findings import Findings, findings
from accord.diagnosis.relation_findings import RelationFindings, relation_findings
from accord.diagnosis.span_findings import SpanFindings, span_findings
from accord.results import Expression

AnyFindings = Findings | SpanFindings | RelationFindings | AnswerFindings
Annotations = Answers | Labels | Relations | Spans


def findings_of(
    data: Annotations, measures: Sequence[str | Expression] | None = None, **options: object
) -> AnyFindings:
    """Everything the report says about the data; the options are those of the shape's own function."""
    if isinstance(data, Labels):
        return findings(data, measures, **options)  # type: ignore[arg-type]  # checked there
    if isinstance(data, Spans):
        return span_findings(data, measures, **options)  # type: ignore[arg-type]  # checked there
    if isinstance(data, Relations):
        return relation_findings(data, measures, **options)  # type: ignore[arg-type]  # checked there
    return answer_findings(data, measures, **options)  # type: ignore[arg-type]  # checked there

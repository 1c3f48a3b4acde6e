"""Findings: what the data say, computed once, apart from how they are shown.

Every finding is plain data with a sentence in front of it; the terminal, the page and the JSON only render it.
"""

from typing import TYPE_CHECKING

from accord.results.lazy_names import lazy_names

if TYPE_CHECKING:
    from accord.diagnosis.answers.answer_findings import AnswerFindings, answer_findings
    from accord.diagnosis.any_findings import AnyFindings, findings
    from accord.diagnosis.labels.label_findings import Findings, label_findings
    from accord.diagnosis.relations.relation_findings import RelationFindings, relation_findings
    from accord.diagnosis.saved import read_report
    from accord.diagnosis.spans.span_findings import SpanFindings
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "answers.answer_findings": ["AnswerFindings", "answer_findings"],
            "any_findings": ["AnyFindings", "findings"],
            "labels.label_findings": ["Findings", "label_findings"],
            "relations.relation_findings": ["RelationFindings", "relation_findings"],
            "saved": ["read_report"],
            "spans.span_findings": ["SpanFindings"],
        },
    )

__all__ = [
    "AnswerFindings",
    "AnyFindings",
    "Findings",
    "RelationFindings",
    "SpanFindings",
    "answer_findings",
    "findings",
    "label_findings",
    "read_report",
    "relation_findings",
]

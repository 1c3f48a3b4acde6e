"""Findings: what the data say, computed once, apart from how they are shown.

Every finding is plain data with a sentence in front of it; the terminal, the page and the JSON only render it.
"""

from accord.diagnosis.answers.answer_findings import AnswerFindings, answer_findings
from accord.diagnosis.any_findings import AnyFindings, findings
from accord.diagnosis.labels.cross_table import CrossTable, cross_table
from accord.diagnosis.labels.label_findings import Findings, label_findings
from accord.diagnosis.labels.similarity import CategorySimilarity, category_similarity
from accord.diagnosis.relations.relation_findings import RelationFindings, relation_findings
from accord.diagnosis.saved import SavedFindings, read_report
from accord.diagnosis.spans.span_findings import SpanFindings, span_findings
from accord.evaluation.overview import AnswerOverview, CorpusOverview, Overview

__all__ = [
    "AnswerFindings",
    "AnswerOverview",
    "AnyFindings",
    "CategorySimilarity",
    "CorpusOverview",
    "CrossTable",
    "Findings",
    "Overview",
    "RelationFindings",
    "SavedFindings",
    "SpanFindings",
    "answer_findings",
    "category_similarity",
    "cross_table",
    "findings",
    "label_findings",
    "read_report",
    "relation_findings",
    "span_findings",
]

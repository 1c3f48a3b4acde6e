"""Findings: what the data say, computed once, apart from how they are shown.

Every finding is plain data with a sentence in front of it; the terminal, the page and the JSON only render it.
"""

from accord.diagnosis.cross_table import CrossTable, cross_table
from accord.diagnosis.findings import Findings, findings
from accord.diagnosis.overview import AnswerOverview, CorpusOverview, Overview
from accord.diagnosis.relation_findings import RelationFindings, relation_findings
from accord.diagnosis.similarity import CategorySimilarity, category_similarity
from accord.diagnosis.span_findings import SpanFindings, span_findings

__all__ = [
    "AnswerOverview",
    "CategorySimilarity",
    "CorpusOverview",
    "CrossTable",
    "Findings",
    "Overview",
    "RelationFindings",
    "SpanFindings",
    "category_similarity",
    "cross_table",
    "findings",
    "relation_findings",
    "span_findings",
]

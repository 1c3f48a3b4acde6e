"""Findings: what the data say, computed once, apart from how they are shown.

Every finding is plain data with a sentence in front of it; the terminal, the page and the JSON only render it.
"""

from accord.diagnosis.cross_table import CrossTable, cross_table
from accord.diagnosis.findings import Findings, Overview, findings
from accord.diagnosis.similarity import CategorySimilarity, category_similarity

__all__ = [
    "CategorySimilarity",
    "CrossTable",
    "Findings",
    "Overview",
    "category_similarity",
    "cross_table",
    "findings",
]

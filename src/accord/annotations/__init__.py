"""The shapes of annotation as small immutable classes, and the sufficient statistics that measures read.

`Labels` is one model for tables, counts and contingency tables: weighted rows of ratings. `Spans` holds the units that
annotators found in documents, `Relations` the graphs they drew over units, `Answers` what they said in
their own words.
"""

from accord.annotations.among import Annotations
from accord.annotations.among import chosen as annotators_chosen
from accord.annotations.answer_building import answers
from accord.annotations.answer_columns import answers_from_columns
from accord.annotations.answers import Answers
from accord.annotations.building import labels
from accord.annotations.canonical_forms import canonical, canonical_labels
from accord.annotations.categories import Categories
from accord.annotations.count_tables import contingency, counts
from accord.annotations.item_counts import ItemCounts
from accord.annotations.labels import LEVELS, Labels
from accord.annotations.rating_rows import RatingRows
from accord.annotations.redacting import redacted
from accord.annotations.relation_building import relations_from_columns
from accord.annotations.relation_tuples import coreference, relations
from accord.annotations.relations import Relations
from accord.annotations.span_building import spans
from accord.annotations.span_columns import spans_from_columns
from accord.annotations.spans import Continuum, Spans
from accord.annotations.summary import Summary, summarise
from accord.annotations.views import View, view

__all__ = [
    "LEVELS",
    "Annotations",
    "Answers",
    "Categories",
    "Continuum",
    "ItemCounts",
    "Labels",
    "RatingRows",
    "Relations",
    "Spans",
    "Summary",
    "View",
    "annotators_chosen",
    "answers",
    "answers_from_columns",
    "canonical",
    "canonical_labels",
    "contingency",
    "coreference",
    "counts",
    "labels",
    "redacted",
    "relations",
    "relations_from_columns",
    "spans",
    "spans_from_columns",
    "summarise",
    "view",
]

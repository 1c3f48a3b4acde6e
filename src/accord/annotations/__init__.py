"""The shapes of annotation as small immutable classes, and the sufficient statistics that measures read.

`Labels` is one model for tables, counts and contingency tables: weighted rows of ratings. `Spans` holds the units that
annotators found in documents.
"""

from accord.annotations.building import contingency, counts, labels
from accord.annotations.categories import Categories
from accord.annotations.item_counts import ItemCounts
from accord.annotations.labels import LEVELS, Labels
from accord.annotations.rating_rows import RatingRows
from accord.annotations.span_building import spans, spans_from_columns
from accord.annotations.spans import Continuum, Spans
from accord.annotations.summary import Summary, summarise
from accord.annotations.views import View, view

__all__ = [
    "LEVELS",
    "Categories",
    "Continuum",
    "ItemCounts",
    "Labels",
    "RatingRows",
    "Spans",
    "Summary",
    "View",
    "contingency",
    "counts",
    "labels",
    "spans",
    "spans_from_columns",
    "summarise",
    "view",
]

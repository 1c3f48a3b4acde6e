"""The shapes of annotation as small immutable classes, and the sufficient statistics that measures read.

`Labels` is one model for tables, counts and contingency tables: weighted rows of ratings.
"""

from accord.annotations.building import contingency, counts, labels
from accord.annotations.categories import Categories
from accord.annotations.item_counts import ItemCounts
from accord.annotations.labels import LEVELS, Labels
from accord.annotations.rating_rows import RatingRows
from accord.annotations.summary import Summary, summarise
from accord.annotations.views import View, view

__all__ = [
    "LEVELS",
    "Categories",
    "ItemCounts",
    "Labels",
    "RatingRows",
    "Summary",
    "View",
    "contingency",
    "counts",
    "labels",
    "summarise",
    "view",
]

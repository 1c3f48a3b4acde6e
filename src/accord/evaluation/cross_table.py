"""The table to show first: the contingency table of two annotators, the coincidence matrix of more."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.annotations import ItemCounts, Labels, RatingRows
from accord.measures.labels.kernels.pairwise import label_pairs
from accord.results.arrays import Floats
from accord.results.json_numbers import json_fields
from accord.results.tabular import Columns, Tabular, beside
from accord.results.wording import many


@dataclass(frozen=True, eq=False)
class CrossTable(Tabular):
    """Categories × categories. A contingency table counts items; a coincidence matrix counts pairs of labels."""

    kind: str
    """"contingency" or "coincidence"."""
    categories: tuple[str, ...]
    values: Floats
    row: str
    column: str
    left_out: int
    """Items without two labels to compare."""

    @property
    def sentence(self) -> str:
        if self.kind == "contingency":
            text = f"Rows are {self.row}, columns are {self.column}; the diagonal is where they agree."
        else:
            text = (
                "Pairs of labels of the same item by different annotators, each item weighted by its number of labels "
                "(Krippendorff's coincidences); the diagonal is where they agree."
            )
        if self.left_out:
            left = many(self.left_out, "item without two labels is", "items without two labels are")
            text += f" {left} not in the table."
        return text

    def _columns(self) -> Columns:
        """A row for each category of the first, a column for each of the second."""
        return beside(
            {"category": list(self.categories)}, dict(zip(self.categories, self.values.T.tolist(), strict=True))
        )

    def as_json(self) -> dict[str, object]:
        return {
            **json_fields(self, "kind", "categories", rows="row", columns="column", values="values"),
            "row_totals": self.values.sum(axis=1).tolist(),
            "column_totals": self.values.sum(axis=0).tolist(),
            "total": float(self.values.sum()),
            "left_out": self.left_out,
        }


def cross_table(labels: Labels) -> CrossTable:
    """The contingency table of two known annotators, else the coincidence matrix.

    >>> import accord
    >>> cross_table(accord.contingency([[20, 10], [20, 50]])).values
    array([[20., 10.],
           [20., 50.]])
    """
    if labels.annotators is not None and len(labels.annotators) == 2:
        return _contingency(labels)
    return _coincidences(labels)


def _contingency(labels: Labels) -> CrossTable:
    rows = RatingRows.of(labels)
    first, second = labels.annotators or ("", "")
    row_labels, column_labels = rows.label_of(first), rows.label_of(second)
    both = (row_labels >= 0) & (column_labels >= 0)
    size = len(labels.categories)
    values = np.zeros((size, size))
    np.add.at(values, (row_labels[both], column_labels[both]), rows.multiplicity[both])
    left_out = labels.n_items - int(rows.multiplicity[both].sum())
    return CrossTable("contingency", labels.categories.texts, values, first, second, left_out)


def _coincidences(labels: Labels) -> CrossTable:
    counts = ItemCounts.of(labels).pairable
    size = len(labels.categories)
    values = np.zeros((size, size))
    weight = counts.multiplicity / np.maximum(counts.sizes - 1, 1)
    row, first, second, times = label_pairs(counts)
    np.add.at(values, (first, second), times * weight[row])
    owner = np.repeat(np.arange(len(counts)), np.diff(counts.starts))
    np.add.at(values, (counts.codes, counts.codes), counts.counts * (counts.counts - 1) * weight[owner])
    left_out = labels.n_items - int(counts.multiplicity.sum())
    return CrossTable("coincidence", labels.categories.texts, values, "one label", "another label", left_out)

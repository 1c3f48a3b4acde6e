"""Which categories are mistaken for each other (paper 002, section 4.2), for any number of annotators."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Labels
from accord.diagnosis.cross_table import cross_table
from accord.measures.pairwise import divided


@dataclass(frozen=True, eq=False)
class CategorySimilarity:
    """P(C2|C1) in row C1 and column C2: how often one annotator says C2 where another says C1. Sim is the mean of both
    directions."""

    categories: tuple[str, ...]
    probability: NDArray[np.float64]
    similarity: NDArray[np.float64]

    def pairs(self) -> list[tuple[str, str, float]]:
        """Pairs of different categories, the most confused first."""
        size = len(self.categories)
        found = [
            (self.categories[one], self.categories[other], float(self.similarity[one, other]))
            for one in range(size)
            for other in range(one + 1, size)
            if not np.isnan(self.similarity[one, other])
        ]
        return sorted(found, key=lambda pair: -pair[2])

    def as_json(self) -> dict[str, object]:
        def numbers(matrix: NDArray[np.float64]) -> list[list[float | None]]:
            return [[None if np.isnan(value) else float(value) for value in row] for row in matrix]

        return {
            "categories": list(self.categories),
            "probability": numbers(self.probability),
            "similarity": numbers(self.similarity),
        }


def category_similarity(labels: Labels) -> CategorySimilarity:
    """P(C2|C1) = (n_{1:C1,2:C2} + n_{2:C1,1:C2}) / n_{C1} over pairs of labels; nan for a category nobody used."""
    table = cross_table(labels).values
    both = table + table.T
    probability = divided(both, both.sum(axis=1, keepdims=True))
    return CategorySimilarity(labels.categories.texts, probability, (probability + probability.T) / 2)

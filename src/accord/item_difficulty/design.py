"""The columns of a linear model: features, the levels of categorical ones, products of pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations

import numpy as np

from accord.item_difficulty.feature_choice import Feature
from accord.results import UsageError
from accord.results.arrays import Floats, Ints


@dataclass(frozen=True, eq=False)
class Design:
    """(items, columns) without the intercept; each column belongs to a feature."""

    matrix: Floats
    names: tuple[str, ...]
    features: tuple[str, ...]
    centres: tuple[tuple[str, float], ...] = ()
    """What products of pairs are centred on: the mean of each column, so that main effects stay readable."""
    pairs: tuple[tuple[str, str], ...] = ()
    levels: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """The features in their order, with the levels of the categorical ones."""

    def with_intercept(self) -> Floats:
        return np.column_stack([np.ones(len(self.matrix)), self.matrix])

    def groups(self) -> dict[str, list[int]]:
        """The columns of each feature."""
        columns: dict[str, list[int]] = {}
        for place, feature in enumerate(self.features):
            columns.setdefault(feature, []).append(place)
        return columns

    def of_rows(self, rows: Ints) -> Design:
        return replace(self, matrix=self.matrix[rows])

    def of_full_rank(self) -> tuple[Design, tuple[str, ...]]:
        """Without the columns that the intercept and earlier columns determine, and the names of these."""
        kept: list[int] = []
        basis = np.ones((len(self.matrix), 1)) / np.sqrt(max(len(self.matrix), 1))
        for place in range(self.matrix.shape[1]):
            column = self.matrix[:, place]
            rest = column - basis @ (basis.T @ column)
            rest = rest - basis @ (basis.T @ rest)  # once more: the first pass leaves rounding behind
            if np.linalg.norm(rest) > 1e-8 * max(float(np.linalg.norm(column)), 1e-300):
                kept.append(place)
                basis = np.column_stack([basis, rest / np.linalg.norm(rest)])
        dropped = tuple(name for place, name in enumerate(self.names) if place not in kept)
        if not dropped:
            return self, ()
        names = tuple(self.names[place] for place in kept)
        features = tuple(self.features[place] for place in kept)
        return replace(self, matrix=self.matrix[:, kept], names=names, features=features), dropped


def design_of(
    features: Sequence[Feature],
    pairs: Sequence[tuple[str, str]] = (),
    centres: tuple[tuple[str, float], ...] | None = None,
) -> Design:
    """The columns of these features, and the products of these pairs of them (centred)."""
    columns: dict[str, Floats] = {}
    owner: dict[str, str] = {}
    for feature in features:
        for name, values in feature.modelled().items():
            columns[name] = values
            owner[name] = feature.name
    if centres is None:
        centres = tuple((name, float(np.nanmean(values))) for name, values in columns.items()) if pairs else ()
    middle = dict(centres)
    crossed: dict[str, Floats] = {}
    for first, second in pairs:
        for one_name in [name for name in columns if owner[name] == first]:
            for other_name in [name for name in columns if owner[name] == second]:
                product = (columns[one_name] - middle[one_name]) * (columns[other_name] - middle[other_name])
                crossed[f"{one_name}:{other_name}"] = product
                owner[f"{one_name}:{other_name}"] = f"{first}:{second}"
    columns |= crossed
    items = len(features[0].columns) if features else 0
    matrix = np.column_stack(list(columns.values())) if columns else np.zeros((items, 0))
    levels = {feature.name: feature.levels for feature in features}
    return Design(matrix, tuple(columns), tuple(owner[name] for name in columns), centres, tuple(pairs), levels)


def asked_pairs(asked: Sequence[str], features: Sequence[Feature]) -> list[tuple[str, str]]:
    """`all`, or texts such as 'length:frequency', as pairs of features."""
    known = [feature.name for feature in features]
    if list(asked) == ["all"]:
        return list(combinations(known, 2))
    pairs = []
    for text in asked:
        splits = [(text[:place], text[place + 1 :]) for place, letter in enumerate(text) if letter == ":"]
        pair = next((both for both in splits if both[0] in known and both[1] in known and both[0] != both[1]), None)
        if pair is None:
            listed = ", ".join(known) or "none"
            raise UsageError(f"'{text}' is not a pair of features", f"write 'one:other', or 'all'; features: {listed}")
        pairs.append(pair)
    return pairs

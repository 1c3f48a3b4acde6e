"""The expected difficulty of items nobody has annotated yet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from accord.item_difficulty.built_in import Words, WordSources, built_in_features, text_column
from accord.item_difficulty.design import design_of
from accord.item_difficulty.feature_choice import Feature, as_feature
from accord.item_difficulty.feature_table import FeatureTable, feature_table
from accord.item_difficulty.linear_model import Regression
from accord.item_difficulty.substitution_items import columns_of_names
from accord.results import DataError
from accord.results.arrays import Floats
from accord.results.json_numbers import JsonRecord


@dataclass(frozen=True)
class Prediction(JsonRecord):
    """The difficulty a model expects of an item; the interval is for the item, not for the mean of such items."""

    item: str
    expected: float
    low: float
    high: float
    undefined: str | None = None


def predict(model: Regression, features: object, confidence: float = 0.95) -> list[Prediction]:
    """ŷ ± t √(s² + x' V x) for each row of a table with the columns the model was fitted on (and built-in ones)."""
    from scipy.special import stdtrit

    if model.undefined is not None or model.design is None or model.coefficients is None or model.covariance is None:
        raise DataError("ACC093", f"there is no model to predict from: {model.undefined}", hint="give more items")
    table = feature_table(features)
    columns = _columns(model, table)
    width = float(stdtrit(model.items - len(model.terms) - 1, (1 + confidence) / 2))
    predictions = []
    for item, row in zip(table.items, np.column_stack([np.ones(len(table.items)), columns]), strict=True):
        if np.isnan(row).any():
            why = "a feature is missing, or has a level that the model has not seen"
            predictions.append(Prediction(item, float("nan"), float("nan"), float("nan"), why))
            continue
        expected = float(row @ model.coefficients)
        half = width * float(np.sqrt(model.spread**2 + row @ model.covariance @ row))
        predictions.append(Prediction(item, expected, expected - half, expected + half))
    return predictions


def with_built_in(table: FeatureTable, sources: WordSources | None, names: Sequence[str]) -> FeatureTable:
    """A table of new items with the built-in features of the model that it does not have itself."""
    lacking = [name for name in names if name not in table.columns]
    if sources is None or not lacking:
        return table
    table = table.with_texts(columns_of_names(table.items))
    named = text_column(table, sources)
    texts = None if named is None else table.texts[named]
    return table.with_numbers(built_in_features(Words(table, texts, sources), lacking))


def _columns(model: Regression, table: FeatureTable) -> Floats:
    """(items, columns) the model's columns for the rows of another table."""
    if model.design is None:
        raise TypeError("a model without a design")
    features = []
    for name, known in model.design.levels.items():
        if known:
            features.append(as_feature(table, name, known))
        else:
            features.append(Feature(name, table.numeric(name, "a feature of the model")[:, None]))
    made = design_of(features, model.design.pairs, model.design.centres)
    place = {name: column for column, name in enumerate(made.names)}
    return made.matrix[:, [place[name] for name in model.design.names]]

"""What makes items hard: everything the analysis found, frozen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from accord.item_difficulty.correlating import Correlation
from accord.item_difficulty.feature_table import feature_table
from accord.item_difficulty.linear_model import Regression
from accord.item_difficulty.mixed_model import MixedModel
from accord.item_difficulty.outliers import Outlier
from accord.item_difficulty.subgroups import Interaction
from accord.results import SCHEMA, Diagnostics
from accord.results.arrays import Floats
from accord.results.foreign_text import html_text, visible
from accord.results.json_numbers import json_fields, json_numbers
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.item_difficulty.built_in import WordSources
    from accord.item_difficulty.predicting import Prediction


@dataclass(frozen=True, eq=False)
class Outcome:
    """One difficulty: a number per item, the larger the harder."""

    name: str
    """'disagreement', 'systems' or 'residual'."""
    title: str
    values: Floats

    def as_json(self) -> dict[str, object]:
        known = self.values[~np.isnan(self.values)]
        mean = float(known.mean()) if len(known) else None
        return {"name": self.name, "title": self.title, "items": len(known), "mean": mean}


@dataclass(frozen=True, eq=False)
class Difficulty:
    """Which items are hard and what goes with it, for the annotators and, where there are scores, for systems."""

    kind: str
    measure: str
    items: tuple[str, ...]
    texts: Sequence[str | None] | None
    outcomes: tuple[Outcome, ...]
    features: tuple[str, ...]
    cluster: str | None
    clusters: Sequence[str] | None = field(repr=False)
    """(items,) the cluster of each."""
    nested: str | None
    group: str | None
    systems: tuple[str, ...]
    systems_rho: float
    """ρ of the systems' mean score with the annotators' disagreement; nan without systems."""
    intraclass: Mapping[str, float]
    """How alike items of a cluster are, by outcome."""
    correlations: tuple[Correlation, ...]
    by_group: tuple[Correlation, ...]
    interactions: tuple[Interaction, ...]
    regressions: tuple[Regression, ...]
    mixed: tuple[MixedModel, ...]
    outliers: tuple[Outlier, ...]
    confidence: float | None
    replicates: int
    seed: int
    diagnostics: Diagnostics = ()
    words: WordSources | None = field(default=None, repr=False)
    """Where built-in features come from, which are computed anew for items to predict."""
    built_in: tuple[str, ...] = ()

    def outcome(self, name: str) -> Outcome:
        """An outcome by name."""
        return next(outcome for outcome in self.outcomes if outcome.name == name)

    def regression(self, outcome: str = "disagreement") -> Regression:
        """The linear model of an outcome."""
        return next(regression for regression in self.regressions if regression.outcome == outcome)

    def survivors(self, outcome: str = "disagreement", level: float = 0.05) -> list[str]:
        """Features that stay significant after Holm's correction and, where there are any, with clusters."""
        return [
            correlation.feature
            for correlation in self.correlations
            if correlation.outcome == outcome and correlation.survives(level)
        ]

    def predict(self, features: object, outcome: str = "disagreement") -> list[Prediction]:
        """The expected difficulty of unseen items, from a table of the same features, with intervals; features that
        are built in are computed for them."""
        from accord.item_difficulty.predicting import predict, with_built_in

        table = with_built_in(feature_table(features), self.words, self.built_in)
        return predict(self.regression(outcome), table, self.confidence or 0.95)

    def rows(self) -> list[dict[str, object]]:
        """The correlations as a tidy table: one row per outcome, group and feature."""
        return [correlation.as_json() for correlation in (*self.correlations, *self.by_group)]

    def sentences(self) -> list[str]:
        """What was found, in words."""
        from accord.item_difficulty.sentences import sentences

        return sentences(self)

    def as_json(self) -> dict[str, object]:
        values = {outcome.name: json_numbers(outcome.values.tolist()) for outcome in self.outcomes}
        return {
            "schema": SCHEMA,
            **json_fields(self, "kind", "measure"),
            "items": len(self.items),
            **json_fields(self, "features", "cluster"),
            "clusters": None if self.clusters is None else len(set(self.clusters)),
            **json_fields(self, "nested", "group", "systems", "systems_rho", intraclass_correlation="intraclass"),
            **json_fields(self, "outcomes", "correlations", "by_group", "interactions", "regressions"),
            **json_fields(self, mixed_models="mixed", outliers="outliers"),
            "per_item": {"item": list(self.items), **values},
            **json_fields(self, "confidence", "replicates", "seed"),
            "diagnostics": [str(diagnostic) for diagnostic in self.diagnostics],
        }

    def __str__(self) -> str:
        return "\n".join(map(visible, self.sentences()))

    def __repr__(self) -> str:
        return f"Difficulty({many(len(self.items), 'item')} by {self.measure}, {many(len(self.features), 'feature')})"

    def _repr_html_(self) -> str:
        return "".join(f"<p>{html_text(sentence)}</p>" for sentence in self.sentences())

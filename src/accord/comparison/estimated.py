"""What was estimated from many labels of a model and few of people: a share of each category, or a mean."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from accord.results import SCHEMA, Diagnostics, ReadAs
from accord.results.json_numbers import JsonRecord, json_fields
from accord.results.presenting import presented
from accord.results.tabular import Columns
from accord.results.told_tables import ToldTable
from accord.results.wording import many, percent


@dataclass(frozen=True, eq=False)
class Estimate(JsonRecord):
    """The share of one category, or a mean, three ways."""

    of: str
    """The category; "mean" of a mean."""
    people: float
    """The plain mean of the people's labels, of the items that have them."""
    people_low: float
    people_high: float
    model: float
    """The plain mean of all of the model's labels: precise, and as wrong as the model is."""
    corrected: float
    """By prediction-powered inference."""
    low: float
    high: float
    standard_error: float
    interval: str
    """"normal", "imagined items" where counts are small, or "t" for the mean of few items."""
    normal_low: float
    normal_high: float
    """With normal quantiles, as published."""
    worth: float
    """How many more labels of people would have made their plain mean as precise; negative where the model costs."""
    rogan_gladen: float
    rogan_gladen_low: float
    rogan_gladen_high: float
    """The share from the model's errors, for two categories; else nan."""


@dataclass(frozen=True, eq=False)
class ModelEstimates:
    """The estimates with the labels of one model."""

    model: str
    labelled: int
    """Items that people and the model labelled, n."""
    rest: int
    """Items that the model alone labelled, N."""
    left_out: int
    """Items that people labelled and the model did not: not used."""
    tuning: float
    """λ: how much the model's labels count, from 0 to 1."""
    worth: float
    """How many more labels of people would have made their plain means as precise, over all categories together."""
    alike_p: float
    """Whether the model's labels on both sets of items look alike: p of Pearson's X², by permutation."""
    estimates: tuple[Estimate, ...]

    def as_json(self) -> dict[str, object]:
        named = {"n": "labelled", "N": "rest", "left_out": "left_out", "lambda": "tuning", "worth": "worth"}
        return json_fields(self, **named, alike_p="alike_p", estimates="estimates")

    def sentences(self) -> list[str]:
        """What was found with this model, in words."""
        sentence = (
            f"{self.model}: {many(self.labelled, 'item')} with labels of people, {self.rest:,} with the model's alone; "
            f"the model's labels count {percent(self.tuning)} (λ)."
        )
        made = [sentence, _worth(self.worth, self.labelled)]
        if self.alike_p < 0.05:
            made.append(
                f"On the two sets of items the model's labels differ (p = {self.alike_p:.3f}): the items that people "
                "labelled are not a random part of all, and the correction does not hold for the others."
            )
        else:
            made.append(f"On the two sets of items the model's labels look alike (p = {self.alike_p:.2f}).")
        few = [estimate for estimate in self.estimates if estimate.interval != "normal"]
        if few:
            which = "few items" if few[0].interval == "t" else "few items of a kind"
            made.append(
                f"{len(few)} of {many(len(self.estimates), 'interval')} rest on {which} and "
                f"{'use Student’s t' if few[0].interval == 't' else 'count two imagined items'}: normal quantiles "
                "would be too narrow."
            )
        return made


def _worth(worth: float, labelled: int) -> str:
    if worth != worth:
        return "How much the model helps is unknown: the people's labels do not vary."
    if worth < 0.5:
        return "The model adds nothing to the people's labels."
    return f"The model is worth {many(round(worth), 'more label')} of people, beside the {labelled:,} there are."


@dataclass(frozen=True, eq=False)
class Estimates(ToldTable):
    """Shares or means, corrected by people's labels, for each model; `to_frame()` has a row for each."""

    models: tuple[ModelEstimates, ...]
    what: str
    """"shares" or "means"."""
    people: tuple[str, ...]
    confidence: float
    read_as: ReadAs = ()
    diagnostics: Diagnostics = ()
    data: dict[str, object] = field(default_factory=dict)

    def __iter__(self) -> Iterator[ModelEstimates]:
        return iter(self.models)

    def __getitem__(self, model: str) -> ModelEstimates:
        """The estimates with a model, by its name."""
        for estimates in self.models:
            if estimates.model == model:
                return estimates
        raise KeyError(f"there is no model '{model}'; there are {', '.join(known.model for known in self.models)}")

    def _columns(self) -> Columns:
        rows = [{"model": model.model, **line.as_json()} for model in self.models for line in model.estimates]
        return {name: [row[name] for row in rows] for name in rows[0]}

    def sentences(self) -> list[str]:
        """What was found, in words."""
        return [line for model in self.models for line in model.sentences()]

    def chart(self) -> Any:
        """Shares or means three ways, with their intervals."""
        return presented("chart of estimates", self)

    def as_json(self) -> dict[str, object]:
        return {
            "schema": SCHEMA,
            **json_fields(self, "data", "what", "confidence", "people"),
            "models": {model.model: model.as_json() for model in self.models},
            "diagnostics": [str(diagnostic) for diagnostic in self.diagnostics],
        }

    def __repr__(self) -> str:
        return f"Estimates({self.what}, {many(len(self.models), 'model')})"

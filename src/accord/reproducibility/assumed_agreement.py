"""What a coefficient alone promises, under each model of annotators: the answer of `accord.expected_variation` and of
its inverses side by side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accord.reproducibility.curves import Model, expected_variation
from accord.reproducibility.inverse import smallest_k, smallest_kappa
from accord.results.json_numbers import JsonRecord

USUAL_MODELS: tuple[Model, ...] = ("homogeneous", "dirichlet")
MOST_ANNOTATORS = 25  # beyond them some models take minutes


@dataclass(frozen=True)
class AssumedVariation(JsonRecord):
    """The share of labels that change under one model, and what keeps it below the target."""

    model: str
    reference: float
    """Beside the reference of all annotators."""
    group: float
    """Between two groups of k."""
    smallest_kappa: float
    smallest_k: int | None
    """None beyond `MOST_ANNOTATORS`."""


@dataclass(frozen=True)
class AssumedAgreement(JsonRecord):
    """A coefficient with a number of categories and of annotators, and what each model makes of it."""

    kappa: float
    coefficient: str
    categories: int
    k: int
    target: float
    parameters: Mapping[str, float]
    results: tuple[AssumedVariation, ...]


def assumed_agreement(
    kappa: float,
    categories: int,
    k: int = 3,
    *,
    models: Sequence[Model] = USUAL_MODELS,
    coefficient: str = "kappa",
    target: float = 0.05,
    parameters: Mapping[str, float] | None = None,
    counts: object = None,
) -> AssumedAgreement:
    """What to expect of references by `k` annotators with an agreement of `kappa`; `counts` are those of real items,
    for the model 'empirical'.

    >>> made = assumed_agreement(0.8, 5)
    >>> [(one.model, round(one.group, 4), one.smallest_k) for one in made.results]
    [('homogeneous', 0.0303, 3), ('dirichlet', 0.1091, 17)]
    """
    given = dict(parameters or {})
    known: dict[str, Any] = {**given, **({} if counts is None else {"counts": counts})}
    results = tuple(
        AssumedVariation(
            model,
            expected_variation(kappa, categories, k, model, "reference", coefficient, **known),
            expected_variation(kappa, categories, k, model, "group", coefficient, **known),
            smallest_kappa(target, categories, k, model, "group", coefficient, **known),
            smallest_k(target, kappa, categories, model, "group", coefficient, most=MOST_ANNOTATORS, **known),
        )
        for model in models
    )
    return AssumedAgreement(kappa, coefficient, categories, k, target, given, results)

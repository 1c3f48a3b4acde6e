"""What coefficients alone promise, under each model of annotators: the answers of `accord.expected_variation` and of
its inverses side by side, for several values and sizes of groups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accord.reproducibility.curves import PARAMETERS, Model, expected_variation
from accord.reproducibility.inverse import smallest_k, smallest_kappa
from accord.results import UsageError
from accord.results.json_numbers import JsonRecord
from accord.results.option_names import option

USUAL_MODELS: tuple[Model, ...] = ("homogeneous", "dirichlet")
MOST_ANNOTATORS = 25  # beyond them some models take minutes


@dataclass(frozen=True)
class AssumedVariation(JsonRecord):
    """The share of labels that change under one model, and what keeps it below the target."""

    model: str
    kappa: float
    k: int
    reference: float
    """E_k: beside the reference of all annotators."""
    group: float
    """Δ_k: between two groups of k."""
    smallest_kappa: float
    """At which two groups of k differ on the target at most."""
    smallest_k: int | None
    """The fewest annotators for whom two groups do, at this κ; None beyond `MOST_ANNOTATORS`."""
    smallest_kappa_reference: float
    """The same two for E_k."""
    smallest_k_reference: int | None


@dataclass(frozen=True)
class LeastAgreement(JsonRecord):
    """The least coefficient at which references by k change by a target at most, under one model."""

    model: str
    k: int
    reference: float
    """For E_k."""
    group: float
    """For Δ_k."""


@dataclass(frozen=True)
class AssumedAgreement(JsonRecord):
    """Coefficients with a number of categories and of annotators, and what each model makes of them."""

    kappa: float | None
    """The only value there is; None of several, and where none is assumed. `results` have each its own."""
    coefficient: str
    categories: int
    k: int | None
    """As `kappa`."""
    target: float
    parameters: Mapping[str, Any]
    results: tuple[AssumedVariation, ...]
    least: tuple[LeastAgreement, ...]


def assumed_agreement(
    kappa: float | Sequence[float] | None,
    categories: int,
    k: int | Sequence[int] = 3,
    *,
    models: Sequence[Model] = USUAL_MODELS,
    coefficient: str = "kappa",
    target: float = 0.05,
    parameters: Mapping[str, Any] | None = None,
    counts: object = None,
) -> AssumedAgreement:
    """What to expect of references by `k` annotators with an agreement of `kappa`, one or several of each; without a
    value, which one keeps the change below the target. `counts` are those of real items, for the model 'empirical'.

    >>> made = assumed_agreement(0.8, 5)
    >>> [(one.model, round(one.group, 4), one.smallest_k) for one in made.results]
    [('homogeneous', 0.0303, 3), ('dirichlet', 0.1091, 17)]
    >>> [(one.model, round(one.reference, 3), round(one.group, 3)) for one in assumed_agreement(None, 5).least]
    [('homogeneous', 0.648, 0.745), ('dirichlet', 0.866, 0.905)]
    """
    options = dict(parameters or {})
    known: dict[str, Any] = {**options, **({} if counts is None else {"counts": counts})}
    _refuse_unused(models, options)
    values = () if kappa is None else (kappa,) if isinstance(kappa, int | float) else tuple(kappa)
    sizes = (k,) if isinstance(k, int) else tuple(k)

    def fewest(value: float, model: Model, against: Any) -> int | None:
        own = _of(model, known)
        return smallest_k(target, value, categories, model, against, coefficient, most=MOST_ANNOTATORS, **own)

    def least_of(size: int, model: Model, against: Any) -> float:
        return smallest_kappa(target, categories, size, model, against, coefficient, **_of(model, known))

    least = tuple(
        LeastAgreement(model, size, least_of(size, model, "reference"), least_of(size, model, "group"))
        for size in sizes
        for model in models
    )
    enough = {(v, m): (fewest(v, m, "group"), fewest(v, m, "reference")) for v in values for m in models}
    by_model = {(agreement.model, agreement.k): agreement for agreement in least}
    results = tuple(
        AssumedVariation(
            model,
            value,
            size,
            expected_variation(value, categories, size, model, "reference", coefficient, **_of(model, known)),
            expected_variation(value, categories, size, model, "group", coefficient, **_of(model, known)),
            by_model[model, size].group,
            enough[value, model][0],
            by_model[model, size].reference,
            enough[value, model][1],
        )
        for value in values
        for size in sizes
        for model in models
    )
    one_value, one_size = values[0] if len(values) == 1 else None, sizes[0] if len(sizes) == 1 else None
    return AssumedAgreement(one_value, coefficient, categories, one_size, target, options, results, least)


def _of(model: str, parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Those that the model has: of two models side by side only one may guess by prevalence."""
    return {name: value for name, value in parameters.items() if name in PARAMETERS[model]}


def _refuse_unused(models: Sequence[str], options: Mapping[str, Any]) -> None:
    for name in options:
        if not any(name in PARAMETERS.get(model, (name,)) for model in models):
            raise UsageError(f"{option(name)} does nothing with the model {' or '.join(models)}", "leave it out")

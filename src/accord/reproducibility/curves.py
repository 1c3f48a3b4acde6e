"""From a coefficient of agreement to the share of the reference that other annotators would change.

E_k is the expected share of items on which the vote of k annotators is not the label that all annotators would vote for
(`against="reference"`), Δ_k that on which the votes of two groups of k differ (`against="group"`). All values are exact
expectations over a population of annotators; ties count as equal weights.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict, Unpack, get_args

import numpy as np
from numpy.typing import ArrayLike

from accord.formats.public_functions import renamed
from accord.reproducibility.empirical import EmpiricalPopulation
from accord.reproducibility.populations import ErringPopulation, Population, check_coefficient, class_shares
from accord.reproducibility.vote_of_errors import MOST
from accord.results import UsageError
from accord.results.arrays import Floats
from accord.results.option_names import told

Against = Literal["reference", "group"]
Model = Literal["homogeneous", "unanimous", "beta", "dirichlet", "empirical"]


class ModelParameters(TypedDict, total=False):
    """What a model can be told besides the coefficient; `expected_variation` says what it means."""

    prevalence: Sequence[float] | Floats
    errors: Literal["uniform", "prevalence"]
    unanimous: float
    phi: float
    counts: ArrayLike


@renamed(u="unanimous", weights="prevalence")
def expected_variation(
    kappa: float | None,
    categories: int | None = None,
    k: int = 3,
    model: Model = "homogeneous",
    against: Against = "reference",
    coefficient: str = "kappa",
    **parameters: Unpack[ModelParameters],
) -> float:
    """The share of the reference that k other annotators would change, from a coefficient alone (Bregeon et al. 2019).

    Parameters
    ----------
    kappa
        The value of the coefficient; None takes the `counts` of model="empirical" as they are.
    categories
        The number of categories.
    k
        How many annotators make a reference.
    model
        How errors lie on the items: "homogeneous", "unanimous", "beta", "dirichlet" or "empirical", see below.
    against
        "reference": the reference of the whole population beside that of k annotators; "group": two groups of k.
    coefficient
        What was measured: kappa, multi_kappa, pi, fleiss, alpha (one number in a population), ac1 or s.
    **parameters
        Those of the model: `prevalence` (the share of each category), `errors`, `unanimous`, `phi` or `counts`.

    Returns
    -------
    float
        A share of the items, from 0 to 1.

    Raises
    ------
    UsageError
        When the model cannot have such a coefficient, or lacks a parameter.

    Notes
    -----
    homogeneous
        All items are equally hard; with `prevalence` the categories are not equally frequent, and with
        errors="prevalence" an annotator who errs guesses by these shares instead of uniformly.
    unanimous
        The same, and nobody errs on a share `unanimous` (u) of the items: κ = u + (1 − u) s².
    beta
        Error rates of items vary as a beta distribution of precision `phi`: small φ, hard and easy items.
    dirichlet
        Every item has its own distribution of labels, Dirichlet(a0 `prevalence`), a0 = (1 − κ) / κ.
    empirical
        Items as hard as those of `counts` (items by categories), stretched to the coefficient given.

    Of equally frequent categories the homogeneous population has the most stable reference that a κ can have, and (1 −
    κ)(C − 1) / C bounds all of them.

    Examples
    --------
    Bregeon et al. 2019, section 5.2: κ = .8 with five categories is "7 %" for two annotators and under 1 % for eight.

    >>> [round(100 * expected_variation(0.8, 5, k), 2) for k in (2, 3, 8)]
    [8.45, 1.53, 0.01]
    >>> round(100 * expected_variation(0.8, 5, 3, against="group"), 2)
    3.03
    >>> round(100 * expected_variation(0.8, 5, 3, model="dirichlet"), 2)
    7.71
    """
    return float(curve(kappa, categories, k, model, against, coefficient, **parameters))


def curve(
    kappas: ArrayLike | None,
    categories: int | None = None,
    k: int = 3,
    model: str = "homogeneous",
    against: str = "reference",
    coefficient: str = "kappa",
    **parameters: object,
) -> Floats:
    """`expected_variation` for many values of the coefficient at once, in their shape.

    >>> curve([0.4, 0.6, 0.8, 1.0], 5, 3).round(4).tolist()
    [0.1628, 0.0658, 0.0153, 0.0]
    """
    check_call(k, against, coefficient)
    population = population_of(model, categories, parameters)
    if kappas is not None:
        values = np.asarray(kappas, dtype=np.float64)
        if np.isnan(values).any():
            raise UsageError(f"a value of {coefficient} is nan", "give numbers up to 1")
        return population.variation(coefficient, values, int(k), against)
    if not isinstance(population, EmpiricalPopulation):
        raise UsageError(f"model '{model}' needs a value of {coefficient}", "give a number up to 1")
    return population.variation_at(np.array(1.0), int(k), against)


def check_call(k: object, against: str, coefficient: str) -> None:
    """A UsageError unless these can be asked for."""
    check_coefficient(coefficient)
    if against not in get_args(Against):
        raise UsageError(f"against={against!r} is not known", "use 'reference' or 'group'")
    if isinstance(k, bool) or not isinstance(k, int | np.integer) or not 1 <= k <= MOST:
        raise UsageError(f"{told('k', k)} is not a whole number of annotators from 1 to {MOST}")


def population_of(model: str, categories: int | None, parameters: Mapping[str, object]) -> Population:
    """The population of a model by its name, with its parameters checked."""
    if model not in PARAMETERS:
        raise UsageError(f"there is no model '{model}'", f"use one of {', '.join(PARAMETERS)}")
    for name in parameters:
        if name not in PARAMETERS[model]:
            raise UsageError(f"model '{model}' has no parameter '{name}'", f"it has {', '.join(PARAMETERS[model])}")
    if model == "empirical":
        return _empirical(categories, parameters)
    if isinstance(categories, bool) or not isinstance(categories, int | np.integer) or categories < 2:
        raise UsageError(f"{told('categories', categories)} is not a whole number of at least 2")
    weights = class_shares(parameters.get("prevalence"), int(categories))
    if model == "dirichlet":
        from accord.reproducibility.dirichlet import DirichletPopulation

        return DirichletPopulation(weights)
    if model == "beta":
        return ErringPopulation(int(categories), weights, precision=_number(parameters, "phi", 1e-6, 1e9))
    errors = parameters.get("errors", "uniform")
    if errors not in ("uniform", "prevalence"):
        raise UsageError(f"errors={errors!r} is not known", "use 'uniform' or 'prevalence'")
    share = _number(parameters, "unanimous", 0, 1) if model == "unanimous" else 0.0
    return ErringPopulation(int(categories), weights, unanimous=share, by_prevalence=errors == "prevalence")


PARAMETERS: dict[str, tuple[str, ...]] = {
    "homogeneous": ("prevalence", "errors"),
    "unanimous": ("unanimous", "prevalence", "errors"),
    "beta": ("phi", "prevalence"),
    "dirichlet": ("prevalence",),
    "empirical": ("counts",),
}
"""What each model can be told."""


def _empirical(categories: int | None, parameters: Mapping[str, object]) -> Population:
    if "counts" not in parameters:
        raise UsageError("model 'empirical' needs counts=…, items by categories")
    population = EmpiricalPopulation.of(np.asarray(parameters["counts"]))
    columns = population.shares.shape[1]
    if categories is not None and categories != columns:
        raise UsageError(f"the counts are of {columns} categories, not of {categories}")
    return population


def _number(parameters: Mapping[str, object], name: str, low: float, high: float) -> float:
    number = parameters.get(name)
    if number is None:
        raise UsageError(f"this model needs its parameter {name}")
    if isinstance(number, bool) or not isinstance(number, int | float | np.number) or not low <= float(number) <= high:
        raise UsageError(f"{told(name, number)} is not a number from {low:g} to {high:g}")
    return float(number)

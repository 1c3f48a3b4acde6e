"""A dissimilarity from numbers and names: what measure expressions and the command line can say."""

from __future__ import annotations

from collections.abc import Sequence

from accord.alignment.category_matrix_file import category_matrix_from
from accord.alignment.dissimilarities import (
    INCOMPATIBLE,
    Categorical,
    Combined,
    Hamming,
    Nominal,
    Ordinal,
    Positional,
    Sporadic,
)
from accord.results import UsageError


def dissimilarity_from_options(
    *,
    alpha: float = 1.0,
    beta: float = 1.0,
    delta_empty: float = 1.0,
    positional: str = "sporadic",
    tolerance: float | None = None,
    matrix: str | None = None,
    order: str | Sequence[str] | None = None,
    incompatible: str = "pay",
) -> Combined:
    """`matrix` is a file of category distances, `order` the categories from low to high, separated by commas.

    >>> print(dissimilarity_from_options(alpha=3, order="low,medium,high"))
    3·sporadic + 1·ordinal, Δ∅ = 1
    """
    if positional not in ("sporadic", "hamming"):
        raise UsageError(f"there is no positional dissimilarity '{positional}'", "use 'sporadic' or 'hamming'")
    if matrix is not None and order is not None:
        raise UsageError("categories have either a matrix of distances or an order", "give one of them")
    if incompatible not in INCOMPATIBLE:
        raise UsageError(f"incompatible={incompatible!r} is not known", "use 'pay' or 'forbid'")
    if positional == "hamming" and tolerance is not None:
        raise UsageError("a tolerance belongs to the sporadic dissimilarity", "leave one of them out")
    place: Positional = Hamming() if positional == "hamming" else Sporadic(tolerance)
    kind: Categorical = Nominal()
    if matrix is not None:
        kind = category_matrix_from(matrix)
    elif order is not None:
        kind = Ordinal(_ordered(order))
    return Combined(place, kind, alpha, beta, delta_empty, incompatible == "forbid")


def _ordered(order: str | Sequence[str]) -> list[str]:
    """The names of categories, also where they are given one by one."""
    names = order.split(",") if isinstance(order, str) else order
    if not isinstance(names, Sequence) or not all(isinstance(name, str) for name in names):
        raise UsageError(f"order={order!r} does not name categories", "write order='low,medium,high'")
    return [name.strip() for name in names]

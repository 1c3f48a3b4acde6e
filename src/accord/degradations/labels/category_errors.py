"""Degradations of labels: what a simulated annotator says instead of the reference (Mathet et al. 2012).

`codes` are the labels of one annotator, item by item; −1 is an item without one. An element is an item.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
from numpy.typing import NDArray

from accord.degradations.draws import Draws, chosen
from accord.degradations.errors import neighbouring, uniform_other
from accord.degradations.label_reference import LabelReference
from accord.degradations.record import degradation
from accord.results import UsageError
from accord.results.arrays import Codes, Floats

OMITTED = -1


def _one_category(reference: LabelReference, **options: object) -> str | None:
    return "there is one category only" if 0 < len(reference.categories) < 2 else None


def _unordered(reference: LabelReference, **options: object) -> str | None:
    if reference.level in ("nominal", "sets"):
        return f"the level of the labels is {reference.level}, and a neighbour needs an order"
    return _one_category(reference)


def _without_matrix(reference: LabelReference, *, matrix: object = None, **options: object) -> str | None:
    return "it needs a confusion matrix: matrix={'a': {'b': .2, …}, …}, or rows" if matrix is None else None


confusion = partial(degradation, "labels", refuses=_one_category)


@confusion(title="a random label, whatever the item is", says="label {share} of the items at random")
def redraw(reference: LabelReference, codes: Codes, draws: Draws, magnitude: float, *, by: str = "uniform") -> Codes:
    """Drawn from *all* categories, independently of the reference: uniformly, or by="prevalence".

    The only degradation under which a chance-corrected coefficient must tend to 0 (by its own idea of chance).
    """
    if by not in ("uniform", "prevalence"):
        raise UsageError(f"by={by!r} is not known", "use 'uniform' or 'prevalence'")
    where = _where(codes, draws, magnitude)
    size = len(reference.categories)
    shares = reference.shares if by == "prevalence" else np.full(size, 1 / max(size, 1))
    return _put(codes, where, _by_shares(shares, draws.of("label", where)))


@confusion(title="another label, all equally likely", says="confuse {share} of the items with any other category")
def confuse(reference: LabelReference, codes: Codes, draws: Draws, magnitude: float) -> Codes:
    """Uniform over the other categories; with balanced categories κ is 1/(C − 1)² at m = 1, not 0."""
    where = _where(codes, draws, magnitude)
    return _put(codes, where, uniform_other(codes[where], len(reference.categories), draws.of("label", where)))


@confusion(
    title="another label, by its frequency in the reference",
    says="confuse {share} of the items with another category, frequent ones more often",
)
def confuse_prevalence(reference: LabelReference, codes: Codes, draws: Draws, magnitude: float) -> Codes:
    """q_l(k) = f(k) / (1 − f(l)) over the other categories k ≠ l; all alike where no other one occurs."""
    where = _where(codes, draws, magnitude)
    return _put(codes, where, chosen(others_by_share(reference.shares)[codes[where]], draws.of("label", where)))


@confusion(
    title="a label by a confusion matrix of your own",
    says="label {share} of the items by the confusion matrix",
    refuses=_without_matrix,
    usual=False,
)
def confuse_matrix(
    reference: LabelReference,
    codes: Codes,
    draws: Draws,
    magnitude: float,
    *,
    matrix: object = None,
) -> Codes:
    """Row l of `matrix` says what is put in the place of l, how often: rows in the order of the categories, or a
    mapping of category to a mapping of category to weight. Weights of a row need not add up to 1."""
    table = confusion_table(matrix, reference)
    where = _where(codes, draws, magnitude)
    return _put(codes, where, chosen(table[codes[where]], draws.of("label", where)))


@confusion(
    title="the next lower or higher category",
    says="miss the category by one step on {share} of the items",
    refuses=_unordered,
)
def neighbour(reference: LabelReference, codes: Codes, draws: Draws, magnitude: float) -> Codes:
    """Either neighbour with probability ½; at the ends of the scale the only one. A circular scale has no ends."""
    where = _where(codes, draws, magnitude)
    return _put(codes, where, neighbouring(reference.data, codes[where], draws.of("label", where)))


@confusion(
    title="one preferred category is used too often",
    says="put {share} of the items in their preferred category, whatever they are",
)
def overuse(
    reference: LabelReference, codes: Codes, draws: Draws, magnitude: float, *, category: str | None = None
) -> Codes:
    """A systematic error (Reidsma & Carletta 2008); by default the most frequent category is preferred."""
    if category is None:
        code = int(np.argmax(reference.shares)) if len(reference.shares) else 0
    else:
        code = reference.categories.known_code(category)
    where = _where(codes, draws, magnitude)
    return _put(codes, where, np.full(len(where), code))


@degradation("labels", title="no label", says="leave {share} of the items without a label")
def omit(reference: LabelReference, codes: Codes, draws: Draws, magnitude: float) -> Codes:
    where = _where(codes, draws, magnitude)
    return _put(codes, where, np.full(len(where), OMITTED))


# ---- what they share


def _where(codes: Codes, draws: Draws, magnitude: float) -> NDArray[np.int64]:
    """The items that are labelled and degraded."""
    items = np.flatnonzero(codes != OMITTED).astype(np.int64)
    return items[draws.whether(items, magnitude)]


def _put(codes: Codes, where: NDArray[np.int64], new: NDArray[np.integer]) -> Codes:
    changed = codes.copy()
    changed[where] = new
    return changed


def _by_shares(shares: Floats, uniform: Floats) -> NDArray[np.int64]:
    if not len(uniform):
        return np.zeros(0, dtype=np.int64)
    edges = np.cumsum(shares)
    places = np.searchsorted(edges, uniform * edges[-1], side="right")
    return np.asarray(np.minimum(places, len(shares) - 1), dtype=np.int64)


def others_by_share(shares: Floats) -> Floats:
    """(categories, categories) weights of what is put in the place of each category: the others by their shares.

    >>> others_by_share(np.array([0.5, 0.3, 0.2]))
    array([[0. , 0.3, 0.2],
           [0.5, 0. , 0.2],
           [0.5, 0.3, 0. ]])
    """
    size = len(shares)
    table = np.tile(shares, (size, 1))
    np.fill_diagonal(table, 0.0)
    alone = ~(table.sum(axis=1) > 0)
    table[alone] = 1.0 - np.eye(size)[alone]
    return table


def confusion_table(matrix: object, reference: LabelReference) -> Floats:
    """(categories, categories) weights ≥ 0 from rows or from a mapping; a UsageError says what is wrong."""
    texts = reference.categories.texts
    if isinstance(matrix, tuple) and all(isinstance(row, tuple) and len(row) == 2 for row in matrix):
        matrix = _mapping(matrix)
    if isinstance(matrix, Mapping):
        unknown = next((str(name) for name in matrix if reference.categories.code(name) is None), None)
        if unknown is not None:
            raise UsageError(
                f"the confusion matrix names '{unknown}', not a category of these data",
                f"they are {reference.categories}",
            )
        rows = {reference.categories.code(name): _row(inner, reference) for name, inner in matrix.items()}
        table = np.array([rows.get(code, np.eye(len(texts))[code]) for code in range(len(texts))])
    else:
        try:
            table = np.asarray(matrix, dtype=np.float64)
        except (TypeError, ValueError):
            raise UsageError("the confusion matrix does not consist of numbers") from None
    if table.shape != (len(texts), len(texts)):
        raise UsageError(
            f"the confusion matrix is {' × '.join(map(str, table.shape)) or 'a number'}",
            f"there are {len(texts)} categories, {reference.categories}: give a row and a column for each",
        )
    if not (np.isfinite(table).all() and (table >= 0).all() and (table.sum(axis=1) > 0).all()):
        raise UsageError("a confusion matrix has numbers of at least 0, and no row of zeros")
    return table


def _mapping(pairs: Sequence[tuple[object, object]]) -> object:
    """A mapping that an expression froze into pairs; rows of two numbers stay rows."""
    if all(isinstance(name, str) for name, _ in pairs):
        return {name: dict(inner) if isinstance(inner, tuple) else inner for name, inner in pairs}
    return pairs


def _row(inner: object, reference: LabelReference) -> Floats:
    if not isinstance(inner, Mapping):
        raise UsageError("a row of the confusion matrix is a mapping of categories to weights")
    weights = np.zeros(len(reference.categories))
    for name, weight in inner.items():
        code = reference.categories.code(name)
        if code is None or not isinstance(weight, int | float):
            raise UsageError(f"the confusion matrix has {name!r}: {weight!r}", f"they are {reference.categories}")
        weights[code] = weight
    return weights

"""Groups of annotators around a reference that is drawn at random (Bregeon et al. 2019, section 6.1)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Categories, Labels
from accord.annotations.building import default_names
from accord.degradations.errors import check_number, check_whole, successive_draws, uniform_other
from accord.formats.public_functions import renamed, seeded
from accord.results import UsageError
from accord.results.arrays import Codes, Floats
from accord.statistics import generator

STREAM = "fictitious groups"


@renamed(weights="prevalence")
@seeded
def fictitious_groups(
    items: int,
    categories: int | Sequence[object],
    annotators: int,
    mean: float,
    *,
    sigma: float = 0.0,
    prevalence: Sequence[float] | None = None,
    unanimous: float = 0.0,
    groups: int = 1,
    seed: int = 0,
) -> list[Labels]:
    """Groups of annotators who err around one reference that all groups share (Bregeon et al. 2019, section 6.1).

    Parameters
    ----------
    items
        How many items there are.
    categories
        Their number (they are then called 1, 2, …) or their names.
    annotators
        How many there are in a group.
    mean, sigma
        Each annotator errs on nbe items, nbe ~ Normal(`mean`, `sigma`) rounded and kept within 0 and the number of
        items that are not unanimous.
    prevalence
        The share of each category in the reference, rounded to whole items; equal by default.
    unanimous
        The share of items, the same for all groups, that are labelled by the reference alone.
    groups
        How many groups there are.

    Returns
    -------
    list of Labels
        One for each group.

    Raises
    ------
    UsageError
        When a number is out of its range.

    Notes
    -----
    The items on which an annotator errs are drawn uniformly, without replacement, among those that are not unanimous,
    and get any other category, all equally likely. The first groups and the first annotators of a group do not depend
    on how many are asked for, and the reference depends on `items`, the categories, `prevalence` and `seed` alone:
    `mean=0` returns it. With equal shares, no unanimous items and e = mean / items: E[κ] = (1 − e·C / (C − 1))².

    Examples
    --------
    >>> from accord import measure
    >>> [group] = fictitious_groups(100_000, 5, 2, mean=8_000)  # (1 − .08 · 5/4)² = .81
    >>> round(measure(group, "multi_kappa", confidence=None).value, 2)
    0.81
    """
    check_whole("items", items, 1)
    check_whole("annotators", annotators, 1)
    check_whole("groups", groups, 1)
    check_whole("seed", seed, 0)
    check_number("sigma", sigma)
    check_number("unanimous", unanimous, most=1)
    names = _categories(categories)
    contested = items - round(unanimous * items)
    check_number("mean", mean)
    if mean > contested:
        raise UsageError(
            f"mean={mean!r} errors per annotator are more than the {contested:,} items that are not unanimous",
            f"give at most {contested:,}",
        )
    rng = generator(seed, STREAM, "reference")
    reference = _reference(items, _shares(prevalence, len(names)), rng)
    where = np.sort(rng.permutation(items)[:contested])
    return [_group(reference, where, names, annotators, mean, sigma, (seed, number)) for number in range(1, groups + 1)]


def _group(
    reference: Codes,
    where: NDArray[np.intp],
    categories: Categories,
    annotators: int,
    mean: float,
    sigma: float,
    seed_and_number: tuple[int, int],
) -> Labels:
    """One group; the items at `where` may be labelled otherwise than by the reference."""
    seed, number = seed_and_number

    def stream(purpose: str) -> np.random.Generator:
        return generator(seed, STREAM, number, purpose)

    drawn = np.rint(stream("number of errors").normal(mean, sigma, annotators))
    errors = np.clip(drawn, 0, len(where)).astype(np.int64)
    annotator, place = np.nonzero(successive_draws(np.ones(len(where)), errors, stream("items")))
    item = where[place]
    codes = np.tile(reference, (annotators, 1))
    codes[annotator, item] = uniform_other(reference[item], len(categories), stream("labels").random(len(item)))
    return Labels(
        categories=categories,
        level="nominal",
        annotators=default_names(annotators),
        starts=np.arange(len(reference) + 1, dtype=np.int64) * annotators,
        who=np.tile(np.arange(annotators, dtype=np.int32), len(reference)),
        codes=codes.T.ravel(),
        weights=np.ones(len(reference), dtype=np.int64),
    )


def _reference(items: int, shares: Floats, rng: np.random.Generator) -> Codes:
    """(items,) each category its share of the items in random order; largest remainders, equal ones at random.

    Shares are met, not drawn: with few items the prevalence that drawn ones happen to have would move κ.
    """
    exact = items * shares
    sizes = np.floor(exact).astype(np.int64)
    shuffled = rng.permutation(len(shares))
    largest = shuffled[np.argsort((sizes - exact)[shuffled], kind="stable")]
    sizes[largest[: items - int(sizes.sum())]] += 1
    return rng.permutation(np.repeat(np.arange(len(shares), dtype=np.int32), sizes))


def _categories(categories: int | Sequence[object]) -> Categories:
    if isinstance(categories, str):
        raise UsageError(f"categories={categories!r} is one name", "give a number of categories, or a list of names")
    if isinstance(categories, int):
        check_whole("categories", categories, 1)
    names = Categories.declare(range(1, categories + 1) if isinstance(categories, int) else categories)
    if len(names) < 2:
        raise UsageError("with fewer than two categories nobody can err", "give at least two")
    return names


def _shares(weights: Sequence[float] | None, categories: int) -> Floats:
    if weights is None:
        return np.full(categories, 1 / categories)
    array: Floats = np.asarray(weights, dtype=np.float64)
    if array.shape != (categories,):
        raise UsageError(f"{array.size} class weights are given for {categories} categories", "give one for each")
    if not (np.isfinite(array).all() and (array >= 0).all() and array.sum() > 0):
        raise UsageError("class weights are numbers of at least 0, not all 0")
    shares: Floats = array / array.sum()
    return shares

"""κ_G: the mean agreement of the groups whose references are compared (Bregeon et al. 2019, formula 5)."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from itertools import combinations, islice

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Labels, canonical_labels
from accord.annotations.weighted_rows import WeightedRows
from accord.reproducibility.sampled import group_draws, only, with_labels
from accord.results.arrays import Floats, Ints
from accord.statistics import generator

ALL = 100_000  # groups of a complete panel that are all taken
DRAWN = 10_000  # groups of a complete panel where there are more
SCATTERED = 200  # drawn groups where items have annotators of their own
RATINGS = 5_000_000  # that these look through at most
BATCH = 10_000


@dataclass(frozen=True)
class GroupAgreement:
    """κ of Davies & Fleiss (1982) over groups of k annotators."""

    kappa: float
    """The mean over groups; nan where no group has one."""
    deviation: float
    """The standard deviation between groups; nan for a single one."""
    groups: int
    exact: bool
    """Whether these are all groups there are."""


UNKNOWN = GroupAgreement(math.nan, math.nan, 0, False)


def group_agreement(labels: Labels, k: int, *, least: int | None = None, seed: int = 0) -> GroupAgreement:
    """κ_G of groups of k, over the items with `least` labels or more (k of them by default).

    In a complete panel a group is the same k persons on all items; κ of each follows from the agreement of its pairs,
    so that all groups are taken up to a hundred thousand. Elsewhere each item has annotators of its own, and a group
    takes k of them: some are drawn. One person has no agreement, and neither have counts, which do not say who is who.

    >>> import accord
    >>> data = accord.labels([["a", "a", "b"], ["b", "b", "b"], ["a", "a", "a"], ["b", "a", "b"]])
    >>> round(group_agreement(data, 2).kappa, 4)  # the mean of .5, .5 and .2
    0.4
    """
    data = with_labels(labels.first_ratings(), k if least is None else least)
    if k < 2 or data.who is None or data.n_rows == 0 or not data.weights.any():
        return UNKNOWN
    data, _ = canonical_labels(_alike(data))
    people = data.n_annotators
    if not (data.sizes == people).all():
        number = max(20, min(SCATTERED, RATINGS // max(1, len(data.codes))))
        drawn = [_scattered_kappa(only(data, first)) for first, _ in group_draws(data, k, number, seed)]
        return _told(np.array(drawn), exact=False)
    exact = math.comb(people, k) <= ALL
    observed, expected = _pairs(data)
    kappas = np.concatenate([_kappas(observed, expected, part) for part in _groups(people, k, exact, seed)])
    return _told(kappas, exact)


def _alike(data: Labels) -> Labels:
    """One row for all items that were labelled alike, so that it does not matter whether they were counted before."""
    rows = WeightedRows(data.starts, np.asarray(data.who), data.codes, data.weights).distinct()
    return replace(
        data,
        starts=rows.starts,
        who=rows.who,
        codes=rows.codes,
        weights=rows.weights,
        items=None,
        texts=None,
        times=None,
        clusters=None,
        cluster_names=None,
    )


def _told(kappas: Floats, exact: bool) -> GroupAgreement:
    known = kappas[~np.isnan(kappas)]
    if not len(known):
        return UNKNOWN
    spread = float(known.std(ddof=1)) if len(known) > 1 else math.nan
    return GroupAgreement(float(known.mean()), spread, len(known), exact)


def _pairs(data: Labels) -> tuple[Floats, Floats]:
    """(annotators, annotators) how often two persons agree, and would by chance; everybody has labelled everything."""
    people, size = data.n_annotators, len(data.categories)
    codes = np.empty((data.n_rows, people), dtype=np.int64)
    codes[np.repeat(np.arange(data.n_rows), people), data.who] = data.codes
    shares = data.weights / data.weights.sum()
    observed, marginals = np.zeros((people, people)), np.zeros((people, size))
    for code in range(size):
        chosen = (codes == code).astype(np.float64)
        observed += (chosen * shares[:, None]).T @ chosen
        marginals[:, code] = shares @ chosen
    return observed, marginals @ marginals.T


def _groups(people: int, k: int, exact: bool, seed: int) -> list[NDArray[np.int64]]:
    """All groups, or some that are drawn, in parts of (groups, k)."""
    if not exact:
        rng = generator(seed, "groups whose agreement is averaged")
        return [np.argsort(rng.random((DRAWN, people)), axis=1)[:, :k].astype(np.int64)]
    every, parts = combinations(range(people), k), []
    while part := list(islice(every, BATCH)):
        parts.append(np.array(part, dtype=np.int64))
    return parts


def _kappas(observed: Floats, expected: Floats, groups: NDArray[np.int64]) -> Floats:
    """(groups,) κ from the means over the pairs of each group; nan where everybody always says the same."""
    pairs = list(combinations(range(groups.shape[1]), 2))
    agreed, chance = np.zeros(len(groups)), np.zeros(len(groups))
    for first, second in pairs:
        agreed += observed[groups[:, first], groups[:, second]]
        chance += expected[groups[:, first], groups[:, second]]
    return _corrected(agreed / len(pairs), chance / len(pairs))


def _corrected(agreed: Floats, chance: Floats) -> Floats:
    known = chance < 1 - 1e-12
    return np.asarray(np.divide(agreed - chance, 1 - chance, out=np.full(len(agreed), np.nan), where=known))


def _scattered_kappa(data: Labels) -> float:
    """κ where an item has k labels by annotators of its own; chance is the mean over pairs of annotators."""
    size, k = len(data.categories), int(data.sizes.max())
    who: Ints = np.asarray(data.who, dtype=np.int64)
    row = np.repeat(np.arange(data.n_rows), data.sizes)
    cells, times = np.unique(row * np.int64(size) + data.codes, return_counts=True)
    agreed = np.bincount(cells // size, weights=times * (times - 1.0), minlength=data.n_rows) / (k * (k - 1))
    weight = data.weights[row].astype(np.float64)
    counts = np.bincount(who * size + data.codes, weights=weight, minlength=data.n_annotators * size)
    tables = counts.reshape(data.n_annotators, size)
    tables = tables[tables.sum(axis=1) > 0]
    shares = tables / tables.sum(axis=1, keepdims=True)
    people = len(shares)
    chance = (np.square(shares.sum(axis=0)).sum() - np.square(shares).sum()) / (people * (people - 1))
    return float(_corrected(np.array([np.average(agreed, weights=data.weights)]), np.array([chance]))[0])

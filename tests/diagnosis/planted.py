"""Made-up annotators with something planted among them, or nothing."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

import accord
from accord import Labels
from accord.degradations import fictitious_groups

Codes = NDArray[np.int64]
CATEGORIES = 4


def comparable(seed: int, items: int = 200, annotators: int = 6, errors: float = 0.2, missing: float = 0.0) -> Labels:
    """Annotators who err equally often but for chance, anywhere: nothing to find."""
    spread = (items * errors * (1 - errors)) ** 0.5
    [group] = fictitious_groups(items, CATEGORIES, annotators, errors * items, sigma=spread, seed=seed)
    return with_missing(table(group), missing, seed)


def table(labels: Labels) -> Codes:
    return labels.codes.reshape(-1, labels.n_annotators).astype(np.int64)


def made(codes: Codes) -> Labels:
    return accord.labels(np.where(codes < 0, np.nan, codes.astype(np.float64)), level="nominal")


def with_missing(codes: Codes, share: float, seed: int) -> Labels:
    rng = np.random.default_rng(seed)
    return made(np.where(rng.random(codes.shape) < share, -1, codes))


def uneven(seed: int, items: int = 200, annotators: int = 6) -> Labels:
    """Annotators of different skill, from 5 % to 45 % errors, and harder items: no schools, no drift, no bias."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(CATEGORIES, size=items)
    hard = rng.random(items)[:, None]
    skill = np.linspace(0.05, 0.45, annotators)[None, :]
    wrong = rng.random((items, annotators)) < 2 * hard * skill
    other = (truth[:, None] + rng.integers(1, CATEGORIES, size=(items, annotators))) % CATEGORIES
    return made(np.where(wrong, other, truth[:, None]))


def with_schools(seed: int, items: int = 200, annotators: int = 6, share: float = 0.3) -> Labels:
    """The second half of the annotators reads a share of the items in another way, all in the same."""
    codes = table(comparable(seed, items, annotators))
    rng = np.random.default_rng(seed)
    contested = rng.random(items) < share
    half = annotators // 2
    codes[np.ix_(contested, np.arange(half, annotators))] += 1
    return made(codes % CATEGORIES)


def with_spammer(seed: int, items: int = 200, annotators: int = 6) -> Labels:
    """The last annotator labels at random."""
    codes = table(comparable(seed, items, annotators))
    codes[:, -1] = np.random.default_rng(seed).integers(CATEGORIES, size=items)
    return made(codes)


def with_drifter(seed: int, items: int = 600, annotators: int = 6) -> Labels:
    """The last annotator errs more and more often, up to 70 % of the items at the end."""
    codes = table(comparable(seed, items, annotators))
    rng = np.random.default_rng(seed)
    tired = rng.random(items) < 0.7 * np.arange(items) / items
    codes[tired, -1] = rng.integers(CATEGORIES, size=int(tired.sum()))
    return made(codes)


def with_bias(seed: int, items: int = 200, annotators: int = 6) -> Labels:
    """The last annotator says 0 in place of 1 on 60 % of these items."""
    codes = table(comparable(seed, items, annotators))
    rng = np.random.default_rng(seed)
    codes[(codes[:, -1] == 1) & (rng.random(items) < 0.6), -1] = 0
    return made(codes)

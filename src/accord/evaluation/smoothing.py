"""One item more, of no one's making: a bootstrap that can draw what these few items do not show.

Where a category is rare, or nearly everybody agrees, the items at hand lack the very patterns that other items would
show, and no way of drawing them anew brings these up. So every sample holds, besides, one imagined item on average:
labelled by the annotators of an item of the data, with one category for all of them or with one drawn by each, the
categories being drawn evenly from those in use, or from all that are declared where one is in use. Agresti & Coull
1998 do the same for a proportion (two successes and two failures more); in large data one item changes nothing.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from accord.annotations import ItemCounts, RatingRows, Summary
from accord.annotations.sparse import ranges
from accord.results.arrays import Floats, Ints
from accord.statistics import generator

MASS = 1.0  # imagined items in a sample, on average
IMAGINED = 60  # of them that are drawn from; a half of them unanimous


def with_imagined(summary: Summary, seed: int, *, rows: bool) -> Summary:
    """The same summary with `IMAGINED` patterns more, at the end of the rows or of the counts."""
    rng = generator(seed, "imagined items")
    shares = _shares(summary)
    if rows and summary.rows is not None:
        more = _more_rows(summary.rows, shares, rng)
        return replace(summary, rows=more, counts=more.tallies)
    return replace(summary, counts=_more_counts(summary.counts, shares, rng))


def imagined_weights(replicates: int, seed: int) -> Floats:
    """(replicates, IMAGINED) how often each is drawn."""
    return generator(seed, "imagined").poisson(MASS / IMAGINED, (replicates, IMAGINED)).astype(np.float64)


def _more_rows(rows: RatingRows, shares: Floats, rng: np.random.Generator) -> RatingRows:
    like = _models(rows.sizes, rows.multiplicity, rng)
    sizes = rows.sizes[like]
    return replace(
        rows,
        starts=np.concatenate((rows.starts, rows.starts[-1] + np.cumsum(sizes))),
        who=np.concatenate((rows.who, rows.who[ranges(rows.starts, like)])),
        codes=np.concatenate((rows.codes, _labels(sizes, shares, rng))),
        multiplicity=np.concatenate((rows.multiplicity, np.zeros(IMAGINED, dtype=np.int64))),
    )


def _more_counts(counts: ItemCounts, shares: Floats, rng: np.random.Generator) -> ItemCounts:
    like = _models(counts.sizes, counts.multiplicity, rng)
    sizes = counts.sizes[like]
    size = max(len(counts.categories), 1)
    cells = np.repeat(np.arange(IMAGINED), sizes) * np.int64(size) + _labels(sizes, shares, rng)
    distinct, times = np.unique(cells, return_counts=True)
    owner, codes = np.divmod(distinct, size)
    ends = np.cumsum(np.bincount(owner, minlength=IMAGINED))
    return replace(
        counts,
        starts=np.concatenate((counts.starts, counts.starts[-1] + ends)),
        codes=np.concatenate((counts.codes, codes.astype(np.int32))),
        counts=np.concatenate((counts.counts, times)),
        multiplicity=np.concatenate((counts.multiplicity, np.zeros(IMAGINED, dtype=np.int64))),
    )


def _models(sizes: Ints, multiplicity: Ints, rng: np.random.Generator) -> NDArray[np.intp]:
    """(IMAGINED,) the items of the data whose annotators label an imagined one: with two labels, if there are any."""
    chance = np.where(sizes >= 2, multiplicity, 0).astype(np.float64)
    chance = chance if chance.any() else multiplicity.astype(np.float64)
    place = np.searchsorted(np.cumsum(chance), rng.random(IMAGINED) * chance.sum(), side="right")
    return np.asarray(np.minimum(place, len(chance) - 1))


def _labels(sizes: Ints, shares: Floats, rng: np.random.Generator) -> NDArray[np.int32]:
    """The labels of the imagined items, one after the other: those of the first half are unanimous."""
    ends = np.cumsum(shares) / shares.sum()
    ends[-1] = 1.0
    own, alike = rng.random(int(sizes.sum())), np.repeat(rng.random(len(sizes)), sizes)
    unanimous = np.repeat(np.arange(len(sizes)) < len(sizes) // 2, sizes)
    return np.searchsorted(ends, np.where(unanimous, alike, own), side="right").astype(np.int32)


def _shares(summary: Summary) -> Floats:
    """(categories,) how often each is drawn: all in use alike, but numbers by the root of how often they are used, as
    their two ends are rare for good reason. Where one is in use, all that are declared: items that show none of the
    others are no proof that there are none."""
    totals = summary.counts.totals()
    if np.count_nonzero(totals) < 2:
        return np.ones(len(totals))
    return np.sqrt(totals) if summary.level in ("interval", "ratio") else (totals > 0).astype(np.float64)

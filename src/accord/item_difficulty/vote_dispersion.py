"""How dispersed the labels of each item are; nan for an item without two labels."""

from __future__ import annotations

import numpy as np

from accord.annotations import Labels
from accord.results import UsageError
from accord.results.arrays import Floats, Ints
from accord.statistics.division import divided


def pairwise_disagreement(data: Labels) -> Floats:
    """(items,) 1 − Σ n_c (n_c − 1) / (N (N − 1)): whether two of its annotators disagree. It does not grow with N."""
    item, count, size = _tallies(data)
    alike = np.bincount(item, weights=count * (count - 1), minlength=len(size))
    pairs = size * (size - 1)
    return divided(pairs - alike, pairs)


def normalised_entropy(data: Labels) -> Floats:
    """(items,) H / log N with N the number of labels (Tanguy et al. 2016): 1 only when all N differ.

    >>> import accord
    >>> counts = [[7, 3, 2, 1, 1, 1]]
    >>> normalised_entropy(accord.counts(counts)).round(4).tolist()
    [0.5494]
    """
    return _entropy(data, np.inf)


def fewest_categories_entropy(data: Labels) -> Floats:
    """(items,) H / log min(N, C): 1 when the labels are as dispersed as C categories allow."""
    return _entropy(data, float(len(data.categories)))


def _entropy(data: Labels, most: float) -> Floats:
    item, count, size = _tallies(data)
    share = count / size[item]
    bits = np.bincount(item, weights=-share * np.log(share), minlength=len(size))
    scale = np.log(np.minimum(np.maximum(size, 1.0), most))
    found = divided(bits, scale, 0.0) + 0.0
    return np.where(size > 1, found, np.nan)


def distance_disagreement(data: Labels) -> Floats:
    """(items,) how far two labels of the item are apart, over how far any two labels are: D_o / D_e of α, item by item.

    Numbers are compared by their squared difference, ordered categories by that of their ranks among all labels, which
    is Krippendorff's ordinal distance. The mean over items, weighted by their labels, is 1 − α (Krippendorff 2004).
    """
    paired = np.repeat(data.sizes > 1, data.sizes)
    if data.level == "ordinal":
        known = np.bincount(data.codes[paired], minlength=len(data.categories)).astype(np.float64)
        place = np.cumsum(known) - known / 2
    elif data.categories.values is not None:
        place = np.asarray(data.categories.values, dtype=np.float64)
    else:
        raise UsageError("distances need ordered or numeric categories", "use 'disagreement' or 'entropy'")
    values = place[data.codes]
    row = np.repeat(np.arange(data.rows), data.sizes)
    size = data.sizes.astype(np.float64)
    mean = np.bincount(row, weights=values, minlength=data.rows) / np.maximum(size, 1)
    gaps = np.bincount(row, weights=(values - mean[row]) ** 2, minlength=data.rows)
    everywhere = values[paired]
    expected = float(everywhere.var(ddof=1)) if len(everywhere) > 1 else 0.0
    scale = np.where(size > 1, (size - 1) * expected, 0.0)
    found = divided(gaps, scale, 0.0)
    return np.where(size > 1, found, np.nan)


def _tallies(data: Labels) -> tuple[Ints, Floats, Floats]:
    """The item and number of each distinct label of an item, and (items,) how many labels each item has."""
    width = max(len(data.categories), 1)
    row = np.repeat(np.arange(data.rows, dtype=np.int64), data.sizes)
    keys, count = np.unique(row * width + data.codes, return_counts=True)
    return keys // width, count.astype(np.float64), data.sizes.astype(np.float64)

"""The majority vote, with its ties."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Labels
from accord.annotations.sparse import pieces
from accord.results.arrays import Ints

AT_ONCE = 1 << 20  # items whose ties are drawn at once


def majority_vote(labels: Labels) -> NDArray[np.float64]:
    """(items, categories) the vote of each item: 1/t on each of its t most frequent categories.

    These weights are the expectation over random tie-breaks. The line of an item without a label is 0. First ratings
    count; a row that stands for several items alike gives as many lines.

    >>> from accord import labels
    >>> majority_vote(labels([["a", "a", "b"], ["a", "b", None], ["c", "c", "c"]]))
    array([[1. , 0. , 0. ],
           [0.5, 0.5, 0. ],
           [0. , 0. , 1. ]])
    """
    item, code = ratings_by_item(labels)
    winners, categories = _most_frequent(item, code, len(labels.categories))
    weights = np.zeros((labels.n_items, len(labels.categories)))
    weights[winners, categories] = 1 / np.bincount(winners, minlength=1)[winners]
    return weights


def drawn_vote(labels: Labels, rng: np.random.Generator) -> NDArray[np.int32]:
    """(items,) the most frequent category of each item, one of them at random when several are; −1 without labels.

    Rows that stand for several items alike are counted once; their ties are drawn for each item.
    """
    data = labels.first_ratings()
    row = np.repeat(np.arange(data.n_rows), data.sizes)
    winners, codes = _most_frequent(row, data.codes, len(labels.categories))
    starts = np.searchsorted(winners, np.arange(data.n_rows + 1))
    ends, tied = np.cumsum(data.weights), np.diff(starts) > 1
    vote = np.full(labels.n_items, -1, dtype=np.int32)
    for first in range(0, len(vote), AT_ONCE):
        some = vote[first : first + AT_ONCE]
        rows = np.searchsorted(ends, np.arange(first, first + len(some)), side="right")
        places, item = pieces(starts, rows)
        draws = rng.random(len(places))
        some[item] = codes[places]
        among = np.flatnonzero(tied[rows][item])
        order = among[np.argsort(-draws[among])]
        some[item[order]] = codes[places[order]]  # of those of an item the last stays: that of the smallest draw
    return vote


def ratings_by_item(labels: Labels) -> tuple[Ints, NDArray[np.int32]]:
    """Item and category of each first rating; a row that stands for several items alike is taken apart."""
    data = labels.first_ratings()
    ratings, item = pieces(data.starts, np.repeat(np.arange(data.n_rows), data.weights))
    return item, data.codes[ratings]


def _most_frequent(item: Ints, code: NDArray[np.int32], categories: int) -> tuple[Ints, NDArray[np.int32]]:
    """Items and their most frequent categories, in the order of the items; an item with a tie stands there again."""
    cells, times = np.unique(item * np.int64(max(categories, 1)) + code, return_counts=True)
    owner, category = np.divmod(cells, max(categories, 1))
    most = np.zeros(int(owner.max(initial=-1)) + 1, dtype=np.int64)
    np.maximum.at(most, owner, times)
    won = times == most[owner]
    return owner[won], category[won].astype(np.int32)

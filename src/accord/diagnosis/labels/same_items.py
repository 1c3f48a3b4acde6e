"""Who agrees with the others as well as these do on the same items: what they pull down is due to their items."""

from __future__ import annotations

from statistics import NormalDist

import numpy as np

from accord.diagnosis.finding import ERROR_RATE
from accord.diagnosis.labels.ballots import Ballots
from accord.diagnosis.labels.closeness import Closeness
from accord.statistics.division import divided

FEWEST_ITEMS = 20  # with three labels or more; of two, each is as far from the other


def at_home_on_their_items(ballots: Ballots) -> frozenset[str]:
    """Annotators who are not clearly farther from the others than the labels of their items are from each other.

    Were the labels of each item dealt anew among its annotators, the mean distance of one's label to the others would
    be that of the item, with the variance that it has over the labels of the item. Whoever has fewer than 20 items that
    can tell is not among them.

    >>> import accord
    >>> rows = [["a", "a", "b"], ["b", "b", "a"], ["a", "a", "a"], ["b", "b", "b"]] * 20
    >>> sorted(at_home_on_their_items(Ballots.of(accord.labels(rows))))
    ['A1', 'A2']
    """
    if not ballots.named:
        return frozenset()
    apart = Closeness.of(ballots.labels).to_others(ballots)
    number, rows = ballots.number.astype(np.float64), ballots.labels.n_rows
    known = np.where(np.isnan(apart), 0.0, apart)
    mean = divided(np.bincount(ballots.cell_row, weights=ballots.counts * known, minlength=rows), number)
    square = divided(np.bincount(ballots.cell_row, weights=ballots.counts * known**2, minlength=rows), number)
    telling = (number >= 3)[ballots.row]
    variance = np.where(telling, np.maximum(square - mean**2, 0.0)[ballots.row], 0.0)
    beyond = np.where(telling, known[ballots.cell] - mean[ballots.row], 0.0)
    people = len(ballots.annotators)
    items, total, spread = (
        np.bincount(ballots.who, weights=ballots.weight * part, minlength=people)
        for part in (telling.astype(np.float64), beyond, variance)
    )
    clear = divided(total, np.sqrt(spread)) > NormalDist().inv_cdf(1 - ERROR_RATE)
    return frozenset(ballots.annotators[one] for one in np.flatnonzero((items >= FEWEST_ITEMS) & ~clear).tolist())

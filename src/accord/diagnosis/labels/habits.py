"""Bias: who uses a category more, or less, often than the others do on the same items."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from accord.annotations import Labels
from accord.diagnosis.finding import ERROR_RATE, Finding
from accord.diagnosis.labels.ballots import Ballots
from accord.results.arrays import Floats, Ints
from accord.results.json_numbers import json_value
from accord.results.listed import MOST_LISTED_CELLS, left_out, smallest
from accord.results.tabular import Columns, Tabular
from accord.statistics.division import divided
from accord.statistics.multiple_comparisons import holm
from accord.statistics.p_values import two_sided_t

MATERIAL = 0.02  # a smaller difference of shares is not worth a finding
MOST_CELLS = 200_000  # annotators × categories; beyond, there is no table
TILTS = 50  # steps of Newton's method, of at most 1
FEWEST_DIFFERENT = 8  # items on which an annotator must differ in the use of a category, for a test


_CELLS = ("share", "bias", "standard_error", "low", "high", "p")


@dataclass(frozen=True, eq=False)
class CategoryBias(Tabular):
    """The share of each category among an annotator's labels, minus its share among the others' on the same items."""

    annotators: tuple[str, ...]
    categories: tuple[str, ...]
    items: Ints
    """(annotators,) items with a label of the annotator and of somebody else."""
    share: Floats
    """(annotators, categories) of the annotator's labels."""
    bias: Floats
    """(annotators, categories) minus the mean share among the others."""
    standard_error: Floats
    """(annotators, categories) of the bias, from its spread over items."""
    p: Floats
    """(annotators, categories) that the bias is 0: t-test over items, corrected for all cells (Holm); where that is
    small, no less than the chance of such a number of labels if those of each item were dealt anew."""
    low: Floats
    high: Floats
    confidence: float

    def _columns(self) -> Columns:
        """A row for each annotator and category."""
        return {
            "annotator": [name for name in self.annotators for _ in self.categories],
            "category": [*self.categories] * len(self.annotators),
            "items": [number for number in self.items.tolist() for _ in self.categories],
            **{name: getattr(self, name).ravel().tolist() for name in _CELLS},
        }

    def notable(self) -> list[tuple[int, int]]:
        """Cells (annotator, category) with a bias of .02 or more that is not chance; the largest first.

        One who overuses a category makes all others seem to avoid it: only those with more than .6 of the largest bias
        in the category are named, and with two annotators only one of them.
        """
        if len(self.annotators) < 2:
            return []
        size = np.where(np.isnan(self.bias), 0.0, np.abs(self.bias))
        if len(self.annotators) == 2:
            size = np.where(self.bias > 0, size, 0.0)
        leading = size > 0.6 * size.max(axis=0, initial=0.0)
        cells = np.argwhere(leading & (size >= MATERIAL) & (self.p < ERROR_RATE))
        order = np.argsort(-size[cells[:, 0], cells[:, 1]], kind="stable")
        return [(int(annotator), int(category)) for annotator, category in cells[order]]

    def as_json(self) -> dict[str, object]:
        """Of many annotators those with the largest biases."""
        size = np.nan_to_num(np.abs(self.bias), nan=-1.0).max(axis=1, initial=-1.0)
        rows = smallest(-size, MOST_LISTED_CELLS // max(len(self.categories), 1))
        columns = ("items", *_CELLS)
        return {
            "annotators": [self.annotators[row] for row in rows.tolist()],
            "categories": list(self.categories),
            **{name: json_value(getattr(self, name)[rows]) for name in columns},
            "confidence": self.confidence,
            **left_out(len(self.annotators), len(rows)),
        }

    def findings(self) -> list[Finding]:
        """One for each annotator with a notable bias, about the largest."""
        first: dict[int, list[int]] = {}
        for annotator, category in self.notable():
            first.setdefault(annotator, []).append(category)
        return [self._finding(annotator, codes) for annotator, codes in first.items()]

    def _finding(self, annotator: int, codes: list[int]) -> Finding:
        name, category = self.annotators[annotator], self.categories[codes[0]]
        share, bias = float(self.share[annotator, codes[0]]), float(self.bias[annotator, codes[0]])
        low, high = float(self.low[annotator, codes[0]]), float(self.high[annotator, codes[0]])
        verb = "more" if bias > 0 else "less"
        more = (
            "" if len(codes) == 1 else f" Other categories of theirs differ too: {self._others(annotator, codes[1:])}."
        )
        return Finding(
            kind="annotator bias",
            matters=min(0.8, 0.3 + 2 * abs(bias)),
            title=(
                f"'{name}' says '{category}' {verb} often than the others: {share:.1%} against {share - bias:.1%} of "
                f"the same {self.items[annotator]:,} items ({bias:+.1%}, {self.confidence:.0%} interval {low:+.1%} to "
                f"{high:+.1%})."
            ),
            explanation=(
                "A difference in habits on the same items is systematic, not careless: it biases counts, and "
                "more items "
                "do not average it out. The test is corrected for all annotators and categories: false alarms "
                "come in about 1 of 100 data sets." + more
            ),
            action=(
                f"Discuss where '{category}' begins with '{name}' and the others, write the line into the guidelines, "
                "and let a sample be labelled again."
            ),
            numbers={
                "annotator": name,
                "category": category,
                "share": share,
                "share_of_others": share - bias,
                "bias": bias,
                "low": low,
                "high": high,
                "p": float(self.p[annotator, codes[0]]),
            },
        )

    def _others(self, annotator: int, codes: list[int]) -> str:
        listed = [f"'{self.categories[place]}' {self.bias[annotator, place]:+.1%}" for place in codes[:4]]
        return ", ".join(listed) + (", …" if len(codes) > 4 else "")


def category_bias(data: Labels | Ballots, confidence: float = 0.95) -> CategoryBias:
    """The bias of each annotator in each category; empty when annotators are unknown.

    On an item where the annotator is one of m, y = [they chose c] − (others who chose c) / (m − 1); the bias is the
    mean of y over their items, and its standard error that of a mean. Cells in which an annotator differs from the
    others on fewer than 8 items are not tested.

    >>> import accord
    >>> found = category_bias(accord.contingency([[20, 10], [20, 50]], categories=["STAT", "IReq"]))
    >>> found.bias.round(2)  # A1: 30 STAT, A2: 40
    array([[-0.1,  0.1],
           [ 0.1, -0.1]])
    """
    ballots = Ballots.of(data)
    people, size = len(ballots.annotators), len(ballots.labels.categories)
    if people == 0 or size == 0 or people * size > MOST_CELLS:
        none = np.zeros((0, 0))
        return CategoryBias((), (), np.zeros(0, dtype=np.int64), none, none, none, none, none, none, confidence)
    items, used, total, squares, different = _sums(ballots, people, size)
    number = items[:, None]
    bias = divided(total, np.broadcast_to(number, total.shape))
    spread = np.maximum(squares - number * np.where(number > 0, bias, 0.0) ** 2, 0.0)
    error = np.sqrt(divided(spread, np.broadcast_to(number * np.maximum(number - 1, 0), spread.shape)))
    t = np.where(different >= FEWEST_DIFFERENT, divided(bias, error), np.nan)
    reach = NormalDist().inv_cdf((1 + confidence) / 2) * error
    p = holm(two_sided_t(t, np.broadcast_to(number - 1, t.shape)))
    tested = int((~np.isnan(p)).sum())
    for who, code in np.argwhere((p < ERROR_RATE) & (np.abs(bias) >= MATERIAL)).tolist():
        p[who, code] = max(p[who, code], min(1.0, tested * _chance(ballots, who, code)))
    return CategoryBias(
        annotators=ballots.annotators,
        categories=ballots.labels.categories.texts,
        items=items.astype(np.int64),
        share=divided(used, np.broadcast_to(number, used.shape)),
        bias=bias,
        standard_error=error,
        p=p,
        low=bias - reach,
        high=bias + reach,
        confidence=confidence,
    )


def _chance(ballots: Ballots, who: int, code: int) -> float:
    """How probable so many labels of a category are at most, if the labels of each item were dealt anew among its
    annotators: two-sided, Chernoff's bound of a sum of independent choices."""
    mine = np.flatnonzero((ballots.who == who) & (ballots.number[ballots.row] > 1))
    times = np.zeros(ballots.labels.n_rows)
    chosen = ballots.cell_code == code
    times[ballots.cell_row[chosen]] = ballots.counts[chosen]
    share = times[ballots.row[mine]] / ballots.number[ballots.row[mine]]
    open_ones = (share > 0) & (share < 1)  # where all or none chose it, there is nothing to deal
    share, weight = share[open_ones], ballots.weight[mine][open_ones].astype(np.float64)
    number = float(weight @ (ballots.code[mine][open_ones] == code))
    if number in (0.0, float(weight.sum())):
        alone = np.log1p(-share) if number == 0 else np.log(share)
        return min(1.0, 2 * float(np.exp(weight @ alone)))
    tilt = 0.0
    for _ in range(TILTS):
        tilted = share * np.exp(tilt) / (1 - share + share * np.exp(tilt))
        step = (number - float(weight @ tilted)) / float(weight @ (tilted * (1 - tilted)))
        tilt += float(np.clip(step, -1.0, 1.0))
    return min(1.0, 2 * float(np.exp(weight @ np.log1p(share * np.expm1(tilt)) - tilt * number)))


def _sums(ballots: Ballots, people: int, size: int) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """(annotators,) items; (annotators, categories) labels, Σ y, Σ y², and items with y ≠ 0."""
    from scipy.sparse import csr_array

    others = ballots.number[ballots.row] - 1.0
    paired = others > 0
    who, row, code, others = ballots.who[paired], ballots.row[paired], ballots.code[paired], others[paired]
    weight = ballots.weight[paired].astype(np.float64)
    rated = csr_array((weight, (who, row)), shape=(people, ballots.labels.n_rows))
    share = ballots.counts / np.maximum(ballots.number[ballots.cell_row] - 1.0, 1.0)
    cells = (ballots.cell_row, ballots.cell_code)
    shape = (ballots.labels.n_rows, size)

    def over_items(per_cell: Floats) -> Floats:
        """(annotators, categories) the sum over an annotator's items."""
        return np.asarray((rated @ csr_array((per_cell, cells), shape=shape)).todense())

    def over_ratings(per_rating: Floats) -> Floats:
        """(annotators, categories) the sum over the annotator's own labels of each category."""
        flat = np.bincount(who * np.int64(size) + code, weights=weight * per_rating, minlength=people * size)
        return flat.reshape(people, size).astype(np.float64)

    count = ballots.counts[ballots.cell[paired]]
    own = 1 - (count - 1) / others
    items = np.bincount(who, weights=weight, minlength=people).astype(np.float64)
    total = over_ratings(1 + 1 / others) - over_items(share)
    squares = over_items(share**2) + over_ratings(own**2 - (count / others) ** 2)
    different = over_items(np.ones(len(share))) - over_ratings((count == others + 1).astype(np.float64))
    return items, over_ratings(np.ones(len(who))), total, squares, different

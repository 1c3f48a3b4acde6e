"""Each annotator beside the vote of the others, in which they have no say."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from accord.annotations import Labels
from accord.annotations.sparse import pieces
from accord.diagnosis.finding import ERROR_RATE, Finding
from accord.diagnosis.labels.ballots import Ballots
from accord.diagnosis.labels.closeness import Closeness, row_sums
from accord.results.arrays import Bools, Floats, Ints
from accord.results.json_numbers import json_fields, json_value
from accord.results.listed import left_out, smallest
from accord.results.tabular import Columns, Tabular
from accord.statistics.division import divided
from accord.statistics.proportions import wilson

FEWEST_ITEMS = 20  # with fewer items nobody is said to label at random
KNOWN = 0.2  # κ with the vote that annotators reach in the middle, for one at chance level to stand out


@dataclass(frozen=True, eq=False)
class WithTheVote(Tabular):
    """Agreement of each annotator with the vote of the others (ties share the vote), and κ of the two; on a scale κ is
    weighted by the distance of the level, and taken with each label of the others."""

    annotators: tuple[str, ...]
    items: Ints
    """(annotators,) items with a label of the annotator and of somebody else."""
    agreement: Floats
    low: Floats
    high: Floats
    """(annotators,) Wilson's interval of the agreement."""
    kappa: Floats
    """(annotators,) (A_o − A_e) / (1 − A_e), A_e from the annotator's habits and those of the vote."""
    kappa_error: Floats
    """(annotators,) √(A_o (1 − A_o) / n) / (1 − A_e) (Cohen 1960)."""
    confidence: float
    weighted: bool = False
    """Whether κ counts how far apart labels are, as on a scale."""

    def _columns(self) -> Columns:
        numbers = ("items", "agreement", "low", "high", "kappa", "kappa_error")
        return {"annotator": list(self.annotators), **{name: getattr(self, name).tolist() for name in numbers}}

    def at_chance(self) -> list[int]:
        """Annotators whose κ with the vote lies surely below half of what the annotators in the middle reach.

        The bound is one-sided and corrected for the number of annotators; 20 items or more, and a median κ of .2.
        """
        tested = (self.items >= FEWEST_ITEMS) & ~np.isnan(self.kappa)
        if tested.sum() < 3:
            return []
        middle = float(np.median(self.kappa[tested]))
        if middle < KNOWN:
            return []
        reach = NormalDist().inv_cdf(1 - ERROR_RATE / int(tested.sum()))
        places = np.flatnonzero(tested & (self.kappa + reach * self.kappa_error < middle / 2))
        return [int(place) for place in places[np.argsort(self.kappa[places], kind="stable")]]

    def as_json(self) -> dict[str, object]:
        """Of many annotators those who agree least."""
        rows = smallest(self.agreement)
        columns = ("items", "agreement", "low", "high", "kappa")
        return {
            "annotators": [self.annotators[row] for row in rows.tolist()],
            **{name: json_value(getattr(self, name)[rows]) for name in columns},
            "kappa_standard_error": json_value(self.kappa_error[rows]),
            **json_fields(self, "confidence", "weighted"),
            **left_out(len(self.annotators), len(rows)),
        }

    def findings(self) -> list[Finding]:
        return [self._finding(place) for place in self.at_chance()]

    def _finding(self, place: int) -> Finding:
        name, kappa = self.annotators[place], float(self.kappa[place])
        middle = float(np.nanmedian(self.kappa))
        random = kappa < 0.1
        return Finding(
            kind="annotator at chance level",
            matters=0.9 if random else 0.7,
            title=(
                f"'{name}' agrees with the vote of the others on {self.agreement[place]:.1%} of {self.items[place]:,} "
                f"items: {'weighted κ' if self.weighted else 'κ'} {kappa:.2f}, and the median annotator has "
                f"{middle:.2f}."
            ),
            explanation=(
                f"κ of 0 is what labels drawn at random with the habits of '{name}' would reach"
                + (", and this is close to it. " if random else "; this is well below the others. ")
                + "The rule asks for less than half of the median κ even at the upper bound, corrected for the number "
                "of annotators: among comparable annotators false alarms come in under 1 of 100 data sets."
            ),
            action=(
                f"Look at a few items of '{name}' beside those of the others; if they were not read, leave the "
                "annotator out and say so. A category list in another order or a shifted column looks the same."
            ),
            numbers={
                "annotator": name,
                "agreement": float(self.agreement[place]),
                "items": int(self.items[place]),
                "kappa": kappa,
                "kappa_standard_error": float(self.kappa_error[place]),
                "median_kappa": middle,
            },
        )


def agreement_with_vote(data: Labels | Ballots, confidence: float = 0.95) -> WithTheVote:
    """How often each annotator says what most of the others say; empty when annotators are unknown.

    Agreement compares labels as categories; on a scale, κ counts how far apart they are.

    >>> import accord
    >>> found = agreement_with_vote(accord.labels([["a", "a", "b"], ["b", "b", "b"], ["a", "a", "a"]]))
    >>> found.agreement.round(2)
    array([0.83, 0.83, 0.67])
    """
    ballots = Ballots.of(data)
    people, size = len(ballots.annotators), max(len(ballots.labels.categories), 1)
    known = ~np.isnan(ballots.agreement) if ballots.named else np.zeros(len(ballots.row), dtype=bool)
    who, weight = ballots.who[known[: len(ballots.who)]], ballots.weight[known].astype(np.float64)
    items = np.bincount(who, weights=weight, minlength=people).astype(np.float64)
    agreed = np.bincount(who, weights=weight * ballots.agreement[known], minlength=people).astype(np.float64)
    share = divided(agreed, items)
    expected = _expected(ballots, known, items, size)
    low, high = wilson(share, items, confidence)
    kappa = divided(share - expected, 1 - expected)
    error = divided(np.sqrt(divided(share * (1 - share), items)), 1 - expected)
    points = Closeness.of(ballots.labels).points if ballots.labels.level in ("ordinal", "interval") else None
    if points is not None and ballots.named:
        kappa, error = _on_a_scale(ballots, known, items, points)
    return WithTheVote(
        annotators=ballots.annotators,
        items=items.astype(np.int64),
        agreement=share,
        low=low,
        high=high,
        kappa=kappa,
        kappa_error=error,
        confidence=confidence,
        weighted=points is not None,
    )


def _on_a_scale(ballots: Ballots, known: Bools, items: Floats, points: Floats) -> tuple[Floats, Floats]:
    """(annotators,) 1 − D_o / D_e of each with the labels of the others, and its standard error; D squared distances.

    D_e draws a label of the annotator and one of the others on the same items independently: E|x − y|² is
    E|x|² + E|y|² − 2 E x · E y.
    """
    who, weight = ballots.who[known], ballots.weight[known].astype(np.float64)
    row, mine = ballots.row[known], points[ballots.code[known]]
    others = (ballots.number[row] - 1).astype(np.float64)
    squares = np.einsum("cp,cp->c", points, points)
    near = divided(row_sums(ballots, points)[row] - mine, others[:, None])
    square = divided(row_sums(ballots, squares[:, None])[row, 0] - squares[ballots.code[known]], others)
    apart = np.einsum("np,np->n", mine, mine) - 2 * np.einsum("np,np->n", mine, near) + square

    def mean(values: Floats) -> Floats:
        total = np.bincount(who, weights=weight * values, minlength=len(items)).astype(np.float64)
        return divided(total, items)

    observed = mean(apart)
    spread = np.sqrt(np.maximum(mean(apart**2) - observed**2, 0.0))
    crossed = sum(mean(mine[:, axis]) * mean(near[:, axis]) for axis in range(points.shape[1]))
    expected = mean(squares[ballots.code[known]]) + mean(square) - 2 * crossed
    return 1 - divided(observed, expected), divided(divided(spread, np.sqrt(items)), expected)


def _expected(ballots: Ballots, known: Bools, items: Floats, size: int) -> Floats:
    """(annotators,) Σ_c of the annotator's share of c times the share of c in the votes of the others."""
    from scipy.sparse import csr_array

    people = len(ballots.annotators)
    if people == 0 or len(ballots.counts) == 0:
        return np.full(people, np.nan)
    who, cell, weight = ballots.who[known], ballots.cell[known], ballots.weight[known].astype(np.float64)
    shape = (people, len(ballots.counts))
    votes = csr_array((weight, (who, cell)), shape=shape) @ _votes(ballots, size)
    own = csr_array((weight, (who, ballots.code[known])), shape=(people, size))
    return divided(np.asarray(own.multiply(votes).sum(axis=1), dtype=np.float64).ravel(), items**2)


def _votes(ballots: Ballots, size: int) -> object:
    """Sparse (cells, categories): for who chose the cell, the vote of the others."""
    from scipy.sparse import csr_array

    cells = len(ballots.counts)
    second, first = pieces(ballots.starts, ballots.cell_row)
    count = ballots.counts[second] - (first == second)
    most = np.maximum(ballots.rivals[0], ballots.counts - 1)[first]
    won = (count == most) & (most > 0)
    first, second = first[won], second[won]
    share = 1 / np.bincount(first, minlength=cells)[first]
    return csr_array((share, (first, ballots.cell_code[second])), shape=(cells, size))

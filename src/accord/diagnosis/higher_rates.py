"""Who, or what, has a higher rate than all the others together, or leans to one side: exact tests on clustered counts.

Cases of one document may hang together (a bad day, a strange text): counts are divided by their clustering over
documents first. The tests of one question are corrected together (Holm 1979).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.results.arrays import Bools, Floats, Ints
from accord.statistics.multiple_comparisons import holm
from accord.statistics.p_values import more_often, more_one_way
from accord.statistics.proportions import clustering, deflated

RINGING = 0.005  # how often each question may ring where there is nothing; there are fewer than ten


@dataclass(frozen=True)
class HigherRate:
    """One annotator or category: the place of its column, how many cases it has, of how many, and the corrected p."""

    place: int
    times: int
    of: int
    rate: float
    elsewhere: float
    """The rate of all the others together."""
    p: float

    @property
    def tested(self) -> str:
        """The beginning of a sentence."""
        return f"Fisher's exact test gives p = {self.p:.2g}"

    def as_json(self) -> dict[str, object]:
        return {"rate": self.rate, "rate_of_others": self.elsewhere, "p": self.p}


def per_document(document: Ints, documents: int, cases: Bools) -> Ints:
    """(documents, columns) how many rows of each document are cases."""
    counted = np.zeros((documents, cases.shape[1]), dtype=np.int64)
    np.add.at(counted, document, cases)
    return counted


def higher_rates(cases: Ints, among: Ints, material: float) -> list[HigherRate]:
    """Columns whose rate is higher than that of all the others together, by `material` at least; the highest first.

    Both are (documents, columns): how many cases there are, and among how many.
    """
    factor = clustering(cases, among)
    times, of = cases.sum(axis=0), among.sum(axis=0)
    few, all_of = deflated(times, factor), deflated(of, factor)
    raw = [
        more_often(int(t), int(n), int(few.sum() - t), int(all_of.sum() - n)) for t, n in zip(few, all_of, strict=True)
    ]
    p = holm(np.array(raw))
    higher = []
    for place in np.flatnonzero(p < RINGING).tolist():
        own, rest = int(of[place]), int(of.sum() - of[place])
        rate = float(times[place] / own) if own else 0.0
        elsewhere = float(times.sum() - times[place]) / rest if rest else 0.0
        if rate - elsewhere >= material:
            higher.append(HigherRate(place, int(times[place]), own, rate, elsewhere, float(p[place])))
    return sorted(higher, key=lambda column: (-column.rate, column.place))


def leaning(one_way: Ints, other_way: Ints) -> Floats:
    """(columns,) the corrected p of as many cases one way rather than the other; both are (documents, columns)."""
    factor = clustering(one_way, one_way + other_way)
    thin = zip(*(deflated(way.sum(axis=0), factor).tolist() for way in (one_way, other_way)), strict=True)
    return holm(np.array([more_one_way(first, second) for first, second in thin]))

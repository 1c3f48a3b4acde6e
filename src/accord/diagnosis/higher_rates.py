"""Who, or what, has a higher rate than all the others together, or leans to one side: exact tests on clustered counts.

Cases of one document may hang together (a bad day, a strange text): counts are divided by their clustering over
documents first. The tests of one question are corrected together (Holm 1979).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.annotations import Relations, Spans
from accord.results.arrays import Bools, Floats, Ints
from accord.statistics.multiple_comparisons import holm
from accord.statistics.p_values import more_often, more_one_way
from accord.statistics.proportions import clustering, deflated

RINGING = 0.005  # how often each question may ring where there is nothing; there are fewer than ten
MATERIAL = 0.05  # a smaller difference of rates between annotators is not worth a finding


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


def annotators_with_higher_rates(
    data: Relations | Spans, document: Ints, cases: Bools, among: Bools
) -> list[tuple[str, HigherRate]]:
    """Those whose rate is higher than that of all the others together; `cases` and `among` are (rows, annotators),
    `document` (rows,)."""
    counted, of = (per_document(document, data.n_documents, rows) for rows in (cases, among))
    return [(data.annotators[higher.place], higher) for higher in higher_rates(counted, of, MATERIAL)]


def without_annotations(data: Relations | Spans) -> list[tuple[str, int]]:
    """Annotators who have nothing anywhere, and in how many documents they were asked where others have something."""
    own = np.bincount(data.who, minlength=data.n_annotators)
    filled = np.bincount(data.document, minlength=data.n_documents) > 0
    asked = (data.assigned & filled[:, None]).sum(axis=0)
    return [(data.annotators[who], int(asked[who])) for who in np.flatnonzero((own == 0) & (asked > 0)).tolist()]


def agreed_by_most(values: Floats) -> Floats:
    """(rows,) the value that more than half of those columns have that have one; nan without such."""
    known = (~np.isnan(values)).sum(axis=1)
    ordered = np.sort(values, axis=1)  # nan last
    middle = ordered[np.arange(len(ordered)), np.maximum(known - 1, 0) // 2]
    return np.where(2 * (values == middle[:, None]).sum(axis=1) > known, middle, np.nan)


def leaning(document: Ints, documents: int, first: Bools, second: Bools) -> Floats:
    """(columns,) the corrected p of as many cases one way rather than the other; both are (rows, columns)."""
    one_way, other_way = (per_document(document, documents, cases) for cases in (first, second))
    factor = clustering(one_way, one_way + other_way)
    thin = zip(*(deflated(way.sum(axis=0), factor).tolist() for way in (one_way, other_way)), strict=True)
    return holm(np.array([more_one_way(first, second) for first, second in thin]))

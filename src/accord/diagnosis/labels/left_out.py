"""Who pulls the value down: a measure without each annotator in turn, beside the measure of all."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Labels, RatingRows, Summary, summarise
from accord.annotations.sparse import ranges
from accord.diagnosis.finding import ERROR_RATE, Finding
from accord.evaluation import Options
from accord.measures import Kernel, Measure, Undefined, called, find
from accord.results import Expression, parse_expression
from accord.results.arrays import Floats
from accord.results.json_numbers import NOT_IN_JSON, JsonRecord, json_number
from accord.results.tabular import Columns, Tabular
from accord.statistics import generator, replicate_weights
from accord.statistics.division import divided
from accord.statistics.multiple_comparisons import holm
from accord.statistics.p_values import two_sided_normal

MOST_ANNOTATORS = 100  # beyond these, nobody is left out
MATERIAL = 0.01  # a smaller change of the value is not worth a finding
MOST_PATTERNS, MOST_REPLICATES = 4_000, 500  # of more patterns a sample is drawn anew, and so often


@dataclass(frozen=True, eq=False)
class LeftOut(JsonRecord, Tabular):
    """A measure of all annotators, and without each of them."""

    measure: str
    value: float
    annotators: tuple[str, ...]
    without: Floats
    """(annotators,) the value without the annotator; nan where it is undefined."""
    difference: Floats
    """(annotators,) the value without the annotator minus the value of all, on the same items."""
    standard_error: Floats
    """(annotators,) of the difference: bootstrap over items, both values on the same samples."""
    low: Floats
    high: Floats
    p: Floats
    """(annotators,) that the difference is 0, two-sided, corrected for the number of annotators (Holm)."""
    confidence: float
    replicates: int
    lower_is_better: bool = field(default=False, metadata=NOT_IN_JSON)

    def _columns(self) -> Columns:
        return {
            "annotator": list(self.annotators),
            "without": self.without.tolist(),
            "change": self.difference.tolist(),
            **{name: getattr(self, name).tolist() for name in ("standard_error", "low", "high", "p")},
        }

    def pulled_down(self) -> list[int]:
        """Annotators without whom the value is better by .01 or more, and not by chance; the worst first."""
        gain = -self.difference if self.lower_is_better else self.difference
        places = np.flatnonzero((gain >= MATERIAL) & (self.p < ERROR_RATE))
        return [int(place) for place in places[np.argsort(-gain[places], kind="stable")]]

    def findings(self) -> list[Finding]:
        return [self._finding(place) for place in self.pulled_down()]

    def _finding(self, place: int) -> Finding:
        name, without = self.annotators[place], float(self.without[place])
        gain = abs(float(self.difference[place]))
        sign = "" if self.difference[place] < 0 else "+"
        return Finding(
            kind="outlying annotator",
            matters=min(0.9, 0.4 + 3 * gain),
            title=(
                f"Without '{name}', {called('labels', self.measure)} is {without:.3f} instead of {self.value:.3f} "
                f"({sign}{self.difference[place]:.3f}, {self.confidence:.0%} interval {self.low[place]:.3f} to "
                f"{self.high[place]:.3f})."
            ),
            explanation=(
                f"'{name}' agrees less with the others than they do among themselves. The difference is tested with a "
                f"correction for {len(self.annotators)} annotators, so that in comparable groups it is reported by "
                "chance in at most 1 of 100 data sets."
            ),
            action=(
                f"Read the items on which '{name}' disagrees with everybody: either the guidelines were "
                "understood differently, or "
                "they are right and the others wrong. Do not drop an annotator for the sake of the value alone."
            ),
            numbers={
                "annotator": name,
                "value": self.value,
                "without": without,
                "difference": float(self.difference[place]),
                "low": json_number(self.low[place]),
                "high": json_number(self.high[place]),
                "p": json_number(self.p[place]),
            },
        )


def leave_one_out(data: Labels | Summary, expression: str | Expression = "alpha", **options: object) -> LeftOut:
    """A measure without each annotator; empty with fewer than three, with unknown annotators or more than 100.

    Intervals are value ± z · standard error, the standard error from a bootstrap over items in which the two values are
    computed on the same samples. Of more than 4,000 different items, m = 4,000 taken at random are drawn anew, at most
    500 times, and the standard error is scaled by √(m / n) (the m out of n bootstrap, Bickel et al. 1997).

    >>> import accord
    >>> data = accord.labels([["a", "a", "b"], ["b", "b", "a"], ["a", "a", "a"], ["b", "b", "b"]])
    >>> leave_one_out(data, "observed_agreement", replicates=100).without.round(2)
    array([0.5, 0.5, 1. ])
    """
    chosen = Options.of(options)
    confidence = chosen.confidence if chosen.confidence is not None else 0.95
    asked = parse_expression(expression)
    record = find("labels", asked.name)
    parameters = record.bind(asked.parameters).parameters
    summary = data if isinstance(data, Summary) else summarise(data)
    names = () if summary.rows is None else summary.rows.annotators
    summary = summary.canonical()
    rows = summary.rows
    people = 0 if rows is None else len(rows.annotators)
    if rows is None or not 3 <= people <= MOST_ANNOTATORS or len(rows) == 0:
        none = np.zeros(0)
        empty = (none, none, none, none, none, none)
        return LeftOut(str(asked), float("nan"), (), *empty, confidence, 0, record.lower_is_better)
    values = _values(record, parameters, summary, rows, [rows.multiplicity[None, :].astype(np.float64)])[:, 0]
    gaps = values[1:] - values[0]
    sample, scale, replicates = rows, 1.0, chosen.replicates
    if len(rows) > MOST_PATTERNS:
        replicates = min(replicates, MOST_REPLICATES)
        sample = _sampled(rows, MOST_PATTERNS, chosen.seed)
        scale = math.sqrt(MOST_PATTERNS / float(rows.multiplicity.sum()))
    blocks = replicate_weights(sample.multiplicity, replicates, chosen.seed)
    drawn = _values(record, parameters, summary, sample, blocks)
    spread = scale * _spread(drawn[1:] - drawn[0])
    z = divided(gaps, spread)
    listed = [rows.annotators.index(name) for name in names]
    without, gaps, spread, z = values[1:][listed], gaps[listed], spread[listed], z[listed]
    reach = NormalDist().inv_cdf((1 + confidence) / 2) * spread
    return LeftOut(
        measure=str(asked),
        value=float(values[0]),
        annotators=names,
        without=without,
        difference=gaps,
        standard_error=spread,
        low=gaps - reach,
        high=gaps + reach,
        p=holm(two_sided_normal(z)),
        confidence=confidence,
        replicates=replicates,
        lower_is_better=record.lower_is_better,
    )


def _values(
    record: Measure, parameters: dict[str, object], summary: Summary, rows: RatingRows, blocks: Iterable[Floats]
) -> Floats:
    """(1 + annotators, replicates): of all and without each, on the same weights (replicates, rows) in blocks."""
    kernels = [_kernel(record, parameters, summary, rows, None)]
    kernels += [_kernel(record, parameters, summary, rows, person) for person in range(len(rows.annotators))]
    parts = []
    for weights in blocks:
        part = np.full((len(kernels), len(weights)), np.nan)
        for place, (kernel, kept) in enumerate(kernels):
            if kernel is not None:
                part[place] = kernel(weights if kept is None else weights[:, kept])["value"]
        parts.append(part)
    return np.concatenate(parts, axis=1)


def _sampled(rows: RatingRows, size: int, seed: int) -> RatingRows:
    """A random sample of the items, without replacement."""
    drawn = generator(seed, "leave one out").multivariate_hypergeometric(rows.multiplicity, size, method="marginals")
    kept = np.flatnonzero(drawn)
    cells = ranges(rows.starts, kept)
    starts = np.concatenate(([0], np.cumsum(rows.sizes[kept]))).astype(np.int64)
    return replace(rows, starts=starts, who=rows.who[cells], codes=rows.codes[cells], multiplicity=drawn[kept])


def _kernel(
    record: Measure, parameters: dict[str, object], summary: Summary, rows: RatingRows, person: int | None
) -> tuple[Kernel | None, NDArray[np.intp] | None]:
    """The kernel without one of the annotators, and which rows it is about (None: all)."""
    left = np.ones(len(rows), dtype=bool)
    rest = rows
    if person is not None:
        drawings = (np.arange(len(rows.annotators)) != person).astype(np.int64)
        left = np.add.reduceat(drawings[rows.who], rows.starts[:-1]) > 0
        names = rows.annotators[:person] + rows.annotators[person + 1 :]
        rest = rows.drawn(drawings)
        rest = replace(rest, annotators=names, who=rest.who - (rest.who > person), drawings=None)
    number_left = len(rest.annotators)
    seen = replace(summary, rows=rest, counts=rest.tallies, annotators=rest.annotators, n_annotators=number_left)
    if len(rest) == 0:
        return None, None
    try:
        kernel = record.kernel(seen, **parameters)
    except Undefined:
        return None, None
    return kernel, None if left.all() else np.flatnonzero(left)


def _spread(replicates: Floats) -> Floats:
    """(annotators,) standard deviations over the replicates that are defined; nan with fewer than two."""
    known = ~np.isnan(replicates)
    number_known = known.sum(axis=1)
    mean = np.where(known, replicates, 0.0).sum(axis=1) / np.maximum(number_known, 1)
    squares = np.where(known, (replicates - mean[:, None]) ** 2, 0.0).sum(axis=1)
    return np.where(number_known > 1, np.sqrt(squares / np.maximum(number_known - 1, 1)), np.nan)

"""Tests: of a coefficient against 0, of two coefficients on the same items, of one coefficient on two sets of items."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Categories, ItemCounts, Labels, RatingRows, Summary, annotators_chosen, summarise
from accord.annotations.among import Names
from accord.annotations.clusters import Clusters
from accord.evaluation.drawing import Units
from accord.evaluation.options import Options
from accord.evaluation.undefined import reason_of
from accord.formats.public_functions import given, public
from accord.measures import Kernel, Measure, Undefined, find
from accord.measures.labels.kernels.standard_errors import ZERO_TESTED
from accord.results import DataError, Expression, UsageError, parse_expression
from accord.results.arrays import Floats
from accord.results.foreign_text import visible
from accord.statistics import achieved_significance, generator, percentile_interval

Data = Labels | Iterable[Labels]


@dataclass(frozen=True)
class ZeroTest:
    """Whether a coefficient is more, or less, than chance: z = value / its standard error if κ were 0."""

    measure: str
    value: float
    standard_error: float
    z: float
    p: float
    """Two-sided, from the normal distribution."""
    formula: str
    reference: str

    def __str__(self) -> str:
        return f"{self.measure} = {self.value:.3f}, z = {self.z:.2f}, {_shown(self.p)}"


@dataclass(frozen=True)
class Difference:
    """The first value minus the second with its bootstrap interval; `nan` with a reason where one is undefined."""

    first: str
    second: str
    first_value: float
    second_value: float
    value: float
    low: float
    high: float
    p: float
    """Two-sided: the smallest 1 − confidence whose interval leaves out 0."""
    confidence: float
    replicates: int
    lost: int
    """Replicates in which one of the two is undefined; they are left out."""
    seed: int
    undefined: str | None = None

    def __str__(self) -> str:
        both = visible(f"{self.first} − {self.second}")
        if self.undefined is not None:
            return f"{both} is undefined: {self.undefined}"
        interval = f"[{self.low:.3f}, {self.high:.3f}]"
        return f"{both} = {self.value:.3f} {interval}, {_shown(self.p)}"


@public(parts=True, renamed={"expression": "measure"})
def zero_test(data: Data, measure: str | Expression, *, only: Names = None, without: Names = None) -> ZeroTest:
    """Test whether κ is 0 in the population of items, with the standard error that it then has.

    Parameters
    ----------
    data
        Labels, a data frame (long or wide), an array or rows of labels (items × annotators), or a path.
    measure
        A coefficient that has such a standard error: "kappa", "fleiss", …
    only, without
        The annotators who are measured, and those who are not; patterns such as "gpt*" are allowed.

    Returns
    -------
    ZeroTest
        `value`, `z` and `p`.

    Raises
    ------
    DataError
        When the data cannot be read.
    UsageError
        When there is no such measure, or it has no such standard error.

    Examples
    --------
    Fleiss 1971, p. 381, for the agreement of six psychiatrists on 30 patients; the standard error is that of Fleiss,
    Nee & Landis 1979:

    >>> import accord
    >>> diagnoses = (
    ...     "00060 03003 01401 00006 03030 20400 00402 20310 20040 00006 10050 11040 03300 10050 02031 "
    ...     "00501 30012 51000 02040 10203 00006 01050 02013 20040 10041 05010 40002 02040 10500 00006"
    ... )
    >>> print(zero_test(accord.counts([[*map(int, patient)] for patient in diagnoses.split()]), "fleiss"))
    fleiss = 0.430, z = 17.65, p < 0.001
    """
    side = Side.of(summarised(data, only, without), parse_expression(measure))
    if side.undefined is not None:
        raise DataError("ACC113", f"{side.expression} is undefined: {side.undefined}")
    errors = side.record.errors(side.summary, **side.parameters) if side.record.errors is not None else []
    null = next((error for error in errors if error.kind == "zero"), None)
    if null is None:
        known = "; ".join(f"{name} ({where})" for name, where in ZERO_TESTED.items())
        raise UsageError(
            f"there is no standard error of {side.expression} under κ = 0 on these data", f"there is one for: {known}"
        )
    value = side.value()
    z = value / null.value if null.value > 0 else math.nan
    p = math.erfc(abs(z) / math.sqrt(2))
    return ZeroTest(str(side.expression), value, null.value, z, p, null.formula, null.reference)


@public(parts=True, renamed={"first": "measure", "second": "other"})
def difference(
    data: Data,
    measure: str | Expression,
    other: str | Expression,
    *,
    confidence: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    only: Names = None,
    without: Names = None,
) -> Difference:
    """The difference of two coefficients on the same items, by the paired bootstrap: both see the same drawn items.

    Parameters
    ----------
    data
        Labels, a data frame (long or wide), an array or rows of labels (items × annotators), or a path.
    measure, other
        The two measures: names or expressions, such as "alpha(level='ordinal')".
    only, without
        The annotators who are measured, and those who are not; patterns such as "gpt*" are allowed.

    Returns
    -------
    Difference
        `value`, `low` and `high`, beside the two values.

    Raises
    ------
    DataError
        When the data cannot be read.
    UsageError
        When there is no such measure, or it has no such parameter.

    Examples
    --------
    >>> import accord
    >>> table = accord.contingency([[20, 10], [20, 50]], categories=["STAT", "IReq"])  # Artstein & Poesio 2008, p. 558
    >>> found = difference(table, "s", "kappa")
    >>> print(f"{found.first_value:.3f} − {found.second_value:.3f} = {found.value:.3f}")
    0.400 − 0.348 = 0.052
    """
    options = Options(confidence=confidence, replicates=replicates, seed=seed)
    pair = [parse_expression(measure), parse_expression(other)]
    shared = _shared(summarised(data, only, without), pair)
    return _compared([Side.of(shared, expression) for expression in pair], (seed, seed), options)


@public(parts=True, renamed={"first_data": "data", "second_data": "other", "expression": "measure"})
def difference_between(
    data: Data,
    other: Data,
    measure: str | Expression,
    *,
    confidence: float = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    only: Names = None,
    without: Names = None,
) -> Difference:
    """The difference of one coefficient between two sets of items that have none in common: both are drawn anew.

    Parameters
    ----------
    data
        Labels, a data frame (long or wide), an array or rows of labels (items × annotators), or a path.
    other
        The other set, of the same types. Categories that only one of the two uses count for both.
    measure
        A name or an expression, such as "alpha(level='ordinal')".
    only, without
        The annotators who are measured, and those who are not; patterns such as "gpt*" are allowed.

    Returns
    -------
    Difference
        `value`, `low` and `high`, beside the two values.

    Raises
    ------
    DataError
        When the data cannot be read.
    UsageError
        When there is no such measure, or it has no such parameter.

    Examples
    --------
    >>> import accord
    >>> first = accord.contingency([[40, 5], [5, 50]])
    >>> later = accord.contingency([[20, 10], [20, 50]])
    >>> found = difference_between(first, later, "kappa")
    >>> print(f"{found.value:.3f} [{found.low:.3f}, {found.high:.3f}]")
    0.450 [0.232, 0.673]
    """
    options = Options(confidence=confidence, replicates=replicates, seed=seed)
    parsed = parse_expression(measure)
    summaries = [summarised(items, only, without) for items in (data, given(other, "difference_between"))]
    union = summaries[0].categories.union(summaries[1].categories)
    sides = [Side.of(_recoded(summary, union), parsed) for summary in summaries]
    second = int(generator(seed, "the other set of items").integers(2**63))
    return _compared(sides, (seed, second), options)


@dataclass(frozen=True)
class Side:
    """A measure on data: its kernel with the patterns that are drawn, or why it is undefined."""

    expression: Expression
    record: Measure
    parameters: dict[str, object]
    summary: Summary
    kernel: Kernel | None
    undefined: str | None

    @classmethod
    def of(cls, summary: Summary, expression: Expression) -> Side:
        record = find("labels", expression.name)
        parameters = record.bind(expression.parameters).parameters
        reason, kernel = reason_of(summary, record), None
        if reason is None:
            try:
                kernel = record.kernel(summary, **parameters)
            except Undefined as refusal:
                reason = refusal.reason
        side = cls(expression, record, parameters, summary, kernel, reason)
        if reason is None and math.isnan((point := side.components())["value"]):
            reason = reason_of(summary, record, point)
        return replace(side, undefined=reason)

    @property
    def units(self) -> Units:
        return Units.of(self.record, self.parameters, self.summary)

    @property
    def multiplicity(self) -> NDArray[np.int64]:
        return self.units.multiplicity

    def components(self) -> dict[str, float]:
        """The value, and what it is made of."""
        if self.kernel is None:
            return {"value": math.nan}
        values = self.kernel(self.multiplicity[None, :].astype(np.float64))
        return {name: float(numbers[0]) for name, numbers in values.items()}

    def value(self) -> float:
        return self.components()["value"]

    def drawn(self, replicates: int, seed: int) -> Floats:
        """(replicates,) values on items drawn anew; the same seed draws the same items of the same patterns."""
        if self.kernel is None:
            return np.zeros(0)
        blocks = self.units.weights(replicates, seed)
        return np.concatenate([self.kernel(weights)["value"] for weights in blocks])


def _compared(sides: Sequence[Side], seeds: tuple[int, int], options: Options) -> Difference:
    left, right = (side.value() for side in sides)
    reason = next((f"{side.expression}: {side.undefined}" for side in sides if side.undefined is not None), None)
    apart, lost, low, high, p = math.nan, 0, math.nan, math.nan, math.nan
    level = options.confidence
    if level is None:
        raise UsageError("a difference has an interval", "use confidence=0.95")
    if reason is None:
        apart = left - right
        drawn = [side.drawn(options.replicates, seed) for side, seed in zip(sides, seeds, strict=True)]
        gaps = drawn[0] - drawn[1]
        lost = int(np.isnan(gaps).sum())
        low, high = percentile_interval(gaps, level)
        p = achieved_significance(gaps)
    first, second = (str(side.expression) for side in sides)
    return Difference(
        first, second, left, right, apart, low, high, p, level, options.replicates, lost, options.seed, reason
    )


def _shared(summary: Summary, expressions: Sequence[Expression]) -> Summary:
    """With the counts of each row in place of distinct counts, if one of the measures reads rows: one set of patterns
    for both."""
    records = [(find("labels", expression.name), expression) for expression in expressions]
    reads = any(record.reads_rows(record.bind(expression.parameters).parameters) for record, expression in records)
    if not reads or summary.rows is None:
        return summary
    known = summary.clusters.rows if summary.clusters is not None else None
    clusters = None if known is None else Clusters(known, known)
    return replace(summary, counts=summary.rows.tallies, clusters=clusters)


def _recoded(summary: Summary, union: Categories) -> Summary:
    """The same labels in more categories."""

    def within(part: ItemCounts | RatingRows) -> NDArray[np.int32]:
        lookup = part.categories.positions_in(union)
        return lookup[part.codes].astype(np.int32) if len(part.codes) else part.codes

    counts, rows = summary.counts, summary.rows
    return replace(
        summary,
        categories=union,
        counts=replace(counts, categories=union, codes=within(counts)),
        rows=None if rows is None else replace(rows, categories=union, codes=within(rows)),
    )


def summarised(data: Data, only: Names, without: Names) -> Summary:
    """The statistics of labels, in one piece or in parts, and of the annotators that are chosen, in canonical order."""
    if isinstance(data, Labels):
        data = annotators_chosen(data, only, without)
    elif only is not None or without is not None:
        raise UsageError("only= and without= are for data that are in one piece", "choose annotators of each part")
    if isinstance(data, str | bytes) or not isinstance(data, Iterable | Labels):
        raise UsageError(f"this takes annotations, not {type(data).__name__}", "read a file with accord.read(path)")
    return summarise(data).canonical()


def _shown(p: float) -> str:
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"

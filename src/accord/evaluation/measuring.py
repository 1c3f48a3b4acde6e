"""From data and measure expressions to results."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cache
from typing import Literal, overload

import numpy as np

from accord.annotations import Labels, Summary, summarise
from accord.evaluation.undefined import reason_of
from accord.measures import Measure, Undefined, all_measures, find
from accord.resampling import percentile_interval, replicate_weights
from accord.results import DataError, Diagnostic, Expression, Result, Signature, UsageError, parse_expression

WhenUndefined = Literal["nan", "one", "error"]
Data = Labels | Iterable[Labels]


@overload
def measure(data: Data, measures: str | Expression, **options: object) -> Result: ...
@overload
def measure(data: Data, measures: list[str] | list[Expression] | None = ..., **options: object) -> list[Result]: ...


def measure(
    data: Data,
    measures: str | Expression | Sequence[str | Expression] | None = None,
    **options: object,
) -> Result | list[Result]:
    """Measure agreement. One expression gives a Result, a list gives a list; none gives those that apply.

    Options: confidence=.95 (None: no interval), replicates=1000, seed=0, resample="items", undefined="nan" ("one": 1.0
    when all labels are equal; "error": a DataError). The data may come in parts: any iterable of Labels.

    >>> import accord
    >>> table = accord.contingency([[20, 10], [20, 50]], categories=["STAT", "IReq"])  # Artstein & Poesio 2008, p. 558
    >>> print(accord.measure(table, "kappa", confidence=None))
    kappa = 0.348
    """
    single = isinstance(measures, str | Expression)
    wanted: list[Expression] | None
    if isinstance(measures, str | Expression):
        wanted = [parse_expression(measures)]
    else:
        wanted = None if measures is None else [parse_expression(one) for one in measures]
    records = None if wanted is None else [find("labels", one.name) for one in wanted]
    rows = True if records is None else any(record.who or "reference" in record.parameters for record in records)
    if isinstance(data, str | bytes) or not isinstance(data, Iterable | Labels):
        raise UsageError(
            f"measure() takes annotations, not {type(data).__name__}", "read a file with accord.read(path)"
        )
    summary = summarise(data, rows=rows)
    if wanted is None:
        wanted = [Expression(record.name) for record in shown_measures(summary)]
    results = [evaluate(summary, one, **options) for one in wanted]  # type: ignore[arg-type]
    return results[0] if single else results


def known_expression(text: str | Expression) -> Expression:
    """A measure expression whose measure and parameters exist; a UsageError otherwise, before any data is read."""
    expression = parse_expression(text)
    find("labels", expression.name).bind(expression.parameters)
    return expression


def shown_measures(summary: Summary) -> list[Measure]:
    """The measures that are shown when none is asked for: those that say so and apply."""
    return [record for record in all_measures().values() if record.shown(summary) and record.applies(summary) is None]


def measure_by_category(data: Labels, expression: str | Expression, **options: object) -> list[Result]:
    """A measure of each category against all others."""
    return [
        replace(measure(data.binary(category), expression, **options), of=category)
        for category in data.categories.texts
    ]


def evaluate(
    summary: Summary,
    expression: Expression,
    *,
    confidence: float | None = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    resample: str = "items",
    undefined: WhenUndefined = "nan",
) -> Result:
    """One measure on one summary."""
    _check_options(confidence, replicates, seed, resample, undefined)
    record = find("labels", expression.name)
    bound = record.bind(expression.parameters)
    signature = Signature(
        accord=_version("accord-iaa"),
        numpy=np.__version__,
        shape="labels",
        measure=str(bound),
        data=summary.sha256,
        interval=None if confidence is None else "percentile",
        resample=None if confidence is None else resample,
        replicates=None if confidence is None else replicates,
        seed=None if confidence is None else seed,
    )

    def result(value: float, low: float, high: float, components: dict[str, float], reason: str | None) -> Result:
        said = _remarks(record, summary, expression, lost if confidence is not None else 0, replicates)
        return Result(
            measure=str(expression),
            value=value,
            low=low,
            high=high,
            confidence=confidence,
            components=components,
            undefined=reason,
            signature=signature,
            diagnostics=said,
            title=record.title,
        )

    nan, lost = float("nan"), 0
    reason = reason_of(summary, record)
    kernel = None
    if reason is None:
        try:
            kernel = record.kernel(summary, **bound.parameters)
        except Undefined as refusal:
            reason = refusal.reason
    if kernel is None:
        return _undefined(result(nan, nan, nan, {}, reason), undefined, all_equal=False)
    multiplicity = (summary.rows if record.who or bound.parameters.get("reference") else summary.counts).multiplicity  # type: ignore[union-attr]
    point = {name: float(numbers[0]) for name, numbers in kernel(multiplicity[None, :].astype(np.float64)).items()}
    value = point.pop("value")
    if np.isnan(value):
        equal = record.bounded and int((summary.counts.totals() > 0).sum()) == 1
        why = reason_of(summary, record, computed=True) or "it is 0 divided by 0 on these data"
        return _undefined(result(nan, nan, nan, point, why), undefined, all_equal=equal)
    low = high = nan
    if confidence is not None:
        drawn = np.concatenate(
            [kernel(weights)["value"] for weights in replicate_weights(multiplicity, replicates, seed)]
        )
        low, high = percentile_interval(drawn, confidence)
        lost = int(np.isnan(drawn).sum())
    return result(value, low, high, point, None)


def _undefined(result: Result, policy: WhenUndefined, *, all_equal: bool) -> Result:
    if policy == "error":
        raise DataError("ACC113", f"{result.measure} is undefined: {result.undefined}")
    if policy == "one" and all_equal:
        return replace(result, value=1.0, low=float("nan"), high=float("nan"))
    return result


def _remarks(
    record: Measure, summary: Summary, expression: Expression, lost: int, replicates: int
) -> tuple[Diagnostic, ...]:
    said = []
    if record.name == "finn" and summary.level == "nominal":
        said.append(Diagnostic("ACC109", "Finn's R depends on the numeric codes of nominal categories"))
    if lost > replicates / 20:
        said.append(
            Diagnostic("ACC111", f"{lost:,} of {replicates:,} bootstrap replicates of {expression} are undefined")
        )
    return tuple(said)


def _check_options(confidence: float | None, replicates: int, seed: int, resample: str, undefined: str) -> None:
    if confidence is not None and not (isinstance(confidence, float) and 0 < confidence < 1):
        raise UsageError(f"confidence={confidence!r} is not between 0 and 1", "use 0.95, or None for no interval")
    if confidence is not None and not (isinstance(replicates, int) and 1 <= replicates <= 10_000_000):
        raise UsageError(f"replicates={replicates!r} is not a whole number of at least 1")
    if not isinstance(seed, int) or isinstance(seed, bool) or seed < 0:
        raise UsageError(f"seed={seed!r} is not a whole number of at least 0")
    if resample != "items":
        raise UsageError(f"resample={resample!r} is not known", "use 'items'")
    if undefined not in ("nan", "one", "error"):
        raise UsageError(f"undefined={undefined!r} is not known", "use 'nan', 'one' or 'error'")


@cache
def _version(distribution: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(distribution)
    except PackageNotFoundError:
        return "unknown"

"""The record of a measure, and the decorator that makes one from a function."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from accord.results import Diagnostics, Expression, StandardError, UsageError

Components = dict[str, NDArray[np.float64]]
"""(replicates,) numbers by name; "value" is the measure itself, nan where it is undefined."""

Kernel = Callable[[NDArray[np.float64]], Components]
"""From weights (replicates, patterns) to components: the value, 1,000 replicates and a stream call the same code."""


@dataclass(frozen=True)
class ClosedInterval:
    """An interval by a formula: `ends(data, confidence, **parameters)`, its method's name, and its source."""

    method: str
    ends: Callable[..., tuple[float, float]]
    over: Callable[[Mapping[str, object]], str]
    """By the parameters: what the interval is about, "items" or "both" items and annotators."""
    reference: str
    doubts: Callable[[Any], Diagnostics] = lambda data: ()
    """What on these data speaks against its assumptions."""


@dataclass(frozen=True, eq=False)
class BlockKernel:
    """A kernel of documents: the weights belong to `blocks` documents, or to the units of the only one.

    Whatever was sampled to prepare it (chance) is part of it: the same weights give the same numbers.
    """

    totals: Kernel
    blocks: int
    drawn: str
    """What the blocks are: "documents" or "units"."""
    errors: tuple[StandardError, ...] = ()
    """The Monte-Carlo error of the value, where chance was sampled."""
    diagnostics: Diagnostics = ()
    tables: Mapping[str, object] = field(default_factory=dict)
    """What else the preparation found and a report may show, by name (values per document, per pair, …)."""
    undefined: str = "there is nothing to compare, or all of it is alike, and chance explains everything"
    """Why the value is undefined, where it comes out so."""

    def __call__(self, weights: NDArray[np.float64]) -> Components:
        return self.totals(weights)


class Undefined(Exception):  # noqa: N818  a finding about the data, not an error
    """Raised while a kernel is prepared: the measure has no value on these data, and this is why."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


@dataclass(frozen=True)
class Measure:
    """What a measure declares about itself. `prepare(data, **parameters)` returns its kernel or raises Undefined.

    The data is a Summary for labels and the annotations themselves for shapes made of documents; there the kernel is
    a BlockKernel.
    """

    shape: str
    name: str
    title: str
    formula: str
    assumes: str
    missing: str
    references: tuple[str, ...]
    prepare: Callable[..., Kernel]
    who: bool | Callable[[Mapping[str, object]], bool]
    """Whether the kernel reads who said what (`summary.rows`) or only counts (`summary.counts`); it may depend on the
    parameters."""
    shown: Callable[[Any], bool]
    """Whether it is shown when no measure is asked for."""
    bounded: bool
    """Whether perfect agreement is 1; error rates and indices are not agreement coefficients."""
    lower_is_better: bool
    resamples: tuple[str, ...] = ("items", "annotators")
    """What may be drawn anew for its intervals."""
    numeric: bool = False
    """Whether it reads the labels as numbers or ranks, so that renaming nominal categories may change it."""
    parameters: Mapping[str, object] = field(default_factory=dict)
    """Parameter names with their defaults."""
    seeded: bool = False
    """Whether it samples chance: `prepare` then also takes a `seed`, which is an option of the evaluation."""
    errors: Callable[..., list[StandardError]] | None = None
    """`errors(summary, **parameters)`: the analytic standard errors that exist on these data, the one to use first."""
    interval: ClosedInterval | None = None
    """The interval that the theory of the measure gives, its default; None: the bootstrap."""

    def bind(self, given: Mapping[str, object]) -> Expression:
        """The expression with all parameters; an unknown one is a UsageError."""
        unknown = [name for name in given if name not in self.parameters]
        if unknown:
            known = ", ".join(self.parameters) or "none"
            raise UsageError(f"{self.name} has no parameter '{unknown[0]}'", f"its parameters are: {known}")
        return Expression(self.name, **{**self.parameters, **given})

    def reads_rows(self, parameters: Mapping[str, object]) -> bool:
        """Whether the kernel's weights belong to `summary.rows`; `parameters` are all of them."""
        return self.who if isinstance(self.who, bool) else self.who(parameters)

    def kernel(self, data: Any, **parameters: object) -> Kernel:
        return self.prepare(data, **parameters)

    def applies(self, data: Any, **parameters: object) -> str | None:
        """Why the measure has no value on these data, or None."""
        try:
            self.prepare(data, **parameters)
        except Undefined as refusal:
            return refusal.reason
        return None


def measure(
    shape: str,
    *,
    title: str,
    formula: str,
    assumes: str,
    missing: str,
    references: tuple[str, ...],
    who: bool | Callable[[Mapping[str, object]], bool] = False,
    shown: Callable[[Any], bool] = lambda data: False,
    bounded: bool = True,
    lower_is_better: bool = False,
    numeric: bool = False,
    resamples: tuple[str, ...] = ("items", "annotators"),
    errors: Callable[..., list[StandardError]] | None = None,
    interval: ClosedInterval | None = None,
) -> Callable[[Callable[..., Kernel]], Measure]:
    """Make a measure of a function `(data, *, parameter=default, …) -> kernel`; its name is the function's."""

    def made(prepare: Callable[..., Kernel]) -> Measure:
        keywords = [p for p in inspect.signature(prepare).parameters.values() if p.kind is p.KEYWORD_ONLY]
        defaults: dict[str, Any] = {one.name: one.default for one in keywords if one.name != "seed"}
        return Measure(
            shape=shape,
            name=prepare.__name__,
            title=title,
            formula=formula,
            assumes=assumes,
            missing=missing,
            references=references,
            prepare=prepare,
            who=who,
            shown=shown,
            bounded=bounded,
            lower_is_better=lower_is_better,
            numeric=numeric,
            resamples=resamples,
            parameters=defaults,
            seeded=any(one.name == "seed" for one in keywords),
            errors=errors,
            interval=interval,
        )

    return made

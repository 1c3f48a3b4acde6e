"""The record of a measure, the decorator that makes one from a function, and kernels on many replicates at once."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from accord.results import Diagnostics, Expression, StandardError, UsageError
from accord.results.arrays import Floats
from accord.results.working import time_limit_now

Components = dict[str, Floats]
"""(replicates,) numbers by name; "value" is the measure itself, nan where it is undefined."""

Kernel = Callable[[Floats], Components]
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


@dataclass(frozen=True)
class Parameter:
    """What a parameter of a measure does, in a sentence, and what may stand there."""

    about: str
    choices: tuple[object, ...] = ()
    """Its values, where they can be listed."""
    or_else: str = ""
    """What else may stand there: "a matrix"."""
    words: Mapping[object, str] = field(default_factory=dict)
    """Its values in the name of the measure; a default that has words is named as well, so that rows are told apart."""

    @property
    def allowed(self) -> str:
        """The choices in words; empty where the sentence says it all."""
        listed = [", ".join(map(repr, self.choices)), self.or_else]
        return " or ".join(part for part in listed if part)


@dataclass(frozen=True)
class Block:
    """Parameters that several measures share: `make(**values)` is handed to their functions as the argument `name`."""

    name: str
    make: Callable[..., object]
    """Its keywords and their defaults are parameters of the measure."""
    about: Mapping[str, Parameter]
    changed: Mapping[str, object] = field(default_factory=dict)
    """Defaults that are others for this measure."""

    @functools.cached_property
    def defaults(self) -> Mapping[str, object]:
        return {**_defaults_of(self.make), **self.changed}


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
    documents: Mapping[str, BlockKernel] = field(default_factory=dict)
    """The kernel of each document by its name, where a document is measured within its corpus."""

    def __call__(self, weights: Floats) -> Components:
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
    """In expressions: "fleiss"."""
    human: str
    """As people call it: "Fleiss' κ"."""
    symbol: str
    """The shortest that is understood beside other measures: "κ"."""
    subject: str
    """What a sentence about its value begins with, where no parameter is given: "The CoNLL average"."""
    title: str
    family: str
    """Measures of one family are told apart by their assumptions, not by what they are about; those of the family
    "kappa" are one number in a population whose annotators have the same habits."""
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
    headline: int | None = None
    """Its rank among the measures of its shape as the one that a verdict, a picture or a breakdown is about; None: it
    never is."""
    between_two: bool = False
    """Whether it is the one of its shape for two annotators at a time, where the headline is about all together."""
    shown_with: tuple[Mapping[str, object], ...] = ()
    """Other parameters under which it is shown beside itself, when no measure is asked for."""
    corrected: bool | Callable[[Mapping[str, object]], bool] = False
    """Whether it corrects for chance; it may depend on the parameters."""
    side_by_side: Mapping[str, int] = field(default_factory=dict)
    """Its rank where families of measures are shown beside one another, by how units lie; absent: it is not shown
    there."""
    chance_of_shares: Callable[[Any], Any] | None = None
    """Agreement by chance in a whole population, from the shares (…, categories) of its categories."""
    by_category: str | None = None
    """The measure that stands for it where values are asked for each category; None: itself, on that category."""
    by_document: bool = False
    """Whether its value on a document does not depend on the other documents, so that many may be measured at once."""
    within_corpus: Callable[[Mapping[str, object]], bool] = lambda parameters: False
    """By the parameters: whether the value of a document needs its corpus, which chance or distances come from."""
    parts: Mapping[str, str] = field(default_factory=dict)
    """Components that are shown beside the values of documents, with their headers."""
    remarks: Callable[[Any], Diagnostics] = lambda data: ()
    """What a reader of the value should know, given the data."""
    parameters: Mapping[str, object] = field(default_factory=dict)
    """Parameter names with their defaults."""
    about: Mapping[str, Parameter] = field(default_factory=dict)
    """What each parameter does."""
    seeded: bool = False
    """Whether it samples chance: `prepare` then also takes a `seed`, which is an option of the evaluation."""
    errors: Callable[..., list[StandardError]] | None = None
    """`errors(summary, **parameters)`: the analytic standard errors that exist on these data, the one to use first."""
    interval: ClosedInterval | None = None
    """The interval that the theory of the measure gives, its default; None: the bootstrap."""

    def bind(self, arguments: Mapping[str, object]) -> Expression:
        """The expression with all parameters, the limit of the whole call too; an unknown one is a UsageError."""
        limit = time_limit_now() if "time_limit" in self.parameters else None
        if limit is not None and arguments.get("time_limit") is None:
            arguments = {**arguments, "time_limit": limit}
        if not arguments:
            return self._as_it_is
        unknown = [name for name in arguments if name not in self.parameters]
        if unknown:
            known = ", ".join(self.parameters) or "none"
            raise UsageError(f"{self.name} has no parameter '{unknown[0]}'", f"its parameters are: {known}")
        return Expression(self.name, **{**self.parameters, **arguments})

    @functools.cached_property
    def _as_it_is(self) -> Expression:
        return Expression(self.name, **self.parameters)

    def reads_rows(self, parameters: Mapping[str, object]) -> bool:
        """Whether the kernel's weights belong to `summary.rows`; `parameters` are all of them."""
        return self.who if isinstance(self.who, bool) else self.who(parameters)

    def corrects(self, parameters: Mapping[str, object]) -> bool:
        """Whether it corrects for chance under these parameters."""
        return self.corrected if isinstance(self.corrected, bool) else self.corrected(parameters)

    def in_words(self, arguments: Mapping[str, object]) -> tuple[str, ...]:
        """What was asked of it, for its name: "any overlap", "period 24"; the level is named by whoever knows it."""
        defaults = {key: default for key, default in self.parameters.items() if _spoken(self.about.get(key), default)}
        asked = {**defaults, **{key: value for key, value in arguments.items() if key != "level"}}
        return tuple(
            _spoken(self.about.get(key), value) or f"{key.replace('_', ' ')} {value}" for key, value in asked.items()
        )

    def kernel(self, data: Any, **parameters: object) -> Kernel:
        return self.prepare(data, **parameters)

    def applies(self, data: Any, **parameters: object) -> str | None:
        """Why the measure has no value on these data, or None."""
        try:
            self.prepare(data, **parameters)
        except Undefined as refusal:
            return refusal.reason
        return None


def _spoken(about: Parameter | None, value: object) -> str:
    return about.words.get(value, "") if about is not None and isinstance(value, str | int | float | None) else ""


def named_apart(bound: Expression) -> tuple[str, ...]:
    """The annotators whom the parameters of an expression tell from the others, sorted: those of `reference` and
    `first`.

    >>> named_apart(Expression("xrr", first=["B", "A"])), named_apart(Expression("kappa"))
    (('A', 'B'), ())
    """
    named = [bound.parameters.get(name) for name in ("reference", "first")]
    listed = [[names] if isinstance(names, str) else names for names in named]
    return tuple(sorted(name for names in listed if isinstance(names, list | tuple) for name in map(str, names)))


def measure(
    shape: str,
    *,
    title: str,
    formula: str,
    assumes: str,
    missing: str,
    references: tuple[str, ...],
    family: str = "of its own",
    human: str | None = None,
    symbol: str | None = None,
    subject: str | None = None,
    about: Mapping[str, Parameter] | None = None,
    blocks: Sequence[Block] = (),
    **facts: Any,
) -> Callable[[Callable[..., Kernel]], Measure]:
    """Make a measure of a function `(data, *, parameter=default, …) -> kernel`; its name is the function's.

    `human` is what stands before the colon of the title, `symbol` and `subject` the same, where they are not given.
    `about` says what each parameter of the function does; `blocks` are parameters that it shares with other measures.
    `facts` are further fields of the record.
    """

    def made(function: Callable[..., Kernel]) -> Measure:
        own = {name: value for name, value in _defaults_of(function).items() if name not in {b.name for b in blocks}}
        defaults = own | {name: value for block in blocks for name, value in block.defaults.items()}
        seeded = defaults.pop("seed", None) is not None
        known = title.split(":")[0] if human is None else human
        return Measure(
            shape=shape,
            name=function.__name__,
            human=known,
            symbol=known if symbol is None else symbol,
            subject=known if subject is None else subject,
            title=title,
            family=family,
            formula=formula,
            assumes=assumes,
            missing=missing,
            references=references,
            prepare=_with_blocks(function, blocks) if blocks else function,
            parameters=defaults,
            about={**(about or {}), **{name: parameter for block in blocks for name, parameter in block.about.items()}},
            seeded=seeded,
            **{"who": False, "shown": lambda data: False, "bounded": True, "lower_is_better": False, **facts},
        )

    return made


def _defaults_of(function: Callable[..., object]) -> dict[str, object]:
    """The keyword-only parameters of a function with their defaults."""
    keywords = [
        parameter
        for parameter in inspect.signature(function).parameters.values()
        if parameter.kind is parameter.KEYWORD_ONLY
    ]
    return {keyword.name: None if keyword.default is keyword.empty else keyword.default for keyword in keywords}


def _with_blocks(function: Callable[..., Kernel], blocks: Sequence[Block]) -> Callable[..., Kernel]:
    """The function with the parameters of the blocks in place of the arguments that are made from them."""

    defaults_of = [(block, block.defaults) for block in blocks]

    @functools.wraps(function)
    def prepare(data: Any, **parameters: object) -> Kernel:
        for block, defaults in defaults_of:
            values = {name: parameters.pop(name, default) for name, default in defaults.items()}
            parameters[block.name] = block.make(**values)
        return function(data, **parameters)

    return prepare


CELLS = 4_000_000  # numbers that a kernel holds of all replicates together
MOST_HELD = 100_000  # annotators × categories, all of which are held for each replicate; a crowd goes group by group


def in_portions(kernel: Kernel, width: int) -> Kernel:
    """The same kernel, on as many replicates at a time as fit when each takes `width` numbers."""
    most = max(1, CELLS // max(1, width))

    def portioned(weights: Floats) -> Components:
        if len(weights) <= most:
            return kernel(weights)
        parts = [kernel(weights[begin : begin + most]) for begin in range(0, len(weights), most)]
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    return portioned

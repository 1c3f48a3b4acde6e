"""Values of measures on annotations, as quickly as can be: no intervals, no signatures."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from accord.annotations import Labels, Spans, Summary, summarise
from accord.annotations.answers import Answers
from accord.annotations.relations import Relations
from accord.evaluation import Options, evaluate
from accord.evaluation.preparing import document_kernel
from accord.measures import BlockKernel, Undefined, find
from accord.results import DataError, Expression, Result, UsageError, parse_expression
from accord.sweeping.function_identity import Unidentified, identified

Annotations = Labels | Spans | Relations | Answers


@dataclass(frozen=True)
class Meter:
    """What gives annotations a value: a measure of ours, or a function of the user's."""

    text: str
    """The measure expression, or "package.module:function"."""
    expression: Expression | None
    function: Callable[[Any], object] | None = None
    pairwise: bool = False
    """Whether several annotators are scored two by two, because the measure compares two only."""
    code: str = ""
    """What tells a function that is not accord's own from another one of the same name."""
    unkept: str | None = None
    """What its values depend on beyond that, for which they are computed anew each time."""

    @classmethod
    def of(cls, measure: str | Expression | Callable[[Any], object], shape: str) -> Meter:
        if isinstance(measure, str) and ":" in measure and "(" not in measure:
            return _own(measure, _imported(measure))
        if isinstance(measure, str | Expression):
            expression = parse_expression(measure)
            record = find(shape, expression.name)
            record.bind(expression.parameters)
            made = cls(str(expression), expression)
            ours = record.prepare.__module__.partition(".")[0] == "accord"
            return made if ours else _with_code(made, record.prepare)
        if callable(measure):
            module = getattr(measure, "__module__", type(measure).__module__)
            return _own(f"{module}:{getattr(measure, '__qualname__', type(measure).__qualname__)}", measure)
        raise UsageError(f"{measure!r} is not a measure", "name one, or give a function of annotations")

    @property
    def identity(self) -> str:
        """What finished work is kept under."""
        return f"{self.text}{f'#{self.code}' if self.code else ''}{' pairwise' if self.pairwise else ''}"


def _own(text: str, function: Callable[[Any], object]) -> Meter:
    return _with_code(Meter(text, None, function), function)


def _with_code(meter: Meter, function: Callable[..., object]) -> Meter:
    try:
        return replace(meter, code=identified(function)[:16])
    except Unidentified as error:
        return replace(meter, code="?", unkept=str(error))


def lower_is_better(meter: Meter, shape: str) -> bool:
    """Whether perfect agreement is the least value."""
    return meter.expression is not None and find(shape, meter.expression.name).lower_is_better


@dataclass(frozen=True, eq=False)
class ScoredAnnotations:
    """Annotations to be scored by several measures; labels are counted once."""

    data: Annotations

    @cached_property
    def summary(self) -> Summary:
        if not isinstance(self.data, Labels):
            raise TypeError("only labels are counted")
        return summarise(self.data)

    @cached_property
    def pairs(self) -> list[ScoredAnnotations]:
        """The annotations of every two annotators."""
        pairs = combinations(self.data.annotators or (), 2)
        return [ScoredAnnotations(self.data.of_annotators(list(pair))) for pair in pairs]


def value(scene: ScoredAnnotations, meter: Meter, seed: int) -> float:
    """The value of one measure, nan where it is undefined; the mean over pairs where it compares two annotators.

    A measure that refuses one degraded annotation (too many paths in a graph with cycles) is undefined there: a sweep
    goes on. What a function of the user's own raises is told.
    """
    try:
        if meter.pairwise:
            return float(np.mean([_value(pair, meter, seed) for pair in scene.pairs]))
        return _value(scene, meter, seed)
    except DataError as error:
        if error.code == "ACC083":
            raise
        return np.nan


def _value(scene: ScoredAnnotations, meter: Meter, seed: int) -> float:
    if meter.function is not None:
        return _of_function(meter, meter.function, scene.data)
    if meter.expression is None:
        return np.nan
    if isinstance(scene.data, Labels):
        return evaluate(scene.summary, [meter.expression], Options(confidence=None, seed=seed))[0].value
    kernel = prepared(scene.data, meter.expression, seed)
    return np.nan if kernel is None else float(kernel(np.ones((1, kernel.blocks)))["value"][0])


def prepared(data: Spans | Relations | Answers, expression: Expression, seed: int) -> BlockKernel | None:
    """The kernel of a measure of documents; None where the measure is undefined."""
    try:
        return document_kernel(data, expression, seed)
    except Undefined:
        return None


def components_of(data: Spans | Relations | Answers, expression: Expression, seed: int) -> dict[str, float] | None:
    """What the value of a measure of documents is made of; None where it is undefined."""
    kernel = prepared(data, expression, seed)
    if kernel is None:
        return None
    return {name: float(numbers[0]) for name, numbers in kernel(np.ones((1, kernel.blocks))).items()}


def _of_function(meter: Meter, function: Callable[[Any], object], data: Annotations) -> float:
    try:
        result = function(data)
    except Exception as error:  # whatever the user's own function raises is theirs to see, with its name
        raise DataError("ACC083", f"{meter.text} fails: {type(error).__name__}: {error}") from error
    number = result.value if isinstance(result, Result) else result
    what = "a number"
    if isinstance(number, int | float | np.integer | np.floating):
        if not np.isinf(number):
            return float(number)
        what = "a finite number"
    raise DataError("ACC083", f"{meter.text} gives {result!r}, not {what}", hint="return a float, nan if undefined")


def _imported(path: str) -> Callable[[Any], object]:
    module, _, name = path.partition(":")
    try:
        function = getattr(importlib.import_module(module), name)
    except (ImportError, AttributeError, ValueError) as error:
        raise DataError(
            "ACC083",
            f"the measure {path} cannot be imported: {error}",
            hint="write package.module:function; the module must be importable from here",
        ) from error
    if not callable(function):
        raise DataError("ACC083", f"the measure {path} is not a function", hint="write package.module:function")
    return function  # type: ignore[no-any-return]  # whatever the user's module holds

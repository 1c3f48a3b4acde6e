"""Every measure as a plain function, made from its record: `accord.alpha(ratings, level="ordinal")`."""

from __future__ import annotations

import inspect
import sys
import textwrap
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, cast

from accord.annotations import Answers, Labels, Relations, Spans
from accord.evaluation.measuring import measure
from accord.measures import Measure, find, shapes_of
from accord.measures.references import short
from accord.results import DataError, Expression, Result, UsageError

_WHOLE = Answers | Labels | Relations | Spans
_TOLD_TWICE = ("level", "nothing")  # parameters of a measure that also say how labels are to be read


@cache
def measure_function(name: str) -> Callable[..., Result]:
    """The function of a measure; an AttributeError when there is none of that name."""
    try:
        records = [find(shape, name) for shape in shapes_of(name)]
    except UsageError:
        message = f"module 'accord' has no attribute '{name}'"
        raise AttributeError(message, name=name, obj=sys.modules["accord"]) from None
    parameters = {key: default for record in records for key, default in record.parameters.items()}

    def function(data: object, other: object = None, /, **options: Any) -> Result:
        if other is not None:
            data = two_annotators(data, other)
        if "by" in options:
            raise UsageError(f"{name}() gives one value", f"write accord.measure(data, {name!r}, by={options['by']!r})")
        own = {key: options.pop(key) for key in list(options) if key in parameters}
        if not isinstance(data, _WHOLE):
            options |= {key: own[key] for key in _TOLD_TWICE if own.get(key) is not None}
        result: Result = measure(cast(Labels, data), Expression(name, **own), **options)  # whatever it is, it is read
        return result

    function.__name__ = function.__qualname__ = name
    function.__module__ = "accord"
    function.__doc__ = _docstring(records)
    object.__setattr__(function, "__signature__", _signature(parameters))
    return function


def two_annotators(first: object, second: object) -> list[tuple[object, object]]:
    """Rows of labels from two vectors, one for each annotator.

    >>> two_annotators(["a", "b"], ["a", "a"])
    [('a', 'a'), ('b', 'a')]
    """
    for vector in (first, second):
        if isinstance(vector, str | bytes | Mapping | _WHOLE) or not hasattr(vector, "__len__"):
            raise UsageError(
                f"two annotators are two lists or arrays of labels, and one of these is {type(vector).__name__}",
                "parameters of a measure are given by name",
            )
    if getattr(first, "ndim", 1) != 1 or getattr(second, "ndim", 1) != 1:
        raise DataError("ACC012", "two annotators are two vectors, and one of these is a table")
    if len(first) != len(second):  # type: ignore[arg-type]  # both have a length, as was asked above
        raise DataError(
            "ACC012",
            f"one annotator has {len(first):,} labels and the other {len(second):,}",  # type: ignore[arg-type]
            hint="give a label for each item, None where there is none",
        )
    indexes = [vector.index for vector in (first, second) if hasattr(vector, "index") and hasattr(vector, "iloc")]
    if len(indexes) == 2 and not indexes[0].equals(indexes[1]):
        raise DataError("ACC012", "the two series have different indexes", hint="put them side by side in a data frame")
    return list(zip(first, second, strict=True))  # type: ignore[call-overload]


def _signature(parameters: Mapping[str, object]) -> inspect.Signature:
    """The data, the labels of a second annotator, the parameters of the measure, and the options of `measure`."""
    left_out = ("data", "measures", "by")  # a function gives one value
    beside = [option for option in inspect.signature(measure).parameters.values() if option.name not in left_out]
    data = inspect.Parameter("data", inspect.Parameter.POSITIONAL_ONLY)
    other = inspect.Parameter("other", inspect.Parameter.POSITIONAL_ONLY, default=None)
    own = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default) for name, default in parameters.items()
    ]
    return inspect.Signature([data, other, *own, *(option for option in beside if option.name not in parameters)])


def _docstring(records: list[Measure]) -> str:
    """What the records say, as numpydoc has it."""
    lines = [f"{records[0].title}." if len(records) == 1 else f"{records[0].human} of {_listed(records)}.", ""]
    for record in records:
        lines += [f"{record.assumes} {record.missing}".strip(), ""]
    lines += [
        "Parameters",
        "----------",
        "data",
        "    Annotations, a data frame, an array or rows of labels, a path; or the labels of one annotator.",
        "other",
        "    The labels of a second annotator, where `data` are those of the first.",
    ]
    for name in dict.fromkeys(name for record in records for name in record.parameters):
        about = next((record.about[name] for record in records if name in record.about), None)
        default = next(record.parameters[name] for record in records if name in record.parameters)
        allowed = f" One of {about.allowed}." if about is not None and about.allowed else ""
        lines += [name, f"    {'' if about is None else about.about}{allowed} Default: {default!r}."]
    lines += [
        "**options",
        "    Those of `accord.measure`: confidence, replicates, rng, …, and those of `accord.read`.",
        "",
        "Returns",
        "-------",
        "Result",
        "    The value as a number with its interval, its signature and what it means.",
        "",
        "References",
        "----------",
        *dict.fromkeys(short(key) for record in records for key in record.references),
    ]
    return "\n".join(_wrapped(line) for line in lines)


def _wrapped(line: str) -> str:
    """Short enough to be read in a terminal and in an editor."""
    indent = line[: len(line) - len(line.lstrip())]
    return textwrap.fill(line.strip(), 100, initial_indent=indent, subsequent_indent=indent, break_on_hyphens=False)


def _listed(records: list[Measure]) -> str:
    return " and of ".join(record.shape for record in records)

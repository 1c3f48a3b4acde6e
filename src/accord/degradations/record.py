"""The record of a degradation, and the decorator that makes one from a function."""

from __future__ import annotations

import difflib
import importlib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from accord.results import Expression, UsageError, parse_expression

MODULES = {
    "labels": ("label_degradations",),
    "spans": ("span_degradations",),
    "relations": ("relation_degradations", "chain_degradations"),
    "answers": ("answer_degradations",),
}


@dataclass(frozen=True)
class Degradation:
    """What a degradation declares about itself.

    `apply(reference, copy, draws, magnitude, **options)` returns the annotation of one simulated annotator, degraded.
    """

    shape: str
    name: str
    title: str
    says: str
    """What annotators do, for a sentence: "omit {share} of the units"; {share} is the magnitude in percent."""
    apply: Callable[..., Any]
    refuses: Callable[..., str | None]
    """`refuses(reference, **options)`: why it cannot be applied to this reference, or None."""
    scale: Callable[[float, Mapping[str, object]], float]
    """From the magnitude and the options to the share that the sentence names."""
    usual: bool
    """Whether it is one of those that are swept when none is named."""
    options: Mapping[str, object] = field(default_factory=dict)
    """Option names with their defaults."""

    def bind(self, given: Mapping[str, object]) -> dict[str, object]:
        """All options; an unknown one is a UsageError."""
        unknown = next((name for name in given if name not in self.options), None)
        if unknown is not None:
            known = ", ".join(self.options) or "none"
            raise UsageError(f"{self.name} has no option '{unknown}'", f"its options are: {known}")
        return {**self.options, **given}

    def sentence(self, share: str) -> str:
        return self.says.format(share=share)

    def __reduce__(self) -> tuple[object, tuple[str, str]]:
        """A worker finds the degradation by its name: the function itself is no longer reachable under its own."""
        return find_degradation, (self.shape, self.name)


def _same(magnitude: float, options: Mapping[str, object]) -> float:
    return magnitude


def degradation(
    shape: str,
    *,
    title: str,
    says: str,
    refuses: Callable[..., str | None] = lambda reference, **options: None,
    scale: Callable[[float, Mapping[str, object]], float] = _same,
    usual: bool = True,
) -> Callable[[Callable[..., Any]], Degradation]:
    """Make a degradation of a function `(reference, copy, draws, magnitude, *, option=default, …) -> copy`."""

    def made(apply: Callable[..., Any]) -> Degradation:
        keywords = [one for one in inspect.signature(apply).parameters.values() if one.kind is one.KEYWORD_ONLY]
        defaults = {one.name: one.default for one in keywords}
        return Degradation(shape, apply.__name__, title, says, apply, refuses, scale, usual, defaults)

    return made


@cache
def degradations(shape: str) -> dict[str, Degradation]:
    """The degradations of a shape by name, in the order of their modules."""
    if shape not in MODULES:
        raise UsageError(f"there are no degradations of {shape}", f"there are some of {', '.join(MODULES)}")
    found: dict[str, Degradation] = {}
    for name in MODULES[shape]:
        module = importlib.import_module(f"accord.degradations.{name}")
        found |= {one.name: one for one in vars(module).values() if isinstance(one, Degradation)}
    return found


def find_degradation(shape: str, name: str) -> Degradation:
    """The degradation of that name, or a UsageError with the nearest names."""
    known = degradations(shape)
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name.lower(), known, n=2, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(known)}"
    raise UsageError(f"there is no degradation '{name}' of {shape}", hint)


@dataclass(frozen=True)
class Step:
    """One degradation of a combination, with its options and its part of the magnitude."""

    record: Degradation
    options: Mapping[str, object]
    weight: float
    expression: Expression

    @classmethod
    def of(cls, shape: str, text: str | Expression, options: Mapping[str, object], weight: float) -> Step:
        expression = parse_expression(text)
        record = find_degradation(shape, expression.name)
        given = {**expression.parameters, **options}
        return cls(record, record.bind(given), weight, Expression(expression.name, **given))

"""The record of a degradation, and the decorator that makes one from a function."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from accord.results import UsageError


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
    plugin: str = ""
    """What the plugin is called that offers it; empty for our own."""

    def bind(self, options: Mapping[str, object]) -> dict[str, object]:
        """All options; an unknown one is a UsageError."""
        unknown = next((name for name in options if name not in self.options), None)
        if unknown is not None:
            known = ", ".join(self.options) or "none"
            raise UsageError(f"{self.name} has no option '{unknown}'", f"its options are: {known}")
        return {**self.options, **options}

    def sentence(self, share: str) -> str:
        return self.says.format(share=share)


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
        keywords = [
            parameter
            for parameter in inspect.signature(apply).parameters.values()
            if parameter.kind is parameter.KEYWORD_ONLY
        ]
        defaults = {parameter.name: parameter.default for parameter in keywords}
        return Degradation(shape, apply.__name__, title, says, apply, refuses, scale, usual, defaults)

    return made

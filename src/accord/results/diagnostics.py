"""Diagnostics with stable codes: one line each, and `accord explain CODE` tells more."""

from __future__ import annotations

from dataclasses import dataclass, field

from accord.results.errors import Place, one_line
from accord.results.option_names import Worded


@dataclass(frozen=True)
class Diagnostic:
    """One thing to say about the input, with a stable code."""

    code: str
    message: Worded[str] = Worded()  # noqa: RUF009  # a descriptor
    place: Place = field(default_factory=Place)
    hint: Worded[str | None] = Worded(None)  # noqa: RUF009

    def __str__(self) -> str:
        return one_line(self.code, self.message, self.place, self.hint)


Diagnostics = tuple[Diagnostic, ...]

CARRIED = frozenset({"ACC383"})
"""What is said about data and said again beside every value of them, because it may make the value wrong."""


def carried(diagnostics: Diagnostics) -> Diagnostics:
    """Those that every value carries."""
    return tuple(diagnostic for diagnostic in diagnostics if diagnostic.code in CARRIED)

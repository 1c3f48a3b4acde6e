"""The standard error of a value, named by its formula."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from accord.results.json_numbers import json_fields


@dataclass(frozen=True)
class StandardError:
    """One standard error.

    >>> StandardError("sampling", 0.0950, "large-sample", "fleiss1969")
    StandardError(kind='sampling', value=0.095, formula='large-sample', reference='fleiss1969')
    """

    kind: Literal["sampling", "zero", "chance"]
    """Of the estimate ("sampling"), of the estimate if the true coefficient were 0 ("zero": for tests only), or of
    chance that was sampled ("chance": more samples make it smaller)."""
    value: float
    formula: str
    reference: str
    """A key of `references.bib`."""

    def as_json(self) -> dict[str, object]:
        return json_fields(self, "kind", "value", "formula", "reference")

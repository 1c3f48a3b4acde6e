"""How values and intervals are computed: one record of options, checked once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields

from accord.results import UsageError
from accord.results.option_names import option, told

RESAMPLES = ("items", "annotators", "both")
METHODS = ("smoothed", "percentile", "bca", "f")
POLICIES = ("nan", "one", "error")


@dataclass(frozen=True)
class Options:
    """The keyword options of `accord.measure`."""

    confidence: float | None = 0.95
    """The confidence level of the interval; None for no interval."""
    replicates: int = 1000
    seed: int = 0
    resample: str = "items"
    """What is drawn anew: items, annotators, or both."""
    method: str | None = None
    """smoothed (labels: percentiles, one imagined item among those drawn), percentile, bca (bias-corrected and
    accelerated, Efron 1987) or f (ICC: from the F distribution). None: f for ICC, smoothed for other measures of
    labels, bca for documents, percentile over annotators alone."""
    undefined: str = "nan"
    """What an undefined value gives: nan, one (1.0 when all labels are equal), or error."""

    def __post_init__(self) -> None:
        if self.confidence is not None and not (isinstance(self.confidence, float) and 0 < self.confidence < 1):
            raise UsageError(
                f"{told('confidence', self.confidence)} is not between 0 and 1", f"use 0.95, or {option('no_interval')}"
            )
        if not _whole(self.replicates) or not 1 <= self.replicates <= 10_000_000:
            raise UsageError(f"{told('replicates', self.replicates)} is not a whole number of at least 1")
        if not _whole(self.seed) or self.seed < 0:
            raise UsageError(f"{told('seed', self.seed)} is not a whole number of at least 0")
        for name, known in (("resample", RESAMPLES), ("method", METHODS), ("undefined", POLICIES)):
            if getattr(self, name) not in known and not (name == "method" and self.method is None):
                raise UsageError(
                    f"{told(name, getattr(self, name))} is not known", f"use {' or '.join(map(repr, known))}"
                )

    @classmethod
    def of(cls, options: Mapping[str, object]) -> Options:
        """From keyword arguments; an unknown one is a UsageError."""
        known = [field.name for field in fields(cls)]
        for name in options:
            if name not in known:
                raise UsageError(f"there is no option '{name}'", f"the options are {', '.join(known)}")
        return cls(**options)  # type: ignore[arg-type]


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)

"""A value is an object: the number, its interval, what it is made of, and why it is undefined when it is."""

from __future__ import annotations

import html
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from accord.results.diagnostics import Diagnostics
from accord.results.signature import Signature
from accord.results.standard_error import StandardError


@dataclass(frozen=True)
class Result:
    """One measure on one data set. `nan` is never silent: `undefined` then says why."""

    measure: str
    value: float
    low: float
    high: float
    confidence: float | None
    components: Mapping[str, float] = field(hash=False)
    undefined: str | None
    signature: Signature
    diagnostics: Diagnostics = ()
    of: str | None = None
    """The category, annotator or item the value is about; None for the whole data set."""
    title: str = field(default="", compare=False)
    standard_errors: tuple[StandardError, ...] = ()
    """Analytic ones, where the literature has a formula; the one to use first."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "components", MappingProxyType(dict(self.components)))

    def __reduce__(self) -> tuple[object, ...]:
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return (_rebuilt, ({**values, "components": dict(self.components)},))

    @property
    def defined(self) -> bool:
        return not math.isnan(self.value)

    def __float__(self) -> float:
        return self.value

    def __str__(self) -> str:
        name = self.measure if self.of is None else f"{self.measure} of {self.of}"
        if not self.defined:
            return f"{name} is undefined: {self.undefined}"
        if self.confidence is None or math.isnan(self.low):
            return f"{name} = {self.value:.3f}"
        return f"{name} = {self.value:.3f} [{self.low:.3f}, {self.high:.3f}]"

    def as_json(self) -> dict[str, object]:
        """The stable form other programs read; undefined numbers are null, never NaN."""
        record: dict[str, object] = {
            "measure": self.measure,
            "value": _number(self.value),
            "low": _number(self.low),
            "high": _number(self.high),
            "confidence": self.confidence,
            "components": {name: _number(value) for name, value in self.components.items()},
            "undefined": self.undefined,
            "signature": str(self.signature),
        }
        if self.standard_errors:
            record["standard_errors"] = [error.as_json() for error in self.standard_errors]
        if self.of is not None:
            record["of"] = self.of
        if self.diagnostics:
            record["diagnostics"] = [str(diagnostic) for diagnostic in self.diagnostics]
        return record

    def _repr_html_(self) -> str:
        rows = [("value", _shown(self.value) if self.defined else f"undefined: {self.undefined}")]
        if self.confidence is not None and not math.isnan(self.low):
            rows.append((f"{self.confidence:.0%} interval", f"[{_shown(self.low)}, {_shown(self.high)}]"))
        rows += [(name, _shown(value)) for name, value in self.components.items()]
        rows.append(("signature", str(self.signature)))
        body = "".join(f"<tr><th>{html.escape(k)}</th><td>{html.escape(v)}</td></tr>" for k, v in rows)
        name = self.measure if self.of is None else f"{self.measure} of {self.of}"
        return f"<table><caption>{html.escape(name)}</caption>{body}</table>"


def _rebuilt(values: dict[str, object]) -> Result:
    return Result(**values)  # type: ignore[arg-type]


def _number(value: float) -> float | None:
    return None if math.isnan(value) or math.isinf(value) else float(value)


def _shown(value: float) -> str:
    return "undefined" if math.isnan(value) else f"{value:.4g}" if abs(value) >= 1000 else f"{value:.4f}"

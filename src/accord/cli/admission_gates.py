"""Gates on models for continuous integration: `--fail-unless admit`, `"omega>=0.5"`, `"rho.low>=0.8"`."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from accord.cli.gates import COMPARE
from accord.results import UsageError

if TYPE_CHECKING:
    from accord.admission.result import Candidate

_VALUES: dict[str, Callable[[Candidate], float]] = {
    "omega": lambda candidate: candidate.omega,
    "rho": lambda candidate: candidate.rho,
    "rho.low": lambda candidate: candidate.test.rho_low,
    "rho.high": lambda candidate: candidate.test.rho_high,
    "ties": lambda candidate: candidate.test.ties,
    "ties.apart": lambda candidate: candidate.test.ties_apart,
    "panel": lambda candidate: candidate.panel.difference,
    "panel.low": lambda candidate: candidate.panel.low,
    "panel.high": lambda candidate: candidate.panel.high,
}
_GATE = re.compile(r"\s*(?P<value>[a-z]+(?:\.[a-z]+)?)\s*(?P<sign>>=|<=|>|<)\s*(?P<number>[+-]?\d*[.,]?\d+)\s*")
_ADMITTED = ("admit", "admitted")


@dataclass(frozen=True)
class AdmissionGate:
    """What every model must keep."""

    text: str
    value: str
    sign: str = ">="
    bound: float = 0.0

    def passes(self, model: Candidate) -> bool:
        """An undefined value never passes."""
        if self.value in _ADMITTED:
            return model.verdict.admitted
        value = _VALUES[self.value](model)
        return not math.isnan(value) and COMPARE[self.sign](value, self.bound)

    def found(self, model: Candidate) -> str:
        """What the model has instead."""
        if self.value in _ADMITTED:
            return f"{model.name}: {model.verdict.word}"
        return f"{model.name}: {self.value} = {_VALUES[self.value](model):.3f}"


def admission_gate(text: str) -> AdmissionGate:
    """
    >>> gate = admission_gate("rho.low >= 0.8")
    >>> gate.value, gate.sign, gate.bound
    ('rho.low', '>=', 0.8)
    """
    if text.strip() in _ADMITTED:
        return AdmissionGate(text.strip(), text.strip())
    match = _GATE.fullmatch(text)
    if match is None or match["value"] not in _VALUES:
        known = ", ".join(_VALUES)
        hint = f'write --fail-unless admit, "omega>=0.5" or "rho.low>=0.8"; values are {known}'
        raise UsageError(f"cannot read the gate {text!r}", hint)
    return AdmissionGate(text.strip(), match["value"], match["sign"], float(match["number"].replace(",", ".")))

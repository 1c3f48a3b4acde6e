"""Gates for continuous integration: `--fail-under "alpha.low>=0.667"`."""

from __future__ import annotations

import math
import operator
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from accord.cli.program import GATE_FAILED
from accord.evaluation import known_expression
from accord.results import Expression, Result, UsageError
from accord.results.foreign_text import visible

if TYPE_CHECKING:
    from accord.comparison.campaign_log import LoggedValue

_GATE = re.compile(
    r"\s*(?P<measure>[A-Za-z_]\w*(?:\(.*\))?)\s*(?:\.(?P<part>low|high|value))?\s*(?P<sign>>=|<=|>|<)\s*"
    r"(?P<number>[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)(?:[eE][+-]?\d+)?)\s*",
    re.DOTALL,
)
COMPARE: dict[str, Callable[[float, float], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}


@dataclass(frozen=True)
class Gate:
    """A measure, a part of its result, and the bound it must keep."""

    text: str
    measure: Expression
    part: str
    sign: str
    bound: float

    def passes(self, result: Result | LoggedValue) -> bool:
        """An undefined value never passes."""
        value = float(getattr(result, self.part))
        return not math.isnan(value) and COMPARE[self.sign](value, self.bound)


def parse_gate(text: str) -> Gate:
    """
    >>> gate = parse_gate("alpha(level='ordinal').low >= 0,667")
    >>> str(gate.measure), gate.part, gate.sign, gate.bound
    ("alpha(level='ordinal')", 'low', '>=', 0.667)
    """
    match = _GATE.fullmatch(text)
    if match is None:
        raise UsageError(f"cannot read the gate {text!r}", 'write --fail-under "alpha>=0.667" or "alpha.low>=0.667"')
    bound = float(match["number"].replace(",", "."))
    return Gate(text.strip(), known_expression(match["measure"]), match["part"] or "value", match["sign"], bound)


def told_failed(gates: Sequence[str]) -> int:
    """Say which gates failed; the exit status."""
    for gate in gates:
        click.echo(f"accord: gate failed: {visible(gate)}", err=True)
    return GATE_FAILED if gates else 0

"""Chance of the reference for measures that draw it: a sweep then does not move its own zero."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from accord.degradations.starting_points import Reference
from accord.measures import find, measures_of
from accord.results import DataError, Expression, UsageError
from accord.results.option_names import option
from accord.sweeping.scoring import Meter, components_of

CHANCE = ("own", "reference")
EXPECTED = "expected"  # the parameter that takes chance as a number, and the component that it was


def with_chance_of_reference(meters: Sequence[Meter], reference: Reference, annotators: int, seed: int) -> list[Meter]:
    """The measures that correct for chance with the number that it is for so many annotators who all say what the
    reference says; the others as they are."""
    shape = reference.data.kind
    copy: Any = reference.copy()
    alike = reference.assembled([copy] * annotators, [f"A{number + 1}" for number in range(annotators)])
    return [_fixed(meter, shape, alike, seed) for meter in meters]


def _fixed(meter: Meter, shape: str, alike: Any, seed: int) -> Meter:
    told = option("chance", "reference")
    if meter.expression is None:
        raise UsageError(f"{meter.text} has a chance of its own", f"leave out {told}")
    record = find(shape, meter.expression.name)
    parameters = record.bind(meter.expression.parameters).parameters
    if not record.corrects(parameters) or parameters.get(EXPECTED) is not None:
        return meter
    if EXPECTED not in record.parameters:
        known = [name for name, measure in measures_of(shape).items() if EXPECTED in measure.parameters]
        hint = f"{told} is for {', '.join(known)}" if known else f"leave out {told}"
        raise UsageError(f"{record.name} takes chance from the data that it measures", hint)
    components = components_of(alike, meter.expression, seed)
    if components is None or not components[EXPECTED] > 0:
        raise DataError("ACC083", f"{meter.text} has no chance on the reference")
    number = float(f"{components[EXPECTED]:.6g}")
    expression = Expression(meter.expression.name, **{**meter.expression.parameters, EXPECTED: number})
    return replace(meter, text=str(expression), expression=expression)

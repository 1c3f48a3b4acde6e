"""A degradation as one step of a combination, with its options and its part of the magnitude."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from accord.degradations.record import Degradation
from accord.degradations.registry import find_degradation
from accord.results import Expression, parse_expression


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
        parameters = {**expression.parameters, **options}
        return cls(record, record.bind(parameters), weight, Expression(expression.name, **parameters))

    def refused(self, reference: object) -> str | None:
        """Why it cannot be applied to a reference, or None."""
        return self.record.refuses(reference, **self.options)

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        """A worker finds the degradation by its name: the function itself is no longer reachable under its own."""
        return _sent, (self.record.shape, self.record.name, dict(self.options), self.weight, self.expression)


def _sent(shape: str, name: str, options: Mapping[str, object], weight: float, expression: Expression) -> Step:
    return Step(find_degradation(shape, name), options, weight, expression)

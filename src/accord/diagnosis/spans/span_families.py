"""The families of measures of spans side by side: their values on the data, and what each is blind to.

Which measures stand there is decided by how the units lie; what errors cost them was tried out on units that lie so.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from accord.annotations.span_layout import SpanLayout, layout_of
from accord.annotations.spans import Spans
from accord.diagnosis.spans.span_scorecard import ERRORS, SHARES, Costs, is_blind, span_scorecard
from accord.evaluation import Options
from accord.evaluation.evaluating import evaluate
from accord.measures import Measure, measures_of
from accord.results import Expression, Result
from accord.results.json_numbers import json_fields
from accord.results.tabular import Records


@dataclass(frozen=True)
class FamilyMember:
    """One measure among those that stand side by side."""

    family: str
    compares: str
    """What it compares, in words."""
    result: Result
    costs: Costs
    """By error, what a fifth and a half of it cost on units that lie alike; empty where nobody tried."""

    @property
    def blind(self) -> tuple[str, ...]:
        """The errors that leave its value where it is."""
        return tuple(error for error, sizes in self.costs.items() if is_blind(sizes))

    def cost(self, error: str) -> float:
        """What the smaller size of an error costs; nan where there is no value, or nobody tried."""
        cost = self.costs.get(error, (None,))[0]
        return float("nan") if cost is None else cost

    def as_json(self) -> dict[str, object]:
        return {
            **json_fields(self, measure="result.measure", family="family", compares="compares"),
            **json_fields(self.result, "value", "low", "high", "undefined"),
            **json_fields(self, "costs", blind_to="blind"),
        }

    def in_table(self) -> list[dict[str, object]]:
        own = {"family": self.family, "measure": self.result.measure, "value": self.result.value}
        ends = {"low": self.result.low, "high": self.result.high}
        return [{**own, **ends, **{error: self.cost(error) for error in ERRORS}, "blind to": ", ".join(self.blind)}]


@dataclass(frozen=True)
class SpanFamilies:
    """The measures that suit how the units lie, one family after the other."""

    layout: SpanLayout
    members: Records[FamilyMember]

    def as_json(self) -> dict[str, object]:
        return {
            "layout": self.layout,
            "errors": dict(ERRORS),
            "sizes": [*SHARES],
            **json_fields(self, measures="members"),
        }


def span_families(spans: Spans, results: Sequence[Result], options: Options) -> SpanFamilies | None:
    """`results` are values that are known already; None where nobody marked a unit that has a length.

    >>> from accord.annotations.span_building import spans
    >>> data = spans([("A", 0, 9, "x"), ("B", 0, 9, "x"), ("B", 20, 29, "y")], length=90)
    >>> found = span_families(data, (), Options(confidence=None))
    >>> found.layout, [one.result.measure for one in found.members if one.family == "unitizing"]
    ('apart', ['u_alpha', 'u_alpha_binary', 'cu_alpha'])
    """
    layout = layout_of(spans)
    if layout is None or spans.n_annotators < 2:
        return None
    ranked = sorted(
        (record for record in measures_of("spans").values() if layout in record.side_by_side),
        key=lambda record: record.side_by_side[layout],
    )
    wanted = [(record, parameters) for record in ranked for parameters in ({}, *record.shown_with)]
    shown = [_suited(spans, record, parameters) for record, parameters in wanted]
    known = {result.measure: result for result in results}
    missing = [expression for expression in shown if str(expression) not in known]
    known |= {result.measure: result for result in evaluate(spans, missing, options)}
    costs = span_scorecard()[layout]
    return SpanFamilies(
        layout,
        Records(
            FamilyMember(
                family=record.family,
                compares=record.title.partition(": ")[2] or record.title,
                result=known[str(expression)],
                costs=costs.get(str(Expression(record.name, **parameters)), {}),
            )
            for (record, parameters), expression in zip(wanted, shown, strict=True)
        ),
    )


def _suited(spans: Spans, record: Measure, parameters: Mapping[str, object]) -> Expression:
    """Tokens where there are texts, positions where there are none."""
    without_texts = {"each": "character"} if "each" in record.parameters and spans.texts is None else {}
    return Expression(record.name, **{**without_texts, **parameters})

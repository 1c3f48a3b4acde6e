"""One line about each question: how much of it was answered, its value, what others would change, what to fix first."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

from accord.annotations import Annotations, Labels
from accord.diagnosis.any_findings import AnyFindings
from accord.evaluation.headlines import headlines
from accord.results import DataError, Result, UsageError
from accord.results.json_numbers import JsonRecord, json_name

NO_ORDER = math.inf  # of questions without a value: they stand last


@dataclass(frozen=True)
class OthersChange(JsonRecord):
    """The share of the reference that others would change."""

    value: float
    low: float
    high: float
    k: int
    """Annotators in a group."""
    against: str
    """'reference': as many others beside the present reference; 'group': two groups with nobody in common."""


@dataclass(frozen=True)
class QuestionSummary(JsonRecord):
    """A line of the table of all questions."""

    name: str
    shape: str
    """labels, spans, relations or answers; 'unanswered' or 'unread' where there is nothing to measure."""
    items: int
    """That somebody was asked it about."""
    annotators: int
    coverage: float
    """The share of all assignments of the project that were asked it."""
    main: Result | None
    change: OthersChange | None = field(metadata=json_name("others_would_change"))
    first: str = field(metadata=json_name("first_finding"))
    """What matters most, or why there is nothing to say."""

    @property
    def order(self) -> tuple[float, str]:
        """Worst first: by the value, then by name."""
        known = self.main is not None and self.main.defined
        return (self.main.value if known and self.main is not None else NO_ORDER, self.name)

    def in_table(self) -> list[dict[str, object]]:
        asked = {name: getattr(self, name) for name in ("shape", "items", "annotators", "coverage")}
        main = {name: getattr(self.main, name, None) for name in ("measure", "value", "low", "high")}
        last = {"would_change": getattr(self.change, "value", None), "first_finding": self.first}
        return [{"question": self.name, **asked, **main, **last}]


def question_summary(
    name: str, data: Annotations, findings: AnyFindings, coverage: float, items: int | None
) -> QuestionSummary:
    """The line of a question that was measured; `items` are those somebody was asked about, where they are counted."""
    main = main_result(findings)
    first = findings.findings[0].title if findings.findings else ""
    if main is not None and not main.defined:
        first = f"{main.undefined}; {first}" if first else str(main.undefined)
    facts = findings.data.as_json()
    return QuestionSummary(
        name,
        findings.shape,
        int(str(facts["items"])) if items is None else items,
        len(data.annotators or ()),
        coverage,
        main,
        _change(data, findings),
        first,
    )


def main_result(findings: AnyFindings) -> Result | None:
    """The value that the verdict is about: the first that may be one and is defined, else the first."""
    likely = headlines(findings.shape, findings.results)
    return next((result for result in likely if result.defined), next(iter(likely), None))


def _change(data: Annotations, findings: AnyFindings) -> OthersChange | None:
    if findings.shape == "labels":
        if findings.promised is None:
            return None
        made = findings.promised.promise.forecast
        return OthersChange(made.value, made.low, made.high, made.k, made.against)
    if isinstance(data, Labels):
        return None
    from accord.reproducibility import stability
    from accord.reproducibility.structure_stability import usual_size

    try:
        k = usual_size(data)
        changed = stability(data, k, "group", confidence=None)
    except (DataError, UsageError):
        return None
    if math.isnan(changed.value):
        return None
    return OthersChange(changed.value, math.nan, math.nan, k, "group")

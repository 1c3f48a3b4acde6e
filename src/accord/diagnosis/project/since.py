"""What is new since an earlier report: questions, items, people, and the values with their change."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from accord.diagnosis.any_findings import AnyFindings
from accord.diagnosis.project.question_summary import main_result
from accord.diagnosis.saved import SavedFindings
from accord.results import Result
from accord.results.json_numbers import json_fields
from accord.results.tabular import Records
from accord.results.wording import many


@dataclass(frozen=True)
class ChangedQuestion:
    """One question then and now; None where it was not there."""

    name: str
    items_before: int | None
    items: int | None
    annotators_before: int | None
    annotators: int | None
    before: Result | None
    now: Result | None
    same_data: bool = False

    @property
    def change(self) -> float:
        """Of the value; nan where one of the two is not there, or they are values of different measures."""
        if self.before is None or self.now is None or self.before.measure != self.now.measure:
            return math.nan
        return self.now.value - self.before.value

    @property
    def apart(self) -> bool:
        """Whether the intervals of the two values have nothing in common."""
        if math.isnan(self.change) or self.before is None or self.now is None:
            return False
        return bool(self.now.low > self.before.high or self.now.high < self.before.low)

    def as_json(self) -> dict[str, object]:
        values = {"measure": "now.measure", "value_before": "before.value", "value": "now.value", "change": "change"}
        return {
            **json_fields(self, "name", "items_before", "items", "annotators_before", "annotators", **values),
            **json_fields(self, intervals_apart="apart", same_data="same_data"),
        }

    def in_table(self) -> list[dict[str, object]]:
        return [self.as_json()]


@dataclass(frozen=True)
class Since:
    """All questions of two reports."""

    source: str
    """What the earlier report is called."""
    questions: Records[ChangedQuestion]
    new_people: tuple[str, ...] = ()

    def sentences(self) -> list[str]:
        """What is new, in words."""
        there = [question for question in self.questions if question.items is not None]
        new = [question.name for question in there if question.items_before is None]
        gone = [question.name for question in self.questions if question.items is None]
        added = [(field.items or 0) - field.items_before for field in there if field.items_before is not None]
        sentences = []
        if all(question.same_data for question in there) and not new and not gone:
            return [f"Nothing is new since {self.source}: the data are the same."]
        if new:
            sentences.append(f"New since {self.source}: {many(len(new), 'question')} ({_listed(new)}).")
        if gone:
            sentences.append(f"No longer there: {_listed(gone)}.")
        if added and max(added) > 0:
            most = "" if len(set(added)) == 1 else "up to "
            sentences.append(
                f"Since {self.source} {most}{many(max(added), 'item was', 'items were')} added to each question."
            )
        if self.new_people:
            sentences.append(f"New people: {_listed(self.new_people)}.")
        moved = [question for question in there if not math.isnan(question.change) and abs(question.change) >= 0.0005]
        for question in sorted(moved, key=lambda question: -abs(question.change))[:3]:
            sure = "and the intervals have nothing in common" if question.apart else "within what the intervals allow"
            value = "–" if question.now is None else f"{question.now.value:.3f}"
            sentences.append(f"'{question.name}' changed by {question.change:+.3f} to {value}, {sure}.")
        if there and not moved:
            sentences.append(f"No value changed since {self.source}.")
        return sentences

    def as_json(self) -> dict[str, object]:
        return {"source": self.source, "sentences": self.sentences(), **json_fields(self, "questions", "new_people")}


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"'{name}'" for name in names[:6]) + (", …" if len(names) > 6 else "")


def since_report(
    by_question: Mapping[str, AnyFindings], saved: Sequence[SavedFindings], source: str, people: Sequence[str] = ()
) -> Since:
    """Every question of either report, by its name; where both have a single one, these are one whatever they are
    called. Of one question beside a report of several, that one."""
    then = {report.title: report for report in saved}
    if len(by_question) == len(then) == 1:
        then = {next(iter(by_question)): next(iter(then.values()))}
    elif len(by_question) == 1:
        then = {name: report for name, report in then.items() if name in by_question}
    names = list(dict.fromkeys([*by_question, *then]))
    known = {str(name) for report in saved for name in _people(report.json)}
    new = tuple(name for name in people if known and name not in known)
    return Since(source, Records(_compared(name, by_question.get(name), then.get(name)) for name in names), new)


def _compared(name: str, now: AnyFindings | None, before: SavedFindings | None) -> ChangedQuestion:
    facts = {} if now is None else now.data.as_json()
    earlier: Mapping[str, Any] = {} if before is None else before.data.facts
    main = None if now is None else main_result(now)
    same = next((saved for saved in (before.results if before else ()) if main and saved.measure == main.measure), None)
    return ChangedQuestion(
        name,
        _number(earlier, "items"),
        _number(facts, "items"),
        _number(earlier, "annotators"),
        _number(facts, "annotators"),
        same,
        main,
        bool(facts and earlier) and facts.get("sha256") == earlier.get("sha256"),
    )


def _number(facts: Mapping[str, Any], name: str) -> int | None:
    value = facts.get(name)
    return value if isinstance(value, int) else None


def _people(record: Mapping[str, Any]) -> list[object]:
    """The annotators that a report of labels names, as far as its JSON lists them."""
    held = record.get("annotators")
    if isinstance(held, list):
        return [row.get("annotator") for row in held if isinstance(row, dict)]
    vote = held.get("agreement_with_vote") if isinstance(held, dict) else None
    listed = vote.get("annotators") if isinstance(vote, dict) else None
    return listed if isinstance(listed, list) else []

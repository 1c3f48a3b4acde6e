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
        there = [one for one in self.questions if one.items is not None]
        new = [one.name for one in there if one.items_before is None]
        gone = [one.name for one in self.questions if one.items is None]
        added = [(one.items or 0) - one.items_before for one in there if one.items_before is not None]
        said = []
        if all(one.same_data for one in there) and not new and not gone:
            return [f"Nothing is new since {self.source}: the data are the same."]
        if new:
            said.append(f"New since {self.source}: {many(len(new), 'question')} ({_listed(new)}).")
        if gone:
            said.append(f"No longer there: {_listed(gone)}.")
        if added and max(added) > 0:
            most = "" if len(set(added)) == 1 else "up to "
            said.append(
                f"Since {self.source} {most}{many(max(added), 'item was', 'items were')} added to each question."
            )
        if self.new_people:
            said.append(f"New people: {_listed(self.new_people)}.")
        moved = [one for one in there if not math.isnan(one.change) and abs(one.change) >= 0.0005]
        for one in sorted(moved, key=lambda one: -abs(one.change))[:3]:
            sure = "and the intervals have nothing in common" if one.apart else "within what the intervals allow"
            value = "–" if one.now is None else f"{one.now.value:.3f}"
            said.append(f"'{one.name}' changed by {one.change:+.3f} to {value}, {sure}.")
        if there and not moved:
            said.append(f"No value changed since {self.source}.")
        return said

    def as_json(self) -> dict[str, object]:
        return {"source": self.source, "sentences": self.sentences(), **json_fields(self, "questions", "new_people")}


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"'{name}'" for name in names[:6]) + (", …" if len(names) > 6 else "")


def since_report(
    found: Mapping[str, AnyFindings], saved: Sequence[SavedFindings], source: str, people: Sequence[str] = ()
) -> Since:
    """Every question of either report, by its name; where both have a single one, these are one whatever they are
    called. Of one question beside a report of several, that one."""
    then = {one.title: one for one in saved}
    if len(found) == len(then) == 1:
        then = {next(iter(found)): next(iter(then.values()))}
    elif len(found) == 1:
        then = {name: one for name, one in then.items() if name in found}
    names = list(dict.fromkeys([*found, *then]))
    known = {str(name) for one in saved for name in _people(one.json)}
    new = tuple(name for name in people if known and name not in known)
    return Since(source, Records(_compared(name, found.get(name), then.get(name)) for name in names), new)


def _compared(name: str, now: AnyFindings | None, before: SavedFindings | None) -> ChangedQuestion:
    facts = {} if now is None else now.data.as_json()
    earlier: Mapping[str, Any] = {} if before is None else before.data.facts
    main = None if now is None else main_result(now)
    same = next((one for one in (before.results if before else ()) if main and one.measure == main.measure), None)
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
        return [one.get("annotator") for one in held if isinstance(one, dict)]
    vote = held.get("agreement_with_vote") if isinstance(held, dict) else None
    listed = vote.get("annotators") if isinstance(vote, dict) else None
    return listed if isinstance(listed, list) else []

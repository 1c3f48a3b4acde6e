"""A finding: one thing worth knowing about the data, with its numbers, an explanation and what to do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from accord.results import DataError
from accord.results.json_numbers import JsonRecord
from accord.results.option_names import Worded

ERROR_RATE = 0.01  # how often a family of tests may ring where there is nothing; the families together stay below .05


@dataclass(frozen=True)
class Finding(JsonRecord):
    """Plain data; every renderer prints the same ones."""

    kind: str
    """A stable name, such as "prevalence" or "confusable categories"."""
    matters: float
    """How much it matters, from 0 (good to know) to 1 (act before using the data)."""
    title: str
    """One sentence with the numbers in it."""
    explanation: Worded[str] = Worded()  # noqa: RUF009  # a descriptor
    """Two sentences on what it means."""
    action: Worded[str] = Worded()  # noqa: RUF009
    """What to do about it."""
    numbers: Mapping[str, object] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        return {**super().as_json(), "numbers": dict(self.numbers)}

    def in_table(self) -> list[dict[str, object]]:
        return [{name: getattr(self, name) for name in ("kind", "matters", "title", "explanation", "action")}]

    @classmethod
    def from_json(cls, record: object) -> Finding:
        """Read what `as_json` wrote; a DataError says what is missing."""
        if not isinstance(record, Mapping):
            raise DataError("ACC089", f"a finding that is {type(record).__name__} and not an object with names")
        matters, numbers = record.get("matters"), record.get("numbers", {})
        texts = [record.get(name) for name in ("kind", "title", "explanation", "action")]
        if not all(isinstance(text, str) for text in texts) or not isinstance(numbers, Mapping):
            raise DataError("ACC089", "a finding without kind, title, explanation, action and numbers")
        if isinstance(matters, bool) or not isinstance(matters, int | float) or not 0 <= matters <= 1:
            raise DataError("ACC089", "a finding that does not matter from 0 to 1")
        kind, title, explanation, action = map(str, texts)
        return cls(kind, float(matters), title, explanation, action, dict(numbers))


def ranked(findings: Iterable[Finding | None]) -> tuple[Finding, ...]:
    """The findings that matter most first; equal ones by their kind and title. None is what was not found."""
    there = (finding for finding in findings if finding is not None)
    return tuple(sorted(there, key=lambda finding: (-finding.matters, finding.kind, finding.title)))

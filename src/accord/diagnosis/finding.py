"""A finding: one thing worth knowing about the data, with its numbers, an explanation and what to do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True)
class Finding:
    """Plain data; every renderer prints the same ones."""

    kind: str
    """A stable name, such as "prevalence" or "confusable categories"."""
    matters: float
    """How much it matters, from 0 (good to know) to 1 (act before using the data)."""
    title: str
    """One sentence with the numbers in it."""
    explanation: str
    """Two sentences on what it means."""
    action: str
    """What to do about it."""
    numbers: Mapping[str, object] = field(default_factory=dict)

    def as_json(self) -> dict[str, object]:
        return {
            "kind": self.kind,
            "matters": self.matters,
            "title": self.title,
            "explanation": self.explanation,
            "action": self.action,
            "numbers": dict(self.numbers),
        }


def ranked(found: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings that matter most first; equal ones by their kind and title."""
    return tuple(sorted(found, key=lambda finding: (-finding.matters, finding.kind, finding.title)))

"""What findings of every shape hold, their JSON, and how a notebook shows them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from accord.diagnosis.difficulty_json import difficulty_json
from accord.diagnosis.finding import Finding
from accord.evaluation.overview import AnswerOverview, CorpusOverview, Overview
from accord.results import SCHEMA, Diagnostics, Result
from accord.results.foreign_text import html_text
from accord.results.listed import MOST_LISTED, left_out
from accord.results.presenting import presented

if TYPE_CHECKING:
    from accord.diagnosis.additions import ErrorReading
    from accord.item_difficulty import Difficulty

MOST_FINDINGS = 100


@dataclass(frozen=True, kw_only=True)
class SharedFindings:
    """The part of the report, the terminal and the JSON that does not depend on the shape of the data."""

    shape: ClassVar[str]
    """That of the data, by which an output tells findings apart without loading all four shapes."""
    title: str
    introduction: str
    data: Overview | CorpusOverview | AnswerOverview
    verdict: tuple[str, ...]
    """Is it good enough, what does it mean, what to fix first: three sentences."""
    results: tuple[Result, ...]
    findings: tuple[Finding, ...]
    """What is worth knowing, what matters most first."""
    diagnostics: Diagnostics
    remarks: tuple[str, ...] = ()
    """Sentences beyond the three of the verdict."""
    reading: ErrorReading | None = field(default=None, compare=False)
    """The error that produces the value, where it was asked for."""
    hard: Difficulty | None = field(default=None, repr=False, compare=False)
    """What makes items hard, where features were given."""

    @property
    def reference(self) -> str | None:
        """vote or median: the reference that something is promised of."""
        return None

    @property
    def charts(self) -> Any:
        """The figures of the report by name, each to be drawn alone: `found.charts["coefficients"]`."""
        return presented("charts of findings", self)

    def as_json(self) -> dict[str, object]:
        """Schema, facts, verdict, values, findings and what was left out; long lists end with how many are not shown.

        Each shape adds its own, so that no number of the page is missing here.
        """
        remarks_on_input = list(dict.fromkeys(map(str, self.diagnostics)))
        more = len(self.findings) - MOST_FINDINGS
        more_remarks = len(remarks_on_input) - MOST_LISTED
        return {
            "schema": SCHEMA,
            "title": self.title,
            "read_as": [reading.as_json() for reading in self.data.read_as],
            "data": self.data.as_json(),
            "verdict": list(self.verdict),
            "remarks": list(self.remarks),
            "results": [result.as_json() for result in self.results],
            "findings": [finding.as_json() for finding in self.findings[:MOST_FINDINGS]],
            **({"findings_left_out": more} if more > 0 else {}),
            "diagnostics": remarks_on_input[:MOST_LISTED],
            **({"diagnostics_left_out": more_remarks} if more_remarks > 0 else {}),
            **({} if self.reading is None else {"reading_grid": self.reading.as_json()}),
            **({} if self.hard is None else {"difficulty": difficulty_json(self.hard)}),
            **({} if isinstance(self.data, AnswerOverview) else _usage(self.data.usage)),
        }

    def _repr_html_(self) -> str:
        sentences = "".join(f"<p>{html_text(sentence)}</p>" for sentence in self.verdict)
        return f"<h3>{html_text(self.title)}</h3>{sentences}" + "".join(result._repr_html_() for result in self.results)


def _usage(times: Mapping[str, int]) -> dict[str, object]:
    """How often each category was used, the most frequent first."""
    if not times:
        return {}
    ordered = sorted(times.items(), key=lambda category: -category[1])
    listed = dict(ordered[:MOST_LISTED])
    return {"usage": {"total": sum(times.values()), "times": listed, **left_out(len(ordered), len(listed))}}

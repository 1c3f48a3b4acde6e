"""The JSON that findings of every shape have in common, with every number that the report shows beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from accord.diagnosis.finding import Finding
from accord.diagnosis.shown_beside import difficulty_json, shown_beside
from accord.results import SCHEMA, Diagnostics, ReadAs, Result
from accord.results.listed import MOST_LISTED

if TYPE_CHECKING:
    from accord.diagnosis.additions import ErrorReading
    from accord.item_difficulty import Difficulty

MOST_FINDINGS = 100


class Facts(Protocol):
    """What was read."""

    @property
    def kind(self) -> str: ...
    @property
    def read_as(self) -> ReadAs: ...
    def as_json(self) -> dict[str, object]: ...


class SharedFindings(Protocol):
    """What findings of every shape hold."""

    @property
    def title(self) -> str: ...
    @property
    def data(self) -> Facts: ...
    @property
    def verdict(self) -> tuple[str, ...]: ...
    @property
    def remarks(self) -> tuple[str, ...]: ...
    @property
    def results(self) -> tuple[Result, ...]: ...
    @property
    def findings(self) -> tuple[Finding, ...]: ...
    @property
    def diagnostics(self) -> Diagnostics: ...
    @property
    def reading(self) -> ErrorReading | None: ...
    @property
    def hard(self) -> Difficulty | None: ...


def findings_json(found: SharedFindings) -> dict[str, object]:
    """Schema, facts, verdict, values, findings and what was left out; long lists end with how many are not shown."""
    said = list(dict.fromkeys(map(str, found.diagnostics)))
    more = len(found.findings) - MOST_FINDINGS
    return {
        "schema": SCHEMA,
        "title": found.title,
        "read_as": [reading.as_json() for reading in found.data.read_as],
        "data": found.data.as_json(),
        "verdict": list(found.verdict),
        "remarks": list(found.remarks),
        "results": [result.as_json() for result in found.results],
        "findings": [finding.as_json() for finding in found.findings[:MOST_FINDINGS]],
        **({"findings_left_out": more} if more > 0 else {}),
        "diagnostics": said[:MOST_LISTED],
        **({"diagnostics_left_out": len(said) - MOST_LISTED} if len(said) > MOST_LISTED else {}),
        **({} if found.reading is None else {"reading_grid": found.reading.as_json()}),
        **({} if found.hard is None else {"difficulty": difficulty_json(found.hard)}),
        **shown_beside(found),
    }

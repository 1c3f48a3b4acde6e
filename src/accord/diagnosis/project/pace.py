"""How long annotators take, whether they get faster, and whose agreement changes over time in several questions."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from accord.annotations.campaign import AssignmentTime, Pair
from accord.diagnosis.any_findings import AnyFindings
from accord.diagnosis.finding import Finding
from accord.results.json_numbers import JsonRecord
from accord.results.wording import many

FEWEST = 10  # assignments with a time
FAST = 1 / 3  # of what annotators take in the middle
FEWEST_QUESTIONS = 2


@dataclass(frozen=True)
class Pace(JsonRecord):
    """One annotator."""

    annotator: str
    assignments: int
    """With a known time."""
    took: float
    """The median, in seconds."""
    early: float
    late: float
    """The same of the first and of the last third, in the order in which they were made; nan of few."""


def paces(times: Mapping[Pair, AssignmentTime]) -> list[Pace]:
    """Whoever has times, the fastest first."""
    own: dict[str, list[tuple[float, float]]] = {}
    for (_, who), time in times.items():
        if not math.isnan(time.took):
            own.setdefault(who, []).append((time.created, time.took))
    found = []
    for who, known in own.items():
        took = np.array([took for _, took in sorted(known)])
        third = len(took) // 3
        ends = (took[:third], took[-third:]) if third >= FEWEST else (np.zeros(0), np.zeros(0))
        early, late = (float(np.median(part)) if len(part) else math.nan for part in ends)
        found.append(Pace(who, len(took), float(np.median(took)), early, late))
    return sorted(found, key=lambda one: (one.took, one.annotator))


def pace_findings(found: list[Pace]) -> list[Finding]:
    """Annotators who take less than a third of what the others take in the middle."""
    known = [one for one in found if one.assignments >= FEWEST]
    if len(known) < 3:
        return []
    made = []
    for one in known:
        others = float(np.median([other.took for other in known if other is not one]))
        if one.took >= FAST * others:
            continue
        made.append(
            Finding(
                kind="fast annotator",
                matters=0.35,
                title=(f"'{one.annotator}' takes {one.took:.1f} seconds per item (median), the others {others:.1f}."),
                explanation=(
                    "Somebody who takes a third of the time may know the task well, or may not read the items. The "
                    "tool's clock also runs while nobody is working."
                ),
                action=f"Look at how '{one.annotator}' agrees with the others, and at a few of the fastest items.",
                numbers={**one.as_json(), "others": others},
            )
        )
    return made


def drift_findings(found: Mapping[str, AnyFindings]) -> list[Finding]:
    """Annotators whose agreement with the others changes over time in two questions or more."""
    falls: Counter[str] = Counter()
    for one in found.values():
        if one.shape == "labels":
            falls.update(
                trend.of for trend in one.annotators.drift.trends if trend.of and trend.notable and trend.change < 0
            )
    return [
        Finding(
            kind="fatigue",
            matters=0.5,
            title=f"The agreement of '{name}' with the others falls over time in {many(times, 'question')}.",
            explanation=(
                "Each of these trends is tested beside that of the others on the same items. Falling in several "
                "questions at once points to the annotator, such as fatigue, rather than to one question."
            ),
            action=f"Look at the last items of '{name}', and plan shorter sessions.",
            numbers={"annotator": name, "questions": times},
        )
        for name, times in sorted(falls.items())
        if times >= FEWEST_QUESTIONS
    ]

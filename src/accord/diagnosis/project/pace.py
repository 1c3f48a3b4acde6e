"""How long annotators take, and whether they get faster."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np

from accord.annotations.campaign import AssignmentTime, Pair
from accord.diagnosis.finding import Finding
from accord.results.json_numbers import JsonRecord

FEWEST = 10  # assignments with a time
FAST = 1 / 3  # of what annotators take in the middle


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
    all_paces = []
    for who, known in own.items():
        took = np.array([took for _, took in sorted(known)])
        third = len(took) // 3
        ends = (took[:third], took[-third:]) if third >= FEWEST else (np.zeros(0), np.zeros(0))
        early, late = (float(np.median(part)) if len(part) else math.nan for part in ends)
        all_paces.append(Pace(who, len(took), float(np.median(took)), early, late))
    return sorted(all_paces, key=lambda pace: (pace.took, pace.annotator))


def pace_findings(paces: list[Pace]) -> Iterator[Finding]:
    """Annotators who take less than a third of what the others take in the middle."""
    known = [pace for pace in paces if pace.assignments >= FEWEST]
    if len(known) < 3:
        return
    for pace in known:
        others = float(np.median([other.took for other in known if other is not pace]))
        if pace.took >= FAST * others:
            continue
        yield Finding(
            kind="fast annotator",
            matters=0.35,
            title=(f"'{pace.annotator}' takes {pace.took:.1f} seconds per item (median), the others {others:.1f}."),
            explanation=(
                "Somebody who takes a third of the time may know the task well, or may not read the items. The "
                "tool's clock also runs while nobody is working."
            ),
            action=f"Look at how '{pace.annotator}' agrees with the others, and at a few of the fastest items.",
            numbers={**pace.as_json(), "others": others},
        )

"""What takes longer and is added to findings on request: the error behind the value, and what makes items hard."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, TypeVar

from accord.annotations import Answers, Labels, Relations, Spans
from accord.diagnosis.shared_findings import SharedFindings
from accord.evaluation.headlines import headlines
from accord.measures import find
from accord.results import DataError, Result, UsageError

if TYPE_CHECKING:
    from accord.item_difficulty import Difficulty
    from accord.sweeping import ErrorSize, Grid

AnyShape = TypeVar("AnyShape", bound=SharedFindings)
SIMPLIFIED = frozenset({"ACC166", "ACC550"})


@dataclass(frozen=True, eq=False)
class ErrorReading:
    """One value read as the size of the error that produces it."""

    measure: str
    name: str
    value: float
    low: float
    high: float
    sentence: str
    grid: Grid = field(repr=False)

    def readings(self) -> tuple[ErrorSize, ...]:
        """What each kind of error would have to be like to give the value."""
        return self.grid.read(self.value, self.low, self.high)

    def title(self, degradation: str) -> str:
        """What the error is, in words: "units that are missed"."""
        return ", ".join(step.record.title for step in self.grid.sweep.steps[degradation])

    def share_of(self, degradation: str, magnitude: float) -> float:
        """The magnitude as readers know it: a share of the units, or of a unit's length."""
        steps = self.grid.sweep.steps[degradation]
        return float(steps[0].record.scale(magnitude, steps[0].options)) if len(steps) == 1 else magnitude

    def curve(self, degradation: str) -> list[dict[str, float]]:
        """The mean of the simulations and the middle 95 % of them by the size of the error, where it is known."""
        curve = self.grid.curve(degradation)
        return [
            {
                "share": self.share_of(degradation, at),
                "mean": mean,
                "low": mean if math.isnan(low) else low,
                "high": mean if math.isnan(high) else high,
            }
            for at, mean, low, high in zip(curve.magnitudes, curve.means, curve.lows, curve.highs, strict=True)
            if not math.isnan(mean)
        ]

    @property
    def simplified(self) -> tuple[str, ...]:
        """Where the grid stands for larger data: a part of them, or fewer annotators."""
        messages = [diagnostic.message for diagnostic in self.grid.sweep.diagnostics if diagnostic.code in SIMPLIFIED]
        return tuple(f"{message[:1].upper()}{message[1:]}." for message in messages)

    def as_json(self) -> dict[str, object]:
        return {
            "measure": self.measure,
            "value": self.value,
            "sentence": self.sentence,
            **({"simplified": list(self.simplified)} if self.simplified else {}),
            "readings": [self._read(reading) for reading in self.readings()],
        }

    def _read(self, size: ErrorSize) -> dict[str, object]:
        ends = {"share": size.magnitude, "share_low": size.low, "share_high": size.high}
        shares = {name: None if math.isnan(end) else self.share_of(size.degradation, end) for name, end in ends.items()}
        return {**size.as_json(), **shares, "curve": self.curve(size.degradation)}


def error_reading(
    data: Answers | Labels | Relations | Spans, results: Sequence[Result], **settings: Any
) -> ErrorReading | None:
    """The headline value on a grid computed on the data themselves; None where there is none to read.

    `settings` are those of `reading_grid`, such as fewer magnitudes.
    """
    from accord.sweeping import reading_grid

    ranked = headlines(data.kind, [result for result in results if result.defined and "(" not in result.measure])
    chosen = next((result for result in ranked if find(data.kind, result.measure).bounded), None)
    if chosen is None:
        return None
    try:
        grid = reading_grid(data, chosen.measure, **settings)
    except (DataError, UsageError):
        return None
    name = find(data.kind, chosen.measure).symbol
    sentence = grid.sentence(chosen.value, chosen.low, chosen.high, name=name)
    sentence = sentence[:1].upper() + sentence[1:] + "."
    return ErrorReading(chosen.measure, name, chosen.value, chosen.low, chosen.high, sentence, grid)


def with_additions(
    findings: AnyShape,
    data: Answers | Labels | Relations | Spans,
    *,
    grid: bool = True,
    features: str | None = None,
    cluster: str | None = None,
) -> AnyShape:
    """The findings with the reading grid and, where features are given, with what makes items hard."""
    consensus = getattr(findings, "consensus", None)  # of spans, where seeking it again takes long
    known = {} if consensus is None else {"reference": consensus.spans}
    read = error_reading(data, findings.results, **known) if grid else None
    hard: Difficulty | None = None
    if features is not None:
        from accord.item_difficulty import difficulty

        hard = difficulty(data, features, cluster=cluster)
    verdict, remarks = findings.verdict, findings.remarks
    if read is not None and verdict:
        if getattr(findings, "promised", None) is not None:
            remarks = (read.sentence, *remarks)
        else:  # the error behind the value says more about what it means than the second sentence does
            verdict, remarks = (verdict[0], read.sentence, verdict[-1]), (*verdict[1:-1], *remarks)
    return replace(findings, reading=read, hard=hard, verdict=verdict, remarks=remarks)

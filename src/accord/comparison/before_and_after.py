"""What a comparison of two rounds found: values, differences, parts, the reference."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from accord.comparison.moved_references import MovedReference
from accord.comparison.paired_bootstrap import Gap
from accord.results import SCHEMA, Diagnostics, ReadAs, Result
from accord.results.json_numbers import JsonRecord, json_fields, json_value
from accord.results.presenting import presented
from accord.results.tabular import Columns, Records
from accord.results.told_tables import ToldTable
from accord.results.wording import many, percent


@dataclass(frozen=True)
class MeasureGap:
    """A measure before and after."""

    measure: str
    before: Result
    after: Result
    gap: Gap
    margin: float
    better: str = "up"
    """Which way is better: "up", "down", or "none" for an index that says something else."""

    @property
    def name(self) -> str:
        """What people call the measure: "Krippendorff's α (nominal)"."""
        return self.before.name

    @property
    def verdict(self) -> str:
        """ "better" or "worse" where the interval of the difference leaves out 0, else "cannot tell"; of an index
        "higher" or "lower"."""
        if self.gap.low > 0:
            return {"up": "better", "down": "worse", "none": "higher"}[self.better]
        if self.gap.high < 0:
            return {"up": "worse", "down": "better", "none": "lower"}[self.better]
        return "cannot tell"

    @property
    def equivalent(self) -> bool:
        return self.gap.within(self.margin)

    @property
    def needed(self) -> int | None:
        return self.gap.needed(self.margin)

    def in_table(self) -> list[dict[str, object]]:
        rounds = {"before": self.before, "after": self.after}
        ends = {"": "value", "_low": "low", "_high": "high"}
        return [
            {
                "measure": self.measure,
                **{name + end: getattr(result, of) for name, result in rounds.items() for end, of in ends.items()},
                **{name: getattr(self.gap, name) for name in ("difference", "low", "high", "p")},
                **{name: getattr(self, name) for name in ("verdict", "equivalent")},
                "items_needed": self.needed,
                "undefined": self.gap.undefined,
            }
        ]

    def as_json(self) -> dict[str, object]:
        signatures = [str(self.before.signature), str(self.after.signature)]
        record = {name: json_value(value) for name, value in self.in_table()[0].items()}
        return {**record, "signatures": signatures}


@dataclass(frozen=True)
class PartGap:
    """A line of a table of parts: a category, an annotator, or two categories that are confused."""

    of: str
    gap: Gap
    holm: float
    """p after Holm's correction over the lines of its table."""
    less_is_better: bool = False

    def verdict(self, level: float = 0.05) -> str:
        """What survives the correction."""
        if not self.holm < level:
            return "cannot tell"
        rose = self.gap.difference > 0
        return "better" if rose != self.less_is_better else "worse"

    def in_table(self) -> list[dict[str, object]]:
        gap = self.gap
        return [
            {
                "of": self.of,
                **{name: getattr(gap, name) for name in ("before", "after", "difference", "low", "high", "p")},
                "p_holm": self.holm,
                "verdict": self.verdict(),
                "undefined": gap.undefined,
            }
        ]

    def as_json(self) -> dict[str, object]:
        return {name: json_value(value) for name, value in self.in_table()[0].items()}


@dataclass(frozen=True)
class RoundDesign(JsonRecord):
    """What the two rounds share."""

    what: str
    """items or documents."""
    before: int
    after: int
    shared: int
    kind: str
    """paired, unpaired or mixed."""
    people_before: int
    people_after: int
    people_shared: int

    def sentences(self) -> list[str]:
        named = {
            "paired": f"The same {many(self.shared, self.what[:-1])} in both rounds: a paired comparison.",
            "unpaired": f"No {self.what[:-1]} in common ({self.before:,} before, {self.after:,} after): an "
            "unpaired comparison.",
            "mixed": f"{many(self.shared, self.what[:-1])} in both rounds, of {self.before:,} before and "
            f"{self.after:,} after: the comparison is paired where it can be.",
        }
        made = [named[self.kind]]
        new = self.people_after - self.people_shared
        gone = self.people_before - self.people_shared
        if new or gone:
            made.append(
                f"{many(self.people_shared, 'annotator is', 'annotators are')} in both rounds, {gone:,} only in the "
                f"first, {new:,} only in the second: the intervals are over {self.what}, and do not account for "
                "other people who annotate differently."
            )
        return made


@dataclass(frozen=True)
class ReferenceStability(JsonRecord):
    """What share of the reference of a round other annotators would change."""

    round: str
    k: int
    value: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class BeforeAfter(ToldTable):
    """Two rounds side by side; `to_frame()` has a row for each measure, `categories`, `people` and `confusions` theirs.

    Each of the others is a table as well: `found.categories.to_frame()`.
    """

    kind: str
    design: RoundDesign
    measures: tuple[MeasureGap, ...]
    categories: Any
    """Records of `PartGap`: each category against all others."""
    people: Any
    """Records of `PartGap`: each annotator of both rounds with the others."""
    confusions: Any
    """Records of `PartGap`: the share of coincidences that are a confusion of two categories."""
    part_measure: str | None
    stability: tuple[ReferenceStability, ...]
    reference: MovedReference | None
    reference_untold: str | None
    """Why what moved in the reference is not told; None where it is, or where nothing could be compared."""
    margin: float
    confidence: float
    replicates: int
    seed: int
    data: dict[str, object] = field(default_factory=dict)
    read_as: ReadAs = ()
    diagnostics: Diagnostics = ()

    def __getitem__(self, measure: str) -> MeasureGap:
        """A measure by its name or expression."""
        for gap in self.measures:
            if gap.measure == measure:
                return gap
        raise KeyError(f"there is no measure '{measure}'; there are {', '.join(gap.measure for gap in self.measures)}")

    @property
    def part_name(self) -> str:
        """What people call the measure of the parts; empty where there is none."""
        named = next((line.name for line in self.measures if line.measure == self.part_measure), self.part_measure)
        return named or ""

    @property
    def main(self) -> MeasureGap | None:
        """The measure that the verdict is about: the first that is defined."""
        return next((line for line in self.measures if line.gap.undefined is None), None)

    @property
    def verdict(self) -> str:
        """ "better", "worse" or "cannot tell", by the first measure."""
        return "cannot tell" if self.main is None else self.main.verdict

    def _columns(self) -> Columns:
        return Records(self.measures)._columns()

    def sentences(self) -> list[str]:
        """What was found, in words."""
        return [*_verdict_lines(self), *self.design.sentences(), *_part_lines(self), *_reference_lines(self)]

    def chart(self) -> Any:
        """The differences with their intervals."""
        return presented("chart of before and after", self)

    def as_json(self) -> dict[str, object]:
        return {
            "schema": SCHEMA,
            "data": self.data,
            "items": self.design.as_json(),
            **json_fields(self, "verdict", "margin", "confidence", "replicates", "seed", "measures", "part_measure"),
            **json_fields(self, "categories", annotators="people", confusions="confusions", stability="stability"),
            **json_fields(self, "reference", "reference_untold"),
            "diagnostics": [str(diagnostic) for diagnostic in self.diagnostics],
        }

    def __repr__(self) -> str:
        return f"BeforeAfter({self.verdict}, {many(len(self.measures), 'measure')}, {self.design.kind})"


def _verdict_lines(both: BeforeAfter) -> list[str]:
    main = both.main
    if main is None:
        why = next((line.gap.undefined for line in both.measures), None)
        return [
            f"No measure is defined in both rounds{'' if why is None else f' ({why})'}: the rounds cannot be compared."
        ]
    gap = main.gap
    ends = f"{main.before.value:.3f} before, {main.after.value:.3f} after"
    apart = f"{gap.difference:+.3f} [{gap.low:+.3f}, {gap.high:+.3f}]".replace("-", "−")
    text = f"{main.verdict.capitalize()}: {main.name} is {ends}, a difference of {apart}."
    if main.equivalent:
        text += f" The difference is within the margin of {both.margin:g}."
    elif main.verdict == "cannot tell" and main.needed is not None:
        text += f" About {main.needed:,} {both.design.what} would be needed to detect a difference of {both.margin:g}."
    return [text]


def _part_lines(rounds: BeforeAfter) -> Iterator[str]:
    for lines, what in ((rounds.categories, "category"), (rounds.people, "annotator")):
        moved = [line for line in lines if line.verdict() != "cannot tell"]
        if lines:
            named = ", ".join(f"{line.of} ({line.verdict()})" for line in moved[:5]) or "none"
            plural = {"category": "categories", "annotator": "annotators"}[what]
            yield f"Of {many(len(lines), what, plural)}, changed after correction (Holm): {named}."
    gone = [confusion for confusion in rounds.confusions if confusion.verdict() == "better"]
    come = [confusion for confusion in rounds.confusions if confusion.verdict() == "worse"]
    if rounds.confusions:
        less = ", ".join(confusion.of for confusion in gone[:5]) or "none"
        more = ", ".join(confusion.of for confusion in come[:5]) or "none"
        yield f"Confusions that became rarer (Holm): {less}; more frequent: {more}."


def _reference_lines(rounds: BeforeAfter) -> Iterator[str]:
    if len(rounds.stability) == 2:
        first, second = rounds.stability
        yield (
            f"Other groups of {many(first.k, 'annotator')} would change {percent(first.value)} of the reference "
            f"before, {percent(second.value)} after."
        )
    moved = rounds.reference
    if moved is not None:
        yield (
            f"{moved.moved:,} of {moved.compared:,} {moved.what} of the reference changed ({percent(moved.share)}), on "
            f"{many(moved.items, rounds.design.what[:-1])} of both rounds."
        )
    if rounds.reference_untold is not None:
        yield f"What changed in the reference is not shown: {rounds.reference_untold}."

"""Two rounds of a project, field by field: each as it is compared alone, and all of them corrected for their number."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np

from accord.annotations import Annotations
from accord.annotations.project import Project
from accord.comparison.before_and_after import BeforeAfter, MeasureGap
from accord.results import SCHEMA, DataError, Diagnostic, Diagnostics, ReadAs, UsageError
from accord.results.json_numbers import JsonRecord, json_fields
from accord.results.presenting import presented
from accord.results.tabular import Columns, Records
from accord.results.told_tables import ToldTable
from accord.results.wording import many
from accord.statistics.multiple_comparisons import holm


@dataclass(frozen=True)
class FieldGap(JsonRecord):
    """The main measure of one field before and after."""

    field: str
    shape: str
    shared: int
    """Items or documents of both rounds."""
    measure: str
    before: float
    after: float
    difference: float
    low: float
    high: float
    p: float
    p_holm: float
    """After Holm's correction over the fields."""
    verdict: str
    """By the interval of this field alone."""
    corrected: str
    """The same where it survives the correction, else "cannot tell"."""
    undefined: str | None = None


@dataclass(frozen=True, eq=False, repr=False)
class FieldsCompared(ToldTable, Mapping[str, BeforeAfter]):
    """Two rounds of a project: `found["tone"]` is what `compare` gives of that field, `to_frame()` a row for each.

    Fields that only one of the rounds has, and those that cannot be compared, are named.
    """

    fields: Mapping[str, BeforeAfter]
    only_before: tuple[str, ...]
    only_after: tuple[str, ...]
    refused: Mapping[str, DataError | UsageError]
    """Fields of both rounds that cannot be compared, and why."""
    margin: float
    confidence: float
    read_as: ReadAs = ()
    notes: Diagnostics = field(default=(), repr=False)
    """What is to be said about the two projects themselves."""

    def __getitem__(self, name: str) -> BeforeAfter:
        if name in self.fields:
            return self.fields[name]
        raise UsageError(f"no field '{name}' was compared", f"there are {', '.join(map(repr, self.fields))}")

    def __iter__(self) -> Iterator[str]:
        return iter(self.fields)

    def __len__(self) -> int:
        return len(self.fields)

    def __repr__(self) -> str:
        verdicts = ", ".join(f"{name!r}: {rounds.verdict}" for name, rounds in self.fields.items())
        return f"FieldsCompared({verdicts})"

    @cached_property
    def rows(self) -> Records[FieldGap]:
        """The main measure of each field; what fell most stands first, what is undefined last."""
        known = {name: rounds.main for name, rounds in self.fields.items()}
        p = holm(np.array([math.nan if main is None else main.gap.p for main in known.values()]))
        made = [
            _undefined(name, self.fields[name]) if main is None else self._row(name, main, float(own))
            for (name, main), own in zip(known.items(), p, strict=True)
        ]
        order = {name: _improvement(main) for name, main in known.items()}
        return Records(sorted(made, key=lambda row: (math.isnan(order[row.field]), order[row.field])))

    def _row(self, name: str, main: MeasureGap, p: float) -> FieldGap:
        gap, rounds = main.gap, self.fields[name]
        numbers = {name: getattr(gap, name) for name in ("before", "after", "difference", "low", "high", "p")}
        return FieldGap(
            field=name,
            shape=rounds.kind,
            shared=rounds.design.shared,
            measure=main.measure,
            **numbers,
            p_holm=p,
            verdict=main.verdict,
            corrected=main.verdict if p < 1 - self.confidence else "cannot tell",
        )

    @property
    def worse(self) -> tuple[str, ...]:
        """The fields that are worse after the correction."""
        return tuple(row.field for row in self.rows if row.corrected == "worse")

    @property
    def diagnostics(self) -> Diagnostics:
        """Those of the projects, and those of each field with its name."""
        own = [
            Diagnostic(diagnostic.code, f"'{name}': {diagnostic.message}", diagnostic.place, diagnostic.hint)
            for name, rounds in self.fields.items()
            for diagnostic in rounds.diagnostics
        ]
        return (*self.notes, *dict.fromkeys(own))

    def _columns(self) -> Columns:
        return self.rows._columns()

    def sentences(self) -> list[str]:
        """How many fields changed, and which are not compared."""
        rows = self.rows
        verdicts = []
        for verdict in dict.fromkeys(["worse", "better", *(row.corrected for row in rows)]):
            named = [row.field for row in rows if row.corrected == verdict]
            verdicts.append(f"{verdict}: {', '.join(named) or 'none'}")
        made = [f"Of {many(len(rows), 'question')}, corrected for their number (Holm): {'; '.join(verdicts)}."]
        alone = [row.field for row in rows if row.verdict == "worse" and row.corrected != "worse"]
        if alone:
            made.append(f"Worse by their own interval, and not after the correction: {', '.join(alone)}.")
        for which, names in (("first", self.only_before), ("second", self.only_after)):
            if names:
                made.append(f"Only in the {which} round, and not compared: {', '.join(names)}.")
        made += [f"'{name}' is not compared: {error}" for name, error in self.refused.items()]
        return made

    def chart(self) -> Any:
        """The main difference of each field with its interval."""
        return presented("chart of fields before and after", self)

    def as_json(self) -> dict[str, object]:
        return {
            "schema": SCHEMA,
            **json_fields(self, questions="rows", worse="worse", only_before="only_before", only_after="only_after"),
            "not_compared": {name: str(error) for name, error in self.refused.items()},
            **json_fields(self, "fields"),
        }


def compare_fields(
    before: Project,
    after: Project,
    compared: Callable[[Annotations, Annotations], BeforeAfter],
    *,
    margin: float,
    confidence: float,
) -> FieldsCompared:
    """Every field that both rounds have, by `compared`; a DataError where they have none that can be."""
    shared = [name for name in before if name in after]
    if not shared:
        names = [", ".join(f"'{name}'" for name in project) for project in (before, after)]
        message = f"the two rounds have no field in common: the first has {names[0]}, the second {names[1]}"
        raise DataError("ACC454", message, hint="rename the fields of one of them, or name one field of each")
    made: dict[str, BeforeAfter] = {}
    refused: dict[str, DataError | UsageError] = {}
    for name in shared:
        try:
            made[name] = compared(before[name], after[name])
        except (DataError, UsageError) as error:
            refused[name] = error
    if not made:
        raise next(iter(refused.values()))
    return FieldsCompared(
        fields=made,
        only_before=_only(before, after),
        only_after=_only(after, before),
        refused=refused,
        margin=margin,
        confidence=confidence,
        read_as=before.read_as,
        notes=tuple(dict.fromkeys((*before.diagnostics, *after.diagnostics))),
    )


def _only(project: Project, other_project: Project) -> tuple[str, ...]:
    """Fields of one round that the other has no annotations of, also those that nobody answered there."""
    return tuple(name for name in project if name not in other_project)


def _improvement(main: MeasureGap | None) -> float:
    if main is None:
        return math.nan
    return -main.gap.difference if main.better == "down" else main.gap.difference


def _undefined(name: str, rounds: BeforeAfter) -> FieldGap:
    first = next(iter(rounds.measures), None)
    values = (math.nan, math.nan) if first is None else (first.before.value, first.after.value)
    return FieldGap(
        name,
        rounds.kind,
        rounds.design.shared,
        "" if first is None else first.measure,
        *values,
        *(math.nan,) * 5,
        "cannot tell",
        "cannot tell",
        "no measure applies to both rounds" if first is None else first.gap.undefined,
    )

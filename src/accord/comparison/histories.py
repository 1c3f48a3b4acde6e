"""`accord.history`: how values went over a campaign, from its log."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from accord.comparison.campaign_log import LogEntry, LoggedValue, PathLike, entries_in, text_of
from accord.measures import called, find
from accord.results import SCHEMA, DataError, Diagnostic, Diagnostics, Place, UsageError, parse_expression
from accord.results.json_numbers import json_fields, json_value
from accord.results.option_names import command
from accord.results.presenting import presented
from accord.results.tabular import Columns
from accord.results.told_tables import ToldTable
from accord.results.wording import many


@dataclass(frozen=True)
class HistoryPoint:
    """A value of a series, and how it stands to the one before."""

    entry: int
    """The place of its entry in the log, from 1."""
    when: str
    name: str
    items: object
    annotators: object
    logged: LoggedValue
    change: float
    """From the one before; nan for the first."""
    surely: str
    """"higher" or "lower" where the intervals tell, taken for independent; else "cannot tell"; "" for the first."""


@dataclass(frozen=True)
class HistorySeries:
    """Values of one kind: the same shape, measure, parameters and interval."""

    measure: str
    name: str
    """The measure; with what tells it from others of the same measure where there are several kinds."""
    points: tuple[HistoryPoint, ...]

    @property
    def called(self) -> str:
        """What people call the measure, with what tells the series from others."""
        logged = self.last.logged.signature
        known = called(logged.shape, self.measure, parse_expression(logged.measure).parameters.get("level"))
        return f"{known}{self.name.removeprefix(self.measure)}"

    @property
    def last(self) -> HistoryPoint:
        return self.points[-1]


@dataclass(frozen=True, eq=False)
class History(ToldTable):
    """A campaign: values over time, one series for each kind; `to_frame()` has a row for each value."""

    source: str
    entries: tuple[LogEntry, ...] = field(repr=False)
    series: tuple[HistorySeries, ...]
    threshold: float | None = None
    """What was agreed on, drawn as a line."""
    diagnostics: Diagnostics = ()

    def __getitem__(self, measure: str) -> HistorySeries:
        """The last series of a measure, by its name."""
        matching = [series for series in self.series if measure in (series.measure, series.name)]
        if not matching:
            names = ", ".join(series.name for series in self.series) or "none"
            raise KeyError(f"there is no series '{measure}'; there are {names}")
        return matching[-1]

    def worse(self, margin: float = 0.05) -> list[str]:
        """The series of the last entry whose last value is worse than the one before: by more than the margin, or
        surely; an undefined value after a defined one is worse."""
        newest = len(self.entries)
        return [
            series.name
            for series in self.series
            if series.last.entry == newest and len(series.points) > 1 and _is_worse(series, margin)
        ]

    def _columns(self) -> Columns:
        rows = [{"series": series.name, **_row(point)} for series in self.series for point in series.points]
        names = list(rows[0]) if rows else ["series"]
        return {name: [row[name] for row in rows] for name in names}

    def sentences(self) -> list[str]:
        """How each series ended, in words."""
        return [_sentence(series, self.threshold) for series in self.series]

    def chart(self) -> Any:
        """The values over time, with intervals and the agreed threshold."""
        return presented("chart of a history", self)

    def as_json(self) -> dict[str, object]:
        return {
            "schema": SCHEMA,
            "source": self.source,
            "entries": len(self.entries),
            "threshold": self.threshold,
            "series": [
                {
                    **json_fields(series, "measure", "name"),
                    "kind": [str(part) for part in series.last.logged.kind],
                    "values": [json_value(_row(point)) for point in series.points],
                }
                for series in self.series
            ],
            "diagnostics": [str(diagnostic) for diagnostic in self.diagnostics],
        }

    def __repr__(self) -> str:
        return f"History({many(len(self.entries), 'entry', 'entries')}, {many(len(self.series), 'series', 'series')})"


def history(path: PathLike, measures: str | list[str] | None = None, *, threshold: float | None = None) -> History:
    """How values went over a campaign, from the log that `accord measure --log` writes.

    Values stand in one series where their signatures are of one kind: the same shape, the same measure with all its
    parameters, the same interval. Others of the same measure are a series of their own, and that is said.

    Parameters
    ----------
    path
        The log, a JSONL file.
    measures
        Only these, by name or expression; None for all.
    threshold
        The value that was agreed on; it is drawn.

    Returns
    -------
    History
        `series` has the values, `to_frame()` all of them, `chart()` is a figure; `worse()` names what got worse.

    Raises
    ------
    DataError
        When there is no such log, a line of it is no entry, or it is empty.
    UsageError
        When none of the measures is in it.

    Examples
    --------
    >>> import accord, os, tempfile
    >>> path = os.path.join(tempfile.mkdtemp(), "campaign.jsonl")
    >>> for number, rows in enumerate(([["a", "b"], ["b", "b"], ["a", "a"]] * 9, [["a", "a"], ["b", "b"]] * 9)):
    ...     _ = accord.log_results(accord.measure(accord.labels(rows), ["alpha"]), path, name=f"round {number + 1}")
    >>> [round(point.logged.value, 2) for point in accord.history(path)["alpha"].points]
    [0.35, 1.0]
    """
    return history_in(text_of(path), str(path), measures, threshold)


def history_in(
    text: str, path: str, measures: str | list[str] | None = None, threshold: float | None = None
) -> History:
    """The history that the text of a log holds."""
    entries = entries_in(text, path)
    if not entries:
        hint = f"write to it with {command('log')}"
        raise DataError("ACC455", "the log is empty", Place(path), hint)
    wanted = None if measures is None else [measures] if isinstance(measures, str) else list(measures)
    series = _series(entries, wanted)
    if wanted is not None and not series:
        known = ", ".join(dict.fromkeys(value.measure for entry in entries for value in entry.values))
        raise UsageError(f"the log has no value of {', '.join(wanted)}", f"it has {known}")
    return History(path, tuple(entries), tuple(series), threshold, tuple(_remarks(entries, series)))


def _series(entries: list[LogEntry], wanted: list[str] | None) -> list[HistorySeries]:
    kinds: dict[tuple[object, ...], list[tuple[int, LogEntry, LoggedValue]]] = {}
    for number, entry in enumerate(entries, start=1):
        for value in entry.values:
            if wanted is None or value.measure in wanted or value.measure.split("(")[0] in wanted:
                kinds.setdefault(value.kind, []).append((number, entry, value))
    measures = [logged[-1][2].measure for logged in kinds.values()]
    names = [_name(measure, kind, measures, kinds) for measure, kind in zip(measures, kinds, strict=True)]
    return [
        HistorySeries(measure, name, _points(logged))
        for measure, name, logged in zip(measures, names, kinds.values(), strict=True)
    ]


def _name(measure: str, kind: tuple[object, ...], measures: list[str], kinds: dict[tuple[object, ...], Any]) -> str:
    """The measure, with what tells its kind from others of the same measure."""
    alike = [other_kind for other_kind, other_measure in zip(kinds, measures, strict=True) if other_measure == measure]
    if len(alike) == 1:
        return measure
    told = [str(part) for place, part in enumerate(kind) if len({other[place] for other in alike}) > 1]
    return f"{measure} [{', '.join(told)}]"


def _points(logged: list[tuple[int, LogEntry, LoggedValue]]) -> tuple[HistoryPoint, ...]:
    made: list[HistoryPoint] = []
    for number, entry, value in logged:
        before = made[-1].logged if made else None
        change = math.nan if before is None else value.value - before.value
        surely = "" if before is None else _surely(change, before, value)
        items = entry.data.get("items", entry.data.get("documents"))
        made.append(
            HistoryPoint(number, entry.when, entry.name, items, entry.data.get("annotators"), value, change, surely)
        )
    return tuple(made)


def _surely(change: float, before: LoggedValue, after: LoggedValue) -> str:
    """By the interval of the difference of two independent values, from theirs (MOVER: Zou & Donner 2008)."""
    down = math.hypot(after.high - after.value, before.value - before.low)
    if change - math.hypot(after.value - after.low, before.high - before.value) > 0:
        return "higher"
    return "lower" if change + down < 0 else "cannot tell"


def _is_worse(series: HistorySeries, margin: float) -> bool:
    before, last = series.points[-2].logged, series.last
    if math.isnan(last.logged.value):
        return not math.isnan(before.value)
    down = _lower_is_better(last.logged)
    change = -last.change if down else last.change
    return change < -margin or last.surely == ("higher" if down else "lower")


def _lower_is_better(value: LoggedValue) -> bool:
    try:
        return find(value.signature.shape, parse_expression(value.signature.measure).name).lower_is_better
    except UsageError:  # a measure of a plugin that is not here
        return False


def _remarks(entries: list[LogEntry], series: list[HistorySeries]) -> Iterator[Diagnostic]:
    for measure in dict.fromkeys(line.measure for line in series if line.name != line.measure):
        number = sum(line.measure == measure for line in series)
        text = f"{measure} was logged with signatures of {number} kinds, which are not comparable and are shown apart"
        yield Diagnostic("ACC456", text)
    versions = sorted({value.signature.accord for entry in entries for value in entry.values})
    if len(versions) > 1:
        yield Diagnostic("ACC456", f"values were computed by accord {', '.join(versions)}")


def _sentence(series: HistorySeries, threshold: float | None) -> str:
    last, value = series.last, series.last.logged
    if math.isnan(value.value):
        return f"{series.called}: undefined in the last of {many(len(series.points), 'entry', 'entries')}."
    ends = "" if math.isnan(value.low) else f" [{value.low:.3f}, {value.high:.3f}]"
    text = f"{series.called}: {value.value:.3f}{ends} in the last of {many(len(series.points), 'entry', 'entries')}"
    if not math.isnan(last.change):
        sure = "" if last.surely == "cannot tell" else f", surely {last.surely}"
        change = f"{last.change:+.3f} from" if abs(last.change) >= 0.0005 else "the same as"
        text += f", {change} the one before{sure}".replace("-", "−")
    if threshold is not None:
        side = "above" if value.value >= threshold else "below"
        clear = " with its interval" if (value.low >= threshold or value.high < threshold) else ""
        text += f"; {side} the agreed {threshold:g}{clear}"
    return f"{text}."


def _row(point: HistoryPoint) -> dict[str, object]:
    value = point.logged
    return {
        **{name: getattr(point, name) for name in ("entry", "when", "name", "items", "annotators")},
        **{name: getattr(value, name) for name in ("value", "low", "high")},
        "change": point.change,
        "surely": point.surely,
        "undefined": value.undefined,
        "signature": str(value.signature),
    }

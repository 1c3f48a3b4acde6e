"""A log of results, one JSON line for each time that something was measured, each with its signatures."""

from __future__ import annotations

import json
import math
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from accord.results import SCHEMA, DataError, Place, Result, Signature
from accord.results.file_locks import alone_with
from accord.results.json_numbers import json_fields
from accord.results.option_names import command
from accord.results.output_files import write_text

PathLike = str | os.PathLike[str]
LARGEST = 200_000_000  # bytes of a log that is read


@dataclass(frozen=True)
class LoggedValue:
    """A measure as it was logged."""

    measure: str
    value: float
    low: float
    high: float
    confidence: float | None
    undefined: str | None
    signature: Signature

    @property
    def kind(self) -> tuple[object, ...]:
        """What values must share to stand on one line: the shape, the measure with all its parameters, and how the
        interval was made. Data, seeds and versions may differ."""
        sign = self.signature
        drawn = None if sign.resample is None else sign.resample.split(" ")[0]
        return sign.shape, sign.measure, sign.interval, drawn, self.confidence

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2


@dataclass(frozen=True)
class LogEntry:
    """What was measured at one time."""

    when: str
    name: str
    data: Mapping[str, object]
    values: tuple[LoggedValue, ...]


def moment() -> str:
    """Now, in UTC; or the moment that SOURCE_DATE_EPOCH says, for runs that are to be repeated to the letter."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH", "")
    at = datetime.fromtimestamp(int(fixed), UTC) if fixed.isdigit() else datetime.now(UTC)
    return at.replace(microsecond=0).isoformat().replace("+00:00", "Z")


def entry_line(results: Iterable[Result], data: Mapping[str, object], name: str) -> str:
    """One line of the log."""
    kept = ("kind", "items", "documents", "annotators", "level", "sha256")
    facts = {key: data[key] for key in kept if key in data}
    logged = ("measure", "value", "low", "high", "confidence", "undefined")
    values = [
        {**json_fields(result, *logged), "signature": str(result.signature)} for result in results if result.of is None
    ]
    record = {"schema": SCHEMA, "when": moment(), "name": name, "data": facts, "results": values}
    return json.dumps(record, ensure_ascii=True)


def log_results(
    results: Sequence[Result], path: PathLike, data: Mapping[str, object] | None = None, name: str = ""
) -> Path:
    """Append results to a log of a campaign, which `accord.history` reads.

    Parameters
    ----------
    results
        What `accord.measure` returned for a list of measures; values of parts are not logged.
    path
        The log, a JSONL file; it is made where it is not there.
    data
        Facts about the data to be kept beside: items, annotators.
    name
        What to call this entry, such as "round 2".

    Returns
    -------
    Path
        The log.

    Raises
    ------
    DataError
        When the file is there and is no such log, or cannot be written.

    Examples
    --------
    >>> import accord, os, tempfile
    >>> data = accord.labels([["a", "a"], ["b", "a"], ["b", "b"], ["a", "a"], ["b", "b"]])
    >>> path = os.path.join(tempfile.mkdtemp(), "campaign.jsonl")
    >>> accord.log_results(accord.measure(data, ["alpha"]), path, name="round 1").name
    'campaign.jsonl'
    >>> accord.history(path)
    History(1 entry, 1 series)
    """
    append_results(results, path, data or {}, name)
    return Path(path)


def append_results(results: Iterable[Result], path: PathLike, data: Mapping[str, object], name: str) -> str:
    """Append to a log, one process after the other; what it then holds."""
    with alone_with(path):
        before = text_of(path) if Path(path).exists() else ""
        entries_in(before, str(path))
        lines = before if not before or before.endswith("\n") else f"{before}\n"
        whole = f"{lines}{entry_line(results, data, name)}\n"
        write_text(path, whole)
    return whole


def text_of(path: PathLike) -> str:
    """The whole log."""
    place = Place(str(path))
    try:
        if os.path.getsize(path) > LARGEST:
            raise DataError("ACC455", "the file is too large to be a log of results", place, "name another file")
        return Path(path).read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        hint = f"write one with {command('log')}"
        raise DataError("ACC455", "there is no such log", place, hint) from None
    except OSError as error:
        raise DataError("ACC455", f"cannot read it: {error.strerror or error}", place, "check the path") from error
    except UnicodeDecodeError:
        raise DataError("ACC455", "this is not text in UTF-8", place, "a log is a JSONL file") from None


def entries_in(text: str, source: str) -> list[LogEntry]:
    """The entries of a log; a DataError with the line of one that is none."""
    lines = enumerate(text.split("\n"), start=1)
    return [_entry(line, Place(source, number)) for number, line in lines if line.strip()]


def _entry(line: str, place: Place) -> LogEntry:
    hint = f"a line is what {command('log')} writes, or empty"
    wrong = DataError("ACC455", "this line is not an entry of a log of results", place, hint)
    try:
        record = json.loads(line)
    except (ValueError, RecursionError):
        raise wrong from None
    if not isinstance(record, dict) or not isinstance(record.get("results"), list):
        raise wrong
    if record.get("schema") != SCHEMA:
        message = f"an entry of schema {record.get('schema')!r}, and this accord reads {SCHEMA}"
        raise DataError("ACC455", message, place, "use the accord that wrote it")
    try:
        values = tuple(_value(result) for result in record["results"])
        data = dict(record.get("data") or {})
        return LogEntry(str(record.get("when", "")), str(record.get("name", "")), data, values)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise wrong from None


def _value(record: Mapping[str, object]) -> LoggedValue:
    value, low, high = (
        math.nan if record[name] is None else float(record[name])  # type: ignore[arg-type]
        for name in ("value", "low", "high")
    )
    level = record.get("confidence")
    undefined = record.get("undefined")
    return LoggedValue(
        str(record["measure"]),
        value,
        low,
        high,
        confidence=None if level is None else float(level),  # type: ignore[arg-type]
        undefined=None if undefined is None else str(undefined),
        signature=Signature.parse(str(record["signature"])),
    )

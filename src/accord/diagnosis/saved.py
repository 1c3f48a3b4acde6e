"""Findings read back from a report: the page, or the JSON of `accord report --format json`."""

from __future__ import annotations

import json
import math
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, ClassVar

from accord.diagnosis.finding import Finding
from accord.diagnosis.reports import Reports
from accord.evaluation.meaning import explained
from accord.evaluation.overview import categories_line
from accord.measures import find
from accord.results import (
    SCHEMA,
    DataError,
    Diagnostics,
    Place,
    ReadAs,
    Reading,
    Result,
    Results,
    UsageError,
    parse_expression,
)
from accord.results.foreign_text import html_text, visible
from accord.results.option_names import command
from accord.results.result import parsed_diagnostic
from accord.results.tabular import Records, Tables, Tabular
from accord.results.wording import many

ELEMENT = "accord-results"
"""The id of the script element of the page that holds the findings."""
LARGEST = 1 << 28  # bytes of a file that is read
KINDS = ("labels", "spans", "relations", "answers")
_SCRIPT = re.compile(rf"<script\b[^>]*\bid=[\"']?{ELEMENT}[\"']?[^>]*>", re.IGNORECASE)
_HINT = f"give a page of `{command('report')}`, or the JSON of `{command('report as JSON')}`"
_AGAIN = "write the report again"


@dataclass(frozen=True)
class SavedData:
    """What was read then: the facts as they stand in the JSON, such as kind, items, annotators and categories."""

    facts: Mapping[str, Any]
    read_as: ReadAs = ()
    """What was read as what."""

    @property
    def kind(self) -> str:
        return str(self.facts["kind"])

    @property
    def sha256(self) -> str:
        return str(self.facts.get("sha256", ""))

    @property
    def categories(self) -> tuple[str, ...]:
        return tuple(map(str, self.facts.get("categories", ())))

    def as_json(self) -> dict[str, object]:
        return dict(self.facts)

    def lines(self) -> list[str]:
        """In two lines.

        >>> SavedData({"kind": "labels", "items": 1200, "annotators": 3, "level": "nominal", "missing": 4}).lines()
        ['1,200 items × 3 annotators, level nominal, 4 missing labels', 'no categories']
        """
        what = "item" if self.kind in ("labels", "answers") else "document"
        people = many(self._count("annotators"), "annotator")
        if self.facts.get("annotators_known") is False:
            people = f"up to {people} (unknown)"
        together = f" in {many(self._count('clusters'), 'cluster')}" if "clusters" in self.facts else ""
        first = f"{many(self._count('items'), what)}{together} × {people}"
        if self.kind == "labels":
            first += f", level {self.facts.get('level', 'nominal')}, {many(self._count('missing'), 'missing label')}"
            first += f", {self._count('repeated'):,} repeated" if self._count("repeated") else ""
        else:
            counted = [name for name in ("units", "relations", "answers") if name in self.facts]
            first += "".join(f", {many(self._count(name), name.removesuffix('s'))}" for name in counted)
            for name, words in (("missing", "not asked"), ("nothing", "× nothing annotated")):
                first += f", {self._count(name):,} {words}" if self._count(name) else ""
        if self.kind == "answers":
            return [first, many(self._count("vocabulary"), "different answer")]
        return [first, categories_line(self.categories, max(len(self.categories), self._count("categories_in_all")))]

    def _count(self, name: str) -> int:
        number = self.facts.get(name, 0)
        return number if isinstance(number, int) else 0


@dataclass(frozen=True, repr=False)
class SavedFindings:
    """What a report said, without the data it was made from."""

    title: str
    data: SavedData
    verdict: tuple[str, ...]
    results: Results
    by_category: Results
    findings: Records[Finding]
    diagnostics: Diagnostics
    json: Mapping[str, Any] = field(repr=False, compare=False)
    """All of it, as it stands in the file: also the tables that no attribute has."""
    remarks: tuple[str, ...] = ()
    """Sentences beyond those of the verdict."""
    introduction: str = ""
    reference: ClassVar[None] = None

    @property
    def tables(self) -> Tables:
        """The values, those of each category, and the findings as data frames; all else is in `json`."""
        held: dict[str, Tabular] = {"coefficients": self.results, "categories": self.by_category}
        return Tables({**held, "findings": self.findings, "left-out": Records(self.diagnostics)})

    def as_json(self) -> dict[str, object]:
        return dict(self.json)

    def __repr__(self) -> str:
        first = "; ".join(map(visible, self.data.lines()[:1]))
        return f"SavedFindings({visible(self.title)!r}: {first}; {many(len(self.findings), 'finding')})"

    def _repr_html_(self) -> str:
        sentences = "".join(f"<p>{html_text(sentence)}</p>" for sentence in self.verdict)
        tables = ", ".join(map(html_text, self.tables))
        return (
            f"<h3>{html_text(self.title)}</h3>{sentences}{self.results._repr_html_()}"
            f"<p><code>tables[…].to_frame()</code>: {tables}</p>"
        )

    @classmethod
    def from_json(cls, record: object) -> SavedFindings:
        """From the `as_json` of findings of any shape; a DataError says what is not as it was written."""
        if not isinstance(record, Mapping):
            raise DataError("ACC089", f"findings that are {type(record).__name__} and not an object with names")
        _check_schema(record)
        title, facts = record.get("title"), record.get("data")
        if not isinstance(title, str):
            raise DataError("ACC089", "findings without a title")
        if not isinstance(facts, Mapping) or facts.get("kind") not in KINDS:
            raise DataError("ACC089", "findings that do not say what kind of annotations they are about")
        if not isinstance(facts.get("categories", []), list) or not isinstance(facts.get("sha256", ""), str):
            raise DataError("ACC089", "findings whose categories or digest cannot be read")
        sections = [_items(record, name, needed=name == "verdict") for name in ("verdict", "remarks")]
        if not all(isinstance(sentence, str) for sentences in sections for sentence in sentences):
            raise DataError("ACC089", "a verdict that is not made of sentences")
        verdict, remarks = (tuple(map(str, sentences)) for sentences in sections)
        data = SavedData(dict(facts), tuple(map(Reading.from_json, _items(record, "read_as", needed=False))))
        return cls(
            title=title,
            data=data,
            verdict=verdict,
            remarks=remarks,
            results=_results(data, _items(record, "results")),
            by_category=_results(data, _items(record, "by_category", needed=False)),
            findings=Records(Finding.from_json(item) for item in _items(record, "findings")),
            diagnostics=tuple(parsed_diagnostic(item) for item in _items(record, "diagnostics", needed=False)),
            json=dict(record),
        )


def read_report(path: str | os.PathLike[str]) -> Reports[SavedFindings]:
    """The findings of a report, from its page or from its JSON.

    Parameters
    ----------
    path
        A page that `accord.report` wrote, or what `accord report --format json` printed.

    Returns
    -------
    Reports
        A sequence of the findings about each data set: `accord.read_report("report.html")[0]`.

    Raises
    ------
    DataError
        When the file is anything else: it says what was found and where.

    Examples
    --------
    >>> import tempfile, pathlib, accord
    >>> data = accord.labels([["a", "a"], ["a", "b"], ["b", "b"], ["a", "a"]] * 5)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = accord.report(data, pathlib.Path(folder, "report.html"), title="a pilot", replicates=20)
    ...     [found] = read_report(pathlib.Path(folder, "report.html"))
    >>> found.title
    'a pilot'
    """
    if not isinstance(path, str | os.PathLike) or not isinstance(os.fspath(path), str):
        raise UsageError(f"read_report() takes a path, not {type(path).__name__}")
    file = os.fspath(path)
    try:
        return Reports(_findings(_embedded(_text(Path(file), file), file)))
    except DataError as error:
        if error.place.file is not None:
            raise
        raise DataError(error.code, error.message, Place(file), error.hint or _AGAIN) from error


def read_project_record(path: str | os.PathLike[str]) -> Mapping[str, Any] | None:
    """What a report says about all questions of a project together, as its JSON has it; None of other reports."""
    file = os.fspath(path)
    content = _embedded(_text(Path(file), file), file)
    whole = content.get("project") if isinstance(content, Mapping) else None
    return whole if isinstance(whole, Mapping) else None


def is_report(path: str | os.PathLike[str]) -> bool:
    """Whether a file begins like a report that `read_report` reads: a page of accord, or JSON with schema and findings.

    Only its first bytes are looked at, and for a page its whole text.
    """
    try:
        with open(path, "rb") as opened:
            head = opened.read(4096)
            if head.lstrip(b"\xef\xbb\xbf \t\r\n").lower().startswith((b"<!doctype html", b"<html")):
                return ELEMENT.encode() in head + opened.read(LARGEST)
    except OSError:
        return False
    return re.match(rb'(?:\xef\xbb\xbf)?\s*\{\s*"schema"\s*:\s*\d+\s*,\s*"findings"\s*:', head) is not None


def _findings(content: object) -> list[SavedFindings]:
    """A list of findings, or an object with the schema and that list."""
    if isinstance(content, Mapping):
        if "findings" not in content:
            raise DataError("ACC089", "the JSON has no 'findings'", hint=_HINT)
        _check_schema(content)
        content = content["findings"]
    if not isinstance(content, list):
        raise DataError("ACC089", f"the JSON is {type(content).__name__} and not a list of findings", hint=_HINT)
    if not content:
        raise DataError("ACC089", "the report has no findings", hint=_AGAIN)
    return [SavedFindings.from_json(record) for record in content]


def _check_schema(record: Mapping[str, Any]) -> None:
    schema = record.get("schema")
    if schema != SCHEMA or isinstance(schema, bool):
        shown = schema if isinstance(schema, int) and abs(schema) < 1_000_000 else "that is not a number"
        told = "no schema" if schema is None else f"schema {shown}"
        raise DataError(
            "ACC089",
            f"the report has {told}, and this version of accord reads schema {SCHEMA}",
            hint="read it with the version of accord that wrote it, or write the report again",
        )


def _items(record: Mapping[str, Any], name: str, *, needed: bool = True) -> list[object]:
    items = record.get(name) if needed else record.get(name, [])
    if not isinstance(items, list):
        raise DataError("ACC089", f"'{name}' is {'missing' if name not in record else 'not a list'}")
    return items


def _results(data: SavedData, records: list[object]) -> Results:
    return explained(data.kind, (_result(record, data.sha256) for record in records), data.read_as)


def _result(written: object, sha256: str) -> Result:
    """With the whole digest of the data, of which the signature shows the beginning, and the measure's names."""
    result = Result.from_json(written)
    if result.signature.data and sha256.startswith(result.signature.data):
        result = replace(result, signature=replace(result.signature, data=sha256))
    try:
        asked = parse_expression(result.measure)
    except UsageError as error:
        raise DataError("ACC089", f"a result of a measure that has no name: {error.message}", hint=_AGAIN) from error
    try:
        record = find(result.signature.shape, asked.name)
    except UsageError:  # a measure of somebody's own
        return result
    return replace(result, title=record.title, human=record.human, asked=record.in_words(asked.parameters))


# ---- from bytes to JSON


def _text(path: Path, file: str) -> str:
    from accord.formats.parsing.encodings import as_utf8

    try:
        size = path.stat().st_size
        raw = path.read_bytes() if size <= LARGEST else b""
    except (OSError, ValueError) as error:  # a path with a NUL character is a ValueError
        reason = getattr(error, "strerror", None) or str(error)
        raise DataError("ACC001", f"cannot read: {reason}", Place(file), "check the path") from error
    if size > LARGEST:
        raise DataError("ACC089", f"{size:,} bytes are too many for a report", Place(file), _HINT)
    if not raw.strip():
        raise DataError("ACC002", "the file is empty", Place(file), _AGAIN)
    text, diagnostics = as_utf8(raw, None, file)
    if diagnostics:
        raise DataError("ACC089", "the file is not UTF-8, in which reports are written", diagnostics[0].place, _AGAIN)
    return text.decode("utf-8")


def _embedded(text: str, file: str) -> object:
    """The JSON of the file, or of the element of a page that holds it."""
    start, stop = 0, len(text)
    if text.lstrip().startswith("<"):
        opened = _SCRIPT.search(text)
        if opened is None:
            raise DataError("ACC089", f"this page has no element '{ELEMENT}'", Place(file), _HINT)
        start, stop = opened.end(), text.find("</script", opened.end())
        if stop < 0:
            line = text.count("\n", 0, start) + 1
            raise DataError("ACC089", "the page ends before its results do", Place(file, line), _AGAIN)
    try:
        content = json.loads(text[start:stop], parse_float=_finite, parse_constant=_finite)
    except json.JSONDecodeError as error:
        line = text.count("\n", 0, start + error.pos) + 1
        raise DataError("ACC089", f"this is not JSON of accord: {error.msg}", Place(file, line), _HINT) from error
    except RecursionError as error:
        raise DataError("ACC089", "the JSON is nested too deeply", Place(file), _AGAIN) from error
    except ValueError as error:
        raise DataError("ACC089", f"the JSON cannot be used: {str(error)[:120]}", Place(file), _AGAIN) from error
    return content


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"the number {text[:20]} is not finite")
    return number

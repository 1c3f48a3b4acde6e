"""Reports read back: the same results, and a clear error for everything that is no report."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Iterator, Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import accord
from accord.annotations import Answers, answers
from accord.diagnosis import AnyFindings, findings
from accord.diagnosis.saved import SavedFindings, is_report, read_report
from accord.renderings.methods import methods_paragraph
from accord.renderings.results import results_table
from accord.renderings.tables import as_csv, as_latex, as_markdown, as_text
from accord.report_page import page
from accord.report_page.example import gene_renaming
from accord.report_page.relation_example import example_relations
from accord.report_page.span_example import example_spans
from accord.results import CATALOGUE, DataError, Diagnostic, Result, Signature, StandardError, UsageError


def _answers() -> Answers:
    words = [["clever", "bright"], ["clever"], ["smart"]]
    return answers({f"bright.a {n}": {who: words[(n + p) % 3] for p, who in enumerate("ABC")} for n in range(12)})


@cache
def found() -> tuple[AnyFindings, ...]:
    """Of each shape, one with values that are undefined, and a label that tries to leave the page."""
    odd = accord.labels([["</script><b>", "a|data:0"], ["a|data:0", "a|data:0"]], annotators=["x", "\u2028"])
    alone = accord.labels([["a", "a"], ["a", "a"]])
    return (
        findings(gene_renaming(), title="Genes", views=("without Nothing",), replicates=20),
        findings(example_spans(), ["f1", "f1(match='overlap')"], replicates=20),
        findings(example_relations(), ["mar_link", "link_kappa"], replicates=20),
        findings(_answers(), replicates=20),
        findings(odd, title="<script id='accord-results'>", replicates=20),
        findings(alone, replicates=20),
    )


@cache
def written() -> str:
    return page(found())


@cache
def as_json() -> str:
    """As `accord report --format json` prints it."""
    return json.dumps({"schema": 1, "findings": [one.as_json() for one in found()]}, ensure_ascii=False, indent=1)


def _equal(one: Result, other: Result) -> bool:
    def plain(result: Result) -> list[object]:
        values = [getattr(result, name) for name in result.__dataclass_fields__ if name not in ("title", "diagnostics")]
        values = [dict(value) if name == "components" else value for name, value in zip(_NAMES, values, strict=True)]
        return [*values, [str(diagnostic) for diagnostic in result.diagnostics]]

    return repr(plain(one)) == repr(plain(other))  # nan is not equal to nan, and prints alike


_NAMES = [name for name in Result.__dataclass_fields__ if name not in ("title", "diagnostics")]


@pytest.mark.parametrize("form", ["page", "json", "utf-16"])
def test_what_was_written_is_read_back(tmp_path: Path, form: str) -> None:
    file = tmp_path / "report"
    if form == "page":
        file.write_text(written(), encoding="utf-8")
    else:
        file.write_text(as_json(), encoding="utf-8" if form == "json" else "utf-16")
    saved = read_report(file)
    assert [one.title for one in saved] == [one.title for one in found()]
    assert {one.data.kind for one in saved} == {"labels", "spans", "relations", "answers"}
    for one, other in zip(found(), saved, strict=True):
        assert json.loads(json.dumps(one.as_json())) == other.as_json() == other.json
        assert len(one.results) == len(other.results) > 0
        assert all(_equal(a, b) for a, b in zip(one.results, other.results, strict=True))
        assert [result.title for result in other.results] == [result.title for result in one.results]
        by_category = getattr(one, "by_category", ())
        assert [result.as_json() for result in other.by_category] == [result.as_json() for result in by_category]
        assert [finding.as_json() for finding in other.findings] == other.json["findings"]
        assert other.verdict == one.verdict
        assert list(map(str, other.diagnostics)) == list(map(str, one.diagnostics))
        assert results_table(other.results) == results_table(one.results)
        assert methods_paragraph(other.results) == methods_paragraph(one.results)
        assert other.data.sha256 == one.data.sha256


def test_the_facts_are_told_in_the_same_words(tmp_path: Path) -> None:
    (tmp_path / "r.html").write_text(written(), encoding="utf-8")
    for one, saved in zip(found(), read_report(tmp_path / "r.html"), strict=True):
        assert saved.data.lines() == one.data.lines()


@pytest.mark.parametrize(
    ("signature", "text"),
    [
        (Signature("0.1", "2.4", "labels", "alpha", "ab" * 32, "bca", "items", 1000, 0), None),
        (Signature("0.1", "2.4", "labels", "s(x='|data:1|interval:none')", "ab" * 32, None, None, None, None), None),
        (Signature("0.1", "2.4", "spans", "gamma(\n)", "ab" * 32, None, None, None, -5), None),
        (None, ""),
        (None, "accord:1|numpy:2|schema:1"),
        (None, "accord:1|numpy:2|schema:2|shape:labels|measure:s|data:ab|interval:none"),
        (None, "accord:1|numpy:2|schema:1|shape:labels|measure:s|data:ab|interval:bca"),
        (None, "accord:1|numpy:2|schema:1|shape:labels|measure:s|data:ab|interval:none|seed:x"),
    ],
)
def test_signatures_parse_what_they_print(signature: Signature | None, text: str | None) -> None:
    if signature is None:
        with pytest.raises(DataError, match="signature") as caught:
            Signature.parse(str(text))
        assert caught.value.code == "ACC089"
    else:
        read = Signature.parse(str(signature))
        assert str(read) == str(signature)
        assert read.data == signature.data[:16]
        assert (read.measure, read.interval, read.replicates, read.seed) == (
            signature.measure,
            signature.interval,
            signature.replicates,
            signature.seed,
        )


def test_a_result_with_everything_comes_back() -> None:
    result = Result(
        measure="alpha",
        value=0.1 + 0.2,
        low=math.nan,
        high=1e-300,
        confidence=0.95,
        components={"observed": math.nan, "expected": -0.0},
        undefined="no pairs",
        signature=Signature("1", "2", "labels", "alpha", "0123456789abcdef", "bca", "items", 10, 3),
        diagnostics=(Diagnostic("ACC111", "x [ACC003] y", hint="do; it"),),
        of="</b>",
        standard_errors=(StandardError("zero", 0.5, "f", "r"),),
    )
    read = Result.from_json(json.loads(json.dumps(result.as_json(), allow_nan=False)))
    assert _equal(result, read)
    assert read.signature == result.signature


DAMAGED = [
    (b"", "ACC002"),
    (b"  \n", "ACC002"),
    (b"item,annotator,label\n1,A,x\n", "ACC089"),
    (b"<!doctype html><p>another page</p>", "ACC089"),
    (b'<script id="accord-results">[{"schema": 1', "ACC089"),
    (b'<script id="accord-results">[]</script>', "ACC089"),
    (b'<script id="accord-results">{"a": NaN}</script>', "ACC089"),
    (b'{"schema": 1, "findings": [{"schema": 1, "title": "\\ud800"}]}', "ACC089"),
    (b'{"schema": 2, "findings": []}', "ACC089"),
    (b'{"schema": 1}', "ACC089"),
    (b'{"schema": 1, "results": []}', "ACC089"),
    (b'{"schema": 1, "findings": {"a": 1}}', "ACC089"),
    (b'{"schema": 1, "findings": [1e999]}', "ACC089"),
    (b'{"schema": 1, "findings": [' + b"9" * 5000 + b"]}", "ACC089"),
    (b"[" * 100_000, "ACC089"),
    (b"\x00\x01\x02", "ACC005"),
    (b"PK\x03\x04\xff\xfe\x00", "ACC005"),
    ("é".encode("cp1252") + b"{}", "ACC089"),
]


@pytest.mark.parametrize(("content", "code"), DAMAGED, ids=range(len(DAMAGED)))
def test_what_is_no_report_is_refused_with_place_and_hint(tmp_path: Path, content: bytes, code: str) -> None:
    file = tmp_path / "report.html"
    file.write_bytes(content)
    with pytest.raises(DataError) as caught:
        read_report(file)
    assert caught.value.code == code
    assert caught.value.place.file == str(file)
    assert caught.value.hint
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(("value", "said"), [("1e999", "not finite"), ("NaN", "not finite")])
def test_what_cannot_be_printed_again_is_refused(tmp_path: Path, value: str, said: str) -> None:
    """In a part of the report that nothing else looks at."""
    file = tmp_path / "r.json"
    file.write_text(as_json().replace('"title": "Genes"', f'"own": {value}, "title": "Genes"'), encoding="utf-8")
    with pytest.raises(DataError, match=said):
        read_report(file)


def test_the_line_of_the_damage_is_named(tmp_path: Path) -> None:
    file = tmp_path / "r.json"
    lines = as_json().splitlines()
    lines[7] = "oops"
    file.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(DataError) as caught:
        read_report(file)
    assert caught.value.place.line == 8


def test_what_is_not_there_is_said(tmp_path: Path) -> None:
    for path in (tmp_path / "no.html", tmp_path, "a\0b"):
        with pytest.raises(DataError) as caught:
            read_report(path)
        assert caught.value.code == "ACC001"
        assert caught.value.hint
    with pytest.raises(UsageError):
        read_report(3)  # type: ignore[arg-type]  # what a caller without types may do
    assert "ACC089" in CATALOGUE


def test_reports_are_told_from_data(tmp_path: Path) -> None:
    contents = {"a.html": written(), "b.json": as_json(), "c.csv": "item,A\n1,x\n", "d.html": "<!doctype html><p>x</p>"}
    for name, content in contents.items():
        (tmp_path / name).write_text(content, encoding="utf-8")
    (tmp_path / "e.json").write_text('[{"item": 1}]', encoding="utf-8")
    assert [is_report(tmp_path / name) for name in ("a.html", "b.json", "c.csv", "d.html", "e.json", "none")] == [
        True,
        True,
        False,
        False,
        False,
        False,
    ]


# ---- anything that may happen to a file

READ = [(), *((name,) for name in ("schema", "title", "data", "verdict", "results", "findings", "diagnostics"))]
ODD: list[Any] = [None, True, -1, 0, 1.5, 10**300, "", "x", "a\u202eb", [], {}, [None], {"a": None}, [[]], "ACC003"]


def _nodes(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _nodes(inner, (*path, key))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield from _nodes(inner, (*path, place))


def _changed(content: Any, path: tuple[Any, ...], draw: random.Random) -> Any:
    """With one value replaced by an odd one, or left out."""
    if not path:
        return draw.choice(ODD)
    whole = deepcopy(content)
    inner = whole
    for step in path[:-1]:
        inner = inner[step]
    if draw.random() < 0.4:
        del inner[path[-1]]
    else:
        inner[path[-1]] = draw.choice(ODD)
    return whole


def _used(saved: Sequence[SavedFindings]) -> None:
    """All that a command prints from a report."""
    for one in saved:
        tables = [results_table(one.results, exact=exact) for exact in (False, True)]
        text = [write(table) for write in (as_text, as_csv, as_markdown, as_latex) for table in tables]
        said = [*one.data.lines(), *one.verdict, *one.remarks, *map(str, one.diagnostics), *map(str, one.results)]
        said += [part for finding in one.findings for part in (finding.title, finding.explanation, finding.action)]
        json.dumps(one.as_json(), ensure_ascii=False, allow_nan=False).encode("utf-8")
        "\n".join([*text, *said]).encode("utf-8")


def _refusal(file: Path) -> DataError | None:
    """What is said about a file that cannot be read back; nothing else may be raised."""
    try:
        _used(read_report(file))
    except DataError as error:
        return error
    return None


@pytest.mark.parametrize("start", range(0, 160, 20))
def test_a_changed_value_is_read_or_refused(tmp_path: Path, start: int) -> None:
    draw = random.Random(start)
    file = tmp_path / "r.json"
    refusals = []
    for _ in range(20):
        content = {"schema": 1, "findings": [draw.choice(json.loads(as_json())["findings"])]}
        read = [path for path in _nodes(content) if len(path) <= 6 and path[2:3] in READ]
        file.write_text(json.dumps(_changed(content, draw.choice(read), draw)), encoding="utf-8")
        refusals.append(_refusal(file))
    known = [error for error in refusals if error is not None]
    assert all(error.place.file == str(file) and error.hint for error in known)
    assert 0 < len(known) < 20


@pytest.mark.parametrize("start", range(0, 140, 20))
def test_changed_bytes_are_read_or_refused(tmp_path: Path, start: int) -> None:
    draw = random.Random(start)
    raw = page(found()[-2:-1]).encode()
    begin = raw.index(b'id="accord-results"') - 60
    file = tmp_path / "r.html"
    for _ in range(20):
        changed = bytearray(raw)
        for _ in range(draw.choice([1, 1, 2, 30])):
            at = draw.randrange(begin, len(changed))
            kind = draw.randrange(4)
            if kind == 0:
                changed[at] = draw.randrange(256)
            elif kind == 1:
                del changed[at : at + draw.choice([1, 5, 1000])]
            elif kind == 2:
                changed[at:at] = draw.choice([b"</script>", b"\0", b"\xff", b'"', b"{", b"1e999", b"NaN"])
            else:
                del changed[at:]
            begin = min(begin, len(changed) - 1)
        file.write_bytes(bytes(changed))
        error = _refusal(file)
        assert error is None or (error.place.file == str(file) and error.hint)

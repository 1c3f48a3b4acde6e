"""Logs of a campaign, and how values went over it."""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import accord
from accord.cli import main
from accord.results.file_locks import alone_with

GOOD = [["a", "a", "a"], ["b", "b", "b"], ["a", "a", "b"], ["b", "b", "b"], ["c", "c", "c"]] * 12
BAD = [["a", "b", "a"], ["b", "c", "b"], ["a", "a", "b"], ["c", "b", "b"], ["c", "a", "c"]] * 12


@pytest.fixture
def files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    for name, rows in (("good.csv", GOOD), ("bad.csv", BAD)):
        lines = ["item,A,B,C", *(",".join([f"s{place}", *row]) for place, row in enumerate(rows))]
        (tmp_path / name).write_text("\n".join(lines), encoding="utf-8")
    return tmp_path


def measured(file: str, *more: str) -> int:
    return main(["measure", file, "-m", "alpha", "--replicates", "100", "-q", "--log", "campaign.jsonl", *more])


def test_a_log_grows_by_a_line_with_signatures(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured("bad.csv", "--log-name", "round 1") == 0
    assert measured("good.csv") == 0
    lines = [json.loads(line) for line in (files / "campaign.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [line["name"] for line in lines] == ["round 1", "good.csv"]
    assert lines[0]["when"] == "2023-11-14T22:13:20Z"
    assert lines[0]["data"]["items"] == 60
    assert lines[0]["results"][0]["signature"].startswith("accord:")
    capsys.readouterr()
    assert main(["history", "campaign.jsonl", "--threshold", "0.6", "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    (series,) = record["series"]
    assert [one["surely"] for one in series["values"]] == ["", "higher"]
    assert record["threshold"] == 0.6


def test_not_worse_than_the_last(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured("bad.csv", "--not-worse") == 0
    assert measured("good.csv", "--not-worse") == 0
    assert main(["history", "campaign.jsonl", "--not-worse", "-q"]) == 0
    assert measured("bad.csv", "--not-worse") == 1
    assert "worse than the last" in capsys.readouterr().err
    assert main(["history", "campaign.jsonl", "--not-worse", "-q"]) == 1
    assert main(["history", "campaign.jsonl", "--fail-under", "alpha>=0.6", "-q"]) == 1
    assert main(["history", "campaign.jsonl", "--fail-under", "alpha>=-1", "-q"]) == 0
    assert main(["history", "campaign.jsonl", "--fail-under", "kappa>=-1", "-q"]) == 1


def test_values_of_other_kinds_are_other_lines(files: Path) -> None:
    assert measured("bad.csv") == 0
    assert measured("good.csv", "--resample", "annotators") == 0
    assert main(["measure", "good.csv", "-m", "alpha", "--no-interval", "-q", "--log", "campaign.jsonl"]) == 0
    found = accord.history("campaign.jsonl")
    assert len(found.series) == 3
    assert len({one.name for one in found.series}) == 3
    assert [one.code for one in found.diagnostics] == ["ACC456"]
    assert found.worse() == []  # nothing to compare the last with
    assert "3 kinds" in str(found.diagnostics[0])


def test_other_data_seeds_and_replicates_stand_on_one_line(files: Path) -> None:
    assert measured("bad.csv") == 0
    assert measured("good.csv", "--seed", "5") == 0
    assert len(accord.history("campaign.jsonl").series) == 1


def test_an_undefined_value_after_a_defined_one_is_worse(files: Path) -> None:
    assert measured("good.csv") == 0
    (files / "same.csv").write_text("item,A,B\n1,x,x\n2,x,x\n", encoding="utf-8")
    assert measured("same.csv", "--not-worse") == 1
    assert accord.history("campaign.jsonl").worse() == ["alpha"]


def test_every_format(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured("bad.csv") == 0
    assert measured("good.csv") == 0
    capsys.readouterr()
    for written, holds in (
        ("text", "Krippendorff's α"),
        ("csv", "series,entry"),
        ("markdown", "| Krippendorff's α"),
        ("latex", r"\toprule"),
    ):
        assert main(["history", "campaign.jsonl", "--format", written]) == 0
        assert holds in capsys.readouterr().out
    assert main(["history", "campaign.jsonl", "-o", "page.html"]) == 0
    assert 'id="accord-history"' in (files / "page.html").read_text(encoding="utf-8")
    found = accord.history("campaign.jsonl", "alpha", threshold=0.7)
    assert found.to_frame().shape[0] == 2
    assert found.chart().to_dict()["layer"]
    assert "<table>" in found._repr_html_()
    with pytest.raises(accord.UsageError, match="no value of kappa"):
        accord.history("campaign.jsonl", ["kappa"])


@pytest.mark.parametrize(
    "content",
    ["not json\n", '{"a": 1}\n', '{"schema": 9, "results": []}\n', '{"schema": 1, "results": [{"measure": "x"}]}\n'],
)
def test_what_is_no_log_is_refused_and_left_alone(
    files: Path, content: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (files / "campaign.jsonl").write_text(content, encoding="utf-8")
    assert measured("good.csv") == 3
    assert "campaign.jsonl:1" in capsys.readouterr().err
    assert main(["history", "campaign.jsonl"]) == 3
    assert (files / "campaign.jsonl").read_text(encoding="utf-8") == content


def test_the_line_that_is_damaged_is_named(files: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert measured("bad.csv") == 0
    line = (files / "campaign.jsonl").read_text(encoding="utf-8")
    (files / "campaign.jsonl").write_text(f"{line}\n{line[:200]}\n{line}", encoding="utf-8")
    capsys.readouterr()
    assert main(["history", "campaign.jsonl"]) == 3
    assert "campaign.jsonl:3" in capsys.readouterr().err
    assert measured("good.csv") == 3
    assert (files / "campaign.jsonl").read_text(encoding="utf-8").count("\n") == 4


def test_a_last_line_without_an_end_is_kept_whole(files: Path) -> None:
    assert measured("bad.csv") == 0
    path = files / "campaign.jsonl"
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    assert measured("good.csv") == 0
    assert len(accord.history(path).entries) == 2


def test_entries_that_are_appended_at_once_are_all_there(files: Path) -> None:
    """From threads, each with a lock of its own, as processes have."""
    results = accord.measure(accord.labels(GOOD), ["alpha"], confidence=None)
    names = [f"run {number}" for number in range(40)]
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda name: accord.log_results(results, "campaign.jsonl", name=name), names))
    found = accord.history("campaign.jsonl")
    assert sorted(entry.name for entry in found.entries) == sorted(names)


def test_whoever_waits_too_long_is_told(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accord.results.file_locks.PATIENCE", 0.05)
    results = accord.measure(accord.labels(GOOD), ["alpha"], confidence=None)
    with alone_with("campaign.jsonl"), pytest.raises(accord.DataError, match="another process"):
        accord.log_results(results, "campaign.jsonl")
    accord.log_results(results, "campaign.jsonl")
    assert sorted(path.name for path in files.iterdir()) == ["bad.csv", "campaign.jsonl", "good.csv"]


def test_wrong_uses(files: Path) -> None:
    assert main(["measure", "good.csv", "-m", "alpha", "--not-worse", "-q"]) == 2
    assert measured("good.csv", "--by", "category") == 2
    assert main(["history", "nowhere.jsonl"]) == 3
    (files / "empty.jsonl").write_text("", encoding="utf-8")
    assert main(["history", "empty.jsonl"]) == 3
    assert main(["measure", "good.csv", "--log", "good.csv", "-q"]) == 2

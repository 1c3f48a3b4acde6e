"""The first page leads from what one has to a command: each of them runs, on data that are not those of the page."""

from __future__ import annotations

import csv
import importlib
import json
import re
import shlex
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import ModuleType

import numpy as np
import pandas as pd
import pytest

import accord
from accord.cli import main
from accord.diagnosis.spans.span_scorecard import ERRORS, is_blind, span_scorecard
from accord.measures import called

PAGE = Path(__file__).resolve().parents[2] / "docs" / "index.md"
CATEGORIES = np.array(["neg", "neu", "pos"])
PEOPLE = ("Ann", "Bob", "Cem")


def cells() -> list[list[str]]:
    """The rows of the table of what one has, wants and writes."""
    text = PAGE.read_text(encoding="utf-8").partition("## I have")[2].partition("### Which measure")[0]
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    rows = [[cell.strip() for cell in line.strip("| ").split(" | ")] for line in lines]
    return [row for row in rows[1:] if not row[0].startswith("---")]


def written(row: Sequence[str]) -> list[str]:
    return re.findall(r"`([^`]+)`", row[2])


def labels(items: int, people: Iterable[str], right: float, seed: int) -> dict[str, list[str]]:
    rng = np.random.default_rng(seed)
    truth = rng.integers(3, size=items)
    return {
        who: CATEGORIES[np.where(rng.random(items) < right, truth, rng.integers(3, size=items))].tolist()
        for who in people
    }


def table(path: Path, head: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.writer(lines)
        writer.writerow(head)
        writer.writerows(rows)


def long(given: dict[str, list[str]]) -> list[tuple[str, str, str]]:
    return [(f"s{place}", who, label) for who, labels in given.items() for place, label in enumerate(labels)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Files under the names of the page."""
    table(tmp_path / "ratings.csv", ["item", "annotator", "label"], long(labels(60, PEOPLE, 0.8, 1)))
    table(tmp_path / "round2.csv", ["item", "annotator", "label"], long(labels(50, PEOPLE, 0.9, 2)))
    panel = long(labels(60, (*PEOPLE, "gpt-4o"), 0.8, 4))
    kinds = {"gpt-4o": "model"}
    head = ["item", "annotator", "annotator_kind", "label"]
    table(tmp_path / "panel.csv", head, [(item, who, kinds.get(who, "person"), given) for item, who, given in panel])
    rng = np.random.default_rng(5)
    units = [
        (f"d{document}", who, CATEGORIES[start % 3], start * 10 + rng.integers(3), start * 10 + 6 + rng.integers(3))
        for document in range(3)
        for who in PEOPLE
        for start in range(6)
    ]
    table(tmp_path / "spans.csv", ["document", "annotator", "category", "start", "end"], units)
    links = [
        (f"d{document}", who, f"u{unit}", f"u{rng.integers(unit)}", "support")
        for document in range(3)
        for who in PEOPLE
        for unit in range(1, 6)
    ]
    table(tmp_path / "letters.csv", ["document", "annotator", "origin", "target", "label"], links)
    chosen = [*enumerate(labels(20, PEOPLE, 0.8, 6).values(), start=1)]
    tasks = [
        {
            "id": place,
            "data": {"text": f"text {place}"},
            "annotations": [_choice(who, given[place]) for who, given in chosen],
        }
        for place in range(20)
    ]
    (tmp_path / "export.json").write_text(json.dumps(tasks), encoding="utf-8")
    said = [
        {**task, "annotations": [_answer(who, given[place]) for who, given in chosen]}
        for place, task in enumerate(tasks)
    ]
    (tmp_path / "words.json").write_text(json.dumps(said), encoding="utf-8")
    guesses = [(place, system, word) for system in ("one", "two") for place in range(20) for word in CATEGORIES]
    table(tmp_path / "systems.csv", ["item", "annotator", "answer"], guesses)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def _choice(who: int, label: str) -> dict[str, object]:
    value = {"choices": [label]}
    result = [{"value": value, "from_name": "sentiment", "to_name": "text", "type": "choices"}]
    return {"id": who, "completed_by": who, "result": result}


def _answer(who: int, word: str) -> dict[str, object]:
    value = {"text": [word, f"{word}ly"]}
    result = [{"value": value, "from_name": "word", "to_name": "text", "type": "textarea"}]
    return {"id": who, "completed_by": who, "result": result}


def test_there_are_twelve_usual_cases() -> None:
    assert len(cells()) >= 12
    assert all(len(row) == 4 and written(row) for row in cells())


@pytest.mark.parametrize("row", cells(), ids=lambda row: f"{row[0]}: {row[1]}"[:60])
def test_what_the_first_page_says_can_be_done(row: list[str], folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    frame = pd.read_csv(folder / "ratings.csv")
    for line in written(row):
        if line.startswith("accord."):
            shown = str(eval(line, {"accord": accord, "frame": frame}))
            assert "alpha" in shown.casefold() or "α" in shown or "tabular" in shown
            continue
        _, *words = shlex.split(line)
        quick = ["--repeats", "2", "--magnitudes", "3"] if words[0] == "sweep" else []
        assert main([*words, *quick]) == 0, capsys.readouterr().err
        made = [Path(word) for word in words if Path(word).suffix in (".html", ".svg") or word == "reference.csv"]
        assert all(path.stat().st_size > 100 for path in made)


def test_the_table_of_the_readme_is_that_of_the_scorecard() -> None:
    readme = (PAGE.parents[1] / "README.md").read_text(encoding="utf-8").partition("## Which measure")[2]
    costs = span_scorecard()["apart"]
    rows = [line.strip("| ").split(" | ") for line in readme.splitlines() if line.startswith("| ") and "`" in line]
    assert len(rows) == 8
    for named, *cells in rows:
        human, _, code = named.rstrip("`)").partition(" (`")
        code = code if code.count("(") == code.count(")") else f"{code})"
        assert human == called("spans", code).replace(" (", ", ").rstrip(")")
        known = [costs[code][error] for error in ERRORS]
        assert cells == [
            "blind" if is_blind(sizes) else f"{-(sizes[0] or 0):+.2f}".replace("-", "−") for sizes in known
        ]


PLACED = re.compile(r'(?<= )(?:d|transform|x|y|x2|y2|width|height|viewBox)="[^"]*"')
NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e-?\d+)?")


def assert_same_drawing(drawn: Path, kept: Path) -> None:
    """The same words, marks and values, each where it was within a pixel and a half: whether a chart is 634 or 635
    pixels wide hangs on the last digit of a sum, which differs between processors. Clips are numbered over all that a
    process draws."""
    one, other = (re.sub(r"clip\d+", "clip", path.read_text(encoding="utf-8")) for path in (drawn, kept))
    assert PLACED.sub(_without_numbers, one) == PLACED.sub(_without_numbers, other), "run make docs-figures"
    np.testing.assert_allclose(_places(one), _places(other), rtol=0, atol=1.5, err_msg="run make docs-figures")


def _without_numbers(attribute: re.Match[str]) -> str:
    return NUMBER.sub("#", attribute[0])


def _places(text: str) -> list[float]:
    return [float(number) for attribute in PLACED.findall(text) for number in NUMBER.findall(attribute)]


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(PAGE.parents[1] / "tools"))
    return importlib.import_module("write_figures")


@pytest.mark.parametrize(
    "name",
    [
        "lanes.svg",
        "curve.svg",
        "rounds.svg",
        "spans-lanes.svg",
        "relations-graphs.svg",
        pytest.param("sweep.svg", marks=pytest.mark.deep),
    ],
)
def test_figures_are_current(name: str, figures: ModuleType, tmp_path: Path) -> None:
    assert_same_drawing(figures.drawn(name, tmp_path), figures.STATIC / name)


@pytest.mark.parametrize("data", [pytest.param("ratings.csv", marks=pytest.mark.deep), "hotel.json", "words.json"])
def test_figures_of_reports_are_current(data: str, figures: ModuleType, tmp_path: Path) -> None:
    for path in figures.of_report(data, tmp_path):
        assert_same_drawing(path, figures.STATIC / path.name)


def test_the_figure_of_an_admission_is_current(figures: ModuleType, tmp_path: Path) -> None:
    assert_same_drawing(figures.of_admission(tmp_path), figures.STATIC / "admit.svg")


def test_a_picture_of_the_result_is_beside_each_case() -> None:
    pictures = [re.search(r"\[!\[.+\]\((.+)\)\]\((.+\.md)\)", row[3]) for row in cells()]
    assert all(found and (PAGE.parent / found[1]).exists() and (PAGE.parent / found[2]).exists() for found in pictures)

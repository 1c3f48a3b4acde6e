"""The report on free answers, and grids of measures where lower is better."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

import accord
from accord.annotations import answers
from accord.diagnosis import answer_findings
from accord.sweeping import reading_grid

DATA = answers(
    {
        f"item {number}": {
            who: [word] if (number * 7 + place) % 5 else [f"{word}{place}"]
            for place, (who, word) in enumerate(zip("ABCD", ["clever"] * 4, strict=True))
        }
        for number in range(30)
    }
)


def test_the_page_shows_items_annotators_and_the_error(tmp_path: Path) -> None:
    found = accord.report(DATA, tmp_path / "page.html", grid=True, replicates=50)
    assert found.data.kind == "answers"
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    for said in ("Items whose answers differ most", "shared with another", "Which errors would produce this value"):
        assert said in page
    record = json.loads(page.partition('id="accord-results">')[2].partition("</script>")[0])["findings"][0]
    assert len(record["annotators"]) == 4
    assert record["reading_grid"]["measure"] == "alpha"


def test_an_annotator_apart_is_named_and_nobody_else() -> None:
    rng = np.random.default_rng(3)
    rows = {
        f"{number}": {
            who: ["same"] if who != "odd" and rng.random() < 0.8 else [f"word {rng.integers(10_000)}"]
            for who in ("A", "B", "C", "odd")
        }
        for number in range(40)
    }
    found = answer_findings(answers(rows), confidence=None)
    assert [one.numbers["annotator"] for one in found.findings if one.kind == "answers apart"] == ["odd"]
    assert not [one for one in answer_findings(DATA, confidence=None).findings if one.kind == "answers apart"]


def test_a_measure_that_rises_with_errors_is_read_too() -> None:
    grid = reading_grid(DATA, "entropy", ["replace"], magnitudes=6, repeats=3, cache=False)
    middle = grid.sweep.curve("replace", grid.measure).means[3]
    read = grid.read(middle)[0]
    assert abs(read.magnitude - grid.sweep.magnitudes[3]) < 0.05
    assert read.low <= read.magnitude <= read.high

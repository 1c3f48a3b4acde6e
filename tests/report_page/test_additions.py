"""What is added to a report on request: the error behind the value, and hard items."""

from __future__ import annotations

import json
from pathlib import Path

import accord
from accord.degradations import fictitious_groups
from accord.diagnosis.additions import error_reading
from accord.report_page.relation_example import example_relations


def test_labels_are_read_as_an_error(tmp_path: Path) -> None:
    data = fictitious_groups(120, 3, 4, 20, sigma=3, seed=5)[0]
    found = accord.report(data, tmp_path / "page.html", grid=True, replicates=50)
    assert found.reading is not None
    assert found.reading.sentence in found.remarks  # of labels, the verdict says what share would change
    assert len(found.verdict) == 3
    assert found.reading.sentence.startswith("Your α of 0.")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "Which errors would produce this value" in page
    assert 'data-figure="reading-1"' in page
    record = json.loads(page.partition('id="accord-results">')[2].partition("</script>")[0])["findings"][0]
    told = {one["degradation"]: one for one in record["reading_grid"]["readings"]}
    assert told["redraw"]["low"] <= told["redraw"]["magnitude"] <= told["redraw"]["high"]
    # a rate of errors of 20 of 120 items: redrawing a label of three keeps a third of them
    assert 0.1 < told["confuse"]["magnitude"] < 0.25


def test_relations_are_read_as_an_error() -> None:
    data = example_relations()
    read = error_reading(data, accord.measure(data, ["mar_link"], confidence=None))
    assert read is not None
    assert "of the relations" in read.sentence


def test_nothing_is_read_from_an_undefined_value() -> None:
    data = accord.labels([["a", "a"], ["a", "a"]])
    assert error_reading(data, accord.measure(data, ["alpha"], confidence=None)) is None


def test_features_tell_hard_items(tmp_path: Path) -> None:
    data = fictitious_groups(80, 3, 4, 20, sigma=3, seed=6)[0]
    rows = "\n".join(f"{number},{number % 7}" for number in range(1, 81))
    (tmp_path / "features.csv").write_text(f"item,length\n{rows}\n", encoding="utf-8")
    found = accord.report(data, tmp_path / "page.html", features=str(tmp_path / "features.csv"), replicates=50)
    assert found.hard is not None
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert "Which items are hard" in page
    assert "length" in page

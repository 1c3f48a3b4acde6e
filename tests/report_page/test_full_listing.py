"""The full data beside the page: every row there is, in a table that a spreadsheet opens without harm."""

from __future__ import annotations

import csv
import math
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import accord
from accord.annotations import answers, counts, labels
from accord.annotations.redacting import redacted
from accord.diagnosis import findings
from accord.diagnosis.labels.items import items_by_disagreement
from accord.renderings import full_listing as listings
from accord.renderings.full_listing import NOTHING, full_listing, write_listing
from accord.renderings.tables import Table, as_csv
from accord.report_page.relation_example import example_relations
from accord.report_page.span_example import example_spans
from accord.results import DataError, UsageError


def _rows(found: Any, data: Any = None) -> list[dict[str, str]]:
    listing = full_listing(found, data)
    assert all(len(row) == len(listing.header) for row in listing)
    return [dict(zip(listing.header, row, strict=True)) for row in listing]


def _read(path: Path) -> list[list[str]]:
    with path.open(encoding="utf-8", newline="") as opened:
        return list(csv.reader(opened))


def test_every_item_stands_there_with_labels_disagreement_vote_and_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listings, "BLOCK", 7)  # several blocks
    rng = np.random.default_rng(2)
    table = [[None if rng.random() < 0.2 else "abc"[rng.integers(3)] for _ in range(4)] for _ in range(40)]
    data = labels(
        table, annotators=["A", "B", "C", "D"], items=[f"i{row}" for row in range(40)], categories=list("abc")
    )
    data = replace(data, texts=[f"text {row}" for row in range(40)])
    rows = _rows(findings(data, confidence=None))
    assert [[row[who] for who in "ABCD"] for row in rows] == [[cell or "" for cell in line] for line in table]
    views = items_by_disagreement(data)
    for number, (row, line) in enumerate(zip(rows, table, strict=True)):
        said = Counter(cell for cell in line if cell)
        most = max(said.values(), default=0)
        assert row["vote"] == " = ".join(name for name in "abc" if most and said[name] == most)
        assert (row["item"], row["text"], row["items alike"]) == (f"i{number}", f"text {number}", "1")
        known = views.view(number)
        assert float(row["disagreement"] or "nan") == pytest.approx(known.disagreement, abs=1e-6, nan_ok=True)
        assert float(row["entropy"] or "nan") == pytest.approx(known.entropy, abs=1e-6, nan_ok=True)
        assert int(row["margin"] or -1) == known.margin


def test_numbers_have_a_mean_and_no_vote() -> None:
    rows = _rows(findings(labels([[1, 2], [4, None], [2.5, 2.5]], level="interval"), confidence=None))
    assert [row["mean"] for row in rows] == ["1.5", "4.0", "2.5"]
    assert "vote" not in rows[0]


def test_counts_and_crowds_have_one_column_of_labels(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = _rows(findings(counts([[2, 1], [0, 3]], categories=["a", "b"]), confidence=None))
    assert [row["labels"] for row in rows] == ["a; a; b", "b; b; b"]
    monkeypatch.setattr(listings, "MOST_COLUMNS", 1)
    rows = _rows(findings(labels([["a", "b"], [None, "b"]]), confidence=None))
    assert [row["labels"] for row in rows] == ["A1: a; A2: b", "A2: b"]


@pytest.mark.parametrize("most", [200, 1])
def test_every_aligned_place_of_spans(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(listings, "MOST_COLUMNS", most)
    data = example_spans()
    found = findings(data, ["f1"], confidence=None)
    rows = _rows(found)
    assert found.alignment is not None
    assert found.consensus is not None
    assert len(rows) == len(found.alignment)
    columns = data.annotators if most > 1 else ("units",)
    said = [cell for row in rows for who in columns for cell in row[who].split("; ") if cell not in ("", NOTHING)]
    assert len(said) == len(data)  # every unit once
    assert {row["document"] for row in rows} == set(data.documents)
    for row in rows:
        assert int(row["support"]) == sum(row[who] not in ("", NOTHING) for who in columns) or most == 1
        first, last = int(row["start"]), int(row["end"])
        text = (data.texts or ())[data.documents.index(row["document"])]
        assert row["text"] == text[first:last]
    included = [row for row in rows if row["in the reference"] == "yes"]
    assert len(included) == len(found.consensus)


@pytest.mark.parametrize("most", [200, 1])
def test_every_link(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(listings, "MOST_COLUMNS", most)
    data = example_relations()
    found = findings(data, ["mar_link"], confidence=None)
    rows = _rows(found)
    assert sum(int(row["drawn"]) for row in rows) == len(data)
    ends = {(row["document"], row["origin"], row["target"]) for row in rows}
    assert len(ends) == len(rows)
    if most > 1:
        for row in rows:
            cells = [row[who] for who in data.annotators]
            assert sum(cell not in ("", NOTHING) for cell in cells) == int(row["drawn"])
            for who in data.annotators:
                drawn = data.links(row["document"], who)
                if row[who] not in ("", NOTHING) and row[who] not in data.symmetric:
                    assert (row["origin"], row["target"], row[who]) in drawn
    place = {(data.documents[d], name): text for d, name, text in _units(data)}
    assert all(row["origin text"] == place[row["document"], row["origin"]] for row in rows)


def _units(data: Any) -> list[tuple[int, str, str]]:
    return list(zip(data.unit_document.tolist(), data.unit_names, data.unit_texts, strict=True))


def test_every_mention_of_coreference() -> None:
    data = accord.coreference({"A": [["m1", "m2"], ["m3"]], "B": [["m1"], ["m2", "m3"]]}, ["m1", "m2", "m3", "m4"])
    rows = _rows(findings(data, ["b3"], confidence=None))
    assert [(row["unit"], row["A"], row["B"]) for row in rows] == [
        ("m1", "entity 1", "entity 1"),
        ("m2", "entity 1", "entity 2"),
        ("m3", "entity 2", "entity 2"),
        ("m4", NOTHING, NOTHING),
    ]


def test_every_item_with_its_answers() -> None:
    data = answers(
        {"1": {"A": ["vide"], "B": ["vide", "distance"]}, "2": {"A": ["x"], "B": []}, "3": {"A": ["x"]}},
        texts={"1": "t1", "2": "t2", "3": "t3"},
    )
    found = findings(data, confidence=None)
    rows = _rows(found, data)
    assert [(row["item"], row["A"], row["B"], row["text"]) for row in rows] == [
        ("1", "vide", "vide; distance", "t1"),
        ("2", "x", NOTHING, "t2"),
        ("3", "x", "", "t3"),
    ]
    assert rows[0]["all answers"] == "vide (2); distance (1)"
    assert (rows[0]["most frequent"], rows[0]["answers given"]) == ("vide", "3")
    with pytest.raises(UsageError, match="needs the answers"):
        full_listing(found)
    counted = answers({"1": {"yes": 3, "no": 1}})
    assert _rows(findings(counted, confidence=None), counted)[0]["all answers"] == "yes (3); no (1)"


def test_the_file_is_the_csv_of_the_listing_and_no_cell_is_a_formula(tmp_path: Path) -> None:
    odd = ["=1+1", "@cmd", "+x", "-y", "-1", "\tz", 'quo"te', "a,b", "line\nbreak", "ret\rurn\r\nend", ""]
    data = labels([["a", "=b"]] * len(odd), items=[*odd[:-1], "last"], annotators=["=A", "B"])
    data = replace(data, texts=odd)
    found = findings(data, confidence=None)
    assert write_listing(found, tmp_path / "all.csv") == len(odd)
    header, *rows = _read(tmp_path / "all.csv")
    assert header[6:] == ["'=A", "B", "text"]
    texts = [row[-1] for row in rows]
    assert texts == [
        "'=1+1", "'@cmd", "'+x", "'-y", "-1", "'\tz", 'quo"te', "a,b", "line\nbreak", "ret\nurn\nend", "",
    ]  # fmt: skip
    assert {row[7] for row in rows} == {"'=b"}
    plain = full_listing(found)
    table = Table(plain.header, tuple(row for row in plain if "\r" not in row[0]))
    listed = (tmp_path / "all.csv").read_text(encoding="utf-8").splitlines()
    assert set(as_csv(table).splitlines()[1:]) <= set(listed)  # the header of as_csv is not guarded


def test_nothing_is_written_where_it_cannot_be(tmp_path: Path) -> None:
    found = findings(labels([["a", "b"]]), confidence=None)
    with pytest.raises(DataError) as caught:
        write_listing(found, tmp_path / "no" / "all.csv")
    assert caught.value.code == "ACC018"


def test_empty_findings_give_a_header_alone() -> None:
    alone = accord.spans([("A", 0, 3, "x")])
    assert list(full_listing(findings(alone, confidence=None))) == []
    single = accord.relations({"A": [("1", "2")]}, units=["1", "2"])
    assert list(full_listing(findings(single, confidence=None))) == []


def test_the_listing_of_redacted_data_has_no_text_and_no_name() -> None:
    shown = redacted(example_relations())
    rows = _rows(findings(shown, ["mar_link"], confidence=None))
    assert {row["origin text"] for row in rows} == {""}
    assert {"annotator 1", "annotator 2", "annotator 3"} < set(rows[0])


def test_a_large_table_is_listed_block_by_block() -> None:
    data = labels(np.random.default_rng(0).integers(4, size=(30_000, 5)))
    rows = full_listing(findings(data, ["alpha"], confidence=None))
    number = 0
    for place, row in enumerate(rows):
        number += 1
        if place in (0, listings.BLOCK - 1, listings.BLOCK, 29_999):
            assert row[0] == str(place + 1)
    assert number == 30_000
    assert not math.isnan(float(row[2]))

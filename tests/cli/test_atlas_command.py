"""`accord atlas`, and the place of a value in `accord measure` and `accord report`."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest

from accord.atlas.public_corpora import public_corpora, table_signature
from accord.cli import main

RATINGS = "item,Ann,Bob,Cem\n" + "".join(
    f"s{n},{1 + n % 5},{1 + (n + (n % 4 == 0)) % 5},{1 + n % 5}\n" for n in range(60)
)


@pytest.fixture
def ratings(tmp_path: Path) -> str:
    file = tmp_path / "ratings.csv"
    file.write_text(RATINGS, encoding="utf-8")
    return str(file)


def run(capsys: pytest.CaptureFixture[str], *asked: str) -> str:
    assert main(list(asked)) == 0
    return capsys.readouterr().out


def test_the_list_is_filtered(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("atlas", "--level", "ordinal", "--annotators", "crowd", "--language", "en", "--categories", "3-7")
    found = json.loads(run(capsys, *asked, "--format", "json"))
    assert found["table"] == table_signature()
    assert found["corpora"]
    for one in found["corpora"]:
        assert (one["level"], one["language"]) == ("ordinal", "en")
        assert "crowd" in one["annotators_kind"]
        assert 3 <= one["categories"] <= 7


def test_csv_has_every_data_set_and_every_number(capsys: pytest.CaptureFixture[str]) -> None:
    rows = list(csv.DictReader(io.StringIO(run(capsys, "atlas", "--format", "csv"))))
    assert [row["name"] for row in rows] == [one.name for one in public_corpora()]
    for row, one in zip(rows, public_corpora(), strict=True):
        assert row["repository"] == one.repository
        for name, value in one.values.items():
            ends = [float(row[f"measure:{name}{end}"] or "nan") for end in ("", ":low", ":high")]
            assert ends == pytest.approx([value.value, value.low, value.high], nan_ok=True)
        assert {name for name in row if name.startswith("stability:") and row[name]} >= {
            f"stability:{k}" for k in one.stability
        }


def test_one_data_set_has_its_citation(capsys: pytest.CaptureFixture[str]) -> None:
    text = run(capsys, "atlas", "snow_rte")
    assert "Snow et al. 2008" in text
    assert "Krippendorff's α" in text


@pytest.mark.parametrize(
    "asked",
    [("no_such_name",), ("snow_rte", "--level", "nominal"), ("--language", "tlh"), ("--categories", "few")],
)
def test_what_is_not_there_is_refused(asked: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["atlas", *asked]) == 2
    assert capsys.readouterr().err.startswith("accord: error: ")


def test_measure_places_the_main_value(ratings: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("measure", ratings, "-m", "alpha", "-m", "observed_agreement", "--no-interval", "-q", "--level", "ordinal")
    said = "public data sets with ordinal ratings on 3 to 7 points"
    assert run(capsys, *asked).count("public data sets") == 1
    assert said in run(capsys, *asked, "--format", "markdown")
    assert "public data sets" not in run(capsys, *asked, "--no-place")
    assert "public data sets" not in run(capsys, *asked, "--format", "latex")
    assert "public data sets" not in run(capsys, *asked, "--by", "annotator")
    short = json.loads(run(capsys, *asked, "--format", "json"))
    assert "corpora" not in short["atlas"]
    assert "atlas_values" not in short
    assert said in run(capsys, *asked, "--place")
    found = json.loads(run(capsys, *asked, "--annotated-by", "crowd", "--format", "json"))
    assert found["atlas"]["placed"]
    assert found["atlas"]["compared_with"].endswith("by crowds")
    assert found["atlas"]["corpora"]
    assert main([*asked, "--place", "--by", "annotator"]) == 2
    assert main([*asked, "--no-place", "--task", "sentiment"]) == 2


def test_a_measure_that_is_not_in_the_atlas_is_not_placed(ratings: str, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("measure", ratings, "-m", "kendall_w", "--no-interval", "-q", "--level", "ordinal")
    assert "public data sets" not in run(capsys, *asked)


def test_report_places_the_value(ratings: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    asked = ("report", ratings, "--level", "ordinal", "--no-grid", "--replicates", "10", "--task", "sentiment", "-q")
    text = run(capsys, *asked, "-o", str(page))
    assert "not a grade" in " ".join(text.split())
    assert "Among public data sets" in page.read_text(encoding="utf-8")

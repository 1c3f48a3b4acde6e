"""`accord difficulty` as a page and as a drawing: those of the report, with nothing of their own."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from accord.cli import main
from accord.report_page.charts.difficulty import forest_figure, forest_spec
from accord.report_page.difficulty_page import difficulty_page
from accord.report_page.figure_files import figure_svg
from accord.statistics.p_values import two_sided_p
from report_page.difficulty_example import hard_items, new_items
from report_page.read_pages import ReadPage, datasets, read_difficulty
from report_page.test_page import parsed
from report_page.tracing import by_data, chart_differences, table_differences

FEATURES = "item,hard,own\n" + "".join(f"s{one},{one % 7},{one % 5}\n" for one in range(40))


@pytest.fixture(scope="module")
def text() -> str:
    return difficulty_page(hard_items(), "Hard <items>", new_items())


@pytest.fixture(scope="module")
def read(text: str) -> ReadPage:
    return read_difficulty(text)


def test_it_is_framed_as_the_report_is(text: str) -> None:
    seen = parsed(text)
    assert seen.links == ["#main"]
    assert seen.handlers == []
    assert "unsafe" not in text.partition("<style>")[0]
    assert "<title>Hard &lt;items&gt;</title>" in text
    own = re.sub(r"<script.*?</script>", "", text, flags=re.DOTALL)
    assert "<s3>" not in own
    assert "&lt;s3&gt;" in own
    for sentence in hard_items().sentences():
        assert sentence.replace(" %", "\u00a0%").replace("&", "&amp;").replace("'", "&#39;").replace("<", "&lt;") in own


def test_every_table_of_the_analysis_is_there(read: ReadPage) -> None:
    headers = [" ".join(table.header) for table in read.tables.values()]
    for column in ("ρ", "n v", "F df", "R²", "VIF", "df p", "than expected", "item expected low high"):
        assert any(column in header for header in headers), column
    assert sorted(read.places) == sorted(read.figures) == ["d1-forest", "d1-residuals-disagreement"]


def test_every_number_is_in_the_json(read: ReadPage) -> None:
    for place, found in by_data(read):
        for name, table in read.tables.items():
            assert table.rows
            assert table_differences(name.removeprefix(place), found, table) == [], name
        for name, spec in read.figures.items():
            assert chart_differences(name.removeprefix(place), found, spec, datasets(spec)) == [], name


def test_the_forest_tells_what_survives_and_what_is_the_clusters(read: ReadPage) -> None:
    (rows,) = datasets(read.figures["d1-forest"])
    assert [(one["row"], one["look"], one["shape"]) for one in rows] == [
        ("own", "plain", "circle"),
        ("of & word", "empty", "square"),
    ]
    figure = forest_figure(hard_items())
    assert figure is not None
    assert "A square has one value per cluster." in figure.sentence
    root = ElementTree.fromstring(figure_svg(figure))
    texts = [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"own", "of & word", "survives", "neither"} <= set(texts)
    symbols = [one for one in root.iter() if one.get("aria-roledescription") == "point"]
    assert len(symbols) == 2
    assert ["A" in (one.get("d") or "") for one in symbols] == [True, False], "a circle, and a square"


def test_a_look_that_all_share_needs_no_legend() -> None:
    found = [replace(one, clusters=None, constant_within=False, holm=1.0, p=1.0) for one in hard_items().correlations]
    spec = forest_spec(found)
    assert spec is not None
    assert [one["encoding"]["fill"]["legend"] for one in spec["layer"] if "fill" in one["encoding"]] == [None]
    assert all("shape" not in row for row in datasets(dict(spec))[0])


def test_the_farthest_item_is_named_and_its_p_is_that_of_all_items(read: ReadPage) -> None:
    named = [row["name"] for rows in datasets(read.figures["d1-residuals-disagreement"])[2:] for row in rows]
    assert "<s3> · w0" in named
    first, second = hard_items().outliers[:2]
    assert first.item == "<s3>"
    assert first.harder
    assert first.p < 1e-6
    for one in (first, second):
        assert one.p == pytest.approx(min(1.0, 150 * two_sided_p(one.residual, 150 - 3 - 1)))


@pytest.fixture
def features(tmp_path: Path) -> str:
    (tmp_path / "features.csv").write_text(FEATURES, encoding="utf-8")
    return str(tmp_path / "features.csv")


def test_a_drawing_is_a_file_of_its_own(features: str, tmp_path: Path) -> None:
    drawn = tmp_path / "forest.svg"
    asked = ["difficulty", "--features", features, "--column", "hard", "--replicates", "20", "-q", "-o", str(drawn)]
    assert main(asked) == 0
    root = ElementTree.parse(drawn).getroot()
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "own" in [one.text for one in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "var(" not in drawn.read_text(encoding="utf-8")


def test_without_the_package_that_draws_it_is_said_how_to_get_it(
    features: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "vl_convert", None)
    asked = ["difficulty", "--features", features, "--column", "hard", "--replicates", "20", "-q"]
    assert main([*asked, "-o", str(tmp_path / "forest.svg")]) == 2
    assert "pip install 'accord-iaa[figures]'" in capsys.readouterr().err
    assert not (tmp_path / "forest.svg").exists()
    assert main([*asked, "-o", str(tmp_path / "page.html")]) == 0, "the page needs no such package"


def test_nothing_to_draw_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    rows = "".join(f"s{one},1,{one % 3}\n" for one in range(20))
    (tmp_path / "f.csv").write_text(f"item,hard,own\n{rows}", encoding="utf-8")
    asked = ["difficulty", "--features", str(tmp_path / "f.csv"), "--column", "hard", "-q"]
    assert main([*asked, "--format", "svg"]) == 2
    assert "no correlation is defined" in capsys.readouterr().err
    assert main([*asked, "--format", "html"]) == 0
    page = read_difficulty(capsys.readouterr().out)
    assert page.places == []
    assert "undefined: " in page.tables["d1-difficulty-0-table"].rows[0][-1]

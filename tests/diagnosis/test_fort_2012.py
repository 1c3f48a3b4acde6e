"""Fort et al. 2012, tables 3 to 8, each from table 1 alone by one command.

The paper truncates in places: values agree within one unit of its last printed digit.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from accord.cli import main

TABLE_1 = ",Former,New,Nothing\nFormer,71,8,7\nNew,13,69,8\nNothing,23,15,18840\n"  # A1 in rows, A2 in columns
FINN = "finn(codes=['Nothing', 'Former', 'New'])"
MEASURES = ("observed_agreement", "s", "pi", "kappa", "f_measure", "ser", FINN)


@pytest.fixture
def table(tmp_path: Path) -> str:
    path = tmp_path / "genes.csv"
    path.write_text(TABLE_1, encoding="utf-8")
    return str(path)


def printed(capsys: pytest.CaptureFixture[str], *args: str) -> dict[str, Any]:
    assert main([*args, "--table", "--nothing", "Nothing", "--format", "json", "--no-interval", "--quiet"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def views(capsys: pytest.CaptureFixture[str], table: str, *names: str) -> dict[str, dict[str, float]]:
    asked = [part for name in names for part in ("--view", name)]
    wanted = [part for name in MEASURES for part in ("-m", name)]
    found = printed(capsys, "measure", table, *wanted, *asked)
    seen = found["views"]
    return {
        one["view"]: {result["measure"].split("(")[0]: result["value"] for result in one["results"]} for one in seen
    }


def unit(digits: int) -> float:
    return 1.0000001 * 10.0**-digits


@pytest.mark.parametrize(
    ("view", "paper", "exact"),
    [
        (
            "universe 1165",  # table 3, case 2
            {"observed_agreement": 0.93648, "s": 0.90472, "pi": 0.77557, "kappa": 0.77571, "f_measure": 0.74667,
             "ser": 0.33867},
            {"s": 0.904721, "pi": 0.775568, "kappa": 0.775710},
        ),
        (
            "without Nothing",  # table 4, case 3
            {"observed_agreement": 0.86956, "s": 0.73913, "pi": 0.73909, "kappa": 0.73934, "f_measure": 0.86957,
             "finn": 0.73913},
            {"s": 0.739130, "pi": 0.739090, "kappa": 0.739342, "f_measure": 0.869565},
        ),
        (
            "merge Former+New",  # table 5, case 4
            {"observed_agreement": 0.99722, "s": 0.99444, "pi": 0.85726, "kappa": 0.85727, "f_measure": 0.85867},
            {"s": 0.994437, "pi": 0.857262, "kappa": 0.857267, "f_measure": 0.858667},
        ),
    ],
)  # fmt: skip
def test_tables_3_to_6(
    view: str, paper: dict[str, float], exact: dict[str, float], table: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = views(capsys, table, view)[view]
    for name, value in paper.items():
        assert found[name] == pytest.approx(value, abs=unit(5)), name
    for name, value in exact.items():
        assert found[name] == pytest.approx(value, abs=5e-7), name


@pytest.mark.parametrize("format", ["text", "markdown", "latex", "csv"])
def test_tables_3_to_5_are_printed(format: str, table: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The paper's own advice: the first result to present is the contingency table."""
    asked = ["--view", "universe 1165", "--view", "without Nothing", "--view", "merge Former+New"]
    common = ["--table", "--nothing", "Nothing", "--no-interval", "--quiet", "-m", "kappa", "--format", format]
    for command in ("measure", "report")[: 1 if format == "csv" else 2]:  # the CSV of a report has its coefficients
        more = ["--no-grid", "--details"] if command == "report" else []
        assert main([command, table, *asked, *common, *more]) == 0
        said = capsys.readouterr().out.replace(",", "")
        for total in ("1165", "161", "176"):  # in tables 3, 4 and 5 alone
            assert total in said, (command, total)


def test_views_have_their_table_in_json(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(capsys, "measure", table, "-m", "kappa", "--view", "without Nothing", "--view", "universe 1165")
    without, universe = (one["table"] for one in found["views"])
    assert without["values"] == [[71, 8], [13, 69]]
    assert (without["row_totals"], without["column_totals"]) == ([79, 82], [84, 77])
    assert universe["values"] == [[71, 8, 7], [13, 69, 8], [23, 15, 951]]


def test_finn_of_two_categories_needs_no_codes(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    """R of cases 3 and 4, .73913 and .99444: of two categories either order gives the same."""
    for view, paper in (("without Nothing", 0.73913), ("merge Former+New", 0.99444)):
        found = printed(capsys, "measure", table, "-m", "finn", "-m", FINN, "--view", view)
        for result in found["views"][0]["results"]:
            assert result["value"] == pytest.approx(paper, abs=unit(5)), (view, result["measure"])


def test_the_methods_paragraph_names_views_and_nothing(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(capsys, "measure", table, "-m", "kappa", "--methods", "--view", "without Nothing")
    assert "The category 'Nothing' denotes items that an annotator did not mark." in found["methods"]
    assert "'without Nothing' (161 items)" in found["methods"]
    args = ["report", table, "--table", "--nothing", "Nothing", "--view", "universe 1165", "--no-grid", "--quiet"]
    assert main([*args, "--format", "markdown"]) == 0
    assert "'universe 1165' (1,165 items)" in capsys.readouterr().out


def test_table_6_side_by_side(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = views(capsys, table, "universe 1165", "without Nothing", "merge Former+New")
    assert list(found) == ["universe 1165", "without Nothing", "merge Former+New"]


def test_views_chain(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = views(capsys, table, "universe 1165; merge Former+New as Gene")
    (values,) = found.values()
    # by hand: 161 agreed genes, 53 one-sided, 951 agreed nothings
    assert values["observed_agreement"] == pytest.approx((161 + 951) / 1165)


def test_tables_7_and_8(table: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = printed(capsys, "report", table)
    (one,) = found["findings"]
    similarity = one["similarity"]
    expected = [[0.735751, 0.108808, 0.155440], [0.115385, 0.758242, 0.126374], [0.000795, 0.000609, 0.998595]]
    for row, printed_row in zip(similarity["probability"], expected, strict=True):
        assert row == pytest.approx(printed_row, abs=unit(6))
        assert sum(row) == pytest.approx(1)
    names = similarity["categories"]
    pairs = {("Former", "New"): 0.112096, ("Former", "Nothing"): 0.078117, ("New", "Nothing"): 0.063491}
    for (a, b), value in pairs.items():
        assert similarity["similarity"][names.index(a)][names.index(b)] == pytest.approx(value, abs=unit(6))


@pytest.mark.parametrize("format", ["text", "markdown", "latex", "csv", "html"])
@pytest.mark.parametrize("details", [False, True])
def test_the_table_comes_first(
    format: str, details: bool, table: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    how = ["-o", str(page)] if format == "html" else ["--format", format]
    asked = ["report", table, "--table", "--nothing", "Nothing", "--quiet", "--no-grid", *how]
    assert main([*asked, "--details"] if details else asked) == 0
    said = capsys.readouterr().out if format != "html" else page.read_text(encoding="utf-8").partition("<main")[2]
    plain = said.replace(",", "")
    cell = plain.find("18840")
    total = plain.find("19054", cell)  # the last cell of the table, behind the largest
    assert 0 <= cell < total < plain.find("observed")


@pytest.mark.parametrize(
    "view", ["", "merge Former", "without", "universe many", "cut a b", "dance", "merge A+B; ", "cut 1 0"]
)
def test_views_that_cannot_be_read(view: str, table: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["measure", table, "--table", "--view", view]) in (2, 3)
    assert "Traceback" not in capsys.readouterr().err

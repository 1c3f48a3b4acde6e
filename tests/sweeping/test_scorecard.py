"""What a scorecard says of measures that do not see an error, or have no value; and who is simulated."""

from pathlib import Path

import numpy as np
import pytest

from accord.cli import main
from accord.renderings.sweep_tables import caption_of, scorecard_table
from accord.renderings.tables import Table, as_csv
from accord.sweeping import Grid
from accord.sweeping.scorecard import Score, score
from accord.sweeping.sweeps import sweep
from untyped import accord

AT = np.array([0.0, 0.5, 1.0])


def course(*rows: list[float]) -> Score:
    return score("kappa", "flip", AT, np.array(rows), 1.0)


def test_a_value_that_stays_where_it_is_is_blind_and_not_monotone() -> None:
    constant = course([1, 1, 1], [1, 1, 1])
    assert (constant.course, constant.blind, constant.monotone) == ("blind", True, False)
    assert constant.as_json()["blind"] is True
    assert course([1, 0.5, 0.2], [1, 0.6, 0.1]).course == "yes"
    assert course([1, 0.5, 0.9], [1, 0.5, 0.9]).course == "until 0.5"


def test_a_value_that_is_undefined_throughout_says_so() -> None:
    nowhere = course([np.nan, np.nan, np.nan])
    assert (nowhere.course, nowhere.monotone, nowhere.blind) == ("undefined", False, False)


def test_a_measure_of_links_is_blind_to_labels() -> None:
    tree = accord.relations({"gold": [(2, 1, "sup"), (3, 1, "att"), (4, 2, "sup")]}, units=[1, 2, 3, 4])
    made = sweep(tree, ["relabel"], ["mar_link"], magnitudes=3, repeats=2)
    assert [row[2] for row in scorecard_table(made).rows] == ["blind"]


def test_a_reference_that_is_kept_is_no_simulated_annotator() -> None:
    labels = accord.labels([["a"], ["b"], ["a"], ["b"], ["a"], ["b"]])
    made = sweep(labels, ["redraw"], ["kappa"], magnitudes=3, repeats=2, annotators=3, keep_reference=True)
    assert caption_of(made).startswith("the reference and 2 simulated annotators with one another")
    said = Grid("kappa", made).sentence(0.7)
    assert "is what the reference and two annotators get who" in said
    plain = sweep(labels, ["redraw"], ["kappa"], magnitudes=3, repeats=2, annotators=3)
    assert caption_of(plain).startswith("3 simulated annotators with one another")


def test_numbers_in_csv_have_no_commas() -> None:
    table = Table(("name", "n"), (("18,840", "18,840"), ("x", "-1,234,567.5"), ("y", "1,2")), "", frozenset({1}))
    assert as_csv(table).splitlines() == ["name,n", '"18,840",18840', "x,-1234567.5", 'y,"1,2"']


def test_a_report_in_csv_is_read_by_programs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "genes.csv").write_text(",Former,Nothing\nFormer,71,7\nNothing,23,18840\n")
    assert main(["report", str(tmp_path / "genes.csv"), "--table", "--format", "csv", "--quiet"]) == 0
    assert "Nothing,23,18840,18863" in capsys.readouterr().out

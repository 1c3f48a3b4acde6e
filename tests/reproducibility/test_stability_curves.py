"""Agreement and stability side by side: the figures and the table of Bregeon et al. 2019, each by one command."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from accord.cli import main
from accord.reproducibility.empirical import counts_of
from accord.results import DataError, UsageError
from untyped import accord

ANNOTATORS = 13
FORMATS = ("text", "json", "csv", "markdown", "latex", "svg")


def table(seed: int = 1, items: int = 60) -> str:
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 4, (items, 1))
    said = np.where(rng.random((items, ANNOTATORS)) < rng.uniform(0.5, 1, (items, 1)), truth,
                    rng.integers(0, 4, (items, ANNOTATORS)))  # fmt: skip
    rows = [",".join([f"s{place}", *("wxyz"[code] for code in codes)]) for place, codes in enumerate(said)]
    return "\n".join([",".join(["item", *(f"a{who:02}" for who in range(ANNOTATORS))]), *rows]) + "\n"


@pytest.fixture
def ratings(tmp_path: Path) -> str:
    (tmp_path / "ratings.csv").write_text(table(), encoding="utf-8")
    return str(tmp_path / "ratings.csv")


def test_the_exact_curve_is_the_empirical_population(ratings: str) -> None:
    data = accord.read(ratings)
    for against in ("reference", "group"):
        made = accord.stability_curve(data, [2, 3], against)
        assert [line.k for line in made] == [2, 3]
        for line in made:
            for point in line.points[::8]:
                options = {"counts": counts_of(data)}
                expected = accord.expected_variation(point.kappa, None, line.k, "empirical", against, **options)
                assert point.change == pytest.approx(expected, abs=1e-9)
            found = accord.stability(data, line.k, against, confidence=None)
            assert (line.own.kappa, line.own.change) == pytest.approx((found.kappa, found.value))


def test_simulated_annotators_lie_near_the_exact_curve(ratings: str) -> None:
    """A little below it, as on the page: annotators err on a number of items that is told."""
    [exact] = accord.stability_curve(ratings, 3)
    [drawn] = accord.stability_curve(ratings, 3, method="sample", groups=60)
    assert drawn.how == "simulated"
    at = np.array([(point.kappa, point.change) for point in drawn.points if point.kappa > 0.55])
    expected = np.interp(at[:, 0], [one.kappa for one in exact.points], [one.change for one in exact.points])
    assert (np.abs(at[:, 1] - expected) < 0.05).all()
    assert [one.kappa for one in drawn.points] == sorted(one.kappa for one in drawn.points)


def test_windows_of_real_annotators(ratings: str) -> None:
    """Figure 2: annotators 1 to 5, 5 to 9, 9 to 13, groups of three beside the vote of five."""
    [line] = accord.stability_curve(ratings, 3, windows=5)
    assert [point.name for point in line.points] == ["a00 to a04", "a04 to a08", "a08 to a12"]
    for point, first in zip(line.points, (0, 4, 8), strict=True):
        some = [f"a{who:02}" for who in range(first, first + 5)]
        found = accord.stability(ratings, 3, only=some, confidence=None)
        assert (point.kappa, point.change) == pytest.approx((found.kappa, found.value))


def test_table_1(capsys: pytest.CaptureFixture[str]) -> None:
    """Bregeon et al. 2019, table 1: 200 groups of four; the paper states neither items nor categories."""
    means = ",".join(f"{1.57 + 2.66 * step:.2f}" for step in range(8))
    command = ["stability-curve", "--items", "60", "--categories", "3", "-k", "4", "--means", means, "--sigma", ".4"]
    assert main([*command, "--groups", "200", "--seed", "3", "--format", "csv"]) == 0
    rows = list(csv.DictReader(io.StringIO(capsys.readouterr().out)))
    published = [0.247, 0.319, 0.398, 0.484, 0.580, 0.684, 0.799, 0.923]
    deviations = [0.029, 0.028, 0.025, 0.022, 0.020, 0.016, 0.015, 0.010]
    assert [float(row["κ"]) for row in rows] == pytest.approx(published, abs=0.005)
    assert [float(row["standard deviation of κ"]) for row in rows] == pytest.approx(deviations, abs=0.004)


def test_several_data_and_views(ratings: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Figures 5 and 6: a line for each set of data and number of categories."""
    other = tmp_path / "other.csv"
    other.write_text(table(2), encoding="utf-8")
    command = ["stability-curve", ratings, "--beside", str(other), "-k", "3", "--view", "merge w+x", "-q"]
    assert main([*command, "--format", "json"]) == 0
    lines = json.loads(capsys.readouterr().out)["lines"]
    assert [(line["data"], line["view"], line["categories"]) for line in lines] == [
        ("ratings", "", 4), ("ratings", "merge w+x", 3), ("other", "", 4), ("other", "merge w+x", 3),
    ]  # fmt: skip
    figure = tmp_path / "figure.svg"
    assert main([*command, "-o", str(figure)]) == 0
    drawn = ElementTree.fromstring(figure.read_text(encoding="utf-8"))
    said = {one.text for one in drawn.iter("{http://www.w3.org/2000/svg}text")}
    assert {"ratings, 4 categories", "ratings, 3 categories", "other, 4 categories", "κ"} <= said
    assert main([*command, "--views-only", "--format", "json"]) == 0
    assert {line["view"] for line in json.loads(capsys.readouterr().out)["lines"]} == {"merge w+x"}


@pytest.mark.parametrize("form", FORMATS)
def test_formats(form: str, ratings: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stability-curve", ratings, "-k", "2-4", "--format", form, "-q"]) == 0
    out = capsys.readouterr().out
    if form == "csv":
        rows = list(csv.DictReader(io.StringIO(out)))
        assert len(rows) == 3 * (41 + 1)
    if form == "svg":
        assert all(f">k = {k}<" in out for k in (2, 3, 4))


def test_a_picture_and_a_chart(ratings: str, tmp_path: Path) -> None:
    assert main(["stability-curve", ratings, "-k", "3", "-o", str(tmp_path / "figure.png"), "-q"]) == 0
    assert (tmp_path / "figure.png").read_bytes().startswith(b"\x89PNG")
    chart = accord.stability_curve(ratings, 3).chart()
    assert chart.save(tmp_path / "chart.svg").exists()
    assert "Diamonds" in chart.sentence


@pytest.mark.parametrize(
    ("arguments", "status", "words"),
    [
        (["stability-curve"], 2, "give a file, or --items 60 --categories 3"),
        (["stability-curve", "--categories", "3"], 2, "without data the numbers of items and categories are needed"),
        (["stability-curve", "RATINGS", "-k", "1"], 2, "-k 1 is not a whole number of at least 2"),
        (["stability-curve", "RATINGS", "--windows", "30"], 3, "windows of 30 annotators do not fit"),
        (["stability-curve", "RATINGS", "--items", "30"], 2, "--items is for made-up annotators"),
        (["stability-curve", "RATINGS", "--means", "3"], 2, "--means is for simulated annotators; add --sample"),
        (["stability-curve", "RATINGS", "--sample", "--against", "group"], 2, "compared with the reference"),
        (["stability-curve", "RATINGS", "--sample", "--means", "900"], 2, "reachable maximum"),
        (["stability-curve", "RATINGS", "--beside", "RATINGS"], 2, "two files are named 'ratings'"),
        (["stability-curve", "RATINGS", "--format", "png"], 2, "does not go to the terminal"),
        (["stability-curve", "--items", "9", "--categories", "3", "--groups", "1"], 2, "no pair to compare"),
    ],
)
def test_what_goes_wrong_is_said(
    arguments: list[str], status: int, words: str, ratings: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([ratings if one == "RATINGS" else one for one in arguments]) == status
    said = capsys.readouterr()
    assert words in said.err
    assert "Traceback" not in said.err


def test_python_errors_speak_python(ratings: str) -> None:
    with pytest.raises(UsageError, match="method='guess' is not known"):
        accord.stability_curve(ratings, 3, method="guess")
    with pytest.raises(DataError, match="ACC374"):
        accord.stability_curve(accord.counts([[3, 1], [1, 3]] * 5), 2, windows=3)
    with pytest.raises(UsageError, match="k=True"):
        accord.stability_curve(ratings, True)

"""Shares and means from many labels of a model and few of people."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import accord
from accord.cli import main
from accord.results.arrays import Floats
from accord.statistics.corrected_means import corrected_means, few_of_a_kind, rogan_gladen, with_imagined_items

GOLD = [
    (200, 1000, 3, 1, 0.8, "shares", [0.3417880964324498, 0.35735546988459044, 0.3008564336829638],
     [0.2911274728761521, 0.30699117558489175, 0.2525513010123946],
     [0.3924487199887475, 0.4077197641842891, 0.34916156635353296]),
    (200, 1000, 3, 1, 0.8, "means", [0.9598787293104751], [0.8746598853048824], [1.045097573316068]),
    (150, 900, 4, 3, 0.6, "shares",
     [0.24662273741658217, 0.2582520808271231, 0.21913925240147886, 0.2759859293548163],
     [0.19213680320737297, 0.20337287365551526, 0.16527610480301225, 0.2193327272788153],
     [0.30110867162579136, 0.3131312879987309, 0.27300239999994547, 0.3326391314308173]),
    (150, 900, 4, 3, 0.6, "means", [1.5257978530778749], [1.3833763537170822], [1.6682193524386675]),
    (60, 400, 2, 2, 0.9, "shares", [0.4649947715572712, 0.5350052284427285],
     [0.3835191644894631, 0.45352962137492037], [0.5464703786250793, 0.6164808355105366]),
    (60, 400, 2, 2, 0.9, "means", [0.5350052284427285], [0.45352962137492037], [0.6164808355105366]),
]  # fmt: skip
"""What ppi-python 0.2.3 gives (ppi_mean_pointestimate, ppi_mean_ci at alpha=.05) on the labels that `drawn` draws."""


def drawn() -> dict[tuple[int, int], tuple[np.ndarray, np.ndarray]]:
    """The model's labels of all items, and those of people (n, people), by n and N."""
    rng, made = np.random.default_rng(20231), {}
    for n, rest, size, people, right in dict.fromkeys(case[:5] for case in GOLD):
        truth = (rng.random(n + rest) * size).astype(int)
        model = np.where(rng.random(n + rest) < right, truth, (rng.random(n + rest) * size).astype(int))
        kept = rng.random((n, people)) < 0.9
        made[n, rest] = model, np.where(kept, truth[:n, None], (rng.random((n, people)) * size).astype(int))
    return made


def rows_of(model: np.ndarray, people: np.ndarray) -> list[list[object]]:
    rest = [[None] * people.shape[1]] * (len(model) - len(people))
    return [[*map(int_or_none, said), int(label)] for said, label in zip([*people, *rest], model, strict=True)]


def int_or_none(value: object) -> int | None:
    return None if value is None else int(value)  # type: ignore[call-overload]


@pytest.mark.parametrize("case", GOLD, ids=lambda case: f"ppi-python 0.2.3: n={case[0]} {case[5]}")
def test_as_ppi_python(case: tuple[object, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    n, rest, _, people, _, what, value, low, high = case
    table = rows_of(*drawn()[n, rest])  # type: ignore[index]
    names = [f"p{number}" for number in range(people)] + ["gpt-4o"]  # type: ignore[call-overload]
    lines = [",".join(["item", *names])]
    lines += [
        ",".join([f"s{place}", *("" if one is None else str(one) for one in row)]) for place, row in enumerate(table)
    ]
    (tmp_path / "labels.csv").write_text("\n".join(lines), encoding="utf-8")
    level = "interval" if what == "means" else "nominal"
    status = main(["estimate", str(tmp_path / "labels.csv"), "--level", level, "--format", "json", "-q"])
    found = json.loads(capsys.readouterr().out)["models"]["gpt-4o"]
    assert status == 0
    assert (found["n"], found["N"]) == (n, rest)
    lines_found = found["estimates"]
    assert [one["corrected"] for one in lines_found] == pytest.approx(value, abs=1e-9)
    assert [one["normal_low"] for one in lines_found] == pytest.approx(low, abs=1e-9)
    assert [one["normal_high"] for one in lines_found] == pytest.approx(high, abs=1e-9)
    if n == 200:  # counts are not small
        assert [one["low"] for one in lines_found] == pytest.approx(low, abs=1e-9)


def test_plain_means_stand_beside() -> None:
    model, people = drawn()[150, 900]
    found = accord.estimate(rows_of(model, people), annotators=["a", "b", "c", "m"], models="m", level="nominal")
    first = found["m"].estimates[0]
    assert first.people == pytest.approx((people == 0).mean())
    assert first.model == pytest.approx((model == 0).mean())
    assert found["m"].left_out == 0
    frame = found.to_frame()
    assert frame.shape[0] == 4
    assert "corrected" in frame.columns
    assert found.chart().to_dict()["height"] > 0
    assert "<table>" in found._repr_html_()


def test_interval_normal_is_as_published_everywhere() -> None:
    model, people = drawn()[60, 400]
    rows = rows_of(model, people)
    small = accord.estimate(rows, annotators=["a", "b", "m"], models=["m"], level="nominal")
    plain = accord.estimate(rows, annotators=["a", "b", "m"], models=["m"], level="nominal", interval="normal")
    assert [one.interval for one in small["m"].estimates] == ["imagined items"] * 2
    assert [(one.low, one.high) for one in plain["m"].estimates] == [
        (one.normal_low, one.normal_high) for one in plain["m"].estimates
    ]
    assert small["m"].estimates[0].low < plain["m"].estimates[0].low


def test_a_useless_model_leaves_the_people_alone() -> None:
    rng = np.random.default_rng(5)
    rows: list[list[str | None]] = [[str(rng.integers(2)), str(rng.integers(2))] for _ in range(60)]
    rows += [[None, "1"], [None, "0"]] * 50
    found = accord.estimate(rows, annotators=["a", "m"], models="m", level="nominal")["m"]
    assert found.tuning < 0.3
    rows = [["0", "1"], ["1", "1"], ["1", "1"], [None, "1"]]
    constant = accord.estimate(rows, annotators=["a", "m"], models="m")["m"]
    assert constant.tuning == 0
    assert constant.estimates[1].corrected == pytest.approx(2 / 3)


def test_the_worth_of_a_model_is_over_all_categories() -> None:
    """Of two categories both have the same worth, and so have they together; a rare third does not change it much."""
    rng = np.random.default_rng(8)
    truth = rng.integers(2, size=400)
    model = np.where(rng.random(400) < 0.9, truth, 1 - truth)
    rows = [[str(truth[place]) if place < 100 else None, str(model[place])] for place in range(400)]
    found = accord.estimate(rows, annotators=["p", "m"], models="m", level="nominal")["m"]
    assert found.worth == pytest.approx(found.estimates[0].worth)
    rows[-1] = [None, "2"]
    rare = accord.estimate(rows, annotators=["p", "m"], models="m", level="nominal")["m"]
    assert rare.worth == pytest.approx(found.worth, rel=0.1)
    assert any(f"worth {round(found.worth)} more labels" in line for line in found.sentences())


def test_sets_are_estimated_member_by_member() -> None:
    rows: list[list[object]] = [[{"a", "b"}, {"a"}], [{"a"}, {"a"}], [{"b"}, {"b"}], [None, {"a"}], [None, {"a", "b"}]]
    found = accord.estimate(rows, annotators=["p", "m"], models="m")["m"]
    assert [one.of for one in found.estimates] == ["a", "b"]
    assert found.estimates[0].people == pytest.approx(2 / 3)


def test_items_that_are_no_random_part_are_told() -> None:
    rows: list[list[object]] = [["yes", "yes"], ["no", "yes"]] * 30
    rows += [[None, "no"]] * 200
    found = accord.estimate(rows, annotators=["p", "m"], models="m")
    assert found["m"].alike_p < 0.01
    assert [one.code for one in found.diagnostics if one.code == "ACC450"]
    assert any("not a random part" in line for line in found.sentences())


def test_rows_and_names_in_any_order_give_the_same() -> None:
    model, people = drawn()[60, 400]
    rows = rows_of(model, people)
    one = accord.estimate(rows, annotators=["a", "b", "m"], models="m", level="nominal")["m"]
    turned = [[row[2], row[1], row[0]] for row in reversed(rows)]
    other = accord.estimate(turned, annotators=["m", "b", "a"], models="m", level="nominal")["m"]
    for first, second in zip(one.estimates, other.estimates, strict=True):
        assert first.corrected == pytest.approx(second.corrected, abs=1e-12)
        assert first.low == pytest.approx(second.low, abs=1e-12)


@pytest.mark.parametrize(
    ("rows", "options", "error", "says"),
    [
        ([["x", "x"], ["y", "x"]], {}, "ACC452", "no annotator is known to be a model"),
        ([["x", "x"], ["y", "x"]], {"models": ["a", "m"]}, "ACC452", "nobody but models"),
        ([["x", "x"], ["y", "x"]], {"models": "m"}, "ACC453", "no item that people did not"),
        ([["x", None], [None, "x"], [None, "y"]], {"models": "m"}, "ACC453", "share 0 items"),
    ],
)
def test_bad_input_is_a_clear_error(
    rows: list[list[str | None]], options: dict[str, object], error: str, says: str
) -> None:
    with pytest.raises(accord.DataError, match=says) as caught:
        accord.estimate(rows, annotators=["a", "m"], **options)  # type: ignore[arg-type]
    assert caught.value.code == error
    assert caught.value.hint


def test_means_of_names_are_refused() -> None:
    rows: list[list[object]] = [["x", "x"], ["y", None]]
    with pytest.raises(accord.UsageError, match="no mean"):
        accord.estimate(rows, annotators=["m", "a"], models="m", what="means")


def simulated(
    rng: np.random.Generator, share: float, n: int, rest: int, sensitivity: float, specificity: float
) -> tuple[Floats, Floats, Floats]:
    """Truth and labels of a model of n items, and of N more (items, 1)."""
    truth = rng.random(n + rest) < share
    model = np.where(truth, rng.random(n + rest) < sensitivity, rng.random(n + rest) > specificity)
    y, f = truth.astype(np.float64)[:, None], model.astype(np.float64)[:, None]
    return y[:n], f[:n], f[n:]


def covered(share: float, n: int, sensitivity: float, specificity: float, times: int, seed: int) -> Floats:
    """(3,) coverage of a 95 % interval: as published, as `estimate` gives it, and of Rogan & Gladen's share."""
    rng, inside = np.random.default_rng(seed), np.zeros((times, 3))
    for time in range(times):
        y, f, rest = simulated(rng, share, n, 1000, sensitivity, specificity)
        found = corrected_means(y, f, rest, 0.95)
        ends = np.stack([found.low, found.high])
        inside[time, 0] = ends[0, 0] <= share <= ends[1, 0]
        if few_of_a_kind(y, f)[0]:
            ends = with_imagined_items(found, y, f, rest, 0.95)
        inside[time, 1] = ends[0, 0] <= share <= ends[1, 0]
        _, low, high = rogan_gladen(y[:, 0], f[:, 0], rest[:, 0], 0.95)
        inside[time, 2] = not low > share and not high < share
    return np.asarray(inside.mean(axis=0))


def test_the_remedy_covers_where_normal_quantiles_do_not() -> None:
    published, ours, _ = covered(0.03, 50, 0.7, 0.95, 400, 1)
    assert published < 0.85
    assert ours > 0.93


@pytest.mark.deep
@pytest.mark.parametrize("n", [50, 200])
@pytest.mark.parametrize("share", [0.01, 0.03, 0.1, 0.3])
@pytest.mark.parametrize(("sensitivity", "specificity"), [(0.9, 0.99), (0.7, 0.95), (0.5, 0.8)])
def test_coverage_of_small_shares(n: int, share: float, sensitivity: float, specificity: float) -> None:
    published, ours, other = covered(share, n, sensitivity, specificity, 2000, 7)
    print(f"n={n} share={share} model={sensitivity}/{specificity}: published {published:.3f}, ours {ours:.3f}, "
          f"Rogan–Gladen {other:.3f}")  # fmt: skip
    assert ours >= 0.93
    assert other >= 0.93

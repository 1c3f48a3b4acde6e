"""Trends over position and over time."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import polars as pl
import pytest
from scipy.stats import permutation_test

from accord.diagnosis.labels.ballots import Ballots
from accord.diagnosis.labels.drift import _trend, drift
from diagnosis.planted import CATEGORIES, comparable, made, table, with_drifter
from untyped import accord


def test_planted_drift_is_found_with_its_annotator() -> None:
    found = drift(with_drifter(0))
    assert [trend.of for trend in found.trends if trend.of is not None and trend.notable] == ["A6"]
    [finding] = found.findings()
    assert "'A6'" in finding.title
    assert "falls over the order of the items" in finding.title
    trend = next(trend for trend in found.trends if trend.of == "A6")
    assert f"{trend.early:.1%}" in finding.title
    assert f"{trend.late:.1%}" in finding.title


def test_items_that_become_harder_are_the_trend_of_all() -> None:
    rng = np.random.default_rng(0)
    codes = table(comparable(0, items=600))
    hard = rng.random(codes.shape) < (0.5 * np.arange(600) / 600)[:, None]
    codes = np.where(hard, rng.integers(CATEGORIES, size=codes.shape), codes)
    found = drift(made(codes))
    assert found.trends[0].notable
    [finding] = found.findings()
    assert finding.numbers["annotator"] is None
    assert "harder" in finding.explanation


def test_two_annotators_have_one_trend() -> None:
    assert [trend.of for trend in drift(comparable(0, annotators=2)).trends] == [None]


def test_time_takes_the_place_of_position() -> None:
    """The ratings of the drifter in random order of items: only the times tell."""
    data = with_drifter(0)
    rng = np.random.default_rng(1)
    order = rng.permutation(data.rows)
    shuffled = made(table(data)[order])
    assert not [trend for trend in drift(shuffled).trends if trend.notable]
    timed = replace(shuffled, times=np.repeat(order.astype(np.float64), 6))
    found = drift(timed)
    assert found.by == "time"
    assert [trend.of for trend in found.trends if trend.of is not None and trend.notable] == ["A6"]


def test_trend_is_that_of_a_permutation_test() -> None:
    rng = np.random.default_rng(2)
    y = (rng.random(80) < np.linspace(0.6, 0.4, 80)).astype(float)
    ranks = np.arange(80.0)
    exact = permutation_test(
        (y,), lambda drawn: float(ranks @ drawn), permutation_type="pairings", n_resamples=4000, rng=rng
    )
    z = _trend(y, ranks)
    p = 2 * min(exact.pvalue, 1 - exact.pvalue) if exact.pvalue > 0.5 else exact.pvalue
    from accord.statistics.p_values import two_sided_normal

    assert float(two_sided_normal(np.array([z]))[0]) == pytest.approx(p, abs=0.05)


def test_neighbours_alike_do_not_make_a_trend() -> None:
    """Blocks of ten items of the same difficulty, in random order: few false alarms at 1 %."""
    alarms = 0
    for seed in range(60):
        rng = np.random.default_rng(seed)
        truth = np.zeros((400, 2), dtype=np.int64)
        hard = np.repeat(rng.random(40) * 0.8, 10)[:, None]
        codes = np.where(rng.random((400, 2)) < hard, rng.integers(1, CATEGORIES, size=(400, 2)), truth)
        alarms += drift(made(codes)).trends[0].p < 0.01
    assert alarms <= 6


def test_contingency_tables_have_no_order() -> None:
    found = drift(accord.contingency([[20, 10], [20, 50]]))
    assert (found.by, found.trends) == ("nothing", ())


def test_numbers_drift_in_closeness() -> None:
    rng = np.random.default_rng(3)
    truth = rng.normal(size=(300, 1)).round(1)
    noise = rng.normal(size=(300, 4)) * np.array([0.1, 0.1, 0.1, 0.0])
    noise[:, 3] = rng.normal(size=300) * np.linspace(0.1, 1.5, 300)
    found = drift(accord.labels((truth + noise).round(1), level="interval"))
    assert found.of == "closeness to the others"
    assert "A4" in [trend.of for trend in found.trends if trend.notable]


# ---- times of ratings


LONG = pl.DataFrame(
    {
        "item": ["x", "x", "y", "y", "x"],
        "annotator": ["A", "B", "A", "B", "A"],
        "label": ["1", "1", "2", "1", "2"],
        "timestamp": ["2024-05-03", "2024-05-01", "2024-05-02", None, "2024-05-01"],
    }
)
DAY = 86400.0


def test_times_order_the_ratings_of_the_same_annotator() -> None:
    data = accord.labels(LONG)
    assert data.times is not None
    since = (data.times - np.nanmin(data.times)) / DAY
    np.testing.assert_array_equal(since, [0, 2, 0, 1, np.nan])  # A on x twice, B on x, A on y, B on y
    assert [data.categories.texts[code] for code in data.codes] == ["2", "1", "1", "2", "1"]
    first = data.first_ratings()
    assert first.times is not None
    assert len(first.times) == len(first.codes) == 4


@pytest.mark.parametrize(
    "times",
    [
        ["1", "2", "3", "", "5"],
        ["1.5", "2,5", "3", None, "5"],
        ["2024-05-01T10:00:00Z", "2024-05-01T10:00:01.5Z", "2024-05-01T10:00:02Z", None, "2024-05-01T10:00:03Z"],
        ["2024-05-01T10:00:00+02:00", "2024-05-01T10:00:01+02:00", "2024-05-01T10:00:02+01:00", None, None],
        ["01/05/2024", "02/05/2024", "13/05/2024", None, "14/05/2024"],
    ],
)
def test_times_of_several_forms(times: list[str | None]) -> None:
    data = accord.labels(LONG.with_columns(timestamp=pl.Series(times, dtype=pl.String)))
    assert data.times is not None
    assert np.isnan(data.times[-1])
    assert np.isfinite(data.times[:1]).all()


def test_a_column_only_called_a_time_is_not_used() -> None:
    odd = LONG.with_columns(timestamp=pl.Series(["soon", "later", "1", "2", "3"]))
    assert accord.labels(odd).times is None
    with pytest.raises(accord.DataError, match=r"'soon' in column 'timestamp' is not a time \[ACC020\]"):
        accord.labels(odd, time_column="timestamp")


def test_views_keep_the_times() -> None:
    data = accord.labels(LONG)
    assert data.times is not None
    for view in (data.without("2"), data.merged({"any": ["1", "2"]}), data.first_ratings(), data.filled()):
        assert view.times is not None
        assert len(view.times) == len(view.codes)
    assert (
        accord.measure(data, "alpha", confidence=None).value
        == accord.measure(replace(data, times=None), "alpha", confidence=None).value
    )


def test_times_from_files(tmp_path: object) -> None:
    from pathlib import Path

    folder = Path(str(tmp_path))
    LONG.write_csv(folder / "a.csv")
    LONG.write_ndjson(folder / "a.jsonl")
    LONG.with_columns(pl.col("timestamp").str.to_date()).write_parquet(folder / "a.parquet")
    read = [accord.read(folder / f"a.{kind}") for kind in ("csv", "jsonl", "parquet")]
    for data in read:
        assert data.times is not None
        np.testing.assert_array_equal(data.times, read[0].times)
        assert not any("columns not used" in one.message for one in data.diagnostics)
    (folder / "b.csv").write_text("item,annotator,label\nz,A,1\nz,B,1\n")
    both = accord.read([folder / "a.csv", folder / "b.csv"], pool=True)
    assert both.times is not None
    assert np.isnan(both.times).sum() == 3


def test_nested_times_in_json_lines_are_left_alone(tmp_path: object) -> None:
    from pathlib import Path

    file = Path(str(tmp_path)) / "a.jsonl"
    line = '{"item": "%s", "annotator": "%s", "label": "x", "time": {"start": 1}}'
    file.write_text("\n".join(line % pair for pair in (("1", "A"), ("1", "B"))))
    assert accord.read(file).times is None


def test_a_wide_table_has_no_times() -> None:
    wide = pl.DataFrame({"item": ["x", "y"], "Ann": ["1", "2"], "Bob": ["1", "1"], "when": [1, 2]})
    with pytest.raises(accord.DataError, match="ACC007"):
        accord.labels(wide, time_column="when")


def test_ballots_share_the_times_of_first_ratings() -> None:
    ballots = Ballots.of(accord.labels(LONG))
    assert ballots.labels.times is not None
    assert len(ballots.labels.times) == len(ballots.row)

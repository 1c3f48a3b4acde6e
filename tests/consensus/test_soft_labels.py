"""Soft labels: how labels spread, files of them, and systems scored against them."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import polars
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import jensenshannon
from scipy.stats import wasserstein_distance

import accord
from accord.cli import main
from accord.formats.tables.soft_tables import soft_labels_in
from accord.results.arrays import Floats
from accord.statistics.distribution_distances import cross_entropy, jensen_shannon, manhattan, smoothed, wasserstein

ROWS: list[list[str | None]] = [
    ["a", "a", "b", "a"],
    ["b", "b", "b", None],
    ["c", "a", "c", "c"],
    ["a", "c", "b", "b"],
    ["c", None, None, "c"],
]
PEOPLE = ["Ann", "Bob", "Cid", "Dee"]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    lines = [",".join([f"s{place}", *(cell or "" for cell in row)]) for place, row in enumerate(ROWS)]
    (tmp_path / "ratings.csv").write_text("\n".join([f"item,{','.join(PEOPLE)}", *lines]), encoding="utf-8")
    (tmp_path / "people.csv").write_text("annotator,age\nAnn,old\nBob,old\nCid,young\nDee,young\n", encoding="utf-8")
    return tmp_path


def labels() -> accord.Labels:
    return accord.labels(ROWS, items=[f"s{place}" for place in range(5)], annotators=PEOPLE)


def read_labels(source: Path | polars.DataFrame) -> accord.Labels:
    made = accord.read(source)
    assert isinstance(made, accord.Labels)
    return made


# ---- distances


@st.composite
def distributions(draw: st.DrawFn) -> tuple[Floats, Floats]:
    size = draw(st.integers(2, 6))
    cells = st.lists(st.integers(0, 9), min_size=size, max_size=size).filter(lambda row: sum(row) > 0)
    made = [np.array(draw(cells), dtype=np.float64) for _ in range(2)]
    return made[0] / made[0].sum(), made[1] / made[1].sum()


@given(distributions())
def test_distances_are_those_of_scipy(both: tuple[Floats, Floats]) -> None:
    p, q = both
    places = np.arange(len(p), dtype=np.float64) ** 1.5
    assert jensen_shannon(p[None], q[None])[0] == pytest.approx(jensenshannon(p, q, base=2) ** 2, abs=1e-7)
    assert wasserstein(p[None], q[None], places)[0] == pytest.approx(wasserstein_distance(places, places, p, q))
    assert manhattan(p[None], q[None])[0] == pytest.approx(np.abs(p - q).sum())
    assert jensen_shannon(p[None], q[None]) == pytest.approx(jensen_shannon(q[None], p[None]))


def test_a_cross_entropy_is_smoothed_as_the_counts_say() -> None:
    """(count + ½) / (runs + C/2), in bits."""
    counts = np.array([[3.0, 0.0, 0.0]])
    assert smoothed(counts)[0] == pytest.approx([3.5 / 4.5, 0.5 / 4.5, 0.5 / 4.5])
    p = np.array([[0.5, 0.5, 0.0]])
    by_hand = -(0.5 * np.log2(3.5 / 4.5) + 0.5 * np.log2(0.5 / 4.5))
    assert cross_entropy(p, smoothed(counts))[0] == pytest.approx(by_hand)
    assert np.isinf(cross_entropy(p, np.array([[1.0, 0.0, 0.0]]))[0])


# ---- soft labels


def test_shares_counts_and_frames() -> None:
    soft = accord.soft_labels(labels())
    assert soft.items == ("s0", "s1", "s2", "s3", "s4")
    assert soft.shares[0] == pytest.approx([0.75, 0.25, 0.0])
    assert soft.counts is not None
    assert soft.counts.sum(axis=1).tolist() == [4, 3, 4, 4, 2]
    frame = soft.to_frame()
    assert frame.shape == (15, 6)
    assert frame["share"][0] == 0.75
    assert "<table>" in soft._repr_html_()


def test_groups_have_their_own_and_small_ones_have_none() -> None:
    people = {"Ann": "old", "Bob": "old", "Cid": "young", "Dee": "alone"}
    soft = accord.soft_labels(labels(), people=people, min_group=2)
    assert [one.group for one in soft.groups] == ["group: old"]
    assert soft.groups[0].shares[0] == pytest.approx([1.0, 0.0, 0.0])
    assert "alone" not in json.dumps(soft.as_records())
    with pytest.raises(accord.DataError, match="no group of group has 5 people or more") as caught:
        accord.soft_labels(labels(), people=people)
    assert caught.value.code == "ACC457"


def test_a_model_of_annotators_has_probabilities_and_no_counts() -> None:
    soft = accord.soft_labels(labels(), "dawid_skene")
    assert soft.counts is None
    assert soft.shares.sum(axis=1) == pytest.approx(np.ones(5))
    known = accord.reference(labels(), "dawid_skene").probabilities
    assert known is not None
    assert soft.shares == pytest.approx(known)


def test_a_row_that_stands_for_several_items_is_refused() -> None:
    with pytest.raises(accord.UsageError, match="soft labels are of items"):
        accord.soft_labels(accord.contingency([[3, 1], [1, 3]]))


# ---- files


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_files_are_read_back_as_they_were(folder: Path, ending: str, capsys: pytest.CaptureFixture[str]) -> None:
    more = ["--people", "people.csv", "--by-group", "age", "--min-group", "2", "-q"]
    assert main(["reference", "ratings.csv", "--soft", *more, "-o", f"soft.{ending}"]) == 0
    back = soft_labels_in(folder / f"soft.{ending}")
    made = accord.soft_labels(folder / "ratings.csv", people=folder / "people.csv", by="age", min_group=2)
    for one, other in zip(back.parts, made.parts, strict=True):
        assert one.items == other.items
        assert one.group == other.group
        assert one.shares.tolist() == other.shares.tolist()
        assert one.counts is not None
        assert other.counts is not None
        assert one.counts.tolist() == other.counts.tolist()
    again = read_labels(folder / f"soft.{ending}")
    assert float(accord.fleiss(again)) == pytest.approx(float(accord.fleiss(labels())), abs=1e-12)
    assert any("soft labels that accord wrote" in one.text for one in again.read_as)
    assert main(["reference", "ratings.csv", "--soft", "--model", "glad", "-q", "-o", f"model.{ending}"]) == 0
    assert soft_labels_in(folder / f"model.{ending}").counts is None
    with pytest.raises(accord.DataError, match="probabilities, not labels"):
        accord.read(folder / f"model.{ending}")
    capsys.readouterr()


def test_names_that_are_like_columns_and_formulas_come_back(folder: Path) -> None:
    rows = [["item", "=1+1"], ["share", "item"], ["=1+1", "=1+1"]]
    lines = [f"{place},{','.join(row)}" for place, row in enumerate(rows)]
    (folder / "odd.csv").write_text("\n".join(["item,A,B", *lines]), encoding="utf-8")
    assert main(["reference", "odd.csv", "--soft", "-q", "-o", "soft.csv"]) == 0
    assert soft_labels_in(folder / "soft.csv").categories.texts == ("=1+1", "item", "share")
    assert read_labels(folder / "soft.csv").n_items == 3


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("item,category,count,labels,share,level\ns1,a,1,2,0.5,nominal\ns1,b,0,2,0.1,nominal\n", "add up to 0.6"),
        ("item,category,count,labels,share,level\ns1,a,1,1,x,nominal\n", "'x' is not a number"),
        ("item,category,count,labels,share,level\ns1,a,1,1,1,odd\n", "no level 'odd'"),
        ("item,category,count,labels,share,level\ns1,a,1,1,1,nominal\ns1,a,1,1,1,nominal\n", "two shares of 'a'"),
        ("item,group,category,count,labels,share,level\ns1,x,a,1,1,1,nominal\n", "of everybody"),
        ('{"item": "s1", "distribution": {"a": 1}}\n{"item": 3}\n', "not a soft label"),
        ('{"item": "s1", "distribution": {"a": 1}}\nnot json\n', "not JSON"),
    ],
)
def test_damaged_files_are_told(folder: Path, content: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "soft.csv").write_text(content, encoding="utf-8")
    assert main(["score", "soft.csv", "soft.csv", "-q"]) == 3
    error = capsys.readouterr().err
    assert told in error
    assert "soft.csv" in error
    assert "ACC458" in error


# ---- scores


def by_hand(gold: dict[str, dict[str, float]], system: dict[str, dict[str, float]]) -> float:
    """Mean Manhattan distance, written out."""
    total = 0.0
    for item, shares in gold.items():
        names = {*shares, *system[item]}
        total += sum(abs(shares.get(name, 0.0) - system[item].get(name, 0.0)) for name in names)
    return total / len(gold)


def test_scores_by_hand_and_from_every_kind_of_system(folder: Path) -> None:
    soft = accord.soft_labels(folder / "ratings.csv")
    gold = {
        item: dict(zip(soft.categories.texts, row, strict=True))
        for item, row in zip(soft.items, soft.shares.tolist(), strict=True)
    }
    guessed = {item: {"a": 0.2, "b": 0.3, "c": 0.5} for item in gold}
    frame = polars.DataFrame(
        {"item": list(guessed), **{name: [0.2, 0.3, 0.5][place : place + 1] * 5 for place, name in enumerate("abc")}}
    )
    frame.write_csv(folder / "model.csv")
    value = by_hand(gold, guessed)
    for system in (guessed, folder / "model.csv"):
        assert float(accord.score(soft, system, "manhattan", confidence=None)) == pytest.approx(value)
    assert float(accord.score(labels(), guessed, "manhattan", confidence=None)) == pytest.approx(value)
    assert float(accord.score(soft, soft, "jensen_shannon", confidence=None)) == 0
    assert float(accord.score(gold, dict.fromkeys(gold, "a"), "manhattan", confidence=None)) == pytest.approx(
        by_hand(gold, {item: {"a": 1.0} for item in gold})
    )


def test_runs_of_a_system_are_its_distribution() -> None:
    gold = {"1": {"x": 1, "y": 1}, "2": {"x": 2}}
    runs = read_labels(polars.DataFrame({"item": ["1", "1", "2"], "annotator": ["m"] * 3, "label": ["x", "y", "x"]}))
    assert float(accord.score(gold, runs, "jensen_shannon", confidence=None)) == pytest.approx(0.0)


def test_the_best_system_comes_first_and_what_is_undefined_last() -> None:
    gold = {str(item): {"a": 3, "b": 1} for item in range(12)}
    near = {item: {"a": 0.7, "b": 0.3} for item in gold}
    far = {item: {"a": 0.1, "b": 0.9} for item in gold}
    sure = {item: {"a": 1.0, "b": 0.0, "c": 0.0} for item in gold} | {"0": {"a": 0.9, "b": 0.1}}
    found = accord.rank_systems(gold, [far, sure, near], "cross_entropy", replicates=50)
    assert [one.name for one in found.systems] == ["system (3)", "system", "system (2)"]
    assert found.systems[0].high_rank == 1
    undefined = found.systems[2].result
    assert np.isnan(undefined.value)
    assert undefined.undefined is not None
    assert "on 11 items" in undefined.undefined
    assert found.pairs[0].difference < 0
    assert np.isnan(found.pairs[1].p)
    entropy = -(0.75 * np.log2(0.75) + 0.25 * np.log2(0.25))
    assert found.ceiling == pytest.approx(entropy)
    assert found.baselines["same_for_all"] == pytest.approx(entropy)


def test_a_person_against_the_others() -> None:
    """Three say a and one b: a meets 2/3 a and 1/3 b, b meets a alone."""
    found = accord.rank_systems({"1": {"a": 3, "b": 1}}, {"1": "a"}, "manhattan", confidence=None)
    assert found.baselines["person"] == pytest.approx(0.75 * 2 / 3 + 0.25 * 2)


def test_items_that_some_system_lacks_are_left_out_and_told() -> None:
    gold = {"1": {"a": 1}, "2": {"b": 1}, "3": {"a": 1}}
    found = accord.rank_systems(gold, [{"1": "a", "2": "b", "9": "a"}, {"1": "a", "2": "a", "3": "a"}], "manhattan")
    assert found.systems[0].result.components["items"] == 2
    assert [one.code for one in found.diagnostics if one.code == "ACC459"] == ["ACC459"]
    with pytest.raises(accord.DataError, match="none of the items of gold"):
        accord.score(gold, {"x": "a"}, "manhattan")


def test_a_scale_is_asked_for_and_kept() -> None:
    with pytest.raises(accord.UsageError, match="no order"):
        accord.score(labels(), dict.fromkeys(["s0"], "a"), "wasserstein")
    stars = accord.labels([[1, 2], [5, 5]], items=["x", "y"], level="interval")
    assert float(accord.score(stars, {"x": 4, "y": 5}, "wasserstein", confidence=None)) == pytest.approx(1.25)
    words = accord.labels(
        [["low", "mid"], ["high", "mid"]], items=["x", "y"], level="ordinal", categories=["low", "mid", "high"]
    )
    with pytest.raises(accord.DataError, match="nowhere on the scale"):
        accord.score(words, {"x": "huge", "y": "low"}, "wasserstein")


def test_the_command_in_every_format(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    more = ["--people", "people.csv", "--by-group", "age", "--min-group", "2", "-q"]
    for output, holds in (
        ("text", "mean entropy"),
        ("csv", "item,group,category"),
        ("markdown", "| s0"),
        ("latex", "toprule"),
    ):
        assert main(["reference", "ratings.csv", "--soft", *more, "--format", output]) == 0
        assert holds in capsys.readouterr().out
    assert main(["reference", "ratings.csv", "--soft", *more, "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["groups"] == ["age: old", "age: young"]
    assert record["soft_labels"][0]["distribution"] == {"a": 0.75, "b": 0.25, "c": 0.0}
    assert main(["reference", "ratings.csv", "--soft", *more, "-o", "soft.csv"]) == 0
    system = ["item,m", *(f"s{place},a" for place in range(5))]
    (folder / "system.csv").write_text("\n".join(system), encoding="utf-8")
    for output, holds in (
        ("text", "less is better"),
        ("csv", "rank,system"),
        ("markdown", "age: old"),
        ("latex", "toprule"),
    ):
        assert main(["score", "soft.csv", "system.csv", "-q", "--replicates", "20", "--format", output]) == 0
        assert holds in capsys.readouterr().out
    assert (
        main(["score", "ratings.csv", "system.csv", "-m", "manhattan", "-q", "--replicates", "20", "--format", "json"])
        == 0
    )
    record = json.loads(capsys.readouterr().out)
    assert record["results"][0]["components"]["items"] == 5
    assert set(record["baselines"]["manhattan"]) == {"same_for_all", "person"}


def test_wrong_uses(folder: Path) -> None:
    assert main(["reference", "ratings.csv", "--by-group", "age"]) == 2
    assert main(["reference", "ratings.csv", "--soft", "--by-group", "age"]) == 2
    assert main(["score", "ratings.csv", "ratings.csv", "-m", "manhattan", "-m", "oot"]) == 2
    assert main(["score", "ratings.csv", "ratings.csv", "--level", "ordinal"]) == 2
    assert main(["reference", "ratings.csv", "--soft", "--by-group", "size", "--people", "people.csv", "-q"]) == 3

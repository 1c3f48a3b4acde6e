"""Systems against answers: the sane reading against its formulas, bad input, and the official scripts' ways."""

from __future__ import annotations

import math
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.annotations.answer_building import answers
from accord.results import DataError, UsageError
from accord.scoring import METRICS, item_scores, rank_systems, score
from accord.statistics.multiple_comparisons import holm
from accord.statistics.randomisation_tests import RANDOMISATIONS, randomisation_test

Gold = dict[str, dict[str, int]]
System = dict[str, list[str]]
words = st.sampled_from([f"w{number}" for number in range(14)])
golds = st.dictionaries(
    st.sampled_from("12345"), st.dictionaries(words, st.integers(1, 4), min_size=1, max_size=12), min_size=1
)
systems = st.dictionaries(st.sampled_from("12345"), st.lists(words, max_size=13), min_size=1)
GOLD: Gold = {"a.n 1": {"x": 3, "y": 1}, "a.n 2": {"z": 2, "x": 2}, "a.n 3": {"q": 1}}


def plain(gold: dict[str, int], guesses: list[str], metric: str) -> float:
    """One item straight from the definitions."""
    listed = list(dict.fromkeys(guesses))
    if not listed:
        return 0.0
    total, most = sum(gold.values()), max(gold.values())
    tops = [answer for answer, count in gold.items() if count == most]
    mode = tops[0] if len(tops) == 1 else None
    if metric == "best":
        return sum(gold.get(one, 0) for one in listed) / len(listed) / total
    if metric == "best_normalised":
        return sum(gold.get(one, 0) for one in listed) / len(listed) / most
    if metric == "oot":
        return sum(gold.get(one, 0) for one in listed[:10]) / total
    if metric == "coverage":
        return sum(gold.get(one, 0) for one in listed) / total
    if metric == "best_mode":
        return float(mode == listed[0])
    if metric == "oot_mode":
        return float(mode in listed[:10])

    def precisions(values: list[int]) -> float:
        return sum(sum(values[: rank + 1]) / (rank + 1) for rank, x in enumerate(values) if x > 0)

    return precisions([gold.get(one, 0) for one in listed]) / precisions(sorted(gold.values(), reverse=True))


@pytest.mark.parametrize("metric", list(METRICS))
@given(gold=golds, system=systems)
@settings(max_examples=40)
def test_metrics_are_what_their_formulas_say(gold: Gold, system: System, metric: str) -> None:
    known = {item: guesses for item, guesses in system.items() if item in gold}
    if not known:
        with pytest.raises(DataError, match="ACC086"):
            score(gold, system, metric, confidence=None)
        return
    found = score(gold, system, metric, confidence=None)
    modal = {item for item, counts in gold.items() if list(counts.values()).count(max(counts.values())) == 1}
    counted = modal if metric.endswith("mode") else set(gold)
    earned = sum(plain(gold[item], system.get(item, []), metric) for item in counted)
    assert found.value == pytest.approx(earned / len(counted) if counted else math.nan, nan_ok=True)
    tried = [item for item in counted if known.get(item)]
    assert found.components["attempted"] == len(tried)
    if metric != "coverage":
        wanted = earned / len(tried) if tried else math.nan
        assert found.components["precision"] == pytest.approx(wanted, nan_ok=True)
    if not math.isnan(found.value):
        assert 0 <= found.value <= found.components["ceiling"] + 1e-12 <= 1 + 2e-12


def test_best_mode_is_the_first_guess_and_oot_mode_one_of_ten() -> None:
    for guesses, best, among in ((["x"], 1, 1), (["y", "x"], 0, 1), ([*map(str, range(10)), "x"], 0, 0)):
        assert score(GOLD, {"a.n 1": guesses}, "best_mode", confidence=None).components["credit"] == best
        assert score(GOLD, {"a.n 1": guesses}, "oot_mode", confidence=None).components["credit"] == among


def test_gap_by_hand() -> None:
    """x = 0, 3, 1 against 3, 1: (3/2 + 4/3) / (3 + 2)."""
    found = score({"1": {"a": 3, "b": 1}}, {"1": ["no", "a", "b"]}, "gap", confidence=None)
    assert found.value == pytest.approx((3 / 2 + 4 / 3) / (3 + 2))


@given(golds, st.sampled_from(list(METRICS)))
def test_no_run_beats_the_ceiling_and_gold_reaches_it(gold: Gold, metric: str) -> None:
    best = {
        item: [max(counts, key=lambda one: (counts[one], one))] if metric.startswith("best") else
        sorted(counts, key=lambda one: -counts[one])
        for item, counts in gold.items()
    }  # fmt: skip
    found = score(gold, best, metric, confidence=None)
    if not math.isnan(found.value):
        assert found.value == pytest.approx(found.components["ceiling"])


def test_precision_is_over_attempts_and_recall_over_all_items() -> None:
    found = score(GOLD, {"a.n 1": ["x"], "a.n 2": []}, "oot", confidence=None)
    assert found.components["precision"] == pytest.approx(0.75)
    assert found.value == found.components["recall"] == pytest.approx(0.25)
    assert (found.components["attempted"], found.components["items"]) == (1, 3)


def test_an_item_that_gold_does_not_have_is_left_out_and_said() -> None:
    found = score(GOLD, {"a.n 1": ["x"], "b.n 7": ["x"]}, "oot", confidence=None)
    assert found.value == pytest.approx(0.25)
    notes = {one.code: one for one in found.diagnostics}
    assert "'b.n 7'" in notes["ACC172"].message


def test_repeated_empty_and_surplus_guesses_are_said() -> None:
    many = [f"n{number}" for number in range(10)] + ["z"]
    found = score(GOLD, {"a.n 1": ["x", " x", "X"], "a.n 2": many, "a.n 3": ["  "]}, "oot", confidence=None)
    assert found.value == pytest.approx(0.25)  # x once; z is the eleventh guess; an empty answer is no attempt
    note = next(one for one in found.diagnostics if one.code == "ACC173")
    assert "1 item(s) without an answer" in note.message
    assert "1 item(s) with repeated guesses" in note.message
    assert "1 item(s) with more than 10 guesses" in note.message
    assert found.components["attempted"] == 2


def test_gold_items_without_answers_do_not_count() -> None:
    data = answers({"1": {"A": ["x"], "B": []}, "2": {"A": [], "B": []}})
    assert score(data, {"1": ["x"], "2": ["y"]}, "oot", confidence=None).components["items"] == 1


def test_a_mapping_is_applied_to_gold_and_system() -> None:
    mapping = {"a.n": {"xx": "x", "yy": "y"}}
    gold = {"a.n 1": {"xx": 1, "x": 2, "y": 1}}
    found = score(gold, {"a.n 1": ["xx", "x", "yy"]}, "coverage", mapping=mapping, confidence=None)
    assert found.value == 1
    assert found.components["precision"] == 1
    assert score(gold, {"a.n 1": ["yy"]}, "oot", confidence=None).value == 0
    assert "mapping='" in found.measure


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"metric": "bleu"}, "there is no metric 'bleu'"),
        ({"compatibility": "semeval2010"}, "there is no compatibility"),
        ({"metric": "gap", "compatibility": "semeval2007"}, "has no gap"),
        ({"metric": "best_mode", "compatibility": "semdis2014"}, "has no best_mode"),
        ({"compatibility": "semeval2007", "mapping": {"a": {"b": "c"}}}, "has no mapping"),
        ({"confidence": 2.0}, "not between 0 and 1"),
    ],
)
def test_wrong_usage(arguments: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        score(GOLD, {"a.n 1": ["x"]}, **arguments)  # type: ignore[arg-type]


def test_one_system_at_a_time() -> None:
    with pytest.raises(UsageError, match="rank_systems"):
        score(GOLD, [{"a.n 1": ["x"]}, {"a.n 1": ["y"]}])
    two = answers({"a.n 1": {"one": ["x"], "two": ["y"]}})
    with pytest.raises(UsageError, match="2 systems: one, two"):
        score(GOLD, two)
    assert [one.name for one in rank_systems(GOLD, two, confidence=None).systems] == ["one", "two"]


@pytest.mark.parametrize("system", [3, None, {"a.n 1": 3}])
def test_what_is_no_system_is_refused(system: Any) -> None:
    with pytest.raises((DataError, UsageError)):
        score(GOLD, system)


def test_a_result_is_signed_by_what_it_depends_on() -> None:
    one = score(GOLD, {"a.n 1": ["x"]}, confidence=None)
    again = score(GOLD, {"a.n 1": ["x"]}, confidence=None)
    other = score(GOLD, {"a.n 1": ["y"]}, confidence=None)
    assert one.signature == again.signature != other.signature
    assert str(one.signature).startswith("accord:")
    assert "shape:answers|measure:oot(compatibility=None, mapping=None)" in str(one.signature)


# ---- the official scripts


def test_objects_score_as_their_files_would(tmp_path: Path) -> None:
    gold, run = tmp_path / "gold.txt", tmp_path / "run.txt"
    gold.write_text("a.n 1 :: x y 3;yy 1;\na.n 2 :: zz 2;xx 2;\n", encoding="utf-8")
    run.write_text("a.n 1 ::: x y;zz\na.n 2 ::: xx;xx\n", encoding="utf-8")
    data = {"a.n 1": {"x y": 3, "yy": 1}, "a.n 2": {"zz": 2, "xx": 2}}
    system = {"a.n 1": ["x y", "zz"], "a.n 2": ["xx", "xx"]}
    for one, other in ((gold, run), (data, system), (answers(data), system)):
        scores = next(iter(item_scores(one, other, "oot", "semeval2007").values()))
        assert scores.official[1:3] == ("Total = 2, attempted = 2", "precision = 87.50, recall = 87.50")
        assert scores.credit.tolist() == [0.75, 1.0]


def test_semeval_reads_bytes_and_line_ends_as_they_are(tmp_path: Path) -> None:
    gold, run = tmp_path / "gold.txt", tmp_path / "run.txt"
    gold.write_bytes("a.n 1 :: fêter 3;plain 1;\r\n".encode())
    run.write_bytes(b"a.n 1 ::: ter;plain\r\n")
    scores = item_scores(gold, run, "oot", "semeval2007")["run"]
    assert scores.credit.tolist() == [0.75]  # ASCII letters only: 'fêter' is read 'ter'; 'plain\r' is not 'plain'


def test_lines_that_semeval_skips_are_said(tmp_path: Path) -> None:
    gold, run = tmp_path / "gold.txt", tmp_path / "run.txt"
    gold.write_text("a.n 1 :: xx 3;yy 1;\n", encoding="utf-8")
    run.write_text("a.n 1 :: xx\n", encoding="utf-8")
    found = score(gold, run, "oot", "semeval2007", confidence=None)
    assert (found.value, found.components["attempted"]) == (0, 0)
    assert [one.code for one in found.diagnostics] == ["ACC174"]
    assert "':::" in str(found.diagnostics[0]) or ":::" in str(found.diagnostics[0])
    assert item_scores(gold, run, "oot", "semeval2007")["run"].official == ()  # the script divides by zero
    assert score(gold, run, "best", "semeval2007", confidence=None).value == pytest.approx(0.75)


def test_a_second_line_for_an_item(tmp_path: Path) -> None:
    gold, run = tmp_path / "gold.txt", tmp_path / "run.txt"
    gold.write_text("a.n 1 :: xx 3;yy 1;\na.n 2 :: zz 2;\n", encoding="utf-8")
    run.write_text("a.n 1 :: yy\na.n 1 :: xx\n", encoding="utf-8")
    assert score(gold, run, "best", "semeval2007", confidence=None).value == pytest.approx(0.125)  # the first one
    with pytest.raises(DataError, match=r"run\.txt:2: item 'a\.n 1' occurs twice"):
        score(gold, run, "best")


def test_semdis_counts_the_items_of_the_run_and_stops_at_unknown_ones(tmp_path: Path) -> None:
    gold, run = tmp_path / "gold.txt", tmp_path / "run.txt"
    gold.write_text("a.n 1 :: x 3; y 1;\na.n 2 :: z 2;\n", encoding="utf-8")
    run.write_text("a.n 1 :: x ; y ; x\n", encoding="utf-8")
    found = score(gold, run, "oot", "semdis2014", confidence=None)
    assert found.value == pytest.approx(1.75)  # one item in the run, and the repeated guess is credited
    assert [one.code for one in found.diagnostics] == ["ACC173"]
    mapped = score(gold, run, "oot", "semdis2014", {"a.n": {"nothing": "at all"}}, confidence=None)
    assert mapped.value == pytest.approx(1.0)  # repeated guesses are left out for the targets of the mapping
    assert score(gold, run, "best", "semdis2014", confidence=None).value == pytest.approx(0.75)
    run.write_text("a.n 1 ::\na.n 2 :: z\nwhat is this\n", encoding="utf-8")
    found = score(gold, run, "oot", "semdis2014", confidence=None)
    assert (found.value, found.components["attempted"]) == (0.5, 1)
    assert [one.code for one in found.diagnostics] == ["ACC174"]
    run.write_text("a.n 1 :: x\na.n 9 :: x\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"run\.txt:2: item 'a\.n 9'.*ACC086"):
        score(gold, run, "oot", "semdis2014")


# ---- ranking


def test_the_same_system_twice_is_a_tie() -> None:
    gold = {str(item): {"x": 2, "y": 1} for item in range(30)}
    run = {str(item): ["x"] if item % 3 else ["y"] for item in range(30)}
    found = rank_systems(gold, [run, run])
    assert [one.rank for one in found.systems] == [1, 1]
    assert (found.pairs[0].difference, found.pairs[0].p) == (0, 1)
    rows = found.item_rows()
    assert len(rows) == 30
    assert rows[0]["system"] == rows[0]["system (2)"] == rows[0]["mean"]


def test_intervals_hold_the_value_and_do_not_depend_on_the_order_of_systems() -> None:
    rng = np.random.default_rng(3)
    gold = {str(item): {"x": 2, "y": 1, "z": 1} for item in range(60)}
    runs = [{str(item): [str(rng.choice(list("xyzw")))] for item in range(60)} for _ in range(3)]
    found, turned = rank_systems(gold, runs, seed=4), rank_systems(gold, runs[::-1], seed=4)
    for one in found.systems:
        assert one.result.low <= one.result.value <= one.result.high
        assert one.low_rank <= one.rank <= one.high_rank
    assert sorted(one.result.value for one in found.systems) == sorted(one.result.value for one in turned.systems)
    assert sorted(one.result.low for one in found.systems) == sorted(one.result.low for one in turned.systems)
    assert [one.result.value for one in found.systems] == sorted(
        (one.result.value for one in found.systems), reverse=True
    )
    assert all(pair.difference >= 0 for pair in found.pairs)


def test_few_items_have_no_interval() -> None:
    found = score(GOLD, {"a.n 1": ["x"]})
    assert math.isnan(found.low)
    assert "ACC116" in {one.code for one in found.diagnostics}


def test_the_paired_test_keeps_its_level() -> None:
    """Two systems of one kind on items of very different difficulty: p is below .05 in about 5 % of campaigns."""
    rng = np.random.default_rng(7)
    hard = rng.beta(0.5, 0.5, size=(400, 1, 80))
    credit = (rng.random((400, 2, 80)) < hard).astype(np.float64)
    p = randomisation_test(credit[:, 0] - credit[:, 1], seed=1, times=499)
    assert 0.02 < (p <= 0.05).mean() < 0.085
    better = (rng.random((400, 80)) < np.clip(hard[:, 0] + 0.25, 0, 1)).astype(np.float64)
    assert (randomisation_test(better - credit[:, 0], seed=1, times=499) <= 0.05).mean() > 0.8


def test_the_paired_test_is_that_of_all_signs() -> None:
    """Against all 256 signs of eight gaps; the observed signs are counted among the draws, so that p is never 0."""
    gaps = np.random.default_rng(2).normal(0.4, 1, size=(3, 8))
    signs = np.array(list(product((-1.0, 1.0), repeat=8)))
    exact = (np.abs(signs @ gaps.T) >= np.abs(gaps.sum(axis=1)) - 1e-12).mean(axis=0)
    found = randomisation_test(gaps, seed=3)
    assert found == pytest.approx(exact, abs=4 * 0.5 / math.sqrt(RANDOMISATIONS))
    assert randomisation_test(np.ones((1, 60)), seed=3, times=99)[0] == pytest.approx(1 / 100)


def test_holm() -> None:
    """.01 · 3, .02 · 2, .3 · 1 (Holm 1979)."""
    assert holm(np.array([0.3, 0.01, 0.02])).tolist() == pytest.approx([0.3, 0.03, 0.04])
    assert holm(np.array([0.5, 0.6])).tolist() == pytest.approx([1.0, 1.0])


@pytest.mark.deep
def test_intervals_cover() -> None:
    """The 95 % interval holds the mean score of the population in about 95 % of campaigns of 60 items."""
    rng = np.random.default_rng(5)
    kept = 0
    for seed in range(400):
        counts = rng.integers(1, 5, size=(60, 3))
        gold = {str(item): dict(zip("xyz", row.tolist(), strict=True)) for item, row in enumerate(counts)}
        run = {str(item): [str(rng.choice(list("xyzw")))] for item in range(60)}
        found = score(gold, run, "oot", seed=seed, replicates=400)
        kept += found.low <= 0.25 <= found.high  # Σ shares / 4 guesses
    assert 0.91 < kept / 400 < 0.975


def test_the_command_line_knows_all_metrics() -> None:
    from accord.cli import score_command

    assert list(score_command.METRICS) == list(METRICS)


def test_a_line_without_end_is_refused_at_once(tmp_path: Path) -> None:
    run = tmp_path / "run.txt"
    run.write_text("a" * 30_000 + " :: x\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"run\.txt:1: a line of 30,005 characters.*ACC052"):
        score(GOLD, run, "best", "semeval2007")
    run.write_text("a" + " " * 300_000 + "b\n" + "a.n 1 :: x\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"ACC0\d\d"):
        score(GOLD, run, "best")

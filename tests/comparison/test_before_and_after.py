"""Before and after: paired, unpaired and mixed rounds of all four shapes."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

import accord
from accord.annotations import Labels, Spans
from accord.cli import main
from accord.comparison.item_kernels import LabelItems
from accord.comparison.paired_bootstrap import Drawing, PairedBootstrap, units_of
from accord.results import parse_expression

CATEGORIES = "wxyz"


def labelled(
    rng: np.random.Generator, truth: np.ndarray, right: float, people: int = 3, first: int = 0, names: str = "ABCDE"
) -> Labels:
    """Labels of annotators who are right so often, and guess otherwise."""
    said = np.where(
        rng.random((len(truth), people)) < right,
        truth[:, None],
        rng.integers(len(CATEGORIES), size=(len(truth), people)),
    )
    rows = [[CATEGORIES[code] for code in row] for row in said.tolist()]
    items = [f"s{first + place}" for place in range(len(rows))]
    return accord.labels(rows, items=items, annotators=list(names[:people]))


@pytest.fixture(scope="module")
def rounds() -> tuple[Labels, Labels]:
    rng = np.random.default_rng(1)
    truth = rng.integers(4, size=150)
    return labelled(rng, truth, 0.6), labelled(rng, truth, 0.85)


def test_a_paired_comparison_says_better(rounds: tuple[Labels, Labels]) -> None:
    found = accord.compare(*rounds, "alpha", replicates=200)
    assert found.verdict == "better"
    assert found.design.kind == "paired"
    one = found["alpha"]
    assert one.before.value == pytest.approx(float(accord.alpha(rounds[0])), abs=1e-12)
    assert one.gap.difference == pytest.approx(one.after.value - one.before.value, abs=1e-12)
    assert one.gap.low < one.gap.difference < one.gap.high
    assert len(found.categories) == 4
    assert len(found.people) == 3
    assert "better" in {line.verdict() for line in found.categories}
    assert all(line.holm >= line.gap.p for line in found.categories)
    assert found.reference is not None
    assert found.reference.compared == 150
    assert found.confusions[0].gap.before > found.confusions[0].gap.after


def test_the_other_way_round_is_worse_with_the_same_numbers(rounds: tuple[Labels, Labels]) -> None:
    first = accord.compare(*rounds, "alpha", replicates=200, parts=False)
    second = accord.compare(rounds[1], rounds[0], "alpha", replicates=200, parts=False)
    assert second.verdict == "worse"
    assert second["alpha"].gap.difference == pytest.approx(-first["alpha"].gap.difference)
    assert second["alpha"].gap.low == pytest.approx(-first["alpha"].gap.high)


def test_identical_rounds_cannot_be_told_apart_and_are_within_the_margin(rounds: tuple[Labels, Labels]) -> None:
    found = accord.compare(rounds[0], rounds[0], "alpha", replicates=100)
    assert found.verdict == "cannot tell"
    assert found["alpha"].equivalent
    assert found["alpha"].gap.low == found["alpha"].gap.high == 0
    assert found.reference is not None
    assert found.reference.moved == 0
    assert "within the margin" in found.sentences()[0]


def test_a_pair_is_narrower_than_two_sets_of_items() -> None:
    """Items that are hard in both rounds cancel."""
    rng = np.random.default_rng(4)
    truth, hard = rng.integers(4, size=120), rng.random(120) < 0.5
    made = []
    for first in (0, 0, 500):
        right = np.where(hard, 0.3, 0.98)[:, None]
        said = np.where(rng.random((120, 3)) < right, truth[:, None], rng.integers(4, size=(120, 3)))
        rows = [[CATEGORIES[code] for code in row] for row in said.tolist()]
        items = [f"s{first + place}" for place in range(120)]
        made.append(accord.labels(rows, items=items, annotators=["A", "B", "C"]))
    paired = accord.compare(made[0], made[1], "alpha", replicates=300, parts=False)["alpha"].gap
    unpaired = accord.compare(made[0], made[2], "alpha", replicates=300, parts=False)["alpha"].gap
    assert paired.high - paired.low < 0.85 * (unpaired.high - unpaired.low)


def test_a_mixture_says_how_many_items_are_shared() -> None:
    rng = np.random.default_rng(2)
    truth = rng.integers(4, size=100)
    found = accord.compare(labelled(rng, truth, 0.8), labelled(rng, truth, 0.8, first=40), "alpha", replicates=100)
    assert (found.design.kind, found.design.shared) == ("mixed", 60)
    assert any("60 items in both rounds" in line for line in found.sentences())


def test_other_people_in_round_two_are_said() -> None:
    rng = np.random.default_rng(3)
    truth = rng.integers(4, size=60)
    found = accord.compare(labelled(rng, truth, 0.8), labelled(rng, truth, 0.8, names="CDEFG"), "alpha", replicates=50)
    said = next(line for line in found.sentences() if "other people" in line)
    assert said.startswith("1 annotator is in both rounds, 2 only in the first, 2 only in the second")


def test_the_order_of_rows_and_annotators_does_not_matter(rounds: tuple[Labels, Labels]) -> None:
    first, second = rounds
    turned = first.of_items(list(reversed(range(first.n_items)))).of_annotators(["C", "A", "B"])
    one = accord.compare(first, second, ["alpha", "multi_kappa"], replicates=100, parts=False)
    other = accord.compare(turned, second, ["alpha", "multi_kappa"], replicates=100, parts=False)
    for name in ("alpha", "multi_kappa"):
        assert one[name].gap.low == pytest.approx(other[name].gap.low, abs=1e-12)
        assert one[name].gap.difference == pytest.approx(other[name].gap.difference, abs=1e-12)


def test_items_that_would_tell() -> None:
    rng = np.random.default_rng(5)
    truth = rng.integers(4, size=60)
    pair = labelled(rng, truth, 0.7), labelled(rng, truth, 0.72)
    wide = accord.compare(*pair, "alpha", replicates=200, parts=False, margin=0.05)["alpha"]
    coarse = accord.compare(*pair, "alpha", replicates=200, parts=False, margin=0.1)["alpha"]
    assert wide.needed is not None
    assert coarse.needed is not None
    assert wide.needed == pytest.approx(4 * coarse.needed, abs=4)
    half = (wide.gap.high - wide.gap.low) / 2
    assert wide.needed == pytest.approx(60 * (half / 0.05) ** 2, abs=1)


def test_measures_where_less_is_better_are_read_that_way() -> None:
    rng = np.random.default_rng(6)
    truth = rng.integers(2, size=200)
    biased = accord.labels([["ab"[code], "a"] for code in truth], items=[str(one) for one in range(200)])
    fair = accord.labels([["ab"[code], "ab"[code]] for code in truth], items=[str(one) for one in range(200)])
    found = accord.compare(biased, fair, "annotator_bias", replicates=100, parts=False)
    assert found.measures[0].gap.high < 0
    assert found.verdict == "better"
    index = accord.compare(biased, fair, "prevalence_index", replicates=100, parts=False)
    assert index.verdict == "lower"


def test_spans_by_documents() -> None:
    units = [
        (f"d{number}", who, 10 * place, 10 * place + 5, "xy"[place % 2])
        for number in range(8)
        for who in "AB"
        for place in range(4)
    ]
    later = [(*row[:2], row[2] + (row[1] == "B" and row[2] == 10), *row[3:]) for row in units]
    before, after = (_corpus(rows) for rows in (units, later))
    found = accord.compare(before, after, "f1", replicates=100)
    assert found.design.kind == "paired"
    assert found.design.what == "documents"
    assert found.verdict == "worse"
    assert {line.of for line in found.categories} == {"x", "y"}


def test_relations_and_answers() -> None:
    links = {"A": [(1, 2, "s"), (2, 3, "s")], "B": [(1, 2, "s"), (3, 2, "s")]}
    better = {"A": [(1, 2, "s"), (2, 3, "s")], "B": [(1, 2, "s"), (2, 3, "s")]}
    before, after = (accord.relations([one] * 6, units=[1, 2, 3]) for one in (links, better))
    found = accord.compare(before, after, "mar_link", replicates=50)
    assert found["mar_link"].gap.difference > 0
    assert found.reference is not None
    said = {f"i{place}": {"A": ["x"], "B": ["x" if place % 2 else "y"], "C": ["x"]} for place in range(12)}
    agreed = {item: {"A": ["x"], "B": ["x"], "C": ["x"]} for item in said}
    scored = accord.compare(accord.answers(said), accord.answers(agreed), "pa", replicates=50)
    assert scored["pa"].verdict == "better"
    assert scored.design.what == "items"


def test_annotators_of_answers_and_spans_are_compared_by_their_pairs() -> None:
    """B comes round: all pairs with B get better, that of A and C stays."""
    said = {f"i{place}": {"A": ["x"], "B": ["x" if place % 2 else "y"], "C": ["x"]} for place in range(12)}
    agreed = {item: {"A": ["x"], "B": ["x"], "C": ["x"]} for item in said}
    found = accord.compare(accord.answers(said), accord.answers(agreed), "pa", replicates=100)
    gaps = {line.of: line.gap for line in found.people}
    assert (gaps["B"].before, gaps["B"].after) == (0.5, 1.0)
    assert (gaps["A"].before, gaps["C"].before) == (0.75, 0.75)
    units = [
        (f"d{number}", who, 10 * place, 10 * place + 5, "x") for number in range(6) for who in "ABC" for place in (0, 1)
    ]
    moved = [(*row[:2], row[2] + 3 * (row[1] == "C"), *row[3:]) for row in units]
    spans = accord.compare(_corpus(units), _corpus(moved), "f1", replicates=100)
    lines = {line.of: line for line in spans.people}
    assert lines["C"].gap.after < lines["A"].gap.after < lines["A"].gap.before
    assert lines["C"].verdict() == "worse"


def test_the_reference_of_many_annotators_of_spans_is_not_compared_and_that_is_said() -> None:
    units = [(f"d{number}", f"p{who}", 0, 5, "x") for number in range(5) for who in range(12)]
    found = accord.compare(_corpus(units), _corpus(units), "f1", replicates=20)
    assert found.reference is None
    assert any("12 annotators of a document are too many to align" in line for line in found.sentences())
    assert found.as_json()["reference_untold"]


def test_one_annotator_cannot_be_compared_and_that_is_said() -> None:
    alone = accord.labels([["a"], ["b"], ["a"]], items=["1", "2", "3"], annotators=["A"])
    found = accord.compare(alone, alone, replicates=20)
    assert found.verdict == "cannot tell"
    assert "only one annotator" in found.sentences()[0]
    assert found.stability == ()


def test_a_contingency_table_is_compared_too() -> None:
    first, second = accord.contingency([[20, 10], [20, 50]]), accord.contingency([[40, 5], [5, 50]])
    found = accord.compare(first, second, "kappa", replicates=200)
    assert found.design.kind == "unpaired"
    assert found.verdict == "better"
    assert (found.design.before, found.design.after) == (100, 100)


def test_bad_input_is_a_clear_error(rounds: tuple[Labels, Labels]) -> None:
    with pytest.raises(accord.DataError, match="the first round holds labels, the second answers") as caught:
        accord.compare(rounds[0], accord.answers({"s1": {"A": ["x"]}}))
    assert caught.value.code == "ACC454"
    with pytest.raises(accord.DataError, match="no category in common"):
        accord.compare(rounds[0], accord.labels([["p", "q"], ["q", "q"]]))
    with pytest.raises(accord.DataError, match="nominal, the second ordinal"):
        accord.compare(rounds[0], accord.labels([[1, 2], [2, 2]], level="ordinal"))
    with pytest.raises(accord.UsageError, match="margin"):
        accord.compare(*rounds, margin=0)


def test_few_items_have_no_interval() -> None:
    few = accord.labels([["a", "b"], ["a", "a"], ["b", "b"]], items=["1", "2", "3"])
    found = accord.compare(few, few, "alpha", replicates=50)
    assert np.isnan(found["alpha"].gap.low)
    assert found.verdict == "cannot tell"
    assert [one.code for one in found.diagnostics] == ["ACC116"]


def test_every_format_of_the_command(
    rounds: tuple[Labels, Labels], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, data in zip(("r1.csv", "r2.csv"), rounds, strict=True):
        accord.write(data, tmp_path / name)
    line = ["compare", str(tmp_path / "r1.csv"), str(tmp_path / "r2.csv"), "-m", "alpha", "--replicates", "50", "-q"]
    assert main([*line, "--format", "json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["verdict"] == "better"
    assert record["items"]["shared"] == 150
    assert len(record["measures"][0]["signatures"]) == 2
    assert {"read_as", "data", "measures", "categories", "annotators", "confusions", "reference"} <= record.keys()
    for written, holds in (("csv", "measure,before"), ("markdown", "| alpha"), ("latex", r"\toprule")):
        assert main([*line, "--format", written]) == 0
        assert holds in capsys.readouterr().out
    assert main([*line, "-o", str(tmp_path / "page.html")]) == 0
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert 'id="accord-compare"' in page
    assert not re.search(r"(src|href)=[\"']https?://", page)
    assert (
        main(["compare", str(tmp_path / "r2.csv"), str(tmp_path / "r1.csv"), "-m", "alpha", "--fail-if-worse", "-q"])
        == 1
    )


def _asked(least: int, *names: str) -> accord.Project:
    import polars

    rows = [
        {
            "item": f"s{item}",
            "annotator": who,
            **dict.fromkeys(names, "ab"[(item + ((item * 7 + place * 3) % least == 0)) % 2]),
        }
        for item in range(40)
        for place, who in enumerate(("Ann", "Bob", "Cem"))
    ]
    return accord.project(polars.DataFrame(rows), label_columns=list(names))


def test_two_projects_are_compared_field_by_field() -> None:
    before, after = _asked(5, "tone", "old"), _asked(2, "tone", "new")
    found = accord.compare(before, after, "alpha", replicates=50)
    assert list(found) == ["tone"]
    assert (found.only_before, found.only_after, found.worse) == (("old",), ("new",), ("tone",))
    alone = accord.compare(before["tone"], after["tone"], "alpha", replicates=50)
    assert found["tone"].as_json() == alone.as_json()
    assert found.to_frame().shape[0] == 1
    assert found.chart().to_dict()["height"] > 0
    assert "Only in the first round, and not compared: old." in str(found)
    with pytest.raises(accord.DataError, match="no field in common"):
        accord.compare(before, _asked(2, "new"))
    with pytest.raises(accord.UsageError, match="the second one field"):
        accord.compare(before, after["tone"])


def test_a_field_that_cannot_be_compared_is_told_beside_the_others() -> None:
    import polars

    def asked(tone: str) -> accord.Project:
        rows = [
            {"item": item, "annotator": who, "tone": tone[item % len(tone)], "topic": "xy"[(item + (who == "A")) % 2]}
            for item in range(12)
            for who in "AB"
        ]
        return accord.project(polars.DataFrame(rows), label_columns=["tone", "topic"])

    found = accord.compare(asked("ab"), asked("cd"), "alpha", replicates=20)
    assert list(found) == ["topic"]
    assert "'tone' is not compared" in str(found)
    assert "no category in common" in found.as_json()["not_compared"]["tone"]  # type: ignore[index]


def test_the_result_is_tables_and_a_chart(rounds: tuple[Labels, Labels]) -> None:
    found = accord.compare(*rounds, "alpha", replicates=50)
    assert found.to_frame().shape[0] == 1
    assert found.categories.to_frame().shape[0] == 4
    assert found.chart().to_dict()["height"] > 0
    assert "<table>" in found._repr_html_()


def _corpus(rows: Sequence[tuple[object, ...]]) -> Spans:
    import polars

    header = ("document", "annotator", "start", "end", "category")
    made = accord.read(polars.DataFrame({name: [row[place] for row in rows] for place, name in enumerate(header)}))
    assert isinstance(made, Spans)
    return made


# ---- coverage


def gap_covers(rng: np.random.Generator, items: int, shared: int, right: tuple[float, float], truth: float) -> bool:
    """Whether the interval of a difference in α holds the one of the population."""
    pool = rng.integers(4, size=2 * items)
    first = labelled(rng, pool[:items], right[0])
    second = labelled(rng, pool[items - shared : 2 * items - shared], right[1], first=items - shared)
    kernels = [LabelItems(one).kernel(parse_expression("alpha")) for one in (first, second)]
    units = units_of(kernels[0].units, kernels[1].units)
    gap = PairedBootstrap(units, Drawing(500, int(rng.integers(2**31)), 0.95)).gap(kernels[0], kernels[1])
    return bool(gap.low <= truth <= gap.high)


@pytest.mark.deep
@pytest.mark.parametrize("items", [30, 100])
@pytest.mark.parametrize("part", [0.0, 0.5, 1.0], ids=["unpaired", "mixed", "paired"])
@pytest.mark.parametrize("right", [(0.6, 0.6), (0.6, 0.8), (0.9, 0.95)])
def test_coverage_of_differences(items: int, part: float, right: tuple[float, float]) -> None:
    rng = np.random.default_rng(11)
    truth = right[1] ** 2 - right[0] ** 2  # α of annotators who guess evenly otherwise
    inside = [gap_covers(rng, items, round(part * items), right, truth) for _ in range(500)]
    print(f"{items} items, {part:.0%} shared, right {right}: coverage {np.mean(inside):.3f}")
    assert np.mean(inside) >= 0.915

"""Charts: every specification compiles, draws the numbers of the findings, and no label is more than data."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
import vl_convert

import accord
from accord.admission import Admission, admit
from accord.annotations import answers
from accord.degradations import labelled_items
from accord.diagnosis import AnswerFindings, Findings, RelationFindings, SpanFindings, label_findings
from accord.diagnosis.additions import ErrorReading
from accord.diagnosis.answers.answer_findings import Answering, answer_findings
from accord.diagnosis.labels.left_out import LeftOut
from accord.diagnosis.labels.pairs import PairwiseTable
from accord.diagnosis.labels.schools import Schools
from accord.diagnosis.labels.similarity import CategorySimilarity
from accord.diagnosis.labels.with_the_vote import agreement_with_vote
from accord.diagnosis.relations.relation_findings import relation_findings
from accord.diagnosis.spans.span_findings import span_findings
from accord.evaluation.scales import SCALES
from accord.item_difficulty import Difficulty, difficulty
from accord.renderings.measure_names import human_name
from accord.renderings.numbers import shown
from accord.report_page.charts import admission as admission_charts
from accord.report_page.charts import (
    annotators,
    coefficients,
    dendrogram,
    heat_maps,
    kinds,
    plan,
    promise,
    reading_grid,
    scales,
    spread,
)
from accord.report_page.charts import answers as answer_charts
from accord.report_page.charts import difficulty as difficulty_charts
from accord.report_page.charts.style import DARK, INK, LIGHT, PAPER, in_dark, in_light, names, percent, signed
from accord.report_page.example import emotions
from accord.report_page.figure import Figure, Spec
from accord.report_page.relation_example import example_relations
from accord.report_page.span_example import example_spans
from accord.reproducibility.disagreement_histogram import disagreement_histogram
from accord.reproducibility.extrapolation import Forecast
from accord.results import Result
from accord.sweeping import Grid, sweep

HOSTILE = ("<script>alert(1)</script>", '"><img onerror=alert(1)>', "');alert(1)//", "var(--accent)", "شكرا", "a\x00b")
CODE = ("expr", "labelExpr", "test", "filter", "calculate", "signal")


@cache
def of_labels() -> Findings:
    return label_findings(emotions(), replicates=50)


@cache
def of_spans() -> SpanFindings:
    return span_findings(example_spans(), replicates=20)


@cache
def of_relations() -> RelationFindings:
    return relation_findings(example_relations(), replicates=20)


@cache
def of_answers() -> AnswerFindings:
    said = {
        "1": {"A": ["vide"], "B": ["vide", "distance"], "C": ["trou"]},
        "2": {"A": ["x"], "B": ["y"], "C": list("abcdefgh")},
        "3": {"A": ["x"], "B": ["x"], "C": ["x"]},
    }
    return answer_findings(answers(said), replicates=20)


@cache
def of_reading() -> ErrorReading:
    made = sweep(labelled_items(100, (1, 1)), ["redraw", "confuse"], ["alpha"], magnitudes=5, repeats=3, annotators=2)
    return ErrorReading("alpha", "α", 0.5, 0.4, 0.6, "", Grid("alpha", made))


@cache
def of_difficulty() -> Difficulty:
    rng = np.random.default_rng(0)
    own, other = rng.normal(size=120), rng.normal(size=120)
    hard = own + 0.5 * rng.normal(size=120)
    hard[3] += 9
    items = [f"<s{one}>" for one in range(120)]
    table = {"item": items, "own": own, "of & word": other}
    return difficulty(dict(zip(items, hard.tolist(), strict=True)), table, replicates=50, mixed=False)


@cache
def of_admission() -> Admission:
    rng = np.random.default_rng(0)
    truth = rng.integers(3, size=80)
    drawn = np.where(rng.random((5, 80)) < 0.8, truth, rng.integers(3, size=(5, 80)))
    drawn[4] = np.where(rng.random(80) < 0.5, 2, drawn[4])
    names = ["<Ann>", "Bob & Eve", "Cem", "m1", "<m2>"]
    data = accord.labels(np.array(["a", "<b>", "c"])[drawn.T].tolist(), annotators=names)
    return admit(data, ["m1", "<m2>"], replicates=50)


def label_figures(found: Findings) -> list[Figure | None]:
    people = found.annotators
    return [
        coefficients.coefficients_figure(found.results),
        promise.curve_figure(found),
        scales.scales_figure(found.results),
        None if found.promised is None else spread.histogram_figure(found.promised.histogram),
        None if found.promised is None else plan.plan_figure(found.promised.forecasts),
        None if found.table is None else heat_maps.cross_figure(found.table),
        None if found.similarity is None else heat_maps.similarity_figure(found.similarity),
        None if found.similarity is None else dendrogram.dendrogram_figure(found.similarity),
        kinds.categories_figure(found.by_category),
        annotators.vote_figure(people.vote),
        annotators.left_out_figure(people.left_out),
        heat_maps.pairs_figure(people.pairs, people.schools),
    ]


@cache
def all_figures() -> tuple[Figure, ...]:
    spans, relations, free = of_spans(), of_relations(), of_answers()
    assert spans.disagreement is not None
    assert relations.disagreement is not None
    made = [
        *label_figures(of_labels()),
        coefficients.coefficients_figure(spans.results),
        kinds.span_kinds_figure(spans.disagreement),
        kinds.category_units_figure(spans.disagreement),
        annotators.span_annotators_figure(spans.annotators),
        kinds.relation_kinds_figure(relations.disagreement),
        kinds.lengths_figure(relations.disagreement),
        kinds.depths_figure(relations.disagreement),
        annotators.relation_annotators_figure(relations.disagreement),
        answer_charts.items_figure(free.items),
        answer_charts.annotators_figure(free.annotators),
        *reading_grid.reading_figures(of_reading()),
        difficulty_charts.forest_figure(of_difficulty()),
        *difficulty_charts.residual_figures(of_difficulty()),
        *(figure for made in admission_charts.admission_figures(of_admission()).values() for figure in made),
    ]
    assert all(made), "there is something to draw in every part of the examples"
    return tuple(figure for figure in made if figure is not None)


def values(figure: Figure | None, layer: int | None = None) -> list[dict[str, Any]]:
    assert figure is not None
    assert figure.spec is not None
    where = figure.spec if layer is None else figure.spec["layer"][layer]
    rows: list[dict[str, Any]] = where["data"]["values"]
    return rows


def compiled(spec: Spec) -> dict[str, Any]:
    return vl_convert.vegalite_to_vega(dict(spec), vl_version="6.4")


def drawing(spec: Spec) -> str:
    return vl_convert.vegalite_to_svg(dict(spec), vl_version="6.4")


def strings(part: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every string of a specification with the key it stands under."""
    if isinstance(part, dict):
        for name, one in part.items():
            yield from strings(one, name)
    elif isinstance(part, list | tuple):
        for one in part:
            yield from strings(one, key)
    elif isinstance(part, str):
        yield key, part


# ---- all of them


@pytest.mark.parametrize("place", range(32))
def test_every_chart_compiles_in_the_width_of_the_page(place: int) -> None:
    figure = all_figures()[place]
    assert figure.spec is not None
    text = json.dumps(figure.spec, allow_nan=False)
    assert re.findall(r"https?:", text) == ["https:"], "nothing is loaded but the name of the grammar"
    assert figure.spec["width"] == "container"
    assert isinstance(figure.spec["height"], int), "a step would drop the fit, with a warning in the console"
    made = compiled(figure.spec)
    assert made["autosize"] == {"type": "fit-x", "contains": "padding"}
    assert made["description"]
    assert not re.search(r'"#[0-9a-f]{3,8}"', text), "colours are those of the page"


def test_the_number_of_charts_is_tested() -> None:
    assert len(all_figures()) == 32


@pytest.mark.parametrize("paint", [in_light, in_dark])
def test_a_file_has_colours_of_its_own(paint: Any) -> None:
    for figure in all_figures():
        drawn = drawing(paint(figure.spec))
        assert "var(" not in drawn
        assert "NaN" not in drawn
        root = ElementTree.fromstring(drawn)
        assert float(root.attrib["width"]) == pytest.approx(720, abs=1)


def test_sentences_say_numbers_and_keys_name_files() -> None:
    for figure in all_figures():
        assert re.search(r"\d", figure.sentence), figure.sentence
        assert figure.sentence.endswith(".")
        assert re.fullmatch(r"[a-z0-9-]+", figure.key)
        assert figure.title
        for row in () if figure.table is None else figure.table.rows:
            assert len(row) == len(figure.table.header)  # type: ignore[union-attr]  # there are rows
    for part in (all_figures()[:12], all_figures()[12:16], all_figures()[16:20], all_figures()[20:22]):
        assert len({figure.key for figure in part}) == len(part)


def mixed(colour: str, ground: str, share: float) -> list[float]:
    one, other = ([int(text[place : place + 2], 16) / 255 for place in (1, 3, 5)] for text in (colour, ground))
    return [share * a + (1 - share) * b for a, b in zip(one, other, strict=True)]


def luminance(colour: list[float]) -> float:
    linear = [one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("palette", [LIGHT, DARK])
def test_text_is_read_on_the_darkest_cell(palette: dict[str, str]) -> None:
    """WCAG 2.2: a contrast of 4.5 between text and ground."""
    ground = luminance(mixed(palette["var(--accent)"], palette[PAPER], heat_maps.DEEPEST))
    ink = luminance(mixed(palette[INK], palette[PAPER], 1.0))
    high, low = max(ink, ground), min(ink, ground)
    assert (high + 0.05) / (low + 0.05) >= 4.5
    assert answer_charts.PALER[0] <= heat_maps.DEEPEST
    for name in ("accent", "warm", "third"):
        pale = mixed(palette[f"var(--{name})"], palette[PAPER], 0.45)
        known = palette[f"color-mix(in srgb, var(--{name}) 45%, var(--paper))"]
        assert mixed(known, known, 1.0) == pytest.approx(pale, abs=0.003)


# ---- the numbers of each


def test_coefficients() -> None:
    results = of_labels().results
    rows = values(coefficients.coefficients_figure(results))
    drawn = [one for one in results if one.defined]
    assert [row["row"] for row in rows] == [human_name(one) for one in drawn]
    assert [row["value"] for row in rows] == [one.value for one in drawn]
    assert [row["low"] for row in rows] == [None if math.isnan(one.low) else one.low for one in drawn]
    assert {row["row"] for row in rows if row["look"] == "grey"} == {"Annotator bias"}
    made = coefficients.coefficients_figure(results)
    assert made is not None
    assert made.spec is not None
    bounds = [one for layer in made.spec["layer"] for one in layer.get("data", {}).get("values", ()) if "at" in one]
    assert bounds == [{"row": "Krippendorff's α (nominal)", "at": at} for at in (0.667, 0.8)]
    assert ".667" in made.sentence


def test_undefined_values_and_other_scales_are_left_out() -> None:
    one = of_labels().results[0]
    undefined = Result("kappa", math.nan, math.nan, math.nan, None, {}, "no pairs", one.signature)
    large = Result("s", 7.0, math.nan, math.nan, None, {}, None, one.signature)
    assert coefficients.coefficients_figure([undefined]) is None
    assert coefficients.coefficients_figure([large]) is None
    made = coefficients.coefficients_figure([undefined, large, one])
    assert [row["row"] for row in values(made)] == [human_name(one)]
    assert made is not None
    assert "not drawn: Bennett's S." in made.sentence


def test_the_curve_holds_the_point_of_the_data() -> None:
    found = of_labels()
    assert found.promised is not None
    made = promise.curve_figure(found)
    assert made is not None
    assert made.spec is not None
    own = next(one for one in found.results if one.measure == "alpha")
    forecast = found.promised.promise.forecast
    points = [row for layer in made.spec["layer"] for row in layer.get("data", {}).get("values", ())]
    diamond = next(row for row in points if "low" in row and "share" in row)
    assert (diamond["kappa"], diamond["share"]) == (own.value, forecast.value)
    assert (diamond["low"], diamond["high"]) == (forecast.low, forecast.high)
    assert {"low": own.low, "high": own.high} in points
    lines = made.spec["data"]["values"]
    assert made.table is not None
    assert made.table.rows == tuple((f"{r['kappa']:.2f}", percent(r["least"]), percent(r["most"])) for r in lines)
    at = next(row for row in lines if row["kappa"] == 0.8)
    best = accord.expected_variation(0.8, 5, 5, against="group")
    assert at["least"] == pytest.approx(best)


@pytest.mark.parametrize("value", [-0.2, 0.0, 0.31, 1.0])
def test_a_value_off_the_curve_has_no_point(value: float) -> None:
    spec = promise.curve_spec(value, 5, 3)
    assert (len(spec["layer"]) > 3) == (value >= 0)
    compiled(spec)


def test_scales() -> None:
    made = scales.scales_figure(of_labels().results)
    rows = values(made)
    assert len(rows) == sum(low >= 0 or scale.bands[1][0] > 0 for scale in SCALES for low, _ in scale.bands)
    assert made is not None
    assert made.table is not None
    assert [row[:3] for row in made.table.rows] == [(one["scale"], one["proposed"], one["band"]) for one in rows]
    holds = {row[0]: row[2] for row in made.table.rows if row[5]}
    assert holds["Landis & Koch 1977"] == "moderate"
    assert holds["Krippendorff 2004"] == "discard"
    for scale in SCALES:
        mine = [one for one in rows if one["scale"] == scale.name]
        assert mine[0]["low"] == 0
        assert mine[-1]["high"] == 1
        assert all(one["high"] == other["low"] for one, other in pairwise(mine))


def test_histogram() -> None:
    found = disagreement_histogram([[10, 0], [9, 1], [5, 5]])
    made = spread.histogram_figure(found)
    rows = values(made)
    assert [row["share"] for row in rows] == list(found.shares[: len(rows)])
    assert rows[-1]["high"] == pytest.approx(0.6), "the axis ends with the last item"
    assert spread.histogram_figure(disagreement_histogram([[1, 0]])) is None


def forecast(k: int, value: float) -> Forecast:
    return Forecast(value, value / 2, min(1.0, 2 * value), 0.95, k, "group", 0.0, 1.0, 0.5, 100)


def test_the_plan_marks_the_first_number_under_the_target() -> None:
    made = plan.plan_figure([forecast(1, 0.3), forecast(3, 0.1), forecast(5, 0.04), forecast(7, 0.01)], 0.05)
    rows = values(made)
    assert [(row["k"], row["share"], row["chosen"]) for row in rows] == [
        (1, 0.3, False),
        (3, 0.1, False),
        (5, 0.04, True),
        (7, 0.01, False),
    ]
    assert made is not None
    assert made.table is not None
    assert made.table.rows[2] == ("5", "4 %", "2 %", "8 %")
    assert "from 5 on" in made.sentence
    assert made.sentence.endswith("though the interval reaches above.")
    never = plan.plan_figure([forecast(1, 0.3), forecast(3, 0.2)])
    assert never is not None
    assert "with 3 still on 20 %" in never.sentence
    already = plan.plan_figure([forecast(1, 0.03), forecast(3, math.nan), forecast(5, 0.01)])
    assert [row["k"] for row in values(already)] == [1, 5]
    assert already is not None
    assert "already" in already.sentence
    assert plan.plan_figure([forecast(1, 0.3)]) is None


def test_cross_table_and_similarity() -> None:
    found = of_labels()
    assert found.table is not None
    assert found.similarity is not None
    rows = values(heat_maps.cross_figure(found.table))
    size = len(found.table.categories)
    shares = found.table.values / found.table.values.sum(axis=1, keepdims=True)
    assert [row["value"] for row in rows] == pytest.approx(shares.ravel().tolist())
    assert [row["shown"] for row in rows][:2] == ["114.5", "16.5"]
    made = heat_maps.similarity_figure(found.similarity)
    assert [row["value"] for row in values(made)] == pytest.approx(found.similarity.probability.ravel().tolist())
    assert made is not None
    assert made.table is not None
    assert [cell for row in made.table.rows for cell in row[1:]] == [row["shown"] for row in values(made)]
    assert len(made.table.rows) == size


def test_similarity_names_the_pair_that_is_confused_most() -> None:
    probability = np.array([[0.6, 0.4, 0.0], [0.1, 0.9, 0.0], [np.nan, np.nan, np.nan]])
    found = CategorySimilarity(("a", "b", "unused"), probability, (probability + probability.T) / 2)
    made = heat_maps.similarity_figure(found)
    assert made is not None
    assert "'a', another says 'b' in 40 %" in made.sentence
    assert "'a' for 'b' in 10 %" in made.sentence
    cells = {(row["row"], row["column"]): row["value"] for row in values(made)}
    unused = "a category that nobody used is left out"
    assert cells == {("a", "a"): 0.6, ("a", "b"): 0.4, ("b", "a"): 0.1, ("b", "b"): 0.9}, unused


def test_the_dendrogram_joins_at_its_similarities() -> None:
    similarity = of_labels().similarity
    assert similarity is not None
    made = dendrogram.dendrogram_figure(similarity)
    assert made is not None
    assert made.spec is not None
    tree = made.spec["layer"][1]["layer"][0]["data"]["values"]
    joins = similarity.joins()
    assert [one["x2"] for one in tree] == [join.similarity for join in joins for _ in range(3)]
    assert made.table is not None
    assert [row[2] for row in made.table.rows] == [percent(join.similarity) for join in joins]
    ends = [one["y"] for one in tree if one["x"] == max(join.similarity for join in joins) and one["y"] == one["y2"]]
    assert {place for place in ends if place % 1 == 0.5} == {0.5, 1.5, 2.5, 3.5, 4.5}, "every leaf in its row"


def table_of_pairs(people: int) -> PairwiseTable:
    rng = np.random.default_rng(0)
    upper = np.triu(rng.random((people, people)), 1)
    matrix = upper + upper.T
    np.fill_diagonal(matrix, np.nan)
    return PairwiseTable("alpha", tuple(f"p{one}" for one in range(people)), matrix, np.full((people, people), 9))


def test_pairs_of_annotators() -> None:
    pairs = table_of_pairs(5)
    two = Schools((("p3", "p1"), ("p0", "p2", "p4")), (0.8, 0.9), 0.1, 0.7, 0.001, 9, 999)
    made = heat_maps.pairs_figure(pairs, two)
    rows = values(made)
    assert len(rows) == 20, "nobody agrees with themselves"
    place = {name: number for number, name in enumerate(pairs.annotators)}
    assert all(row["value"] == pairs.values[place[row["row"]], place[row["column"]]] for row in rows)
    assert made is not None
    assert made.spec is not None
    assert made.table is not None
    order = made.spec["encoding"]["y"]["sort"]
    assert set(order[:2]) == {"p1", "p3"}, "schools stand together"
    assert made.table.header[1:] == tuple(order)
    assert heat_maps.pairs_figure(table_of_pairs(2)) is None


def test_of_many_annotators_those_who_agree_least() -> None:
    pairs = table_of_pairs(60)
    made = heat_maps.pairs_figure(pairs)
    mean = np.nanmean(pairs.values, axis=1)
    least = {pairs.annotators[one] for one in np.argsort(mean)[:40].tolist()}
    assert {row["row"] for row in values(made)} == least
    assert not any("shown" in row for row in values(made)), "no numbers in cells that are too small"
    assert made is not None
    assert "40 of 60" in made.sentence


def test_annotators_and_the_vote() -> None:
    vote = of_labels().annotators.vote
    made = annotators.vote_figure(vote)
    order = np.argsort(vote.agreement).tolist()
    assert [row["row"] for row in values(made)] == [vote.annotators[one] for one in order]
    assert [row["value"] for row in values(made)] == [float(vote.agreement[one]) for one in order]
    assert made is not None
    assert made.table is not None
    numbers = [tuple(shown(row[name]) for name in ("value", "low", "high")) for row in values(made)]
    assert [row[2:] for row in made.table.rows] == numbers
    two = agreement_with_vote(accord.labels([["a", "b"], ["a", "a"]]))
    assert annotators.vote_figure(two) is None, "of two, each is the other's vote"


def test_the_one_at_chance_stands_out() -> None:
    rng = np.random.default_rng(1)
    truth = rng.integers(0, 2, 200)
    rows = np.tile(truth[:, None], (1, 5))
    rows[:, 4] = rng.integers(0, 2, 200)
    made = annotators.vote_figure(agreement_with_vote(accord.labels(rows.tolist())))
    assert [row["look"] for row in values(made)] == ["apart", "plain", "plain", "plain", "plain"]
    assert made is not None
    assert "Diamonds" in made.sentence


def test_leaving_one_out() -> None:
    found = of_labels().annotators.left_out
    made = annotators.left_out_figure(found)
    drawn = {row["row"]: row for row in values(made)}
    for place, name in enumerate(found.annotators):
        assert drawn[name]["value"] == float(found.difference[place])
        assert (drawn[name]["low"], drawn[name]["high"]) == (float(found.low[place]), float(found.high[place]))
        assert drawn[name]["shown"] == signed(float(found.difference[place]))
    gains = [row["value"] for row in values(made)]
    assert gains == sorted(gains, reverse=True)
    assert made is not None
    assert made.table is not None
    assert [row[2] for row in made.table.rows] == [shown(gain) for gain in gains]


def test_of_very_many_both_ends_are_drawn() -> None:
    people = 90
    change = np.linspace(-0.1, 0.1, people)
    nothing = np.full(people, np.nan)
    found = LeftOut("alpha", 0.5, tuple(f"p{one}" for one in range(people)), *(change,) * 5, nothing, 0.95, 9)
    rows = values(annotators.left_out_figure(found))
    assert len(rows) == 40
    assert (rows[0]["row"], rows[-1]["row"]) == ("p89", "p0")


def test_kinds_of_spans() -> None:
    found = of_spans().disagreement
    assert found is not None
    rows = values(kinds.span_kinds_figure(found))
    expected = [one.share for one in found.kinds if one.pairs and one.kind != "agreement"]
    assert [row["share"] for row in rows] == expected
    stacked = values(kinds.category_units_figure(found))
    told = {(row["row"], row["part"]): row["number"] for row in stacked}
    for one in found.categories:
        assert told.get((one.category, "missed"), 0) == one.missed
        assert told.get((one.category, "spurious"), 0) == one.spurious
        assert told.get((one.category, "other bounds"), 0) == one.boundary_pairs
        assert told.get((one.category, "other category"), 0) == one.category_pairs
    people = {(row["row"], row["part"]): row["number"] for row in values(all_figures()[15])}
    for who in of_spans().annotators:
        assert people.get((who.annotator, "split another's unit"), 0) == who.counts.splits
        assert people.get((who.annotator, "missed"), 0) == who.counts.missed


def test_kinds_of_relations() -> None:
    found = of_relations().disagreement
    assert found is not None
    rows = values(kinds.relation_kinds_figure(found))
    assert [(row["kind"], row["share"]) for row in rows] == [(one.kind, one.share) for one in found.kinds if one.times]
    assert [row["look"] for row in rows].count("grey") == 1
    both = [one.both for one in found.lengths] + [one.agreeing for one in found.lengths]
    assert [row["share"] for row in values(kinds.lengths_figure(found))] == both
    made = annotators.relation_annotators_figure(found)
    for row in values(made):
        person = next(one for one in found.annotators if one.annotator == row["row"])
        assert row["number"] == person.kinds[row["part"]] / sum(person.kinds.values())
    assert made is not None
    assert made.table is not None
    first = made.table.rows[0]
    drawn = {row["part"]: percent(row["number"]) for row in values(made) if row["row"] == first[0]}
    assert {part: cell for part, cell in zip(made.table.header[1:], first[1:], strict=True) if cell != "0 %"} == drawn


def test_answers() -> None:
    found = of_answers()
    rows = values(answer_charts.items_figure(found.items))
    for one in found.items:
        mine = [row for row in rows if row["item"] == one.item]
        assert [(row["answer"], row["times"]) for row in mine[: len(one.counts)]] == list(one.counts)
        assert sum(row["times"] for row in mine) == one.answers
        assert mine[-1]["high"] == pytest.approx(1.0)
    assert any(row["answer"] == "others" for row in rows), "more than are listed were given"
    people = values(answer_charts.annotators_figure(found.annotators))
    assert {row["row"]: row["value"] for row in people} == {one.annotator: one.shared for one in found.annotators}
    silent = [Answering("a", 1, 0, math.nan), Answering("b", 1, 2, 0.5)]
    assert answer_charts.annotators_figure(silent) is None


def test_reading_grid() -> None:
    read = of_reading()
    made = reading_grid.reading_figures(read)
    assert len(made) == 2
    for figure, reading in zip(made, read.grid.read(0.5, 0.4, 0.6), strict=True):
        curve = read.grid.sweep.curve(reading.degradation, "alpha")
        assert [row["mean"] for row in values(figure)] == list(curve.means)
        assert [row["low"] for row in values(figure)] == list(curve.lows)
        assert figure.table is not None
        assert [row[1] for row in figure.table.rows] == [shown(mean) for mean in curve.means]
        point = values(figure, 2)[0]
        share = read.share_of(reading.degradation, reading.magnitude)
        assert (point["value"], point["at"]) == (0.5, share)
    low = ErrorReading("alpha", "α", -0.9, math.nan, math.nan, "", read.grid)
    assert all("no amount of this error" in figure.sentence for figure in reading_grid.reading_figures(low))
    nothing = ErrorReading("alpha", "α", math.nan, math.nan, math.nan, "", read.grid)
    assert reading_grid.reading_figures(nothing) == ()


def test_difficulty() -> None:
    found = of_difficulty()
    rows = values(difficulty_charts.forest_figure(found))
    told = {one.feature: one for one in found.correlations}
    assert {row["row"] for row in rows} == set(told)
    for row in rows:
        assert (row["value"], row["low"], row["high"]) == (
            told[row["row"]].rho,
            told[row["row"]].low,
            told[row["row"]].high,
        )
    assert rows[0]["row"] == "own"
    assert rows[0]["look"] == "plain"
    (residuals,) = difficulty_charts.residual_figures(found)
    dots = values(residuals)
    assert len(dots) == 120
    model = found.regression()
    assert model.studentised is not None
    assert [dot["residual"] for dot in dots] == model.studentised.tolist()
    assert max(dots, key=lambda dot: dot["residual"])["item"] == "<s3>"
    assert residuals.table is not None
    assert residuals.table.rows[0][0] == found.outliers[0].item == "<s3>"
    assert difficulty_charts.forest_spec(()) is None
    assert difficulty_charts.residual_spec(type(model)("d", 3, None, undefined="too few"), (), ()) is None


def test_outcomes_are_headings_of_the_forest() -> None:
    from dataclasses import replace

    found = of_difficulty().correlations
    spec = difficulty_charts.forest_spec([*found, *(replace(one, outcome="systems") for one in found)])
    assert spec is not None
    assert spec["height"] == 6 * 28
    drawn = drawing(in_light(spec))
    texts = [one.text for one in ElementTree.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")]
    assert texts.count("own") == 2
    assert {"disagreement", "systems"} <= set(texts)


# ---- labels that mean harm, and sizes


def test_labels_are_data_and_nothing_else() -> None:
    rows = [[one, other, one] for one in HOSTILE for other in HOSTILE]
    found = label_findings(accord.labels(rows), replicates=20)
    for figure in filter(None, label_figures(found)):
        code = [text for key, text in strings(figure.spec) if key in CODE]
        assert not any(part in text for text in code for part in ("alert", "script", "شكرا"))
        drawn = drawing(in_light(figure.spec or {}))
        root = ElementTree.fromstring(drawn)
        tags = {one.tag.split("}")[1] for one in root.iter()}
        assert not tags & {"script", "image", "foreignObject", "a", "style"}
        assert not any(name.lower().startswith("on") for one in root.iter() for name in one.attrib)
    table = heat_maps.cross_figure(found.table) if found.table is not None else None
    assert table is not None
    assert table.spec is not None
    drawn = drawing(in_light(table.spec))
    assert drawn.count(">var(--accent)<") == 2, "a label that looks like a colour keeps its row and column"


def test_names_stay_apart_and_short() -> None:
    long = ["x" * 10_000 + "a", "x" * 10_000 + "b", "", "\n"]
    made = names(long)
    assert len(set(made)) == 4
    assert all(0 < len(one) <= 70 for one in made)


@pytest.mark.parametrize("categories", [1, 2, 30, 60])
def test_any_number_of_categories_does_no_harm(categories: int) -> None:
    rng = np.random.default_rng(categories)
    rows = [[f"category {one}" for one in line] for line in rng.integers(0, categories, (60, 3))]
    found = label_findings(accord.labels(rows), replicates=10)
    for figure in filter(None, label_figures(found)):
        assert figure.spec is not None
        compiled(figure.spec)
        assert figure.spec["height"] <= 1_200
    if categories == 30:
        assert found.table is not None
        assert not any("shown" in row for row in values(heat_maps.cross_figure(found.table)))

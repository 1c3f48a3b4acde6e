"""The level of measurement is recognised, told, and never silently wrong."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from accord import Labels
from accord.annotations.measurement_level import better_orders
from accord.annotations.ordered_words import in_order
from accord.results import DataError, Reading
from untyped import accord


def level_of(data: Labels) -> Reading:
    return next(reading for reading in data.read_as if reading.aspect == "level")


def scale(points: list[float], items: int = 200, seed: int = 0) -> list[list[float]]:
    """Three annotators who miss a point of the scale by one, now and then."""
    rng = np.random.default_rng(seed)
    true = rng.integers(0, len(points), items)
    moved = np.clip(true[:, None] + rng.choice([-1, 0, 0, 1], (items, 3)), 0, len(points) - 1)
    return [[points[code] for code in row] for row in moved]


@pytest.mark.parametrize(
    ("points", "level"),
    [
        ([0, 1], "nominal"),
        ([1, 2, 3, 4, 5], "ordinal"),
        ([0, 1, 2], "ordinal"),
        (list(range(11)), "ordinal"),
        (list(range(-3, 4)), "interval"),
        ([0, 0.5, 1], "interval"),
        (list(range(0, 101, 25)), "interval"),
        ([0, 10, 25, 50, 90], "interval"),
        (list(range(100)), "interval"),
        (list(range(1, 16)), "interval"),
        ([3, 17, 29, 41], "nominal"),
    ],
    ids=str,
)
def test_numbers(points: list[float], level: str) -> None:
    rows = scale(points)
    data = accord.labels(rows)
    assert (data.level, level_of(data).guessed) == (level, len(points) > 2)
    columns = dict(zip("abc", map(list, zip(*rows, strict=True)), strict=True))
    assert accord.labels(pl.DataFrame(columns, strict=False)).level == level
    texts = [[str(cell).replace(".", ",") for cell in row] for row in rows]
    assert accord.labels(texts).level == level


def test_what_is_told_is_no_guess() -> None:
    rows = scale([1, 2, 3, 4, 5])
    for level in ("nominal", "ordinal", "interval", "ratio"):
        data = accord.labels(rows, level=level)
        assert (data.level, level_of(data).guessed) == (level, False)


def test_codes_of_names_are_names() -> None:
    """Disagreements that do not follow the order of the numbers; the right order of the same labels is a scale."""
    rows = scale([3, 1, 5, 2, 4], items=400)
    data = accord.labels(rows)
    assert data.level == "nominal"
    assert "disagreements do not follow" in level_of(data).text
    share = better_orders(accord.labels(scale([1, 2, 3, 4, 5], items=400), level="ordinal"))
    assert share == 0


@pytest.mark.parametrize(
    ("column", "level"),
    [("stars", "ordinal"), ("overallRating", "ordinal"), ("topic_id", "nominal"), ("classe", "nominal")],
)
def test_the_name_of_the_column_counts(column: str, level: str) -> None:
    """More than the order of the disagreements does."""
    rows = scale([3, 1, 5, 2, 4] if level == "ordinal" else [1, 2, 3, 4, 5], items=400)
    frame = pl.DataFrame(
        [(f"i{item}", f"a{who}", label) for item, row in enumerate(rows) for who, label in enumerate(row)],
        schema=["item", "annotator", column],
        orient="row",
    )
    data = accord.labels(frame, item_column="item", annotator_column="annotator", label_column=column)
    assert data.level == level


def test_few_disagreements_say_nothing_about_an_order() -> None:
    assert better_orders(accord.labels([[1, 3], [2, 2], [3, 3]], level="nominal")) is None
    assert accord.labels([[1, 3], [2, 2], [3, 3]]).level == "ordinal"


def test_labels_at_chance_say_nothing_about_an_order() -> None:
    """As in ratings of fluency by a crowd with α = −.01: no order fits, so numbers stay the scale they mostly are."""
    drawn = np.random.default_rng(0)
    for _ in range(20):
        data = accord.labels(drawn.integers(1, 6, (420, 3)))
        assert better_orders(data) is None
        assert data.level == "ordinal"


@pytest.mark.parametrize("missing", [0.0, 0.3])
def test_items_one_by_one_say_what_those_that_are_alike_say_together(
    missing: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = np.random.default_rng(3)
    rows = np.repeat(drawn.integers(1, 6, (200, 1)), 4, axis=1).astype(np.float64)
    rows = np.where(drawn.random(rows.shape) < 0.5, drawn.integers(1, 6, rows.shape), rows)
    rows[drawn.random(rows.shape) < missing] = np.nan
    one_by_one = better_orders(accord.labels(rows, level="nominal"))
    monkeypatch.setattr("accord.annotations.measurement_level.FEW_ROWS", 0)
    assert better_orders(accord.labels(rows, level="nominal")) == one_by_one
    assert one_by_one is not None
    assert 0 < one_by_one < 1


def test_padded_numbers_are_numbers() -> None:
    """Snow et al. (2008) have 0 and 00 in one column; 95 names were sorted -1, -10, -100."""
    data = accord.labels([["00", "0"], ["-5", "5"], ["10", "010"], ["7", "3"]])
    assert data.categories.texts == ("-5", "0", "3", "5", "7", "10")
    assert data.level == "interval"
    names = accord.labels([["01", "02"], ["1", "02"]], level="nominal")
    assert names.categories.texts == ("01", "02", "1")


@pytest.mark.parametrize(
    "order",
    [
        ["low", "medium", "high"],
        ["never", "rarely", "sometimes", "often", "always"],
        ["Strongly disagree", "Disagree", "Neutral", "Agree", "Strongly agree"],
        ["Jamais", "Rarement", "Parfois", "Souvent", "Toujours"],
        ["pas du tout d'accord", "plutôt pas d'accord", "plutôt d'accord", "tout à fait d'accord"],
        ["faible", "moyen", "élevé"],
        ["mild", "moderate", "severe"],
        ["1 - bad", "2 - fair", "3 - good"],
        ["one star", "two stars", "three stars"],
        ["★", "★★", "★★★"],
        ["very negative", "negative", "neutral", "positive", "very positive"],
    ],
    ids=lambda order: order[0],
)
def test_words_in_order(order: list[str]) -> None:
    rng = np.random.default_rng(0)
    rows = rng.choice(order, (40, 3)).tolist()
    data = accord.labels(rows)
    assert (data.level, list(data.categories.texts), level_of(data).guessed) == ("ordinal", order, True)
    declared = accord.labels(rows, categories=order, level="ordinal")
    assert (
        accord.measure(data, "alpha", confidence=None).value == accord.measure(declared, "alpha", confidence=None).value
    )


@given(st.permutations(["never", "sometimes", "always", "often"]))
def test_the_order_of_words_does_not_depend_on_the_order_they_come_in(words: list[str]) -> None:
    assert in_order(words) == ("never", "sometimes", "often", "always")


@pytest.mark.parametrize(
    "words", [["cat", "dog", "bird"], ["low", "medium", "dog"], ["yes", "no", "maybe"], ["low", "high"]]
)
def test_words_without_an_order(words: list[str]) -> None:
    data = accord.labels([words, words[::-1]])
    assert (data.level, level_of(data).guessed) == ("nominal", False)


def test_plain_sentiment_is_names_that_could_be_a_scale() -> None:
    rows = [["negative", "neutral"], ["positive", "neutral"], ["positive", "positive"]]
    data = accord.labels(rows)
    assert (data.level, level_of(data).guessed, level_of(data).options) == ("nominal", True, ("level=ordinal",))
    assert accord.labels(rows, level="ordinal").categories.texts == ("negative", "neutral", "positive")


def test_unknown_words_need_their_order() -> None:
    with pytest.raises(DataError) as caught:
        accord.labels([["calm", "wild"], ["lively", "wild"]], level="ordinal")
    assert caught.value.code == "ACC009"


def test_strict_allows_no_guess(tmp_path: Path) -> None:
    path = tmp_path / "ratings.csv"
    rows = [f"i{item},a{who},{label}" for item, row in enumerate(scale([1, 2, 3])) for who, label in enumerate(row)]
    path.write_text("\n".join(["item,annotator,label", *rows]))
    with pytest.raises(DataError) as caught:
        accord.read(path, strict=True)
    assert caught.value.code == "ACC200"
    assert "level='nominal'" in str(caught.value)
    assert accord.read(path, strict=True, level="ordinal").level == "ordinal"


def test_the_repr_shows_what_was_guessed() -> None:
    shown = repr(accord.labels([[1, 2], [2, 3], [3, 3]]))
    assert shown.splitlines()[1].strip() == "level: 1, 2, 3: a scale (ordinal), guessed; otherwise level='nominal'"
    assert "\n" not in repr(accord.labels([["a", "b"], ["b", "b"]]))


@given(st.integers(0, 2**32 - 1))
def test_the_level_does_not_depend_on_the_order_of_rows(seed: int) -> None:
    rng = np.random.default_rng(seed)
    table = rng.integers(1, 5, (60, 3))
    shuffled = table[rng.permutation(60)][:, rng.permutation(3)]
    assert level_of(accord.labels(table)) == level_of(accord.labels(shuffled))


def test_large_tables_keep_their_form() -> None:
    """A level that was recognised does not cost the quick way of counting."""
    data = accord.labels(np.random.default_rng(0).integers(1, 6, (40_000, 5)))
    assert data.table is not None


# ---- what the level changes


def test_neighbours_of_a_scale_merge_into_a_shorter_scale() -> None:
    data = accord.labels(scale([1, 2, 3, 4, 5]))
    merged = data.merged({"1+2": ["1", "2"]})
    assert (merged.level, merged.categories.texts) == ("ordinal", ("1+2", "3", "4", "5"))
    by_hand = accord.labels([[max(cell, 2) for cell in row] for row in scale([1, 2, 3, 4, 5])], level="ordinal")
    one, other = (accord.measure(found, "alpha", confidence=None).value for found in (merged, by_hand))
    assert one == pytest.approx(other, rel=1e-12)
    assert data.merged({"ends": ["1", "5"]}).level == "nominal"


def test_a_tie_on_a_scale_goes_to_the_median() -> None:
    rows = [[1, 2, 3], [3, 3, 3], [3, 3, 2], [1, 5, 3], [5, 5, 5]]
    items = ["tie", "b", "c", "wide", "e"]
    found = {one.item: one.label for one in accord.reference(accord.labels(rows, level="ordinal", items=items))}
    assert (found["tie"], found["wide"]) == ("2", "3")
    names = {one.item: one.label for one in accord.reference(accord.labels(rows, level="nominal", items=items))}
    assert names["tie"] == "3"


def test_the_signature_and_the_result_name_the_level() -> None:
    result = accord.measure(accord.labels(scale([1, 2, 3, 4, 5])), "alpha", confidence=None)
    assert "level='ordinal'" in str(result.signature)
    assert result.level == "ordinal"
    assert accord.measure(accord.labels([["a", "b"]] * 3), "alpha", confidence=None).level == "nominal"
    assert accord.measure(accord.labels([["a", "b"]] * 3), "kappa", confidence=None).level is None


def test_an_annotator_near_the_others_on_a_scale_is_not_at_chance() -> None:
    """One who is always one point too high never says what the vote says, and follows it all the same."""
    from accord.diagnosis.labels.with_the_vote import agreement_with_vote

    rng = np.random.default_rng(0)
    true = rng.integers(1, 10, 200)
    table = np.column_stack([true, true, true, true + 1])
    found = agreement_with_vote(accord.labels(table, level="ordinal"))
    assert found.weighted
    assert found.agreement[3] == 0
    assert found.kappa[3] > 0.8
    assert not found.at_chance()
    assert agreement_with_vote(accord.labels(table, level="nominal")).at_chance() == [3]


@pytest.mark.deep
def test_public_sets(shared_data: Path) -> None:
    """The atlas says how each was meant: of labels that are numbers, how many are read as meant."""
    index = pl.read_csv(shared_data / "atlas/index.csv").filter(pl.col("shape") == "labels")
    right = wrong = 0
    for name, level in index.select("name", "level").iter_rows():
        data = accord.labels(pl.read_parquet(shared_data / f"atlas/labels/{name}.parquet"))
        if data.categories.values is None or len(data.categories) <= 2:
            continue
        ordered = ("ordinal", "interval")
        if data.level == level or (data.level in ordered and level in ordered):
            right += 1
        else:
            wrong += 1
            assert level_of(data).guessed, name
    assert right >= 110
    assert wrong <= 8

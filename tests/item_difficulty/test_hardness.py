"""How hard an item is, for every shape of annotation."""

from __future__ import annotations

import numpy as np
import pytest

import accord
from accord.annotations import relations_from_columns
from accord.annotations.answer_building import answers
from accord.annotations.labels import Level
from accord.item_difficulty import difficulty, item_scores
from accord.results import DataError, UsageError

ROWS = [["a", "a", "a", "a"], ["a", "b", "c", "d"], ["a", "a", "b", "b"], ["a", "a", "a", "b"], ["b", None, None, None]]


def test_labels_four_ways() -> None:
    data = accord.labels(ROWS)
    half = np.log(2) / np.log(4)
    assert item_scores(data).values[:4] == pytest.approx([0, 1, 4 / 6, 3 / 6])
    assert item_scores(data, "entropy").values[:4] == pytest.approx([0, 1, half, 0.5623 / np.log(4)], abs=1e-4)
    assert item_scores(data, "entropy_min").values[2] == pytest.approx(half), "four labels of four categories"
    two = accord.labels([["a", "a", "b", "b"], ["a", "a", "a", "a"]])
    assert item_scores(two, "entropy_min").values.tolist() == [1.0, 0.0], "two categories can be no more dispersed"
    for measure in (None, "entropy", "entropy_min"):
        assert np.isnan(item_scores(data, measure).values[4]), "one label disagrees with nobody"


def test_the_published_entropies() -> None:
    """Tanguy, Fabre & Mercier 2016, section 2: .55 and .86, as labels and as answers."""
    counts = {"120": [7, 3, 2, 1, 1, 1, 0], "229": [2, 2, 1, 1, 1, 1, 1]}
    as_answers = answers({item: {f"w{place}": n for place, n in enumerate(row) if n} for item, row in counts.items()})
    found = item_scores(as_answers)
    assert found.measure == "entropy"
    assert found.values == pytest.approx([0.5494051461069257, 0.8597933880952318])
    assert item_scores(accord.counts(list(counts.values())), "entropy").values == pytest.approx(found.values)


def test_the_vote_that_flips() -> None:
    data = accord.labels([["a", "a", "a"], ["a", "a", "b"]])
    found = item_scores(data, "flip(k=1)")
    assert found.values == pytest.approx([0.0, 1 / 3])
    with pytest.raises(UsageError, match=r"flip or flip\(k=3\)"):
        item_scores(data, "flip(size=2)")


@pytest.mark.parametrize("level", ["ordinal", "interval"])
def test_ordered_categories_disagree_by_how_far_they_are_apart(level: Level) -> None:
    data = accord.labels([[1, 1, None], [1, 5, 4], [2, 3, None], [5, 5, 5], [3, None, None]], level=level)
    found = item_scores(data)
    assert found.measure == "distance"
    assert found.values[1] > found.values[2] > found.values[0] == 0
    sizes = np.array([2, 3, 2, 3])
    alpha = accord.measure(data, f"alpha(level='{level}')", confidence=None).value
    assert 1 - np.average(found.values[:4], weights=sizes) == pytest.approx(alpha), "the items make up α"


def test_any_measure_of_labels() -> None:
    data = accord.labels([["a", "a"], ["a", "b"], ["b", "c"], ["c", "c"]])
    assert item_scores(data, "observed_agreement").values.tolist() == pytest.approx([0, 1, 1, 0])
    alpha = accord.measure(data, "alpha", confidence=None).value
    assert 1 - item_scores(data, "alpha").values.mean() == pytest.approx(alpha)
    with pytest.raises(UsageError, match="distances need ordered or numeric"):
        item_scores(data, "distance")


def test_documents_of_spans_and_their_units() -> None:
    data = accord.spans(
        [("A", 0, 4, "x"), ("B", 0, 4, "x"), ("A", 10, 14, "x"), ("B", 11, 16, "y")], document="d1", length=20
    )
    units = item_scores(data, "disorder(of='unit')")
    assert units.items == ("d1:0-4", "d1:10-16")
    assert units.values[0] == 0
    assert units.values[1] > 0.5
    assert units.clusters == ["d1", "d1"]
    whole = item_scores(data)
    assert whole.items == ("d1",)
    assert whole.values[0] == pytest.approx(accord.align(data).value)


def test_any_measure_of_documents() -> None:
    data = accord.spans({"d1": [("A", 0, 4, "x"), ("B", 0, 4, "x")], "d2": [("A", 0, 4, "x"), ("B", 5, 9, "x")]})
    assert item_scores(data, "f1").values.tolist() == [0.0, 1.0]
    with pytest.raises(UsageError, match="there is no measure 'kappa_of_spans'"):
        item_scores(data, "kappa_of_spans")


def test_relations() -> None:
    links = [("d1", "A", 1, 2), ("d1", "A", 2, 3), ("d1", "B", 1, 2), ("d1", "B", 2, 3)]
    links += [("d2", "A", 1, 2), ("d2", "A", 2, 3), ("d2", "B", 1, 2), ("d2", "B", 1, 3)]
    document, annotator, origin, target = (list(column) for column in zip(*links, strict=True))
    data = relations_from_columns(
        document=document,
        annotator=annotator,
        origin=origin,
        target=target,
        label=[None] * 8,
        units={"d1": [1, 2, 3], "d2": [1, 2, 3]},
    )
    found = item_scores(data)
    assert found.kind == "relations"
    assert found.values[0] == 0 < found.values[1]


def test_set_disagreement_of_answers() -> None:
    data = answers({"1": {"A": ["x"], "B": ["x"]}, "2": {"A": ["x", "y"], "B": ["x"]}, "3": {"A": ["x"], "B": ["z"]}})
    assert item_scores(data, "pa").values.tolist() == [0.0, 0.5, 1.0], "1 − Jaccard"
    assert item_scores(data, "disagreement(similarity='jaccard')").values.tolist() == [0.0, 0.5, 1.0]


def test_a_given_difficulty() -> None:
    assert item_scores({"a": 1, "b": None}).values[0] == 1
    assert np.isnan(item_scores({"a": 1, "b": None}).values[1])


def test_what_has_no_items() -> None:
    with pytest.raises(UsageError, match="counts of items alike"):
        item_scores(accord.contingency([[5, 1], [2, 3]]))
    with pytest.raises(UsageError, match="not int"):
        item_scores(3)
    with pytest.raises(DataError, match="0 of 6 items have a difficulty"):
        difficulty(accord.labels([["a"]] * 6), {"item": list("123456"), "x": range(6)})


def test_units_of_spans_are_clustered_by_document() -> None:
    rng = np.random.default_rng(0)
    rows: dict[str, list[tuple[object, ...]]] = {}
    for document in range(6):
        rows[f"d{document}"] = mine = []
        for unit in range(8):
            start = 20 * unit
            mine.append(("A", start, start + 5 + unit % 3, "x"))
            mine.append(("B", start + int(rng.integers(0, 4)), start + 6 + unit % 3, "x"))
    texts = dict.fromkeys(rows, "a b c d " * 25)
    data = accord.spans(rows, texts=texts)
    found = difficulty(data, measure="disorder(of='unit')", replicates=50)
    assert found.cluster == "document"
    assert len(set(found.clusters or ())) == 6
    assert found.features == ("length",)
    assert found.correlations[0].clusters == 6

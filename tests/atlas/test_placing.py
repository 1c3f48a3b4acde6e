"""The place of a value: repositories count once, too few give no sentence, nothing is compared with itself."""

from __future__ import annotations

import math

import pytest

import accord
from accord.atlas.atlas_value import AtlasValue
from accord.atlas.comparable_corpora import FEWEST_REPOSITORIES, Described, comparable_corpora
from accord.atlas.placing import PublicPlaces, placed, repository_weights, weighted_quantile
from accord.atlas.public_corpora import PublicCorpus, public_corpora
from accord.results import DataError, UsageError


def corpus(name: str, value: float, repository: str | None = None, **facts: object) -> PublicCorpus:
    known: dict[str, object] = {
        "shape": "labels",
        "task": "sentiment",
        "domain": "",
        "language": "en",
        "annotators_kind": "crowd",
        "level": "ordinal",
        "categories": 5,
        "prevalence": 0.4,
        "repository": repository or f"r/{name}",
        "license": "",
        "citation": "",
    }
    return PublicCorpus(name=name, values={"alpha": AtlasValue(value)}, **{**known, **facts})  # type: ignore[arg-type]


EIGHT = [corpus(f"c{n}", n / 10) for n in range(8)]
ORDINAL = Described("labels", "alpha", "ordinal", 5, 0.4)


def test_a_repository_counts_once() -> None:
    crowded = [*EIGHT, *(corpus(f"d{n}", 0.9, "r/c0") for n in range(9))]
    found = placed(0.45, ORDINAL, "α", crowded)
    # of the eight parts, c1 to c4 lie below, and a tenth of the part of r/c0
    assert found.lower == pytest.approx((4 + 0.1) / 8)
    assert sum(repository_weights(crowded)) == pytest.approx(1)


def test_the_place_by_brute_force() -> None:
    """Each repository repeated as often as makes all equal."""
    crowded = [*EIGHT, corpus("e", 0.35, "r/c2"), corpus("f", 0.05, "r/c7")]
    repeated = [one for one in crowded for _ in range(1 if one.repository in ("r/c2", "r/c7") else 2)]
    values = [one.values["alpha"].value for one in repeated]
    found = placed(0.31, ORDINAL, "α", crowded)
    assert found.lower == pytest.approx(sum(value < 0.31 for value in values) / len(values))
    assert found.middle[0] == pytest.approx(
        weighted_quantile([one.values["alpha"].value for one in crowded], repository_weights(crowded), 0.25)
    )


def test_fewer_than_eight_repositories_give_no_place() -> None:
    found = placed(0.45, ORDINAL, "α", EIGHT[:7])
    assert not found.placed
    assert math.isnan(found.lower)
    assert "not placed" in found.sentence
    assert "7 repositories" in found.sentence
    assert found.as_json()["higher_than"] is None
    one = placed(0.45, ORDINAL, "α", [corpus(f"c{n}", 0.1, "r/same") for n in range(20)])
    assert not one.placed


def test_nothing_is_compared_with_itself() -> None:
    own = [*EIGHT, corpus("own", 0.45, digests=("ab" * 8,))]
    found = comparable_corpora(own, Described("labels", "alpha", "ordinal", 5, digest="ab" * 32))
    assert "own" not in {one.name for one in found.corpora}


def test_a_part_is_not_compared_with_the_whole() -> None:
    whole, part = corpus("whole", 0.45), corpus("part", 0.4, digests=("ab" * 8,), same_as="whole")
    data = Described("labels", "alpha", "ordinal", 5, digest="ab" * 32)
    assert set(comparable_corpora([*EIGHT, whole, part], data).corpora) == set(EIGHT)
    assert whole in comparable_corpora([*EIGHT, whole, part], ORDINAL).corpora


def test_copies_and_other_levels_do_not_count() -> None:
    others = [
        corpus("copy", 0.9, same_as="c0"),
        corpus("unread", 0.9, reason="it could not be read"),
        corpus("nominal", 0.9, level="nominal"),
        corpus("spans", 0.9, shape="spans"),
    ]
    assert comparable_corpora([*EIGHT, *others], ORDINAL).corpora == tuple(EIGHT)


def test_what_too_few_share_is_given_up() -> None:
    data = Described("labels", "alpha", "nominal", 2, 0.9, "hate speech", "experts")
    alike = [corpus(f"c{n}", n / 10, level="nominal", categories=2, prevalence=0.5) for n in range(9)]
    found = comparable_corpora(alike, data)
    assert found.given_up == ("task", "kind of annotators", "prevalence")
    assert found.in_words == "with nominal labels in 2 categories"
    other = comparable_corpora([corpus(f"c{n}", 0.1, level="nominal", categories=9) for n in range(8)], data)
    assert other.given_up == ("task", "kind of annotators", "number of categories", "prevalence")
    assert other.in_words == "with nominal labels"
    skewed = [
        corpus(
            f"c{n}", n / 10, level="nominal", categories=2, prevalence=0.9, task="toxicity", annotators_kind="experts"
        )
        for n in range(9)
    ]
    kept = comparable_corpora(skewed, data)
    assert not kept.given_up
    assert kept.in_words == (
        "with nominal labels in 2 categories by experts (the most frequent category at 85 % or more) "
        "on tasks like 'hate speech'"
    )


def test_the_sentence_says_what_was_compared() -> None:
    found = placed(0.45, Described("labels", "alpha", "ordinal", 5, 0.4, annotated_by="crowd"), "α", EIGHT)
    assert found.sentence == (
        "α of .45 (ordinal, 5 categories): higher than 62 % of the 8 public data sets with ordinal ratings on 3 to 7 "
        "points by crowds (from 8 repositories, each counted once); .15 to .55 in the middle half."
    )
    assert "not a grade" in found.caution
    assert found.to_frame().height == 8


@pytest.mark.parametrize(("value", "said"), [(-0.1, "lower than all 8"), (0.9, "higher than all 8"), (0.0, "6 %")])
def test_the_ends_are_said_in_words(value: float, said: str) -> None:
    assert said in placed(value, ORDINAL, "α", EIGHT).sentence


def test_the_data_of_the_atlas_are_placed_among_the_others() -> None:
    """Every data set left out in turn: enough to compare with wherever there are eight repositories of its kind."""
    for one in public_corpora():
        if one.shape == "labels" and "alpha" in one.values and one.level in ("nominal", "ordinal"):
            data = Described("labels", "alpha", one.level, one.categories, one.prevalence, digest=one.digests[0])
            found = placed(one.values["alpha"].value, data, "α")
            assert found.comparable.repositories >= FEWEST_REPOSITORIES
            assert one.name not in {other.name for other in found.comparable.corpora}
            assert 0 <= found.lower <= 1


def test_findings_measure_and_place_say_the_same() -> None:
    data = accord.labels([[1, 2, 2], [3, 3, 4], [5, 4, 5], [2, 2, 1], [4, 5, 3]] * 20, level="ordinal")
    found = accord.findings(data, confidence=None, task="sentiment", annotated_by="crowd")
    place = accord.place(data, task="sentiment", annotated_by="crowd")
    assert found.place is not None
    assert found.place.sentence == place.sentence
    assert found.as_json()["atlas"] == place.as_json()
    assert found.tables["atlas"].records() == place.records()


def test_a_value_that_the_atlas_has_not_is_refused() -> None:
    data = accord.labels([["a", "a"], ["b", "a"], ["b", "b"]])
    with pytest.raises(DataError) as caught:
        accord.place(data, "kappa_max")
    assert caught.value.code == "ACC471"
    with pytest.raises(DataError, match="undefined"):
        accord.place(accord.labels([["a", "a"], ["a", "a"]]), "alpha")
    with pytest.raises(UsageError, match="crowds"):
        accord.place(data, annotated_by="crowds")  # type: ignore[arg-type]
    with pytest.raises(UsageError, match="no words"):
        accord.place(data, task=" ")


def test_another_level_than_that_of_the_data_is_not_placed() -> None:
    data = accord.labels([[1, 2], [3, 3], [5, 4], [2, 2], [4, 5]] * 4, level="ordinal")
    found = accord.findings(data, ["alpha(level='nominal')"], confidence=None)
    assert found.place is None
    assert accord.findings(data, ["alpha(level='ordinal')"], confidence=None).place is not None


def test_every_value_that_the_atlas_knows_is_placed() -> None:
    rows = [["a", "b", "a"], ["b", "b", "b"], ["c", "a", "a"], ["a", "a", "a"], ["b", "c", "b"]] * 12
    data = accord.labels(rows, level="nominal")
    found = accord.report(data, confidence=None, grid=False)
    known = {name for one in public_corpora() if one.shape == "labels" for name in one.values}
    placed_ones = [one.data.measure for one in found.places.every]
    assert set(placed_ones) == known & {one.measure.split("(")[0] for one in found.results}
    assert found.place is not None
    assert placed_ones[0] == found.place.data.measure
    for one in found.places.every:
        alone = accord.place(data, one.data.measure)
        assert (alone.value, alone.lower, alone.middle) == (one.value, one.lower, one.middle)
    assert all(one.symbol in found.places.others for one in found.places.placed[1:])
    assert found.tables["atlas-values"].to_frame()["measure"].to_list() == placed_ones
    assert [one["measure"] for one in found.as_json()["atlas_values"]] == placed_ones  # type: ignore[attr-defined]


def test_a_value_with_too_few_repositories_has_no_sentence_beside_the_others() -> None:
    few = placed(0.4, ORDINAL, "β", EIGHT[:7])
    every = PublicPlaces((placed(0.45, ORDINAL, "α", EIGHT), few))
    assert every.others == ""
    assert every.to_frame()["value"].to_list() == [0.45]
    assert [one["placed"] for one in every.as_json()] == [True, False]

"""Simulated annotators: how many errors, on which items, and which labels instead (Bregeon et al. 2019, 4.3.1)."""

from itertools import permutations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import accord
from accord.degradations import simulated_annotators

# Eight annotators, reference 1 3 2 2 1 2; f = 3/8, 2/8, 1/8, 1/8, 0, 0, so that Meo = 7/8.
DATA = accord.labels(
    [
        [1, 1, 1, 1, 1, 2, 2, 3],
        [3, 3, 3, 3, 3, 3, 2, 1],
        [2, 2, 2, 2, 2, 2, 2, 4],
        [2, 2, 2, 2, 2, 2, 2, 1],
        [1, 1, 1, 1, 1, 1, 1, 1],
        [2, 2, 2, 2, 2, 2, 2, 2],
    ],
    categories=[1, 2, 3, 4],
)
REFERENCE = np.array([0, 2, 1, 1, 0, 1])
SHARES = np.array([3, 2, 1, 1, 0, 0]) / 8
MANY = 20_000


def grid(data: accord.Labels) -> NDArray[np.int32]:
    """(items, annotators) codes."""
    return data.codes.reshape(data.n_rows, -1)


def wrong(data: accord.Labels) -> NDArray[np.bool_]:
    errs: NDArray[np.bool_] = grid(data) != REFERENCE[:, None]
    return errs


def said_instead(data: accord.Labels, item: int) -> NDArray[np.float64]:
    """Shares of the categories among the errors on an item."""
    row = grid(data)[item]
    times = np.bincount(row[row != REFERENCE[item]], minlength=4)
    shares: NDArray[np.float64] = times / times.sum()
    return shares


# ---- how many


def test_each_annotator_errs_exactly_as_often_as_asked() -> None:
    for mean in range(5):
        assert (wrong(simulated_annotators(DATA, 50, mean=mean)).sum(axis=0) == mean).all()


def test_whole_mean_and_amplitude_draw_whole_numbers_uniformly() -> None:
    """A share of 1/3 among 20,000 annotators has a standard error of .0033."""
    errors = wrong(simulated_annotators(DATA, MANY, mean=2, amplitude=1)).sum(axis=0)
    np.testing.assert_allclose(np.bincount(errors) / MANY, [0, 1 / 3, 1 / 3, 1 / 3], atol=0.014)


def test_real_mean_and_amplitude_round_a_uniform_number() -> None:
    """U[1.2, 2.8] is below 1.5 with probability .3 / 1.6, above 2.5 as often."""
    errors = wrong(simulated_annotators(DATA, MANY, mean=2, amplitude=0.8)).sum(axis=0)
    np.testing.assert_allclose(np.bincount(errors) / MANY, [0, 0.1875, 0.625, 0.1875], atol=0.014)


def test_mean_is_meo_by_default() -> None:
    assert (wrong(simulated_annotators(DATA, 9)).sum(axis=0) == 1).all()  # Meo = .875


def test_meo_counts_each_item_by_its_own_labels() -> None:
    """Three items with f = 1/2 and two with f = 1/4: Meo = 2, where 5 errors / 4 annotators would be 1.25."""
    data = accord.labels([["a", "b", None, None]] * 3 + [["a", "a", "a", "b"]] * 2)
    made = simulated_annotators(data, 9, reference=["a"] * 5)
    assert (grid(made) != 0).sum(axis=0).tolist() == [2] * 9


def test_whole_meo_is_taken_as_whole() -> None:
    """30 items with f = 1/10 have Meo = 3 and draw 2, 3, 4 equally; .1 added 30 times is not 3 in floating point."""
    data = accord.labels([["a"] * 9 + ["b"]] * 30)
    errors = (grid(simulated_annotators(data, MANY, amplitude=1)) != 0).sum(axis=0)
    np.testing.assert_allclose(np.bincount(errors) / MANY, [0, 0, 1 / 3, 1 / 3, 1 / 3], atol=0.014)


# ---- where


def inclusion(weights: NDArray[np.float64], draws: int) -> NDArray[np.float64]:
    """Inclusion probabilities of successive weighted draws, over all orders of drawing."""
    found = np.zeros(len(weights))
    for order in permutations(np.flatnonzero(weights).tolist(), draws):
        probability, left = 1.0, float(weights.sum())
        for item in order:
            probability *= weights[item] / left
            left -= weights[item]
        found[list(order)] += probability
    return found


@pytest.mark.parametrize("epsilon", [0.0, 0.05])
@pytest.mark.parametrize("mean", [1, 2, 3])
def test_items_are_drawn_successively_with_their_weights(mean: int, epsilon: float) -> None:
    """Shares among 20,000 annotators have a standard error of at most .0036."""
    drawn = wrong(simulated_annotators(DATA, MANY, mean=mean, epsilon=epsilon, seed=mean)).mean(axis=1)
    np.testing.assert_allclose(drawn, inclusion(SHARES + epsilon, mean), atol=0.015)
    assert drawn[0] > drawn[1] > max(drawn[2], drawn[3])
    assert (drawn[4:] > 0).all() == (epsilon > 0)


def test_single_draws_respect_the_distribution_of_disagreement() -> None:
    drawn = wrong(simulated_annotators(DATA, MANY, mean=1)).mean(axis=1)
    np.testing.assert_allclose(drawn, SHARES / SHARES.sum(), atol=0.015)


def test_missing_labels_shares_are_of_the_items_own_labels() -> None:
    """f = 1/2 for a tie of two labels and 1/4 for one of four: drawn 2 to 1."""
    data = accord.labels([["a", "b", None, None], ["a", "a", "a", "b"], ["a", None, None, None]])
    made = grid(simulated_annotators(data, MANY, mean=1, reference=["a", "a", "a"]))
    np.testing.assert_allclose((made == 1).mean(axis=1), [2 / 3, 1 / 3, 0], atol=0.014)


def test_items_without_a_label_stay_without_one() -> None:
    data = accord.labels([["a", "b", "a"], [None] * 3, ["b", "b", "b"]], items=["x", "y", "z"])
    made = simulated_annotators(data, 4, mean=2, epsilon=0.1)
    assert (made.items, made.sizes.tolist(), made.n_missing) == (["x", "y", "z"], [4, 0, 4], 4)
    with pytest.raises(accord.UsageError, match="the reachable maximum is 2"):
        simulated_annotators(data, 4, mean=3, epsilon=0.1)


# ---- what instead


def test_own_says_what_was_said_on_the_item() -> None:
    made = simulated_annotators(DATA, MANY, mean=3, other="own")
    np.testing.assert_allclose(said_instead(made, 0), [0, 2 / 3, 1 / 3, 0], atol=0.02)
    np.testing.assert_allclose(said_instead(made, 1), [1 / 2, 1 / 2, 0, 0], atol=0.02)
    assert said_instead(made, 2).tolist() == [0, 0, 0, 1]
    assert said_instead(made, 3).tolist() == [1, 0, 0, 0]


def test_uniform_says_any_other_category() -> None:
    made = simulated_annotators(DATA, MANY, mean=3, other="uniform")
    np.testing.assert_allclose(said_instead(made, 0), [0, 1 / 3, 1 / 3, 1 / 3], atol=0.02)
    np.testing.assert_allclose(said_instead(made, 2), [1 / 3, 0, 1 / 3, 1 / 3], atol=0.025)


def test_confusion_says_what_was_said_instead_of_the_reference_anywhere() -> None:
    made = simulated_annotators(DATA, MANY, mean=3, other="confusion", epsilon=0.05)
    for item in (2, 3, 5):  # instead of 2: once 4, once 1
        np.testing.assert_allclose(said_instead(made, item), [1 / 2, 0, 0, 1 / 2], atol=0.03)
    np.testing.assert_allclose(said_instead(made, 4), [0, 2 / 3, 1 / 3, 0], atol=0.03)


def test_adjacent_says_a_neighbour() -> None:
    made = simulated_annotators(DATA, MANY, mean=3, other="adjacent")
    assert said_instead(made, 0).tolist() == [0, 1, 0, 0]
    np.testing.assert_allclose(said_instead(made, 1), [0, 1 / 2, 0, 1 / 2], atol=0.02)


def test_adjacent_on_a_circular_scale_has_no_ends() -> None:
    data = accord.labels([[0, 0, 0, 3], [2, 2, 2, 3]], categories=[0, 1, 2, 3], level="circular")
    made = grid(simulated_annotators(data, MANY, mean=2, other="adjacent"))
    assert set(made[0].tolist()) == {1, 3}
    assert set(made[1].tolist()) == {1, 3}


def test_adjacent_goes_by_value_on_a_scale_of_numbers() -> None:
    """10 lies next to 20, wherever it is declared."""
    data = accord.labels([[10, 10, 10, 30]], categories=[10, 30, 20], level="interval")
    assert set(grid(simulated_annotators(data, 50, mean=1, other="adjacent"))[0].tolist()) == {2}


def test_adjacent_needs_an_order() -> None:
    with pytest.raises(accord.DataError, match="order of the categories"):
        simulated_annotators(accord.labels([["cat", "dog", "cat"]]), 2, other="adjacent")


@pytest.mark.parametrize("other", ["own", "confusion"])
def test_uniform_where_no_other_label_is_known(other: Any) -> None:
    data = accord.labels([["a"] * 4, ["b", "b", "b", "c"]], categories=["a", "b", "c"])
    made = grid(simulated_annotators(data, MANY, mean=2, other=other, epsilon=0.5))
    np.testing.assert_allclose(np.bincount(made[0], minlength=3) / MANY, [0, 1 / 2, 1 / 2], atol=0.015)
    assert set(made[1].tolist()) == {2}


# ---- the reference


def test_ties_of_the_vote_are_drawn_at_random() -> None:
    data = accord.labels([["a", "b"]] * 400)
    vote = grid(simulated_annotators(data, 1, mean=0, seed=3))[:, 0]
    assert 150 < vote.sum() < 250
    assert (vote != grid(simulated_annotators(data, 1, mean=0, seed=4))[:, 0]).any()
    errors = (grid(simulated_annotators(data, 3, mean=100, seed=3)) != vote[:, None]).sum(axis=0)
    assert errors.tolist() == [100, 100, 100]


def test_reference_may_be_given() -> None:
    data = accord.labels([["a", "a", "b"], ["b", "b", "b"], [None, None, None]], categories=["a", "b", "c"])
    made = simulated_annotators(data, 5, mean=0, reference=["b", "c", None])
    assert made.codes.reshape(2, 5).tolist() == [[1] * 5, [2] * 5]
    erring = simulated_annotators(data, 5, mean=2, reference=["b", "c", None])
    assert erring.codes.reshape(2, 5).tolist() == [[0] * 5, [1] * 5]  # own: what was said instead


# ---- the result


def test_mean_0_returns_the_reference() -> None:
    made = simulated_annotators(DATA, 3, mean=0)
    assert (grid(made) == REFERENCE[:, None]).all()
    assert accord.measure(made, "multi_kappa", confidence=None).value == 1


def test_result_keeps_what_is_known_of_items_and_categories() -> None:
    data = accord.labels([["O", "N"], ["N", "N"]], items=["i", "j"], nothing="N")
    made = simulated_annotators(data, 3)
    assert (made.items, made.nothing, made.level) == (["i", "j"], "N", "nominal")
    assert made.annotators == ("A1", "A2", "A3")
    assert made.categories.texts == ("N", "O")
    assert made.categories.declared


def test_rows_that_stand_for_several_items_are_taken_apart() -> None:
    """Of 30 items, 10 have a tie; each of these is an item of its own."""
    made = simulated_annotators(accord.contingency([[15, 6], [4, 5]]), 40, mean=5)
    assert made.n_items == 30
    assert (made.weights == 1).all()
    assert len(np.unique(grid(made), axis=0)) > 4


def test_annotators_of_counts_need_not_be_known() -> None:
    made = simulated_annotators(accord.counts([[3, 1], [0, 4]]), 6, mean=1)
    assert grid(made).tolist() == [[1] * 6, [1] * 6]


def test_more_errors_mean_less_agreement() -> None:
    rng = np.random.default_rng(5)
    true = rng.integers(0, 3, (300, 1))
    data = accord.labels(np.where(rng.random((300, 9)) < rng.random((300, 1)) / 2, rng.integers(0, 3, (300, 9)), true))
    values = [
        accord.measure(simulated_annotators(data, 9, mean=mean), "multi_kappa", confidence=None).value
        for mean in (10, 40, 80, 120)
    ]
    assert values == sorted(values, reverse=True)


def test_the_seed_decides_and_asking_for_more_changes_nothing() -> None:
    for other in ("own", "uniform", "confusion", "adjacent"):
        few = simulated_annotators(DATA, 3, mean=2, amplitude=1, other=other, seed=8)
        many = simulated_annotators(DATA, 9, mean=2, amplitude=1, other=other, seed=8)
        np.testing.assert_array_equal(grid(few), grid(many)[:, :3])
        assert (grid(simulated_annotators(DATA, 9, mean=2, other=other, seed=9)) != grid(many)).any()


@pytest.mark.parametrize("rows", [[], [[None, None]] * 3])
def test_nothing_in_nothing_out(rows: list[list[None]]) -> None:
    made = simulated_annotators(accord.labels(rows), 3)
    assert (made.n_items, made.n_labels, made.annotators) == (len(rows), 0, ("A1", "A2", "A3"))


def test_one_category_leaves_no_room_for_errors() -> None:
    data = accord.labels([["a", "a"]] * 4)
    assert grid(simulated_annotators(data, 2)).tolist() == [[0, 0]] * 4
    with pytest.raises(accord.UsageError, match="the reachable maximum is 0"):
        simulated_annotators(data, 2, mean=1, epsilon=0.5)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"mean": 5}, "asks for 5 errors of an annotator, and the reachable maximum is 4"),
        ({"mean": 3, "amplitude": 2}, "the reachable maximum is 4"),
        ({"mean": 7, "epsilon": 0.1}, "the reachable maximum is 6"),
        ({"mean": 1, "amplitude": 2}, "cannot make -1 errors; the amplitude is at most the mean, 1"),
        ({"mean": -1}, "mean=-1"),
        ({"mean": float("inf")}, "mean=inf"),
        ({"amplitude": -1}, "amplitude=-1"),
        ({"epsilon": -0.5}, "epsilon=-0.5"),
        ({"annotators": 0}, "annotators=0"),
        ({"annotators": True}, "annotators=True"),
        ({"seed": -1}, "seed=-1"),
        ({"other": "opposite"}, "use one of own, uniform, confusion, adjacent"),
        ({"reference": [1, 2]}, "one label for each of the 6 items"),
        ({"reference": "132212"}, "one label for each of the 6 items"),
        ({"reference": [1, 3, 2, 2, 1, 9]}, "item 6, 9, is not a category"),
        ({"reference": [1, None, 2, 2, 1, 2]}, "item 2, None, is not a category"),
    ],
)
def test_refusals(changed: dict[str, Any], message: str) -> None:
    call: dict[str, Any] = {"annotators": 2} | changed
    with pytest.raises(accord.UsageError, match=message):
        simulated_annotators(DATA, **call)


GRIDS = st.integers(2, 5).flatmap(
    lambda width: st.lists(
        st.lists(st.sampled_from([None, 1, 2, 3]), min_size=width, max_size=width), min_size=1, max_size=8
    )
)


@given(GRIDS, st.sampled_from(["own", "uniform", "confusion", "adjacent"]), st.sampled_from([0.0, 0.3]), st.data())
def test_errors_lie_on_drawable_items_and_are_as_many_as_asked(
    rows: list[list[int | None]], other: Any, epsilon: float, draw: st.DataObject
) -> None:
    data = accord.labels(rows, categories=[1, 2, 3])
    vote = simulated_annotators(data, 1, mean=0)
    labelled = [{label for label in row if label is not None} for row in rows]
    drawable = np.array([len(said) > (1 if epsilon == 0 else 0) for said in labelled if said], dtype=bool)
    mean = draw.draw(st.integers(0, int(drawable.sum())))
    made = simulated_annotators(data, 4, mean=mean, other=other, epsilon=epsilon)
    errors = made.codes.reshape(-1, 4) != vote.codes[:, None]
    assert (errors.sum(axis=0) == mean).all()
    assert not errors[~drawable].any()

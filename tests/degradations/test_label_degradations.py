"""Labels: what each degradation draws, and what coefficients make of it (closed forms)."""

from __future__ import annotations

import math

import numpy as np
import pytest

from accord import labels, measure
from accord.annotations import Labels
from accord.degradations import degrade, labelled_items
from degradations.references import ordinal_items

ITEMS = 20_000
NAMES = ["observed_agreement", "s", "pi", "kappa", "alpha", "ac1", "brennan_prediger"]


def values(data: Labels, *names: str) -> dict[str, float]:
    return {name: measure(data, name, confidence=None).value for name in names or NAMES}


def close(found: float, expected: float, error: float = 4 / math.sqrt(ITEMS)) -> bool:
    return abs(found - expected) < error


@pytest.mark.parametrize("magnitude", [0.3, 0.7, 1.0])
@pytest.mark.parametrize("prevalence", [(0.5, 0.5), (0.2, 0.3, 0.5)])
def test_uniform_redraw(magnitude: float, prevalence: tuple[float, ...]) -> None:
    """A_o = (1 − m)² + (1 − (1 − m)²)/C; at m = 1 every chance-corrected coefficient is 0 and A_o is not."""
    found = values(degrade(labelled_items(ITEMS, prevalence), "redraw", magnitude, annotators=2, seed=1))
    size, kept = len(prevalence), (1 - magnitude) ** 2
    assert close(found["observed_agreement"], kept + (1 - kept) / size)
    if magnitude == 1:
        assert all(close(found[name], 0) for name in NAMES if name != "observed_agreement")


def test_redraw_by_prevalence_tells_coefficients_apart() -> None:
    """For .9/.1: π, κ and α are 0, S and Brennan–Prediger 2(.82) − 1 = .64, AC1 (.82 − .18)/(1 − .18) = .78."""
    data = degrade(labelled_items(ITEMS, (0.9, 0.1)), "redraw(by='prevalence')", 1.0, annotators=2, seed=2)
    found = values(data)
    assert close(found["observed_agreement"], 0.82)
    assert all(close(found[name], 0, 0.05) for name in ("pi", "kappa", "alpha"))
    assert close(found["s"], 0.64)
    assert close(found["brennan_prediger"], 0.64)
    assert close(found["ac1"], 0.7805)


@pytest.mark.parametrize("size", [2, 3, 5])
def test_full_confusion_is_not_chance(size: int) -> None:
    """κ = 1/(C − 1)² at m = 1, for balanced categories."""
    data = degrade(labelled_items(ITEMS, [1] * size), "confuse", 1.0, annotators=2, seed=3)
    assert close(values(data, "kappa")["kappa"], 1 / (size - 1) ** 2)


def test_confusion_by_prevalence() -> None:
    """P(agree) at m = 1 is Σ_l f_l Σ_k (f_k / (1 − f_l))², k ≠ l."""
    shares = np.array([0.5, 0.3, 0.2])
    data = degrade(labelled_items(ITEMS, shares.tolist()), "confuse_prevalence", 1.0, annotators=2, seed=4)
    expected = sum(f * sum((shares[k] / (1 - f)) ** 2 for k in range(3) if k != own) for own, f in enumerate(shares))
    assert close(values(data, "observed_agreement")["observed_agreement"], float(expected))


@pytest.mark.parametrize(
    "matrix", [[[8, 1, 1], [0, 1, 0], [1, 1, 0]], {"1": {"1": 8, "2": 1, "3": 1}, "3": {"1": 1, "2": 1}}]
)
def test_confusion_by_a_matrix(matrix: object) -> None:
    data = degrade(
        labelled_items(3000, (1, 1, 1)), "confuse_matrix", 1.0, annotators=1, seed=5, options={"matrix": matrix}
    )
    said = data.codes.reshape(3, 1000)
    assert np.bincount(said[0], minlength=3) / 1000 == pytest.approx([0.8, 0.1, 0.1], abs=0.05)
    assert (said[1] == 1).all()
    assert np.bincount(said[2], minlength=3) / 1000 == pytest.approx([0.5, 0.5, 0], abs=0.06)


def test_neighbours_are_one_step_away() -> None:
    data = degrade(ordinal_items(), "neighbour", 1.0, annotators=40, seed=6)
    said = np.array([[int(code) for code in data.codes[data.starts[row] : data.starts[row + 1]]] for row in range(2)])
    assert set(said[0].tolist()) == {1}  # the lowest has one neighbour
    assert set(said[1].tolist()) == {0, 2}
    circular = degrade(labels([[0], [90], [180], [270]], level="circular"), "neighbour", 1.0, annotators=40)
    assert set(circular.codes[:40].tolist()) == {1, 3}


def test_overuse_is_told_apart_from_chance_errors() -> None:
    """Chance errors: agreement between annotators is the square of that with the reference. All over-using the same
    category: they agree more with one another than the square says, and the category grows (Reidsma & Carletta 2008).
    """
    reference = labelled_items(ITEMS, (1, 1))
    shares, surplus = {}, {}
    for name in ("redraw", "overuse(category='1')"):
        two = degrade(reference, name, 0.4, annotators=2, seed=7)
        beside = degrade(reference, name, 0.4, annotators=2, seed=7, keep_reference=True)
        shares[name] = float((two.codes == 0).mean())
        surplus[name] = values(two, "kappa")["kappa"] - values(beside, "kappa")["kappa"] ** 2
    assert close(shares["redraw"], 0.5)
    assert close(surplus["redraw"], 0, 0.03)
    assert close(shares["overuse(category='1')"], 0.5 + 0.5 * 0.4)
    assert surplus["overuse(category='1')"] > 0.05


def test_omission_leaves_the_values_and_takes_the_labels() -> None:
    data = degrade(labelled_items(2000, (1, 1)), "omit", 0.25, annotators=2, seed=8)
    assert data.n_missing == pytest.approx(1000, abs=120)
    assert values(data, "alpha")["alpha"] == 1.0


def test_rows_that_stand_for_several_items_are_taken_apart() -> None:
    table = labels([["a", "a"], ["b", "b"]])
    heavy = Labels(
        table.categories, "nominal", table.annotators, table.starts, table.who, table.codes, np.array([300, 100])
    )
    made = degrade(heavy, "redraw", 0.0, annotators=1)
    assert made.n_items == 400
    assert np.bincount(made.codes).tolist() == [300, 100]

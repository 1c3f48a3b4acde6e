"""Curves, their inverse and the shipped tables: gold values, identities and bounds."""

import json
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import write_curve_tables
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from accord.reproducibility import curve_tables
from accord.reproducibility.curves import curve
from accord.reproducibility.inverse import ROUNDING
from accord.reproducibility.vote_distribution import multinomial_votes, vote
from untyped import accord

expected_variation = accord.expected_variation
smallest_k = accord.smallest_k
smallest_kappa = accord.smallest_kappa

Floats = NDArray[np.float64]
Against = st.sampled_from(["reference", "group"])
POPULATIONS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("homogeneous", {}),
    ("unanimous", {"unanimous": 0.2}),
    ("beta", {"phi": 3.0}),
    ("dirichlet", {}),
)
MODELS = st.sampled_from(POPULATIONS)


@pytest.fixture(scope="session")
def gold(shared_gold: Path) -> Any:
    return json.loads((shared_gold / "reproducibility.json").read_text())["exact"]


def test_homogeneous_curves(gold: Any) -> None:
    """All 36 curves, to the digits given."""
    for key, row in gold["curves_percent_k2to8"].items():
        against, categories, kappa = key.split("|")
        for k, percent in zip(range(2, 9), row, strict=True):
            found = expected_variation(
                float(kappa), int(categories[1:]), k, against={"ref": "reference", "pair": "group"}[against]
            )
            assert 100 * found == pytest.approx(percent, abs=0.00051), (key, k)


def test_smallest_kappa_for_five_percent(gold: Any) -> None:
    for (against, name), u in product((("ref", "reference"), ("pair", "group")), ("0", "0.2")):
        for categories, row in gold["inverse_kappa_for_5pct_k2to8"][against][u].items():
            for k, value in zip(range(2, 9), row, strict=True):
                found = smallest_kappa(0.05, int(categories), k, "unanimous", name, unanimous=float(u))
                assert found == pytest.approx(value, abs=0.000051), (against, u, categories, k)


SAMPLED = ("dm_curves_percent_ref_pair_k_2_3_4_5_6_8", (2, 3, 4, 5, 6, 8), 6_000, 123)


Sampled = list[tuple[str, int, float, list[tuple[int, list[float], Floats]]]]


@pytest.fixture(scope="module")
def sampled(gold: Any) -> Sampled:
    """The rows of the table, and beside each number the losses of the 6,000 items that it is the mean of: key, C, κ and
    for each k the numbers (reference, group) and (2, items) in per cent."""
    name, ks, items, seed = SAMPLED
    rows: Sampled = []
    for key, row in gold[name].items():
        categories, kappa = int(key[1:].split("|")[0]), float(key.split("|")[1])
        p = np.random.default_rng(seed).dirichlet(np.full(categories, (1 - kappa) / kappa / categories), items)
        cells = []
        for k, printed in zip(ks, row, strict=True):
            votes = multinomial_votes(p, k)
            lost = np.stack([1 - (votes * vote(p)).sum(axis=1), 1 - np.square(votes).sum(axis=1)])
            cells.append((k, printed, 100 * lost))
        rows.append((key, categories, kappa, cells))
    return rows


def test_the_table_of_dirichlet_curves_was_drawn(sampled: Sampled) -> None:
    """All 144 numbers, to the digits given: means over 6,000 items drawn with one seed, their votes exact."""
    for key, _, _, cells in sampled:
        for k, printed, lost in cells:
            assert [f"{one:.2f}" for one in lost.mean(axis=1)] == [f"{one:.2f}" for one in printed], (key, k)


def test_dirichlet_curves(sampled: Sampled) -> None:
    """Which is why they are near the exact values only: within three standard errors of 6,000 items, and for one and
    two annotators, where Δ = (1 − κ)(C − 1) / C, up to .32 points off."""
    missed = []
    for key, categories, kappa, cells in sampled:
        for k, printed, lost in cells:
            made = [
                100 * expected_variation(kappa, categories, k, "dirichlet", name) for name in write_curve_tables.AGAINST
            ]
            gap = np.array(printed) - made
            assert (np.abs(gap) < 3 * lost.std(axis=1) / lost.shape[1] ** 0.5).all(), (key, k)
            missed.append(np.abs(gap).max())
        single = expected_variation(kappa, categories, 2, "dirichlet", "group")
        assert single == pytest.approx((1 - kappa) * (categories - 1) / categories, abs=1e-12)
    assert 0.3 < max(missed) < 0.36


def test_simulated_groups(gold: Any) -> None:
    """The exact values of the sim_vs_exact cases, at the mean κ that their simulations had (four digits of it)."""
    for case in gold["sim_vs_exact"]:
        for against, key in (("reference", "E_ref_exact"), ("group", "pair_exact")):
            found = expected_variation(
                case["kappa"], case["C"], case["k"], "unanimous", against, unanimous=case["unanimous"]
            )
            assert found == pytest.approx(case[key], abs=0.0003)


# ---- identities and bounds


@settings(max_examples=40)
@given(MODELS, st.integers(2, 12), st.floats(0.34, 1), Against)
def test_a_second_annotator_changes_nothing(
    model: tuple[str, dict[str, Any]], categories: int, kappa: float, against: str
) -> None:
    """W_1 = W_2, so E_1 = E_2 and Δ_1 = Δ_2 — and Δ_1 = 1 − A_o, (1 − κ)(C − 1) / C for equal categories."""
    name, parameters = model
    one, two = (expected_variation(kappa, categories, k, name, against, **parameters) for k in (1, 2))
    assert one == pytest.approx(two, abs=1e-10)
    if against == "group":
        assert one == pytest.approx((1 - kappa) * (categories - 1) / categories, abs=1e-9)


@settings(max_examples=40)
@given(MODELS, st.integers(1, 8), st.floats(0.34, 1), Against)
def test_an_even_annotator_changes_nothing_between_two_categories(
    model: tuple[str, dict[str, Any]], half: int, kappa: float, against: str
) -> None:
    name, parameters = model
    even, odd = (expected_variation(kappa, 2, k, name, against, **parameters) for k in (2 * half, 2 * half - 1))
    assert even == pytest.approx(odd, abs=1e-10)


@settings(max_examples=40)
@given(MODELS, st.integers(2, 12), st.floats(0.34, 1), Against)
def test_more_annotators_never_vary_more(
    model: tuple[str, dict[str, Any]], categories: int, kappa: float, against: str
) -> None:
    name, parameters = model
    made = [expected_variation(kappa, categories, k, name, against, **parameters) for k in range(1, 10)]
    assert all(more <= fewer + 1e-10 for fewer, more in pairwise(made))


@settings(max_examples=40)
@given(MODELS, st.integers(2, 12), st.integers(1, 9), Against)
def test_more_agreement_never_varies_more(
    model: tuple[str, dict[str, Any]], categories: int, k: int, against: str
) -> None:
    name, parameters = model
    made = curve(np.linspace(0.35, 1, 14), categories, k, name, against, **parameters)
    assert (np.diff(made) <= 1e-12).all()
    assert made[-1] == pytest.approx(0, abs=1e-15)


@settings(max_examples=40)
@given(MODELS, st.integers(2, 15), st.integers(1, 9), st.floats(0.34, 1))
def test_homogeneous_errors_are_the_best_case_and_chance_the_worst(
    model: tuple[str, dict[str, Any]], categories: int, k: int, kappa: float
) -> None:
    name, parameters = model
    found = expected_variation(kappa, categories, k, name, **parameters)
    assert (
        expected_variation(kappa, categories, k) - 1e-10 <= found <= (1 - kappa) * (categories - 1) / categories + 1e-10
    )


ITEMS = st.integers(2, 5).flatmap(
    lambda c: st.lists(st.lists(st.integers(0, 9), min_size=c, max_size=c).filter(any), min_size=1, max_size=6)
)


@given(ITEMS, st.integers(1, 7))
def test_no_population_of_equal_categories_is_more_stable_than_the_homogeneous_one(
    rows: list[list[int]], k: int
) -> None:
    """Items of any distribution of labels, each once for every rotation of the categories, which makes them equal."""
    p = np.array(rows) / np.sum(rows, axis=1, keepdims=True)
    categories = p.shape[1]
    kappa = (np.square(p).sum(axis=1).mean() - 1 / categories) / (1 - 1 / categories)
    votes = multinomial_votes(p, k)
    modes = p == p.max(axis=1, keepdims=True)
    lost = float(1 - (votes * modes / modes.sum(axis=1, keepdims=True)).sum(axis=1).mean())
    best = expected_variation(min(max(kappa, 0.0), 1.0), categories, k)
    assert best - 1e-9 <= lost <= (1 - kappa) * (categories - 1) / categories + 1e-9


@given(st.integers(2, 20), st.integers(1, 25))
def test_homogeneous_curves_are_convex(categories: int, k: int) -> None:
    """Which is why mixing easy and hard items at the same κ can only make the reference less stable."""
    made = curve(np.linspace(0, 1, 51), categories, k)
    assert (np.diff(made, 2) >= -1e-12).all()


@given(st.floats(0.05, 0.95), st.integers(2, 8), st.integers(1, 9))
def test_between_groups_is_more_than_against_the_reference(kappa: float, categories: int, k: int) -> None:
    """Both groups vary: Δ = 2E − E² C / (C − 1) for homogeneous errors, between E and 2E."""
    lost = expected_variation(kappa, categories, k)
    pair = expected_variation(kappa, categories, k, against="group")
    assert pair == pytest.approx(2 * lost - lost**2 * categories / (categories - 1), abs=1e-12)
    assert lost - 1e-12 <= pair <= 2 * lost


# ---- inverse


@settings(max_examples=40)
@given(MODELS, st.sampled_from([2, 3, 5, 9]), st.integers(1, 7), st.floats(0.005, 0.4), Against)
def test_smallest_kappa_is_where_the_curve_meets_the_target(
    model: tuple[str, dict[str, Any]], categories: int, k: int, target: float, against: str
) -> None:
    name, parameters = model
    found = smallest_kappa(target, categories, k, name, against, **parameters)
    reached = expected_variation(found, categories, k, name, against, **parameters)
    lowest = parameters.get("unanimous", 1 / ((categories - 1) * 4) if name == "beta" else 0.0)
    assert reached == pytest.approx(target, abs=1e-7) or (found == pytest.approx(lowest) and reached < target)


@settings(max_examples=40)
@given(MODELS, st.sampled_from([2, 3, 5]), st.floats(0.4, 0.95), st.floats(0.02, 0.3), Against)
def test_smallest_k_is_the_first_that_is_enough(
    model: tuple[str, dict[str, Any]], categories: int, kappa: float, target: float, against: str
) -> None:
    name, parameters = model
    found = smallest_k(target, kappa, categories, name, against, most=10, **parameters)
    made = [expected_variation(kappa, categories, k, name, against, **parameters) for k in range(1, 11)]
    enough = [k for k, value in enumerate(made, 1) if value <= target * (1 + ROUNDING)]
    assert found == (enough[0] if enough else None)


@pytest.mark.parametrize("target", [0, 1, -0.1, 5, "5 %", True, float("nan")])
def test_a_target_is_a_share(target: Any) -> None:
    for call, rest in ((smallest_kappa, (3, 3)), (smallest_k, (0.8, 3))):
        with pytest.raises(accord.UsageError, match="is not a share between 0 and 1"):
            call(target, *rest)


def test_smallest_k_refuses_what_it_cannot_count() -> None:
    with pytest.raises(accord.UsageError, match="most=0"):
        smallest_k(0.05, 0.8, 3, most=0)
    with pytest.raises(accord.UsageError, match="use 'reference' or 'group'"):
        smallest_kappa(0.05, 3, 3, against="none")


# ---- tables


def test_tables_are_complete() -> None:
    rows = curve_tables.variation_table()
    for name in ("homogeneous", "unanimous 20 %", "dirichlet"):
        for against, categories, k in product(write_curve_tables.AGAINST, range(2, 21), range(1, 26)):
            cells = rows[name, against, categories, k]
            assert len(cells) == len([kappa for kappa in write_curve_tables.KAPPAS if name[0] != "u" or kappa >= 0.2])
            assert len(curve_tables.smallest_kappa_table()[name, against, categories, k]) == len(
                write_curve_tables.TARGETS
            )
    assert len(rows) == len(curve_tables.smallest_kappa_table()) == 2 * 19 * 3 * 25


@settings(max_examples=40)
@given(st.data())
def test_shipped_cells_are_what_the_functions_give(draw: st.DataObject) -> None:
    rows = curve_tables.variation_table()
    name, against, categories, k = draw.draw(st.sampled_from(sorted(row for row in rows if row[0] != "dirichlet")))
    model, parameters = write_curve_tables.MODELS[name]
    cells = rows[name, against, categories, k]
    made = 100 * curve(list(cells), categories, k, model, against, "kappa", **parameters)
    np.testing.assert_allclose(list(cells.values()), made, atol=0.0050001)
    for target, kappa in curve_tables.smallest_kappa_table()[name, against, categories, k].items():
        assert kappa == pytest.approx(
            smallest_kappa(target, categories, k, model, against, "kappa", **parameters), abs=0.00051
        )


def test_tables_are_written_where_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(write_curve_tables, "CATEGORIES", range(2, 4))
    monkeypatch.setattr(write_curve_tables, "ANNOTATORS", range(1, 4))
    monkeypatch.setattr(
        write_curve_tables, "MODELS", {name: write_curve_tables.MODELS[name] for name in ("homogeneous", "dirichlet")}
    )
    assert write_curve_tables.main([str(tmp_path)]) == 0
    header, *lines = (tmp_path / "variation.csv").read_text().splitlines()
    assert header.startswith("model,against,categories,annotators,0.1,")
    assert len(lines) == 24
    shipped = (Path(curve_tables.__file__).parent / "variation.csv").read_text().splitlines()
    assert set(lines) <= set(shipped)

"""What the tests and intervals promise, on generated data: levels, coverage, effects that are found again."""

from __future__ import annotations

import numpy as np
import pytest

from accord.item_difficulty import difficulty
from accord.item_difficulty.correlating import BootstrapSettings, clustered_p, correlate
from accord.item_difficulty.design import design_of
from accord.item_difficulty.feature_choice import Feature
from accord.item_difficulty.mixed_model import fit_mixed
from accord.item_difficulty.subgroups import interaction
from accord.statistics.rank_correlation import spearman, spearman_p
from item_difficulty.planted import planted, true_rho


def rejections(runs: int, clusters: int, of_cluster: bool) -> tuple[float, float]:
    """How often ρ = 0 is rejected at .05, as if items were independent and with clusters."""
    rng = np.random.default_rng(11)
    plain = clustered = 0
    for _ in range(runs):
        x, y, cluster = planted(rng, clusters, 10, 0.0, of_cluster)
        plain += spearman_p(spearman(x, y), len(x)) < 0.05
        clustered += clustered_p(x, y, cluster)[0] < 0.05
    return plain / runs, clustered / runs


def test_the_clustered_test_keeps_its_level_where_the_plain_one_does_not() -> None:
    """The design of Tanguy et al. 2016: 30 target words, ten sentences each, a feature of the word."""
    plain, clustered = rejections(500, 30, of_cluster=True)
    assert plain > 0.2
    assert 0.025 < clustered < 0.08


@pytest.mark.deep
@pytest.mark.parametrize("of_cluster", [True, False])
@pytest.mark.parametrize("clusters", [10, 20, 30])
def test_levels(clusters: int, of_cluster: bool) -> None:
    plain, clustered = rejections(3000, clusters, of_cluster)
    assert plain > 0.15
    assert 0.03 < clustered < 0.07


@pytest.mark.deep
def test_level_of_the_mixed_model() -> None:
    rng = np.random.default_rng(1)
    found = 0
    for _ in range(400):
        x, y, cluster = planted(rng, 30, 10, 0.0, of_cluster=True)
        found += fit_mixed("d", y, design_of([Feature("x", x[:, None])]), cluster, None).terms[0].p < 0.05
    assert 0.025 < found / 400 < 0.08


@pytest.mark.deep
@pytest.mark.parametrize("of_cluster", [True, False])
@pytest.mark.parametrize("effect", [0.0, 0.3, 0.6])
def test_intervals_cover(effect: float, of_cluster: bool) -> None:
    rng = np.random.default_rng(5)
    covered = 0
    for run in range(600):
        x, y, cluster = planted(rng, 30, 10, effect, of_cluster)
        found = correlate("d", y, {"x": x}, cluster, BootstrapSettings(replicates=400, seed=run))[0]
        covered += found.low <= true_rho(effect) <= found.high
    assert 0.92 < covered / 600 < 0.98


def test_intervals_cover_a_little() -> None:
    """A quick look at what the deep test asks six times: 60 intervals of which 50 or more hold the truth."""
    rng = np.random.default_rng(6)
    covered = 0
    for run in range(60):
        x, y, cluster = planted(rng, 30, 10, 0.3, of_cluster=True)
        found = correlate("d", y, {"x": x}, cluster, BootstrapSettings(replicates=200, seed=run))[0]
        covered += found.low <= true_rho(0.3) <= found.high
    assert covered >= 52  # at 95 %, fewer have a probability of .01


@pytest.mark.deep
@pytest.mark.parametrize("effect", [0.0, 0.4])
def test_level_of_the_interaction_test(effect: float) -> None:
    """Three groups of ten clusters with the same correlation, as parts of speech in Tanguy et al. 2016."""
    rng = np.random.default_rng(2)
    found = 0
    for _ in range(1000):
        x, y, cluster = planted(rng, 30, 10, effect, of_cluster=True)
        groups = {str(one): cluster // 10 == one for one in range(3)}
        found += interaction("d", "x", y, x, groups, cluster).p < 0.05
    assert 0.02 < found / 1000 < 0.08


def test_effects_are_found_again() -> None:
    rng = np.random.default_rng(3)
    clusters, size = 40, 10
    cluster = np.repeat(np.arange(clusters), size)
    items = len(cluster)
    strong, weak, noise = rng.normal(size=items), rng.normal(size=items), rng.normal(size=items)
    word = rng.normal(size=clusters)[cluster]
    y = 0.6 * strong - 0.25 * weak + 0.4 * rng.normal(size=clusters)[cluster] + rng.normal(size=items)
    names = [str(item) for item in range(items)]
    table = {
        "item": names,
        "target": [f"w{one}" for one in cluster],
        "strong": strong,
        "weak": weak,
        "noise": noise,
        "word": word,
    }
    hard = dict(zip(names, y.tolist(), strict=True))
    found = difficulty(hard, table, cluster="target", replicates=200)
    assert set(found.survivors()) == {"strong", "weak"}
    by_name = {one.feature: one for one in found.correlations}
    assert by_name["strong"].rho > 0 > by_name["weak"].rho
    assert by_name["word"].constant_within
    assert any(one.code == "ACC177" and "'word'" in one.message for one in found.diagnostics)
    model = found.regression()
    assert [term.coefficient for term in model.terms[:2]] == pytest.approx([0.6, -0.25], abs=0.12)
    assert max(model.importance, key=lambda one: one.share).feature == "strong"
    assert 0 < model.cross_validated < model.adjusted < model.r2
    assert found.intraclass["disagreement"] == pytest.approx(0.16 / (0.16 + 1 + 0.36 + 0.0625), abs=0.1)


def test_the_same_seed_gives_the_same_numbers() -> None:
    rng = np.random.default_rng(0)
    x, y, cluster = planted(rng, 12, 5, 0.3, of_cluster=False)
    names = [str(one) for one in range(60)]
    table = {"item": names, "target": [str(one) for one in cluster], "x": x}
    hard = dict(zip(names, y.tolist(), strict=True))
    one, same, other = (difficulty(hard, table, cluster="target", seed=seed, replicates=100) for seed in (1, 1, 2))
    assert one.as_json() == same.as_json()
    assert one.correlations[0].low != other.correlations[0].low
    assert one.correlations[0].rho == other.correlations[0].rho


def test_the_order_of_items_does_not_matter() -> None:
    rng = np.random.default_rng(1)
    x, y, cluster = planted(rng, 15, 4, 0.4, of_cluster=False)
    names = [f"s{one}" for one in range(60)]
    order = rng.permutation(60)
    hard = dict(zip(names, y.tolist(), strict=True))
    columns = {
        "item": names,
        "x": x.tolist(),
        "g": [str(one % 2) for one in range(60)],
        "c": [f"c{one}" for one in cluster],
    }
    shuffled = {name: [cells[place] for place in order] for name, cells in columns.items()}
    one, other = (difficulty(hard, table, cluster="c", group="g", confidence=None) for table in (columns, shuffled))
    assert one.as_json() == other.as_json()

"""Every statistic beside scipy, statsmodels, or the textbook formula written out with full matrices."""

from __future__ import annotations

import importlib
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from accord.item_difficulty.correlating import BootstrapSettings, clustered_p, corrected, correlate
from accord.item_difficulty.design import asked_pairs, design_of
from accord.item_difficulty.feature_choice import Feature
from accord.item_difficulty.linear_model import regress
from accord.item_difficulty.mixed_model import fit_mixed
from accord.item_difficulty.subgroups import interaction
from accord.results import UsageError
from accord.statistics.clustered_errors import (
    clustered_fit,
    constant_within,
    drawn_clusters,
    intraclass_correlation,
    left_out_clusters,
    without_gaps,
)
from accord.statistics.linear_models import cross_validated_r2, independent_fit, inflations
from accord.statistics.multiple_comparisons import benjamini_hochberg, holm
from accord.statistics.rank_correlation import midranks, spearman, spearman_p, weighted_spearman
from accord.statistics.relative_importance import MOST_EXACT, shapley_shares

Floats = NDArray[np.float64]
small = st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(0, 4)), min_size=4, max_size=20)


def numeric(name: str, values: Floats) -> Feature:
    return Feature(name, values[:, None])


# ---- ranks


@given(small)
def test_spearman_is_scipys(rows: list[tuple[int, int, int]]) -> None:
    from scipy.stats import rankdata, spearmanr

    x, y = (np.array(column, dtype=float) for column in list(zip(*rows, strict=True))[:2])
    assert midranks(x).tolist() == rankdata(x).tolist()
    if len(set(x)) < 2 or len(set(y)) < 2:
        assert np.isnan(spearman(x, y))
        return
    expected = spearmanr(x, y)
    assert spearman(x, y) == pytest.approx(expected.statistic, abs=1e-12)
    if abs(expected.statistic) < 1 - 1e-9:
        assert spearman_p(spearman(x, y), len(x)) == pytest.approx(expected.pvalue, abs=1e-10)


@given(small)
def test_weights_are_repetitions(rows: list[tuple[int, int, int]]) -> None:
    x, y, times = (np.array(column, dtype=float) for column in zip(*rows, strict=True))
    repeated = times.astype(int)
    a, b = np.repeat(x, repeated), np.repeat(y, repeated)
    found = weighted_spearman(x, y, times[None, :])[0]
    if len(set(a)) < 2 or len(set(b)) < 2:
        assert np.isnan(found)
    else:
        assert found == pytest.approx(spearman(a, b), abs=1e-12)


# ---- several tests at once


def test_corrections_are_those_of_statsmodels() -> None:
    multitest = importlib.import_module("statsmodels.stats.multitest")
    rng = np.random.default_rng(0)
    for size in range(1, 25):
        p = rng.random(size).round(1 if size % 3 == 0 else 6) ** 2  # every third with ties
        assert holm(p) == pytest.approx(multitest.multipletests(p, method="holm")[1], abs=1e-12)
        assert benjamini_hochberg(p) == pytest.approx(multitest.multipletests(p, method="fdr_bh")[1], abs=1e-12)


def test_an_undefined_test_is_not_counted() -> None:
    p = np.array([0.01, np.nan, 0.04])
    assert holm(p).tolist()[::2] == pytest.approx([0.02, 0.04])
    assert np.isnan(holm(p)[1])
    assert np.isnan(benjamini_hochberg(p)[1])


# ---- errors with clusters


def clustered_data(seed: int, uneven: bool = True) -> tuple[Floats, Floats, NDArray[np.int64]]:
    rng = np.random.default_rng(seed)
    sizes = rng.integers(1, 9, 12) if uneven else np.full(12, 5)
    cluster = np.repeat(np.arange(12), sizes)
    items = len(cluster)
    between = rng.normal(size=12)[cluster]
    design = np.column_stack([np.ones(items), rng.normal(size=items), between])
    outcome = 0.4 * design[:, 1] + rng.normal(size=12)[cluster] + rng.normal(size=items)
    return design, outcome, cluster


def written_out(design: Floats, outcome: Floats, cluster: NDArray[np.int64]) -> tuple[Floats, Floats]:
    """CR2 and the degrees of freedom of Bell & McCaffrey 2002, as printed: full matrices and matrix square roots."""
    bread = np.linalg.inv(design.T @ design)
    hat = design @ bread @ design.T
    rest = np.eye(len(outcome)) - hat
    residuals = rest @ outcome
    middle = np.zeros((design.shape[1], design.shape[1]))
    columns: list[list[Floats]] = [[] for _ in range(design.shape[1])]
    for one in range(int(cluster.max()) + 1):
        mine = np.flatnonzero(cluster == one)
        lengths, axes = np.linalg.eigh(rest[np.ix_(mine, mine)])
        root = (axes * np.where(lengths > 1e-9, lengths, np.inf) ** -0.5) @ axes.T
        score = design[mine].T @ root @ residuals[mine]
        middle += np.outer(score, score)
        for column in range(design.shape[1]):
            columns[column].append(rest[:, mine] @ root @ design[mine] @ bread[:, column])
    degrees = []
    for gathered in columns:
        lengths = np.linalg.eigvalsh(np.column_stack(gathered).T @ np.column_stack(gathered))
        degrees.append(lengths.sum() ** 2 / (lengths**2).sum())
    return bread @ middle @ bread, np.array(degrees)


@pytest.mark.parametrize("seed", range(5))
def test_cr2_and_its_degrees_are_the_printed_formulas(seed: int) -> None:
    design, outcome, cluster = clustered_data(seed)
    fit = clustered_fit(design, outcome, cluster)
    covariance, degrees = written_out(design, outcome, cluster)
    assert fit.covariance == pytest.approx(covariance, rel=1e-8)
    assert fit.degrees == pytest.approx(degrees, rel=1e-8)


def test_clusters_of_one_item_give_hc2() -> None:
    api = importlib.import_module("statsmodels.api")
    design, outcome, _ = clustered_data(7)
    fit = clustered_fit(design, outcome, np.arange(len(outcome)))
    peer = api.OLS(outcome, design).fit()
    assert fit.coefficients == pytest.approx(peer.params, rel=1e-10)
    assert fit.errors == pytest.approx(peer.get_robustcov_results("HC2").bse, rel=1e-8)
    assert independent_fit(design, outcome).errors == pytest.approx(peer.bse, rel=1e-8)


def test_a_feature_of_the_cluster_counts_clusters() -> None:
    """Balanced clusters and a feature that is constant in them: the same as a regression of the clusters' means."""
    _, _, cluster = clustered_data(1, uneven=False)
    rng = np.random.default_rng(3)
    feature, outcome = rng.normal(size=12), rng.normal(size=60) + rng.normal(size=12)[cluster]
    fit = clustered_fit(np.column_stack([np.ones(60), feature[cluster]]), outcome, cluster)
    means = np.bincount(cluster, weights=outcome) / 5
    aggregated = clustered_fit(np.column_stack([np.ones(12), feature]), means, np.arange(12))
    assert fit.covariance == pytest.approx(aggregated.covariance, rel=1e-9)
    assert fit.degrees == pytest.approx(aggregated.degrees, rel=1e-9)
    assert fit.degrees[1] < 11


def test_clustered_p_without_clusters_is_near_the_plain_one() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=400)
    y = 0.1 * x + rng.normal(size=400)
    p, degrees = clustered_p(x, y, np.arange(400))
    assert p == pytest.approx(spearman_p(spearman(x, y), 400), abs=0.01)
    assert degrees > 200


def test_two_clusters_have_no_test() -> None:
    p, _ = clustered_p(np.arange(10.0), np.arange(10.0) ** 2, np.repeat([0, 1], 5))
    assert np.isnan(p)


# ---- clusters


def test_drawn_clusters_stay_whole() -> None:
    cluster = np.repeat(np.arange(4), 3)
    for weights in drawn_clusters(cluster, 50, 0):
        assert (weights.reshape(-1, 4, 3) == weights.reshape(-1, 4, 3)[:, :, :1]).all()
        assert (weights.sum(axis=1) == 12).all()


def test_items_are_drawn_with_their_own_cluster() -> None:
    cluster = np.array([1, 0, 1, 2, 1])
    (weights,) = drawn_clusters(cluster, 40, 0)
    assert (weights[:, 0] == weights[:, 2]).all()
    assert (weights[:, 0] == weights[:, 4]).all()
    assert (weights[:, 0] + weights[:, 1] + weights[:, 3] == 3).all()
    assert (weights[:, 0] != weights[:, 1]).any()


def test_one_cluster_is_left_out_at_a_time() -> None:
    weights = left_out_clusters(np.array([0, 0, 1, 2]))
    assert weights.tolist() == [[0, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]]
    assert left_out_clusters(np.arange(1000)).shape[0] == 200


def test_constant_within() -> None:
    cluster = np.array([0, 0, 1, 1])
    assert constant_within(np.array([3.0, 3.0, 1.0, 1.0]), cluster)
    assert not constant_within(np.array([3.0, 3.0, 1.0, 2.0]), cluster)
    assert not constant_within(np.array([1.0, 2.0]), np.array([0, 1])), "clusters of one item repeat nothing"


def test_intraclass_correlation() -> None:
    """Shrout & Fleiss 1979, table 2: ICC(1,1) of six targets by four judges is .17."""
    ratings = np.array([[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]], float)
    found = intraclass_correlation(ratings.ravel(), np.repeat(np.arange(6), 4))
    assert found == pytest.approx(0.17, abs=0.005)
    same = np.repeat([1.0, 2.0, 3.0], 4)
    assert intraclass_correlation(same, np.repeat(np.arange(3), 4)) == 1.0
    assert np.isnan(intraclass_correlation(np.arange(3.0), np.arange(3)))


def test_recoded() -> None:
    assert without_gaps(np.array([7, 2, 7])).tolist() == [1, 0, 1]


# ---- regression


def several(seed: int, items: int = 80) -> tuple[list[Feature], Floats]:
    rng = np.random.default_rng(seed)
    a, b = rng.normal(size=items), rng.normal(size=items)
    c = 0.7 * a + rng.normal(size=items)
    kind = rng.integers(0, 3, items)
    levels = np.stack([kind == one for one in range(3)], axis=1).astype(float)
    y = a - 0.5 * c + 0.8 * (kind == 2) + rng.normal(size=items)
    return [numeric("a", a), numeric("b", b), numeric("c", c), Feature("k", levels, ("x", "y", "z"))], y


def test_regression_is_that_of_statsmodels() -> None:
    api = importlib.import_module("statsmodels.api")
    influence = importlib.import_module("statsmodels.stats.outliers_influence")
    features, y = several(0)
    found = regress("d", y, design_of(features), None, 10, 0)
    matrix = design_of(features).with_intercept()
    peer = api.OLS(y, matrix).fit()
    assert (found.r2, found.adjusted) == pytest.approx((peer.rsquared, peer.rsquared_adj), rel=1e-10)
    assert [term.coefficient for term in found.terms] == pytest.approx(peer.params[1:], rel=1e-9)
    assert [term.error for term in found.terms] == pytest.approx(peer.bse[1:], rel=1e-9)
    assert [term.p for term in found.terms] == pytest.approx(peer.pvalues[1:], rel=1e-7)
    assert found.spread**2 == pytest.approx(peer.scale)
    assert found.studentised == pytest.approx(peer.get_influence().resid_studentized_external, rel=1e-9)
    single = [influence.variance_inflation_factor(matrix, place) for place in (1, 2, 3)]
    assert [one.inflation for one in found.importance[:3]] == pytest.approx(single, rel=1e-9)
    scale = matrix[:, 1].std(ddof=1) / y.std(ddof=1)
    assert found.terms[0].standardised == pytest.approx(peer.params[1] * scale)


def test_one_column_is_not_inflated() -> None:
    assert inflations(np.arange(5.0)[:, None], [[0]]).tolist() == [1.0]


def test_shares_are_the_mean_gain_over_all_orders() -> None:
    features, y = several(1)
    design = design_of(features)
    groups = list(design.groups().values())
    centred, outcome = design.matrix - design.matrix.mean(axis=0), y - y.mean()

    def explained(columns: list[int]) -> float:
        if not columns:
            return 0.0
        fitted = centred[:, columns] @ np.linalg.lstsq(centred[:, columns], outcome, rcond=None)[0]
        return float((fitted**2).sum() / (outcome**2).sum())

    expected = np.zeros(4)
    for order in permutations(range(4)):
        taken: list[int] = []
        for feature in order:
            before = explained(taken)
            taken = taken + groups[feature]
            expected[feature] += (explained(taken) - before) / 24
    found = shapley_shares(design.matrix, y, groups)
    assert found == pytest.approx(expected, rel=1e-9)
    assert found.sum() == pytest.approx(regress("d", y, design, None, 5, 0).r2)


def test_many_features_are_shared_out_by_drawing_orders() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=(120, MOST_EXACT + 3))
    y = x @ np.r_[1.0, 1.0, np.zeros(MOST_EXACT + 1)] + rng.normal(size=120)
    found = shapley_shares(x, y, [[column] for column in range(x.shape[1])])
    alone = regress("d", y, design_of([numeric(str(c), x[:, c]) for c in range(x.shape[1])]), None, 5, 0)
    assert found.sum() == pytest.approx(alone.r2)
    assert set(np.argsort(-found)[:2]) == {0, 1}


def test_cross_validation_is_on_unseen_clusters() -> None:
    """A feature that only names the cluster explains much, and nothing of clusters it has not seen."""
    rng = np.random.default_rng(5)
    cluster = np.repeat(np.arange(30), 10)
    level, feature = rng.normal(size=30)[cluster], rng.normal(size=(30, 12))[cluster]
    y = level + 0.3 * rng.normal(size=300)
    design = design_of([numeric(str(column), feature[:, column]) for column in range(12)])
    together = regress("d", y, design, cluster, 10, 0)
    apart = regress("d", y, design, None, 10, 0)
    assert together.r2 == apart.r2 > 0.3
    assert apart.cross_validated > 0.2, "items of a cluster in both halves leak"
    assert together.cross_validated < 0.1


def test_cross_validated_r2_by_hand() -> None:
    matrix = np.column_stack([np.ones(4), [0.0, 1.0, 2.0, 3.0]])
    y = np.array([0.0, 1.0, 2.0, 4.0])
    found = cross_validated_r2(matrix, y, np.array([0, 0, 1, 1]), 2)
    # from items 3, 4: y = 2x − 2, mean 3; from items 1, 2: y = x, mean 1/2
    missed = (0 + 2) ** 2 + (1 - 0) ** 2 + 0 + (4 - 3) ** 2
    spread = 3**2 + 2**2 + 1.5**2 + 3.5**2
    assert found == pytest.approx(1 - missed / spread)


def test_columns_that_others_determine_are_left_out_and_named() -> None:
    rng = np.random.default_rng(2)
    a, b = rng.normal(size=40), rng.normal(size=40)
    design = design_of([numeric("a", a), numeric("b", b), numeric("sum", 2 * a - b + 3)])
    found = regress("d", a + rng.normal(size=40), design, None, 5, 0)
    assert found.aliased == ("sum",)
    assert [term.name for term in found.terms] == ["a", "b"]


def test_products_of_features() -> None:
    features, _ = several(0)
    assert asked_pairs(["all"], features[:3]) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert asked_pairs(["a:k"], features) == [("a", "k")]
    design = design_of(features, [("a", "k")])
    assert design.names[-2:] == ("a:k=y", "a:k=z")
    a, z = features[0].columns[:, 0], features[3].columns[:, 2]
    assert design.matrix[:, -1] == pytest.approx((a - a.mean()) * (z - z.mean()))
    with pytest.raises(UsageError, match="'a:q' is not a pair"):
        asked_pairs(["a:q"], features)


# ---- mixed models


def test_a_mixed_model_is_that_of_statsmodels() -> None:
    mixed = importlib.import_module("statsmodels.regression.mixed_linear_model")
    rng = np.random.default_rng(1)
    cluster = np.repeat(np.arange(25), 8)
    x, w = rng.normal(size=200), rng.normal(size=25)[cluster]
    y = 2 + 0.5 * x + 0.3 * w + rng.normal(size=25)[cluster] + rng.normal(size=200)
    found = fit_mixed("d", y, design_of([numeric("x", x), numeric("w", w)]), cluster, None)
    peer = mixed.MixedLM(y, np.column_stack([np.ones(200), x, w]), groups=cluster).fit(reml=True)
    assert [term.coefficient for term in found.terms] == pytest.approx(peer.fe_params[1:], rel=1e-4)
    assert [term.error for term in found.terms] == pytest.approx(peer.bse_fe[1:], rel=1e-3)
    assert found.cluster_variance == pytest.approx(float(peer.cov_re[0, 0]), rel=1e-3)
    assert found.residual_variance == pytest.approx(peer.scale, rel=1e-4)
    assert [term.degrees for term in found.terms] == [200 - 25 - 1, 25 - 1 - 1]
    assert found.terms[1].p > found.terms[0].p
    assert 0 < found.marginal_r2 < found.conditional_r2 < 1


def test_a_nested_intercept_takes_its_part() -> None:
    rng = np.random.default_rng(4)
    cluster, sense = np.repeat(np.arange(40), 9), np.repeat(np.arange(120), 3)
    x = rng.normal(size=360)
    y = 0.5 * x + rng.normal(size=40)[cluster] + 0.7 * rng.normal(size=120)[sense] + 0.5 * rng.normal(size=360)
    found = fit_mixed("d", y, design_of([numeric("x", x)]), cluster, sense)
    assert found.converged
    assert found.nested_variance == pytest.approx(0.49, abs=0.15)
    assert found.cluster_variance == pytest.approx(1.0, abs=0.5)
    assert found.residual_variance == pytest.approx(0.25, abs=0.05)
    assert found.terms[0].coefficient == pytest.approx(0.5, abs=0.1)


def nested_data(
    seed: int, between: float, inside: float
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64], NDArray[np.int64]]:
    """300 items of 30 clusters, each of four groups of two or three: y, x, cluster and group."""
    rng = np.random.default_rng(seed)
    cluster = np.repeat(np.arange(30), 10).astype(np.int64)
    group = np.tile(np.repeat(np.arange(4), [3, 3, 2, 2]), 30).astype(np.int64)
    x, levels, own = rng.normal(size=300), rng.normal(size=30)[cluster], rng.normal(size=120)[4 * cluster + group]
    y = 0.3 * x + np.sqrt(between) * levels + np.sqrt(inside) * own + rng.normal(size=300)
    return y, x, cluster, group


def restricted(y: NDArray[np.float64], x: NDArray[np.float64], g: float, h: float) -> float:
    """−2 ln of the restricted likelihood of `nested_data` for two ratios of variances, by the matrix of a cluster."""
    group = np.repeat(np.arange(4), [3, 3, 2, 2])
    block = np.eye(10) + g + h * (group[:, None] == group)
    inverse = np.linalg.inv(block)
    rows, matrix = y.reshape(30, 10), np.stack([np.ones(300), x], axis=1).reshape(30, 10, 2)
    information = np.einsum("cip,ij,cjq->pq", matrix, inverse, matrix)
    left = rows - matrix @ np.linalg.solve(information, np.einsum("cip,ij,cj->p", matrix, inverse, rows))
    rest = float(np.einsum("ci,ij,cj->", left, inverse, left)) / 298
    return float(298 * np.log(rest) + 30 * np.linalg.slogdet(block)[1] + np.linalg.slogdet(information)[1])


@pytest.mark.parametrize(
    ("seed", "between", "inside"), [(6, 0.05, 0.0), (3, 0.05, 0.0), (10, 0.05, 0.0), (5, 0.0, 0.05), (2, 0.3, 0.2)]
)
def test_no_variances_are_likelier_than_those_found(seed: int, between: float, inside: float) -> None:
    """Beside a grid of ratios of variances, and a step of a hundredth from what was found, the edges included."""
    y, x, cluster, group = nested_data(seed, between, inside)
    found = fit_mixed("d", y, design_of([numeric("x", x)]), cluster, group)
    assert found.converged
    assert found.nested_variance is not None
    g, h = found.cluster_variance / found.residual_variance, found.nested_variance / found.residual_variance
    best = restricted(y, x, g, h)
    near = [(max(g + one, 0.0), max(h + other, 0.0)) for one, other in product((-0.01, 0, 0.01), repeat=2)]
    for one, other in [*near, *product((0, 0.02, 0.05, 0.1, 0.2, 0.4, 0.8), repeat=2)]:
        assert best <= restricted(y, x, one, other) + 1e-6


def test_a_nested_variance_of_nothing_is_nothing() -> None:
    """The likelihood is highest on the edge. An optimiser on an unbounded scale stopped at variances of .036 and .036
    (standardised) instead of .061 and 0, and said that it had settled."""
    y, x, cluster, group = nested_data(10, 0.05, 0.0)
    found = fit_mixed("d", y, design_of([numeric("x", x)]), cluster, group)
    assert found.nested_variance == 0
    alone = fit_mixed("d", y, design_of([numeric("x", x)]), cluster, None)
    assert found.cluster_variance == pytest.approx(alone.cluster_variance, rel=1e-4)
    assert found.residual_variance == pytest.approx(alone.residual_variance, rel=1e-5)


@pytest.mark.parametrize(
    ("group", "reason"),
    [(np.arange(300), "alone in what is nested"), (np.zeros(300, dtype=np.int64), "holds one nested group")],
)
def test_spreads_that_cannot_be_told_apart(group: NDArray[np.int64], reason: str) -> None:
    y, x, cluster, _ = nested_data(0, 0.1, 0.0)
    found = fit_mixed("d", y, design_of([numeric("x", x)]), cluster, group)
    assert reason in (found.undefined or "")
    assert not found.converged


def test_no_spread_between_clusters_is_no_failure() -> None:
    rng = np.random.default_rng(0)
    cluster = np.repeat(np.arange(20), 5)
    x, y = rng.normal(size=100), rng.normal(size=100)
    y = y - (np.bincount(cluster, weights=y) / 5)[cluster]
    found = fit_mixed("d", y, design_of([numeric("x", x)]), cluster, None)
    assert found.terms
    assert found.cluster_variance == pytest.approx(0.0, abs=1e-3)
    plain = regress("d", y, design_of([numeric("x", x)]), None, 5, 0).terms[0]
    assert found.terms[0].coefficient == pytest.approx(plain.coefficient, rel=1e-3)
    assert found.terms[0].error == pytest.approx(plain.error, rel=1e-2)


@pytest.mark.parametrize(
    ("cluster", "reason"),
    [(np.repeat([0, 1, 2], 10), "3 clusters are too few"), (np.arange(30), "every item is its own cluster")],
)
def test_clusters_that_allow_no_mixed_model(cluster: NDArray[np.int64], reason: str) -> None:
    rng = np.random.default_rng(0)
    found = fit_mixed("d", rng.normal(size=30), design_of([numeric("x", rng.normal(size=30))]), cluster, None)
    assert reason in (found.undefined or "")


# ---- groups


def halves(items: int) -> dict[str, NDArray[np.bool_]]:
    first = np.arange(items) < items // 2
    return {"one": first, "other": ~first}


def test_an_interaction_is_found_where_there_is_one() -> None:
    rng = np.random.default_rng(0)
    x = rng.normal(size=300)
    opposed = np.where(np.arange(300) < 150, x, -x) + rng.normal(size=300)
    assert interaction("d", "x", opposed, x, halves(300), None).p < 1e-6
    same = x + rng.normal(size=300)
    assert interaction("d", "x", same, x, halves(300), None).p > 0.05


def test_two_groups_of_single_items_are_near_fishers_test() -> None:
    """Fisher's z of two independent ρ, with the variance 1.06 / (n − 3) of Fieller et al. 1957."""
    rng = np.random.default_rng(8)
    x = rng.normal(size=400)
    y = np.where(np.arange(400) < 200, 0.1, 0.5) * x + rng.normal(size=400)
    found = interaction("d", "x", y, x, halves(400), None)
    z = [np.arctanh(spearman(x[part], y[part])) for part in (slice(0, 200), slice(200, 400))]
    expected = (z[0] - z[1]) ** 2 / (2 * 1.06 / 197)
    assert found.statistic == pytest.approx(expected, rel=0.2)


def test_clusters_across_groups_share_their_error() -> None:
    """The same items in both groups, up to order: a difference of 0 with an error of 0 would be undefined; noise in
    common cancels in the difference."""
    rng = np.random.default_rng(3)
    cluster = np.tile(np.arange(40), 2)
    x = np.tile(rng.normal(size=40), 2)
    common = np.tile(0.2 * x[:40] + rng.normal(size=40), 2)
    y = common + 0.05 * rng.normal(size=80)
    joint = interaction("d", "x", y, x, halves(80), cluster)
    apart = interaction("d", "x", y, x, halves(80), None)
    assert joint.degrees == (1.0, 39.0)
    assert joint.statistic > apart.statistic


# ---- correlations


def test_missing_cells_leave_their_items_out() -> None:
    x = np.array([1.0, 2, 3, np.nan, 5, 6, 7])
    y = np.array([2.0, 1, 4, 9, np.nan, 8, 9])
    found = correlate("d", y, {"x": x}, None, BootstrapSettings(None))[0]
    assert found.items == 5
    assert found.rho == pytest.approx(spearman(x[[0, 1, 2, 5, 6]], y[[0, 1, 2, 5, 6]]))


def test_a_family_is_corrected_together() -> None:
    rng = np.random.default_rng(0)
    y = rng.normal(size=60)
    features = {str(place): rng.normal(size=60) + 0.3 * place * y for place in range(4)}
    found = corrected(correlate("d", y, features, None, BootstrapSettings(None)))
    assert [one.holm for one in found] == pytest.approx(holm(np.array([one.p for one in found])))
    assert all(np.isnan(one.holm_clustered) for one in found)


@pytest.mark.parametrize("confidence", [0.8, 0.95])
def test_an_interval_is_fishers_z_with_the_error_of_the_draws(confidence: float) -> None:
    from scipy.stats import t

    rng = np.random.default_rng(4)
    cluster = np.repeat(np.arange(12), 4)
    x = rng.normal(size=48)
    y = 0.5 * x + rng.normal(size=12)[cluster] + rng.normal(size=48)
    found = correlate("d", y, {"x": x}, cluster, BootstrapSettings(confidence, 300, seed=9))[0]
    drawn = np.concatenate([weighted_spearman(x, y, weights) for weights in drawn_clusters(cluster, 300, 9)])
    half = t.ppf((1 + confidence) / 2, 11) * np.arctanh(drawn).std(ddof=1)
    expected = np.tanh(np.arctanh(spearman(x, y)) + np.array([-half, half]))
    assert (found.low, found.high) == pytest.approx(tuple(expected))


def test_intervals_draw_clusters() -> None:
    rng = np.random.default_rng(2)
    cluster = np.repeat(np.arange(20), 15)
    x = rng.normal(size=20)[cluster]
    y = rng.normal(size=20)[cluster] + 0.2 * rng.normal(size=300)
    together = correlate("d", y, {"x": x}, cluster, BootstrapSettings(replicates=400))[0]
    alone = correlate("d", y, {"x": x}, None, BootstrapSettings(replicates=400))[0]
    assert together.rho == alone.rho
    assert together.high - together.low > 2 * (alone.high - alone.low)
    assert together.constant_within
    assert not alone.constant_within

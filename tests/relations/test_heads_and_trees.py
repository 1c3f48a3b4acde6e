"""Heads as labels, roots with their types, and trees whose chance is sampled."""

from __future__ import annotations

import numpy as np
import pytest

import accord
from accord.annotations.relation_tuples import Links, relations
from accord.annotations.relations import Relations
from accord.measures.record import BlockKernel
from accord.measures.relations import heads, tree_alpha
from accord.results import DataError, UsageError
from relations.corpora import skjaerholt
from relations.graphs import value

HEADS = {
    "A": [-1, 0, 0, 1, 1, 2],
    "B": [-1, 0, 1, 1, 1, -1],
    "C": [1, -1, 0, 1, 0, 2],
}


def test_alpha_over_heads_is_alpha_of_heads_as_labels() -> None:
    links = {who: [(unit, head) for unit, head in enumerate(several) if head >= 0] for who, several in HEADS.items()}
    everything = {who: list(range(6)) for who in HEADS}
    data = relations(links, units=list(range(6)), components=everything)
    expected = accord.measure(accord.labels(np.array(list(HEADS.values())).T.astype(str), level="nominal"), "alpha")
    assert value(heads.alpha_heads, data) == pytest.approx(expected.value)
    two: dict[str, dict[str, Links]] = {"d": dict(links), "e": {"A": [], "B": [], "C": None}}
    both = relations(two, {"d": list(range(6)), "e": [0]}, components={"d": everything, "e": {"A": [0], "B": [0]}})
    assert value(heads.alpha_heads, both) == pytest.approx(expected.value)  # two equal values add nothing to either sum


def test_several_heads_are_one_value() -> None:
    data = relations({"A": [(2, 0), (2, 1)], "B": [(2, 1), (2, 0)]}, units=[0, 1, 2])
    assert value(heads.uas, data) == 1.0
    other = relations({"A": [(2, 0), (2, 1)], "B": [(2, 1)]}, units=[0, 1, 2], components={"B": [0]})
    assert value(heads.uas, other) == pytest.approx(2 / 3)
    assert value(heads.alpha_heads, other) < 1


def test_the_label_of_a_root_is_its_type() -> None:
    links = {"A": [(1, 0, "x")], "B": [(1, 0, "x")]}
    same = relations(links, units=[0, 1], components={"A": {0: "verb"}, "B": {0: "verb"}})
    other = relations(links, units=[0, 1], components={"A": {0: "verb"}, "B": {0: "noun"}})
    assert (value(heads.las, same), value(heads.las, other), value(heads.uas, other)) == (1.0, 0.5, 1.0)


def test_labels_count_only_where_asked() -> None:
    data = relations({"A": [(1, 0, "x"), (2, 0, "x")], "B": [(1, 0, "y"), (2, 0, "x")]}, units=[0, 1, 2])
    assert value(heads.uas, data) == 1.0
    assert value(heads.las, data) == pytest.approx(2 / 3)
    assert value(heads.alpha_heads, data) == 1.0
    assert value(heads.alpha_heads, data, labelled=True) < 1


def test_a_head_by_two_links_is_one_head() -> None:
    """The first unit is tied to the second by a link of its own and by that of a symmetric type."""
    links = {"A": [(1, 0, "="), (0, 1, "x"), (2, 0, "x")], "B": [(1, 0, "="), (2, 0, "x")]}
    everything = {who: [0, 1, 2] for who in links}
    data = relations(links, units=[0, 1, 2], components=everything, symmetric=["="])
    assert value(heads.alpha_heads, data) == 1.0
    assert value(heads.alpha_heads, data, labelled=True) < 1


def _corpus(documents: int, units: int = 12) -> Relations:
    """Three annotators who take one head in three from somewhere else."""
    rng = np.random.default_rng(3)
    links: dict[str, dict[str, Links]] = {}
    for number in range(documents):
        truth = (rng.random(units) * np.arange(units)).astype(int)
        drawn = [np.where(rng.random(units) < 2 / 3, truth, (rng.random(units) * np.arange(units)).astype(int))] * 2
        drawn += [truth]
        links[f"d{number}"] = {
            who: [(unit, int(heads_of[unit]), "x") for unit in range(1, units)]
            for who, heads_of in zip("ABC", drawn, strict=True)
        }
    return relations(links, {name: list(range(units)) for name in links})


def _alpha(data: Relations, **parameters: object) -> tuple[float, BlockKernel]:
    kernel = tree_alpha.alpha_ted.prepare(data, **parameters)
    assert isinstance(kernel, BlockKernel)
    return float(kernel(np.ones((1, kernel.blocks)))["value"][0]), kernel


@pytest.mark.parametrize("metric", tree_alpha.METRICS)
def test_sampled_chance_of_trees_is_near_the_exact_one(metric: str) -> None:
    data = _corpus(30)
    expected, exact = _alpha(data, metric=metric)
    assert exact.errors == ()
    found, kernel = _alpha(data, metric=metric, exact=False, precision=0.002)
    error = kernel.errors[0]
    assert error.kind == "chance"
    assert 0 < 1.96 * error.value <= 0.002 * 1.05
    assert found == pytest.approx(expected, abs=4 * error.value)
    assert kernel.diagnostics == ()


def test_the_error_of_sampled_chance_is_that_of_other_seeds() -> None:
    data = _corpus(30)
    runs = [_alpha(data, exact=False, samples=300, seed=seed) for seed in range(30)]
    spread = float(np.std([found for found, _ in runs], ddof=1))
    assert spread == pytest.approx(float(np.mean([kernel.errors[0].value for _, kernel in runs])), rel=0.3)
    assert np.mean([found for found, _ in runs]) == pytest.approx(_alpha(data)[0], abs=4 * spread / 30**0.5)


def test_all_pairs_of_trees_up_to_a_number_of_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    data = _corpus(10)
    assert _alpha(data)[1].errors == ()
    assert "300 pairs" in _alpha(data, samples=300)[1].errors[0].formula
    monkeypatch.setattr(tree_alpha, "MOST_CELLS", 1_000)
    assert len(_alpha(data)[1].errors) == 1
    assert _alpha(data, exact=True)[1].errors == ()
    monkeypatch.setattr(tree_alpha, "MOST_PAIRS", 600)
    _, kernel = _alpha(data, precision=1e-6)
    assert [said.code for said in kernel.diagnostics] == ["ACC125"]
    assert "600 pairs of trees" in kernel.diagnostics[0].message
    for wrong in ({"samples": 0}, {"precision": 0.0}):
        with pytest.raises(UsageError):
            _alpha(data, **wrong)


def test_sampled_chance_of_real_trees(shared_data: object) -> None:
    found, kernel = _alpha(skjaerholt("swedish"), exact=False, precision=0.002)
    assert found == pytest.approx(0.9892, abs=4 * kernel.errors[0].value)


def test_trees_must_be_trees() -> None:
    units = {"d": [0, 1, 2], "e": [0, 1]}
    fine = {"A": [(1, 0)], "B": [(1, 0)]}
    for links, why in (([(1, 0), (1, 2)], "another outgoing relation"), ([(0, 1), (1, 0)], "into a cycle")):
        data = relations({"d": {"A": links, "B": []}, "e": fine}, units)
        with pytest.raises(DataError, match=f"ACC037.*|{why}") as refusal:
            value(tree_alpha.alpha_ted, data)
        assert refusal.value.code == "ACC037"
        assert why in refusal.value.message
    with pytest.raises(UsageError, match="plain, diff, norm"):
        value(tree_alpha.alpha_ted, relations({"d": fine, "e": fine}, units), metric="cosine")

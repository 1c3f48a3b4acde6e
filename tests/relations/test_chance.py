"""Chance: what the null models keep, what they give on average, and how well that is known."""

from __future__ import annotations

from math import comb, perm

import numpy as np
import pytest

import accord
from accord.annotations.relation_tuples import coreference, relations
from accord.annotations.relations import Relations
from accord.measures.record import BlockKernel, Measure
from accord.measures.relations import argument_graphs, heads, link_categories
from accord.measures.relations import coreference as scores
from accord.measures.relations.graphs.chance import NULL_MODELS, randomised
from accord.measures.relations.graphs.compared_graphs import comparisons
from accord.results import UsageError
from relations import graphs
from relations.graphs import Edges, components, pair

ONE: Edges = frozenset({(1, 0), (2, 0), (3, 1), (4, 1), (5, 2)})
OTHER: Edges = frozenset({(1, 0), (2, 1), (3, 2), (4, 3), (5, 1)})
UNITS = 7
CORRECTED = [
    argument_graphs.gbm,
    argument_graphs.mar_link,
    argument_graphs.mar_path,
    argument_graphs.mar_dset,
    heads.uas,
    heads.las,
]
ENTITIES = [scores.muc, scores.b3, scores.ceaf_m, scores.ceaf_e, scores.blanc, scores.lea, scores.conll]


def _paths_by_length(links: Edges) -> dict[int, int]:
    lengths = [len(path) for path in graphs.paths(links, UNITS)]
    return {length: lengths.count(length) for length in set(lengths)}


def _closed_form(name: str) -> float:
    """S_e under random relabelling, worked out: a path, a link or a set goes to every place of its kind alike."""
    if name == "mar_link":
        return len(OTHER) / (UNITS * (UNITS - 1))  # both have five links
    if name == "gbm":
        near = [
            sum(1 / far[x][y] for x in range(UNITS) for y in range(UNITS) if x != y)
            for far in (graphs.distances(ONE, UNITS), graphs.distances(OTHER, UNITS))
        ]
        return sum(near) / 2 / (UNITS * (UNITS - 1))
    if name == "mar_path":
        one, other = _paths_by_length(ONE), _paths_by_length(OTHER)
        common = sum(one[n] * other.get(n, 0) / perm(UNITS, n) for n in one)
        return (common / sum(one.values()) + common / sum(other.values())) / 2
    sizes = [
        [sum(row[v] < float("inf") for row in graphs.distances(links, UNITS)) for v in range(UNITS)]
        for links in (ONE, OTHER)
    ]
    same = sum(1 / (UNITS * comb(UNITS - 1, a - 1)) for a in sizes[0] for b in sizes[1] if a == b)
    return same / UNITS


@pytest.mark.parametrize("measure", CORRECTED[:4], ids=lambda one: one.name)
def test_the_expectation_under_relabelling_is_the_closed_form(measure: Measure) -> None:
    kernel = measure.prepare(pair(ONE, OTHER, UNITS), chance="permutation", samples=3000)
    assert isinstance(kernel, BlockKernel)
    found = {name: float(numbers[0]) for name, numbers in kernel(np.ones((1, kernel.blocks))).items()}
    expected = _closed_form(measure.name)
    spread = kernel.errors[0].value * (1 - expected) ** 2 / (1 - found["observed"])
    assert abs(found["expected"] - expected) < 4 * spread
    assert found["value"] == pytest.approx((found["observed"] - found["expected"]) / (1 - found["expected"]))


@pytest.mark.parametrize("model", NULL_MODELS)
def test_null_models_keep_what_they_promise(model: str) -> None:
    rng = np.random.default_rng(1)
    compared = comparisons(_random(rng, documents=4, units=9))
    left, right = randomised(compared, model, rng)
    for old, new in ((compared.left, left), (compared.right, right)):
        assert len(new.origins) == len(old.origins)
        assert (new.origins != new.targets).all()
        assert len(np.unique(new.keys)) == len(new.keys)
        assert (np.sort(new.codes) == np.sort(old.codes)).all()
        assert (compared.of_node[new.origins] == compared.of_node[new.targets]).all()
        if model == "degree":
            for ends in ("origins", "targets"):
                counts = [np.bincount(getattr(graph, ends), minlength=old.nodes) for graph in (old, new)]
                assert (counts[0] == counts[1]).all()
        elif model == "length":
            assert (np.sort(new.targets - new.origins) == np.sort(old.targets - old.origins)).all()
    assert not (right.keys == compared.right.keys).all()
    assert (left.keys == compared.left.keys).all() == (model == "permutation")


@pytest.mark.parametrize("measure", [*CORRECTED, *ENTITIES], ids=lambda one: one.name)
@pytest.mark.parametrize("model", NULL_MODELS)
def test_identical_annotations_are_still_one(measure: Measure, model: str) -> None:
    links = sorted(ONE)
    data = relations({"A": links, "B": links}, units=list(range(UNITS)))
    if measure in ENTITIES:
        several = [["a", "b", "c"], ["d", "e"], ["f", "g"]]
        data = coreference({"A": several, "B": several}, mentions=list("adbfceg"))
    found = components(measure, data, chance=model, samples=3)
    assert found["value"] == pytest.approx(1.0)
    assert found["expected"] < 1


@pytest.mark.parametrize("measure", [*CORRECTED, *ENTITIES], ids=lambda one: one.name)
def test_independent_random_graphs_score_nothing(measure: Measure) -> None:
    """One corpus of many documents whose annotators drew at random; the sum over documents leaves little error."""
    rng = np.random.default_rng(7)
    clusters = measure in ENTITIES
    data = _random_clusters(rng, 60, 10) if clusters else _random(rng, documents=60, units=10)
    kernel = measure.prepare(data, chance="permutation", samples=12)
    assert isinstance(kernel, BlockKernel)
    value = float(kernel(np.ones((1, 60)))["value"][0])
    drawn = kernel(rng.multinomial(60, [1 / 60] * 60, size=300).astype(np.float64))["value"]
    assert abs(value) < 4 * float(drawn.std()) + 4 * kernel.errors[0].value


def test_more_precision_takes_more_samples() -> None:
    data = pair(ONE, OTHER, UNITS)
    rough = argument_graphs.mar_dset.prepare(data, chance="permutation", precision=0.1)
    fine = argument_graphs.mar_dset.prepare(data, chance="permutation", precision=0.02)
    assert isinstance(rough, BlockKernel)
    assert isinstance(fine, BlockKernel)
    assert 1.96 * fine.errors[0].value <= 0.02 * 1.2
    assert _samples(fine) > _samples(rough) >= 10
    assert not fine.diagnostics


def test_a_precision_out_of_reach_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accord.measures.relations.graphs.agreement.MOST_SAMPLES", 20)
    kernel = argument_graphs.mar_dset.prepare(pair(ONE, OTHER, UNITS), chance="permutation", precision=1e-6)
    assert isinstance(kernel, BlockKernel)
    assert [note.code for note in kernel.diagnostics] == ["ACC125"]


def test_the_same_seed_gives_the_same_number() -> None:
    data = pair(ONE, OTHER, UNITS)
    values = [
        components(argument_graphs.gbm, data, chance="length", samples=5, seed=seed)["value"] for seed in (1, 1, 2)
    ]
    assert values[0] == values[1] != values[2]


def test_unknown_null_models_are_refused() -> None:
    with pytest.raises(UsageError, match="permutation, degree, length"):
        components(argument_graphs.gbm, pair(ONE, OTHER, UNITS), chance="shuffle")


def test_link_kappa_is_corrected_further_for_lengths() -> None:
    """Links between neighbours agree by chance more often than κ's own chance knows."""
    rng = np.random.default_rng(3)
    links = {f"d{n}": {who: [(u, u + int(rng.integers(1, 3))) for u in range(18)] for who in "AB"} for n in range(10)}
    data = relations(links, {name: list(range(20)) for name in links})
    found = components(link_categories.link_kappa, data, chance="length", samples=20)
    assert found["expected"] > 0.3
    assert abs(found["value"]) < 0.25 < 0.35 < found["observed"]


def _samples(kernel: BlockKernel) -> int:
    return int(kernel.errors[0].formula.split()[3].replace(",", ""))


def _random(rng: np.random.Generator, documents: int, units: int) -> Relations:
    links = {
        f"d{n}": {
            who: [
                (u, int(t), "xy"[int(rng.integers(2))])
                for u in range(1, units)
                if (t := rng.integers(u)) or rng.random() < 0.7
            ]
            for who in "AB"
        }
        for n in range(documents)
    }
    shuffled: dict[str, dict[str, list[tuple[int, int, str]]]] = {}
    for name, both in links.items():
        shuffled[name] = {}
        for who, several in both.items():
            place = rng.permutation(units)
            shuffled[name][who] = [(int(place[x]), int(place[y]), label) for x, y, label in several]
    return relations(shuffled, {name: list(range(units)) for name in links})


def _random_clusters(rng: np.random.Generator, documents: int, mentions: int) -> Relations:
    clusters: dict[str, dict[str, list[list[str]]]] = {}
    for n in range(documents):
        for who in "AB":
            entity = rng.integers(4, size=mentions)
            several = [[str(m) for m in np.flatnonzero(entity == e)] for e in range(4)]
            clusters.setdefault(f"d{n}", {})[who] = [one for one in several if one]
    return coreference(clusters, {name: [str(m) for m in range(mentions)] for name in clusters})


@pytest.mark.parametrize(
    "expression",
    [
        "gbm(empty='a')", "muc(empty=2)", "uas(empty=[1])", "blanc(empty='')", "gbm(precision='a')", "gbm(samples=1.5)",
        "mar_path(max_path_length='a')", "link_kappa(max_distance='a')",
    ],
)  # fmt: skip
def test_parameters_of_another_type_are_wrong_usage(expression: str) -> None:
    two = accord.relations({"A": [(1, 2)], "B": [(1, 2)]}, units=[1, 2, 3])
    with pytest.raises(accord.UsageError, match=expression.partition("(")[2].partition("=")[0]):
        accord.measure(two, expression, confidence=None)

"""Relations: invariants of each degradation, and the expectations of MAR over links (Boiteau 2024, figure 1)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord.annotations.relation_tuples import relations
from accord.annotations.relations import Relations
from accord.degradations import argument_tree, degrade, reference_of
from accord.degradations.relation_candidates import Candidates
from accord.degradations.relation_reference import RelationReference
from accord.degradations.relations.argument_graphs import candidates, collision
from accord.measures import BlockKernel, find
from degradations.references import chains, cyclic_graph

TREE = argument_tree()
GRAPHS = [TREE, argument_tree(15, outside=4, seed=2), cyclic_graph()]
REPEATS = 24


def mar_link(data: Relations, **parameters: object) -> float:
    kernel = find("relations", "mar_link").prepare(data, **parameters)
    assert isinstance(kernel, BlockKernel)
    return float(kernel(np.ones((1, kernel.blocks)))["value"][0])


def pairs(data: Relations, annotator: int) -> set[tuple[int, int]]:
    mine = data.who == annotator
    return set(zip(data.origins[mine].tolist(), data.targets[mine].tolist(), strict=True))


def reference(data: Relations) -> RelationReference:
    found = reference_of(data)
    assert isinstance(found, RelationReference)
    return found


@pytest.mark.parametrize("name", ["retarget", "reorigin", "flip", "relabel", "false_negative", "false_positive"])
@pytest.mark.parametrize("data", GRAPHS, ids=["tree", "small tree", "cyclic"])
@settings(max_examples=15)
@given(magnitude=st.floats(0, 1), seed=st.integers(0, 30))
def test_invariants(data: Relations, name: str, magnitude: float, seed: int) -> None:
    made = degrade(data, name, magnitude, annotators=2, seed=seed)
    before = pairs(data, 0)
    assert (made.origins != made.targets).all()
    for annotator in range(2):
        mine = made.who == annotator
        after = pairs(made, annotator)
        assert len(after) == int(mine.sum())  # nothing twice
        if name in ("retarget", "reorigin", "flip", "relabel"):
            assert len(after) == len(data)
        if name == "retarget":
            assert sorted(made.origins[mine].tolist()) == sorted(data.origins.tolist())
        if name == "reorigin":
            assert sorted(made.targets[mine].tolist()) == sorted(data.targets.tolist())
        if name == "flip":
            assert {frozenset(one) for one in after} == {frozenset(one) for one in before}
        if name == "relabel":
            assert after == before
        if name == "false_negative":
            assert after <= before
        if name == "false_positive":
            assert after >= before
            assert len(after) - len(before) <= round(len(data) * magnitude + 1e-9) + 1


LAWS = {
    "flip": lambda m, c: 1 - 2 * m * (1 - m),
    "false_negative": lambda m, c: 1 - m,
    "retarget": lambda m, c: (1 - m) ** 2 + m**2 * c,
}


@pytest.mark.parametrize("magnitude", [0.15, 0.5, 0.8, 0.99])  # at 1, nothing is left of false negatives: 0/0
@pytest.mark.parametrize("name", LAWS)
def test_expected_mar_link(name: str, magnitude: float) -> None:
    found = [mar_link(degrade(TREE, name, magnitude, annotators=3, seed=seed)) for seed in range(REPEATS)]
    error = np.std(found, ddof=1) / np.sqrt(REPEATS)
    assert np.mean(found) == pytest.approx(LAWS[name](magnitude, collision(reference(TREE))), abs=4 * error + 1e-12)


def test_flip_against_the_reference() -> None:
    found = [mar_link(degrade(TREE, "flip", 0.3, annotators=2, seed=s, keep_reference=True)) for s in range(REPEATS)]
    assert np.mean(found) == pytest.approx(0.7, abs=4 * np.std(found, ddof=1) / np.sqrt(REPEATS))


def test_reorigin_collides_a_little_more_than_its_draws() -> None:
    """(1 − m)² + m²c′: siblings may take each other's new origins; c′ is measured, .02 to .08 at m = 1."""
    found = [mar_link(degrade(TREE, "reorigin", 1.0, annotators=3, seed=seed)) for seed in range(REPEATS)]
    assert collision(reference(TREE), origin_moves=True) < np.mean(found) < 0.08
    half = [mar_link(degrade(TREE, "reorigin", 0.5, annotators=3, seed=seed)) for seed in range(REPEATS)]
    assert np.mean(half) == pytest.approx(0.25 + 0.25 * float(np.mean(found)), abs=0.03)


@pytest.mark.parametrize("magnitude", [0.3, 1.0])
def test_false_positives(magnitude: float) -> None:
    """About 1/(1 + m), a little more where two annotators add the same."""
    found = [mar_link(degrade(TREE, "false_positive", magnitude, annotators=3, seed=seed)) for seed in range(REPEATS)]
    assert 1 / (1 + magnitude) <= np.mean(found) < 1 / (1 + magnitude) + 0.05
    spare = argument_tree(40, outside=40)
    made = degrade(spare, "false_positive", 1.0, annotators=1, options={"attach": "outside"})
    inside = set(spare.component_units.tolist())
    new = pairs(made, 0) - pairs(spare, 0)
    assert len(new) == 39
    assert all(origin not in inside and target in inside for origin, target in new)
    assert len({origin for origin, _ in new}) == 39  # each attached once: a tree stays a tree


@pytest.mark.parametrize("magnitude", [0.4, 1.0])
def test_relabelling(magnitude: float) -> None:
    """(1 − m)² + m² Σ_l f_l Σ_k q_l(k)², q_l(k) = f(k)/(1 − f(l)) for k ≠ l."""
    shares = np.bincount(TREE.codes) / len(TREE)
    c = sum(f * sum((shares[k] / (1 - f)) ** 2 for k in range(3) if k != own) for own, f in enumerate(shares))
    found = [
        mar_link(degrade(TREE, "relabel", magnitude, annotators=3, seed=seed), labelled=True) for seed in range(REPEATS)
    ]
    error = np.std(found, ddof=1) / np.sqrt(REPEATS)
    assert np.mean(found) == pytest.approx((1 - magnitude) ** 2 + magnitude**2 * float(c), abs=4 * error)


def test_targets_are_drawn_by_their_weights() -> None:
    """A chain 5→4→3→2→1 and 6→1: for 4→3 the ancestors 2 and 1 weigh 4, the descendant 5 weighs 2, 6 weighs 1."""
    data = relations({"R": [(5, 4), (4, 3), (3, 2), (2, 1), (6, 1)]}, units=[1, 2, 3, 4, 5, 6])
    start = reference(data)
    row = next(n for n in range(5) if data.link(n)[:2] == ("4", "3"))
    found = candidates(start, start.pristine, origin_moves=False, weights=(4, 2, 1))[row]
    assert (found.important, found.medium, found.numbers) == ([0, 1], [4], (2, 1, 1))
    origins = candidates(start, start.pristine, origin_moves=True, weights=(4, 2, 1))[row]
    assert (origins.important, origins.medium, origins.numbers) == ([4], [0, 1], (1, 2, 1))
    drawn = [degrade(data, "retarget", 1.0, annotators=1, seed=seed).links(0, 0) for seed in range(1500)]
    ends = [next(target for origin, target, _ in links if origin == "4") for links in drawn]
    counts = np.array([ends.count(unit) for unit in "123456"]) / 1500
    assert counts.tolist() == pytest.approx([4 / 11, 4 / 11, 0, 0, 2 / 11, 1 / 11], abs=0.05)


@given(
    units=st.integers(1, 30),
    sets=st.tuples(*[st.frozensets(st.integers(0, 29), max_size=12)] * 3),
    weights=st.tuples(*[st.integers(0, 4)] * 3).filter(any),
)
def test_candidates_are_drawn_by_an_independent_count(
    units: int, sets: tuple[frozenset[int], frozenset[int], frozenset[int]], weights: tuple[int, int, int]
) -> None:
    """Against the plain list of weights: the same total, the same Σ p², and draws in proportion."""
    first = 7
    high, middle, out = ({first + one for one in several if one < units} for several in sets)
    found = Candidates.of(first, units, set(high), set(middle), set(out), weights)
    plain = {
        unit: weights[0] if unit in high else weights[1] if unit in middle else weights[2]
        for unit in range(first, first + units)
        if unit not in out
    }
    total = sum(plain.values())
    assert found.total == total
    if not total:
        assert found.drawn(0.5) is None
        return
    assert found.collision == pytest.approx(sum((weight / total) ** 2 for weight in plain.values()))
    drawn = [found.drawn((step + 0.5) / total) for step in range(total)]
    assert {unit: drawn.count(unit) for unit in plain} == plain


def test_acyclic_graphs_stay_so_when_told() -> None:
    def cyclic(data: Relations, annotator: int) -> bool:
        links = pairs(data, annotator)
        while links:
            sinks = {target for _, target in links} - {origin for origin, _ in links}
            if not sinks:
                return True
            links = {link for link in links if link[1] not in sinks}
        return False

    free = [degrade(TREE, "retarget", 1.0, annotators=1, seed=seed) for seed in range(5)]
    assert any(cyclic(one, 0) for one in free)
    for name in ("retarget", "reorigin"):
        for magnitude in (0.3, 0.7, 1.0):
            made = degrade(TREE, name, magnitude, annotators=2, seed=3, options={"preserve": "acyclic"})
            assert not cyclic(made, 0)
            assert not cyclic(made, 1)
    assert not cyclic(degrade(TREE, "false_positive", 1.0, annotators=1), 0)


def _chains(data: Relations, annotator: int) -> list[set[str]]:
    """Chains by plain merging of sets: mentions without links are chains of one."""
    mine = data.component_who == annotator
    found = [{data.unit_names[unit]} for unit in data.component_units[mine].tolist()]
    for origin, target, _ in data.links(0, annotator):
        one = next(chain for chain in found if origin in chain)
        other = next(chain for chain in found if target in chain)
        if one is not other:
            found.remove(other)
            one |= other
    return sorted(found, key=sorted)


def test_chains() -> None:
    data = chains()
    assert _chains(data, 0) == [{"a", "b", "c"}, {"d", "e"}, {"f"}]
    every = set("abcdef")
    for seed in range(12):
        split = _chains(degrade(data, "split_chain", 1.0, annotators=1, seed=seed), 0)
        assert len(split) == 5
        assert set().union(*split) == every
        joined = _chains(degrade(data, "merge_chains", 1.0, annotators=1, seed=seed), 0)
        assert len(joined) < 3
        assert set().union(*joined) == every
        missed = _chains(degrade(data, "drop_mention", 0.5, annotators=1, seed=seed), 0)
        kept = set().union(*missed) if missed else set()
        assert all(chain in [one & kept for one in _chains(data, 0)] for chain in missed)
        moved = _chains(degrade(data, "move_mention", 1.0, annotators=1, seed=seed), 0)
        assert set().union(*moved) == every
    assert _chains(degrade(data, "drop_mention", 1.0, annotators=1), 0) == []


def test_chains_that_are_not_touched_keep_their_links() -> None:
    star = relations({"R": [("a", "c"), ("b", "c"), ("d", "e")]}, units=list("abcde"))
    for seed in range(40):
        made = degrade(star, "split_chain", 0.5, annotators=1, seed=seed)
        found = _chains(made, 0)
        if {"a", "b", "c"} in found and {"d", "e"} not in found:
            assert made.links(0, 0)[:2] == [("a", "c", None), ("b", "c", None)]
            return
    pytest.fail("no seed splits the second chain alone")

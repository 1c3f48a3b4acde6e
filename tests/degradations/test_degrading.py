"""What holds for every degradation of every shape: nested, reproducible, empty stays empty, nothing stays as it is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord import DataError, UsageError, labels, spans
from accord.annotations import Labels, Spans
from accord.annotations.answer_building import answers
from accord.annotations.answers import Answers
from accord.annotations.relation_tuples import relations
from accord.annotations.relations import Relations
from accord.degradations import Annotations, Simulation, degradations, degrade, reference_of, steps_of
from accord.degradations.draws import Draws
from degradations.references import EVERY, chains, cyclic_graph

MAGNITUDES = st.floats(0, 1)


def _every() -> Iterator[Any]:
    for name, data in {**EVERY, "chains": chains()}.items():
        reference = reference_of(data)
        for one in degradations(data.kind).values():
            about_chains = "chain" in one.name or "mention" in one.name
            if about_chains == (name == "chains") and one.refuses(reference, **one.options) is None:
                yield pytest.param(data, one.name, id=f"{name}-{one.name}")


CASES = list(_every())


def facts(data: Annotations) -> dict[str, list[Any]]:
    """What each annotator said, in an order of its own."""
    names = data.annotators or ()
    if isinstance(data, Labels):
        item = np.repeat(np.arange(data.n_rows), data.sizes)
        assert data.who is not None
        rows = zip(data.who.tolist(), item.tolist(), data.codes.tolist(), strict=True)
    elif isinstance(data, Spans):
        units = (data.who, data.document, data.starts, data.ends, data.codes)
        rows = zip(*(column.tolist() for column in units), strict=True)
    elif isinstance(data, Answers):
        rows = zip(data.who.tolist(), data.item.tolist(), data.codes.tolist(), strict=True)
    else:
        links = (data.who, data.document, data.origins, data.targets, data.codes)
        rows = zip(*(column.tolist() for column in links), strict=True)
    found: dict[str, list[Any]] = {name: [] for name in names}
    for who, *fact in rows:
        found[names[who]].append(tuple(fact))
    return {name: sorted(several) for name, several in found.items()}


@pytest.mark.parametrize(("data", "name"), CASES)
def test_magnitude_zero_is_the_reference(data: Annotations, name: str) -> None:
    reference = reference_of(data)
    copy: Any = reference.copy()
    unchanged = facts(reference.assembled([copy], ["R"]))["R"]
    for said in facts(degrade(data, name, 0.0, annotators=2, seed=3)).values():
        assert said == unchanged


@pytest.mark.parametrize(("data", "name"), CASES)
@settings(max_examples=12)
@given(magnitude=MAGNITUDES, seed=st.integers(0, 5))
def test_the_same_seed_gives_the_same_and_more_annotators_leave_the_first(
    data: Annotations, name: str, magnitude: float, seed: int
) -> None:
    two = facts(degrade(data, name, magnitude, annotators=2, seed=seed))
    three = facts(degrade(data, name, magnitude, annotators=3, seed=seed))
    assert [three["A1"], three["A2"]] == [two["A1"], two["A2"]]


@pytest.mark.parametrize(("data", "name"), CASES)
def test_full_magnitude_changes_something_and_annotators_differ(data: Annotations, name: str) -> None:
    """Over some seeds: a short reference may be drawn as it was."""
    reference = facts(degrade(data, name, 0.0, annotators=1))["A1"]
    made = [facts(degrade(data, name, 0.6, annotators=2, seed=seed)) for seed in range(8)]
    assert any(said != reference for one in made for said in one.values())
    assert any(one["A1"] != one["A2"] for one in made)


NESTED = {
    "redraw", "confuse", "confuse_prevalence", "neighbour", "overuse", "omit",
    "false_negative", "recategorise", "drop", "replace", "retarget", "reorigin", "flip", "relabel",
}  # fmt: skip


@pytest.mark.parametrize(("data", "name"), [case for case in CASES if case.values[1] in NESTED])
@settings(max_examples=15)
@given(low=MAGNITUDES, high=MAGNITUDES, seed=st.integers(0, 3))
def test_what_is_degraded_stays_degraded_in_the_same_way(
    data: Annotations, name: str, low: float, high: float, seed: int
) -> None:
    """The elements that a larger magnitude leaves alone are those of the reference, and a smaller one's are the same
    as the larger one's or as the reference's."""
    low, high = sorted((low, high))
    reference = reference_of(data)
    simulation = Simulation(reference, steps_of(data.kind, name, {}), 1, seed)
    small, large = (_elements(simulation.copies(m)[0]) for m in (low, high))
    start: Any = reference.copy()
    unchanged = _elements(start)
    for element, before in unchanged.items():
        assert small.get(element) in (before, large.get(element))
        if large.get(element) == before:
            assert small.get(element) == before or _by_chance(name)


def _by_chance(name: str) -> bool:
    """Whether what is drawn may be what was there."""
    return name in ("redraw", "overuse")


def _elements(copy: Any) -> dict[int, Any]:
    if isinstance(copy, np.ndarray):
        return {item: code for item, code in enumerate(copy.tolist()) if code >= 0}
    kinds = (("starts", "ends", "codes"), ("origins", "targets", "codes"), ("item", "codes"))
    columns = next(kind for kind in kinds if hasattr(copy, kind[0]))
    rows = zip(*(getattr(copy, column).tolist() for column in columns), strict=True)
    return dict(zip(copy.elements.tolist(), rows, strict=True))


@pytest.mark.parametrize("shape", ["labels", "spans", "relations", "answers"])
def test_an_empty_reference_gives_empty_annotations(shape: str) -> None:
    empty: dict[str, Annotations] = {
        "labels": labels([[None], [None]], categories=["a", "b"], level="ordinal"),
        "spans": spans([], annotators=["R"], length=10),
        "relations": relations({"R": []}, units=[1, 2, 3]),
        "answers": answers({"1": {"R": []}, "2": {"R": []}}),
    }
    for one in degradations(shape).values():
        options: dict[str, Any] = {"matrix": [[1, 0], [0, 1]]} if one.name == "confuse_matrix" else {}
        made = degrade(empty[shape], one.name, 0.7, annotators=2, options=options)
        assert all(not said for said in facts(made).values()), one.name
        assert len(made.annotators or ()) == 2


def test_the_reference_may_stay_as_the_first_annotator() -> None:
    made = degrade(EVERY["tree"], "flip", 0.8, annotators=3, keep_reference=True)
    free = degrade(EVERY["tree"], "flip", 0.8, annotators=3)
    assert made.annotators == ("reference", "A2", "A3")
    assert facts(made)["reference"] == facts(degrade(EVERY["tree"], "flip", 0.0, annotators=1))["A1"]
    assert facts(made)["A2"] == facts(free)["A2"]


def test_the_reference_is_a_named_annotator_or_what_most_say() -> None:
    data = replace(labels([["a", "a", "b"], ["b", "b", "a"]]), annotators=("x", "y", "z"))
    assert facts(degrade(data, "confuse", 0.0, annotators=1))["A1"] == [(0, 0), (1, 1)]
    assert facts(degrade(data, "confuse", 0.0, annotators=1, reference="z"))["A1"] == [(0, 1), (1, 0)]
    graphs = relations({"x": [(1, 2), (2, 3)], "y": [(1, 2)], "z": [(1, 2), (2, 3), (3, 1)]}, units=[1, 2, 3])
    assert degrade(graphs, "flip", 0.0, annotators=1).links(0, 0) == [("1", "2", None), ("2", "3", None)]
    assert len(degrade(graphs, "flip", 0.0, annotators=1, reference="z")) == 3
    units = spans([("x", 0, 5, "a"), ("y", 0, 5, "a"), ("z", 8, 9, "a")], length=10)
    assert facts(degrade(units, "shift", 0.0, annotators=1))["A1"] == [(0, 0.0, 5.0, 0)]
    for one in (data, graphs, units):
        with pytest.raises(DataError, match="ACC082"):
            degrade(one, "false_negative" if one is not data else "omit", 0.1, reference="nobody")


def test_combinations_share_the_magnitude() -> None:
    data = EVERY["tree"]
    assert isinstance(data, Relations)
    both = facts(degrade(data, "flip+false_negative", 0.5, annotators=1, seed=1))["A1"]
    steps = steps_of("relations", ["flip", "false_negative"], {})
    assert [one.weight for one in steps] == [0.5, 0.5]
    reference = reference_of(data)
    copy: Any = reference.copy()
    for step in steps:
        copy = step.record.apply(reference, copy, Draws(1, 0, 0, step.record.name), 0.25)
    assert facts(reference.assembled([copy], ["A1"]))["A1"] == both
    only = facts(degrade(data, ["flip", "false_negative"], 0.5, annotators=1, seed=1, weights=(1, 0)))["A1"]
    assert only == facts(degrade(data, "flip", 0.5, annotators=1, seed=1))["A1"]


def test_the_observed_mix_is_that_of_the_annotators() -> None:
    gold = [(2, 1, "a"), (3, 1, "a"), (4, 2, "b"), (5, 2, "a"), (6, 2, "b")]
    data = relations(
        {
            "gold": gold,
            "x": [(1, 2, "a"), (3, 1, "b"), (4, 3, "b"), (5, 2, "a")],  # turned, relabelled, retargeted, one missed
            "y": [*gold, (1, 6, "a")],  # one added
        },
        units=[1, 2, 3, 4, 5, 6],
        only="*",
    )
    steps = steps_of("relations", "observed", {}, data=data, reference=reference_of(data, "gold"))
    shares = {one.record.name: one.weight for one in steps}
    assert shares == pytest.approx(
        {"false_negative": 0.2, "false_positive": 0.2, "flip": 0.2, "retarget": 0.2, "relabel": 0.2}
    )
    assert len(degrade(data, "observed", 0.3, reference="gold")) > 0
    with pytest.raises(UsageError, match="none of these errors"):
        degrade(data, ["reorigin"], 0.3, reference="gold", weights="observed")


@pytest.mark.parametrize(
    ("call", "what"),
    [
        (lambda: degrade(cyclic_graph(), "flop", 0.1), "did you mean flip"),
        (lambda: degrade(cyclic_graph(), "flip", 1.5), "from 0 to 1"),
        (lambda: degrade(cyclic_graph(), "flip", 0.5, annotators=0), "at least 1"),
        (lambda: degrade(cyclic_graph(), "flip", 0.5, options={"k": 2}), "no option 'k'"),
        (lambda: degrade(cyclic_graph(), [], 0.5), "no degradation is named"),
        (lambda: degrade(cyclic_graph(), ["flip", "relabel"], 0.5, options={"preserve": "order"}), "option of one"),
        (lambda: degrade(cyclic_graph(), ["flip", "relabel"], 0.5, weights=(1,)), "one number"),
        (lambda: degrade(cyclic_graph(), "retarget", 0.5, weights=(1, -1, 0)), "three numbers"),
        (lambda: degrade(cyclic_graph(), "retarget", 0.5, options={"preserve": "order"}), "not known"),
        (lambda: degrade(EVERY["labels"], "redraw(by='luck')", 0.5), "by='luck'"),
        (lambda: degrade(EVERY["labels"], "confuse_matrix", 0.5, options={"matrix": [[1, 2], [1, 2]]}), "3 categories"),
        (lambda: degrade(3, "flip", 0.5), "takes annotations"),  # type: ignore[type-var]
    ],
)
def test_wrong_calls_say_what_is_wrong(call: Any, what: str) -> None:
    with pytest.raises(UsageError, match=what):
        call()


@pytest.mark.parametrize(
    ("data", "name", "reason"),
    [
        (labels([["a"], ["b"]]), "neighbour", "nominal"),
        (labels([["a"], ["a"]]), "confuse", "one category"),
        (labels([["a"], ["b"]]), "confuse_matrix", "confusion matrix"),
        (spans([("R", 0, 5)], length=9), "recategorise", "no categories"),
        (relations({"R": [(1, 2)]}, units=[1, 2]), "relabel", "no labels"),
    ],
)
def test_what_cannot_be_applied_is_refused(data: Annotations, name: str, reason: str) -> None:
    with pytest.raises(DataError, match=reason) as refused:
        degrade(data, name, 0.5)
    assert refused.value.code == "ACC081"

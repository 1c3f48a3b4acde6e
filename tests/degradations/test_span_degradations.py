"""Spans: units stay in their documents, and the laws of Mathet & Widlöcher 2011, section 6.1."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from accord import UsageError, align, spans
from accord.annotations import Spans
from accord.degradations import degradations, degrade, random_units
from accord.degradations.span_reference import SpanReference
from degradations.references import awkward_units, seconds

NAMES = sorted(degradations("spans"))


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("reference", [awkward_units(), seconds()], ids=["characters", "seconds"])
@settings(max_examples=20)
@given(magnitude=st.floats(0, 1), seed=st.integers(0, 50))
def test_units_stay_inside_with_a_length(reference: Spans, name: str, magnitude: float, seed: int) -> None:
    made = degrade(reference, name, magnitude, annotators=3, seed=seed)
    extents = np.array([reference.extent(document) for document in range(reference.n_documents)])
    assert (made.starts >= extents[made.document, 0]).all()
    assert (made.ends <= extents[made.document, 1]).all()
    assert (made.ends > made.starts).all()
    if reference.whole:
        assert made.whole
    keys = np.lexsort((made.codes, made.ends, made.starts, made.who, made.document))
    assert (keys == np.arange(len(made))).all()  # sorted as Spans are


@pytest.mark.parametrize("magnitude", [0.1, 0.5, 1.0])
def test_bounds_move_within_reach(magnitude: float) -> None:
    """± m·k/2 of the length, uniformly: the mean of |move| is a quarter of the whole reach m·k."""
    reference = spans([("R", 100 * n, 100 * n + 40, "x") for n in range(1, 400)], length=40_100)
    made = degrade(reference, "shift(k=0.8)", magnitude, annotators=1, seed=1)
    moves = np.concatenate([made.starts - reference.starts, made.ends - reference.ends])
    reach = magnitude * 0.8 / 2 * 40
    assert np.abs(moves).max() <= reach + 0.5
    assert np.abs(moves).mean() == pytest.approx(reach / 2, rel=0.1, abs=0.3)
    assert abs(moves.mean()) < 0.1 * reach + 0.1


def test_bounds_that_cross_are_swapped() -> None:
    made = degrade(spans([("R", 500, 501.5, "x")], length=1000), "shift(k=8)", 1.0, annotators=200, seed=1)
    assert (made.ends > made.starts).all()
    assert made.starts.min() < 498
    assert made.ends.max() > 504
    assert not (made.starts == 500).any()  # swapped, not put back


def test_false_negatives_and_positives_are_as_many_as_said() -> None:
    reference = random_units(200)
    fewer = degrade(reference, "false_negative", 0.3, annotators=20, seed=2)
    assert len(fewer) / 20 == pytest.approx(140, abs=5)
    for magnitude, number in ((0.004, 1), (0.5, 100), (1.0, 200)):  # the tool we follow added nothing below 1
        more = degrade(reference, "false_positive", magnitude, annotators=2, seed=2)
        assert len(more) == 2 * (200 + number)
    lengths = np.round(reference.ends - reference.starts, 9)
    new = np.round(more.ends - more.starts, 9)
    assert set(new.tolist()) <= set(lengths.tolist())


def test_categories_by_frequency_or_by_nearness() -> None:
    rows = [("R", 10 * n, 10 * n + 5, "a" if n < 100 else "b" if n < 280 else "c") for n in range(400)]
    reference = spans(rows, length=4000)
    made = degrade(reference, "recategorise", 1.0, annotators=5, seed=3)
    first = made.codes[made.starts < 1000]
    assert (np.bincount(first, minlength=3) / len(first)).tolist() == pytest.approx([0, 0.6, 0.4], abs=0.06)
    near = degrade(reference, "recategorise", 1.0, annotators=5, seed=3, options={"order": "a,b,c"})
    assert set(near.codes[near.starts < 1000].tolist()) == {1}  # c is at distance 1 of a, b at ½


def test_fragments_cover_what_was_there_and_merging_takes_the_gaps() -> None:
    reference = random_units(50)
    cut = degrade(reference, "fragment", 1.0, annotators=1, seed=4)
    assert len(cut) == 100
    assert (cut.ends - cut.starts).sum() == pytest.approx((reference.ends - reference.starts).sum())
    one = degrade(reference, "merge", 1.0, annotators=1, seed=4)
    assert (one.starts.tolist(), one.ends.tolist()) == ([reference.starts.min()], [reference.ends.max()])
    half = degrade(reference, "merge", 0.5, annotators=100, seed=4)
    assert len(half) / 100 == pytest.approx(1 + 49 * 0.5, abs=1.5)


@pytest.mark.parametrize("p", [0.2, 0.46, 0.7])
def test_entropy_of_omissions(p: float) -> None:
    """e = Δ∅(4p − p²)/3 for isolated units, three annotators, the first undegraded; p = .46 gives 2.17 and, against
    the chance entropy 3.48 of the paper, its agreement .37."""
    reference = random_units(100, seed=2)
    made = [degrade(reference, "false_negative", p, 3, seed=seed, keep_reference=True) for seed in range(12)]
    entropies = [align(one, objective="entropy", delta_empty=4).value for one in made]
    error = np.std(entropies, ddof=1) / np.sqrt(len(entropies))
    assert np.mean(entropies) == pytest.approx(4 * (4 * p - p**2) / 3, abs=4 * error)
    if p == 0.46:
        assert round(1 - 4 * (4 * p - p**2) / 3 / 3.48, 2) == 0.38  # 2.1712 / 3.48 leaves .376


def test_a_reach_is_a_number() -> None:
    with pytest.raises(UsageError, match="k="):
        degrade(random_units(3), "shift", 0.5, options={"k": -1})


# ---- discontinuous units

SCATTERED = spans(
    [("R", [(3, 6), (18, 20)], "x"), ("R", [(30, 34), (40, 41), (50, 58)], "y"), ("R", 70, 80, "x")], length=100
)
IN_SECONDS = spans([("R", [(0.25, 1.5), (2.5, 3.125)], "x"), ("R", [(4.0, 5.5), (7.25, 7.5)], "y")], length=9.5)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("reference", [SCATTERED, IN_SECONDS], ids=["characters", "seconds"])
@settings(max_examples=20)
@given(magnitude=st.floats(0, 1), seed=st.integers(0, 50))
def test_fragments_stay_apart_within_their_units(reference: Spans, name: str, magnitude: float, seed: int) -> None:
    made = degrade(reference, name, magnitude, annotators=3, seed=seed)
    for unit in range(len(made)):
        pieces = made.pieces(unit)
        assert (pieces[0][0], pieces[-1][1]) == (made.starts[unit], made.ends[unit])
        assert all(end > start for start, end in pieces)
        assert all(one[1] < other[0] for one, other in pairwise(pieces))
    assert made.whole == reference.whole or not len(made)
    if magnitude == 0:
        assert made.n_discontinuous == 3 * reference.n_discontinuous


def test_what_errors_do_to_fragments() -> None:
    moved = degrade(SCATTERED, "shift", 0.2, annotators=1, seed=3)
    assert moved.n_discontinuous == 2
    assert moved.fragments is not None
    assert sorted(np.diff(moved.fragments.bounds).tolist()) == [1, 2, 3]
    cut = degrade(SCATTERED, "fragment", 1.0, annotators=1, seed=3)
    assert len(cut) == 6
    assert cut.sizes.sum() == SCATTERED.sizes.sum()
    added = degrade(SCATTERED, "false_positive", 1.0, annotators=1, seed=3)
    assert set(added.sizes.tolist()) == {5.0, 13.0, 10.0}
    assert added.n_discontinuous > 2
    joined = degrade(SCATTERED, "merge", 1.0, annotators=1, seed=3)
    assert (joined.n_discontinuous, joined.sizes.tolist()) == (0, [77.0])
    assert degrade(SCATTERED, "recategorise", 1.0, annotators=1, seed=3).n_discontinuous == 2


@given(st.lists(st.integers(0, 25), min_size=1, max_size=4), st.integers(1, 9))
def test_sections_hold_every_unit_once(sizes: list[int], most: int) -> None:
    """Long documents are cut, all others stay as they are; units keep their lengths and their distances."""
    units = {
        f"d{n}": [("R", 7 * i + n, 7 * i + n + 3 + i % 6, "xy"[i % 2]) for i in range(size)]
        for n, size in enumerate(sizes)
    }
    start = SpanReference(spans({**units, "last": [("R", 0, 1, "x")]}))
    cut = start.in_sections(most)
    data, part = start.data, cut.data
    assert part.codes.tolist() == data.codes.tolist()
    assert (part.ends - part.starts).tolist() == (data.ends - data.starts).tolist()
    assert cut.sizes.max() <= most
    low, high = cut.extents[part.document].T
    assert ((low <= part.starts) & (part.ends <= high)).all()
    assert set(np.diff(part.starts)[np.diff(part.document) == 0].tolist()) <= {7.0}
    kept = [name for name, size in zip(data.documents, start.sizes.tolist(), strict=True) if size <= most]
    assert [name for name in part.documents if name in data.documents] == kept

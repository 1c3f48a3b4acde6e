"""The families of measures side by side: chosen by how units lie, and what each is blind to."""

from __future__ import annotations

import importlib.util
import json
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from built_in_spans import LAYOUTS

import accord
from accord.annotations.span_layout import layout_of
from accord.annotations.spans import Spans
from accord.cli import main
from accord.degradations import degrade
from accord.diagnosis.spans.span_scorecard import ERRORS, span_scorecard
from accord.measures import measures_of

Costs = dict[str, list[float | None]]


def _tool() -> ModuleType:
    """tools/write_span_scorecard.py"""
    file = Path(__file__).parents[2] / "tools" / "write_span_scorecard.py"
    spec = importlib.util.spec_from_file_location("write_span_scorecard", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


tool: Any = _tool()
SEGMENTS = [("A", 0, 5, "x"), ("A", 5, 9, "y"), ("B", 0, 4, "x"), ("B", 4, 9, "y")]


def lying(units: Sequence[tuple[object, ...]], length: int | None = None) -> str | None:
    return layout_of(accord.spans(units, length=length))


def test_how_units_lie() -> None:
    assert lying(SEGMENTS, 9) == lying(SEGMENTS) == "segmentation"
    assert lying(SEGMENTS, 10) == "apart"  # a tenth is a gap
    assert lying([*SEGMENTS, ("A", 6, 7, "x")], 9) == "overlapping"
    assert lying([("A", 0, 9, "x"), ("B", 0, 9, "x")], 9) == "apart"  # one unit cuts nothing
    assert lying([("A", [(0, 3), (6, 9)], "x"), ("A", 4, 5, "y"), ("B", 0, 9, "x")], 20) == "overlapping"
    assert lying([("A", 3, 3, "x"), ("B", 3, 3, "x")], 9) is None
    assert layout_of(accord.spans([], annotators=["A", "B"], length=9)) is None


@pytest.mark.parametrize("layout", list(LAYOUTS))
def test_made_units_lie_as_they_are_called(layout: str) -> None:
    assert layout_of(LAYOUTS[layout]()) == layout  # type: ignore[index]


def simulated(layout: str, size: float = 0.2) -> Spans:
    made = degrade(LAYOUTS[layout](), "fragment", size, annotators=3)  # type: ignore[index]
    assert isinstance(made, Spans)
    return made


@pytest.mark.parametrize("layout", list(LAYOUTS))
def test_a_report_shows_the_families_that_suit(layout: str) -> None:
    found = accord.findings(simulated(layout), confidence=None)
    families = found.families
    assert families is not None
    assert families.layout == layout
    suited = [name for name, record in measures_of("spans").items() if layout in record.side_by_side]
    assert {one.result.measure.partition("(")[0] for one in families.members} == set(suited)
    assert len({one.family for one in families.members}) >= 4
    assert all(one.result.defined for one in families.members)
    assert all(set(one.costs) == set(ERRORS) for one in families.members)
    by_measure = {one.result.measure: one for one in families.members}
    assert "split" in by_measure["token_kappa(each='character')"].blind or layout == "overlapping"
    assert by_measure["token_kappa(each='character')"].result.value == pytest.approx(1, abs=0.02)
    assert by_measure["f1"].result.value < 0.7
    shared = {one.measure: one.value for one in found.results}
    assert all(by_measure[name].result.value == value for name, value in shared.items() if name in by_measure)


def test_measures_that_are_asked_for_stand_alone() -> None:
    assert accord.findings(simulated("apart"), "f1", confidence=None).families is None


def test_tokens_where_there_are_texts() -> None:
    data = accord.spans([("A", 0, 3, "x"), ("B", 0, 3, "x"), ("B", 4, 7, "y")], texts={"document": "one two three"})
    families = accord.findings(data, confidence=None).families
    assert families is not None
    assert "token_kappa" in [one.result.measure for one in families.members]


def test_a_measure_without_a_value_says_why(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "units.csv"
    accord.write(accord.spans([("A", [(0, 2), (6, 9)], "x"), ("B", 0, 9, "x"), ("B", 12, 15, "x")], length=20), file)
    assert main(["report", str(file), "--details", "--no-grid", "-q"]) == 0
    shown = capsys.readouterr().out
    assert "The families of measures side by side" in shown
    assert "No value: cuα (" in shown


def test_every_output_has_the_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "units.csv"
    accord.write(simulated("apart"), file)
    for output in ("text", "markdown", "latex"):
        assert main(["report", str(file), "--no-grid", "-q", "--details", "--format", output]) == 0
        assert "blind" in capsys.readouterr().out
    assert main(["report", str(file), "--no-grid", "-q", "--format", "json"]) == 0
    families = json.loads(capsys.readouterr().out)["findings"][0]["families"]
    assert families["layout"] == "apart"
    assert families["sizes"] == [0.2, 0.5]
    blind = {one["measure"]: one["blind_to"] for one in families["measures"]}
    assert blind["u_alpha_binary"] == ["split", "category"]
    assert blind["f1(match='overlap')"] == ["shift", "category"]
    assert blind["gamma"] == []
    frame = accord.findings(simulated("apart"), confidence=None).tables["families"].to_polars()
    assert frame.columns == ["family", "measure", "value", "low", "high", *ERRORS, "blind to"]


# ---- the scorecard


def test_the_scorecard_has_every_measure_that_is_shown() -> None:
    """`make scorecard` renews it."""
    known = span_scorecard()
    assert set(known) == set(LAYOUTS)
    every = {shown: one for one in measures_of("spans").values() for shown, _ in tool.expressions(one)}
    for layout, costs in known.items():
        assert {shown for shown, record in every.items() if layout in record.side_by_side} <= set(costs) <= set(every)
        assert all(list(one) == list(ERRORS) for one in costs.values())


def known(sizes: Sequence[float | None]) -> list[float]:
    return [float("nan") if cost is None else cost for cost in sizes]


def compare(computed: dict[str, dict[str, Costs]]) -> None:
    for layout, measures in computed.items():
        for name, costs in measures.items():
            for error, sizes in costs.items():
                kept = known(span_scorecard()[layout][name][error])  # type: ignore[index]
                assert kept == pytest.approx(known(sizes), abs=1e-3, rel=1e-3, nan_ok=True), (layout, name, error)


def test_the_scorecard_is_current() -> None:
    """On the measures that are computed in an instant; a deep test computes all."""
    compare(tool.scorecard(frozenset({"u_alpha", "pk"})))


@pytest.mark.deep
def test_all_of_the_scorecard_is_current() -> None:
    compare(tool.scorecard())


def test_what_is_blind_is_so_by_definition() -> None:
    """Categories do not matter for boundaries, cuts do not for what is covered, nor bounds for overlaps."""
    for layout, measures in span_scorecard().items():
        blind = {name: {e for e, sizes in costs.items() if sizes == (0.0, 0.0)} for name, costs in measures.items()}
        assert "category" in blind["boundary_similarity"] & blind["pk"] & blind["window_diff"], layout
        assert "split" in blind["iou"] & blind["der"], layout
        assert "category" in blind["f1(match='boundary')"] & blind["f1(match='overlap')"], layout
        assert not blind["f1"], layout


def test_a_segmentation_stays_one_where_bounds_move_together() -> None:
    reference = LAYOUTS["segmentation"]()
    for size in (0.1, 0.5):
        moved = degrade(reference, "shift(together=True)", size, annotators=3)
        assert isinstance(moved, Spans)
        assert layout_of(moved) == "segmentation"
        assert float((moved.ends - moved.starts).sum()) == 3 * float((reference.ends - reference.starts).sum())
        assert (moved.starts[:60] != reference.starts).mean() > 0.8
    apart = degrade(reference, "shift", 0.5, annotators=3)
    assert isinstance(apart, Spans)
    assert layout_of(apart) == "overlapping"

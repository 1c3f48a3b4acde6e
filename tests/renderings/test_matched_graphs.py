"""Graphs by command: matched link by link, the consensus, drawn and in DOT."""

import json
from pathlib import Path

import pytest

from accord.cli import main
from accord.renderings.trees import graph_svg
from untyped import accord

ROWS = """document,annotator,origin,target,label
essay,Ann,2,1,support
essay,Ann,3,1,attack
essay,Ann,4,2,support
essay,Ann,6,4,same
essay,Bob,2,1,support
essay,Bob,3,1,support
essay,Bob,4,3,support
essay,Bob,4,6,same
essay,Eve,2,1,support
essay,Eve,1,3,attack
essay,Eve,5,2,support
essay,Eve,6,4,same
empty,Ann,,,
empty,Bob,,,
"""


@pytest.fixture
def graphs(tmp_path: Path) -> Path:
    (tmp_path / "graphs.csv").write_text(ROWS)
    return tmp_path / "graphs.csv"


def test_align_lists_who_drew_which_link(graphs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["align", str(graphs), "--symmetric", "same", "--quiet", "--format", "csv"]) == 0
    rows = [line.split(",") for line in capsys.readouterr().out.splitlines()]
    assert rows[0] == ["document", "origin", "target", "Ann", "Bob", "Eve", "support", "asked", "consensus"]
    assert ["essay", "3", "1", "attack", "support", "", "2", "3", "yes"] in rows
    assert ["essay", "4", "6", "same", "same", "same", "3", "3", "yes"] in rows, "in either direction"
    assert main(["align", str(graphs), "--symmetric", "same", "--quiet"]) == 0
    assert "7 links that somebody drew: 2 alike by all, 3 by most" in capsys.readouterr().out
    assert main(["align", str(graphs), "--quiet", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["links"][0]["by"] == {"Eve": "attack"}


@pytest.mark.parametrize("ending", ["svg", "html", "dot"])
def test_align_draws_the_graphs(graphs: Path, ending: str) -> None:
    out = graphs.parent / f"drawn.{ending}"
    assert main(["align", str(graphs), "--symmetric", "same", "--quiet", "-o", str(out)]) == 0
    text = out.read_text()
    assert all(name in text for name in ("Ann", "Bob", "Eve"))
    assert ("dir=both" in text and "color=firebrick" in text) if ending == "dot" else "<svg" in text


def test_dot_is_for_graphs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "s.csv").write_text("annotator,category,start,end\nA,x,0,5\nB,x,0,4\n")
    assert main(["align", str(tmp_path / "s.csv"), "--format", "dot"]) == 2
    assert "DOT draws graphs" in capsys.readouterr().err


def test_the_consensus_is_read_again(graphs: Path) -> None:
    out = graphs.parent / "reference.csv"
    given = ["reference", str(graphs), "--symmetric", "same", "--quiet"]
    assert main([*given, "-o", str(out), "--discuss", str(graphs.parent / "discuss.csv")]) == 0
    back = accord.read(out, only="*")
    assert (back.annotators, back.symmetric, back.n_units) == (("reference",), ("same",), 6)
    assert back.links("essay", 0) == [("2", "1", "support"), ("3", "1", "attack"), ("4", "6", "same")]
    assert sorted(back.documents) == ["empty", "essay"]
    made = accord.consensus_graph(graphs, symmetric=["same"])
    assert made.relations.links("essay", 0) == back.links("essay", 0)
    discussed = (graphs.parent / "discuss.csv").read_text().splitlines()
    assert discussed[1] == "essay,3,1,2,3,Ann: attack; Bob: support,"
    lines = graphs.parent / "reference.jsonl"
    assert main([*given, "-o", str(lines)]) == 0
    assert accord.read(lines, only="*").sha256 == back.sha256


@pytest.mark.parametrize("ending", ["svg", "dot"])
def test_the_consensus_is_drawn(graphs: Path, ending: str) -> None:
    out = graphs.parent / f"consensus.{ending}"
    assert main(["reference", str(graphs), "--symmetric", "same", "--quiet", "-o", str(out)]) == 0
    text = out.read_text()
    assert "nothing in its place" not in text, "one graph is compared with no other"
    assert ("penwidth=3" if ending == "dot" else "unit-box") in text


def test_the_tree_of_the_paper_is_drawn_as_a_tree(tmp_path: Path) -> None:
    assert main(["align", "--example", "relations", "--quiet", "-o", str(tmp_path / "figure2.svg")]) == 0
    text = (tmp_path / "figure2.svg").read_text()
    assert (text.count('class="unit-box"'), text.count("agreeing-head")) == (101, 101), "100 heads and their style"


def test_what_is_no_tree_is_drawn_with_arcs_and_long_chains_are_no_trouble() -> None:
    cycle = accord.relations({"A": [(1, 2), (2, 1)]}, units=[1, 2])
    assert "unit-box" not in graph_svg(cycle)
    two = accord.relations({"A": [(1, 2), (1, 3)]}, units=[1, 2, 3])
    assert "unit-box" not in graph_svg(two)
    chain = accord.relations({"A": [(one, one + 1) for one in range(390)]}, units=list(range(391)))
    assert graph_svg(chain).count('class="unit-box"') == 391
    assert "<svg" in graph_svg(accord.relations({"A": []}, units=[1, 2]))


def test_units_that_annotators_found_are_matched(tmp_path: Path) -> None:
    units = [("A", 0, 5, "x"), ("A", 6, 9, "x"), ("B", 0, 4, "x"), ("B", 6, 9, "x"), ("B", 20, 25, "x")]
    own = accord.spans(units)
    data = accord.relations({"A": [(1, 2)], "B": [(1, 2), (3, 1)]}, units=own)
    made = accord.consensus_graph(data)
    assert [(one.support, one.kept) for one in made.links] == [(2, True), (1, False)]
    assert made.relations.n_units == 3


def test_names_that_others_wrote_do_no_harm(tmp_path: Path) -> None:
    evil = '<script>alert(1)</script>"\\'
    data = accord.relations({evil: [(evil, "b", evil)], "B": [("b", evil)]}, document=evil)
    accord.write(data, tmp_path / "evil.csv")
    for ending in ("svg", "html", "dot"):
        assert main(["align", str(tmp_path / "evil.csv"), "-q", "-o", str(tmp_path / f"e.{ending}")]) == 0
        text = (tmp_path / f"e.{ending}").read_text()
        assert ending == "dot" or "<script>" not in text
        assert ending != "dot" or '\\"' in text

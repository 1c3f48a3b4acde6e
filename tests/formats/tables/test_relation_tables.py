"""Tables of relations: what holds in both directions, what relations must form, and the units beside them."""

import json
from pathlib import Path

import polars as pl
import pytest

from accord.cli import main
from untyped import accord

LINKS = [("d", "A", "2", "1", "="), ("d", "A", "3", "1", "sup"), ("d", "B", "1", "2", "="), ("d", "B", "3", "2", "sup")]
HEADER = "document,annotator,origin,target,label"


@pytest.fixture
def links(tmp_path: Path) -> Path:
    path = tmp_path / "links.csv"
    path.write_text("\n".join([HEADER, *map(",".join, LINKS)]) + "\n")
    return path


def value(data: object, measure: str = "mar_link") -> float:
    return float(accord.measure(data, measure, confidence=None))


def test_types_that_hold_in_both_directions_are_told(links: Path) -> None:
    assert value(links) == 0.0
    data = accord.read(links, symmetric=["="])
    assert data.symmetric == ("=",)
    assert value(data) == 0.5
    assert float(accord.mar_link(links, symmetric="=", confidence=None)) == 0.5


def test_the_command_line_tells_them_too(links: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command = ["measure", str(links), "-m", "mar_link", "--no-interval", "--format", "json"]
    assert main([*command, "--symmetric", "="]) == 0
    assert json.loads(capsys.readouterr().out)["results"][0]["value"] == 0.5
    assert main([*command, "--symmetric", "==", "--constraint", "forest"]) == 0
    assert "no relation is of the type ==, which --symmetric names; the types are =, sup" in capsys.readouterr().err


def test_a_constraint_is_checked(links: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert accord.read(links, constraint="tree").constraint == "tree"
    with links.open("a") as file:
        file.write("d,B,3,1,sup\n")
    with pytest.raises(accord.DataError, match=r"its origin has another outgoing relation.*ACC033"):
        accord.read(links, constraint="tree")
    assert main(["measure", str(links), "--constraint", "tree"]) == 3
    assert "at most one is allowed" in capsys.readouterr().err
    with pytest.raises(accord.UsageError, match="there is no constraint 'bush'"):
        accord.read(links, constraint="bush")


def test_a_table_carries_both(tmp_path: Path) -> None:
    data = accord.relations(
        {"d": {"A": [("2", "1", "="), ("3", "1")], "B": [("1", "2", "=")]}},
        {"d": ["1", "2", "3", "4"]},
        components={"d": {"A": {"4": None}, "B": {"2": "main claim"}}},
        symmetric=["=", "never used"],
        constraint="dag",
    )
    for ending in (".csv", ".tsv", ".jsonl", ".parquet"):
        path = tmp_path / f"links{ending}"
        accord.write(data, path)
        back = accord.read(path)
        assert (sorted(back.symmetric), back.constraint) == (["=", "never used"], "dag"), ending
        assert back.sha256 == data.sha256, ending
        assert value(back, "component_kappa") == value(data, "component_kappa"), ending
    frame = accord.read(tmp_path / "links.csv").to_frame()
    assert accord.relations(frame, units=data.units_frame(), symmetric=["="]).symmetric == ("=",)


def test_the_units_beside_a_table_are_read_and_it_is_said(links: Path) -> None:
    alone = accord.read(links)
    assert (alone.n_units, any("units" in one.text for one in alone.read_as)) == (3, False)
    (links.parent / "links.units.csv").write_text("document,unit\nd,1\nd,2\nd,3\nd,4\n")
    both = accord.read(links)
    assert both.n_units == 4
    assert [one.text for one in both.read_as if one.aspect == "files"] == [
        f"the units of {links} are those of {links.parent / 'links.units.csv'} beside it"
    ]
    assert accord.read([links, links.parent / "links.units.csv"]).sha256 == both.sha256
    assert {Path(one).name for one in both.files} == {"links.csv", "links.units.csv"}
    (links.parent / "links.units.csv").write_text("item,annotator,label\n1,A,x\n")
    other = accord.read(links)
    assert other.sha256 == alone.sha256
    assert any("which is not a table of units" in one.text for one in other.read_as)


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        (["yes,", "no,", "no,", "no,"], "relations of the type '=' hold in both directions in some rows"),
        (["yes,", "perhaps,", "yes,", "no,"], "'perhaps' in column 'symmetric' is neither yes nor no"),
        ([",tree", ",tree", ",dag", ","], "column 'constraint' says 'tree' and 'dag'"),
        ([",tree", ",bush", ",", ","], "there is no constraint 'bush'"),
    ],
)
def test_a_table_that_contradicts_itself_is_refused(links: Path, rows: list[str], found: str) -> None:
    lines = [HEADER + ",symmetric,constraint"]
    lines += [",".join(link) + "," + more for link, more in zip(LINKS, rows, strict=True)]
    links.write_text("\n".join(lines))
    with pytest.raises(accord.DataError, match=rf"{found}.*ACC390"):
        accord.read(links)


def test_columns_of_other_words_mean_something_else(links: Path) -> None:
    lines = [HEADER + ",symmetric,constraint", *(",".join(link) + ",left,none" for link in LINKS)]
    links.write_text("\n".join(lines))
    data = accord.read(links)
    assert (data.symmetric, data.constraint) == ((), "any")
    assert any("columns not used: symmetric, constraint" in one.text for one in data.read_as)


def test_exports_take_both_options(tmp_path: Path) -> None:
    for who in ("ann", "bob"):
        (tmp_path / who).mkdir()
        (tmp_path / who / "d.txt").write_text("Ann saw Bob")
        ends = ("T1", "T2") if who == "ann" else ("T2", "T1")
        relation = f"R1\tsame Arg1:{ends[0]} Arg2:{ends[1]}\n"
        (tmp_path / who / "d.ann").write_text(f"T1\tP 0 3\tAnn\nT2\tP 8 11\tBob\n{relation}")
    assert value(accord.read(tmp_path, kind="relations")) == 0.0
    assert value(accord.read(tmp_path, kind="relations", symmetric=["same"])) == 1.0
    campaign = accord.read_campaign(tmp_path, symmetric=["same"], constraint="tree")
    layer = campaign.of_kind("relations")[0]
    assert (layer.symmetric, layer.constraint) == (("same",), "tree")
    accord.write(campaign, tmp_path / "links.csv")
    assert value(tmp_path / "links.csv") == 1.0


def test_sets_in_a_table_are_sets_again(tmp_path: Path) -> None:
    cells = [["a", "b"], ["a"], ["b"], ["b"], ["a"], ["a", "b"]]
    long = {"item": ["1", "1", "2", "2", "3", "3"], "annotator": ["A", "B"] * 3}
    data = accord.labels(pl.DataFrame({**long, "label": cells}))
    accord.write(data, tmp_path / "sets.csv")
    back = accord.read(tmp_path / "sets.csv")
    assert back.level == "sets"
    assert value(back, "alpha") == value(data, "alpha")
    empty = accord.labels(pl.DataFrame({**long, "label": [[], *cells[1:]]}))
    with pytest.raises(accord.DataError, match=r"an empty set.*ACC051"):
        accord.write(empty, tmp_path / "empty.csv")

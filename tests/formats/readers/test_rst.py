"""RST: .rsd and .rs3 of the same analyses agree, and both corpora with two annotators are read."""

from pathlib import Path

import pytest

import accord
from accord.formats import read_campaign
from accord.formats.parsing.rst_trees import dependencies
from accord.formats.parsing.xml_trees import xml_tree


def test_gcdt_dependencies(shared_data: Path) -> None:
    """The README counts 9,717 EDUs in 50 documents; five were annotated twice, and each tree has one root."""
    relations = accord.read(shared_data / "relations/gcdt/data/rsd", kind="relations")
    assert relations.n_documents == 50
    assert len(relations.unit_names) == 9717
    assert relations.annotators == ("dev", "double", "test", "train")
    twice = relations.assigned.sum(axis=1) == 2
    assert twice.sum() == 5
    units = [210, 256, 153, 185, 288]  # wc -l of the five files in double/
    assert len(relations) == (9717 - 50) + (sum(units) - 5)


@pytest.mark.parametrize("name", ["academic_dingzhen", "bio_dvorak", "interview_wimax", "news_simplified", "whow_thanksgiving"])  # fmt: skip  # noqa: E501
@pytest.mark.parametrize("version", ["double", "test"])
def test_trees_give_the_dependencies_that_gcdt_publishes(name: str, version: str, shared_data: Path) -> None:
    """Peng et al. 2022 publish each analysis as a tree and as dependencies, whose labels end in _m between nuclei."""
    path = shared_data / f"relations/gcdt/data/rs3/{version}/gcdt_{name}.rs3"
    tree = dependencies(xml_tree(path), str(path))
    published = (shared_data / f"relations/gcdt/data/rsd/{version}/gcdt_{name}.rsd").read_text("utf-8")
    rows = [line.split("\t") for line in published.splitlines() if line]
    found = {(o + 1, h + 1, f"{label}_{'m' if nuclei else 'r'}") for o, h, label, nuclei in tree.links}
    assert found == {(int(row[0]), int(row[6]), row[7]) for row in rows if row[6] != "0"}
    assert [place + 1 for place in tree.roots] == [int(row[0]) for row in rows if row[6] == "0"]
    assert [node.text for node in tree.segments] == [" ".join(row[1].split()) for row in rows]


def test_rstmulti(shared_data: Path) -> None:
    """132 files of each annotator, 130 names in common; 1,986 and 1,998 segments (grep '<segment'), cut differently."""
    folder = shared_data / "relations/rstmulti/data"
    relations = accord.read(folder, kind="relations")
    assert relations.n_documents == 134
    assert relations.annotators == ("1", "2")
    assert relations.assigned.sum(axis=0).tolist() == [132, 132]
    segments = accord.read(folder, kind="spans")
    assert [int((segments.who == who).sum()) for who in (0, 1)] == [1986, 1998]
    assert len(relations) == 1986 + 1998 - 264 - 1  # one root per analysis; UNSC_2014_SPV.7154_spch019_UA_01 has two


def test_a_tree_by_hand(shared_data: Path) -> None:
    """maz-2611 of the first annotator, by hand: 4 and 5 are joined before 6, which 7 follows, all evidence for 3."""
    relations = accord.read(shared_data / "relations/rstmulti/data/1/maz-2611.rs3", kind="relations")
    found = {(row["origin"], row["target"], row["label"]) for row in relations.rows()}
    assert found == {
        ("2", "1", "elaboration"),
        ("1", "3", "background"),
        ("5", "4", "conjunction"),
        ("4", "6", "circumstance"),
        ("7", "6", "evidence"),
        ("6", "3", "evidence"),
        ("10", "11", "attribution"),
        ("12", "11", "evaluation-s"),
        ("9", "8", "contrast"),
        ("8", "11", "evaluation-s"),
        ("11", "3", "contrast"),
    }


RELS = '<header><relations><rel name="list" type="multinuc"/><rel name="cause" type="rst"/></relations></header>'


def rs3(*body: str) -> str:
    return f"<rst>{RELS}<body>{''.join(body)}</body></rst>"


def segment(name: int, parent: int | None = None, relation: str = "", text: str = "a") -> str:
    up = "" if parent is None else f' parent="{parent}" relname="{relation}"'
    return f'<segment id="{name}"{up}>{text}</segment>'


def group(name: int, kind: str, parent: int | None = None, relation: str = "") -> str:
    up = "" if parent is None else f' parent="{parent}" relname="{relation}"'
    return f'<group id="{name}" type="{kind}"{up}/>'


@pytest.mark.parametrize(
    ("content", "code", "message"),
    [
        (rs3(segment(1, 9, "span")), "ACC048", "'9'"),
        (rs3(segment(1, 2, "span"), group(2, "span", 3, "span"), group(3, "span", 2, "span")), "ACC047", "ancestor"),
        (rs3(segment(1), group(2, "span")), "ACC047", "without a segment"),
        (rs3(segment(1), segment(1)), "ACC047", "two nodes"),
        (rs3(group(1, "span")), "ACC002", "no segment"),
        (rs3("<segment>x</segment>"), "ACC047", "without an id"),
        (rs3(segment(1))[:-9], "ACC046", "well-formed"),
        (
            rs3(segment(1)).replace("<rst>", "<!DOCTYPE rst SYSTEM 'file:///etc/passwd'><rst>"),
            "ACC046",
            "document type",
        ),
        (rs3(segment(1)).replace("rst>", "xml>"), "ACC047", "not <rst>"),
    ],
)
def test_trees_refused(content: str, code: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "a.rs3"
    path.write_text(content)
    with pytest.raises(accord.DataError) as caught:
        accord.read(path, reader="rs3")
    assert caught.value.code == code
    assert message in str(caught.value)
    assert caught.value.place.file == str(path)


def test_several_nuclei_depend_on_the_first(tmp_path: Path) -> None:
    path = tmp_path / "a.rs3"
    nuclei = [segment(one, 9, "list", f"t{one}") for one in (1, 2, 3)]
    path.write_text(rs3(segment(4, 9, "cause", "t4"), *reversed(nuclei), group(9, "multinuc")))
    found = {(row["origin"], row["target"], row["label"]) for row in accord.read(path, kind="relations").rows()}
    # segments stand in the order of the file: t4, t3, t2, t1
    assert found == {("1", "2", "cause"), ("3", "2", "list"), ("4", "2", "list")}


def test_only_groups_of_several_nuclei_have_several(tmp_path: Path) -> None:
    """A relation that is declared between nuclei, used for the satellite of a span, does not make it a nucleus."""
    path = tmp_path / "a.rs3"
    path.write_text(rs3(segment(1, 9, "list", "t1"), segment(2, 9, "span", "t2"), group(9, "span")))
    (row,) = accord.read(path, kind="relations").rows()
    assert (row["origin"], row["target"]) == ("1", "2")


def test_annotators_who_worked_on_different_texts(tmp_path: Path) -> None:
    for who, text in (("a", "one two"), ("b", "one too")):
        (tmp_path / who).mkdir()
        (tmp_path / who / "d.rs3").write_text(rs3(segment(1, text=text)))
    with pytest.raises(accord.DataError, match="ACC040") as caught:
        accord.read(tmp_path)
    assert "two texts" in str(caught.value)


def test_annotators_who_cut_one_text_differently(tmp_path: Path) -> None:
    whole = rs3(segment(1, text="one two"))
    halves = rs3(segment(1, text="one\n"), segment(2, 1, "cause", "two"))
    for who, content in (("a", whole), ("b", halves)):
        (tmp_path / who).mkdir()
        (tmp_path / who / "d.rs3").write_text(content)
    campaign = read_campaign(tmp_path)
    assert campaign.texts == {"d": "one two"}
    assert [dict(campaign.cards(layer)) for layer in campaign.layers] == [{"a": 1, "b": 2}, {"b": 1}]


RSD = "1\tone\t_\t_\t_\t_\t2\tcause_r\t_\t_\n2\ttwo\t_\t_\t_\t_\t0\tROOT\t_\t_\n"


@pytest.mark.parametrize(
    ("content", "code", "line", "message"),
    [
        (RSD.replace("\t0\t", "\t9\t"), "ACC048", 2, "head 9"),
        (RSD.replace("\t_\t_\n2", "\n2"), "ACC047", 1, "8 columns"),
        (RSD.replace("2\ttwo", "3\ttwo"), "ACC047", 2, "where 2 is expected"),
        (RSD.replace("\t0\t", "\t²\t"), "ACC047", 2, "not a number"),
    ],
)
def test_dependencies_refused(content: str, code: str, line: int, message: str, tmp_path: Path) -> None:
    path = tmp_path / "a.rsd"
    path.write_text(content)
    with pytest.raises(accord.DataError) as caught:
        accord.read(path, reader="rsd")
    assert (caught.value.code, caught.value.place.line) == (code, line)
    assert message in str(caught.value)


def test_given_units_must_be_the_same(tmp_path: Path) -> None:
    for who, content in (("a", RSD), ("b", RSD.replace("two", "too"))):
        (tmp_path / who).mkdir()
        (tmp_path / who / "d.rsd").write_text(content)
    with pytest.raises(accord.DataError, match="ACC040"):
        accord.read(tmp_path)

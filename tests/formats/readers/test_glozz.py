"""Glozz: the samples of two annotators and their reference, schemas, texts that went missing, and round trips."""

import tempfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings

from accord.annotations.relations import Relations
from accord.annotations.spans import Spans
from accord.formats import read_campaign, write
from accord.formats.parsing.glozz_xml import hashcode
from formats.campaigns import relations_with_texts, same, spans_with_texts
from untyped import accord

# <unit> elements, those of the type paragraph, <relation> and <schema> elements: grep -c in each file
COUNTS = {
    "discourse/SILVER/s1-league2-game1_01": (135, 42, 46, 2),
    "discourse/SILVER/s1-league2-game1_08": (103, 32, 37, 8),
    "discourse/SILVER/s1-league2-game1_13": (143, 47, 48, 9),
    "discourse/SILVER/s1-league2-game1_14": (125, 41, 46, 2),
    "discourse/hjoseph/s1-league2-game1_13": (143, 47, 38, 7),
    "discourse/hjoseph/s1-league2-game1_14": (124, 41, 45, 1),
    "discourse/lpetersen/s1-league2-game1_01": (131, 42, 41, 1),
    "discourse/lpetersen/s1-league2-game1_08": (99, 32, 33, 4),
    "units/SILVER/s1-league2-game1_01": (142, 42, 1, 0),
    "units/SILVER/s1-league2-game1_08": (120, 32, 0, 2),
    "units/SILVER/s1-league2-game1_13": (161, 47, 1, 2),
    "units/SILVER/s1-league2-game1_14": (139, 41, 2, 3),
    "units/hjoseph/s1-league2-game1_13": (161, 47, 1, 2),
    "units/hjoseph/s1-league2-game1_14": (138, 41, 2, 3),
    "units/lpetersen/s1-league2-game1_01": (138, 42, 1, 0),
    "units/lpetersen/s1-league2-game1_08": (116, 32, 0, 2),
}
EMPTY_SCHEMAS = {"discourse/SILVER/s1-league2-game1_08": 1, "discourse/lpetersen/s1-league2-game1_08": 1}


def rows(campaign: Any, kind: str) -> int:
    return sum(len(layer) for layer in campaign.layers if layer.kind == kind)


@pytest.mark.parametrize("name", COUNTS)
def test_every_file_of_stac(name: str, shared_data: Path) -> None:
    units, paragraphs, relations, schemas = COUNTS[name]
    campaign = read_campaign(shared_data / f"formats/glozz/stac/{name}.aa")
    assert rows(campaign, "spans") == units - paragraphs + schemas - EMPTY_SCHEMAS.get(name, 0)
    assert rows(campaign, "relations") == relations
    assert campaign.left_out["mark of a paragraph|marks of paragraphs"] == paragraphs
    assert campaign.annotators == (name.split("/")[1],)


def test_two_annotators_and_the_reference(shared_data: Path) -> None:
    """hjoseph annotated two of the dialogues and lpetersen the other two; all four are in SILVER."""
    folder = shared_data / "formats/glozz/stac/discourse"
    spans, relations = accord.read(folder, kind="spans"), accord.read(folder, kind="relations")
    assert spans.annotators == relations.annotators == ("SILVER", "hjoseph", "lpetersen")
    assert spans.documents == tuple(f"s1-league2-game1_{number}" for number in ("01", "08", "13", "14"))
    assert spans.assigned.tolist() == [
        [True, False, True],
        [True, False, True],
        [True, True, False],
        [True, True, False],
    ]
    assert len(spans) == 364 + 187 + 160
    assert len(relations) == (46 + 37 + 48 + 46) + (38 + 45) + (41 + 33) - 3  # three are there twice
    assert set(spans.categories.texts) == {"Complex_discourse_unit", "Dialogue", "Segment", "Turn"}
    said = " ".join(map(str, relations.diagnostics))
    assert "3 further relations between the same units" in said
    assert "links that lead nowhere" in said


def test_stages_and_annotators_are_told_apart(shared_data: Path) -> None:
    campaign = read_campaign(shared_data / "formats/glozz/stac")
    assert campaign.annotators == ("SILVER", "hjoseph", "lpetersen")
    assert len(campaign.documents) == 8
    assert len(campaign.assigned) == 16


def test_examples_with_their_texts(shared_data: Path) -> None:
    """28 units each, eight of them paragraphs; the discourse has five relations and two schemas, one of them empty."""
    folder = shared_data / "formats/glozz"
    units = accord.read(folder / "example-units.aa")
    assert len(units) == 20
    assert "hi charlotte!" in [units.text_of(unit) for unit in range(len(units))]
    discourse = accord.read(folder / "example-discourse.aa", kind="relations")
    assert len(discourse) == 5
    assert len(discourse.unit_names) == 21
    assert hashcode((folder / "example-units.ac").read_bytes()) == "310-68083191"
    assert not any(one.code == "ACC161" for one in units.diagnostics)


def unit(name: str, start: Any, end: Any, kind: str = "X") -> str:
    ends = f'<start><singlePosition index="{start}"/></start><end><singlePosition index="{end}"/></end>'
    what = f"<characterisation><type>{kind}</type><featureSet/></characterisation>"
    return f'<unit id="{name}"><metadata/>{what}<positioning>{ends}</positioning></unit>'


def relation(name: str, *terms: str) -> str:
    inner = "".join(f'<term id="{term}"/>' for term in terms)
    return f'<relation id="{name}"><characterisation><type>R</type></characterisation><positioning>{inner}</positioning></relation>'  # noqa: E501


def schema(name: str, **members: str) -> str:
    inner = "".join(f'<embedded-{kind} id="{one}"/>' for kind, several in members.items() for one in several.split())
    return f'<schema id="{name}"><characterisation><type>S</type></characterisation><positioning>{inner}</positioning></schema>'  # noqa: E501


def written(folder: Path, *parts: str, text: str | None = "abcdefghij", code: str | None = None) -> Path:
    path = folder / "ann" / "d.aa"
    path.parent.mkdir(exist_ok=True)
    head = "" if code is None else f'<metadata corpusHashcode="{code}"/>'
    path.write_text(f"<?xml version='1.0'?><annotations>{head}{''.join(parts)}</annotations>", "utf-8")
    if text is not None:
        path.with_suffix(".ac").write_bytes(text.encode())
    return path


def test_schemas_are_units_over_all_they_hold(tmp_path: Path) -> None:
    """An inner schema of a relation's ends, in an outer one; a relation leads to the outer."""
    path = written(
        tmp_path,
        unit("a", 0, 2), unit("b", 4, 6), unit("c", 8, 9), relation("r", "a", "b"),
        schema("outer", unit="c", schema="inner"), schema("inner", relation="r"), relation("q", "c", "outer"),
        relation("odd", "c", "r"), schema("none"), relation("to-none", "a", "none"),
    )  # fmt: skip
    campaign = read_campaign(path)
    spans = campaign.spans()
    names = spans.names or []
    assert {names[u]: (spans.starts[u], spans.ends[u]) for u in range(len(spans))} == {
        "a": (0, 2), "b": (4, 6), "c": (8, 9), "inner": (0, 6), "outer": (0, 9),
    }  # fmt: skip
    assert {(row["origin"], row["target"]) for row in campaign.relations().rows()} == {("a", "b"), ("c", "outer")}
    assert campaign.left_out["relation to or from a relation|relations to or from a relation"] == 1
    assert campaign.left_out["schema without members|schemas without members"] == 1
    assert sum("schema without members" in reason for reason in campaign.left_out) == 2


def test_positions_are_utf_16_unless_the_paragraphs_say_otherwise(tmp_path: Path) -> None:
    text = "😀 Rome"
    java = written(tmp_path, unit("p", 0, 7, "paragraph"), unit("a", 3, 7), text=text)
    spans = accord.read(java)
    assert spans.text_of(0) == "Rome"
    assert any(one.code == "ACC132" for one in spans.diagnostics)
    python = written(tmp_path, unit("p", 0, 6, "paragraph"), unit("a", 2, 6), text=text)
    assert accord.read(python).text_of(0) == "Rome"


def test_a_text_that_was_changed(tmp_path: Path) -> None:
    assert any(one.code == "ACC161" for one in accord.read(written(tmp_path, unit("a", 0, 2), code="9-1")).diagnostics)
    gone = read_campaign(written(tmp_path, unit("a", 0, 99), text="../unannotated/d.ac", code="9-1"))
    assert not gone.texts
    assert len(gone.spans()) == 1


BOMB = "<!DOCTYPE a [" + "".join(f'<!ENTITY e{n + 1} "&e{n};&e{n};&e{n};">' for n in range(60)) + "]>"


@pytest.mark.parametrize(
    ("parts", "code", "message"),
    [
        ([unit("a", 0, 99)], "ACC043", "outside the text"),
        ([unit("a", 5, 2)], "ACC047", "from 5 to 2"),
        ([unit("a", "²", 2)], "ACC047", "²"),
        ([unit("a", -1, 2)], "ACC047", "-1"),
        ([unit("a", "9" * 5000, 2)], "ACC047", "start"),
        ([unit("a", 0, 2), unit("a", 0, 2)], "ACC047", "same id"),
        ([unit("a", 0, 2), relation("r", "a")], "ACC047", "1 terms"),
        ([unit("a", 0, 2), relation("r", "a", "b")], "ACC048", "'b'"),
        ([schema("s", unit="nope")], "ACC048", "'nope'"),
        ([schema("s", schema="t"), schema("t", schema="s")], "ACC047", "own member"),
        (['<unit id="a"/>'], "ACC047", "without a positioning"),
        ([unit("a", 0, 2).replace(' id="a"', "")], "ACC047", "without an id"),
        (["<unit>"], "ACC046", "well-formed"),
        (["<a>" * 300 + "</a>" * 300], "ACC052", "deeper"),
    ],
)
def test_refusals(parts: list[str], code: str, message: str, tmp_path: Path) -> None:
    path = written(tmp_path, *parts)
    with pytest.raises(accord.DataError) as caught:
        accord.read(path)
    assert caught.value.code == code
    assert message in str(caught.value)
    assert caught.value.place.file == str(path)


@pytest.mark.parametrize("declared", [BOMB, "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]>"])
def test_hostile_xml(declared: str, tmp_path: Path) -> None:
    path = written(tmp_path, unit("a", 0, 2, "&e60;"))
    path.write_text(path.read_text().replace("<annotations>", f"{declared}<annotations>"))
    with pytest.raises(accord.DataError, match="ACC046"):
        accord.read(path)


FEW = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])


@FEW
@given(data=spans_with_texts(uncategorised=True))
def test_round_trip_of_spans(data: Spans) -> None:
    with tempfile.TemporaryDirectory() as folder:
        files = write(data, Path(folder) / "out", to="glozz")
        assert len([file for file in files if file.suffix == ".aa"]) == int(data.assigned.sum())
        again = accord.read(Path(folder) / "out", kind="spans", annotator_from="dir")
        assert same(data, again)
        assert dict(zip(again.documents, again.texts or [], strict=True)) == dict(
            zip(data.documents, data.texts or [], strict=True)
        )


@FEW
@given(data=relations_with_texts())
def test_round_trip_of_relations(data: Relations) -> None:
    with tempfile.TemporaryDirectory() as folder:
        write(data, Path(folder) / "out", to="glozz")
        again = accord.read(Path(folder) / "out", kind="relations" if len(data) else "spans", annotator_from="dir")
        if isinstance(again, Relations):
            assert shape(again) == shape(data)


def shape(data: Relations) -> list[tuple[str, ...]]:
    """The relations by what their ends are, whatever these are called."""
    spans = data.spans
    assert spans is not None
    ends = {
        (spans.documents[spans.document[u]], spans.annotators[spans.who[u]], data.unit_names[u]): (
            f"{spans.starts[u]} {spans.ends[u]} {spans.category(u)}"
        )
        for u in range(len(spans))
    }
    found = []
    for row in data.rows():
        if row["origin"] is None:  # asked, and drew nothing
            continue
        where, who = str(row["document"]), str(row["annotator"])
        found.append(
            (where, who, str(row["label"]), *(ends[where, who, str(row[end])] for end in ("origin", "target")))
        )
    return sorted(found)


def test_types_with_markup_and_line_breaks(tmp_path: Path) -> None:
    types = ["<a> & 'b'", "a\rb\nc\r\n", "]]>", "&#13;"]
    write(
        accord.spans([("ann", 0, 1, kind) for kind in types], texts={"d": "ab"}, document="d"), tmp_path / "o", "glozz"
    )
    assert set(accord.read(tmp_path / "o").categories.texts) == set(types)


def test_what_cannot_be_written(tmp_path: Path) -> None:
    for units, what in (
        ([("ann", 0, 1, "paragraph")], "marks"),
        ([("ann", 0, 0.5, "x")], "whole number"),
        ([("ann", 0, 1, "x\x01")], "XML"),
    ):
        with pytest.raises(accord.DataError, match="ACC051") as caught:
            write(accord.spans(units, texts={"d": "ab"}, document="d"), tmp_path / what, to="glozz")
        assert what in str(caught.value)

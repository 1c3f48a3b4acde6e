"""ELAN: the samples of speach, references two levels deep, subdivisions, annotators by tier, and hostile XML."""

from pathlib import Path

import pytest

from accord.formats import read_campaign
from untyped import accord

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<ANNOTATION_DOCUMENT><HEADER TIME_UNITS="milliseconds"/>'
SLOTS = '<TIME_ORDER><TIME_SLOT TIME_SLOT_ID="t1" TIME_VALUE="0"/><TIME_SLOT TIME_SLOT_ID="t2"/>' + (
    '<TIME_SLOT TIME_SLOT_ID="t3"/><TIME_SLOT TIME_SLOT_ID="t4" TIME_VALUE="3000"/></TIME_ORDER>'
)


def aligned(name: str, begin: str, end: str, value: str = "x") -> str:
    slots = f'TIME_SLOT_REF1="{begin}" TIME_SLOT_REF2="{end}"'
    inner = f"<ANNOTATION_VALUE>{value}</ANNOTATION_VALUE>"
    return (
        f'<ANNOTATION><ALIGNABLE_ANNOTATION ANNOTATION_ID="{name}" {slots}>{inner}</ALIGNABLE_ANNOTATION></ANNOTATION>'
    )


def referring(name: str, parent: str, value: str = "y", previous: str = "") -> str:
    before = f'PREVIOUS_ANNOTATION="{previous}"' if previous else ""
    inner = f"<ANNOTATION_VALUE>{value}</ANNOTATION_VALUE>"
    opening = f'<REF_ANNOTATION ANNOTATION_ID="{name}" ANNOTATION_REF="{parent}" {before}>'
    return f"<ANNOTATION>{opening}{inner}</REF_ANNOTATION></ANNOTATION>"


def tier(name: str, *annotations: str, kind: str = "K", annotator: str = "") -> str:
    who = f' ANNOTATOR="{annotator}"' if annotator else ""
    return f'<TIER TIER_ID="{name}" LINGUISTIC_TYPE_REF="{kind}"{who}>{"".join(annotations)}</TIER>'


def eaf(*tiers: str, slots: str = SLOTS) -> str:
    return f"{HEAD}{slots}{''.join(tiers)}</ANNOTATION_DOCUMENT>"


def bounds(path: Path, layer: str) -> list[tuple[float, float, str | None]]:
    spans = read_campaign(path).spans(layer)
    return [(spans.starts[u], spans.ends[u], spans.category(u)) for u in range(len(spans))]


@pytest.mark.parametrize(
    ("name", "annotator", "tiers"),
    [  # <ANNOTATION> elements counted by tier in the files
        (
            "test",
            "tuananh",
            {
                "Person1 (Utterance)": 8,
                "marker": 3,
                "Person1 (Chunk)": 12,
                "Person1 (ChunkLanguage)": 12,
                "Person1 (Language)": 8,
            },
        ),
        (
            "fables_01_03_aesop_64kb",
            "leta",
            {"Story": 16, "SectionMarker": 3, "StoryChunk": 28, "StoryChunkLanguage": 28, "StoryChunkType": 22},
        ),
    ],
)
def test_samples(name: str, annotator: str, tiers: dict[str, int], shared_data: Path) -> None:
    campaign = read_campaign(shared_data / f"formats/elan/{name}.eaf")
    assert campaign.documents == (name,)
    assert {layer.name: len(layer) for layer in campaign.layers} == tiers
    assert campaign.annotators == (annotator,)
    assert {layer.kind for layer in campaign.layers} == {"spans"}


def test_references_two_levels_deep(shared_data: Path) -> None:
    """ChunkLanguage refers to Chunk, which is within Utterance: a38 → a26 → slots ts3 (1040 ms) and ts5 (2330 ms)."""
    languages = bounds(shared_data / "formats/elan/test.eaf", "Person1 (ChunkLanguage)")
    chunks = bounds(shared_data / "formats/elan/test.eaf", "Person1 (Chunk)")
    assert [one[:2] for one in languages] == [one[:2] for one in chunks]
    assert languages[0] == (1.04, 2.33, "en")
    assert languages[1] == (3.2, 5.05, "jp")
    assert [one[2] for one in languages].count("jp") == 4


def test_references_to_references(tmp_path: Path) -> None:
    """The tier of words stands before the one it refers to, which refers to a third: times come from there."""
    path = tmp_path / "a.eaf"
    path.write_text(
        eaf(
            tier("gloss", referring("g1", "w1", "G")),
            tier("word", referring("w1", "u1", "W")),
            tier("utterance", aligned("u1", "t1", "t4", "U")),
        )
    )
    for layer, value in (("gloss", "G"), ("word", "W"), ("utterance", "U")):
        assert bounds(path, layer) == [(0.0, 3.0, value)]


def test_a_symbolic_subdivision_shares_the_time_of_its_parent_in_order(tmp_path: Path) -> None:
    path = tmp_path / "a.eaf"
    words = [referring("w3", "u1", "c", "w2"), referring("w1", "u1", "a"), referring("w2", "u1", "b", "w1")]
    path.write_text(eaf(tier("word", *words), tier("utterance", aligned("u1", "t1", "t4"))))
    assert bounds(path, "word") == [(0, 1, "a"), (1, 2, "b"), (2, 3, "c")]
    said = " ".join(map(str, read_campaign(path).diagnostics))
    assert "3 annotations without times of their own" in said


def test_parts_of_parts_stand_before_what_they_are_parts_of(tmp_path: Path) -> None:
    """Two morphs of the second of two words, in a tier before that of the words: the last quarters of the whole."""
    path = tmp_path / "a.eaf"
    words = [referring("w1", "u1"), referring("w2", "u1", previous="w1")]
    morphs = [referring("m1", "w2", "p"), referring("m2", "w2", "q", "m1")]
    path.write_text(eaf(tier("morph", *morphs), tier("word", *words), tier("utterance", aligned("u1", "t1", "t4"))))
    assert bounds(path, "morph") == [(1.5, 2.25, "p"), (2.25, 3, "q")]


def test_a_time_subdivision_shares_the_time_between_slots_that_have_one(tmp_path: Path) -> None:
    path = tmp_path / "a.eaf"
    path.write_text(
        eaf(tier("w", aligned("a", "t1", "t2", "a"), aligned("b", "t2", "t3", "b"), aligned("c", "t3", "t4", "c")))
    )
    assert bounds(path, "w") == [(0, 1, "a"), (1, 2, "b"), (2, 3, "c")]


def test_annotators_of_one_type_of_tier(tmp_path: Path) -> None:
    path = tmp_path / "rec.eaf"
    path.write_text(
        eaf(
            tier("g-A", aligned("a", "t1", "t4", "p"), kind="Gesture", annotator="Ann"),
            tier("g-B", aligned("b", "t1", "t4", "q"), kind="Gesture", annotator="Bob"),
            tier("speech", aligned("c", "t1", "t4", "r"), kind="Speech"),
        )
    )
    spans = accord.read(path)
    assert spans.annotators == ("Ann", "Bob")
    assert spans.documents == ("rec",)
    assert len(spans) == 2
    assert any("1 annotation in tiers without an ANNOTATOR" in str(one) for one in spans.diagnostics)
    assert read_campaign(path, annotator_from="file").annotators == ("rec",)
    assert set(read_campaign(path, annotator_from="tier").annotators) == {"Ann", "Bob", "speech"}


def test_recordings_of_one_annotator_in_a_folder(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / f"{name}.eaf").write_text(eaf(tier("g", aligned("a", "t1", "t4"), annotator="Ann")))
    spans = accord.read(tmp_path)
    assert spans.documents == ("one", "two")
    assert spans.annotators == ("Ann",)


def test_two_files_of_one_annotator_and_document_are_not_merged(tmp_path: Path) -> None:
    for who in ("a", "b"):
        (tmp_path / who).mkdir()
        (tmp_path / who / "rec.eaf").write_text(eaf(tier("g", aligned("a", "t1", "t4"), annotator="Template")))
    with pytest.raises(accord.DataError, match="ACC044"):
        accord.read(tmp_path)
    assert accord.read(tmp_path, annotator_from="dir").annotators == ("a", "b")


def test_an_empty_tier_is_an_annotation_of_nothing(tmp_path: Path) -> None:
    for who, tiers in (("a", tier("g", aligned("a", "t1", "t4"))), ("b", tier("g"))):
        (tmp_path / who).mkdir()
        (tmp_path / who / "rec.eaf").write_text(eaf(tiers))
    spans = accord.read(tmp_path)
    assert spans.annotators == ("a", "b")
    assert spans.assigned.all()


UTTERANCE = tier("u", aligned("u1", "t1", "t4"))
BOMB = '<!DOCTYPE a [<!ENTITY x "x"><!ENTITY y "&x;&x;">]>'


@pytest.mark.parametrize(
    ("content", "code", "message"),
    [
        (eaf(tier("w", referring("w1", "w2"), referring("w2", "w1"))), "ACC048", "itself"),
        (eaf(tier("w", referring("w2", "w1"), referring("w1", "nope")), UTTERANCE), "ACC048", "'nope'"),
        (eaf(tier("u", aligned("u1", "t1", "t9"))), "ACC048", "'t9'"),
        (eaf(tier("u", aligned("u1", "t1", "t2"))), "ACC047", "'t2' has no time"),
        (eaf(tier("u", aligned("u1", "t4", "t1"))), "ACC047", "from 3 to 0"),
        (eaf(tier("u", aligned("u1", "t1", "t4"), aligned("u1", "t1", "t4"))), "ACC047", "two annotations"),
        (eaf(UTTERANCE, slots='<TIME_SLOT TIME_SLOT_ID="t1" TIME_VALUE="²"/>'), "ACC047", "²"),
        (eaf(UTTERANCE).replace("milliseconds", "PAL-frames"), "ACC047", "PAL-frames"),
        (eaf(), "ACC002", "no tier"),
        (eaf(UTTERANCE)[:-40], "ACC046", "well-formed"),
        (eaf(UTTERANCE).replace("<ANNOTATION_DOCUMENT", BOMB + "<ANNOTATION_DOCUMENT", 1), "ACC046", "entities"),
        (eaf(UTTERANCE).replace("<HEADER", "<!-- \0 --><HEADER"), "ACC046", "well-formed"),
        (eaf("<TIER>" * 300 + "</TIER>" * 300), "ACC052", "deeper"),
        (eaf(UTTERANCE.replace("ALIGNABLE", "SVG_ALIGNABLE")), "ACC047", "SVG"),
    ],
)
def test_refusals(content: str, code: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "a.eaf"
    path.write_text(content)
    with pytest.raises(accord.DataError) as caught:
        accord.read(path, reader="elan")
    assert caught.value.code == code
    assert message in str(caught.value)
    assert caught.value.place.file == str(path)

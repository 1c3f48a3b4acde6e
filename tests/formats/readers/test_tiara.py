"""TIARA: the sample essay, dropped sentences, restatements, and annotators who edited a sentence."""

from pathlib import Path

import pytest

from accord.formats import read_campaign
from untyped import accord

HEAD = "essay code\t unit ID\t text\t unit category\t target\t relation\t drop flag\n"
ESSAY = HEAD + (
    'E\t1\t"It is so ."\t"claim"\t\t\tfalse\nE\t3\t"It is because."\t" "\t1\tsup\tfalse\nE\t2\t"Hm."\t" "\t\t\ttrue\n'
)


def test_sample(shared_data: Path) -> None:
    """Seven sentences, the second dropped; sup, att, sup, att and = lead to 1, 1, 4, 4 and 1."""
    relations = accord.read(shared_data / "formats/tiara/ESSAY_TRIAL_00.tsv")
    assert relations.documents == ("ESSAY_TRIAL_00",)
    assert relations.annotators == ("tiara",)
    assert list(relations.unit_names) == [str(number) for number in range(1, 8)]
    found = {(row["origin"], row["target"], row["label"]) for row in relations.rows()}
    assert found == {("3", "1", "sup"), ("4", "1", "att"), ("6", "4", "sup"), ("5", "4", "att"), ("7", "1", "=")}
    assert relations.symmetric == ("=",)
    layer = read_campaign(shared_data / "formats/tiara/ESSAY_TRIAL_00.tsv").layers[0]
    assert {(unit, kind) for _, _, unit, kind in layer.components} == {
        *((unit, "proponent") for unit in "1357"),
        *((unit, "opponent") for unit in "46"),
    }


def test_two_annotators_join_by_essay_and_sentence(tmp_path: Path) -> None:
    """Bob moved and edited sentences: they keep their numbers, and their texts as they were given."""
    (tmp_path / "ann").mkdir()
    (tmp_path / "bob").mkdir()
    (tmp_path / "ann" / "E.tsv").write_text(ESSAY)
    lines = ESSAY.replace('"It is so ."', '"It is [ so | hot ] ."').splitlines(keepends=True)
    (tmp_path / "bob" / "E.tsv").write_text("".join([lines[0], lines[2], lines[1], lines[3].replace("true", "false")]))
    relations = accord.read(tmp_path)
    assert relations.annotators == ("ann", "bob")
    assert len(relations.unit_names) == 3
    assert relations.unit_texts == ["It is so.", "Hm.", "It is because."]
    members = [int((relations.component_who == who).sum()) for who in (0, 1)]
    assert members == [2, 3]


@pytest.mark.parametrize(
    ("content", "code", "line", "message"),
    [
        (HEAD, "ACC002", 1, "no row"),
        (ESSAY.replace("1\tsup", "9\tsup"), "ACC048", 3, "target 9"),
        (ESSAY.replace("E\t3", "E\t²"), "ACC047", 3, "²"),
        (ESSAY.replace("E\t3", "E\t1"), "ACC047", 3, "twice"),
        (ESSAY.replace("\tsup", ""), "ACC047", 3, "6 columns"),
        (ESSAY.replace("true", "maybe"), "ACC047", 4, "maybe"),
        (ESSAY.replace("Hm", "H\0m"), "ACC005", 4, "NUL"),
    ],
)
def test_refusals(content: str, code: str, line: int, message: str, tmp_path: Path) -> None:
    path = tmp_path / "E.tsv"
    path.write_text(content)
    with pytest.raises(accord.DataError) as caught:
        accord.read(path, reader="tiara")
    assert (caught.value.code, caught.value.place.line) == (code, line)
    assert message in str(caught.value)


def test_annotators_of_different_essays_under_one_code(tmp_path: Path) -> None:
    for who, content in (("a", ESSAY), ("b", ESSAY.replace("Hm", "Oh"))):
        (tmp_path / f"{who}.tsv").write_text(content)
    with pytest.raises(accord.DataError, match="ACC040"):
        accord.read(tmp_path)

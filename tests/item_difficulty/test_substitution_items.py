"""Test sets of lexical substitution, lemmas, and the features of new items."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from accord.cli import main
from accord.item_difficulty.feature_table import feature_table
from untyped import accord

XML = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE corpus SYSTEM "lexsub.dtd">
<corpus lang="french">
 <lexelt item="éplucher.v"><instance id="3">
 <context>Il <head>épluche</head> des pommes &#8220vite&#8221; &amp; bien</context>
 </instance></lexelt>
 <lexelt item="affection.n"><instance id="8"><context>une <head>affection</head> grave</context></instance></lexelt>
</corpus>"""
PARSE = """# sent_id = s1
1\tIl\til\tPRON\t_\t_\t2\tnsubj\t_\t_
2\tépluche\téplucher\tVERB\t_\t_\t0\troot\t_\t_
3\tdes\tun\tDET\t_\t_\t4\tdet\t_\t_
4\tpommes\tpomme\tNOUN\t_\t_\t2\tobj\t_\t_

# sent_id = s2
1\tdirection\tdirection\tNOUN\t_\t_\t0\troot\t_\t_
2\tidéologiques\tidéologique\tADJ\t_\t_\t1\tamod\t_\t_
"""
TEXTS = {
    "item": ["s1", "s2"],
    "text": ["Il <head>épluche</head> des pommes", "direction <head>idéologiques</head>"],
}


def hard(items: int) -> dict[str, float]:
    return {f"s{number}": (number * 7 % 11) / 10 for number in range(items)}


def sentences(items: int, prefix: str = "s") -> dict[str, list[Any]]:
    names = [f"{prefix}{number}" for number in range(items)]
    texts = ["mot " * (1 + number * 5 % 13) for number in range(items)]
    return {"item": names, "text": texts, "letters": [number * 3 % 7 for number in range(items)]}


def test_built_in_features_of_new_items_are_computed() -> None:
    found = accord.difficulty(hard(12), sentences(12), built_in="length", confidence=None)
    told = sentences(4, "new")
    predicted = found.predict(told)
    lengths = [len(str(text).split()) for text in told["text"]]
    assert predicted == found.predict({**told, "length": lengths})
    assert not np.isnan([one.expected for one in predicted]).any()


def test_the_command_predicts_with_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, table in (("old.csv", sentences(12)), ("new.csv", sentences(3, "new"))):
        rows = zip(*table.values(), strict=True)
        lines = [",".join([*table, *(["hard"] if name == "old.csv" else [])])]
        lines += [",".join(map(str, row)) + (f",{hard(12)[row[0]]}" if name == "old.csv" else "") for row in rows]
        (tmp_path / name).write_text("\n".join(lines))
    given = ["--features", str(tmp_path / "old.csv"), "--column", "hard", "--built-in", "length", "--no-interval"]
    shown = ["--predict", str(tmp_path / "new.csv"), "--show", "predictions", "--format", "csv"]
    assert main(["difficulty", *given, *shown]) == 0
    assert [line.split(",")[0] for line in capsys.readouterr().out.splitlines()] == ["item", "new0", "new1", "new2"]


def test_a_test_set_is_a_table_of_features(tmp_path: Path) -> None:
    (tmp_path / "test.xml").write_text(XML, encoding="utf-8")
    table = feature_table(tmp_path / "test.xml")
    assert table.items == ("éplucher.v 3", "affection.n 8")
    assert table.texts["text"][0] == "Il <head>épluche</head> des pommes “vite” & bien"
    assert (table.texts["lemma"], table.texts["pos"]) == (["éplucher", "affection"], ["v", "n"])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('<!DOCTYPE a [<!ENTITY b "c">]><corpus><lexelt item="a.n"/></corpus>', "ACC046"),
        ('<corpus><lexelt item="a.n"><instance><context>x</context></instance></lexelt></corpus>', "ACC094"),
        ('<corpus><lexelt item="a.n"></lexelt></corpus>', "ACC002"),
        ('<corpus><lexelt item="a.n">', "ACC046"),
    ],
)
def test_a_test_set_that_is_none_is_refused(tmp_path: Path, text: str, found: str) -> None:
    (tmp_path / "test.xml").write_text(text, encoding="utf-8")
    with pytest.raises(accord.DataError, match=found):
        feature_table(tmp_path / "test.xml")


def test_lemma_part_of_speech_and_cluster_come_from_the_names_of_items() -> None:
    names = [f"{lemma}.{pos} {number}" for number, (lemma, pos) in enumerate([("aisé", "a"), ("bois", "n")] * 6)]
    scores = {name: place / 12 for place, name in enumerate(names)}
    table = {"item": names, "length": [place * 5 % 7 for place in range(12)]}
    found = accord.difficulty(scores, table, cluster="lemma", group="pos", confidence=None)
    assert sorted(set(found.clusters)) == ["aisé", "bois"]
    assert found.features == ("length",), "the names are no features"
    assert {one.group for one in found.by_group} == {"a", "n"}


def test_inflected_forms_are_said_and_lemmas_are_not() -> None:
    pytest.importorskip("wordfreq")
    texts = [f"ils <head>mangeons</head> {'bien ' * (1 + number * 5 % 7)}" for number in range(12)]
    table = {"item": list(hard(12)), "text": texts, "word": [["manger", "bois"][number % 2] for number in range(12)]}
    given = {"language": "fr", "confidence": None, "built_in": ["target_frequency", "length"]}
    said = accord.difficulty(hard(12), table, **given).diagnostics
    assert any(one.code == "ACC392" and "target_frequency" in one.message for one in said)
    told = accord.difficulty(hard(12), table, target="word", **given).diagnostics
    assert not any(one.code == "ACC392" for one in told)


def test_senses_are_counted_in_the_test_set() -> None:
    senses = ["riche", "facile", "riche", "fin", "fin", "faible"] * 2
    table = {"item": list(hard(12)), "word": (["aisé"] * 3 + ["mince"] * 2 + ["lent"]) * 2, "sense": senses}
    given = {"built_in": "test_senses", "target": "word", "sense": "sense", "confidence": None}
    found = accord.difficulty(hard(12), table, **given)
    assert found.features == ("test_senses",)
    from accord.item_difficulty.lexicon import senses_among

    assert senses_among(table["word"], senses).tolist() == [2, 2, 2, 1, 1, 1] * 2


def test_lemma_governor_and_object_come_from_a_parse(tmp_path: Path) -> None:
    from accord.item_difficulty.built_in import Words, WordSources

    (tmp_path / "p.conllu").write_text(PARSE, encoding="utf-8")
    words = Words(feature_table(TEXTS), TEXTS["text"], WordSources(parse=str(tmp_path / "p.conllu")))
    assert words.target == ["éplucher", "idéologique"]
    assert words.governor == ["pomme", "direction"], "the object of a verb, the governor of an adjective"
    assert not words.inflected

"""Features: tables of the user, and those of texts and words that are built in."""

from __future__ import annotations

import importlib
import sys
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from accord.item_difficulty.association import CollocationCounts, read_pair_counts
from accord.item_difficulty.built_in import BUILT_IN, Words, WordSources, built_in_features
from accord.item_difficulty.feature_choice import as_feature, chosen_features
from accord.item_difficulty.feature_table import feature_table
from accord.item_difficulty.lexicon import read_lexicon
from accord.item_difficulty.parses import conllu_parses, spacy_parses
from accord.item_difficulty.text_features import (
    dependency_length,
    marked_targets,
    sentence_frequency,
    target_position,
    word_count,
    word_frequency,
    words_of,
)
from accord.results import DataError, UsageError

# ---- tables


def test_tables_from_everywhere_are_the_same(tmp_path: Path) -> None:
    import pandas as pd
    import polars as pl

    columns = {"item": ["a", "b", "c"], "x": [1.5, 2.5, None], "kind": ["u", "v", None]}
    path = tmp_path / "f.csv"
    path.write_text("item;x;kind\na;1,5;u\nb;2,5;v\nc;;\n", encoding="utf-8")
    parquet = tmp_path / "f.parquet"
    pl.DataFrame(columns).write_parquet(parquet)
    for given in (columns, pd.DataFrame(columns), pl.DataFrame(columns), path, parquet):
        table = feature_table(given)
        assert table.items == ("a", "b", "c")
        assert table.numeric("x", "").tolist()[:2] == [1.5, 2.5]
        assert np.isnan(table.numeric("x", "")[2])
        assert table.texts["kind"] == ["u", "v", None]


def test_rows_follow_the_items() -> None:
    table = feature_table({"item": ["a", "b"], "x": [1, 2], "w": ["p", "q"]}).of_items(["b", "new", "a"])
    assert table.texts["w"] == ["q", None, "p"]
    assert table.numbers["x"].tolist()[::2] == [2.0, 1.0]
    assert np.isnan(table.numbers["x"][1])


def test_a_column_of_words_is_a_feature_when_they_are_few() -> None:
    items = [str(one) for one in range(12)]
    table = feature_table(
        {
            "item": items,
            "pos": list("nnnvvvaaannn"),
            "text": [f"sentence {one}" for one in range(12)],
            "n": list(range(12)),
        }
    )
    chosen, said = chosen_features(table, None, ())
    assert [one.name for one in chosen] == ["pos", "n"]
    assert "'text'" in said[0].message
    pos = chosen[0]
    assert pos.levels == ("n", "a", "v"), "the most frequent first"
    assert list(pos.ranked()) == ["pos=n", "pos=a", "pos=v"]
    assert list(pos.modelled()) == ["pos=a", "pos=v"]
    assert list(as_feature(feature_table({"item": items, "b": list("xyxyxyxyxyxx")}), "b").ranked()) == ["b=y"]


def test_a_role_is_no_feature_unless_it_is_asked_for() -> None:
    table = feature_table({"item": ["1", "2"], "target": ["a", "b"], "x": [1, 2]})
    assert [one.name for one in chosen_features(table, None, ("target",))[0]] == ["x"]
    assert [one.name for one in chosen_features(table, ["target"], ("target",))[0]] == ["target"]


# ---- texts


def test_words_lengths_and_positions() -> None:
    assert words_of("L'État, c'est moi : 300 porte-clés.") == ["L", "État", "c", "est", "moi", "porte-clés"]
    assert word_count(["one two", None, ""]).tolist()[::2] == [2.0, 0.0]
    texts = ["<head>Un</head> deux", "zéro un", "le <b>un</b>", "un", "rien"]
    assert target_position(texts, ["un"] * 5)[:4].tolist() == [0.0, 1.0, 1.0, 0.0]
    assert np.isnan(target_position(texts, ["un"] * 5)[4])
    assert marked_targets(texts)[:3] == ["Un", None, "un"]


def test_frequencies() -> None:
    wordfreq = importlib.import_module("wordfreq")
    expected = wordfreq.zipf_frequency("espace", "fr")
    assert word_frequency(["espace", None], "fr")[0] == pytest.approx(expected)
    mean = (wordfreq.zipf_frequency("chat", "fr") + wordfreq.zipf_frequency("dort", "fr")) / 2
    assert sentence_frequency(["le chat y dort xqzzv"], "fr")[0] == pytest.approx(mean), "neither le, y nor xqzzv"
    assert np.isnan(sentence_frequency(["le la les"], "fr")[0])
    with pytest.raises(UsageError, match="no word frequencies for the language 'xx'"):
        word_frequency(["a"], "xx")


def test_what_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import importlib.util

    find = importlib.util.find_spec
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None if name == "wordfreq" else find(name))
    needed = r"word frequencies needs? wordfreq; install it: pip install 'accord-iaa\[features\]'"
    with pytest.raises(UsageError, match=needed):
        _ = word_frequency(["a"], "fr")


# ---- parses

CONLLU = """# sent_id = s1
1\tLe\tle\tDET\t_\t_\t2\tdet\t_\t_
2\tchat\tchat\tNOUN\t_\t_\t4\tnsubj\t_\t_
3-4\tdu\t_\t_\t_\t_\t_\t_\t_\t_
3\ty\ty\tPRON\t_\t_\t4\tobl\t_\t_
4\tdort\tdormir\tVERB\t_\t_\t0\troot\t_\t_
5\t.\t.\tPUNCT\t_\t_\t4\tpunct\t_\t_

# sent_id = s2-1
1\tOui\toui\tADV\t_\t_\t0\troot\t_\t_

# sent_id = s2-2
1\tNon\tnon\tADV\t_\t_\t2\tadvmod\t_\t_
2\tmerci\tmerci\tINTJ\t_\t_\t0\troot\t_\t_
"""


def test_dependency_length(tmp_path: Path) -> None:
    path = tmp_path / "p.conllu"
    path.write_text(CONLLU, encoding="utf-8")
    parses = conllu_parses(path, ["s2", "s1", "s3"])
    found = dependency_length(parses)
    assert found[1] == pytest.approx((1 + 2 + 1) / 3), "neither the root nor punctuation"
    assert found[0] == 1.0
    assert np.isnan(found[2])
    by_parse = sentence_frequency([None, None, None], "fr", parses)[1]
    assert by_parse == pytest.approx(word_frequency(["chat", "dormir"], "fr").mean()), "lemmas of content words"


def test_parses_without_names_are_in_order(tmp_path: Path) -> None:
    path = tmp_path / "p.conllu"
    path.write_text("\n".join(line for line in CONLLU.splitlines() if not line.startswith("#")) + "\n")
    assert [len(one or ()) for one in conllu_parses(path, ["a", "b", "c"])] == [5, 1, 2]
    with pytest.raises(DataError, match="3 sentences without names for 2 items"):
        conllu_parses(path, ["a", "b"])


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1\tLe\n", "2 fields where CoNLL-U has 10"),
        ("1\tLe\tle\tDET\t_\t_\tx\tdet\t_\t_\n", "the governor 'x' is not a number"),
        ("# sent_id = q\n1\tLe\tle\tDET\t_\t_\t0\tdet\t_\t_\n", "no sentence has the name of an item"),
    ],
)
def test_bad_parses(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "p.conllu"
    path.write_text(text)
    with pytest.raises(DataError, match=message):
        conllu_parses(path, ["a"])


def test_spacy_is_used_where_it_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="python -m spacy download fr_core_news_sm"):
        spacy_parses(["Le chat"], "fr")
    le, chat = SimpleNamespace(i=0, text="Le", lemma_="le", pos_="DET"), SimpleNamespace(i=1, text="chat", pos_="NOUN")
    le.head = chat.head = chat
    chat.lemma_ = "chat"
    fake = ModuleType("spacy")
    fake.load = lambda name: lambda text: [le, chat]  # type: ignore[attr-defined]  # a stand-in for the real one
    fake.__spec__ = ModuleSpec("spacy", None)
    model = ModuleType("fr_core_news_md")
    model.__spec__ = ModuleSpec("fr_core_news_md", None)
    monkeypatch.setitem(sys.modules, "spacy", fake)
    monkeypatch.setitem(sys.modules, "fr_core_news_md", model)
    assert dependency_length(spacy_parses(["Le chat"], "fr")).tolist() == [1.0]


# ---- lexicons and counts


def test_a_lexicon_of_the_user(tmp_path: Path) -> None:
    path = tmp_path / "l.tsv"
    path.write_text(
        "word\tsense\tsynonyms\trank\naisé\triche\tfortuné; nanti\t2\naisé\tfacile\tsimple;fortuné\t1\nseul\tun\t\t1\n",
        encoding="utf-8",
    )
    lexicon = read_lexicon(path)
    words, senses = ["Aisé", "aisé", "seul", "inconnu"], ["riche", "facile", "un", "x"]
    assert lexicon.number_of_senses(words)[:3].tolist() == [2, 2, 1]
    assert lexicon.number_of_synonyms(words)[:3].tolist() == [3, 3, 0]
    assert lexicon.synonyms_of_sense(words, senses)[:3].tolist() == [2, 2, 0]
    assert lexicon.sense_rank(words, senses)[:3].tolist() == [1.0, 0.0, 0.0]
    assert np.isnan(lexicon.number_of_senses(words)[3])
    assert np.isnan(lexicon.sense_rank(words, senses)[3])


def test_a_wordnet_tab_file(tmp_path: Path) -> None:
    path = tmp_path / "wn-data-fra.tab"
    path.write_text(
        "# Wolf\tfra\thttp://x\tCeCILL-C\n00001740-n\tfra:lemma\tentité\n00001740-n\tfra:lemma\têtre\n"
        "00002-n\tfra:lemma\têtre\n00002-n\tfra:lemma\tpersonne_humaine\n00002-n\tfra:def\t0\tquelqu'un\n",
        encoding="utf-8",
    )
    lexicon = read_lexicon(path)
    assert lexicon.number_of_senses(["être"]).tolist() == [2]
    assert lexicon.number_of_synonyms(["être"]).tolist() == [2]
    assert lexicon.synonyms_of_sense(["être"], ["00002-n"]).tolist() == [1]
    assert np.isnan(lexicon.sense_rank(["être"], ["00002-n"])[0]), "its order says nothing about use"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a\tb\n", "neither a lexicon nor a wordnet"),
        ("word\tsense\tsynonyms\nx\t\tz\n", "without a word or a sense"),
        ("word\tsense\nx\t1\nx\t1\n", "has the sense '1' twice"),
        ("word\tsense\trank\nx\t1\tfirst\n", "the rank 'first' is not a number"),
        ("word\tsense\nx\t1\t2\n", "3 fields where the header has 2"),
    ],
)
def test_bad_lexicons(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "l.tsv"
    path.write_text(text)
    with pytest.raises(DataError, match=message) as caught:
        read_lexicon(path)
    assert caught.value.code == "ACC094"


def test_association(tmp_path: Path) -> None:
    from scipy.stats import chi2_contingency

    path = tmp_path / "c.tsv"
    path.write_text("target\tgovernor\tcount\na\tx\t10\na\ty\t10\nb\tx\t20\nb\ty\t60\n")
    counts = read_pair_counts(path)
    assert counts == CollocationCounts(counts.pairs, {"a": 20.0, "b": 80.0}, {"x": 30.0, "y": 70.0}, 100.0)
    assert counts.pmi(["A", "a"], ["x", "q"])[0] == pytest.approx(np.log2(10 * 100 / (20 * 30)))
    assert np.isnan(counts.pmi(["a"], ["q"])[0])
    expected = chi2_contingency([[10, 10], [20, 60]], correction=False, lambda_="log-likelihood").statistic
    assert counts.log_likelihood(["a"], ["x"])[0] == pytest.approx(expected)
    assert counts.log_likelihood(["a"], ["y"])[0] == pytest.approx(-expected), "rarer than chance"
    path.write_text("target\tgovernor\tcount\na\tx\tmany\n")
    with pytest.raises(DataError, match="a row without a count"):
        read_pair_counts(path)


# ---- by name


def test_all_that_can_be_computed(tmp_path: Path) -> None:
    table = feature_table({"item": ["a", "b"], "target": ["mot", "jour"]})
    words = Words(table, ["un <head>mot</head>", "le jour"], WordSources(target="target"))
    assert list(built_in_features(words, ["all"])) == ["length", "target_position"]
    path = tmp_path / "l.tsv"
    path.write_text("word\tsense\tsynonyms\nmot\t1\tterme\njour\t1\t\n", encoding="utf-8")
    more = Words(table, None, WordSources(target="target", lexicon=str(path)))
    assert {name: values.tolist() for name, values in built_in_features(more, ["all"]).items()} == {
        "senses": [1.0, 1.0],
        "synonyms": [1.0, 0.0],
    }


def test_what_is_missing_is_named() -> None:
    words = Words(feature_table({"item": ["a"], "x": [1]}), None, WordSources())
    with pytest.raises(UsageError, match=r"'sense_rank' needs a lexicon \(lexicon=\) and target words"):
        built_in_features(words, ["sense_rank"])
    with pytest.raises(UsageError, match="there is no built-in feature 'colour'; they are length"):
        built_in_features(words, ["colour"])
    for name in BUILT_IN:
        with pytest.raises(UsageError, match=f"the feature '{name}' needs"):
            built_in_features(words, [name])

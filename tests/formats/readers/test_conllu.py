"""CoNLL-U: the samples, trees of two annotators, labels of tokens, and round trips."""

import importlib
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accord.annotations.as_campaign import campaign_of
from accord.annotations.campaign import Campaign
from accord.annotations.relation_building import relations_from_columns
from accord.annotations.relation_tuples import relations as related
from accord.annotations.relations import Relations
from accord.formats import read_campaign, write
from untyped import accord

ROW = "{0}\t{1}\t_\tX\t_\t_\t{2}\t{3}\t_\t_\n"
TREE = "# sent_id = s1\n" + ROW.format(1, "So", 2, "adv") + ROW.format(2, "it", 0, "root") + "\n"


@pytest.mark.parametrize(
    ("path", "tokens", "relations", "left_out"),
    [  # token lines, those whose head is not 0, and what stands besides: counted in the files
        ("conllu/babinsky.conllu", [4, 5, 4], 10, 0),
        ("conllu/enh_deps.conllu", [6], 5, 6),
        ("corefud/fr-democrat-dev-sample.conllu", [6, 34, 1], 38, 11),
    ],
)
def test_samples(path: str, tokens: list[int], relations: int, left_out: int, shared_data: Path) -> None:
    campaign = read_campaign(shared_data / "formats" / path)
    (layer,) = campaign.layers
    assert layer.given is not None
    assert [len(layer.given[document]) for document in campaign.documents] == tokens
    assert len(layer) == relations
    assert sum(campaign.left_out.values()) == left_out
    assert len(layer.components) == len(tokens)  # each sentence has one root


def test_heads_and_roots(shared_data: Path) -> None:
    path = shared_data / "formats/conllu/babinsky.conllu"
    relations = accord.read(path)
    first = {(r["origin"], r["target"], r["label"]) for r in relations.rows() if r["document"] == "1"}
    assert first == {("2", "1", "nmod"), ("3", "2", "flat"), ("4", "1", "punct")}
    roots = {(document, unit, kind) for document, _, unit, kind in read_campaign(path).layers[0].components}
    assert roots == {("1", "1", "root"), ("2", "2", "root"), ("3", "3", "root")}


def test_what_the_package_conllu_reads(shared_data: Path) -> None:
    conllu = importlib.import_module("conllu")
    for path in [
        *(shared_data / "formats/conllu").glob("*.conllu"),
        *(shared_data / "formats/corefud").glob("*.conllu"),
    ]:
        (layer,) = read_campaign(path).layers
        found = sorted(zip(layer.columns["origin"], layer.columns["target"], layer.columns["label"], strict=True))
        tokens = [token for sentence in conllu.parse(path.read_text("utf-8")) for token in sentence]
        words = [token for token in tokens if isinstance(token["id"], int) and token["head"]]
        assert found == sorted((str(one["id"]), str(one["head"]), one["deprel"]) for one in words)


def test_labels_of_tokens(shared_data: Path) -> None:
    labels = accord.read(shared_data / "formats/conllu/babinsky.conllu", kind="labels", field="upos")
    assert labels.items is not None
    assert len(labels.items) == 13
    assert labels.items[0] == "1:1"
    assert set(labels.categories.texts) == {"NOUN", "PROPN", "PUNCT", "VERB", "AUX"}


def test_two_annotators_of_norwegian_trees(shared_data: Path) -> None:
    """Skjærholt 2014: ten sentences about a caterpillar, 115 tokens, by two annotators in two files."""
    folder = shared_data / "relations/skjaerholt2014/data/ndt"
    relations = accord.read([folder / "odin-caterpillar.conll", folder / "thor-caterpillar.conll"])
    assert relations.annotators == ("odin-caterpillar", "thor-caterpillar")
    assert relations.n_documents == 10
    assert relations.assigned.all()
    assert len(relations.unit_names) == 115


def test_multiword_tokens_and_empty_nodes_are_no_units(tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    extra = "1-2\tSoit" + "\t_" * 8 + "\n"
    path.write_text(extra + TREE.replace("\n\n", "\n2.1\tx" + "\t_" * 8 + "\n\n").partition("\n")[2])
    campaign = read_campaign(path)
    assert campaign.layers[0].given == {"1": ("1", "2")}
    assert campaign.left_out == {"empty node|empty nodes": 1}


def test_a_token_without_a_head_is_outside_the_tree(tmp_path: Path) -> None:
    (tmp_path / "a.conllu").write_text(TREE.replace("\t2\tadv", "\t_\t_"))
    campaign = read_campaign(tmp_path / "a.conllu")
    assert len(campaign.layers[0]) == 0
    assert [unit for _, _, unit, _ in campaign.layers[0].components] == ["2"]


@pytest.mark.parametrize(
    ("content", "code", "line", "message"),
    [
        (TREE.replace("\t_\t_\n2", "\n2"), "ACC047", 2, "8 columns"),
        (TREE.replace("\t2\tadv", "\t3\tadv"), "ACC048", 2, "head 3"),
        (TREE.replace("\t2\tadv", "\t²\tadv"), "ACC047", 2, "not a number"),
        (TREE.replace("\t2\tadv", f"\t{'9' * 5000}\tadv"), "ACC047", 2, "not a number"),
        (TREE.replace("2\tit", "5\tit"), "ACC047", 3, "where 2 is expected"),
        (TREE + TREE, "ACC047", 6, "occurs already, in line 2"),
        ("# sent_id = 1\n\n", "ACC002", None, "no sentence"),
        (TREE.replace("it", "i\0t"), "ACC005", 3, "NUL"),
        (TREE.encode().replace(b"So", b"\xc3\xa9") + b"# \xe9", "ACC004", 5, "mixed"),
    ],
)
def test_refusals(content: str | bytes, code: str, line: int | None, message: str, tmp_path: Path) -> None:
    path = tmp_path / "a.conllu"
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(accord.DataError) as caught:
        accord.read(path, reader="conllu")
    assert (caught.value.code, caught.value.place.line) == (code, line)
    assert message in str(caught.value)


def test_annotators_with_other_tokens(tmp_path: Path) -> None:
    (tmp_path / "a.conllu").write_text(TREE)
    (tmp_path / "b.conllu").write_text(TREE.replace("it", "is"))
    with pytest.raises(accord.DataError, match="ACC040") as caught:
        accord.read(tmp_path)
    assert "'it' and 'is'" in str(caught.value)


FORM = st.sampled_from(["a", "😀", "e\u0301", "New York", "#", "1", "\u2028", "\\"])


@st.composite
def forests(draw: Any) -> Relations:
    """Sentences with at most one head per token; who was not asked has none, tokens outside the tree have none."""
    sentences = draw(
        st.dictionaries(st.sampled_from(["s1", "s2", "zoë 3"]), st.lists(FORM, min_size=1, max_size=5), min_size=1)
    )
    people = draw(st.lists(st.sampled_from(["ann", "bob", "zoë"]), min_size=1, unique=True))
    rows, components = [], []
    for document, forms in sentences.items():
        for who in people:
            for unit in range(1, len(forms) + 1):
                head = draw(st.integers(-1, len(forms)))
                if head == 0:
                    components.append((document, who, str(unit), draw(st.sampled_from([None, "root"]))))
                elif head > 0 and head != unit:
                    rows.append((document, who, str(unit), str(head), draw(st.sampled_from([None, "nsubj", "😀:x"]))))
    return relations_from_columns(
        document=[row[0] for row in rows],
        annotator=[row[1] for row in rows],
        origin=[row[2] for row in rows],
        target=[row[3] for row in rows],
        label=[row[4] for row in rows],
        units={name: [str(at) for at in range(1, len(forms) + 1)] for name, forms in sentences.items()},
        unit_texts=sentences,
        components=components,
        annotators=people,
    )


def content(data: Relations) -> tuple[Any, ...]:
    rows = sorted((r["document"], r["annotator"], r["origin"], r["target"], str(r["label"])) for r in data.rows())
    types = [*data.types.texts, None]
    inside = zip(data.component_units, data.component_who, data.component_types, strict=True)
    members = {
        (data.documents[data.unit_document[u]], data.unit_names[u], data.annotators[w], types[t]) for u, w, t in inside
    }
    units = zip(data.unit_document, data.unit_names, data.unit_texts or [], strict=True)
    return rows, members, sorted((data.documents[d], name, text) for d, name, text in units)


def with_forms(data: Relations) -> Campaign:
    """The campaign that a reader makes of a file: its units have texts."""
    campaign = campaign_of(data)
    (layer,) = campaign.layers
    bounds = zip(data.documents, data.bounds[:-1], data.bounds[1:], strict=True)
    forms = {name: list((data.unit_texts or [])[first:last]) for name, first, last in bounds}
    return replace(campaign, layers=(replace(layer, given_texts=forms),))


@settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow])
@given(data=forests())
def test_round_trip(data: Relations) -> None:
    with tempfile.TemporaryDirectory() as folder:
        files = write(with_forms(data), Path(folder) / "out", to="conllu")
        assert len(files) == len(data.annotators)
        again = accord.read(Path(folder) / "out", kind="relations")
        assert content(again) == content(data)


def test_one_file_for_one_annotator(tmp_path: Path) -> None:
    (tmp_path / "a.conllu").write_text(TREE)
    (written,) = write(read_campaign(tmp_path / "a.conllu"), tmp_path / "b.conllu")
    assert written == tmp_path / "b.conllu"
    assert "2\tit\t_\t_\t_\t_\t0\troot" in written.read_text()
    assert content(accord.read(written))[2] == [("s1", "1", "So"), ("s1", "2", "it")]


def test_a_head_without_a_head_is_a_root(tmp_path: Path) -> None:
    (tmp_path / "b.conllu").write_text(TREE.replace("\t0\troot", "\t_\t_"))
    (again,) = write(read_campaign(tmp_path / "b.conllu"), tmp_path / "c.conllu")
    assert "\tit\t_\t_\t_\t_\t0\t_" in again.read_text()
    (written,) = write(related({"ann": [(1, 2)]}, units=[1, 2, 3]), tmp_path / "a.conllu")
    assert [line.split("\t")[6] for line in written.read_text().splitlines()[1:4]] == ["2", "0", "_"]


@pytest.mark.parametrize(
    ("links", "what"),
    [
        ([(1, 2), (1, 3)], "one head"),
        ([(1, 2, "a\tb")], "no place for 'a\\tb'"),
        ([(1, 2, "_")], "underscore"),
    ],
)
def test_what_cannot_be_written(links: list[Any], what: str, tmp_path: Path) -> None:
    data = related({"ann": links}, units=[1, 2, 3])
    with pytest.raises(accord.DataError, match="ACC051") as caught:
        write(data, tmp_path / "out", to="conllu")
    assert what in str(caught.value)

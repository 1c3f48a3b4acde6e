"""INCEpTION and WebAnno TSV: the samples, stacked and multi-token annotations, slots, chains, and references."""

from pathlib import Path
from typing import Any

import pytest

from accord.formats import read_campaign
from untyped import accord

NER = "de.tudarmstadt.ukp.dkpro.core.api.ner.type.NamedEntity"
HEAD = "#FORMAT=WebAnno TSV 3.3\n"


def units(
    path: Path, layer: str | None = None, **options: Any
) -> list[tuple[str, float, float, str | None, str | None]]:
    """(annotator, start, end, category, text)"""
    spans = read_campaign(path, **options).spans(layer)
    return [
        (spans.annotators[spans.who[u]], spans.starts[u], spans.ends[u], spans.category(u), spans.text_of(u))
        for u in range(len(spans))
    ]


def links(path: Path, layer: str | None = None) -> set[tuple[Any, ...]]:
    return {
        (row["annotator"], row["origin"], row["target"], row["label"])
        for row in read_campaign(path).relations(layer).rows()
        if row["origin"] is not None  # else asked, and drew nothing
    }


def written(folder: Path, content: str, name: str = "doc/user.tsv") -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(content)
    return path


@pytest.mark.parametrize(
    ("name", "layers"),
    [  # annotations by layer and user, counted in the files
        (
            "multipleStackedAnnotationsAreNotMergedTest",
            {("NamedEntity", "spans"): {"user1": 2, "user2": 3}},
        ),
        (
            "relationLabelTest",
            {
                ("POS", "spans"): {"curator": 26, "user1": 26, "user2": 26},
                ("POS.coarseValue", "spans"): {"curator": 26, "user1": 26, "user2": 26},
                ("Lemma", "spans"): {"user1": 26, "user2": 26},
                ("Dependency", "relations"): {"curator": 25, "user1": 26, "user2": 26},
            },
        ),
        (
            "simpleRelGovDiffTest",
            {
                ("POS", "spans"): {"curator": 1, "user1": 2, "user2": 2},
                ("Dependency", "relations"): {"user1": 1, "user2": 1},
            },
        ),
        (
            "agreement",
            {
                ("POS", "spans"): {f"kappa{one}": 9 for one in ("arcdiff", "spanarcdiff", "spandiff", "test")},
                ("Dependency", "relations"): {
                    f"kappa{one}": 9 for one in ("arcdiff", "spanarcdiff", "spandiff", "test")
                },
            },
        ),
    ],
)
def test_samples(name: str, layers: dict[tuple[str, str], dict[str, int]], shared_data: Path) -> None:
    campaign = read_campaign(shared_data / "formats/inception-tsv3" / name)
    assert {(layer.name, layer.kind): dict(campaign.cards(layer)) for layer in campaign.layers} == layers
    assert len(campaign.documents) == 1
    everybody = {who for several in layers.values() for who in several} | (
        {"curator"} if name != "agreement" else set()
    )
    assert set(campaign.annotators) == everybody


def test_stacked_annotations_over_two_tokens(shared_data: Path) -> None:
    folder = shared_data / "formats/inception-tsv3/multipleStackedAnnotationsAreNotMergedTest"
    text = "Champions League"
    assert units(folder) == [
        ("user1", 40, 56, "ORG", text),
        ("user1", 40, 56, "ORGpart", text),
        ("user2", 40, 56, "ORG", text),
        ("user2", 40, 56, "ORG", text),
        ("user2", 40, 56, "ORGpart", text),
    ]
    assert read_campaign(folder).spans().assigned.all()  # the curator was asked, and found nothing


def test_dependencies_lead_to_heads_and_roots_are_left_out(shared_data: Path) -> None:
    """Token 5 hangs on token 2; user 2 disagrees on the tag only. In relationLabelTest S and four ROOTs are loops."""
    folder = shared_data / "formats/inception-tsv3"
    assert links(folder / "simpleRelGovDiffTest") == {("user1", "1-5", "1-2", "OBJA"), ("user2", "1-5", "1-2", "OBJA")}
    relations = accord.read(folder / "relationLabelTest", kind="relations", only="*")
    assert len(relations) == 25 + 26 + 26 - 3 * 5
    assert any("15 relations of a unit to itself" in str(one) for one in relations.diagnostics)
    mine = {row["target"] for row in relations.rows() if row["annotator"] == "user1" and row["origin"] == "1-3"}
    assert mine == {"1-2"}
    lemmas = [one[3] for one in units(folder / "relationLabelTest", "Lemma")]
    assert lemmas.count("er|es|sie") == 2


def test_the_old_format(shared_data: Path) -> None:
    """Without offsets: tokens are found in the text. One tag differs between kappatest and kappaspandiff."""
    folder = shared_data / "formats/inception-tsv3/agreement"
    one, two = units(folder / "kappatest.tsv"), units(folder / "kappaspandiff.tsv")
    assert [(a[3], b[3]) for a, b in zip(one, two, strict=True) if a[1:] != b[1:]] == [("JJ", "ADJD")]
    assert one[8][1:] == (40, 43, "NN", "dog")
    assert len(accord.read(folder, kind="relations")) == 4 * 8
    assert ("kappatest", "[9]", "[6]", "pobj") in links(folder)


def test_slots_lead_to_their_fillers(tmp_path: Path) -> None:
    """The example of the user guide: auctioned has a seller, goods over two tokens, and a buyer."""
    path = written(
        tmp_path,
        HEAD + "#T_SP=webanno.custom.Frame|FE|ROLE_webanno.custom.Frame:Roles_webanno.custom.FrameRolesLink"
        "|webanno.custom.Lu\n#T_SP=webanno.custom.Lu|luvalue\n\n\n#Text=Bob auctioned the clock to John .\n"
        "2-1\t0-3\tBob\t_\t_\t_\tbob\t\n"
        "2-2\t4-13\tauctioned\ttransaction\tseller;goods;buyer\t2-1;2-3[4];2-6\t_\t\n"
        "2-3\t14-17\tthe\t_\t_\t_\tclock[4]\t\n2-4\t18-23\tclock\t_\t_\t_\tclock[4]\t\n"
        "2-5\t24-26\tto\t_\t_\t_\t_\t\n2-6\t27-31\tJohn\t_\t_\t_\tjohn\t\n2-7\t32-33\t.\t_\t_\t_\t_\t\n",
    )
    assert units(path, "Frame") == [("user", 4, 13, "transaction", "auctioned")]
    assert [one[3:] for one in units(path, "Lu")] == [("bob", "Bob"), ("clock", "the clock"), ("john", "John")]
    assert links(path, "Frame.Roles") == {
        ("user", "Frame:2-2", "Lu:2-1", "seller"),
        ("user", "Frame:2-2", "Lu:[4]", "goods"),
        ("user", "Frame:2-2", "Lu:2-6", "buyer"),
    }


def test_units_that_no_slot_holds_are_there_too(tmp_path: Path) -> None:
    """Bob has the same frame and filler and links nothing; slots of any type may hold units of every layer."""
    head = HEAD + "#T_SP=x.Frame|FE|ROLE_x.Frame:Any_x.L|uima.tcas.Annotation\n#T_SP=x.Lu|lu\n\n\n#Text=a b\n"
    written(tmp_path, head + "1-1\t0-1\ta\tF\tr\t1-2[1]\t_\n1-2\t2-3\tb\t_\t_\t_\tL[1]\n", "d/ann.tsv")
    written(tmp_path, head + "1-1\t0-1\ta\tF\t*\t*\t_\n1-2\t2-3\tb\t_\t_\t_\tL\n", "d/bob.tsv")
    campaign = read_campaign(tmp_path)
    assert campaign.cards(campaign.chosen("spans", "Frame.Any")[0]) == {"ann": 2, "bob": 2}
    assert links(tmp_path, "Frame.Any") == {("ann", "Frame:1-1", "Lu:[1]", "r")}


def test_chains_link_mentions_in_order(tmp_path: Path) -> None:
    path = written(
        tmp_path,
        HEAD + "#T_CH=de.x.CoreferenceLink|referenceType|referenceRelation\n\n\n#Text=He shot himself with his gun\n"
        "1-1\t0-2\tHe\tpr[1]\tcoref->1-1\n1-2\t3-7\tshot\t_\t_\n1-3\t8-15\thimself\tpr[1]\tcoref->1-2\n"
        "1-4\t16-20\twith\t_\t_\n1-5\t21-24\this\tnp[1]\t*->1-3\n1-6\t25-28\tgun\tnp[1]\t*->1-3\n",
    )
    assert [one[1:] for one in units(path)] == [(0, 2, "pr", "He"), (8, 15, "pr", "himself"), (21, 28, "np", "his gun")]
    assert links(path) == {("user", "1-1", "1-2", "coref"), ("user", "1-2", "1-3", "coref")}


def test_ambiguous_ends_of_relations(tmp_path: Path) -> None:
    """The example of the user guide: the annotation on 1-5 is stacked, that on 1-1 is not."""
    path = written(
        tmp_path,
        HEAD + f"#T_SP={NER}|value\n#T_RL=webanno.custom.Relation|value|BT_{NER}\n\n\n#Text=This is a test .\n"
        "1-1\t0-4\tThis\t*\t_\t_\n1-2\t5-7\tis\t_\t_\t_\n1-3\t8-9\ta\t_\t_\t_\n1-4\t10-14\ttest\t_\t_\t_\n"
        "1-5\t15-16\t.\t*[1]|*[2]\t*|so\t1-1[0_1]|1-1[0_2]\n",
    )
    assert links(path) == {("user", "1-1", "[1]", None), ("user", "1-1", "[2]", "so")}


def test_offsets_are_utf_16_and_parts_of_tokens_have_rows(tmp_path: Path) -> None:
    body = "\n\n#Text=I like 😊 it .\n1-1\t0-1\tI\t_\n1-2\t2-6\tlike\t_\n1-3\t7-9\t😊\tEMO\n1-4\t10-12\tit\t_\n"
    more = "1-5\t13-14\t.\t_\n\n#Text=Go\n#Text=on\n2-1\t15-17\tGo\tA[1]\n2-2\t18-20\ton\tA[1]\n2-2.1\t19-20\tn\tB\n"
    path = written(tmp_path, HEAD + f"#T_SP={NER}|value\n" + body + more)
    assert units(path) == [
        ("user", 7, 8, "EMO", "😊"),
        ("user", 14, 19, "A", "Go\non"),
        ("user", 18, 19, "B", "n"),
    ]
    assert any(one.code == "ACC132" for one in read_campaign(path).diagnostics)


def test_offsets_that_count_characters(tmp_path: Path) -> None:
    body = "\n\n#Text=😊 it\n1-1\t0-1\t😊\t_\n1-2\t2-4\tit\tX\n\n#Text=Go\n2-1\t5-7\tGo\tY\n"
    assert units(written(tmp_path, HEAD + f"#T_SP={NER}|value\n" + body)) == [
        ("user", 2, 4, "X", "it"),
        ("user", 5, 7, "Y", "Go"),
    ]


def test_curations_are_no_annotator(tmp_path: Path) -> None:
    content = HEAD + f"#T_SP={NER}|value\n\n\n#Text=Rome\n1-1\t0-4\tRome\tLOC\n"
    for name in ("annotation/d1/ann", "annotation/d1/bob", "annotation/d1/INITIAL_CAS", "curation/d1/CURATION_USER"):
        written(tmp_path, content, f"{name}.tsv")
    spans = accord.read(tmp_path)
    assert spans.annotators == ("ann", "bob")
    assert spans.documents == ("d1",)
    aside = [one.text for one in spans.read_as if one.aspect == "set aside"]
    assert aside == [
        "INITIAL_CAS: documents before annotation",
        "1 curator (CURATION_USER): measures are among people",
    ]
    assert not any(one.guessed for one in spans.read_as if one.aspect == "set aside")
    assert accord.read(tmp_path, only="CURATION_USER").annotators == ("CURATION_USER",)
    alone = accord.read(tmp_path / "curation/d1/CURATION_USER.tsv", annotator_from="file")
    assert alone.annotators == ("CURATION_USER",)


def test_escaped_values_and_further_features(tmp_path: Path) -> None:
    head = HEAD + f"#T_SP={NER}|identifier|value\n#T_SP=webanno.custom.Plain|\n\n\n"
    path = written(
        tmp_path, head + "#Text=a\\\\b c\n1-1\t0-3\ta\\\\b\thttp://x\tL\\[1\\]\\|M\t*\n1-2\t4-5\tc\t*\tN\\_\\*\t_\n"
    )
    assert [one[3:] for one in units(path, "NamedEntity")] == [("L[1]|M", "a\\b"), ("N_*", "c")]
    assert [one[3] for one in units(path, "NamedEntity.identifier")] == ["http://x", None]
    assert units(path, "Plain") == [("user", 0, 3, None, "a\\b")]


GOOD = HEAD + f"#T_SP={NER}|value\n#T_RL=x.Rel|BT_{NER}\n\n\n#Text=a b\n1-1\t0-1\ta\tX\t_\n1-2\t2-3\tb\tY\t1-1\n"


@pytest.mark.parametrize(
    ("content", "code", "line", "message"),
    [
        (GOOD.replace("TSV 3.3", "TSV 4"), "ACC047", 1, "TSV 4"),
        (GOOD.replace("\tX\t_", "\tX"), "ACC047", 7, "1 annotation columns where the header declares 2"),
        (GOOD.replace("0-1", "0-x"), "ACC047", 7, "not a row"),
        (GOOD.replace("0-1", "²-1"), "ACC047", 7, "not a row"),
        (GOOD.replace("0-1", "5-1"), "ACC047", 7, "from 5 to 1"),
        (GOOD.replace("\t1-1\n", "\t7-7\n"), "ACC048", 8, "no token '7-7'"),
        (GOOD.replace("\t1-1\n", "\t1-1[8_0]\n"), "ACC048", 8, "no annotation at 1-1[8]"),
        (GOOD.replace("2-3", "1-2"), "ACC043", None, "'b' in the export and ' ' in the text"),
        (GOOD.replace("#Text=a b\n", ""), "ACC047", 6, "before the first line of #Text="),
        (GOOD.replace("0-1", "999999999-999999999"), "ACC052", 7, "between two sentences"),
        (GOOD + "\n#Text=c\n2-1\t1-2\tc\tX\t_\n", "ACC047", 11, "the one before ends at 3"),
        (GOOD.replace(f"|BT_{NER}", "|x"), "ACC047", 3, "last column"),
        (GOOD.replace("\tY\t", "\t\0\t"), "ACC005", 8, "NUL"),
        ("\n".join(GOOD.split("\n")[:5]), "ACC047", 4, "no token"),
    ],
)
def test_refusals(content: str, code: str, line: int | None, message: str, tmp_path: Path) -> None:
    path = written(tmp_path, content)
    with pytest.raises(accord.DataError) as caught:
        accord.read(path, reader="webanno")
    assert (caught.value.code, caught.value.place.line) == (code, line)
    assert message in str(caught.value)
    assert caught.value.place.file == str(path)


def test_texts_that_differ_between_users(tmp_path: Path) -> None:
    written(tmp_path, GOOD, "d/a.tsv")
    written(tmp_path, GOOD.replace("#Text=a b", "#Text=a b!"), "d/b.tsv")
    with pytest.raises(accord.DataError, match="ACC040"):
        accord.read(tmp_path)


def test_rows_of_one_annotation_with_others_between_are_its_fragments(tmp_path: Path) -> None:
    """They were read as the stretch from the first to the last, without a word."""
    rows = (
        "1-1\t0-4\tMake\tX[1]\t\n1-2\t5-7\tup\tX[1]\t\n1-3\t8-12\tyour\t_\t\n1-4\t13-17\tmind\tX[1]|Y[2]\t\n"
        "1-5\t18-21\tnow\tY[2]\t\n"
    )
    path = written(tmp_path, f"{HEAD}#T_SP={NER}|value\n\n\n#Text=Make up your mind now\n{rows}")
    spans = read_campaign(path.parent.parent).spans()
    assert [spans.bounds_of(unit) for unit in range(len(spans))] == ["0–7;13–17", "13–21"]
    assert spans.text_of(0) == "Make up … mind"


def test_a_unit_that_ends_within_a_token_is_of_one_piece(tmp_path: Path) -> None:
    rows = (
        "1-1\t0-4\tThis\tX[1]\t\n1-2\t5-9\ttest\t_\t\n1-2.1\t5-7\tte\tX[1]\t\n1-3\t10-13\tend\t_\t\n\n"
        "#Text=More\n2-1\t14-18\tMore\t_\t\n"
    )
    path = written(tmp_path, f"{HEAD}#T_SP={NER}|value\n\n\n#Text=This test end\n{rows}")
    spans = read_campaign(path.parent.parent).spans()
    assert [spans.bounds_of(unit) for unit in range(len(spans))] == ["0–7"]
    assert spans.fragments is None


SAME_SPAN = (
    f"{HEAD}#T_SP={NER}|value\n#T_RL=webanno.custom.SameSpan|kind|BT_{NER}\n"
    f"#T_RL=webanno.custom.Part|kind|BT_{NER}\n\n\n#Text=left and right knee hurt\n"
    "1-1\t0-4\tleft\tBODY\t_\t_\t_\t_\t\n1-2\t5-8\tand\t_\t_\t_\t_\t_\t\n1-3\t9-14\tright\t_\t_\t_\t_\t_\t\n"
    "1-4\t15-19\tknee\tBODY\t*\t1-1\t_\t_\t\n1-5\t20-24\thurt\tPAIN\t_\t_\twhole\t1-4\t\n"
)


def test_relations_that_tie_fragments_are_named(tmp_path: Path) -> None:
    path = written(tmp_path, SAME_SPAN).parent.parent
    assert len(accord.read(path, field="NamedEntity")) == 3
    spans = accord.read(path, field="NamedEntity", joined_by="SameSpan")
    assert [(spans.bounds_of(unit), spans.category(unit)) for unit in range(len(spans))] == [
        ("0–4;15–19", "BODY"), ("20–24", "PAIN"),
    ]  # fmt: skip
    assert "1 unit is a fragment of the unit that 'SameSpan' ties to another" in [x.message for x in spans.diagnostics]
    links = accord.read(path, kind="relations", joined_by="SameSpan")
    [row] = [row for row in links.rows() if row["origin"] is not None]
    units = {name: links.spans.bounds_of(place) for place, name in enumerate(links.unit_names)}
    assert (units[row["origin"]], units[row["target"]]) == ("0–4;15–19", "20–24")


def test_relations_that_cannot_tie_fragments(tmp_path: Path) -> None:
    path = written(tmp_path, SAME_SPAN).parent.parent
    with pytest.raises(accord.DataError, match=r"no relation is called 'Same'.*ACC439.*SameSpan, Part, whole"):
        accord.read(path, field="NamedEntity", joined_by="Same")
    with pytest.raises(accord.DataError, match=r"are a 'BODY' and a 'PAIN'.*ACC439"):
        accord.read(path, field="NamedEntity", joined_by="whole")


def test_links_to_fragments_in_another_layer(tmp_path: Path) -> None:
    """Two units may share a fragment: left knee, right knee."""
    part = "webanno.custom.Part"
    head = f"#T_SP={part}|value\n#T_SP={NER}|value|ROLE_{NER}:parts_{NER}PartsLink|{part}\n"
    rows = (
        "1-1\t0-4\tleft\t_\tBODY\t*\t1-4\t\n1-2\t5-8\tand\t_\t_\t_\t_\t\n"
        "1-3\t9-14\tright\t_\tBODY\t*\t1-4\t\n1-4\t15-19\tknee\tmore\t_\t_\t_\t\n"
    )
    path = written(tmp_path, f"{HEAD}{head}\n\n#Text=left and right knee\n{rows}").parent.parent
    spans = accord.read(path, field="NamedEntity", joined_by="NamedEntity.parts")
    assert [(spans.bounds_of(unit), spans.category(unit)) for unit in range(len(spans))] == [
        ("0–4;15–19", "BODY"), ("9–14;15–19", "BODY"),
    ]  # fmt: skip
    assert "2 units are fragments of the unit" in " ".join(one.message for one in spans.diagnostics)

"""`accord inspect` and `accord convert` as a user runs them."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from accord.cli import main, program
from formats.export_seeds import SEEDS
from untyped import accord

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.setitem(program.COMMANDS, "inspect", ("accord.cli.inspect_command", ""))
    monkeypatch.setitem(program.COMMANDS, "convert", ("accord.cli.convert_command", ""))

    def ran(*arguments: str | Path) -> tuple[int, str, str]:
        capsys.readouterr()
        status = main([str(one) for one in arguments])
        said = capsys.readouterr()
        return status, said.out, said.err

    return ran


@pytest.fixture
def export(tmp_path: Path) -> Path:
    (tmp_path / "export.json").write_bytes(SEEDS["label-studio"]["export.json"])
    return tmp_path / "export.json"


def test_inspect_shows_what_there_is(run: Run, export: Path) -> None:
    status, out, err = run("inspect", export)
    assert status == 0
    assert "3 documents, 3 of them annotated more than once; 3 annotators; 3 texts known" in out
    for row in (
        ["ner", "spans", "9", "3", "PER,", "ORG"],
        ["mood", "labels", "6", "3", "pos"],
        ["3", "person", "0", "3"],
        ["b@x", "person", "3", "0"],
    ):
        assert any(line.split()[: len(row)] == row for line in out.splitlines()), (row, out)
    assert "Left out: 3 cancelled annotations" in out
    assert "Traceback" not in err


def test_inspect_as_json(run: Run, export: Path) -> None:
    status, out, _ = run("inspect", export, "--format", "json")
    record = json.loads(out)
    assert (status, record["schema"], record["documents"], record["texts"]) == (0, 1, 3, 3)
    assert record["left_out"] == {"cancelled annotation": 3}
    assert {(one["name"], one["kind"]): one["annotations"] for one in record["fields"]} == {
        ("ner", "spans"): 9, ("mood", "labels"): 6, ("free", "answers"): 12, ("relations", "relations"): 3,
    }  # fmt: skip
    assert record["annotators"][1] == {
        "name": "3", "role": "person", "documents": 0, "cancelled": 3,
        "annotations": {"mood (labels)": 0, "free (answers)": 0, "ner (spans)": 0, "relations (relations)": 0},
    }  # fmt: skip


@pytest.mark.parametrize("output", ["csv", "markdown", "latex"])
def test_inspect_in_other_formats(output: str, run: Run, export: Path) -> None:
    status, out, _ = run("inspect", export, "--format", output, "--quiet")
    assert status == 0
    assert "ner" in out


def test_inspect_a_table(run: Run, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text("item,annotator,label\n1,A,x\n1,B,y\n2,A,x\n")
    status, out, _ = run("inspect", tmp_path / "t.csv")
    assert status == 0
    assert "2 documents, 1 of them annotated more than once; 2 annotators" in out


def test_bad_data_and_wrong_usage(run: Run, tmp_path: Path) -> None:
    (tmp_path / "x.ann").write_text("T1\tPER 0 5\tx\nnonsense\n")
    status, out, err = run("inspect", tmp_path / "x.ann")
    assert (status, out) == (3, "")
    assert "x.ann:2: this is not a line of brat: 'nonsense' [ACC047]" in err
    assert run("inspect")[0] == 2
    assert run("convert", tmp_path / "x.ann")[0] == 2
    assert run("convert", tmp_path / "x.ann", tmp_path / "y", "--to", "prodigy")[0] in (2, 3)


def test_convert_there_and_back(run: Run, export: Path, tmp_path: Path) -> None:
    status, _, err = run("convert", export, tmp_path / "brat", "--to", "brat")
    assert status == 0
    assert "has no place for it: 'mood' (labels), 6, 'free' (answers), 12 [ACC131]" in err
    assert "'ner'" not in err.partition("no place")[2]
    assert sorted(path.name for path in (tmp_path / "brat").iterdir()) == ["1", "b@x"]
    status, _, err = run("convert", tmp_path / "brat", tmp_path / "back.json", "--to", "label-studio")
    assert status == 0
    assert f"written: {tmp_path / 'back.json'}" in err
    one, two = accord.read(export, kind="spans"), accord.read(tmp_path / "back.json", kind="spans")
    assert [len(one.continuum(place)) for place in range(3)] == [len(two.continuum(place)) for place in range(3)]
    assert sorted(one.starts) == sorted(two.starts)


def test_a_table_holds_one_layer_and_the_rest_is_named(run: Run, export: Path, tmp_path: Path) -> None:
    status, _, err = run("convert", export, tmp_path / "spans.csv")
    assert status == 0
    assert "'mood' (labels), 6, 'free' (answers), 12, 'relations' (relations), 3 [ACC131]" in err
    assert accord.read(tmp_path / "spans.csv").sha256 == accord.read(export, kind="spans").sha256
    corpus = tmp_path / "brat"
    assert run("convert", export, corpus, "--to", "brat")[0] == 0
    status, _, err = run("convert", corpus, tmp_path / "links.csv")
    assert (status, "has no place for it" in err, "relation" in err) == (0, False, False)
    links = accord.read([tmp_path / "links.csv", tmp_path / "links.units.csv"])
    assert links.sha256 == accord.read(corpus, kind="relations").sha256


def test_convert_says_what_a_format_cannot_carry_and_overwrites_nothing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "s.csv").write_text("annotator,category,start,end\nA,x,0,5\nB,x,0,4\n")
    assert run("convert", tmp_path / "s.csv", tmp_path / "t.jsonl")[0] == 0
    status, _, err = run("convert", tmp_path / "s.csv", tmp_path / "t.jsonl")
    assert status == 3
    assert "ACC021" in err
    assert run("convert", tmp_path / "s.csv", tmp_path / "t.jsonl", "--force")[0] == 0
    status, _, err = run("convert", tmp_path / "s.csv", tmp_path / "b", "--to", "brat")
    assert status == 3
    assert "ACC051" in err
    assert not (tmp_path / "b").exists()


def test_convert_says_what_reading_left_out(run: Run, export: Path, tmp_path: Path) -> None:
    status, _, err = run("convert", export, tmp_path / "spans.csv", "--kind", "spans", "--field", "ner")
    assert status == 0
    assert "left out when it was read: 3 cancelled annotations [ACC131]" in err
    assert "not written: the texts of 3 documents [ACC131]" in err
    status, _, err = run("convert", export, tmp_path / "corpus", "--to", "brat", "--kind", "spans", "--field", "ner")
    assert (status, "the texts of" in err) == (0, False), err


BRAT = {
    "d.txt": "Ann saw Bob and Cid.",
    "d.ann": "T1\tPER 0 3\tAnn\nT2\tPER 8 11\tBob\nT3\tPER 16 19\tCid\n*\tEquiv T1 T2\nR1\tknows Arg1:T1 Arg2:T3\n"
    "R2\tsees Arg1:T1 Arg2:T3\n",
}


@pytest.fixture
def brat(tmp_path: Path) -> Path:
    for who in ("ann", "bob"):
        (tmp_path / "corpus" / who).mkdir(parents=True)
        for name, text in BRAT.items():
            (tmp_path / "corpus" / who / name).write_text(text)
    return tmp_path / "corpus"


def test_a_table_of_relations_is_read_back_and_what_it_cannot_hold_is_said(run: Run, brat: Path) -> None:
    links, units = brat.parent / "links.csv", brat.parent / "links.units.csv"
    status, _, err = run("convert", brat, links, "--kind", "relations")
    assert status == 0
    assert "not written: 2 further relations between the same units; the texts of 1 document [ACC131]" in err
    assert f"its units {units}, read together" in err
    for back in (accord.read([links, units]), accord.read(links)):
        assert back.links("d", "ann") == [("T1", "T2", "Equiv"), ("T1", "T3", "knows")]
        assert back.symmetric == ("Equiv",)
        assert back.sha256 == accord.read(brat, kind="relations").sha256


def test_formats_that_know_no_direction_say_so_and_others_do_not(run: Run, brat: Path) -> None:
    for to, said in (("glozz", True), ("brat", False)):
        status, _, err = run("convert", brat, brat.parent / to, "--to", to)
        assert (status, "that 'Equiv' has no direction" in err) == (0, said), (to, err)


def test_tables_of_given_units_keep_their_texts_and_which_units_are_what(run: Run, tmp_path: Path) -> None:
    essay = tmp_path / "essay.tsv"
    essay.write_text(
        "essay code\t unit ID\t text\t unit category\t target\t relation\t drop flag\n"
        'E\t1\t"So."\t"claim"\t\t\tfalse\nE\t2\t"Because."\t" "\t1\tsup\tfalse\n'
        'E\t3\t"Apart."\t"claim"\t\t\tfalse\nE\t4\t"So it is."\t" "\t1\t=\tfalse\n'
    )
    status, _, err = run("convert", essay, tmp_path / "links.csv")
    assert status == 0
    assert "not written" not in err
    back, data = accord.read(tmp_path / "links.csv"), accord.read(essay)
    assert list(back.unit_texts) == list(data.unit_texts)
    assert (back.symmetric, back.types.texts) == (("=",), ("claim",))
    assert back.sha256 == data.sha256


def test_conllu_says_that_units_lose_their_names(run: Run, tmp_path: Path) -> None:
    for names, said in ((("e1", "e2", "3"), True), (("1", "2", "3"), False)):
        units, links = tmp_path / f"{said}.units.csv", tmp_path / f"{said}.csv"
        units.write_text("document,unit\n" + "".join(f"d,{name}\n" for name in names))
        links.write_text(f"document,annotator,origin,target,label\nd,A,{names[0]},{names[1]},x\n")
        status, _, err = run("convert", links, units, tmp_path / f"{said}.conllu")
        assert (status, "not written: the names of 2 units, now numbers [ACC131]" in err) == (0, said), err


def test_textgrids_say_how_they_are_read_again(run: Run, tmp_path: Path) -> None:
    table, out = tmp_path / "units.csv", tmp_path / "grids"
    table.write_text("document,annotator,category,start,end\nd1,A,x,0,1\nd2,B,x,0,1\n")
    status, _, err = run("convert", table, out, "--to", "textgrid")
    assert status == 0
    assert "no document has two annotators: read the folders again with --annotator-from dir [ACC134]" in err
    assert accord.read(out).documents != accord.read(table).documents, "else the note is not needed"
    assert accord.read(out, annotator_from="dir").documents == accord.read(table).documents
    table.write_text("document,annotator,category,start,end\nd1,A,x,0,1\nd1,B,x,0,1\n")
    assert "read the folders again" not in run("convert", table, tmp_path / "both", "--to", "textgrid")[2]
    assert accord.read(tmp_path / "both").documents == ("d1",)
    status, _, err = run("convert", table, tmp_path / "one.TextGrid")
    assert "each tier is an annotator: read it again with --annotator-from tier [ACC134]" in err
    assert accord.read(tmp_path / "one.TextGrid", annotator_from="tier").annotators == ("A", "B")

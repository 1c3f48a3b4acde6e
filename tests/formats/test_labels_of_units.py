"""Labels of tokens from two exports of spans: the protocol of Fort et al. (2012) from real files."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from accord.annotations import Labels
from accord.annotations.unit_labels import labels_of_units
from accord.cli import main
from untyped import accord

TOKENS = ["The", "gene", "yqzB", ",", "renamed", "ccpN", ",", "is", "old"]


def conll(folder: Path, **tags: dict[int, str]) -> list[str]:
    """A file for each annotator; `tags` says which tokens have which tag."""
    paths = []
    for who, marked in tags.items():
        path = folder / f"{who}.conll"
        lines = [f"{token}\t{marked.get(place, 'O')}" for place, token in enumerate(TOKENS)]
        path.write_text("\n".join(["-DOCSTART-\t(d1)\tO", "", *lines, ""]) + "\n", encoding="utf-8")
        paths.append(str(path))
    return paths


def brat(folder: Path, **units: list[tuple[str, int, int]]) -> str:
    text = " ".join(TOKENS)
    for who, several in units.items():
        (folder / "brat" / who).mkdir(parents=True)
        (folder / "brat" / who / "d1.txt").write_text(text, encoding="utf-8")
        lines = [f"T{n}\t{name} {s} {e}\t{text[s:e]}" for n, (name, s, e) in enumerate(several, 1)]
        (folder / "brat" / who / "d1.ann").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return str(folder / "brat")


def said_by(labels: Labels, who: str) -> list[str]:
    data = labels.of_annotators([who])
    return [data.categories.texts[code] for code in data.codes.tolist()]


def test_two_conll_files(tmp_path: Path) -> None:
    paths = conll(tmp_path, A1={2: "B-Former", 5: "B-New"}, A2={2: "B-Former", 4: "B-New", 5: "I-New"})
    data = accord.read(paths, kind="labels", per="token", nothing="Nothing")
    assert (data.n_items, data.nothing, data.level) == (9, "Nothing", "nominal")
    assert data.texts is not None and list(data.texts) == TOKENS  # noqa: PT018
    expected = ["Nothing", "Nothing", "Former", "Nothing", "Nothing", "New", "Nothing", "Nothing", "Nothing"]
    assert said_by(data, "A1") == expected
    assert said_by(data, "A2") == [*expected[:4], "New", *expected[5:]]
    assert any("9 tokens" in one.text for one in data.read_as)


def test_brat_gives_the_same(tmp_path: Path) -> None:
    folder = brat(tmp_path, A1=[("Former", 9, 13), ("New", 24, 28)], A2=[("Former", 10, 12)])
    data = accord.read(folder, kind="labels", per="token", nothing="Nothing")
    assert said_by(data, "A1")[2::3] == ["Former", "New", "Nothing"]
    assert said_by(data, "A2")[2] == "Former"  # part of a token
    characters = accord.read(folder, kind="labels", per="character")
    assert characters.n_items == len(" ".join(TOKENS))
    assert said_by(characters, "A2").count("Former") == 2
    assert accord.read(folder, kind="labels", per="sentence").n_items == 1


def test_the_command_of_the_paper(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    paths = conll(tmp_path, A1={2: "B-Former", 5: "B-New"}, A2={2: "B-Former"})
    asked = [
        "measure",
        *paths,
        "--kind",
        "labels",
        "--per",
        "token",
        "--nothing",
        "Nothing",
        "-m",
        "kappa",
        "-m",
        "f_measure",
    ]
    (tmp_path / "genes.txt").write_text("yqzB\nccpN\nold\n", encoding="utf-8")
    view = ["--view", f"universe {tmp_path / 'genes.txt'}"]
    assert main([*asked, *view, "--format", "json", "--no-interval", "--quiet"]) == 0
    found = json.loads(capsys.readouterr().out)
    values = {one["measure"].split("(")[0]: one["value"] for one in found["results"]}
    assert values["f_measure"] == pytest.approx(2 / 3)
    assert found["views"][0]["items"] == 3
    assert found["views"][0]["table"]["total"] == 3


def test_a_universe_by_a_dictionary_keeps_what_was_marked(tmp_path: Path) -> None:
    paths = conll(tmp_path, A1={2: "B-Former", 4: "B-New"}, A2={2: "B-Former"})
    data = accord.read(paths, kind="labels", per="token", nothing="Nothing")
    small = data.universe(["ccpN", "nowhere"])
    assert list(small.texts or ()) == ["yqzB", "renamed", "ccpN"]
    with pytest.raises(accord.UsageError, match="no item has a name or a text"):
        data.universe(["nowhere"])


def test_units_on_top_of_each_other_are_told() -> None:
    text = "one two"
    spans = accord.spans([("A", 0, 3, "x"), ("A", 0, 7, "y"), ("B", 4, 7, "x")], length=7)
    made = labels_of_units(replace(spans, texts=(text,)), "token")
    assert made.diagnostics[0].code == "ACC361"
    assert said_by(made, "A") == ["x", "y"]  # as much of the token, and the first
    assert said_by(made, "B") == ["nothing", "x"]


def test_who_was_not_asked_has_no_label() -> None:
    rows = {"d1": [("A", 0, 1, "x"), ("B", 0, 1, "x")], "d2": [("A", 0, 1, "x")]}
    spans = replace(accord.spans(rows), assigned=np.array([[True, True], [True, False]]))
    made = labels_of_units(spans, "character")
    assert np.bincount(made.who if made.who is not None else [], minlength=2).tolist() == [2, 1]


def test_what_cannot_be_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spans = accord.spans([("A", 0, 3, "x"), ("B", 0, 3, "x")])
    with pytest.raises(accord.DataError, match="ACC360"):
        labels_of_units(spans, "token")
    with pytest.raises(accord.UsageError, match="cannot mean 'nothing marked'"):
        labels_of_units(spans, "character", "x")
    paths = conll(tmp_path, A1={2: "B-x"}, A2={})
    for wrong in (["--kind", "spans"], ["--level", "ordinal"], ["--nothing", "x"]):
        assert main(["measure", *paths, "--per", "token", *wrong]) in (2, 3)
        assert "Traceback" not in capsys.readouterr().err

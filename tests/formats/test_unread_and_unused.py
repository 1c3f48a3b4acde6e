"""Files that accord does not read are called by their names, and options that do nothing are named."""

from __future__ import annotations

import bz2
import lzma
import os
from pathlib import Path
from typing import Any

import pytest

from accord.cli import main
from formats.mutations import LONG, workbook
from untyped import accord

XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
MANIFEST = (
    '{"source": "a", "label": 0, "label-metadata": {"human-annotated": "yes", '
    '"type": "groundtruth/text-classification"}}\n'
)


@pytest.mark.parametrize(
    ("name", "content", "called"),
    [
        ("a.xmi", XML + '<xmi:XMI xmlns:xmi="http://www.omg.org/XMI"/>', "UIMA XMI"),
        ("a.xml", XML + "<GateDocument></GateDocument>", "GATE XML"),
        ("b.xml", XML + "<annotations><version>1.1</version><image/></annotations>", "CVAT XML"),
        ("a.json", '{"nodes": [{"nodeID": "1", "text": "x", "type": "I"}], "edges": []}', "AIF"),
        ("a.manifest", MANIFEST, "SageMaker Ground Truth"),
        ("b.json", '[{"annotations": [{"workerId": "w", "annotationData": {}}]}]', "SageMaker Ground Truth"),
        ("d.ndjson", '{"data_row": {"id": "x"}, "projects": {}}\n', "Labelbox"),
        ("a.conll", "#begin document (bc/x); part 000\nbc/x   0    0    In   IN   *\n#end document\n", "CoNLL-2012"),
    ],
)
def test_formats_that_are_not_read_are_called_by_their_names(
    tmp_path: Path, name: str, content: str, called: str
) -> None:
    path = tmp_path / name
    path.write_text(content)
    with pytest.raises(
        accord.DataError, match=rf"this is .*{called}.*, which accord does not read \[ACC005\]"
    ) as caught:
        accord.read(path)
    assert caught.value.place.file == str(path)
    assert "table" in (caught.value.hint or "")


def test_a_table_that_speaks_of_such_formats_is_read(tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    path.write_text('item,annotator,label\n1,A,<GateDocument>\n1,B,"{""nodes"": ""nodeID""}"\n')
    assert len(accord.read(path).categories) == 2
    path = tmp_path / "r.jsonl"
    path.write_text('{"item": 1, "annotator": "A", "label": "x", "responses": 1, "suggestions": 2}\n')
    assert accord.read(path).n_items == 1


@pytest.mark.parametrize(("packed", "called"), [(lzma.compress(LONG.encode()), "xz"), (bz2.compress(b"x"), "bzip2")])
def test_packed_files_are_to_be_unpacked(tmp_path: Path, packed: bytes, called: str) -> None:
    path = tmp_path / "ratings.csv.gz"
    path.write_bytes(packed)
    with pytest.raises(accord.DataError, match=rf"packed with {called} \[ACC005\]; unpack it"):
        accord.read(path)


def test_standard_input_and_devices_are_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["measure", "-"]) == 3
    assert "standard input is not read [ACC001]; write the data to a file" in capsys.readouterr().err
    if os.path.exists("/dev/null"):
        assert main(["measure", "/dev/null"]) == 3
        assert "this is a device, not a regular file [ACC001]; write the data" in capsys.readouterr().err
    (tmp_path / "-").write_text(LONG)
    assert accord.read("-").n_items > 1, "a file may be called so"


def test_a_conllu_file_of_nine_columns_says_so(tmp_path: Path) -> None:
    path = tmp_path / "nine.conllu"
    for comment in ("", "# sent_id = 1\n"):
        path.write_text(comment + "1\tThe\tthe\tDET\t_\t_\t2\tdet\t_\n2\tcat\tcat\tNOUN\t_\t_\t0\troot\t_\n")
        with pytest.raises(accord.DataError, match="9 columns where CoNLL-U has 10"):
            accord.read(path)
    path.write_text("1 The the DET _ _ 2 det _ _\n")
    with pytest.raises(accord.DataError, match="1 column where CoNLL-U has 10"):
        accord.read(path)


def unused(path: Path, **options: Any) -> list[str]:
    return [one.message.partition(" ")[0] for one in accord.read(path, **options).diagnostics if one.code == "ACC180"]


def test_options_without_effect_are_named(tmp_path: Path) -> None:
    table, book = tmp_path / "r.csv", tmp_path / "r.xlsx"
    table.write_text(LONG)
    book.write_bytes(workbook([line.split(",") for line in LONG.splitlines()]))
    exported = {"field": "x", "annotator_from": "dir", "document_key": "k"}
    assert unused(table) == []
    assert unused(table, **exported, sheet="1") == ["field=", "annotator_from=", "document_key=", "sheet="]
    assert unused(book, sheet=1) == []
    assert unused(book, separator="tab") == ["separator="]
    tree = tmp_path / "A.conllu"
    tree.write_text("1\tHi\t_\t_\t_\t_\t0\troot\t_\t_\n")
    assert unused(tree, sheet="1", item_column="i", label_column="l") == ["item_column=", "label_column=", "sheet="]
    assert unused(tree, annotator_from="file") == []


def test_the_command_line_names_them_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table = tmp_path / "r.csv"
    table.write_text(LONG)
    for command in ("measure", "inspect"):
        assert main([command, str(table), "--document-key", "id"]) == 0
        said = capsys.readouterr().err
        assert "--document-key is not used: it is only for exports of annotation tools [ACC180]" in said

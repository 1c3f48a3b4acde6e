"""Everything about a format is declared in its module, and nowhere else."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

import accord
from accord.annotations.campaign import KINDS
from accord.formats import all_readers, all_writers
from accord.formats.declared import declared
from accord.formats.registry import format_written
from rooms.source_tree import literal_collections

SOURCE = Path(accord.__file__).parent


def lacking(module: object) -> list[str]:
    """What a module of ours should declare, and does not."""
    needed = ["NAME", "DESCRIPTION", "ENDINGS", "IS_TABLE"]
    if hasattr(module, "write"):
        needed += ["ENDING", "CARRIES", "KEEPS_TEXTS"]
        if not getattr(module, "IS_TABLE", True) and "relations" in getattr(module, "CARRIES", ()):
            needed.append("KEEPS_DIRECTIONS")
    if hasattr(module, "gather"):
        needed.append("ANNOTATOR_FROM")
    return [name for name in needed if not hasattr(module, name)]


@pytest.mark.parametrize("name", all_readers())
def test_a_reader_declares_what_it_can(name: str) -> None:
    reader = all_readers()[name]
    assert lacking(reader) == []
    able = declared(reader)
    assert isinstance(able.is_table, bool)
    assert isinstance(able.endings, tuple)
    assert all(ending.startswith(".") and ending == ending.lower() for ending in able.endings)
    assert able.endings or not able.is_table, "a table in a folder is found by its ending"
    assert able.ending is None or able.ending.lower() == able.endings[0]
    assert set(able.carries) <= set(KINDS)
    assert (able.carries != ()) == (name in all_writers())


def test_what_is_lacking_is_found() -> None:
    table = SimpleNamespace(NAME="x", DESCRIPTION="x", IS_TABLE=True, write=print)
    assert lacking(table) == ["ENDINGS", "ENDING", "CARRIES", "KEEPS_TEXTS"]
    export = SimpleNamespace(NAME="x", DESCRIPTION="x", ENDINGS=(), IS_TABLE=False, gather=print)
    assert lacking(export) == ["ANNOTATOR_FROM"]


def test_an_ending_chooses_one_writer() -> None:
    endings = [able.ending.lower() for able in map(declared, all_readers().values()) if able.ending is not None]
    assert sorted(set(endings)) == sorted(endings)
    for ending in endings:
        assert format_written(f"annotations{ending.upper()}") in all_writers()
    assert format_written("corpus") is None
    assert format_written("export.json") is None, "of several formats"


def _several_formats(path: Path) -> list[str]:
    names = set(all_readers())
    found = ((line, texts & names) for line, texts in literal_collections(path))
    return [f"line {line}: {sorted(named)}" for line, named in found if len(named) > 1]


def test_no_list_of_formats_stands_outside_their_modules() -> None:
    modules = {path.relative_to(SOURCE).as_posix(): path for path in SOURCE.rglob("*.py")}
    searched = {place for place in modules if not place.startswith("formats/readers/")}
    assert {place: found for place in sorted(searched) if (found := _several_formats(modules[place]))} == {}


def test_a_list_of_formats_is_found(tmp_path: Path) -> None:
    (tmp_path / "lists.py").write_text('TABLES = ("csv", "parquet")\nENDINGS = {".csv": "csv", ".conllu": "conllu"}\n')
    assert len(_several_formats(tmp_path / "lists.py")) == 2

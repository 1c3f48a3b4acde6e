"""The drawing of the rooms: made from the code, with every room and every import between rooms."""

from __future__ import annotations

import importlib
import re
import xml.etree.ElementTree as ElementTree
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import accord
from rooms.source_tree import imported, modules

DOCS = Path(__file__).resolve().parents[2] / "docs"
SOURCE = Path(accord.__file__).parent


@pytest.fixture(scope="module")
def drawn() -> Iterator[ModuleType]:
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(DOCS / "_ext"))
        yield importlib.import_module("room_drawing")


@pytest.fixture(scope="module")
def rooms(drawn: ModuleType) -> Any:
    return drawn.rooms()


def test_the_drawing_has_every_room_and_every_import(drawn: ModuleType, rooms: Any) -> None:
    """Compared with what the tests of the import order read from the source themselves."""
    svg = ElementTree.fromstring(drawn.drawing(rooms))
    texts = {element.text for element in svg.iter() if element.tag.endswith("text")}
    assert {folder.name for folder in SOURCE.iterdir() if (folder / "__init__.py").exists()} <= texts
    titles = [element.text or "" for element in svg.iter() if element.tag.endswith("title")]
    arrows = {re.sub(r" imports from (\w+): .*", r" \1", title) for title in titles}
    known = {name: tree for name, tree in modules().items() if name.count(".") and name != "accord.__main__"}
    pairs = {(name.split(".")[1], other.split(".")[1]) for name in known for other in imported(name, known)}
    assert arrows == {f"{one} {other}" for one, other in pairs if one != other}


def test_arrows_go_down_and_stay_inside(drawn: ModuleType, rooms: Any) -> None:
    for one, other in rooms.imports:
        assert rooms.names.index(one) < rooms.names.index(other), (one, other)
    svg = drawn.drawing(rooms)
    width, height = (float(part) for part in re.findall(r'(?:width|height)="(\d+)"', svg)[:2])
    curves = re.findall(r"M(\S+) (\S+)C(\S+) \S+ \S+ \S+ \S+ ([\d.]+)", svg)
    assert len(curves) == len(rooms.imports)
    for x, start, out, end in curves:
        furthest = float(x) + 0.75 * (float(out) - float(x))
        assert 0 <= furthest <= width
        assert 0 <= float(start) < float(end) <= height


def test_the_page_has_it_with_the_rooms_in_words(drawn: ModuleType, rooms: Any) -> None:
    assert "{room-drawing}" in (DOCS / "contributing.md").read_text(encoding="utf-8")
    text = drawn.room_table(rooms)
    assert [name for name in rooms.names if f"| `{name}` |" not in text] == []

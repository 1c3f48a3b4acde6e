"""The order of the source: no import cycles, and names that say which thing is meant."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from rooms.source_tree import cycles, every_node, imported, modules

ALSO_THERE: dict[str, str] = {}


def test_no_import_cycle() -> None:
    """Also through imports that a function puts off: they hide a cycle, they do not break it. Imports for types alone
    never run, and are not counted."""
    known = modules()
    assert cycles({name: imported(name, known) for name in known}) == []


def test_a_cycle_is_found(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("def later():\n    from two import value\n", encoding="utf-8")
    (tmp_path / "two.py").write_text("import three\nvalue = 1\n", encoding="utf-8")
    (tmp_path / "three.py").write_text("from one import later\n", encoding="utf-8")
    (tmp_path / "four.py").write_text("import one\nimport two\n", encoding="utf-8")
    known = modules(tmp_path)
    assert cycles({name: imported(name, known) for name in known}) == [["one", "three", "two"]]


def test_class_names_are_unique() -> None:
    """A name that can be searched for: two classes of one name are two things, or one too many."""
    homes = defaultdict(list)
    for name, tree in modules().items():
        for node in every_node(tree):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(name)
    assert {name: places for name, places in homes.items() if len(places) > 1 and name not in ALSO_THERE} == {}


def test_one_module_is_called_tables() -> None:
    """That of the renderings, which writes them; four rooms had one. A folder of the formats is about reading them."""
    names = [name.rpartition(".")[2] for name in modules() if name != "accord.formats.tables"]
    assert names.count("tables") == 1
    assert not {"utils", "helpers", "common", "misc"} & set(names)


def test_one_implementation_of_each_statistic() -> None:
    """No function elsewhere has the name of one in the room of statistics; a measure may, which is made of records."""
    homes = defaultdict(set)
    for name, tree in modules().items():
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and not name.startswith("accord.measures."):
                homes[node.name.lstrip("_")].add(name)
    room = {one for one, places in homes.items() if any(place.startswith("accord.statistics.") for place in places)}
    assert {"holm", "spearman", "more_often", "divided", "generator"} <= room
    assert {one: sorted(homes[one]) for one in room if len(homes[one]) > 1 and not one.startswith("__")} == {}


def test_variables_say_what_they_are() -> None:
    """A rating, a unit, a document, a result: names that can be searched for. Fields of records are not looked at, as
    some of them are names in JSON."""
    unsaid = {"one", "found", "said", "given"}
    bound = [
        f"{name}:{node.lineno}: {called}"
        for name, tree in modules().items()
        for node, called in _bindings(tree)
        if called in unsaid
    ]
    assert bound == []


def _bindings(tree: ast.Module) -> Iterator[tuple[ast.Name | ast.arg, str]]:
    """Variables and parameters where they get their values."""
    fields = {
        field.target
        for node in every_node(tree)
        if isinstance(node, ast.ClassDef)
        for field in node.body
        if isinstance(field, ast.AnnAssign)
    }
    for node in every_node(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node not in fields:
            yield node, node.id
        elif isinstance(node, ast.arg):
            yield node, node.arg


def test_a_variable_that_names_nothing_is_seen() -> None:
    code = "class A:\n    one: int\n\ndef f(said):\n    return [found for found in said if (given := found)]\n"
    assert [called for _, called in _bindings(ast.parse(code))] == ["said", "found", "given"]

"""State that outlives a call: no threads but those named here, and no module that changes its own variables."""

from __future__ import annotations

import ast
import gc
import pickle
import weakref
from collections.abc import Iterator

import pytest

import accord
from accord.annotations import Answers, Relations, Spans
from accord.annotations.canonical_forms import canonical
from accord.reproducibility.vote_distribution import tie_nodes
from accord.reproducibility.vote_of_errors import lost_votes
from rooms.source_tree import every_node, modules, walked

PARALLEL = {
    "accord.results.workers": "the one parallel map",
    "accord.results.starting": "the thread in which its processes start, deaf to Ctrl-C",
    "accord.results.child_processes": "the thread in which a program starts, which no signal interrupts",
    "accord.cli.signals": "the thread that hears of signals while a library computes",
}
CHANGED = {"accord.results.temporary_folders": "folders that are there, removed where the program is stopped"}
PACKAGES = {"threading", "concurrent", "multiprocessing", "joblib", "asyncio", "_thread"}
CHANGING = {"append", "add", "update", "setdefault", "pop", "clear", "extend", "remove", "discard", "popitem", "insert"}


def imports_of(tree: ast.Module) -> set[str]:
    """The packages that a module imports, now or later."""
    found = set()
    for node in every_node(tree):
        if isinstance(node, ast.Import):
            found |= {one.name.partition(".")[0] for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            found.add(str(node.module).partition(".")[0])
    return found


def changed_variables(tree: ast.Module) -> Iterator[str]:
    """The variables of a module that its functions change: rebound by `global`, or written into."""
    own = {
        target.id
        for node in tree.body
        if isinstance(node, ast.Assign | ast.AnnAssign)
        for target in (node.targets if isinstance(node, ast.Assign) else [node.target])
        if isinstance(target, ast.Name)
    }
    for function in (node for node in every_node(tree) if isinstance(node, ast.FunctionDef)):
        inside = walked(function)
        local = {node.id for node in inside if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        local |= {argument.arg for argument in inside if isinstance(argument, ast.arg)}
        for node in inside:
            if isinstance(node, ast.Global):
                yield from node.names
            elif isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store | ast.Del):
                yield from _named(node.value, own - local)
            elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING:
                yield from _named(node.func.value, own - local)


def _named(node: ast.expr, names: set[str]) -> list[str]:
    return [node.id] if isinstance(node, ast.Name) and node.id in names else []


def test_threads_and_processes_start_in_one_place() -> None:
    found = {name: imports_of(tree) & PACKAGES for name, tree in modules().items()}
    assert {name: packages for name, packages in found.items() if packages and name not in PARALLEL} == {}
    assert all(found[name] for name in PARALLEL)


def test_no_module_changes_its_own_variables() -> None:
    found = {name: sorted(set(changed_variables(tree))) for name, tree in modules().items()}
    assert {name: variables for name, variables in found.items() if variables and name not in CHANGED} == {}
    assert all(found[name] for name in CHANGED)


def test_what_changes_is_found() -> None:
    text = "A, C = {}, 1\nA = {}\nB: list[int] = []\nD = {}\ndef f(D):\n global C\n A[1] = 2\n B.append(3)\n D[1] = 2\n"
    assert sorted(changed_variables(ast.parse(text))) == ["A", "B", "C"]


@pytest.mark.parametrize("shape", ["spans", "relations", "answers"])
def test_the_canonical_form_lives_and_dies_with_the_data(shape: str) -> None:
    gc.freeze()  # what was there before is not looked through
    every: dict[str, Answers | Relations | Spans] = {
        "spans": accord.spans([("B", 13, 22, "y"), ("B", 1, 10, "x"), ("A", 0, 10, "x")]),
        "relations": accord.relations({"A": [(1, 2)], "B": [(1, 2), (2, 3)]}, units=[1, 2, 3]),
        "answers": accord.answers({"1": {"A": ["x"]}, "2": {"A": ["x", "y"], "B": ["y"]}}),
    }
    data = every.pop(shape)
    form = canonical(data)
    assert canonical(data) is form
    assert not pickle.loads(pickle.dumps(data)).derived
    known = weakref.ref(data), weakref.ref(form)
    del data, form
    gc.collect()
    assert [one() for one in known] == [None, None]


def test_nobody_writes_in_an_array_that_is_kept() -> None:
    for array in (*tie_nodes(4), lost_votes(3, 5)):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 7

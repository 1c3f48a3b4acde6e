"""The benchmarks, which no other test runs: what they take from accord is there."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

BENCHMARKS = sorted((Path(__file__).parents[2] / "benchmarks").glob("*.py"))


def taken(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """The modules of accord that a file imports from, each with the name; and what it takes as `accord.name`."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and str(node.module).partition(".")[0] == "accord":
            yield from ((str(node.module), one.name) for one in node.names)
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "accord":
            yield "accord", node.attr


def absent(tree: ast.AST) -> list[str]:
    found = []
    for module, name in taken(tree):
        try:
            held = importlib.import_module(module)
        except ModuleNotFoundError:
            found.append(module)
            continue
        if not hasattr(held, name):
            try:
                importlib.import_module(f"{module}.{name}")
            except ModuleNotFoundError:
                found.append(f"{module}.{name}")
    return found


@pytest.mark.parametrize("file", BENCHMARKS, ids=lambda file: file.stem)
def test_what_a_benchmark_takes_is_there(file: Path) -> None:
    assert absent(ast.parse(file.read_text(encoding="utf-8"))) == []


def test_what_is_absent_is_found() -> None:
    text = "from accord.nowhere import x\nfrom accord.results import nothing, Result\nimport accord\naccord.gone()\n"
    assert absent(ast.parse(text)) == ["accord.nowhere", "accord.results.nothing", "accord.gone"]

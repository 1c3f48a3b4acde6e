"""The stub that editors read: written from the source, current, and with a type for everything."""

from __future__ import annotations

import ast
import importlib.util
import subprocess
import sys
from pathlib import Path

import accord
from accord.measures import all_measures

ROOT = Path(__file__).resolve().parents[2]
STUB = ROOT / "src" / "accord" / "__init__.pyi"


def written() -> str:
    """What tools/write_stub.py writes, as `make stub` formats it."""
    spec = importlib.util.spec_from_file_location("write_stub", ROOT / "tools" / "write_stub.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    text: str = module.stub()
    name = ["--stdin-filename", str(STUB)]
    for command in (["check", "--quiet", "--fix-only"], ["format", "--quiet"]):
        ruff = [sys.executable, "-m", "ruff", *command, *name, "-"]
        text = subprocess.run(
            ruff, cwd=ROOT, input=text, capture_output=True, text=True, encoding="utf-8", check=True
        ).stdout
    return text


def test_the_stub_is_current() -> None:
    assert STUB.read_text(encoding="utf-8") == written(), "run `make stub`"


def test_the_stub_has_every_public_name_and_every_measure() -> None:
    tree = ast.parse(STUB.read_text(encoding="utf-8"))
    functions = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    imported = {name.asname for node in tree.body if isinstance(node, ast.ImportFrom) for name in node.names}
    assert set(accord.__all__) <= functions | imported
    assert {name for _, name in all_measures()} <= functions


def test_nothing_in_the_stub_is_of_any_type() -> None:
    tree = ast.parse(STUB.read_text(encoding="utf-8"))
    assert not [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Name) and node.id == "Any"]
    assert not [node.lineno for node in ast.walk(tree) if isinstance(node, ast.Attribute) and node.attr == "Any"]
    arguments = [one for node in ast.walk(tree) if isinstance(node, ast.FunctionDef) for one in ast.walk(node.args)]
    assert not [one.lineno for one in arguments if isinstance(one, ast.arg) and one.annotation is None]

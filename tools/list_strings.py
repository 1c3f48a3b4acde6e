"""Print every text of the program that people may read: file, line, text; f-strings with their gaps as `{…}`.

`python tools/list_strings.py` lists all; words after it list only the texts with one of them.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

SOURCE = Path(__file__).resolve().parent.parent / "src" / "accord"


def texts(path: Path) -> Iterator[tuple[int, str]]:
    """The texts of one module, but not its docstrings and those of attributes; commands are read through their help."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    every = [*ast.walk(tree)]
    passed = {id(node) for node in _docstrings(every)}
    for node in every:
        if isinstance(node, ast.JoinedStr):
            passed.update(id(part) for part in ast.walk(node) if part is not node)
            if id(node) not in passed:
                yield node.lineno, _shown(node)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in passed:
            yield node.lineno, node.value


def said(path: Path) -> Iterator[tuple[int, str]]:
    """Those of them that are words for people: with a letter and a blank, and not a pattern or a template."""
    for line, text in texts(path):
        if " " in text.strip() and sum(letter.isalpha() for letter in text) > len(text) / 2:
            yield line, " ".join(text.split())


def modules() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


def _shown(node: ast.JoinedStr) -> str:
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "{…}" for part in node.values)


def _docstrings(every: list[ast.AST]) -> Iterator[ast.Constant]:
    """Texts that are a statement of their own: of modules, classes, functions and attributes."""
    for node in every:
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield node.value


def main() -> None:
    wanted = [word.casefold() for word in sys.argv[1:]]
    for path in modules():
        for line, text in said(path):
            if not wanted or any(word in text.casefold() for word in wanted):
                print(f"{path.relative_to(SOURCE)}:{line}: {text}")


if __name__ == "__main__":
    main()

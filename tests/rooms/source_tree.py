"""The source as the tests of its order see it: modules, what they import, the classes they hold."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"


@cache
def modules(source: Path = SOURCE) -> dict[str, ast.Module]:
    """Every module of the package by its dotted name; a folder by that of its `__init__`."""
    found = {}
    for file in sorted(source.rglob("*.py")):
        parts = file.relative_to(source).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found[name] = parsed(file)
    return found


@cache
def parsed(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


def nodes(file: Path) -> tuple[ast.AST, ...]:
    """All of a file, walked once for all tests."""
    return every_node(parsed(file))


@cache
def every_node(tree: ast.Module) -> tuple[ast.AST, ...]:
    """All of a module, walked once for all tests."""
    return tuple(walked(tree))


def walked(node: ast.AST) -> list[ast.AST]:
    """What `ast.walk` gives, in its order and two thirds of its time; but not whether a name is read or written, which
    its `ctx` says."""
    every = [node]
    for parent in every:
        for name in parent._fields:
            value = getattr(parent, name, None)
            if isinstance(value, list):
                every += [part for part in value if isinstance(part, ast.AST)]
            elif isinstance(value, ast.AST) and not isinstance(value, ast.expr_context):
                every.append(value)
    return every


def literal_collections(file: Path) -> Iterator[tuple[int, set[str]]]:
    """The literal collections of a module: where they stand, and the texts in them."""
    for node in nodes(file):
        if isinstance(node, ast.Tuple | ast.List | ast.Set):
            parts: list[ast.expr | None] = [*node.elts]
        elif isinstance(node, ast.Dict):
            parts = [*node.keys, *node.values]
        else:
            continue
        yield node.lineno, {one.value for one in parts if isinstance(one, ast.Constant) and isinstance(one.value, str)}


BLOCKS = ("body", "handlers", "orelse", "finalbody", "cases")  # fields of statements that hold statements


@cache
def imports(tree: ast.AST) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """All that run: of the module, and those that a function puts off; not those for types alone."""
    every: list[ast.Import | ast.ImportFrom] = []
    for node in (part for block in BLOCKS for part in getattr(tree, block, ())):
        if isinstance(node, ast.Import | ast.ImportFrom):
            every.append(node)
        elif not (isinstance(node, ast.If) and _for_types_alone(node.test)):
            every += imports(node)
    return tuple(every)


def _for_types_alone(test: ast.expr) -> bool:
    names = (one.id if isinstance(one, ast.Name) else getattr(one, "attr", "") for one in ast.walk(test))
    return "TYPE_CHECKING" in names


def imported(name: str, known: dict[str, ast.Module]) -> set[str]:
    """The modules of the package that a module imports, now or later."""
    found = set()
    for node in imports(known[name]):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
            continue
        for one in node.names:
            inside = f"{node.module}.{one.name}"
            found.add(inside if inside in known else str(node.module))
    return {one for one in found if one in known and one != name}


def cycles(arrows: dict[str, set[str]]) -> list[list[str]]:
    """The groups of modules that reach each other (Tarjan 1972)."""
    place: dict[str, int] = {}
    lowest: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(name: str) -> None:
        place[name] = lowest[name] = len(place)
        stack.append(name)
        for other in sorted(arrows[name]):
            if other not in place:
                visit(other)
                lowest[name] = min(lowest[name], lowest[other])
            elif other in stack:
                lowest[name] = min(lowest[name], place[other])
        if lowest[name] == place[name]:
            group = stack[stack.index(name) :]
            del stack[stack.index(name) :]
            if len(group) > 1:
                found.append(sorted(group))

    for name in sorted(arrows):
        if name not in place:
            visit(name)
    return found

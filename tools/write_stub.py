"""Write src/accord/__init__.pyi: the public interface as editors and type checkers see it.

Public functions take what people have (`accord.formats.public_functions`), measures are functions made from their
records, and names are loaded when they are used: nothing of that can be seen in the source, so this writes it down.
`make stub` renews the file, and a test asserts that it is current.
"""

from __future__ import annotations

import ast
import builtins
import functools
import importlib
import inspect
import sys
import textwrap
import typing
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import accord
from accord.evaluation.measure_functions import measure_function
from accord.formats.options import ReadingOptions
from accord.measures import Measure, all_measures, find, shapes_of

STUB = Path(accord.__file__).with_suffix(".pyi")
HEADER = '''"""The public interface of accord, written by tools/write_stub.py: change the source and run `make stub`."""

'''
_BUILT_IN = {*dir(builtins), "None"}


class Names:
    """The names that annotations use: aliases written out, everything else imported from where it is defined."""

    def __init__(self) -> None:
        self.imports: dict[str, str] = {}

    def written(self, annotation: object, module: ModuleType) -> str:
        """An annotation of a module's function, for the stub."""
        if annotation is inspect.Parameter.empty:
            return "object"
        text = annotation if isinstance(annotation, str) else inspect.formatannotation(annotation)
        tree = ast.parse(text, mode="eval")
        return ast.unparse(_Written(self, module).visit(tree))

    def take(self, name: str, module: str) -> None:
        known = self.imports.setdefault(name, module)
        if known != module:
            raise SystemExit(f"two names in annotations are '{name}': of {known} and of {module}")

    def lines(self) -> list[str]:
        return [f"from {module} import {name} as {name}" for name, module in sorted(self.imports.items())]


class _Written(ast.NodeTransformer):
    """Each name of an annotation resolved where it stands."""

    def __init__(self, names: Names, module: ModuleType) -> None:
        self.names, self.module = names, module

    def visit_Constant(self, node: ast.Constant) -> ast.AST:
        if isinstance(node.value, str) and not self._literal:
            return self.visit(ast.parse(node.value, mode="eval").body)
        return node

    _literal = False

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        before = self._literal
        value = self.visit(node.value)
        self._literal = before or ast.unparse(node.value).endswith("Literal")
        node = ast.Subscript(value, self.visit(node.slice), node.ctx)
        self._literal = before
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        root = ast.unparse(node).partition(".")[0]
        origin = _imported(self.module).get(root)
        if origin is not None and origin[1] is None:
            self.names.imports.setdefault(f"{root}", f"={origin[0]}")
        return node

    def visit_Name(self, node: ast.Name) -> ast.AST:
        if node.id in _BUILT_IN:
            return node
        if node.id in _OUR_OWN:
            self.names.take(node.id, _OUR_OWN[node.id])
            return node
        alias = _aliases(self.module).get(node.id)
        if alias is not None:
            return self.visit(ast.parse(alias, mode="eval").body)
        origin = _imported(self.module).get(node.id)
        if origin is None:
            self.names.take(node.id, self.module.__name__)
            return node
        source, name = origin
        if name is None:
            self.names.imports.setdefault(node.id, f"={source}")
            return node
        if source.startswith("accord"):
            holder = importlib.import_module(source)
            if name in _aliases(holder):
                return _Written(self.names, holder).visit(ast.parse(_aliases(holder)[name], mode="eval").body)
            deeper = _imported(holder).get(name)
            if deeper is not None and deeper[1] is not None:
                return _Written(self.names, holder).visit(ast.Name(name, ast.Load()))
        self.names.take(name, source)
        return ast.Name(name, ast.Load())


@functools.cache
def _tree(module: ModuleType) -> ast.Module:
    return ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8"))


def _statements(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    for statement in body:
        yield statement
        if isinstance(statement, ast.If):
            yield from _statements(statement.body)


@functools.cache
def _imported(module: ModuleType) -> dict[str, tuple[str, str | None]]:
    found: dict[str, tuple[str, str | None]] = {}
    for statement in _statements(_tree(module).body):
        if isinstance(statement, ast.ImportFrom):
            found |= {one.asname or one.name: (str(statement.module), one.name) for one in statement.names}
        elif isinstance(statement, ast.Import):
            found |= {one.asname or one.name: (one.name, None) for one in statement.names}
    return found


@functools.cache
def _aliases(module: ModuleType) -> dict[str, str]:
    """Names for types: assignments of an expression that is a type and not a class."""
    found: dict[str, str] = {}
    for statement in _statements(_tree(module).body):
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            name, value = statement.targets[0].id, statement.value
        elif isinstance(statement, ast.AnnAssign) and "TypeAlias" in ast.unparse(statement.annotation):
            name, value = ast.unparse(statement.target), typing.cast(ast.expr, statement.value)
        else:
            continue
        if (
            name[:1].isupper()
            and not name.isupper()
            and isinstance(value, ast.BinOp | ast.Subscript | ast.Constant | ast.Name)
        ):
            text = value.value if isinstance(value, ast.Constant) else ast.unparse(value)
            found[name] = str(text)
    return found


def signature(function: Any, names: Names, overload: Any = None) -> str:
    """`(data: Labels | Given, *, …) -> Result`, the types of an overload in place of the implementation's."""
    module = sys.modules[inspect.unwrap(function).__module__]
    told = {} if overload is None else {**inspect.signature(overload).parameters}
    parts: list[str] = []
    starred = False
    for one in inspect.signature(function).parameters.values():
        given = told.get(one.name, one)
        if one.kind is one.KEYWORD_ONLY and not starred:
            parts.append("*")
            starred = True
        annotation = given.annotation
        if given is not one and one.annotation == f"{annotation} | Given":  # not of an overload for one shape
            annotation = one.annotation
        default = "" if given.default is one.empty else " = ..."
        where = module
        if hasattr(function, "__signature__") and one.name not in inspect.unwrap(function).__code__.co_varnames:
            where = sys.modules["accord.formats.options"]  # added by a decorator
        if annotation == _READING:
            parts += _reading(inspect.signature(function).parameters, names)
            continue
        mark = "**" if one.kind is one.VAR_KEYWORD else ""
        parts.append(f"{mark}{one.name}: {_annotation(annotation, names, where)}{default}")
    returned = inspect.signature(overload or inspect.unwrap(function)).return_annotation
    return f"({', '.join(parts)}) -> {names.written(returned, module)}"


_READING = "Unpack[ReadingOptions]"


def _reading(own: Iterable[str], names: Names) -> list[str]:
    """The options of `accord.read`; written out where the function has one of that name itself."""
    options = {one: ReadingOptions.__annotations__[one] for one in ReadingOptions.__annotations__ if one not in own}
    if len(options) == len(ReadingOptions.__annotations__):
        names.take("ReadingOptions", "accord.formats.options")
        names.take("Unpack", "typing")
        return [f"**reading: {_READING}"]
    module = sys.modules["accord.formats.options"]
    written = {one: names.written(_forward(kind), module) for one, kind in options.items()}
    return [f"{one}: {kind} = ..." for one, kind in written.items()]


def _forward(annotation: object) -> object:
    return annotation.__forward_arg__ if isinstance(annotation, typing.ForwardRef) else annotation


_OUR_OWN = {
    "Given": "accord.formats.given_data",
    "Rng": "accord.statistics.seeds",
}


def _annotation(annotation: object, names: Names, module: ModuleType) -> str:
    text = str(annotation) if isinstance(annotation, str) else annotation
    if isinstance(text, str):
        used = {node.id for node in ast.walk(ast.parse(text, mode="eval")) if isinstance(node, ast.Name)}
        for name in used & set(_OUR_OWN):
            if name not in _imported(module) and name not in _aliases(module) and not hasattr(module, name):
                return _with_our_own(text, names, module)
    return names.written(annotation, module)


def _with_our_own(text: str, names: Names, module: ModuleType) -> str:
    """What the decorator adds, in the words of its own modules."""
    parts = [part.strip() for part in text.split(" | ")]
    own = [part for part in parts if part.strip("]").split("[")[0] in _OUR_OWN]
    rest = " | ".join(part for part in parts if part not in own)
    for part in own:
        for name in (node.id for node in ast.walk(ast.parse(part, mode="eval")) if isinstance(node, ast.Name)):
            names.take(name, _OUR_OWN[name])
    return " | ".join([*([names.written(rest, module)] if rest else []), *own])


def function_stub(name: str, function: Any, names: Names) -> str:
    overloads = typing.get_overloads(inspect.unwrap(function))
    if not overloads:
        return f"def {name}{signature(function, names)}:\n{_docstring(function)}"
    names.take("overload", "typing")
    made = [f"@overload\ndef {name}{signature(function, names, one)}:" for one in overloads]
    return "\n".join([f"{made[0]}\n{_docstring(function)}", *(f"{one} ..." for one in made[1:])])


def _docstring(function: Any) -> str:
    """What an editor shows beside the name: it cannot find the docstring of what is loaded when it is used."""
    text = inspect.cleandoc(function.__doc__)
    assert '"""' not in text
    mark = "r" if "\\" in text else ""
    return textwrap.indent(f'{mark}"""{text}\n"""\n', "    ")


def measure_stub(name: str, names: Names) -> str:
    """A measure as a function, with an overload for each shape that has one of its name."""
    records = [find(shape, name) for shape in shapes_of(name)]
    if len(records) == 1:
        return _function_of(records[0], names)
    names.take("overload", "typing")
    return "\n".join(f"@overload\n{_function_of(record, names)}" for record in records)


def _function_of(record: Measure, names: Names) -> str:
    """Its parameters with their choices, then the options of `measure`."""
    shown = {key: _of_parameter(key, record) for key in record.parameters}
    data = record.shape.capitalize()
    names.take(data, f"accord.annotations.{record.shape}")
    module = sys.modules["accord.evaluation.measuring"]
    parts = [f"data: {data} | Given"]
    if record.shape == "labels":
        names.take("Vector", "accord.formats.given_data")
        parts = [f"data: {data} | Given | Vector", "other: Vector | None = ..."]
    parts += ["/", "*", *(f"{key}: {kind} = ..." for key, kind in shown.items())]
    for one in inspect.signature(accord.measure).parameters.values():
        if one.name in ("data", "measures", "by") or one.name in shown:
            continue
        if one.annotation == _READING:
            parts += _reading({*shown, *inspect.signature(accord.measure).parameters}, names)
        else:
            parts.append(f"{one.name}: {_annotation(one.annotation, names, module)} = ...")
    return f"def {record.name}({', '.join(parts)}) -> Result:\n{_docstring(measure_function(record.name))}"


def _of_parameter(key: str, record: Measure) -> str:
    """The type of a parameter: its choices where they can be listed, else that of its default."""
    about, default = record.about.get(key), record.parameters[key]
    if (
        about is not None
        and about.choices
        and not about.or_else
        and not any(isinstance(x, float) for x in about.choices)
    ):
        return f"Literal[{', '.join(map(repr, about.choices))}]"
    if about is not None and about.choices:
        return "object"
    kinds = {bool: "bool", int: "int", float: "float", str: "str"}
    return kinds.get(type(default), "object")


def stub() -> str:
    """The whole file."""
    names = Names()
    exported, written = [], []
    for name, home in sorted(accord._HOME.items()):
        value = getattr(accord, name)
        if inspect.isfunction(value) and (hasattr(value, "__wrapped__") or hasattr(value, "__signature__")):
            written.append(function_stub(name, value, names))
        else:
            exported.append(f"from {home} import {name} as {name}")
    names.take("Literal", "typing")
    names.take("Given", _OUR_OWN["Given"])
    measures = [measure_stub(name, names) for name in sorted({name for _, name in all_measures()})]
    plain = {one: where for one, where in names.imports.items() if not where.startswith("=")}
    modules = [f"import {where[1:]} as {one}" for one, where in names.imports.items() if where.startswith("=")]
    names.imports = {one: where for one, where in plain.items() if one not in accord._HOME}
    lines = [*modules, *names.lines(), *exported, "", "__version__: str", f"__all__ = {sorted(accord._HOME)!r}", ""]
    return HEADER + "\n".join(lines) + "\n".join(["", *written, "", *measures, ""])


if __name__ == "__main__":
    assert measure_function  # made when it is first used
    STUB.write_text(stub(), encoding="utf-8")

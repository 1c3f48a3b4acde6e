"""What a function of the user's own computes, as a digest: its code, and everything that the code reads.

Two functions of the same digest give the same values on the same data. Where that cannot be told (a file is read, a
module of the user's own is called, an object is used that has no plain form), `Unidentified` says why, and values are
computed anew.
"""

from __future__ import annotations

import builtins
import dis
import functools
import hashlib
import re
import sys
import sysconfig
import types
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path, PurePath
from typing import Any

import numpy as np

from accord.results import Expression
from accord.results.installed_version import UNKNOWN, installed_version

_PLAIN = (type(None), bool, int, float, complex, str, bytes, type(...), PurePath, Expression, range)
_OPEN_ENDED = frozenset({"globals", "locals", "vars", "eval", "exec", "compile", "__import__", "open", "input"})
"""Functions of Python by which code can read what does not stand in it."""
_READING = frozenset({
    "environ", "getenv", "open", "urlopen", "load", "loadtxt", "genfromtxt", "fromfile", "read_text", "read_bytes",
    "read_csv", "read_parquet", "read_json", "read_excel",
})  # fmt: skip
"""Attributes by which it usually does."""
_NAMED = (type, types.BuiltinFunctionType, types.MethodDescriptorType, types.WrapperDescriptorType, np.ufunc)
_LARGEST = 1 << 26  # bytes of an array that is looked at


class Unidentified(Exception):  # noqa: N818  nothing failed
    """Why it cannot be told whether two runs of a function would give the same."""


def identified(function: Callable[..., object]) -> str:
    """The digest, or `Unidentified`.

    >>> def twice(data, factor=2): return factor * len(data)
    >>> def thrice(data, factor=3): return factor * len(data)
    >>> identified(twice) == identified(thrice)
    False
    """
    return hashlib.sha256(repr(_described(function, {})).encode("utf-8", "surrogatepass")).hexdigest()


def _described(value: object, seen: dict[int, int]) -> object:
    """A value as nested tuples of texts, alike for alike values in every process."""
    if isinstance(value, _PLAIN):
        return type(value).__name__, repr(value)
    if id(value) in seen:
        return "again", seen[id(value)]
    seen[id(value)] = len(seen)
    if isinstance(value, tuple | list):
        return type(value).__name__, tuple(_described(member, seen) for member in value)
    if isinstance(value, set | frozenset):
        return type(value).__name__, tuple(sorted(repr(_described(member, {})) for member in value))
    if isinstance(value, dict):
        return "dict", tuple((_described(key, seen), _described(member, seen)) for key, member in value.items())
    if isinstance(value, np.ndarray | np.generic):
        return _array(np.asarray(value))
    if isinstance(value, re.Pattern):
        return "pattern", repr(value.pattern), value.flags
    return _callable(value, seen)


def _array(array: np.ndarray[Any, Any]) -> object:
    if array.dtype.hasobject or array.nbytes > _LARGEST:
        raise Unidentified("an array of objects" if array.dtype.hasobject else "a large array")
    return "array", array.dtype.str, array.shape, hashlib.sha256(np.ascontiguousarray(array).tobytes()).hexdigest()


def _callable(value: object, seen: dict[int, int]) -> object:
    if isinstance(value, functools.partial):
        return "partial", _described(value.func, seen), _described(value.args, seen), _described(value.keywords, seen)
    if isinstance(value, types.MethodType):
        return "method", _described(value.__func__, seen), _described(value.__self__, seen)
    if isinstance(value, functools._lru_cache_wrapper):
        return "cached", _described(value.__wrapped__, seen)
    if isinstance(value, types.ModuleType):
        return "module", value.__name__, _version(value.__name__)
    module = str(getattr(value, "__module__", None) or "builtins")
    if isinstance(value, types.FunctionType) and not _installed(module):
        return _function(value, seen)
    name = str(getattr(value, "__qualname__", repr(value)))
    # whether it is what an installed module has under its name, as functions of numpy are that are no functions
    by_name = _installed(module) and getattr(sys.modules.get(module), name, None) is value
    if isinstance(value, (*_NAMED, types.FunctionType)) or by_name:
        return "installed", module, name, _version(module)
    raise Unidentified(f"an object of the type {type(value).__name__}")


def _function(function: types.FunctionType, seen: dict[int, int]) -> object:
    known = vars(builtins)
    read: list[object] = []
    for name in sorted(set(_names(function.__code__))):
        if name in function.__globals__:
            try:
                read.append((name, _described(function.__globals__[name], seen)))
            except Unidentified as error:
                raise Unidentified(str(error) if "'" in str(error) else f"'{name}', {error}") from None
        elif name in _OPEN_ENDED or name not in known:
            raise Unidentified(f"'{name}'" if name in _OPEN_ENDED else f"'{name}', which is not defined")
    return (
        "function",
        _code(function.__code__),
        _described(function.__defaults__, seen),
        _described(function.__kwdefaults__, seen),
        tuple(_cell(cell, seen) for cell in function.__closure__ or ()),
        tuple(read),
    )


def _cell(cell: types.CellType, seen: dict[int, int]) -> object:
    try:
        content = cell.cell_contents
    except ValueError:
        return "empty"
    return _described(content, seen)


def _code(code: types.CodeType) -> object:
    """What a code object does; where it stands and how its lines are numbered does not matter."""
    constants = tuple(
        _code(constant) if isinstance(constant, types.CodeType) else _described(constant, {})
        for constant in code.co_consts
    )
    shape = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
    names = (code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars)
    return shape, names, code.co_code.hex(), code.co_exceptiontable.hex(), constants


def _names(code: types.CodeType) -> Iterator[str]:
    """The globals that a code object and those within it read."""
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield str(step.argval)
        elif step.opname in ("STORE_GLOBAL", "DELETE_GLOBAL"):
            raise Unidentified(f"'{step.argval}', which it changes")
        elif step.opname == "IMPORT_NAME":
            _version(str(step.argval))
        elif step.opname in ("LOAD_ATTR", "LOAD_METHOD") and step.argval in _READING:
            raise Unidentified(f"what it reads by '{step.argval}'")
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _names(constant)


def _version(name: str) -> str:
    """The version of an installed module; that of the user's own may change without one."""
    top = name.partition(".")[0]
    if not _installed(name):
        raise Unidentified(f"'{name}', a module of your own" if name else "a module of your own")
    if top in sys.stdlib_module_names or top == "accord":
        return sys.version if top != "accord" else ""  # that of accord is part of every key
    version = getattr(sys.modules.get(top) or import_module(top), "__version__", None)
    if version is None:
        version = installed_version(top)
        if version == UNKNOWN:
            raise Unidentified(f"'{top}', a package without a version")
    return str(version)


@functools.cache
def _installed(module: str) -> bool:
    """Whether a module comes with Python, with accord, or from where packages are installed."""
    top = module.partition(".")[0]
    if top in sys.stdlib_module_names or top == "accord":
        return top != "__main__"
    try:
        file = getattr(sys.modules.get(top) or import_module(top), "__file__", None)
    except Exception:  # whatever a module raises when it is imported, it is none that can be relied on
        return False
    places = {sysconfig.get_path(name) for name in ("purelib", "platlib")}
    return file is not None and any(Path(file).is_relative_to(place) for place in places if place)

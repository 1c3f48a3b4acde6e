"""Finding measures by (shape, name): our own modules, and plugins through the entry point `accord.measures`."""

from __future__ import annotations

import difflib
import importlib
import logging
import pkgutil
from functools import cache
from importlib.metadata import entry_points

from accord.measures.record import Measure
from accord.results import UsageError

SHAPES = ("labels", "spans", "relations", "answers")
_log = logging.getLogger("accord")


@cache
def all_measures() -> dict[tuple[str, str], Measure]:
    """Every measure by (shape, name): module by module in alphabetical order, within a module as written there."""
    found: dict[tuple[str, str], Measure] = {}
    for shape in SHAPES:
        package = importlib.import_module(f"accord.measures.{shape}")
        for module in pkgutil.iter_modules(package.__path__):
            _collect(importlib.import_module(f"{package.__name__}.{module.name}"), found)
    for point in entry_points(group="accord.measures"):
        try:
            _collect(point.load(), found)
        except Exception as error:  # a broken plugin must not take the rest down; it is named
            _log.warning("the measures of plugin '%s' cannot be loaded: %s", point.name, error)
    return found


def find(shape: str, name: str) -> Measure:
    """The measure of that name, or a UsageError with the nearest names."""
    known = all_measures()
    if (shape, name) in known:
        return known[shape, name]
    names = [other for where, other in known if where == shape]
    near = difflib.get_close_matches(name.lower(), names, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else "'accord measures' lists them"
    raise UsageError(f"there is no measure '{name}' for {shape}", hint)


def shapes_of(name: str) -> list[str]:
    """The shapes that have a measure of that name; a UsageError with the nearest names when there is none."""
    shapes = [shape for shape, other in all_measures() if other == name]
    if shapes:
        return shapes
    near = difflib.get_close_matches(name.lower(), {other for _, other in all_measures()}, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else "'accord measures' lists them"
    raise UsageError(f"there is no measure '{name}'", hint)


def _collect(holder: object, found: dict[tuple[str, str], Measure]) -> None:
    """A module, a measure, or a collection of measures."""
    if isinstance(holder, Measure):
        found[holder.shape, holder.name] = holder
    elif isinstance(holder, list | tuple):
        for one in holder:
            _collect(one, found)
    else:
        for value in vars(holder).values():
            if isinstance(value, Measure):
                found[value.shape, value.name] = value

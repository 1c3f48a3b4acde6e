"""Finding measures by (shape, name): our own modules, and plugins through the entry point `accord.measures`."""

from __future__ import annotations

import difflib
import functools
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from accord.measures.record import Kernel, Measure, Undefined
from accord.results import DataError, UsageError
from accord.results.option_names import command
from accord.results.plugins import STOPPED, kind_of, own_records, plugins, set_aside, with_plugins

SHAPES = ("labels", "spans", "relations", "answers")


def all_measures() -> dict[tuple[str, str], Measure]:
    """Every measure by (shape, name): module by module in alphabetical order, within a module as written there."""
    return {(shape, name): record for shape in SHAPES for name, record in measures_of(shape).items()}


@cache
def measures_of(shape: str) -> dict[str, Measure]:
    """The measures of one shape by name: our own, then those of plugins."""
    if shape not in SHAPES:
        return {}
    own = {one.name: one for one in own_records(f"accord.measures.{shape}", Measure)}
    return with_plugins(own, Measure, plugins("accord.measures"), shape, "measure", _guarded)


def _guarded(record: Measure, plugin: str) -> Measure:
    """The measure of a plugin: where it fails it is undefined, and everything else is measured."""

    def guarded(function: Callable[..., Any]) -> Callable[..., Any]:
        def called(*data: Any, **parameters: object) -> Any:
            try:
                return function(*data, **parameters)
            except (Undefined, DataError, UsageError, *STOPPED):
                raise
            except Exception as error:
                raise Undefined(f"the plugin {plugin} fails: {kind_of(error)}") from error

        return called

    @functools.wraps(record.prepare)  # its values are kept as those of the plugin's function, not of this one
    def prepare(data: Any, **parameters: object) -> Kernel:
        kernel: Kernel = guarded(record.prepare)(data, **parameters)
        return guarded(kernel) if record.shape == "labels" else kernel

    def shown(data: Any) -> bool:
        try:
            return bool(record.shown(data))
        except STOPPED:
            raise
        except Exception as error:
            set_aside(plugin, f"the measure '{record.name}' does not say whether to show it: {kind_of(error)}")
            return False

    return replace(record, prepare=prepare, shown=shown)


def find(shape: str, name: str) -> Measure:
    """The measure of that name, or a UsageError with the nearest names."""
    known = measures_of(shape)
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name.lower(), known, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else f"'{command('measures')}' lists them"
    raise UsageError(f"there is no measure '{name}' for {shape}", hint)


def shapes_of(name: str) -> list[str]:
    """The shapes that have a measure of that name; a UsageError with the nearest names when there is none."""
    shapes = [shape for shape, other in all_measures() if other == name]
    if shapes:
        return shapes
    near = difflib.get_close_matches(name.lower(), {other for _, other in all_measures()}, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else f"'{command('measures')}' lists them"
    raise UsageError(f"there is no measure '{name}'", hint)

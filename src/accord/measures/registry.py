"""Finding measures by (shape, name): our own modules, and plugins through the entry point `accord.measures`."""

from __future__ import annotations

import difflib
import functools
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

from accord.measures.record import Kernel, Measure, Undefined
from accord.results import DataError, Expression, UsageError, parse_expression
from accord.results.option_names import command
from accord.results.plugins import STOPPED, kind_of, own_records, plugins, set_aside, with_plugins

SHAPES = ("labels", "spans", "relations", "answers")


def all_measures() -> dict[tuple[str, str], Measure]:
    """Every measure by (shape, name): module by module in alphabetical order, within a module as written there."""
    return {(shape, name): record for shape in SHAPES for name, record in measures_of(shape).items()}


def called(shape: str, measure: str | Expression, level: object = None) -> str:
    """What people call a measure with what was asked of it; a function of somebody's own by its path.

    >>> called("labels", "alpha", "ordinal"), called("spans", "f1(match='overlap')"), called("spans", "my:scored")
    ("Krippendorff's α (ordinal)", 'F1 of matched units (any overlap)', 'my:scored')
    """
    try:
        asked = parse_expression(measure) if isinstance(measure, str) else measure
        record = find(shape, asked.name)
    except UsageError:
        return str(measure)
    level = level or asked.parameters.get("level")
    words = [*record.in_words(asked.parameters), *([] if level is None else [str(level)])]
    return f"{record.human} ({', '.join(words)})" if words else record.human


@cache
def measures_of(shape: str) -> dict[str, Measure]:
    """The measures of one shape by name: our own, then those of plugins."""
    if shape not in SHAPES:
        return {}
    own = {record.name: record for record in own_records(f"accord.measures.{shape}", Measure)}
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
    others = [other for other in SHAPES if other != shape and name in measures_of(other)]
    if others:
        main = sorted((record.headline, record.name) for record in known.values() if record.headline is not None)
        if not near and main:
            hint = f"for {shape} there are {', '.join(other for _, other in main[:3])}, …; {hint}"
        raise UsageError(f"'{name}' is a measure of {' and '.join(others)}, and these are {shape}", hint)
    raise UsageError(f"there is no measure '{name}' for {shape}", hint)


def shapes_of(name: str) -> list[str]:
    """The shapes that have a measure of that name; a UsageError with the nearest names when there is none."""
    shapes = [shape for shape, other in all_measures() if other == name]
    if shapes:
        return shapes
    raise unknown(name)


def unknown(name: str) -> UsageError:
    """That no shape has a measure of that name, with the nearest names."""
    near = difflib.get_close_matches(name.lower(), {other for _, other in all_measures()}, n=3, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else f"'{command('measures')}' lists them"
    return UsageError(f"there is no measure '{name}'", hint)

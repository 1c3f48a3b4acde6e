"""Finding degradations by (shape, name): our own modules, and plugins through the entry point `accord.degradations`."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from accord.degradations.label_reference import LabelReference
from accord.degradations.record import Degradation
from accord.results import DataError, UsageError
from accord.results.plugins import STOPPED, kind_of, own_records, plugins, set_aside, with_plugins

SHAPES = ("labels", "spans", "relations", "answers")
MEANT_OTHERWISE = ("observed", "simulated", "fictitious")
"""What else may stand where a degradation is named."""


@cache
def degradations(shape: str) -> dict[str, Degradation]:
    """The degradations of a shape by name: our own, module by module in alphabetical order, then those of plugins."""
    if shape not in SHAPES:
        raise UsageError(f"there are no degradations of {shape}", f"there are some of {', '.join(SHAPES)}")
    own = {record.name: record for record in own_records(f"accord.degradations.{shape}", Degradation)}
    offers = plugins("accord.degradations")
    return with_plugins(
        own, Degradation, offers, shape, "degradation", _guarded, taken=MEANT_OTHERWISE, usable=_can_be_said
    )


def _can_be_said(record: Degradation, plugin: str) -> bool:
    try:
        return isinstance(record.sentence("10 %") + record.title, str)
    except (AttributeError, LookupError, TypeError, ValueError) as error:
        set_aside(plugin, f"the degradation '{record.name}' does not say what annotators do: {kind_of(error)}")
        return False


def _guarded(record: Degradation, plugin: str) -> Degradation:
    """The degradation of a plugin: where it fails, the plugin is named. It is swept only where it is named, so that a
    value is read as the same error whatever is installed."""

    def guarded(function: Callable[..., Any]) -> Callable[..., Any]:
        def called(*arguments: Any, **options: object) -> Any:
            try:
                return function(*arguments, **options)
            except (DataError, UsageError, *STOPPED):
                raise
            except Exception as error:
                message = f"the degradation '{record.name}' of the plugin {plugin} fails: {kind_of(error)}"
                raise DataError("ACC353", message, hint="update the plugin, or name another degradation") from error

        return called

    def apply(reference: Any, copy: Any, draws: object, magnitude: float, **options: object) -> Any:
        made = record.apply(reference, copy, draws, magnitude, **options)
        if type(made) is not type(copy):
            raise TypeError(f"it gives {type(made).__name__}, not {type(copy).__name__}")
        reference.assembled([made], ["A1"])  # which fails here, where the plugin can be named
        if isinstance(reference, LabelReference):
            _assert_codes(made, len(copy), len(reference.categories))
        return made

    return replace(
        record,
        apply=guarded(apply),
        refuses=guarded(record.refuses),
        scale=guarded(record.scale),
        usual=False,
        plugin=plugin,
    )


def _assert_codes(codes: NDArray[np.integer[Any]], items: int, categories: int) -> None:
    if codes.shape != (items,) or codes.dtype.kind != "i" or ((codes < -1) | (codes >= categories)).any():
        raise ValueError(f"the labels are not {items} whole numbers from -1 to {categories - 1}")


def find_degradation(shape: str, name: str) -> Degradation:
    """The degradation of that name, or a UsageError with the nearest names."""
    known = degradations(shape)
    if name in known:
        return known[name]
    near = difflib.get_close_matches(name.lower(), known, n=2, cutoff=0.5)
    hint = f"did you mean {' or '.join(near)}?" if near else f"there are {', '.join(known)}"
    raise UsageError(f"there is no degradation '{name}' of {shape}", hint)

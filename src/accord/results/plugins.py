"""What other packages add through entry points: each is named, and set aside where it fails."""

from __future__ import annotations

import importlib
import logging
import pkgutil
import sys
from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Protocol, TypeVar

from accord.results.errors import UsageError
from accord.results.foreign_text import visible

_log = logging.getLogger("accord")
STOPPED = (KeyboardInterrupt, MemoryError)
"""What is no fault of a plugin."""


class _Named(Protocol):
    @property
    def shape(self) -> str: ...
    @property
    def name(self) -> str: ...


Record = TypeVar("Record", bound=_Named)


def own_records(package: str, kind: type[Record]) -> list[Record]:
    """Those of the modules of a package, module by module in alphabetical order."""
    modules = pkgutil.iter_modules(importlib.import_module(package).__path__, f"{package}.")
    return [record for module in modules for record in _held(importlib.import_module(module.name), kind)]


def _held(holder: Any, kind: type[Record]) -> list[Record]:
    """Those of a module, a record, or a collection of either."""
    if isinstance(holder, kind):
        return [holder]
    if isinstance(holder, list | tuple):
        return [
            record
            for member in holder
            if isinstance(member, kind) or hasattr(member, "__dict__")
            for record in _held(member, kind)
        ]
    return [member for member in vars(holder).values() if isinstance(member, kind)]


def with_plugins(
    own: Mapping[str, Record],
    kind: type[Record],
    offers: Iterable[tuple[str, object]],
    shape: str,
    what: str,
    guarded: Callable[[Record, str], Record],
    *,
    taken: Container[str] = (),
    usable: Callable[[Record, str], bool] = lambda record, plugin: True,
) -> dict[str, Record]:
    """The records of one shape by name: our own, then those that plugins offer, each guarded.

    `what` they are called; names in `taken` mean something else; a record that is not `usable` is left out.
    """
    known = dict(own)
    for plugin, holder in offers:
        try:
            offered = _held(holder, kind)
        except TypeError:
            offered = []
        if not offered:
            set_aside(plugin, f"there is no {kind.__name__.lower()} in it")
        for record in offered:
            if not usable(record, plugin) or record.shape != shape or own.get(record.name) is record:
                continue  # or imported by the plugin for its own use
            if record.name in own or record.name in taken:
                raise replaces(plugin, f"{what} '{record.name}' of {shape}")
            if record.name in known:
                set_aside(plugin, f"another plugin offers the {what} '{record.name}' of {shape}")
            else:
                known[record.name] = guarded(record, plugin)
    return known


def plugins(group: str) -> Iterator[tuple[str, object]]:
    """What the packages of a group offer, with what each is called; those that cannot be loaded are set aside."""
    for point in sorted(
        _all_points(tuple(sys.path)).select(group=group), key=lambda entry_point: (entry_point.name, entry_point.value)
    ):
        try:
            offered = point.load()
        except STOPPED:
            raise
        except BaseException as error:  # a module may also exit, or panic
            set_aside(called(point), f"it cannot be loaded: {kind_of(error)}")
        else:
            yield called(point), offered


@cache
def _all_points(paths: tuple[str, ...]) -> Any:
    """What all packages on these paths offer: each is looked at once. The type differs before Python 3.12."""
    return entry_points()


def called(point: EntryPoint) -> str:
    """'rsd' of the package rst-formats 1.2."""
    package = f" of the package {point.dist.name} {point.dist.version}" if point.dist is not None else ""
    return visible(f"'{point.name}'{package}")


def kind_of(error: BaseException) -> str:
    """What was raised, on one line, as foreign text is shown: it may quote a file, or whatever its writer likes."""
    try:
        message = str(error)
    except STOPPED:
        raise
    except BaseException:  # it fails even at telling what failed
        message = ""
    return visible(" ".join(f"{type(error).__name__}: {message}".split()))[:200].removesuffix(":")


@cache
def set_aside(plugin: str, why: str) -> None:
    """Say once that a plugin is not used."""
    _log.warning("the plugin %s is set aside: %s [ACC347]; update or uninstall it", plugin, visible(why))


def replaces(plugin: str, what: str) -> UsageError:
    """A plugin must not stand for what accord has itself: a number of that name would be another."""
    message = visible(f"the plugin {plugin} offers the {what}, which accord has itself")
    return UsageError(message, "uninstall it, or have its name changed")

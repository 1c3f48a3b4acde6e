"""What other packages add through entry points: each is named, and set aside where it fails."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from functools import cache
from importlib.metadata import EntryPoint, EntryPoints, entry_points

from accord.results.errors import UsageError
from accord.results.foreign_text import visible

_log = logging.getLogger("accord")
STOPPED = (KeyboardInterrupt, MemoryError)
"""What is no fault of a plugin."""


def plugins(group: str) -> Iterator[tuple[str, object]]:
    """What the packages of a group offer, with what each is called; those that cannot be loaded are set aside."""
    for point in sorted(_all_points(tuple(sys.path)).select(group=group), key=lambda one: (one.name, one.value)):
        try:
            offered = point.load()
        except STOPPED:
            raise
        except BaseException as error:  # a module may also exit, or panic
            set_aside(called(point), f"it cannot be loaded: {kind_of(error)}")
        else:
            yield called(point), offered


@cache
def _all_points(paths: tuple[str, ...]) -> EntryPoints:
    """What all packages on these paths offer: each is looked at once."""
    return entry_points()


def called(point: EntryPoint) -> str:
    """'rsd' of the package rst-formats 1.2."""
    package = f" of the package {point.dist.name} {point.dist.version}" if point.dist is not None else ""
    return visible(f"'{point.name}'{package}")


def kind_of(error: BaseException) -> str:
    """What was raised, on one line, as foreign text is shown: it may quote a file, or whatever its writer likes."""
    try:
        said = str(error)
    except STOPPED:
        raise
    except BaseException:  # it fails even at telling what failed
        said = ""
    return visible(" ".join(f"{type(error).__name__}: {said}".split()))[:200].removesuffix(":")


@cache
def set_aside(plugin: str, why: str) -> None:
    """Say once that a plugin is not used."""
    _log.warning("the plugin %s is set aside: %s [ACC347]; update or uninstall it", plugin, visible(why))


def replaces(plugin: str, what: str) -> UsageError:
    """A plugin must not stand for what accord has itself: a number of that name would be another."""
    message = visible(f"the plugin {plugin} offers the {what}, which accord has itself")
    return UsageError(message, "uninstall it, or have its name changed")

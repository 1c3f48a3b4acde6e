"""Finders by shape: those of the folder `finders`, and plugins through the entry point `accord.findings`."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Any

from accord.annotations import Answers, Labels, Relations, Spans
from accord.diagnosis.finder import Finder
from accord.diagnosis.finding import Finding
from accord.results.foreign_text import json_text
from accord.results.plugins import STOPPED, kind_of, plugins, replaces, set_aside


def findings_in(data: Answers | Labels | Relations | Spans) -> list[Finding]:
    """What all finders of the shape of the data find."""
    return [finding for one in finders(data.kind).values() for finding in one.find(data)]


@cache
def finders(shape: str) -> dict[str, Finder]:
    """The finders of one shape by name: our own, then those of plugins."""
    folder = importlib.import_module("accord.diagnosis.finders")
    names = [module.name for module in pkgutil.iter_modules(folder.__path__, f"{folder.__name__}.")]
    own = {one.name: one for name in names for one in _held(importlib.import_module(name)) if one.shape == shape}
    known = dict(own)
    for plugin, holder in plugins("accord.findings"):
        for one in _offered(plugin, holder):
            if one.shape != shape or own.get(one.name) is one:  # imported by the plugin for its own use
                continue
            if one.name in own:
                raise replaces(plugin, f"finding '{one.name}' of {shape}")
            if one.name in known:
                set_aside(plugin, f"another plugin offers the finding '{one.name}' of {shape}")
                continue
            known[one.name] = _guarded(one, plugin)
    return known


def _offered(plugin: str, holder: object) -> list[Finder]:
    try:
        offered = _held(holder)
    except TypeError:
        offered = []
    if not offered:
        set_aside(plugin, "there is no finder in it")
    return offered


def _held(holder: object) -> list[Finder]:
    """Those of a module, a finder, or a collection of finders."""
    if isinstance(holder, Finder):
        return [holder]
    several = holder if isinstance(holder, list | tuple) else vars(holder).values()
    return [one for one in several if isinstance(one, Finder)]


def _guarded(one: Finder, plugin: str) -> Finder:
    """The finder of a plugin: where it fails it finds nothing, and all other findings are there."""

    def find(data: Any) -> Iterable[Finding]:
        try:
            return [_checked(finding) for finding in one.find(data)]
        except STOPPED:
            raise
        except Exception as error:
            set_aside(plugin, f"it fails to look for '{one.name}': {kind_of(error)}")
            return ()

    return replace(one, find=find)


def _checked(finding: Finding) -> Finding:
    """The finding of a plugin, which can be ranked, written and read again."""
    if not isinstance(finding, Finding):
        raise TypeError(f"it gives {type(finding).__name__}, not a Finding")
    record = finding.as_json()
    json_text(record)
    return Finding.from_json(record)

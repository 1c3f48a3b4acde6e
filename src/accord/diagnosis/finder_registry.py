"""Finders by shape: those of the folder `finders`, and plugins through the entry point `accord.findings`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Any

from accord.annotations import Answers, Labels, Relations, Spans
from accord.diagnosis.finder import Finder
from accord.diagnosis.finding import Finding
from accord.results.foreign_text import json_text
from accord.results.plugins import STOPPED, kind_of, own_records, plugins, set_aside, with_plugins


def findings_in(data: Answers | Labels | Relations | Spans) -> list[Finding]:
    """What all finders of the shape of the data find."""
    return [finding for finder in finders(data.kind).values() for finding in finder.find(data)]


@cache
def finders(shape: str) -> dict[str, Finder]:
    """The finders of one shape by name: our own, then those of plugins."""
    own = {finder.name: finder for finder in own_records("accord.diagnosis.finders", Finder) if finder.shape == shape}
    return with_plugins(own, Finder, plugins("accord.findings"), shape, "finding", _guarded)


def _guarded(finder: Finder, plugin: str) -> Finder:
    """The finder of a plugin: where it fails it finds nothing, and all other findings are there."""

    def find(data: Any) -> Iterable[Finding]:
        try:
            return [_checked(finding) for finding in finder.find(data)]
        except STOPPED:
            raise
        except Exception as error:
            set_aside(plugin, f"it fails to look for '{finder.name}': {kind_of(error)}")
            return ()

    return replace(finder, find=find)


def _checked(finding: Finding) -> Finding:
    """The finding of a plugin, which can be ranked, written and read again."""
    if not isinstance(finding, Finding):
        raise TypeError(f"it gives {type(finding).__name__}, not a Finding")
    record = finding.as_json()
    json_text(record)
    return Finding.from_json(record)

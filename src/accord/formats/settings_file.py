"""`accord.toml` beside the data: how they are read, for all fields and for each."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from accord.formats.options import ProjectOptions, ReadOptions
from accord.results import DataError, Place, Reading

NAME = "accord.toml"
OF_ALL, OF_FIELDS = "read", "fields"
_OF_A_FIELD = ("level", "categories", "nothing", "missing", "set_separator")
_NOT_THERE = ("memory", "asked", "field", "kind")
_HINT = "correct it, or move it away"
_LARGEST = 1 << 20  # bytes
Told = TypeVar("Told", bound=ReadOptions)


@dataclass(frozen=True)
class FileSettings:
    """What the file says; options that are told win over it."""

    file: str
    of_all: Mapping[str, Any] = field(default_factory=dict)
    of_fields: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)

    def filled(self, options: Told, name: str | None = None) -> Told:
        """The options with what the file says about all fields and about one, where nothing else was told."""
        plain = type(options)()
        untold = {
            key: value
            for key, value in {**self.of_all, **self.of_fields.get(name or "", {})}.items()
            if hasattr(options, key) and getattr(options, key) == getattr(plain, key)
        }
        return replace(options, **untold) if untold else options

    def reading(self, name: str | None = None) -> Reading | None:
        """What was taken from the file, in words."""
        keys = [*self.of_all, *(f"{key} of '{name}'" for key in self.of_fields.get(name or "", {}))]
        return None if not keys else Reading("files", f"{', '.join(keys)} as in {NAME} beside the data")


def settings_beside(paths: Sequence[str]) -> FileSettings | None:
    """The settings beside the first of the files, in its folder; of a folder, in it."""
    if not paths:
        return None
    first = Path(paths[0])
    file = (first if os.path.isdir(first) else first.parent) / NAME
    if not os.path.isfile(file) or (os.path.exists(first) and os.path.samefile(file, first)):
        return None
    try:
        text = file.read_bytes()
    except OSError as error:
        raise DataError("ACC484", f"this cannot be read: {error.strerror}", Place(str(file)), _HINT) from error
    return _parsed(text, str(file))


def _parsed(text: bytes, file: str) -> FileSettings:
    place = Place(file)
    if len(text) > _LARGEST:
        raise DataError("ACC484", f"{len(text):,} bytes are too many for a settings file", place, _HINT)
    try:
        sections = tomllib.loads(text.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise DataError("ACC484", f"this is not TOML: {error}", place, _HINT) from error
    for name in sections:
        if name not in (OF_ALL, OF_FIELDS) or not isinstance(sections[name], dict):
            raise DataError(
                "ACC484", f"there is no part '{name}'", place, f"the parts are [{OF_ALL}] and [{OF_FIELDS}.NAME]"
            )
    known = [field.name for field in fields(ProjectOptions) if field.name not in _NOT_THERE]
    of_all = _checked(sections.get(OF_ALL, {}), known, place)
    of_fields = {}
    for name, section in sections.get(OF_FIELDS, {}).items():
        if not isinstance(section, dict):
            raise DataError("ACC484", f"'{name}' of [{OF_FIELDS}] is no part", place, f"write [{OF_FIELDS}.{name}]")
        of_fields[name] = _checked(section, _OF_A_FIELD, place)
    return FileSettings(file, of_all, of_fields)


def _checked(section: Mapping[str, Any], known: Sequence[str], place: Place) -> dict[str, Any]:
    odd = next((name for name in section if name not in known), None)
    if odd is not None:
        raise DataError("ACC484", f"there is no setting '{odd}'", place, f"the settings are {', '.join(known)}")
    return dict(section)


# ---- writing


def settings_text(of_all: Mapping[str, object], of_fields: Mapping[str, Mapping[str, object]]) -> str:
    """The text of a settings file."""
    lines = ["# How accord reads the data beside this file; options on the command line win.", f"[{OF_ALL}]"]
    lines += [f"{key} = {_value(value)}" for key, value in of_all.items()]
    for name, section in of_fields.items():
        lines += ["", f"[{OF_FIELDS}.{_text(name)}]", *(f"{key} = {_value(value)}" for key, value in section.items())]
    return "\n".join(lines) + "\n"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    if isinstance(value, list | tuple):
        return f"[{', '.join(_value(member) for member in value)}]"
    return _text(str(value))


def _text(text: str) -> str:
    """A basic string of TOML, whose escapes are those of JSON."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")

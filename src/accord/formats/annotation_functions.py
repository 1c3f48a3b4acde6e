"""`accord.labels`, `spans`, `relations` and `answers`, `view` and `redacted` as people call them: the functions of the
annotations room, for data frames and files besides."""

from __future__ import annotations

import functools
import inspect
import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, TypeVar, cast

from accord import annotations as room
from accord.annotations import Answers
from accord.annotations.answer_columns import renormalised
from accord.annotations.native_frames import is_frame
from accord.annotations.normalising import Normaliser
from accord.formats.frame_reading import annotations_in_frame
from accord.formats.options import READING
from accord.formats.public_functions import public, shown_as
from accord.formats.reading import read
from accord.results import UsageError

Function = TypeVar("Function", bound=Callable[..., Any])
_NORMALISING = ("case", "spelling", "lemmas", "mapping")
_OF_RELATIONS = ("units",)
_REST = inspect.Parameter.VAR_KEYWORD


def _reading(kind: str, taken: tuple[str, ...] = ()) -> Callable[[Function], Function]:
    """A function that makes annotations from lists and mappings, which then takes frames and files too.

    With these it takes the options of `accord.read`; of its own those that are among them, and those in `taken`.
    """

    def made(build: Function) -> Function:
        shown = inspect.signature(build)
        own = tuple(shown.parameters)

        @functools.wraps(build)
        def called(*arguments: Any, **options: Any) -> Any:
            content = arguments[0] if arguments else options.get(own[0])
            if is_frame(content) or isinstance(content, str | os.PathLike):
                bound = {**dict(zip(own, arguments, strict=False)), **options}
                return _read(content, kind, {name: bound[name] for name in bound if name != own[0]}, own, taken)
            for name in options:
                if name not in own and name in READING:
                    raise UsageError(f"{name}= is for data frames and files", f"leave it out of {kind}()")
            return build(*arguments, **options)

        return cast(Function, shown_as(called, _shown(shown)))

    return made


def _shown(signature: inspect.Signature) -> inspect.Signature:
    """As people may call it, with the options of `accord.read`."""
    own = [
        parameter.replace(annotation=f"{parameter.annotation} | Given")
        if (place == 0 or parameter.name == "units") and parameter.annotation != "object"
        else parameter
        for place, parameter in enumerate(signature.parameters.values())
    ]
    rest = inspect.Parameter("reading", _REST, annotation="Unpack[ReadingOptions]")
    return signature.replace(parameters=[*own, rest])


def _read(content: object, kind: str, options: dict[str, Any], own: tuple[str, ...], taken: tuple[str, ...]) -> Any:
    """The annotations in a frame or file, of the kind that the function makes."""
    if options.setdefault("kind", kind) != kind:
        raise UsageError(f"{kind}() makes {kind}, not {options['kind']}", f"use accord.{options['kind']}()")
    for name in options:
        if name in own and name not in READING and name not in taken and options[name] is not None:
            raise UsageError(f"{name}= is for data that come in lists and mappings", _instead(name))
    beside = {name: options[name] for name in taken if options.get(name) is not None}
    reading = {name: value for name, value in options.items() if name not in own or name in READING}
    if isinstance(content, str | os.PathLike):
        if "units" in beside:
            raise UsageError("units= is for data that come in frames, lists and mappings", "read both files: [a, b]")
        return _finished(read(content, **reading), beside)
    return _finished(annotations_in_frame(content, reading, units=beside.get("units")), beside)


def _instead(name: str) -> str:
    columns = {"length": "a column 'length'", "texts": "a column 'text'", "items": "a column 'item'"}
    return f"the frame or file has it in {columns[name]}" if name in columns else "leave it out"


def _finished(data: Any, beside: Mapping[str, Any]) -> Any:
    """With what only lists and mappings were told once."""
    if isinstance(data, Answers) and beside:
        rules: dict[str, Any] = {name: beside[name] if name == "case" else dict(beside[name]) for name in beside}
        origin = {name: getattr(data, name) for name in ("roles", "read_as", "diagnostics", "files", "frame_library")}
        return replace(renormalised(data, Normaliser(**rules)), **origin)
    return data


labels = _reading("labels")(room.labels)
spans = _reading("spans")(room.spans)
relations = _reading("relations", _OF_RELATIONS)(room.relations)
answers = _reading("answers", _NORMALISING)(room.answers)
view = public("labels", renamed={"labels": "data"})(room.view)
redacted = public()(room.redacted)

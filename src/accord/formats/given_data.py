"""What people hand to a function: annotations, a data frame, an array, rows of labels, or a path."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Annotations, Relations, labels, relations
from accord.annotations.native_frames import is_frame
from accord.formats.frame_reading import OF_FILES, OF_LABELS, OF_TABLES, annotations_in_frame, refuse
from accord.formats.reading import read
from accord.results import DataError, GuessWarning, UsageError
from accord.results.where_called import warn_caller

if TYPE_CHECKING:
    from accord.annotations.part_statistics import Statistics


class Frame(Protocol):
    """A data frame of any library: pandas, polars, pyarrow, …"""

    @property
    def columns(self) -> object: ...


class Lazy(Protocol):
    """A frame that is still to be computed."""

    def collect_schema(self) -> object: ...


class Column(Protocol):
    """A vector of labels, such as a series."""

    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[object]: ...


if TYPE_CHECKING:
    Given = (
        Frame
        | Lazy
        | NDArray[np.generic]
        | Sequence[Sequence[object]]
        | Sequence[NDArray[np.generic]]
        | str
        | os.PathLike[str]
        | Sequence[os.PathLike[str]]
        | Statistics
    )
    """What the public functions take besides annotations."""
    Vector = Sequence[object] | NDArray[np.generic] | Column
    """The labels of one annotator."""


def annotations_from(content: object, function: str, options: Mapping[str, Any]) -> Annotations:
    """The annotations in whatever was handed to a function; `options` are those of `accord.read`.

    >>> annotations_from([["a", "a"], ["b", "a"]], "measure", {})
    Labels(2 items, 2 annotators, 2 categories, level nominal, 0 missing)
    """
    if isinstance(content, Annotations):
        if options:
            raise UsageError(
                f"{next(iter(options))}= is for data that are still to be read, and these are {type(content).__name__}",
                "give it to the function that made them",
            )
        return content
    data = _read(content, function, options)
    guesses = [reading.line() for reading in data.read_as if reading.guessed]
    if guesses:
        warn_caller(f"accord read {'; '.join(guesses)}", GuessWarning)
    return data


def _read(content: object, function: str, options: Mapping[str, Any]) -> Annotations:
    data: Annotations
    if isinstance(content, str | os.PathLike):
        data = read(content, **options)
        return data
    if is_frame(content):
        return annotations_in_frame(content, options)
    if isinstance(content, list | tuple) and content:
        if all(isinstance(part, Relations) for part in content):
            return relations(content)
        if all(isinstance(path, str | os.PathLike) for path in content):
            data = read(_files(content, function), **options)
            return data
    if content is None or isinstance(content, bytes | Mapping | Iterator) or not hasattr(content, "__len__"):
        raise UsageError(
            f"{function}() takes annotations, a data frame, an array, rows of labels or a path, "
            f"not {type(content).__name__}",
            "units of annotators are for accord.spans(), links for accord.relations(), answers for accord.answers()",
        )
    if len(content) == 0:
        raise DataError("ACC002", f"{function}() was given no data: there are no rows")
    if len(getattr(content, "shape", (0, 0))) == 1:
        raise _one_vector(function, len(content))
    refuse(options, (*OF_FILES, *OF_TABLES), "files and data frames")
    if options.get("kind", "labels") != "labels":
        raise UsageError(f"an array holds labels, not {options['kind']}", f"use accord.{options['kind']}()")
    return labels(content, **{name: options[name] for name in options if name in OF_LABELS})


def _files(paths: list[Any] | tuple[Any, ...], function: str) -> list[Any]:
    """Several paths; a list of texts that are no files was meant as labels."""
    if not any(Path(path).exists() or "*" in os.fspath(path) for path in paths):
        raise _one_vector(function, len(paths))
    return list(paths)


def _one_vector(function: str, length: int) -> DataError:
    return DataError(
        "ACC012",
        f"{function}() was given one list of {length:,}, which are not files: labels come in rows, "
        "one for each item, with a label of each annotator",
        hint="for two annotators, zip their lists: list(zip(first, second, strict=True))",
    )

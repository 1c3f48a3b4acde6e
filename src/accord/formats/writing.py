"""Writing annotations in a format: the name of the format or the ending of the path chooses the writer."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from accord.annotations import Answers, Labels, annotators_chosen
from accord.annotations.among import Names, taken
from accord.annotations.as_campaign import campaign_of
from accord.annotations.campaign import Campaign
from accord.annotations.relations import Relations
from accord.annotations.spans import Spans
from accord.formats.registry import find_writer, format_written
from accord.results import DataError, Place, UsageError
from accord.results.option_names import option
from accord.results.output_files import assert_new, make_folder, write_files, write_folder


def write(
    data: Answers | Labels | Spans | Relations | Campaign,
    path: str | os.PathLike[str],
    to: str | None = None,
    *,
    force: bool = False,
    only: Names = None,
    without: Names = None,
) -> tuple[Path, ...]:
    """Write annotations as the format `to`, or as the ending of the path says; the files that were written.

    They are written whole or not at all, and never over the files that the annotations were read from.
    `only` and `without` name the annotators who are taken, and those who are not.
    """
    files = data.files
    if isinstance(data, Campaign):
        kept = taken(data.annotators, only, without)
        data = data if len(kept) == len(data.annotators) else data.of_annotators(kept)
    else:
        data = annotators_chosen(data, only, without)
    target = Path(path)
    name = format_written(target, to)
    if name is None:
        raise UsageError(f"the ending of '{target.name}' names no format", f"say which with {option('to')}")
    find_writer(name)
    if not force:
        assert_new(target)
    contents = contents_of(data, target, name)
    if not contents:
        return ()
    if not force:
        for file in contents:
            assert_new(file)
    if target in contents or target.is_file():
        for file in contents:
            make_folder(file.parent)
        # units before the relations that need them
        write_files(dict(reversed([*contents.items()])), inputs=files)
    else:
        write_folder(target, contents, inputs=files)
    return tuple(contents)


def contents_of(data: Answers | Labels | Spans | Relations | Campaign, path: Path, to: str) -> Mapping[Path, bytes]:
    """What would stand in which files."""
    writer = find_writer(to)
    try:
        contents = writer(campaign_of(data), path)
    except UnicodeEncodeError:
        message = "a name or text holds half a character (a lone surrogate)"
        raise DataError("ACC051", message, Place(data.source), "correct the name or the text") from None
    if not isinstance(contents, Mapping):
        raise UsageError(
            f"the writer of the format '{to}' gives {type(contents).__name__}, and not the content of each file",
            "it comes from a plugin: its write() returns {path: bytes}",
        )
    return contents

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
from accord.formats.registry import all_writers, find_writer, format_written
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
    """Write annotations to a file or a folder, whole or not at all.

    Parameters
    ----------
    data
        Annotations, or a campaign from `accord.read_campaign`.
    path
        The file, or the folder for a format of several files; never one that the annotations were read from.
    to
        The name of the format; None: as the ending of the path says.
    force
        Whether a file that is there already is replaced.
    only, without
        The annotators who are written, and those who are not; patterns such as "gpt*" are allowed.

    Returns
    -------
    tuple of Path
        The files that were written.

    Raises
    ------
    DataError
        When the format has no place for the annotations, or a file is there already.
    UsageError
        When there is no such format.

    Examples
    --------
    >>> import tempfile, pathlib, accord
    >>> data = accord.labels([["yes", "yes"], ["no", "yes"]], items=["1", "2"], annotators=["ann", "bob"])
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     [file] = write(data, pathlib.Path(folder, "ratings.csv"))
    ...     print(file.read_text(encoding="utf-8").splitlines()[0])
    item,annotator,label
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
        hint = f"say which with {option('to')}: {', '.join(sorted(all_writers()))}"
        raise UsageError(f"the ending of '{target.name}' is not that of a format", hint)
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
    campaign = campaign_of(data)
    if any("fragments" in layer.columns for layer in campaign.layers):
        from accord.formats.losses import refuse_fragments

        refuse_fragments(campaign, path, to)
    try:
        contents = writer(campaign, path)
    except UnicodeEncodeError:
        message = "a name or text holds half a character (a lone surrogate)"
        raise DataError("ACC051", message, Place(data.source), "correct the name or the text") from None
    if not isinstance(contents, Mapping):
        raise UsageError(
            f"the writer of the format '{to}' gives {type(contents).__name__}, and not the content of each file",
            "it comes from a plugin: its write() returns {path: bytes}",
        )
    return contents

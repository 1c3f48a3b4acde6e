"""Files of an archive are called as they are in the archive, and not as the copies that are read are called."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar

from accord.annotations import Labels
from accord.annotations.answers import Answers
from accord.annotations.campaign import Campaign
from accord.annotations.relations import Relations
from accord.annotations.spans import Spans
from accord.formats.locating import LocatedFile
from accord.formats.recognising import root_of
from accord.results import DataError, Diagnostic, Place

Content = TypeVar("Content", bound=Answers | Labels | Spans | Relations | Campaign)


@contextmanager
def as_shown(files: Sequence[LocatedFile]) -> Iterator[Callable[[Content], Content]]:
    """What renames the files in all that content says about itself; errors that pass by are renamed as well."""
    roots = {str(file.root): root_of(file) for file in files if file.unpacked}
    if not roots:
        yield lambda content: content
        return
    try:
        yield lambda content: _renamed(content, roots)
    except DataError as error:
        message, hint = _shown(error.message, roots), error.hint and _shown(error.hint, roots)
        raise DataError(error.code, message, _place(error.place, roots), hint) from error


def _renamed(content: Content, roots: dict[str, str]) -> Content:
    diagnostics = tuple(_diagnostic(diagnostic, roots) for diagnostic in content.diagnostics)
    return replace(content, diagnostics=diagnostics, source=content.source and _shown(content.source, roots))


def _diagnostic(diagnostic: Diagnostic, roots: dict[str, str]) -> Diagnostic:
    hint = diagnostic.hint and _shown(diagnostic.hint, roots)
    return Diagnostic(diagnostic.code, _shown(diagnostic.message, roots), _place(diagnostic.place, roots), hint)


def _place(place: Place, roots: dict[str, str]) -> Place:
    return replace(place, file=place.file and _shown(place.file, roots))


def _shown(text: str, roots: dict[str, str]) -> str:
    for root, shown in roots.items():
        text = text.replace(root, shown)
    return text

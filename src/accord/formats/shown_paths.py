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
def as_shown(found: Sequence[LocatedFile]) -> Iterator[Callable[[Content], Content]]:
    """What renames the files in all that content says about itself; errors that pass by are renamed as well."""
    roots = {str(one.root): root_of(one) for one in found if one.unpacked}
    if not roots:
        yield lambda content: content
        return
    try:
        yield lambda content: _renamed(content, roots)
    except DataError as error:
        message, hint = _shown(error.message, roots), error.hint and _shown(error.hint, roots)
        raise DataError(error.code, message, _place(error.place, roots), hint) from error


def _renamed(content: Content, roots: dict[str, str]) -> Content:
    said = tuple(_diagnostic(one, roots) for one in content.diagnostics)
    return replace(content, diagnostics=said, source=content.source and _shown(content.source, roots))


def _diagnostic(one: Diagnostic, roots: dict[str, str]) -> Diagnostic:
    hint = one.hint and _shown(one.hint, roots)
    return Diagnostic(one.code, _shown(one.message, roots), _place(one.place, roots), hint)


def _place(place: Place, roots: dict[str, str]) -> Place:
    return replace(place, file=place.file and _shown(place.file, roots))


def _shown(text: str, roots: dict[str, str]) -> str:
    for root, shown in roots.items():
        text = text.replace(root, shown)
    return text

"""Several files: other annotators on the same items are one campaign; the same annotators again are rounds."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass

from accord.annotations.roles import listed_names
from accord.results import DataError, Place, Reading
from accord.results.option_names import option
from accord.results.wording import many

PLURAL = {"item": "items", "document": "documents"}


@dataclass(frozen=True)
class FilePart:
    """One file, or one export: what it is called, who annotated in it, and what."""

    file: str
    annotators: frozenset[str]
    items: frozenset[str]


def files_reading(parts: Sequence[FilePart], noun: str, *, pool: bool) -> Reading:
    """How files go together, or a DataError that says what was seen where that is not plain.

    `noun` is what annotators have in common: an item or a document.
    """
    files = many(len(parts), "file")
    if pool:
        return Reading("files", f"{files} pooled, as asked")
    every = [name for part in parts for name in part.annotators]
    if len(set(every)) < len(every):
        raise _rounds(parts, noun)
    others = ((part, [other for other in parts if other is not part]) for part in parts)
    alone = next((part for part, rest in others if not any(part.items & other.items for other in rest)), None)
    if alone is not None:
        message = f"{_name(alone)} shares neither annotators nor {PLURAL[noun]} with the other files"
        hint = f"{_HINT}; {option('document_key')} joins by another field" if noun == "document" else _HINT
        raise DataError("ACC222", message, Place(_files(parts)), hint)
    shared = frozenset.intersection(*(part.items for part in parts))
    text = f"{files} with other annotators on the same {PLURAL[noun]}: one campaign"
    most = max(len(part.items) for part in parts)
    return Reading("files", text if len(shared) == most else f"{text} ({many(len(shared), noun)} in all of them)")


_HINT = f"{option('pool')} pools them; otherwise measure one file at a time"


def _rounds(parts: Sequence[FilePart], noun: str) -> DataError:
    """The first two files in which the same annotators occur."""
    first, second = next(
        (part, other)
        for place, part in enumerate(parts)
        for other in parts[place + 1 :]
        if part.annotators & other.annotators
    )
    both, shared = sorted(first.annotators & second.annotators), len(first.items & second.items)
    same = first.annotators == second.annotators
    who = "the same annotators" if same else f"{len(both):,} of the annotators"
    if shared == max(len(first.items), len(second.items)):
        what = f"the same {PLURAL[noun]}"
    else:
        what = f"other {PLURAL[noun]}" if not shared else f"partly the same {PLURAL[noun]} ({shared:,})"
    message = f"{_name(first)} and {_name(second)}: {who} ({listed_names(both)}) on {what}"
    message += ": rounds are not pooled" if same else ", and others: rounds, or parts of one campaign?"
    return DataError("ACC222", message, Place(_files(parts)), _HINT)


def _name(part: FilePart) -> str:
    return f"'{os.path.basename(part.file) or part.file}'"


def _files(parts: Sequence[FilePart]) -> str:
    return ", ".join(part.file for part in parts[:3]) + (", …" if len(parts) > 3 else "")

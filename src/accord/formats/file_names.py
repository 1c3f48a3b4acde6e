"""What writers share: the texts they need, and how the files and folders of annotators are called."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from accord.annotations.campaign import Campaign, Pair
from accord.results import DataError, Place

_NOT_IN_NAMES = frozenset('/\\:*?"<>|')


def texts_needed(campaign: Campaign, name: str) -> Mapping[str, str]:
    """The texts of all documents, or a DataError where one is not known."""
    missing = next((document for document, _ in campaign.assigned if document not in campaign.texts), None)
    if missing is not None:
        message = f"{name} needs the texts of documents, and that of '{missing}' is not known"
        raise DataError("ACC051", message, Place(campaign.source), "choose a format without texts, such as csv")
    return campaign.texts


def file_name(name: str) -> str:
    """A name as a file or folder may be called; characters that cannot stand there become underscores.

    >>> file_name("units/s1: a"), file_name(".."), file_name("")
    ('units_s1_ a', '_.', '_')
    """
    plain = "".join("_" if letter in _NOT_IN_NAMES or ord(letter) < 32 else letter for letter in name)
    if plain.startswith(".") or not plain:
        plain = "_" + plain[1:]
    return plain[:200]


def file_names(names: tuple[str, ...], what: str) -> dict[str, str]:
    """A file name for each name; a DataError where two would be the same."""
    files = {name: file_name(name) for name in names}
    if len({name.casefold() for name in files.values()}) < len(files):
        raise DataError("ACC051", f"two {what} would have the same file name", hint="rename one of them")
    return files


def annotator_folders(campaign: Campaign, path: Path) -> dict[Pair, Path]:
    """For each assignment its file without ending: a folder per annotator, a file per document."""
    people = file_names(campaign.annotators, "annotators")
    documents = file_names(campaign.documents, "documents")
    return {(where, who): path / people[who] / documents[where] for where, who in campaign.assigned}

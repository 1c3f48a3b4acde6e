"""Writing annotations in a format: the name of the format or the ending of the path chooses the writer."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

from accord.annotations import Answers, Labels, annotators_chosen
from accord.annotations.among import Names, taken
from accord.annotations.campaign import Campaign, Layer, Pair, campaign_of
from accord.annotations.relations import Relations
from accord.annotations.spans import Spans
from accord.results import DataError, Place, UsageError
from accord.results.option_names import option
from accord.results.output_files import assert_new, make_folder, write_files, write_folder
from accord.results.wording import many

_ENDINGS = {
    ".csv": "csv", ".tsv": "tsv", ".jsonl": "jsonl", ".parquet": "parquet", ".conll": "conll2003",
    ".conllu": "conllu", ".textgrid": "textgrid",
}  # fmt: skip
_TABLES = ("csv", "tsv", "jsonl", "parquet")
_WITHOUT_TEXTS = (*_TABLES, "textgrid", "conllu")
_DIRECTIONS = ("brat", "label-studio")  # that tell relations without a direction from others
_NOT_IN_NAMES = frozenset('/\\:*?"<>|')


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
    from accord.formats.registry import find_writer

    files = data.files
    if isinstance(data, Campaign):
        kept = taken(data.annotators, only, without)
        data = data if len(kept) == len(data.annotators) else data.of_annotators(kept)
    else:
        data = annotators_chosen(data, only, without)
    target = Path(path)
    name = to if to is not None else _ENDINGS.get(target.suffix.lower())
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
    from accord.formats.registry import find_writer

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


def left_behind(campaign: Campaign, path: str | os.PathLike[str], to: str | None = None) -> tuple[Layer, ...]:
    """The layers that a format has no place for; its module says in CARRIES which kinds it carries.

    A table holds one layer, and with relations the units they are about.
    """
    from accord.formats.registry import all_readers
    from accord.formats.tables.table_writing import layer_of_table

    name = to if to is not None else _ENDINGS.get(Path(path).suffix.lower())
    carried = getattr(all_readers().get(name or ""), "CARRIES", None)
    filled = [layer for layer in campaign.layers if len(layer)]
    if carried is not None:
        return tuple(layer for layer in filled if layer.kind not in carried)
    if name not in _TABLES or not filled:
        return ()
    kept = layer_of_table(campaign)
    return tuple(layer for layer in filled if layer is not kept and layer.name != kept.units)


def lost_of_relations(campaign: Campaign, path: str | os.PathLike[str], to: str | None = None) -> tuple[str, ...]:
    """What is known about the relations that are written and has no place in the format, in words.

    Tables have one relation between two units, and neither directions nor units outside of relations; brat and Label
    Studio keep what has no direction.
    """
    from accord.formats.registry import all_readers
    from accord.formats.tables.table_writing import layer_of_table, rows_of_relations

    name = to if to is not None else _ENDINGS.get(Path(path).suffix.lower())
    carried = getattr(all_readers().get(name or ""), "CARRIES", ())
    if name not in _TABLES:
        links = [layer for layer in campaign.of_kind("relations") if "relations" in carried]
        said = [_without_direction(layer) for layer in links if layer.symmetric and name not in _DIRECTIONS]
        renamed = sum(map(_renamed, links)) if name == "conllu" else 0
        return (*said, *([f"the names of {many(renamed, 'unit')}, now numbers"] if renamed else []))
    layer = layer_of_table(campaign)
    if layer.kind != "relations":
        return ()
    kept, left = rows_of_relations(layer)
    linked = {
        (layer.document[row], layer.annotator[row], layer.columns[end][row])
        for row in kept
        for end in ("origin", "target")
    }
    alone = sum((where, who, unit) not in linked for where, who, unit, _ in layer.components)
    typed = sum(kind is not None for *_, kind in layer.components)
    counts = (
        (left["to itself"], "relation", "relations", " of a unit to itself"),
        (left["again"], "further relation", "further relations", " between the same units"),
        (alone, "unit", "units", " in the structure without a relation"),
        (typed, "type of a unit", "types of units", ""),
    )
    said = [f"{many(number, one, several)}{what}" for number, one, several, what in counts if number]
    return (*said, *([_without_direction(layer)] if layer.symmetric else []))


def texts_lost(campaign: Campaign, path: str | os.PathLike[str], to: str | None = None) -> int:
    """How many texts of documents are known and have no place in the format; tables have those of units alone."""
    name = to if to is not None else _ENDINGS.get(Path(path).suffix.lower())
    return sum(map(bool, campaign.texts.values())) if name in _WITHOUT_TEXTS else 0


def reading_back(campaign: Campaign, path: str | os.PathLike[str], to: str | None = None) -> str | None:
    """What to say when what was written is to be read again, where it would otherwise be taken for something else."""
    name = to if to is not None else _ENDINGS.get(Path(path).suffix.lower())
    if name != "textgrid" or len(campaign.annotators) < 2:
        return None
    if Path(path).suffix.lower() == ".textgrid":
        return f"each tier is an annotator: read it again with {option('annotator_from', 'tier')}"
    people = Counter(document for document, _ in campaign.assigned)
    if max(people.values(), default=0) > 1:
        return None
    return f"no document has two annotators: read the folders again with {option('annotator_from', 'dir')}"


def _renamed(layer: Layer) -> int:
    """How many given units are not called by their number in reading order."""
    given = (layer.given or {}).values()
    return sum(name != str(number) for names in given for number, name in enumerate(names, start=1))


def _without_direction(layer: Layer) -> str:
    return f"that {', '.join(map(repr, layer.symmetric))} has no direction"


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
    found = {name: file_name(name) for name in names}
    if len({name.casefold() for name in found.values()}) < len(found):
        raise DataError("ACC051", f"two {what} would have the same file name", hint="rename one of them")
    return found


def annotator_folders(campaign: Campaign, path: Path) -> dict[Pair, Path]:
    """For each assignment its file without ending: a folder per annotator, a file per document."""
    people = file_names(campaign.annotators, "annotators")
    documents = file_names(campaign.documents, "documents")
    return {(where, who): path / people[who] / documents[where] for where, who in campaign.assigned}

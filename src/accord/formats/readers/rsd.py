"""RST dependencies (.rsd): a line per elementary discourse unit with its head and relation, in ten columns."""

from __future__ import annotations

from pathlib import Path

from accord.formats.gathering import RELATIONS, Gathering
from accord.formats.naming import Preference, Source
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import head
from accord.formats.parsing.text_files import text_lines

NAME = "rsd"
DESCRIPTION = "RST dependencies (.rsd): a file per document and annotator"
ENDINGS = (".rsd",)
IS_TABLE = False
ANNOTATOR_FROM: Preference = "path"


def sniff(path: Path) -> float:
    from accord.formats.parsing.conllu_sentences import ten_columns

    return 0.95 if path.suffix.lower() in ENDINGS and ten_columns(head(path)) else 0.0


def gather(source: Source, into: Gathering, options: ReadOptions) -> None:
    """The units are given; each is related to its head by the relation as the file spells it."""
    from accord.formats.parsing.conllu_sentences import add_tree, sentences

    for number, part in enumerate(sentences(text_lines(source.path, options, into), str(source.path)), start=1):
        document = into.document(source.document if number == 1 else f"{source.document}/{number}")
        annotator = into.asked(document, source.annotator)
        into.layer("relations", RELATIONS)
        add_tree(part, RELATIONS, document, annotator, into)

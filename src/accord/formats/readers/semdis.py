"""SemDis 2014, French lexical substitution: gold files, and runs of systems (Fabre et al. 2014)."""

from __future__ import annotations

from pathlib import Path

from accord.annotations.answers import Answers
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import head

NAME = "semdis"
DESCRIPTION = "SemDis 2014 lexical substitution: gold files and runs, an item a line"
ENDINGS = ()
IS_TABLE = False


def sniff(path: Path) -> float:
    start = head(path)
    if b"::" not in start:
        return 0.0
    from accord.formats.parsing.substitution_lines import marks

    alike, spaced = marks(start)
    return 0.0 if not alike else 0.9 if spaced else 0.6


def read(path: Path, options: ReadOptions) -> Answers:
    from accord.formats.parsing.substitution_lines import read_answers

    return read_answers(path, options)

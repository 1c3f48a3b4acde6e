"""SemDis 2014, French lexical substitution: gold files, and runs of systems (Fabre et al. 2014)."""

from __future__ import annotations

from pathlib import Path

from accord.annotations.answers import Answers
from accord.formats.options import ReadOptions
from accord.formats.parsing.substitution_lines import read_answers, sureness

NAME = "semdis"
DESCRIPTION = "SemDis 2014 lexical substitution: gold files and runs, an item a line"
ENDINGS = ()
IS_TABLE = False


def sniff(path: Path) -> float:
    return sureness(path, spaced=0.9, plain=0.6)


def read(path: Path, options: ReadOptions) -> Answers:
    return read_answers(path, options)

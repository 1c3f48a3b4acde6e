"""SemEval-2007 task 10, English lexical substitution: gold files, and runs of systems (McCarthy & Navigli 2007)."""

from __future__ import annotations

from pathlib import Path

from accord.annotations.answers import Answers
from accord.formats.options import ReadOptions
from accord.formats.parsing.substitution_lines import read_answers, sureness

NAME = "semeval2007"
DESCRIPTION = "SemEval-2007 lexical substitution: gold files and runs, an item a line"
ENDINGS = ()
IS_TABLE = False


def sniff(path: Path) -> float:
    return sureness(path, spaced=0.6, plain=0.9)


def read(path: Path, options: ReadOptions) -> Answers:
    return read_answers(path, options)

"""SemDis 2014, French lexical substitution: gold files, and runs of systems (Fabre et al. 2014)."""

from __future__ import annotations

from functools import partial

from accord.formats.parsing.substitution_lines import read_answers, sureness

NAME = "semdis"
DESCRIPTION = "SemDis 2014 lexical substitution: gold files and runs, an item a line"
ENDINGS = ()
IS_TABLE = False
sniff = partial(sureness, spaced=0.9, plain=0.6)
read = read_answers

"""SemEval-2007 task 10, English lexical substitution: gold files, and runs of systems (McCarthy & Navigli 2007)."""

from __future__ import annotations

from functools import partial

from accord.formats.parsing.substitution_lines import read_answers, sureness

NAME = "semeval2007"
DESCRIPTION = "SemEval-2007 lexical substitution: gold files and runs, an item a line"
ENDINGS = ()
IS_TABLE = False
sniff = partial(sureness, spaced=0.6, plain=0.9)
read = read_answers

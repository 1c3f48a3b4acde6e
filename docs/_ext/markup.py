"""Small pieces of MyST: text as it is, tables, code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_SPECIAL = re.compile(r"([\\`*_{}\[\]<>#|$~^])")


def escaped(text: str) -> str:
    """Text that prints as it is, on one line.

    >>> print(escaped("p_c of |a|"))
    p\\_c of \\|a\\|
    """
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def code(text: str) -> str:
    """Text in a fixed font, within a paragraph or a cell of a table."""
    if not text:
        return ""
    fence = "``" if "`" in text else "`"
    return f"{fence}{text.replace('|', chr(92) + '|')}{fence}"


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """A table of cells that are MyST already."""
    lines = [header, ["---"] * len(header), *rows]
    return "\n".join("| " + " | ".join(cells) + " |" for cells in lines)


def block(language: str, text: str) -> str:
    """A block of code; the empty line before its end keeps a doctest from reading the fence as output."""
    end = "\n\n" if ">>> " in text else "\n"
    return f"```{language}\n{text}{end}```"

"""Docstrings as reStructuredText: their sections as numpydoc has them, their text as it stands."""

from __future__ import annotations

import re
from collections.abc import Iterator


def as_markup(lines: list[str]) -> list[str]:
    r"""A docstring whose signs are not read as markup, and whose examples stay as they are.

    >>> as_markup(["All of it.", "", "Returns", "-------", "int", "    p_c."])
    ['All of it.', '', '.. rubric:: Returns', '', '``int``', '   p\\_c.', '']
    """
    parts = re.split(r"^(\w+)\n-{3,}\n", "\n".join(lines), flags=re.MULTILINE)
    made = [line for paragraph in _paragraphs(parts[0]) for line in (*_paragraph(paragraph), "")]
    for name, text in zip(parts[1::2], parts[2::2], strict=True):
        made += [f".. rubric:: {name}", "", *_section(name, text)]
    return made


def _section(name: str, text: str) -> Iterator[str]:
    for paragraph in _paragraphs(text):
        if name == "References":
            yield from (f"- {_text(line)}" for line in paragraph)
        elif _is_example(paragraph):
            yield from paragraph
        else:
            yield from _definitions(paragraph, code=name != "Notes")
        yield ""


def _definitions(lines: list[str], *, code: bool) -> Iterator[str]:
    """Terms with what is indented below them; lines without are a paragraph."""
    if not any(line.startswith(" ") for line in lines):
        yield _text(" ".join(lines))
        return
    term, below = "", list[str]()
    for line in [*lines, ""]:
        if line.startswith(" "):
            below.append(line.strip())
            continue
        if below:
            yield from (_term(term) if code else _text(term), f"   {_text(' '.join(below))}")
        term, below = line, []


def _term(text: str) -> str:
    return ", ".join(f"``{one}``" for one in text.split(", "))


def _paragraphs(text: str) -> Iterator[list[str]]:
    for paragraph in re.split(r"\n\s*\n", text):
        lines = [line for line in paragraph.split("\n") if line.strip()]
        if lines:
            yield lines


def _is_example(lines: list[str]) -> bool:
    return lines[0].lstrip().startswith(">>>")


def _paragraph(lines: list[str]) -> list[str]:
    if _is_example(lines):
        return lines
    if any(line.startswith(" ") for line in lines):
        return ["::", "", *(f"   {line}" for line in lines)]
    return [_text(" ".join(lines))]


def _text(text: str) -> str:
    return "".join(_piece(piece) for piece in re.split(r"(`[^`]+`|(?<!\w)\*\w[^*]*\w\*(?!\w))", text))


def _piece(text: str) -> str:
    """Code in backticks and *emphasis* as they are meant, everything else as it stands."""
    if text.startswith("`"):
        return f"`{text}`"
    if re.fullmatch(r"\*[^*]+\*", text):
        return text
    return re.sub(r"([\\*|_`])", r"\\\1", text)

"""Files of lexical substitution campaigns: an item a line, `bright.a 1 :: intelligent 3;clever 3;`.

Gold files have a number after each answer, runs of systems have none and may part items and guesses with `:::`.
SemEval-2007 (McCarthy & Navigli 2007) and SemDis 2014 (Fabre et al. 2014) differ in spaces only.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path

from accord.annotations.answer_columns import answers_from_columns
from accord.annotations.answers import Answers
from accord.annotations.frames import Origin
from accord.formats.gathering import Gathering
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import head
from accord.formats.parsing.text_files import text_lines
from accord.results import DataError, Diagnostics, Place

HINT = "a line is 'bright.a 1 :: intelligent 3;clever 3;' in a gold file, 'bright.a 1 :: clever;smart' in a run"
LOOKED_AT = 50  # lines
_COLONS = re.compile(r"\s:::?(?=\s|$)")
_MARKED = re.compile(r"^[^\s:]+\.[A-Za-z]+ +\S+ +:::?( |$)")
_COUNTED = re.compile(r"^(?P<answer>.*\S)\s+(?P<count>[0-9]{1,9})$")


@dataclass(frozen=True)
class Line:
    """One item with the fields that stand behind it, as written but for spaces around them."""

    item: str
    fields: tuple[str, ...]
    number: int
    """The line of the file, from 1."""


@dataclass(frozen=True)
class Lines:
    """The lines of a file, and what was said about its encoding."""

    lines: tuple[Line, ...]
    raw: tuple[str, ...]
    """Every line as it stands in the file."""
    file: str
    said: Diagnostics

    @property
    def counted(self) -> bool:
        """Whether every answer has a number behind it, as in a gold file."""
        fields = [field for line in self.lines for field in line.fields]
        return bool(fields) and all(_COUNTED.match(field) for field in fields)


def read_lines(path: Path, options: ReadOptions) -> Lines:
    """The lines of a file; one that names no item is refused."""
    into = Gathering()
    raw = text_lines(path, options, into)
    lines: dict[str, Line] = {}
    for number, text in enumerate(raw, start=1):
        if not text.strip():
            continue
        match = _COLONS.search(text)
        item = "" if match is None else " ".join(text[: match.start()].split())
        if match is None or not item:
            message = f"{text.strip()[:50]!r} has no '::' after an item"
            raise DataError("ACC047", message, Place(str(path), number), HINT)
        if item in lines:
            message = f"item '{item}' occurs twice, first in line {lines[item].number}"
            raise DataError("ACC047", message, Place(str(path), number), "keep one line for each item")
        fields = tuple(field.strip() for field in text[match.end() :].split(";"))
        lines[item] = Line(item, tuple(field for field in fields if field), number)
    return Lines(tuple(lines.values()), tuple(raw), str(path), into.campaign().diagnostics)


def read_answers(path: Path, options: ReadOptions) -> Answers:
    """A gold file as counts of answers, the run of a system as the answers of one annotator named after the file."""
    lines = read_lines(path, options)
    return gold_answers(lines) if lines.counted else run_answers(lines, path.stem)


def gold_answers(lines: Lines) -> Answers:
    """Counts of answers; an answer without its number is refused."""
    rows: list[tuple[str, str, int, int]] = []
    for line in lines.lines:
        for field in line.fields:
            match = _COUNTED.match(field)
            if match is None:
                message = f"the answer {field[:40]!r} of '{line.item}' has no number of annotators after it"
                raise DataError("ACC047", message, Place(lines.file, line.number), HINT)
            rows.append((line.item, match["answer"], int(match["count"]), line.number))
    built = answers_from_columns(
        item=[row[0] for row in rows],
        answer=[row[1] for row in rows],
        count=[row[2] for row in rows],
        items=[line.item for line in lines.lines],
        origin=Origin(lines.file, [row[3] for row in rows]),
        source=lines.file,
    )
    return replace(built, diagnostics=(*lines.said, *built.diagnostics))


def run_answers(lines: Lines, name: str) -> Answers:
    """The guesses of a system, best first."""
    rows = [(line.item, field, line.number) for line in lines.lines for field in line.fields]
    built = answers_from_columns(
        item=[row[0] for row in rows],
        annotator=[name] * len(rows),
        answer=[row[1] for row in rows],
        items=[line.item for line in lines.lines],
        annotators=[name],
        assigned=[(line.item, name) for line in lines.lines],
        origin=Origin(lines.file, [row[2] for row in rows]),
        source=lines.file,
    )
    return replace(built, diagnostics=(*lines.said, *built.diagnostics))


def sureness(path: Path, *, spaced: float, plain: float) -> float:
    """How sure a reader of one of the two campaigns is of a file, with and without spaces about the semicolons."""
    start = head(path)
    alike, has_spaces = marks(start) if b"::" in start else (False, False)
    return 0.0 if not alike else spaced if has_spaces else plain


def marks(start: bytes) -> tuple[bool, bool]:
    """Whether all the first lines are items of a substitution task, and whether spaces stand about the semicolons.

    >>> marks(b"bright.a 1 :: intelligent 3;clever 3;\\n"), marks(b"a,b\\n1 :: 2\\n")
    ((True, False), (False, False))
    """
    lines = start.decode("utf-8", "replace").removeprefix("\ufeff").splitlines()[:LOOKED_AT]
    whole = lines[:-1] if len(lines) > 1 else lines  # the last one may be cut
    filled = [line for line in whole if line.strip()]
    alike = bool(filled) and all(_MARKED.match(line) for line in filled)
    return alike, alike and any("; " in line or " ;" in line for line in filled)

"""What is scored: gold answers and the guesses of systems, from files or from memory."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from accord.annotations import Labels, annotators_chosen
from accord.annotations.answer_building import answers
from accord.annotations.answers import Answers
from accord.annotations.casting import EVERYBODY
from accord.annotations.label_distributions import SoftLabels
from accord.formats import read
from accord.formats.options import ReadOptions
from accord.formats.parsing.first_bytes import advice, head, unreadable
from accord.formats.parsing.substitution_lines import gold_answers, marks, read_lines
from accord.results import DataError, Diagnostics, Place, UsageError

Given = Any
"""A path, Answers, or a mapping of items; what is none of them is refused."""

Scored = str | os.PathLike[str] | Answers | Labels | SoftLabels | Mapping[str, object] | Sequence[object]
"""The same, as it is told to those who call."""
COLUMNS = "a table of guesses has the columns item, annotator (the system) and answer"


@dataclass(frozen=True)
class Run:
    """The guesses of a system, item by item as it gave them: repeated ones too, the best first."""

    name: str
    lines: tuple[tuple[str, tuple[str, ...]], ...]
    """(item, guesses)"""
    numbers: tuple[int, ...] | None = None
    """The line of the file that each item stands in."""
    file: str | None = None
    diagnostics: Diagnostics = ()

    def place(self, line: int) -> Place:
        if self.numbers is None:
            return Place(self.file, None, self.lines[line][0])
        return Place(self.file, self.numbers[line])


def gold_of(gold: Given, **roles: Any) -> Answers:
    """The gold answers of those who count; `roles` are the options of `accord.read` that tell who does."""
    told = {name: value for name, value in roles.items() if value}
    if isinstance(gold, Answers):
        return annotators_chosen(gold, **told)
    if isinstance(gold, Mapping):
        return answers(gold, **told)
    path = path_of(gold, "gold")
    if marks(head(path))[0]:
        return answers(gold_answers(read_lines(path, ReadOptions())), **told)
    return _read(path, **told)


def is_table(gold: Given) -> bool:
    """Whether the gold answers are in a table, in which annotators have names."""
    return not marks(head(path_of(gold, "gold")))[0]


def runs_of(system: Given) -> list[Run]:
    """The runs in a system's file or object: several where a table names several annotators."""
    if isinstance(system, Run):
        return [system]
    if isinstance(system, Answers):
        return _of_answers(system)
    if isinstance(system, Mapping):
        return [_of_mapping(system)]
    path = path_of(system, "system")
    if not marks(head(path))[0]:
        return _of_answers(_read(path, only=EVERYBODY))  # most systems are models
    content = read_lines(path, ReadOptions())
    if content.counted:
        raise DataError(
            "ACC087",
            "every guess ends in a number, as answers in a gold file do",
            Place(str(path)),
            "name the gold file first, then the files of systems",
        )
    lines = tuple((line.item, line.fields) for line in content.lines)
    return [Run(path.stem, lines, tuple(line.number for line in content.lines), str(path), content.said)]


_ONE = (str, bytes, os.PathLike, Answers, Labels, SoftLabels, Mapping, Run)


def several(systems: Given) -> list[Given]:
    """The systems, where one or several may be given."""
    if isinstance(systems, _ONE) or not isinstance(systems, Iterable):
        return [systems]
    listed = list(systems)
    if not listed:
        raise UsageError("no system is named", "give at least one")
    return listed


System = TypeVar("System")


def numbered_names(systems: Iterable[tuple[str, System]]) -> dict[str, System]:
    """By their names; those of the same name are numbered.

    >>> numbered_names([("run", 1), ("run", 2)])
    {'run': 1, 'run (2)': 2}
    """
    numbered: dict[str, System] = {}
    for name, system in systems:
        fresh, number = name, 2
        while fresh in numbered:
            fresh, number = f"{name} ({number})", number + 1
        numbered[fresh] = system
    return numbered


def path_of(source: Given, what: str) -> Path:
    """A path that can be opened, or an error that says why not."""
    if not isinstance(source, str | os.PathLike):
        raise UsageError(f"{what} is a path, Answers or a mapping of items, not {type(source).__name__}")
    path = Path(os.fspath(source))
    reason = unreadable(str(path))
    if reason is None and path.is_dir():
        reason = "this is a folder"
    if reason is None and path.stat().st_size == 0:
        raise DataError("ACC002", "the file is empty", Place(str(path)), "write it again")
    if reason is not None:
        raise DataError("ACC001", reason, Place(str(path)), advice(reason, str(path)))
    return path


def _read(path: Path, **roles: Any) -> Answers:
    try:
        data = read(path, kind="answers", **roles)
    except DataError as error:
        if error.code == "ACC007":  # the columns of a system have no options
            raise DataError("ACC007", error.message, error.place, COLUMNS) from error
        raise
    if not isinstance(data, Answers):
        raise DataError("ACC087", f"these are {data.kind}, not free answers", Place(str(path)))
    return data


def _of_answers(data: Answers) -> list[Run]:
    if data.annotators is None:
        raise DataError(
            "ACC087",
            "these are counts of answers, and a system has guesses, the best first",
            Place(data.source),
            COLUMNS,
        )
    runs = []
    for who, name in enumerate(data.annotators):
        mine = data.of_annotators([name])
        bounds = mine.bounds
        lines = tuple(
            (item, tuple(mine.vocabulary[code] for code in mine.codes[bounds[place] : bounds[place + 1]]))
            for place, item in enumerate(mine.items)
            if data.assigned[place, who]
        )
        runs.append(Run(name, lines, file=data.source, diagnostics=data.diagnostics))
    return runs


def _of_mapping(system: Mapping[object, object]) -> Run:
    lines: list[tuple[str, tuple[str, ...]]] = []
    for item, guesses in system.items():
        if guesses is None:
            continue
        listed = [guesses] if isinstance(guesses, str) else guesses
        if not isinstance(listed, Sequence):
            raise DataError(
                "ACC087",
                f"the guesses are of type {type(guesses).__name__}",
                Place(item=str(item)),
                "give a list of guesses for each item, the best first",
            )
        lines.append((str(item), tuple(str(guess) for guess in listed)))
    return Run("system", tuple(lines))

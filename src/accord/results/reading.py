"""What was read as what: the facts every output begins with, told or guessed, and the options that change them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from accord.results.errors import DataError, Place

Aspect = Literal["files", "field", "columns", "level", "annotators", "missing", "asked", "set aside"]
ASPECTS: tuple[Aspect, ...] = get_args(Aspect)
"""In the order in which they are shown."""


@dataclass(frozen=True)
class Reading:
    """One thing that was read as something.

    `options` are parameters of `accord.read` that settle it or change it, with a value where there is one to propose:
    `level`, `level=nominal`. A boundary spells them in its own way (`--level nominal`, `level='nominal'`).
    """

    aspect: Aspect
    text: str
    guessed: bool = False
    """Whether it was recognised rather than told, so that it could have been meant in another way."""
    options: tuple[str, ...] = ()

    def line(self, *, shell: bool = False) -> str:
        """
        >>> Reading("level", "1 to 5: a scale (ordinal)", True, ("level=nominal",)).line(shell=True)
        'level: 1 to 5: a scale (ordinal); otherwise --level nominal'
        """
        spelled = ", ".join(spelled_option(option, shell=shell) for option in self.options)
        return f"{self.aspect}: {self.text}" + (f"; otherwise {spelled}" if spelled else "")

    def as_json(self) -> dict[str, object]:
        return {"aspect": self.aspect, "text": self.text, "guessed": self.guessed, "options": list(self.options)}


ReadAs = tuple[Reading, ...]


def in_order(readings: Iterable[Reading]) -> ReadAs:
    """Each reading once, aspect by aspect."""
    return tuple(sorted(dict.fromkeys(readings), key=lambda reading: ASPECTS.index(reading.aspect)))


def spelled_option(option: str, *, shell: bool) -> str:
    """
    >>> spelled_option("level=nominal", shell=True), spelled_option("level=nominal", shell=False)
    ('--level nominal', "level='nominal'")
    >>> [spelled_option("item_column", shell=True), *(spelled_option("pool=", shell=one) for one in (True, False))]
    ['--item-column', '--pool', 'pool=True']
    """
    name, parted, value = option.partition("=")
    if shell:
        flag = f"--{name.replace('_', '-')}"
        return f"{flag} {_quoted(value)}" if value else flag
    if not parted:
        return f"{name}="
    return f"{name}={value!r}" if value else f"{name}=True"


def _quoted(value: str) -> str:
    return value if value.replace("_", "").replace(",", "").replace("-", "").isalnum() else f"'{value}'"


def refuse_guesses(read_as: Sequence[Reading], source: str | None) -> None:
    """A DataError that names everything that was guessed, for pipelines in which nothing may be."""
    guesses = [reading for reading in read_as if reading.guessed]
    if guesses:
        shown = "; ".join(reading.line(shell=True) for reading in guesses)
        settled = [spelled_option(option, shell=True) for reading in guesses for option in reading.options]
        hint = f"settle it: {', '.join(dict.fromkeys(settled))}" if settled else "leave out --strict"
        raise DataError("ACC200", f"--strict allows no guess, and this was guessed: {shown}", Place(source), hint)

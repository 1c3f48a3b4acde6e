"""What was read as what: the facts every output begins with, told or guessed, and the options that change them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from accord.results.errors import DataError, Place
from accord.results.option_names import option, spelled_option

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
    values: str = ""
    """What the headline coefficient is as read, and as it could have been read."""

    @property
    def sentence(self) -> str:
        """How it was read, whether that is a guess, and the values of both readings."""
        return self.text + (", guessed" if self.guessed else "") + (f"; {self.values}" if self.values else "")

    def line(self) -> str:
        """
        >>> Reading("level", "1 to 5: a scale (ordinal)", True, ("level=nominal",)).line()
        "level: 1 to 5: a scale (ordinal), guessed; otherwise level='nominal'"
        """
        spelled = ", ".join(map(spelled_option, self.options))
        return f"{self.aspect}: {self.sentence}" + (f"; otherwise {spelled}" if spelled else "")

    def as_json(self) -> dict[str, object]:
        known = {"aspect": self.aspect, "text": self.text, "guessed": self.guessed, "options": list(self.options)}
        return {**known, "values": self.values} if self.values else known

    @classmethod
    def from_json(cls, record: object) -> Reading:
        """Read what `as_json` wrote; a DataError says what is not as it was written."""
        if not isinstance(record, Mapping) or record.get("aspect") not in ASPECTS:
            raise DataError("ACC089", "something that was read, and not as what")
        text, options = record.get("text"), record.get("options", [])
        if not isinstance(text, str) or not isinstance(options, list) or not all(isinstance(o, str) for o in options):
            raise DataError("ACC089", "something that was read, without a text or with options that are none")
        values = record.get("values", "")
        return cls(record["aspect"], text, record.get("guessed") is True, tuple(options), str(values))


ReadAs = tuple[Reading, ...]


def in_order(readings: Iterable[Reading]) -> ReadAs:
    """Each reading once, aspect by aspect."""
    return tuple(sorted(dict.fromkeys(readings), key=lambda reading: ASPECTS.index(reading.aspect)))


def guesses_shown(read_as: Iterable[Reading]) -> str:
    """What was guessed, a line each, for the end of a repr; nothing where nothing was."""
    return "".join(f"\n  {reading.line()}" for reading in read_as if reading.guessed)


def refuse_guesses(read_as: Sequence[Reading], source: str | None) -> None:
    """A DataError that names everything that was guessed, for pipelines in which nothing may be."""
    guesses = [reading for reading in read_as if reading.guessed]
    if guesses:
        shown = "; ".join(reading.line() for reading in guesses)
        settled = [spelled_option(setting) for reading in guesses for setting in reading.options]
        hint = f"settle it: {', '.join(dict.fromkeys(settled))}" if settled else f"leave out {option('strict')}"
        message = f"{option('strict')} allows no guess, and this was guessed: {shown}"
        raise DataError("ACC200", message, Place(source), hint)

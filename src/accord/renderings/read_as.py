"""The block "Read as" that every output begins with: what was read as what, and the options that change it."""

from __future__ import annotations

from collections.abc import Sequence

from accord.results import Reading
from accord.results.foreign_text import visible
from accord.results.option_names import spelled_option

HEADING = "Read as"


def read_as_rows(read_as: Sequence[Reading]) -> list[tuple[str, str, str]]:
    """What, how it was read, and the options that settle it (as the boundary that speaks spells them)."""
    return [
        (
            reading.aspect,
            visible(reading.sentence),
            visible(", ".join(map(spelled_option, reading.options))),
        )
        for reading in read_as
    ]


def read_as_lines(read_as: Sequence[Reading]) -> list[str]:
    """One line for each, aspects aligned.

    >>> print("\\n".join(read_as_lines([Reading("level", "1 to 5: a scale (ordinal)", True, ("level=nominal",))])))
    Read as
      level    1 to 5: a scale (ordinal), guessed; otherwise level='nominal'
    """
    rows = read_as_rows(read_as)
    if not rows:
        return []
    width = max(8, *(len(aspect) for aspect, _, _ in rows))
    return [HEADING] + [
        f"  {aspect:<{width}} {text}" + (f"; otherwise {options}" if options else "") for aspect, text, options in rows
    ]

"""What a format can, as its module declares it in capitals; a plugin may leave any of it out."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from pathlib import Path

from accord.annotations.campaign import Campaign, Kind


@dataclass(frozen=True)
class Declared:
    """Every module of ours declares ENDINGS and IS_TABLE; one with a writer ENDING, CARRIES and KEEPS_TEXTS as well."""

    endings: tuple[str, ...] = ()
    """What the names of its files end in, in lower case; none where the content alone tells."""
    is_table: bool = False
    separator: str | None = None
    """Between the fields of a line, where a table is text."""
    has_sheets: bool = False
    in_portions: str = ""
    """How a table that is larger than memory is read: in "slices" of columns, "lines", or "fields" of lines."""
    ending: str | None = None
    """The ending of a path that chooses its writer; None where the format must be named."""
    carries: tuple[Kind, ...] = ()
    """The kinds of annotations that it can hold; a table holds one of them."""
    keeps_texts: bool = True
    """Whether what is written has the texts of documents."""
    keeps_directions: bool = False
    """Whether relations without a direction are told from others."""
    keeps_names: bool = True
    """Whether units are called as before, and not by their numbers."""
    keeps_fragments: bool = False
    """Whether units may be discontinuous."""
    read_again: Callable[[Campaign, Path], str | None] | None = None
    """What to tell when what was written is read, where it would be taken for something else."""


def declared(reader: object) -> Declared:
    """What the module of a reader declares; the defaults for what it does not say."""
    spelled = {
        field.name: field.name if field.name == "read_again" else field.name.upper() for field in fields(Declared)
    }
    return Declared(**{name: getattr(reader, attr) for name, attr in spelled.items() if hasattr(reader, attr)})

"""A section of a report: one question, the sentence that answers it and the table with the numbers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from accord.renderings.tables import Table, without_caption

GOOD_ENOUGH, MEANING, TO_FIX, READ = "Is it good enough?", "What does it mean?", "What should we fix?", "What was read"
PARTS = (GOOD_ENOUGH, MEANING, TO_FIX, READ)


@dataclass(frozen=True)
class Section:
    """Plain data that the page, the terminal, Markdown and LaTeX all render."""

    key: str
    """A stable name, such as "coefficients": the anchor in the page, and where its figures belong."""
    part: str
    """One of PARTS: the question of the reader that it helps to answer."""
    heading: str
    sentence: str
    """In front of figure and table: what is shown here, and what to see in it."""
    table: Table | None = None
    note: str = ""
    """Below the table."""
    listing: bool = False
    """Rows to look things up in: sortable and filterable in the page, left out of one screenful in the terminal."""


def to_fix(
    key: str, heading: str, table: Table | None, sentence: str = "", note: str = "", *, listing: bool = False
) -> Section:
    """A section about what to fix; where no sentence is given, the caption of its table stands in front."""
    if not sentence and table is not None:
        sentence, table = table.caption, without_caption(table)
    return Section(key, TO_FIX, heading, sentence, table, note, listing)


def with_rows(sections: Iterable[Section]) -> list[Section]:
    """Those whose table has something to say."""
    return [section for section in sections if section.table is not None and section.table.rows]

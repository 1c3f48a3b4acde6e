"""A section of a report: one question, the sentence that answers it and the table with the numbers."""

from __future__ import annotations

from dataclasses import dataclass

from accord.renderings.tables import Table

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

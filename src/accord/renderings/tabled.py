"""A result that is sentences and tables: the same in the terminal, Markdown, LaTeX, CSV and on its page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from accord.renderings.tables import Table, captioned, prose
from accord.results import ReadAs, UsageError
from accord.results.foreign_text import visible


@dataclass(frozen=True)
class TabledPart:
    """A table under its heading, with the digits for people or all of them."""

    key: str
    heading: str
    table: Callable[[bool], Table]
    listing: bool = False
    """Rows to look things up in."""


@dataclass(frozen=True)
class Tabled:
    """What a command found: a line of facts, sentences, tables."""

    title: str
    facts: str
    sentences: tuple[str, ...]
    parts: tuple[TabledPart, ...]
    methods: str = ""
    read_as: ReadAs = ()
    """What the data were read as; the page says it, the terminal on stderr."""

    def with_rows(self) -> tuple[TabledPart, ...]:
        return tuple(part for part in self.parts if part.table(False).rows)


def tabled_as(tabled: Tabled, written: str, show: str | None = None) -> str:
    """As text, Markdown, LaTeX or CSV; of CSV always one table, the first unless another is asked for."""
    chosen: Sequence[TabledPart] = tabled.with_rows()
    if show is not None:
        chosen = [part for part in tabled.parts if part.key == show]
        if not chosen:
            raise UsageError(f"there is no table '{show}'", f"there are {', '.join(part.key for part in tabled.parts)}")
    if written == "csv":
        return captioned(chosen[0].table(True), "csv") if chosen else ""
    listed = [(visible(part.heading), captioned(part.table(False), written)) for part in chosen]
    if written != "text":
        paragraphs = [] if show is not None else [prose(sentence, written) for sentence in tabled.sentences]
        return "\n\n".join([*paragraphs, *(text for _, text in listed)])
    paragraphs = [] if show is not None else ["\n".join(map(visible, [tabled.facts, "", *tabled.sentences]))]
    return "\n\n".join([*paragraphs, *map("\n".join, listed)])

"""Tables that are told in sentences first: as a text, and in a notebook."""

from __future__ import annotations

from accord.results.foreign_text import html_text, visible
from accord.results.tabular import Tabular


class ToldTable(Tabular):
    """A table whose `str` is what it says in words, and which a notebook shows below these sentences."""

    def sentences(self) -> list[str]:
        """What was found, in words."""
        raise NotImplementedError

    def __str__(self) -> str:
        return "\n".join(map(visible, self.sentences()))

    def _repr_html_(self) -> str:
        return "".join(f"<p>{html_text(sentence)}</p>" for sentence in self.sentences()) + super()._repr_html_()

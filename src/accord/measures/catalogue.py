"""The measures as a frame, and all that is known about one: what their records say, for people."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

from accord.measures.record import Measure
from accord.measures.references import bibtex, short
from accord.measures.registry import all_measures, find, shapes_of
from accord.results.foreign_text import html_text

if TYPE_CHECKING:
    import polars as pl

_SHAPES = ("labels", "spans", "relations", "answers")


def catalogue(shape: str | None = None) -> pl.DataFrame:
    """All measures: a row each, with their parameters, choices, assumptions and references.

    Parameters
    ----------
    shape
        "labels", "spans", "relations" or "answers"; None for all.

    Returns
    -------
    polars.DataFrame
        `accord.about(name)` says the same of one measure in words.

    Examples
    --------
    >>> catalogue("answers")["measure"].to_list()
    ['alpha', 'disagreement', 'entropy', 'pa']
    """
    import polars as pl

    asked = [record for (where, _), record in all_measures().items() if shape in (None, where)]
    records = sorted(asked, key=lambda record: (_SHAPES.index(record.shape), record.name))
    return pl.DataFrame(
        {
            "shape": [record.shape for record in records],
            "measure": [record.name for record in records],
            "name": [record.human for record in records],
            "symbol": [record.symbol for record in records],
            "title": [record.title for record in records],
            "family": [record.family for record in records],
            "assumes": [record.assumes for record in records],
            "missing": [record.missing for record in records],
            "formula": [record.formula for record in records],
            "parameters": [
                ", ".join(f"{key}={value!r}" for key, value in record.parameters.items()) for record in records
            ],
            "choices": [_choices(record) for record in records],
            "references": ["; ".join(map(short, record.references)) for record in records],
        },
        schema_overrides={"choices": pl.String},
    )


def _choices(record: Measure) -> str:
    return "; ".join(f"{key}: {parameter.allowed}" for key, parameter in record.about.items() if parameter.allowed)


@dataclass(frozen=True)
class About:
    """What is known about a measure, for each shape that has one of its name.

    Examples
    --------
    >>> import accord
    >>> print(str(accord.about("pi")).splitlines()[1])
    Scott's π: agreement corrected for one shared distribution of categories
    """

    records: tuple[Measure, ...]

    @property
    def bibtex(self) -> str:
        """The entries of its references."""
        return "\n\n".join(
            bibtex(key) for key in dict.fromkeys(key for record in self.records for key in record.references)
        )

    def __repr__(self) -> str:
        return "\n\n".join(map(everything, self.records))

    def _repr_html_(self) -> str:
        return "".join(map(_table, self.records))


def about(measure: str) -> About:
    """All that a measure says about itself.

    Parameters
    ----------
    measure
        Its name, such as "alpha".

    Returns
    -------
    About
        Shown as text in a terminal and as a table in a notebook; `bibtex` holds its references.

    Raises
    ------
    UsageError
        When there is no such measure; it names the nearest.

    Examples
    --------
    >>> about("pi").records[0].human
    "Scott's π"
    """
    return About(tuple(find(shape, measure) for shape in shapes_of(measure)))


def everything(record: Measure, cited: str = "") -> str:
    """All that a measure says about itself, as text; `cited` follows its references."""
    cited = "; ".join(short(key) for key in record.references) + cited
    lines = [("formula", record.formula), ("assumes", record.assumes), ("missing", record.missing)]
    told = [_hanging(key, text) for key, text in [*lines, ("references", cited)]]
    told += [_hanging("" if number else "parameters", text) for number, text in enumerate(_parameters(record))]
    return "\n".join([f"{record.name} ({record.shape})", record.title, "", *told])


def _parameters(record: Measure) -> list[str]:
    """A line for each parameter: its default, what it does, and what may stand there."""
    told = []
    for key, default in record.parameters.items():
        known = record.about.get(key)
        words = [] if known is None else [known.about, f"One of {known.allowed}." if known.allowed else ""]
        told.append(" ".join([f"{key}={default!r}:" if words else f"{key}={default!r}", *(w for w in words if w)]))
    return told or ["none"]


def _hanging(key: str, text: str) -> str:
    return textwrap.fill(text, 100, initial_indent=f"{key:<12}", subsequent_indent=" " * 12)


def _table(record: Measure) -> str:
    rows = [("formula", record.formula), ("assumes", record.assumes), ("missing", record.missing)]
    rows += [("parameter", text) for text in _parameters(record)]
    rows.append(("references", "; ".join(short(key) for key in record.references)))
    left = 'style="text-align:left"'
    body = "".join(f"<tr><th {left}>{key}</th><td {left}>{html_text(text)}</td></tr>" for key, text in rows)
    return f"<table><caption>{html_text(record.title)} <code>{record.name}</code></caption>{body}</table>"

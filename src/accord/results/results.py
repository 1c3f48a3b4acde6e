"""Several results as one object: a sequence with names, a frame, a table for a paper, a picture in a notebook."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, overload

from accord.results.expressions import parse_expression
from accord.results.foreign_text import html_text
from accord.results.presenting import presented
from accord.results.reading import ReadAs
from accord.results.result import Result
from accord.results.tabular import Columns, Library, Tabular, columns_of

WIDE, HIGH = 160, 16  # of the picture of an interval


class Results(Sequence[Result], Tabular):
    """The values of several measures, in their order and by name.

    Examples
    --------
    >>> import accord
    >>> table = accord.contingency([[20, 10], [20, 50]])  # Artstein & Poesio 2008, p. 558
    >>> results = accord.measure(table, ["kappa", "pi"], confidence=None)
    >>> f"{results['kappa']:.3f}", results.names
    ('0.348', ('kappa', 'pi'))
    """

    def __init__(self, results: Iterable[Result], *, library: Library = "polars") -> None:
        self._results = tuple(results)
        self.frame_library = library

    @overload
    def __getitem__(self, key: int | str) -> Result: ...
    @overload
    def __getitem__(self, key: slice) -> Results: ...

    def __getitem__(self, key: int | str | slice) -> Result | Results:
        if isinstance(key, slice):
            return Results(self._results[key], library=self.frame_library)
        return self._named(key) if isinstance(key, str) else self._results[key]

    def _named(self, name: str) -> Result:
        """By its expression as it was written, then by its meaning, then by the name of the measure."""
        same = [result for result in self._results if result.measure == name]
        asked = parse_expression(name)
        same = same or [result for result in self._results if parse_expression(result.measure) == asked]
        if not same and not asked.given:
            same = [result for result in self._results if parse_expression(result.measure).name == asked.name]
        if len(same) == 1:
            return same[0]
        if not same:
            raise KeyError(f"no result '{name}'; there are {', '.join(self.names) or 'none'}")
        raise KeyError(f"several results are '{name}': {', '.join(str(match.of or match.measure) for match in same)}")

    def __len__(self) -> int:
        return len(self._results)

    def __iter__(self) -> Iterator[Result]:
        return iter(self._results)

    def __contains__(self, key: object) -> bool:
        if not isinstance(key, str):
            return key in self._results
        try:
            self._named(key)
        except (KeyError, ValueError):
            return False
        return True

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Results | list | tuple):
            return self._results == tuple(other)
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._results)

    @property
    def names(self) -> tuple[str, ...]:
        """The expressions that were measured."""
        return tuple(result.measure for result in self._results)

    @property
    def read_as(self) -> ReadAs:
        """What in the data was read as what."""
        return self._results[0].read_as if self._results else ()

    # ---- frames and tables

    def to_dicts(self) -> list[dict[str, object]]:
        """`to_dict` of each."""
        return [result.to_dict() for result in self._results]

    def as_json(self) -> list[dict[str, object]]:
        """`as_json` of each."""
        return [result.as_json() for result in self._results]

    def to_markdown(self) -> str:
        """A table for a README or a page."""
        return str(presented("results", self._results, "markdown"))

    def to_latex(self) -> str:
        """A table for a paper, with booktabs."""
        return str(presented("results", self._results, "latex"))

    def chart(self) -> Any:
        """The values with their intervals, as a picture that a notebook draws."""
        return presented("chart of results", self._results)

    def _columns(self) -> Columns:
        parts = list(dict.fromkeys(name for result in self._results for name in result.components))
        about = ("of",) if any(result.of is not None for result in self._results) else ()
        return {
            **columns_of(self._results, "measure", "name", *about, "value", "low", "high", "confidence"),
            **{name: [result.components.get(name, math.nan) for result in self._results] for name in parts},
            **columns_of(self._results, "undefined", "meaning"),
            "signature": [str(result.signature) for result in self._results],
        }

    # ---- in a terminal and in a notebook

    def __repr__(self) -> str:
        guesses = "".join(f"\n{reading.line()}" for reading in self.read_as if reading.guessed)
        return str(presented("results", self._results, "text")).rstrip("\n") + guesses if self._results else "Results()"

    def _repr_html_(self) -> str:
        parts = any(result.of is not None for result in self._results)
        drawn = _Scale.of(self._results)
        heads = ["measure", *(["of"] if parts else []), "value", "interval"]
        heads += [drawn.heading] if drawn else []
        body = "".join(_row(result, parts, drawn) for result in self._results)
        header = "".join(f'<th style="text-align:left">{head}</th>' for head in heads)
        header += '<th style="text-align:left;min-width:14em">meaning</th>'  # a sentence, on a telephone too
        guesses = "".join(f"<p>{html_text(reading.line())}</p>" for reading in self.read_as if reading.guessed)
        return f"<table><thead><tr>{header}</tr></thead><tbody>{body}</tbody></table>{guesses}"


class _Scale:
    """Where values lie in the picture beside them: from the least, or 0, to the largest, or 1."""

    def __init__(self, low: float, high: float) -> None:
        self.low, self.high = low, high

    @classmethod
    def of(cls, results: Sequence[Result]) -> _Scale | None:
        numbers = [
            number for result in results for number in (result.value, result.low, result.high) if math.isfinite(number)
        ]
        return cls(min(0.0, *numbers), max(1.0, *numbers)) if numbers else None

    @property
    def heading(self) -> str:
        return f"{self.low:.3g} … {self.high:.3g}"

    def at(self, number: float) -> float:
        return 4 + (WIDE - 8) * (number - self.low) / (self.high - self.low)

    def drawing(self, result: Result) -> str:
        """A dot with its interval; its colour is that of the text, on light and on dark pages."""
        if not math.isfinite(result.value):
            return ""
        middle = HIGH / 2
        line = ""
        if result.has_interval and math.isfinite(result.low) and math.isfinite(result.high):
            ends = f'x1="{self.at(result.low):.1f}" x2="{self.at(result.high):.1f}" y1="{middle}" y2="{middle}"'
            line = f'<line {ends} stroke="currentColor" stroke-width="2"/>'
        zero = f'x1="{self.at(0):.1f}" x2="{self.at(0):.1f}" y1="0" y2="{HIGH}"'
        return (
            f'<svg width="{WIDE}" height="{HIGH}" role="img" aria-label="{html_text(str(result))}">'
            f'<line {zero} stroke="currentColor" stroke-opacity=".3"/>{line}'
            f'<circle cx="{self.at(result.value):.1f}" cy="{middle}" r="3.5" fill="currentColor"/></svg>'
        )


def _row(result: Result, parts: bool, drawn: _Scale | None) -> str:
    value = f"{result.value:.3f}" if result.defined else "undefined"
    cells = [f"{html_text(result.name)} <code>{html_text(result.measure)}</code>"]
    cells += [html_text(result.of or "")] if parts else []
    cells += [value, f"[{result.low:.3f}, {result.high:.3f}]" if result.has_interval else ""]
    cells += [drawn.drawing(result)] if drawn else []
    cells.append(html_text(result.meaning or result.undefined or ""))
    looks = ["text-align:left", *["text-align:left;white-space:nowrap"] * (len(cells) - 2), "text-align:left"]
    return (
        "<tr>" + "".join(f'<td style="{look}">{cell}</td>' for look, cell in zip(looks, cells, strict=True)) + "</tr>"
    )

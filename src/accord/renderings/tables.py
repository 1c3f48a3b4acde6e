"""One table, four ways to write it."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain

from accord.renderings.latex_letters import LATEX, needed
from accord.renderings.numbers import exact_cell
from accord.results.foreign_text import html_text, visible
from accord.results.formulas import guarded

WIDEST, WIDEST_NUMBER, WIDEST_TEXT = 80, 32, 240
"""Letters of a cell in a terminal, of the name of a column of numbers, and of the last column, which may be prose."""


@dataclass(frozen=True)
class Table:
    """Text cells under a header. `numeric` columns are aligned to the right."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    numeric: frozenset[int] = frozenset()


def of_records(rows: Sequence[Mapping[str, object]], empty: str) -> Table:
    """A table for programs, with a column for each name of the records; `empty` is the column of none."""
    header = tuple(rows[0]) if rows else (empty,)
    return Table(header, tuple(tuple(exact_cell(row[name]) for name in header) for row in rows))


def without_caption(table: Table | None) -> Table | None:
    """The same where a sentence in front says what the caption would."""
    return None if table is None else Table(table.header, table.rows, "", table.numeric)


def without_empty_columns(table: Table) -> Table:
    """The same without the columns that say nothing; the first always stays."""
    kept = [place for place in range(len(table.header)) if place == 0 or any(row[place] for row in table.rows)]
    numeric = frozenset(new for new, old in enumerate(kept) if old in table.numeric)
    rows = tuple(tuple(row[place] for place in kept) for row in table.rows)
    return Table(tuple(table.header[place] for place in kept), rows, table.caption, numeric)


def for_people(table: Table) -> Table:
    """The same with long names and texts cut and what does not print made visible; CSV keeps them whole.

    >>> for_people(Table(("label", "n"), (("x" * 100, "1"),))).rows[0][0] == "x" * 79 + "…"
    True
    """
    last = len(table.header) - 1
    header = tuple(
        _cut(name, WIDEST_NUMBER if place in table.numeric else WIDEST) for place, name in enumerate(table.header)
    )
    rows = tuple(
        tuple(_cut(cell, WIDEST_TEXT if place == last else WIDEST) for place, cell in enumerate(row))
        for row in table.rows
    )
    return Table(header, rows, table.caption, table.numeric)


def _cut(cell: str, widest: int) -> str:
    plain = visible(cell)
    return plain if len(plain) <= widest else f"{plain[: widest - 1].rstrip()}…"


def as_text(table: Table) -> str:
    """Columns of characters for a terminal or a pipe."""
    table = for_people(table)
    lines = [table.header, *table.rows]
    widths = [max(_width(line[column]) for line in lines) for column in range(len(table.header))]

    def line(cells: tuple[str, ...]) -> str:
        padded = []
        for column, cell in enumerate(cells):
            space = " " * (widths[column] - _width(cell))
            padded.append(space + cell if column in table.numeric else cell + space)
        return "  ".join(padded).rstrip()

    rule = "  ".join("─" * width for width in widths)
    return "\n".join([line(table.header), rule, *(line(row) for row in table.rows)])


def as_csv(table: Table) -> str:
    """RFC 4180, with line feeds; every cell is whole, numbers have no commas, and an apostrophe keeps spreadsheets from
    computing a text."""
    rows = (
        [cell.replace(",", "") if place in table.numeric and _THOUSANDS.match(cell) else cell for place, cell in cells]
        for cells in map(enumerate, table.rows)
    )
    return csv_text(table.header, rows).rstrip("\n")


_THOUSANDS = re.compile(r"[-−+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$")
"""A number as people read it; programs, and accord itself, read it without commas."""


def csv_text(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    r"""The same of cells that may be numbers, every line with its end.

    >>> csv_text(["a"], [["x\ry"]])
    'a\n"x\ry"\n'
    """
    lines: list[str] = []
    # a cell with a carriage return is quoted only where lines end in one
    writer = csv.writer(_Lines(lines), lineterminator="\r\n")
    for row in chain([header], rows):
        writer.writerow([guarded(cell) if isinstance(cell, str) else cell for cell in row])
    return "".join(lines)


class _Lines:
    """A file that keeps each row with a line feed for its end."""

    def __init__(self, lines: list[str]) -> None:
        self._lines = lines

    def write(self, row: str) -> None:
        self._lines.append(row[:-2] + "\n")


def as_markdown(table: Table) -> str:
    def line(cells: tuple[str, ...]) -> str:
        return "| " + " | ".join(map(markdown_text, cells)) + " |"

    rule = "|" + "|".join("---:" if column in table.numeric else "---" for column in range(len(table.header))) + "|"
    caption = f"{markdown_text(table.caption)}\n\n" if table.caption else ""
    return caption + "\n".join([line(table.header), rule, *(line(row) for row in table.rows)])


def as_html(table: Table) -> str:
    """For a page without a template."""

    def line(cells: tuple[str, ...], tag: str) -> str:
        return f"<tr>{''.join(f'<{tag}>{html_text(cell)}</{tag}>' for cell in cells)}</tr>"

    body = "".join(line(row, "td") for row in table.rows)
    return f"<table><thead>{line(table.header, 'th')}</thead><tbody>{body}</tbody></table>"


_MARKS_OF_MARKDOWN = re.compile(
    r"[\\`*|~$]"  # code, emphasis, cells, strikethrough, formulas
    r"|<(?=[A-Za-z/!?])|(?<=\])[(\[:]|\[(?=\^)"  # elements, links, footnotes; [0.61, 0.79] is none
    r"|(?<![^\W_])_|_(?![^\W_])"  # an underscore inside a word is just that
    r"|&(?=#?\w+;)"  # an entity
    r"|^(?:>|#(?=#{0,5}(?:\s|$))|[=-](?=[=\s-]*$)"  # a quotation, a heading, a rule
    r"|[-+](?=\s|$)|[0-9]{1,9}(?=[.)](?:\s|$)))"  # a list
)


def markdown_text(text: str) -> str:
    r"""A line of text that is nothing but text in Markdown.

    >>> print(markdown_text("*joy*|<b> mar_link"))
    \*joy\*\|\<b> mar_link
    """
    return _MARKS_OF_MARKDOWN.sub(_with_backslash, visible(text).strip(" "))


def _with_backslash(match: re.Match[str]) -> str:
    mark = match[0]
    return f"{mark}\\" if mark.isdigit() else f"\\{mark}"


def as_latex(table: Table) -> str:
    """A booktabs table ready for a paper."""
    columns = "".join("r" if column in table.numeric else "l" for column in range(len(table.header)))

    def line(cells: tuple[str, ...]) -> str:
        return "    " + " & ".join(latex_text(cell) for cell in cells) + r" \\"

    lines = [line(row) for row in (table.header, *table.rows)]
    body = "\n".join(lines[1:])
    caption = f"  \\caption{{{latex_text(table.caption)}}}\n" if table.caption else ""
    return (
        f"{needed([*lines, caption])}\n"
        "\\begin{table}\n"
        "  \\centering\n"
        f"{caption}"
        f"  \\begin{{tabular}}{{{columns}}}\n"
        "    \\toprule\n"
        f"{lines[0]}\n"
        "    \\midrule\n"
        f"{body}\n"
        "    \\bottomrule\n"
        "  \\end{tabular}\n"
        "\\end{table}"
    )


def latex_text(text: str) -> str:
    r"""
    >>> print(latex_text("Nothing & 5% of α"))
    Nothing \& 5\% of $\alpha$
    """
    hyphens = re.split("(?<=-)(?=-)", visible(text))  # two would be drawn as one dash
    written = "{}".join("".join(LATEX.get(letter, letter) for letter in part) for part in hyphens)
    return f"{{}}{written}" if written.lstrip()[:1] in ("[", "*") else written  # behind \\\\ these are its arguments


WRITERS: dict[str, Callable[[Table], str]] = {
    "text": as_text,
    "csv": as_csv,
    "markdown": as_markdown,
    "latex": as_latex,
}


def captioned(table: Table, output: str) -> str:
    """The table in one of the formats; in text its caption stands above it."""
    written = WRITERS[output](table)
    return f"{visible(table.caption)}\n{written}" if output == "text" and table.caption else written


def prose(text: str, output: str) -> str:
    """A line of text in one of the formats."""
    return {"latex": latex_text, "markdown": markdown_text}.get(output, visible)(text)


def _width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    if text.isascii():
        return len(text)
    kinds = ((unicodedata.category(letter), unicodedata.east_asian_width(letter)) for letter in text)
    return sum(0 if kind in ("Mn", "Me", "Cf") else 2 if wide in "WF" else 1 for kind, wide in kinds)

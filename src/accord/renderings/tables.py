"""One table, four ways to write it."""

from __future__ import annotations

import csv
import io
import unicodedata
from dataclasses import dataclass


@dataclass(frozen=True)
class Table:
    """Text cells under a header. `numeric` columns are aligned to the right."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    caption: str = ""
    numeric: frozenset[int] = frozenset()


def without_caption(table: Table | None) -> Table | None:
    """The same where a sentence in front says what the caption would."""
    return None if table is None else Table(table.header, table.rows, "", table.numeric)


def without_empty_columns(table: Table) -> Table:
    """The same without the columns that say nothing; the first always stays."""
    kept = [place for place in range(len(table.header)) if place == 0 or any(row[place] for row in table.rows)]
    numeric = frozenset(new for new, old in enumerate(kept) if old in table.numeric)
    rows = tuple(tuple(row[place] for place in kept) for row in table.rows)
    return Table(tuple(table.header[place] for place in kept), rows, table.caption, numeric)


def as_text(table: Table) -> str:
    """Columns of characters for a terminal or a pipe."""
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
    """RFC 4180, with line feeds; cells that a spreadsheet would take for a formula are quoted with an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([_no_formula(cell) for cell in table.header])
    writer.writerows([[_no_formula(cell) for cell in row] for row in table.rows])
    return out.getvalue().rstrip("\n")


def as_markdown(table: Table) -> str:
    def line(cells: tuple[str, ...]) -> str:
        return (
            "| "
            + " | ".join(cell.replace("\\", "\\\\").replace("|", "\\|").replace("\n", " ") for cell in cells)
            + " |"
        )

    rule = "|" + "|".join("---:" if column in table.numeric else "---" for column in range(len(table.header))) + "|"
    caption = f"{table.caption}\n\n" if table.caption else ""
    return caption + "\n".join([line(table.header), rule, *(line(row) for row in table.rows)])


def as_latex(table: Table) -> str:
    """A booktabs table ready for a paper."""
    columns = "".join("r" if column in table.numeric else "l" for column in range(len(table.header)))

    def line(cells: tuple[str, ...]) -> str:
        return "    " + " & ".join(latex_text(cell) for cell in cells) + r" \\"

    body = "\n".join(line(row) for row in table.rows)
    caption = f"  \\caption{{{latex_text(table.caption)}}}\n" if table.caption else ""
    return (
        "% needs \\usepackage{booktabs}\n"
        "\\begin{table}\n"
        "  \\centering\n"
        f"{caption}"
        f"  \\begin{{tabular}}{{{columns}}}\n"
        "    \\toprule\n"
        f"{line(table.header)}\n"
        "    \\midrule\n"
        f"{body}\n"
        "    \\bottomrule\n"
        "  \\end{tabular}\n"
        "\\end{table}"
    )


_LATEX = {
    "\\": r"\textbackslash{}",
    "&": r"\&",
    "%": r"\%",
    "$": r"\$",
    "#": r"\#",
    "_": r"\_",
    "{": r"\{",
    "}": r"\}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "–": "--",
    "α": r"$\alpha$",
    "κ": r"$\kappa$",
    "π": r"$\pi$",
    "γ": r"$\gamma$",
    "′": "$'$",
    "×": r"$\times$",
    "−": "$-$",
    "\n": " ",
}


def latex_text(text: str) -> str:
    r"""
    >>> print(latex_text("Nothing & 5% of α"))
    Nothing \& 5\% of $\alpha$
    """
    return "".join(_LATEX.get(letter, letter) for letter in text)


def _width(text: str) -> int:
    """How many columns of a terminal a text takes."""
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _no_formula(cell: str) -> str:
    try:
        float(cell)
    except ValueError:
        return f"'{cell}" if cell[:1] in ("=", "+", "-", "@", "\t", "\r") else cell
    return cell

"""An alignment in words: what was aligned and how well, its unitary alignments as a table and as CSV."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from accord.annotations.spans import Spans
from accord.renderings.lanes_style import cut_name, one_line
from accord.renderings.numbers import shown
from accord.renderings.tables import Table, csv_text
from accord.results import Signature
from accord.results.diagnostics import carried
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.alignment import Alignment, DocumentAlignment, UnitaryAlignment


def alignment_lines(alignment: Alignment) -> list[str]:
    """What was aligned, the value, whether it is proven, the parameters, and what the value carries, a line each."""
    return [data_line(alignment.spans), value_line(alignment), method_line(alignment), *remark_lines(alignment)]


def remark_lines(alignment: Alignment) -> list[str]:
    """What the value carries."""
    return [str(diagnostic) for diagnostic in carried(alignment.diagnostics)]


def data_line(spans: Spans) -> str:
    sizes = ((spans.n_documents, "document"), (spans.n_annotators, "annotator"), (len(spans), "unit"))
    documents, people, units = (f"{number:,} {what}{'' if number == 1 else 's'}" for number, what in sizes)
    if spans.n_discontinuous:
        units += f" ({spans.n_discontinuous:,} discontinuous)"
    categories = ", ".join(spans.categories.texts[:8]) + (", …" if len(spans.categories) > 8 else "")
    named = f", categories {categories}" if len(spans.categories) else ", no categories"
    return f"{documents} × {people}, {units}{named}"


def value_line(alignment: Alignment) -> str:
    """The value of the corpus, and whether no alignment is better."""
    defined = sum(document.undefined is None for document in alignment.documents)
    mean = f" (mean over {many(defined, 'document')})" if len(alignment.documents) > 1 and defined else ""
    return value_and_proof(alignment, alignment) + mean


def value_and_proof(alignment: Alignment, part: Alignment | DocumentAlignment) -> str:
    """The value of the corpus or of a document, and whether it is proven."""
    if part.undefined is not None:
        return f"{alignment.objective} is undefined: {part.undefined}"
    value = f"{alignment.objective} {shown(part.value, 4)}"
    if alignment.method == "soft":
        value += " with units used again"
    if part.optimal:
        return f"{value}, proven optimal"
    return f"{value}, at most {shown(part.gap, 4)} above the optimum"


def method_line(alignment: Alignment) -> str:
    return f"method {alignment.method}; dissimilarity {alignment.dissimilarity}"


def signature(alignment: Alignment) -> str:
    """Everything needed to obtain the same alignment again, on one line."""
    from accord.results.installed_version import installed_version

    limit = "" if alignment.time_limit is None else f", time_limit={alignment.time_limit!r}"
    made = f"align(objective={alignment.objective!r}, method={alignment.method!r}, {alignment.dissimilarity}{limit})"
    digest = alignment.spans.sha256
    return str(Signature(installed_version(), np.__version__, "spans", made, digest, None, None, None, None))


def documents_table(alignment: Alignment) -> Table:
    """One row for each document: who annotated it, and its value."""
    header = ("document", "annotators", "units", "alignments", alignment.objective, "gap", "proof")
    rows = tuple(
        (
            document.document,
            f"{len(document.annotators):,}",
            f"{len(document.who):,}",
            f"{len(document.solution):,}",
            shown(document.value, 4),
            shown(document.gap, 4) if document.undefined is None else "–",
            document.undefined or ("optimal" if document.optimal else "not proven"),
        )
        for document in alignment.documents
    )
    return Table(header, rows, "Document by document.", frozenset({1, 2, 3, 4, 5}))


def alignment_table(alignment: Alignment, *, document: int | None = None, text: bool = False) -> Table:
    """One row per unitary alignment: everyone's unit, and the disorder; `text` adds what the units cover."""
    spans = alignment.spans
    several = document is None and spans.n_documents > 1
    people = spans.annotators if document is None else alignment.documents[document].annotators
    with_text = text and spans.texts is not None
    rows = []
    for number, unitary in _numbered(alignment, document):
        units = [unit for unit in unitary.units if unit is not None]
        cells = dict.fromkeys(people, "–")
        cells |= {spans.annotators[int(spans.who[unit])]: unit_text(spans, unit) for unit in units}
        row = (str(number), *((unitary.document,) if several else ()), *cells.values(), shown(unitary.disorder))
        rows.append((*row, *((_longest(spans, units),) if with_text else ())))
    header = ("", *(("document",) if several else ()), *people, "disorder", *(("text",) if with_text else ()))
    numeric = frozenset({0, 1 + several + len(people)})
    return Table(header, tuple(rows), "Units that are aligned with each other, and their disorder.", numeric)


def _numbered(alignment: Alignment, document: int | None) -> Iterator[tuple[int, UnitaryAlignment]]:
    """The unitary alignments of one document or of all, numbered through the corpus."""
    number = 0
    for place, aligned in enumerate(alignment.documents):
        if document is None or place == document:
            yield from enumerate(aligned.unitary, start=number + 1)
        number += len(aligned.solution)


def alignment_csv(alignment: Alignment) -> str:
    """One line per unit, every label and position as in the data, so that accord reads it back.

    What the value carries stands in a column of its own, on every line, as in the CSV of `measure`.
    """
    names: tuple[str, ...] = ("document", "annotator", "category", "start", "end", "alignment", "disorder")
    if alignment.spans.n_discontinuous:
        names = (*names[:5], "fragments", *names[5:])
    remarks = ["; ".join(remark_lines(alignment))] if remark_lines(alignment) else []
    header = (*names, *(["remarks"] if remarks else []))
    return csv_text(header, ([*(_cell(name, row.get(name)) for name in names), *remarks] for row in alignment.rows()))


def _cell(name: str, cell: object) -> object:
    """Fragments as a table of spans has them; anything else as it is."""
    if name != "fragments":
        return cell
    from accord.annotations.fragment_cells import fragments_text, read_fragments

    return fragments_text(read_fragments(cell))


def unit_text(spans: Spans, unit: int) -> str:
    """A unit in a cell: its category and bounds."""
    bounds = ";".join(f"{position(start)}–{position(end)}" for start, end in spans.pieces(unit))
    category = spans.category(unit)
    return bounds if category is None else f"{cut_name(category, 24)} {bounds}"


def position(value: float) -> str:
    """A position with the digits it has.

    >>> position(12.0), position(0.1)
    ('12', '0.1')
    """
    return str(int(value)) if value == int(value) else repr(value)


def _longest(spans: Spans, units: list[int]) -> str:
    texts = [spans.text_of(unit) or "" for unit in units]
    return one_line(max(texts, key=len, default=""), 90)

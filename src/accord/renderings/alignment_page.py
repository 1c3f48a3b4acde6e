"""An alignment as one self-contained page: the value, the drawing, and the table that says the same in words."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from accord.renderings.lanes import MOST_DOCUMENTS, described, document_svgs, inline
from accord.renderings.lanes_pieces import legend_piece
from accord.renderings.lanes_scene import LaneOrder
from accord.renderings.lanes_style import STYLE
from accord.renderings.lanes_tables import (
    alignment_table,
    data_line,
    documents_table,
    method_line,
    remark_lines,
    signature,
    value_and_proof,
    value_line,
)
from accord.renderings.page_templates import template
from accord.renderings.tables import Table

if TYPE_CHECKING:
    from accord.alignment import Alignment

MOST_ROWS = 2_000  # of one table


def alignment_page(alignment: Alignment, title: str = "Alignment", lanes: LaneOrder = None) -> str:
    """The HTML text; it loads nothing from anywhere."""
    from markupsafe import Markup

    drawn = min(alignment.spans.n_documents, MOST_DOCUMENTS)
    documents = [
        {
            "name": alignment.spans.documents[place],
            "value": value_and_proof(alignment, alignment.documents[place]),
            "drawing": [Markup(svg) for svg in document_svgs(alignment, place, lanes=lanes)],
            "table": _cut(alignment_table(alignment, document=place, text=True)),
        }
        for place in range(drawn)
    ]
    return template("accord.renderings", "alignment.html").render(
        title=title,
        style=Markup(STYLE),
        lines=(data_line(alignment.spans), method_line(alignment), *remark_lines(alignment)),
        value=value_line(alignment),
        described=described(alignment),
        legend=Markup(inline(legend_piece(alignment))),
        documents=documents,
        summary=documents_table(alignment) if alignment.spans.n_documents > 1 else None,
        left_out=alignment.spans.n_documents - drawn,
        signature=signature(alignment),
    )


def _cut(table: Table) -> tuple[Table, int]:
    """The table as far as it is shown, and how many rows are left out."""
    return replace(table, rows=table.rows[:MOST_ROWS]), max(0, len(table.rows) - MOST_ROWS)

"""An alignment as a picture: one lane per annotator, colours by category, links between aligned units.

The form is that of Mathet & Widlöcher (2011), figure 1, one annotator per line. The continuum is cut into rows, so
that long documents can be read and printed.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from accord.renderings.drawing import Piece, inline_svg, stacked, svg_file
from accord.renderings.lanes_pieces import cut_off, heading_piece, is_crowd, legend_piece, nothing_between
from accord.renderings.lanes_rows import row_piece
from accord.renderings.lanes_scene import MOST_UNITS, LaneOrder, scene_of
from accord.renderings.lanes_style import LEFT, STYLE, WIDTH, safe
from accord.results.diagnostics import carried

if TYPE_CHECKING:
    from accord.alignment import Alignment

MOST_DOCUMENTS = 40  # drawn in one file
inline = partial(inline_svg, "lanes")


def alignment_svg(alignment: Alignment, lanes: LaneOrder = None, most_units: int = MOST_UNITS) -> str:
    """The drawing of all documents, one below the other, as a file of its own; `lanes` is the order of annotators."""
    pieces = [legend_piece(alignment)]
    for document in range(min(alignment.spans.n_documents, MOST_DOCUMENTS)):
        pieces += document_pieces(alignment, document, most_units, lanes)
    left_out = alignment.spans.n_documents - MOST_DOCUMENTS
    if left_out > 0:
        note = f"{left_out:,} more documents are not drawn here"
        pieces.append(Piece(30.0, f'<text class="soft" x="{LEFT}" y="20">{note}</text>', note))
    for diagnostic in carried(alignment.diagnostics):
        note = f"{diagnostic.message} [{diagnostic.code}]"
        pieces.append(Piece(30.0, f'<text class="soft" x="{LEFT}" y="20">{safe(note)}</text>', note))
    content, height = stacked(pieces, 0.0)
    return svg_file("lanes", (WIDTH, height), _title(alignment), described(alignment), STYLE, content)


def document_svgs(
    alignment: Alignment, document: int, most_units: int = MOST_UNITS, lanes: LaneOrder = None
) -> list[str]:
    """The drawing of one document for a page that holds `STYLE` and the legend: pieces, each a small SVG."""
    return [inline(piece) for piece in document_pieces(alignment, document, most_units, lanes)[1:]]


def document_pieces(
    alignment: Alignment, document: int, most_units: int = MOST_UNITS, lanes: LaneOrder = None
) -> list[Piece]:
    """The heading, then the rows of one document."""
    scene = scene_of(alignment, document, most_units, lanes)
    pieces = [heading_piece(scene)]
    before = scene.rows.rows[0].first
    for row in scene.rows.rows:
        if row.first > before and scene.text is None:
            pieces.append(nothing_between(before, row.first, scene.continuum.whole))
        pieces.append(row_piece(scene, row))
        before = row.last
    if not scene.complete:
        pieces.append(cut_off(scene))
    return pieces


def described(alignment: Alignment) -> str:
    """What the picture shows, for those who cannot see it."""
    several = [unitary for unitary in alignment.unitary if sum(unit is not None for unit in unitary.units) > 1]
    alone = len(alignment.unitary) - len(several)
    if is_crowd(alignment):
        return (
            "How many annotators marked each place, by category; below it the units that a quarter of them or more "
            f"found, with their numbers; a thin lane for each annotator. Groups of aligned units: {len(several):,}; "
            f"units found by one annotator only: {alone:,}. The table of the alignment says the same in words."
        )
    return (
        f"One lane for each annotator. Groups of aligned units that are linked: {len(several):,}; units found by "
        "one annotator "
        f"only: {alone:,}. The darker a link, the larger the disorder. The table of the alignment says the same in "
        "words."
    )


def _title(alignment: Alignment) -> str:
    documents = alignment.spans.documents
    if len(documents) == 1:
        return f"Alignment of {documents[0]}"
    return f"Alignment of {len(documents):,} documents"

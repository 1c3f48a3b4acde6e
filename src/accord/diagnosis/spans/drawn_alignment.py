"""The alignments that a report draws, as they stand in its JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.results.json_numbers import json_number
from accord.results.listed import left_out

if TYPE_CHECKING:
    from accord.alignment import Alignment, UnitaryAlignment

MOST_DRAWN = 3  # documents whose alignment is drawn
MOST_ROWS = 300  # unitary alignments of such a document


def drawn_alignment(alignment: Alignment) -> list[dict[str, object]]:
    """The first documents, with their unitary alignments."""
    return [_aligned(alignment, place) for place in range(min(MOST_DRAWN, len(alignment.documents)))]


def _aligned(alignment: Alignment, place: int) -> dict[str, object]:
    """One document: who annotated it, and its unitary alignments."""
    document = alignment.documents[place]
    rows = document.unitary
    return {
        "document": document.document,
        "annotators": list(document.annotators),
        "places": [_units(alignment, unitary) for unitary in rows[:MOST_ROWS]],
        **left_out(len(rows), min(len(rows), MOST_ROWS)),
    }


def _units(alignment: Alignment, unitary: UnitaryAlignment) -> dict[str, object]:
    spans = alignment.spans
    units = [
        {
            "annotator": spans.annotators[int(spans.who[unit])],
            "category": spans.category(unit),
            "start": float(spans.starts[unit]),
            "end": float(spans.ends[unit]),
            **({"fragments": [list(piece) for piece in pieces]} if len(pieces := spans.pieces(unit)) > 1 else {}),
        }
        for unit in unitary.units
        if unit is not None
    ]
    return {"disorder": json_number(unitary.disorder), "units": units}

"""The graphs of a few documents as pictures of the report."""

from __future__ import annotations

from markupsafe import Markup

from accord.diagnosis.relation_findings import RelationFindings
from accord.renderings.graphs import document_drawing, inline, least_agreed, legend_drawing
from accord.renderings.graphs_style import STYLE

MOST_DRAWN = 3  # documents
MOST_UNITS_DRAWN = 60


def graphs_of(found: RelationFindings) -> dict[str, object] | None:
    """The documents with the least agreement: the style of their drawings, the legend, a picture for each."""
    places = None if found.disagreement is None else found.disagreement.places
    if places is None or not len(places):
        return None
    drawn = least_agreed(places, MOST_DRAWN)
    return {
        "style": Markup(STYLE),
        "legend": Markup(inline(legend_drawing(places))),
        "documents": [Markup(inline(document_drawing(places, one, MOST_UNITS_DRAWN))) for one in drawn],
        "more": max(0, places.relations.n_documents - MOST_DRAWN),
    }

"""How the units of annotators lie: a segmentation that covers everything, units apart, or units that overlap."""

from __future__ import annotations

from typing import Literal

import numpy as np

from accord.annotations.spans import Spans

SpanLayout = Literal["segmentation", "apart", "overlapping"]
COVERED = 0.95  # of what annotators were asked about, from which on units are a segmentation


def layout_of(spans: Spans) -> SpanLayout | None:
    """None where there is no unit that has a length.

    overlapping
        Two units of one annotator overlap, or one lies in the other.
    segmentation
        Units of an annotator follow one another and cover nearly everything, two or more in a document.
    apart
        All else: units with gaps between them.

    >>> from accord.annotations.span_building import spans
    >>> layout_of(spans([("A", 0, 5), ("A", 5, 9), ("B", 0, 4), ("B", 4, 9)], length=9))
    'segmentation'
    >>> layout_of(spans([("A", 0, 5), ("B", 0, 4)], length=90)), layout_of(spans([("A", 0, 5), ("A", 2, 4)]))
    ('apart', 'overlapping')
    """
    long = np.flatnonzero(spans.ends > spans.starts)
    if not len(long):
        return None
    cell = spans.document[long] * np.int64(spans.n_annotators) + spans.who[long]
    starts, ends = spans.starts[long], spans.ends[long]
    order = np.lexsort((starts, cell))
    neighbours = cell[order][1:] == cell[order][:-1]
    if (neighbours & (starts[order][1:] < ends[order][:-1])).any():
        return "overlapping"
    cells = np.unique(cell)
    extents = {document: spans.extent(document) for document in np.unique(spans.document[long]).tolist()}
    asked = sum(extents[document][1] - extents[document][0] for document in (cells // spans.n_annotators).tolist())
    covered = float((ends - starts).sum()) if spans.fragments is None else float(spans.fragments[long].lengths.sum())
    return "segmentation" if covered >= COVERED * asked and len(long) >= 2 * len(cells) else "apart"

"""One policy for degenerate input: why a value is undefined, in the user's terms."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Answers, Relations, Spans, Summary
from accord.measures import Measure

Integers = NDArray[np.integer]
_NO_SLOT = "nothing was annotated that could be compared"


def reason_of(summary: Summary, record: Measure, point: Mapping[str, float] | None = None) -> str | None:
    """Why no measure of agreement can have a value on these data; None if nothing stands in the way.

    With a `point`, the components found, the value came out undefined although there are labels to compare.
    """
    if summary.n_items == 0:
        return "there are no items"
    if summary.n_labels == 0:
        if summary.n_items == 1:
            return "the only item has no label"
        return f"all {summary.n_items:,} items are without a label"
    if summary.n_annotators < 2:
        return "there is only one annotator: nothing can be compared"
    if not (summary.counts.pairs > 0).any():
        if summary.n_items == 1:
            return "the only item has one label: nothing can be compared"
        return f"none of the {summary.n_items:,} items has two labels: nothing can be compared"
    if point is None:
        return None
    totals = summary.counts.totals()
    used = [text for text, total in zip(summary.categories.texts, totals, strict=True) if total]
    if len(used) == 1:
        number = int(totals.sum())
        if "nothing" in record.parameters:
            return f"all {number:,} labels are '{used[0]}': {_NO_SLOT}"
        if "expected" not in point:
            return f"all {number:,} labels are '{used[0]}'"
        return f"all {number:,} labels are '{used[0]}': expected disagreement is 0"
    if "nothing" in record.parameters:
        return _NO_SLOT
    if "expected" not in point:
        return "it divides by 0: the labels that can be compared, or those of one annotator, do not vary enough"
    return "expected disagreement is 0 among the labels that can be compared"


def all_alike(data: Summary | Answers | Relations | Spans) -> bool:
    """Whether there is something to compare and all of it is the same.

    Labels of one category; documents in which all who were asked have the same units, links or answers.
    """
    if isinstance(data, Summary):
        return bool((data.counts.pairs > 0).any()) and int((data.counts.totals() > 0).sum()) == 1
    place, what = _annotated(data)
    order = np.lexsort((*what.T[::-1], data.who, place))
    edges = np.searchsorted(
        (place.astype(np.int64) * data.assigned.shape[1] + data.who)[order], np.arange(data.assigned.size + 1)
    )
    compared = [np.flatnonzero(row) + number * len(row) for number, row in enumerate(data.assigned) if row.sum() >= 2]
    texts = [{what[order[edges[cell] : edges[cell + 1]]].tobytes() for cell in cells} for cells in compared]
    return any(contents != {b""} for contents in texts) and all(len(contents) == 1 for contents in texts)


def _annotated(data: Answers | Relations | Spans) -> tuple[Integers, NDArray[np.float64]]:
    """Of each unit, answer or relation the document it is in, and what it is, as numbers."""
    if isinstance(data, Answers):
        return data.item, np.column_stack([data.codes, data.times]).astype(np.float64)
    if isinstance(data, Spans):
        shapes = [] if data.fragments is None else [data.fragments.shapes]
        return data.document, np.column_stack([data.starts, data.ends, data.codes, *shapes])
    ends: list[NDArray[Any]]
    if data.given:
        ends = [data.origins, data.targets]
    elif data.spans is not None:
        ends = [edges[unit] for unit in (data.origins, data.targets) for edges in (data.spans.starts, data.spans.ends)]
    else:
        _, named = np.unique(np.asarray(data.unit_names, dtype=str), return_inverse=True)
        ends = [named[data.origins], named[data.targets]]
    return data.document, np.column_stack([*ends, data.codes]).astype(np.float64)

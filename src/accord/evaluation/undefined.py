"""One policy for degenerate input: why a value is undefined, in the user's terms."""

from __future__ import annotations

from collections.abc import Mapping

from accord.annotations import Summary
from accord.measures import Measure

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

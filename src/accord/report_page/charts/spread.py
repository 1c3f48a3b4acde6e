"""How disagreement is spread over the items (Bregeon et al. 2019, figure 7)."""

from __future__ import annotations

from itertools import pairwise

from accord.renderings.tables import Table
from accord.report_page.charts.style import framed, percent
from accord.report_page.figure import Figure, Spec
from accord.reproducibility.disagreement_histogram import DisagreementHistogram


def histogram_figure(histogram: DisagreementHistogram) -> Figure | None:
    """How many items have how much disagreement with their reference."""
    if histogram.items == 0:
        return None
    said = (
        f"{percent(histogram.unanimous)} of the {histogram.items:,} items are labelled alike by everybody, "
        f"{percent(histogram.near_unanimous)} by all but a tenth of their annotators; the fewer items carry the "
        "disagreement, the less a given κ promises."
    )
    bins = list(zip(pairwise(histogram.edges), histogram.shares, strict=True))
    rows = tuple((f"{low:.0%} to {high:.0%}", percent(share)) for (low, high), share in bins)
    table = Table(("annotators off the reference", "of the items"), rows, "", frozenset({1}))
    title = "How disagreement is spread over the items"
    return Figure("promise-histogram", title, said, table, spec=histogram_spec(histogram))


def histogram_spec(histogram: DisagreementHistogram) -> Spec:
    """One bar per bin; the axis ends with the last bin that holds an item."""
    bins = list(zip(pairwise(histogram.edges), histogram.shares, strict=True))
    last = max((high for (_, high), share in bins if share > 0), default=1.0)
    values = [
        {"low": low, "high": high, "share": share, "shown": percent(share) if share else ""}
        for (low, high), share in bins
        if high <= last
    ]
    x = {
        "field": "low",
        "type": "quantitative",
        "title": "share of the annotators off the reference",
        "scale": {"domain": [0, last], "nice": False},
        "axis": {"format": ".0%", "values": [low for (low, _), _ in bins if low <= last] + [last], "grid": False},
    }
    y = {
        "field": "share",
        "type": "quantitative",
        "title": "of the items",
        "scale": {"domain": [0, max(histogram.shares) * 1.12], "nice": False},
        "axis": {"format": ".0%", "tickCount": 4},
    }
    return framed(
        {
            "description": "Items by the share of their annotators who are off the reference",
            "height": 180,
            "data": {"values": values},
            "layer": [
                {
                    "mark": {"type": "rect", "opacity": 0.8, "x2Offset": -1, "xOffset": 1},
                    "encoding": {"x": x, "x2": {"field": "high"}, "y": y, "y2": {"datum": 0}},
                },
                {
                    "transform": [{"calculate": "(datum.low + datum.high) / 2", "as": "middle"}],
                    "mark": {"type": "text", "dy": -8, "fontSize": 11, "aria": False},
                    "encoding": {
                        "x": {**x, "field": "middle"},
                        "y": y,
                        "text": {"field": "shown", "type": "nominal"},
                    },
                },
            ],
        },
        right=20,
    )

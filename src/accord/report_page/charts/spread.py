"""How disagreement is spread over the items (Bregeon et al. 2019, figure 7)."""

from __future__ import annotations

from itertools import pairwise

from accord.renderings.tables import Table
from accord.report_page.charts.grammar import chart, layer, middle_text, over, quantity, ticks
from accord.report_page.charts.style import percent
from accord.report_page.figure import Figure, Spec
from accord.reproducibility.disagreement_histogram import DisagreementHistogram


def histogram_figure(histogram: DisagreementHistogram) -> Figure | None:
    """How many items have how much disagreement with their reference."""
    if histogram.items == 0:
        return None
    sentence = (
        f"{percent(histogram.unanimous)} of the {histogram.items:,} items are labelled alike by everybody, "
        f"{percent(histogram.near_unanimous)} by nine in ten of their annotators or more; the fewer items carry "
        "the disagreement, the less a given κ promises."
    )
    bins = list(zip(pairwise(histogram.edges), histogram.shares, strict=True))
    rows = tuple((f"{low:.0%} to {high:.0%}", percent(share)) for (low, high), share in bins)
    table = Table(("annotators off the reference", "of the items"), rows, "", frozenset({1}))
    title = "How disagreement is spread over the items"
    return Figure("promise-histogram", title, sentence, table, spec=histogram_spec(histogram))


def histogram_spec(histogram: DisagreementHistogram) -> Spec:
    """One bar per bin; the axis ends with the last bin that holds an item."""
    bins = list(zip(pairwise(histogram.edges), histogram.shares, strict=True))
    last = max((high for (_, high), share in bins if share > 0), default=1.0)
    values = [
        {"low": low, "high": high, "share": share, "shown": percent(share) if share else ""}
        for (low, high), share in bins
        if high <= last
    ]
    edges = [low for (low, _), _ in bins if low <= last] + [last]
    axis = {"format": ".0%", "values": edges, "grid": False}
    x = quantity("low", title="share of the annotators off the reference", scale=over(0, last), axis=axis)
    y = quantity("share", title="of the items", scale=over(0, max(histogram.shares) * 1.12), axis=ticks(".0%", 4))
    bars = {"x": x, "x2": {"field": "high"}, "y": y, "y2": {"datum": 0}}
    layers = [
        layer("rect", bars, opacity=0.8, x2Offset=-1, xOffset=1),
        middle_text({"y": y}, x, "shown", dy=-8, fontSize=11),
    ]
    description = "Items by the share of their annotators who are off the reference"
    return chart(description, 180, values, layers, right=20)

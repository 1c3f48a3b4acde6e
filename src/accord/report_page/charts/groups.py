"""Agreement in groups of people and between them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from accord.measures import called
from accord.renderings.numbers import shown
from accord.report_page.charts.dots import Dot, domain_of, dots
from accord.report_page.figure import Figure

if TYPE_CHECKING:
    from accord.comparison.group_results import GroupsFound

MOST = 24  # rows drawn
LEGEND = {"plain": "in a group", "grey": "between two"}


def groups_figure(groups: GroupsFound) -> Figure | None:
    """A row for each group and each two; None where nothing is defined."""
    rows = [
        Dot(
            line.name,
            line.value,
            line.low,
            line.high,
            shown(line.value),
            look="plain" if len(line.of) == 1 else "grey",
            group=attribute.attribute,
        )
        for attribute in groups
        for line in attribute.agreement
        if line.value == line.value
    ][:MOST]
    if not rows:
        return None
    title = "Agreement in groups and between them"
    sentence = "Where values between groups lie below those in them, groups annotate differently."
    return Figure(
        "groups",
        title,
        sentence,
        None,
        spec=dots(rows, title, domain_of(rows), title=called(groups.kind, groups.measure), legend=LEGEND),
    )

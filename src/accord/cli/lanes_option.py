"""The order of lanes in drawings of spans, as `align` and `report` take it."""

from __future__ import annotations

import click

from accord.annotations import Annotations
from accord.results import UsageError

lanes_option = click.option(
    "--lanes",
    metavar="A,B,…|similar",
    help="The order of lanes in drawings of spans, annotators not named last; 'similar': those who marked alike side "
    "by side. Default: as in the data.",
)


def lane_names(lanes: str | None, data: Annotations) -> list[str] | str | None:
    """What was asked for, checked before anything is computed."""
    if lanes is None:
        return None
    if data.kind != "spans":
        raise UsageError(f"--lanes is for drawings of spans, and these are {data.kind}", "leave it out")
    if lanes == "similar":
        return lanes
    from accord.renderings.lanes_scene import known_lanes

    names = [name.strip() for name in lanes.split(",")]
    known_lanes(names, data.annotators or ())
    return names

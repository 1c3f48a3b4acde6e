"""A figure of the report: a sentence in front, a drawing, and the table behind it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from accord.renderings.tables import Table

Spec = Mapping[str, Any]


@dataclass(frozen=True)
class Figure:
    """Either a Vega-Lite specification or, where a chart grammar does not fit, an SVG element written by hand."""

    key: str
    """Unique among the figures of one data set: the element's id, and the name of the file it is written to."""
    title: str
    """What it shows, in a few words; read out by a screen reader."""
    sentence: str
    """What to see in it."""
    table: Table | None
    """The numbers that are drawn; None where they are the table of the section the figure stands in."""
    spec: Spec | None = None
    """Vega-Lite; colours are names of the palette, such as "var(--accent)"."""
    svg: str | None = None

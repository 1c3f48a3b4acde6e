"""Vega-Lite charts as SVG in the colours of the site, which follow the reader's light or dark theme."""

from __future__ import annotations

import re
from html import escape

import vl_convert

from accord.report_page.charts.style import fixed
from accord.report_page.figure import Spec

COLOURS = {
    "ink": "var(--color-foreground-primary)",
    "soft": "var(--color-foreground-secondary)",
    "line": "var(--color-background-border)",
    "paper": "var(--color-background-primary)",
    "accent": "var(--color-brand-primary)",
    "warm": "#c2630f",  # read on both grounds, for which the theme has no second colour
    "third": "#2f8a62",
}


def drawn(spec: Spec, said: str | None = None) -> str:
    """The chart, drawn once; its colours stay variables. `said` is what a screen reader says."""
    svg = vl_convert.vegalite_to_svg(dict(fixed(spec)), vl_version="6.4")
    style = "".join(f"--{name}:{colour};" for name, colour in COLOURS.items())
    label = escape(said or str(spec["description"]), quote=True)
    start = f'<svg role="img" aria-label="{label}" style="{style}max-width:100%;height:auto;margin:.75rem 0 1rem"'
    return re.sub(r"^<svg", start, svg)

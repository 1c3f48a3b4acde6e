"""Stacked bars: one row each, its parts side by side in colours with a legend."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from accord.report_page.charts.grammar import layer, nominal, quantity
from accord.report_page.charts.style import KINDS, NAME_LIMIT, framed, names, narrower
from accord.report_page.figure import Spec

ROW = 26


@dataclass(frozen=True)
class Stack:
    """One row: a name, and a number for each part."""

    name: str
    parts: tuple[float, ...]


def stacks(rows: Sequence[Stack], parts: Sequence[str], description: str, title: str, number_format: str = "") -> Spec:
    """A chart with the rows in the order given; a part that is 0 everywhere is left out."""
    kept = [place for place in range(len(parts)) if any(row.parts[place] for row in rows)]
    drawn = names([row.name for row in rows])
    values = [
        {"row": name, "part": parts[place], "rank": rank, "number": row.parts[place]}
        for row, name in zip(rows, drawn, strict=True)
        for rank, place in enumerate(kept)
        if row.parts[place]
    ]
    domain = [parts[place] for place in kept]
    fill = {"domain": domain, "range": [KINDS[place % len(KINDS)] for place in range(len(kept))]}
    legend = {"columns": {"expr": f"{narrower(560)} ? 2 : 4"}}
    axis = {"tickCount": 5, **({"format": number_format} if number_format else {"tickMinStep": 1})}
    encoding = {
        "y": nominal("row", title=None, sort=drawn, scale={"domain": drawn}, axis={"labelLimit": NAME_LIMIT}),
        "x": quantity("number", title=title, stack="zero", axis=axis),
        "order": quantity("rank"),
        "fill": nominal("part", title=None, scale=fill, legend=legend),
    }
    head = {"description": description, "height": ROW * len(rows)}
    return framed({**head, **layer("bar", encoding, values, height={"band": 0.66})})

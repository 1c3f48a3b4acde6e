"""What errors of a known size cost each measure of spans, by how the units lie.

The numbers are computed beforehand, on simulated annotators: `make scorecard` writes them.
"""

from __future__ import annotations

import functools
import json
from collections.abc import Mapping
from pathlib import Path

from accord.annotations.span_layout import SpanLayout

FILE = Path(__file__).with_name("scorecard.json")
ERRORS = {
    "shift": "bounds moved by up to a fifth of the unit's length",
    "split": "a fifth of the units cut in two",
    "merge": "a fifth of the units joined with the next one",
    "omission": "a fifth of the units missed",
    "category": "a fifth of the units in another category",
}
SHARES = (0.2, 0.5)
"""The sizes of errors; what the first costs is shown, both say whether a measure is blind."""
BLIND = 0.01  # what a cost must exceed

Costs = Mapping[str, tuple[float | None, ...]]
"""By error what each of the sizes costs; None where the measure has no value on what it makes of the units."""


@functools.cache
def span_scorecard() -> Mapping[SpanLayout, Mapping[str, Costs]]:
    """By layout and measure, as expressions print it."""
    known = json.loads(FILE.read_text(encoding="utf-8"))
    return {
        layout: {name: {error: tuple(sizes) for error, sizes in costs.items()} for name, costs in measures.items()}
        for layout, measures in known.items()
    }


def is_blind(sizes: tuple[float | None, ...]) -> bool:
    """Whether errors of every size leave the value where it is.

    >>> is_blind((0.0, 0.004)), is_blind((0.0, 0.2)), is_blind((None, None))
    (True, False, False)
    """
    return all(cost is not None and abs(cost) < BLIND for cost in sizes)

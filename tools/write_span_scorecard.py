"""Write the scorecard that reports on spans show: what errors of a known size cost each measure.

`make scorecard` runs it. Of the three ways in which units lie, one reference each is copied by three simulated
annotators whose errors are known; a number is by how much agreement falls, or an error rate rises.
"""

from __future__ import annotations

import json
import sys

import numpy as np
from built_in_spans import LAYOUTS

from accord.annotations import Spans
from accord.annotations.span_layout import SpanLayout
from accord.diagnosis.spans.span_scorecard import ERRORS, FILE, SHARES
from accord.measures import Measure, measures_of
from accord.results import Expression
from accord.sweeping import sweep

ANNOTATORS, REPEATS, SEED = 3, 10, 1
DEGRADATIONS = {
    "shift": "shift",
    "split": "fragment",
    "merge": "merge",
    "omission": "false_negative",
    "category": "recategorise",
}
KEEPS_A_SEGMENTATION = "shift(together=True)"
DIGITS = 4
Costs = dict[str, list[float | None]]


def expressions(record: Measure) -> list[tuple[str, Expression]]:
    """The measure as reports show it, and what is computed: chance with fewer samples, characters for tokens, and a
    category where it is about one."""
    instead: dict[str, object] = {
        "each": "character",
        "category": "a",
        "precision": 0.05,
        **({"samples": 10} if "samples" in record.parameters else {}),
    }
    changed = {name: value for name, value in instead.items() if name in record.parameters}
    return [
        (str(Expression(record.name, **given)), Expression(record.name, **{**changed, **given}))
        for given in ({}, *record.shown_with)
    ]


def costs(reference: Spans, layout: SpanLayout, record: Measure, computed: Expression) -> Costs:
    """By error what each size costs; None where there is no value."""
    found: Costs = {}
    for error in ERRORS:
        named = KEEPS_A_SEGMENTATION if layout == "segmentation" and error == "shift" else DEGRADATIONS[error]
        made = sweep(
            reference, [named], [computed], magnitudes=[0.0, *SHARES], repeats=REPEATS, annotators=ANNOTATORS, seed=SEED
        )
        values = made.values[0, :, :, 0]
        means = [float(np.nanmean(one)) if (~np.isnan(one)).all() else float("nan") for one in values.T]
        falls = [(mean - means[0]) * (1 if record.lower_is_better else -1) for mean in means[1:]]
        found[error] = [None if np.isnan(fall) else round(fall, DIGITS) + 0.0 for fall in falls]
    return found


def scorecard(only: frozenset[str] | None = None) -> dict[str, dict[str, Costs]]:
    """By layout and measure; `only` of the measures of these names."""
    records = [one for name, one in measures_of("spans").items() if only is None or name in only]
    return {
        layout: {
            shown: costs(reference(), layout, record, computed)
            for record in records
            for shown, computed in expressions(record)
        }
        for layout, reference in LAYOUTS.items()
    }


def written(card: dict[str, dict[str, Costs]]) -> str:
    """JSON with a line for each measure."""
    lines = {
        layout: ",\n".join(f"  {json.dumps(name)}: {json.dumps(costs)}" for name, costs in measures.items())
        for layout, measures in card.items()
    }
    return "{\n" + ",\n".join(f"{json.dumps(layout)}: {{\n{one}\n}}" for layout, one in lines.items()) + "\n}\n"


def main() -> int:
    FILE.write_text(written(scorecard()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

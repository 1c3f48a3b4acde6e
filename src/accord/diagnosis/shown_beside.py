"""For the JSON: what the report shows beside the findings themselves, so that no number of the page is missing there.

How often categories were used, the published scales, what a coefficient promises, the alignments that are drawn, and
the residuals of a regression.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from accord.diagnosis.labels.promise_curve import promise_curve
from accord.evaluation.headlines import record_of
from accord.evaluation.scales import ScaleReading, readings
from accord.results import Result
from accord.results.json_numbers import json_number
from accord.results.listed import MOST_LISTED, left_out

if TYPE_CHECKING:
    from accord.alignment import Alignment, UnitaryAlignment
    from accord.diagnosis.labels.label_findings import Findings
    from accord.diagnosis.spans.span_findings import SpanFindings
    from accord.item_difficulty import Difficulty
    from accord.item_difficulty.linear_model import Regression

MOST_DRAWN = 3  # documents whose alignment is drawn
MOST_ROWS = 300  # unitary alignments of such a document
MOST_DOTS = 1_000  # residuals that are drawn


def shown_beside(found: Any) -> dict[str, object]:
    """By the shape of the data; nothing where there is nothing of the kind."""
    # the shapes' own modules import this one through their JSON, so that their types are known by name only
    used = _usage(getattr(found.data, "usage", {}))
    if found.data.kind == "labels":
        return {**used, **_of_labels(cast("Findings", found))}
    if found.data.kind == "spans":
        return {**used, **_of_spans(cast("SpanFindings", found))}
    return used


def _usage(times: Mapping[str, int]) -> dict[str, object]:
    """How often each category was used, the most frequent first."""
    if not times:
        return {}
    ordered = sorted(times.items(), key=lambda one: -one[1])
    listed = dict(ordered[:MOST_LISTED])
    return {"usage": {"total": sum(times.values()), "times": listed, **left_out(len(ordered), len(listed))}}


def _of_labels(found: Findings) -> dict[str, object]:
    curve = promise_curve(found.results, found.promised)
    return {
        "scales": [_on_scale(one) for one in read_on_scales(found.results)],
        "promise_curve": None if curve is None else curve.as_json(),
    }


def read_on_scales(results: Sequence[Result]) -> list[ScaleReading]:
    """The first coefficient that has a scale and a sampling error, on every scale."""
    return next((found for one in results if _is_scaled(one) and (found := readings(one))), [])


def _is_scaled(result: Result) -> bool:
    record = record_of("labels", result) if "(" not in result.measure else None
    return record is not None and record.family == "kappa"


def _on_scale(one: ScaleReading) -> dict[str, object]:
    bands = [{"band": band, "from": None if math.isinf(low) else low} for low, band in one.scale.bands]
    return {**one.as_json(), "bands": bands}


def _of_spans(found: SpanFindings) -> dict[str, object]:
    if found.alignment is None or not len(found.alignment):
        return {}
    drawn = range(min(MOST_DRAWN, len(found.alignment.documents)))
    return {"alignment": [_aligned(found.alignment, place) for place in drawn]}


def _aligned(alignment: Alignment, place: int) -> dict[str, object]:
    """One document: who annotated it, and its unitary alignments."""
    document = alignment.documents[place]
    rows = document.unitary
    return {
        "document": document.document,
        "annotators": list(document.annotators),
        "places": [_units(alignment, one) for one in rows[:MOST_ROWS]],
        **left_out(len(rows), min(len(rows), MOST_ROWS)),
    }


def _units(alignment: Alignment, one: UnitaryAlignment) -> dict[str, object]:
    spans = alignment.spans
    units = [
        {
            "annotator": spans.annotators[int(spans.who[unit])],
            "category": spans.category(unit),
            "start": float(spans.starts[unit]),
            "end": float(spans.ends[unit]),
        }
        for unit in one.units
        if unit is not None
    ]
    return {"disorder": json_number(one.disorder), "units": units}


def difficulty_json(hard: Difficulty) -> dict[str, object]:
    """With the residuals that are drawn, and without the values of each item where they are many.

    `accord difficulty --format json` has all of these.
    """
    record = hard.as_json()
    drawn = [
        {"outcome": model.outcome, "items": residuals}
        for model in hard.regressions
        if (residuals := drawn_residuals(model, hard.items))
    ]
    per_item = None if len(hard.items) > MOST_LISTED else record["per_item"]
    return {**record, "per_item": per_item, "drawn_residuals": drawn}


def drawn_residuals(model: Regression, items: Sequence[str]) -> list[dict[str, Any]]:
    """Item, what the regression expects and the studentised residual: all beyond ±2, and evenly chosen others."""
    if model.studentised is None or model.fitted is None or model.rows is None:
        return []
    known = np.flatnonzero(~np.isnan(model.studentised))
    residuals = model.studentised[known]
    step = max(1, math.ceil(len(known) / MOST_DOTS))
    kept = np.unique(np.concatenate([np.arange(0, len(known), step), np.flatnonzero(np.abs(residuals) > 2)]))
    return [
        {
            "item": items[int(model.rows[one])],
            "expected": float(model.fitted[one]),
            "residual": float(model.studentised[one]),
        }
        for one in known[kept[:: max(1, len(kept) // (2 * MOST_DOTS))]].tolist()
    ]

"""Crowds: where an interval over items is about these annotators alone, and others would differ."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from accord.annotations import Labels, Summary
from accord.evaluation.crossed import spread_over_both
from accord.evaluation.options import Options
from accord.measures import Measure
from accord.results import Diagnostic, Diagnostics

FEWEST_ANNOTATORS = 3
WIDER = 1.2  # times, from which on it is said
MOST_LABELS = 500_000  # beyond, who said what is not kept for this alone
MOST_ROWS = 300
MOST_PATTERNS = 3_000


def is_crowd(data: Labels | Summary) -> bool:
    """Whether annotators come and go: most of them were not asked about most items."""
    known = data.annotators is not None and len(data.annotators) >= FEWEST_ANNOTATORS
    return known and 2 * data.n_labels < data.n_items * data.n_annotators


def about_these_annotators(
    record: Measure, parameters: Mapping[str, object], summary: Summary, options: Options
) -> Diagnostics:
    """What to say beside an interval over items of a crowd that other annotators would widen."""
    over_items = options.confidence is not None and options.resample == "items"
    if not over_items or summary.rows is None or "annotators" not in record.resamples or not is_crowd(summary):
        return ()
    seen, share = _smaller(summary)
    spread = spread_over_both(record, parameters, seen, MOST_ROWS)
    if spread is None or spread.over_units <= 0:
        return ()
    spread = replace(spread, over_units=spread.over_units * share)
    if spread.ratio < WIDER:
        return ()
    return (
        Diagnostic(
            "ACC303",
            "annotators differ, and the intervals are about these alone: with others like them they would be wider",
            hint="--resample both (resample='both' in Python) gives the interval over items and annotators",
        ),
    )


def _smaller(summary: Summary) -> tuple[Summary, float]:
    """The first rows in their canonical order, where there are very many, and the share of the items that they are."""
    rows = summary.rows
    if rows is None or len(rows) <= MOST_PATTERNS or summary.clusters is not None:
        return summary, 1.0
    end = int(rows.starts[MOST_PATTERNS])
    fewer = replace(
        rows,
        starts=rows.starts[: MOST_PATTERNS + 1],
        who=rows.who[:end],
        codes=rows.codes[:end],
        multiplicity=rows.multiplicity[:MOST_PATTERNS],
    )
    share = float(fewer.multiplicity.sum() / rows.multiplicity.sum())
    return replace(summary, rows=fewer, counts=fewer.tallies), share

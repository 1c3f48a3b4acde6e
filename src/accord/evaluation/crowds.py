"""Crowds: where an interval over items is about these annotators alone, and others would differ."""

from __future__ import annotations

from collections.abc import Mapping

from accord.annotations import Labels, Summary
from accord.evaluation.crossed import spread_over_both
from accord.evaluation.options import Options
from accord.measures import Measure
from accord.results import Diagnostic, Diagnostics
from accord.results.option_names import option

FEWEST_ANNOTATORS = 3
WIDER = 1.2  # times, from which on it is said
MOST_LABELS = 500_000  # beyond, it is not asked: who said what would be kept for this alone
SURE = 2.0  # standard errors that annotators must add more than


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
    if summary.n_labels > MOST_LABELS:
        return ()
    spread = spread_over_both(record, parameters, summary)
    if spread is None or spread.over_units <= 0 or spread.added < SURE * spread.noise:
        return ()
    if spread.ratio < WIDER:
        return ()
    return (
        Diagnostic(
            "ACC303",
            "annotators differ, and the intervals are about these alone: with other annotators they would be wider",
            hint=f"{option('resample', 'both')} gives the interval over items and annotators",
        ),
    )

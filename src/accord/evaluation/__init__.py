"""`accord.measure`: measures on data, with intervals, reasons and signatures."""

from typing import TYPE_CHECKING

from accord.evaluation.both_readings import (
    both_readings,
    evaluated_both_ways,
    other_reading,
    with_both_values,
)
from accord.evaluation.breakdown import measure_by_annotator, measure_by_category, measure_by_item
from accord.evaluation.document_breakdown import by_part
from accord.evaluation.evaluating import evaluate, headline_of, known_expression, shown
from accord.evaluation.measuring import measure
from accord.evaluation.options import METHODS, POLICIES, RESAMPLES, Options
from accord.results.lazy_names import lazy_names

if TYPE_CHECKING:
    from accord.evaluation.comparing import Difference, ZeroTest, difference, difference_between, zero_test
    from accord.evaluation.planning import sample_size
else:
    __getattr__ = lazy_names(
        __name__,
        {
            "comparing": ["Difference", "ZeroTest", "difference", "difference_between", "zero_test"],
            "planning": ["sample_size"],
        },
    )

__all__ = [
    "METHODS",
    "POLICIES",
    "RESAMPLES",
    "Difference",
    "Options",
    "ZeroTest",
    "both_readings",
    "by_part",
    "difference",
    "difference_between",
    "evaluate",
    "evaluated_both_ways",
    "headline_of",
    "known_expression",
    "measure",
    "measure_by_annotator",
    "measure_by_category",
    "measure_by_item",
    "other_reading",
    "sample_size",
    "shown",
    "with_both_values",
    "zero_test",
]

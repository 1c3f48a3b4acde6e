"""`accord.measure`: measures on data, with intervals, reasons and signatures."""

from accord.evaluation.both_readings import (
    both_readings,
    evaluated_both_ways,
    other_reading,
    with_both_values,
)
from accord.evaluation.breakdown import measure_by_annotator, measure_by_category, measure_by_item
from accord.evaluation.comparing import Difference, ZeroTest, difference, difference_between, zero_test
from accord.evaluation.document_breakdown import by_part
from accord.evaluation.documents import evaluate_documents, shown_document_measures
from accord.evaluation.measuring import evaluate, evaluate_all, known_expression, measure, shown_measures
from accord.evaluation.options import METHODS, POLICIES, RESAMPLES, Options
from accord.evaluation.planning import SampleSize, sample_size

__all__ = [
    "METHODS",
    "POLICIES",
    "RESAMPLES",
    "Difference",
    "Options",
    "SampleSize",
    "ZeroTest",
    "both_readings",
    "by_part",
    "difference",
    "difference_between",
    "evaluate",
    "evaluate_all",
    "evaluate_documents",
    "evaluated_both_ways",
    "known_expression",
    "measure",
    "measure_by_annotator",
    "measure_by_category",
    "measure_by_item",
    "other_reading",
    "sample_size",
    "shown_document_measures",
    "shown_measures",
    "with_both_values",
    "zero_test",
]

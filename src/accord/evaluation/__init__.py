"""`accord.measure`: measures on data, with intervals, reasons and signatures."""

from accord.evaluation.measuring import evaluate, known_expression, measure, measure_by_category, shown_measures

__all__ = ["evaluate", "known_expression", "measure", "measure_by_category", "shown_measures"]

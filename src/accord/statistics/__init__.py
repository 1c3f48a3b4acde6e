"""Statistics that know nothing of annotation: tests, corrections, models, intervals, and everything that is drawn.

Those of the bootstrap stand here; the others are imported from their modules, one subject each.
"""

from accord.statistics.bootstrap import (
    CHUNK,
    achieved_significance,
    bca_interval,
    expanded,
    percentile_interval,
    replicate_weights,
    standard_deviation,
)
from accord.statistics.seeds import generator

__all__ = [
    "CHUNK",
    "achieved_significance",
    "bca_interval",
    "expanded",
    "generator",
    "percentile_interval",
    "replicate_weights",
    "standard_deviation",
]

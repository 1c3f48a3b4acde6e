"""Seeds, bootstrap weights and intervals: the only room that draws random numbers for intervals."""

from accord.resampling.bootstrap import bca_interval, percentile_interval, replicate_weights
from accord.resampling.seeds import generator

__all__ = ["bca_interval", "generator", "percentile_interval", "replicate_weights"]

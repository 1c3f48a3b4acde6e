"""Seeds, bootstrap weights and intervals: the only room that draws random numbers for intervals."""

from accord.resampling.bootstrap import percentile_interval, replicate_weights
from accord.resampling.seeds import generator

__all__ = ["generator", "percentile_interval", "replicate_weights"]

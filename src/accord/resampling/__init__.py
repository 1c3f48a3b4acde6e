"""Seeds, bootstrap weights and intervals: the only room that draws random numbers for intervals."""

from accord.resampling.bootstrap import CHUNK, bca_interval, expanded, percentile_interval, replicate_weights
from accord.resampling.seeds import generator

__all__ = ["CHUNK", "bca_interval", "expanded", "generator", "percentile_interval", "replicate_weights"]

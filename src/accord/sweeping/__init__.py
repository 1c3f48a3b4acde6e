"""Measures against known errors: scores of annotations whose errors are known, and the errors behind a score.

`sweep` scores simulated annotators at rising magnitudes of degradation; `reading_grid` reads such curves backwards.
"""

from accord.sweeping.reading import ErrorSize, Grid, reading_grid
from accord.sweeping.result import Sweep
from accord.sweeping.scorecard import Score
from accord.sweeping.sweeps import sweep

__all__ = ["ErrorSize", "Grid", "Score", "Sweep", "reading_grid", "sweep"]

"""Which items are hard, for people and for systems, and why: features beside a score per item (Tanguy et al. 2016).

`difficulty` runs the whole chain; the modules are its steps, each usable alone.
"""

from accord.item_difficulty.analysing import difficulty
from accord.item_difficulty.hardness import item_scores
from accord.item_difficulty.result import Difficulty

__all__ = ["Difficulty", "difficulty", "item_scores"]

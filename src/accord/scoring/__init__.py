"""Systems against free answers: best, oot, their modes, GAP and coverage (McCarthy & Navigli 2007 and others); and
against soft labels, by distances of distributions.

`score` is one system, `rank_systems` several with intervals and paired tests; both read as the official scripts do when
they are told so.
"""

from accord.scoring.metrics import METRICS
from accord.scoring.ranking import Ranking, rank_systems
from accord.scoring.scorer import item_scores
from accord.scoring.scoring import score

__all__ = [
    "METRICS",
    "Ranking",
    "item_scores",
    "rank_systems",
    "score",
]

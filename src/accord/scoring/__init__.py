"""Systems against free answers: best, oot, their modes, GAP and coverage (McCarthy & Navigli 2007 and others); and
against soft labels, by distances of distributions.

`score` is one system, `rank_systems` several with intervals and paired tests; both read as the official scripts do when
they are told so.
"""

from accord.scoring.metrics import METRICS
from accord.scoring.ranking import RankedSystem, Ranking, SystemPair, rank_systems
from accord.scoring.scorer import COMPATIBILITIES, item_scores
from accord.scoring.scoring import score
from accord.scoring.soft_scorer import SOFT_METRICS

__all__ = [
    "COMPATIBILITIES",
    "METRICS",
    "SOFT_METRICS",
    "RankedSystem",
    "Ranking",
    "SystemPair",
    "item_scores",
    "rank_systems",
    "score",
]

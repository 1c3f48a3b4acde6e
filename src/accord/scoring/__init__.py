"""Systems against free answers: best, oot, their modes, GAP and coverage (McCarthy & Navigli 2007 and others).

`score` is one system, `rank_systems` several with intervals and paired tests; both read as the official scripts do when
they are told so.
"""

from accord.scoring.metrics import METRICS
from accord.scoring.ranking import RankedSystem, Ranking, SystemPair, rank_systems
from accord.scoring.scorer import COMPATIBILITIES, item_scores
from accord.scoring.scoring import score

__all__ = [
    "COMPATIBILITIES",
    "METRICS",
    "RankedSystem",
    "Ranking",
    "SystemPair",
    "item_scores",
    "rank_systems",
    "score",
]

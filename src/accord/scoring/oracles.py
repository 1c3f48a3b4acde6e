"""The best that a system could do: the gold answers themselves, the most frequent first."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from accord.annotations.answers import Answers
from accord.scoring.metrics import TEN
from accord.scoring.runs import Run

SINGLE = ("best", "best_mode", "best_normalised")


def oracle(gold: Answers, metric: str) -> Run:
    """A run with the most frequent answer (best), the ten most frequent (oot), or all of them."""
    most = 1 if metric in SINGLE else TEN if metric.startswith("oot") else None
    tallies = gold.tallies
    order = np.lexsort((tallies.codes, -tallies.count, tallies.item))
    bounds = np.searchsorted(tallies.item[order], np.arange(gold.n_items + 1)).tolist()
    words = [gold.vocabulary[code] for code in tallies.codes[order].tolist()]
    given = [tuple(words[first:last][:most]) for first, last in pairwise(bounds)]
    return Run("oracle", tuple(zip(gold.items, given, strict=True)))

"""Hard items with what every part of the analysis needs: clusters, groups, an outlier, names that are markup."""

from __future__ import annotations

from functools import cache

import numpy as np

from accord.item_difficulty import Difficulty, difficulty
from accord.item_difficulty.predicting import Prediction
from item_difficulty.planted import planted


@cache
def hard_items() -> Difficulty:
    """150 items of 30 words: `own` makes them harder, `of & word` is the word's and does nothing."""
    rng = np.random.default_rng(0)
    own, hard, cluster = planted(rng, 30, 5, 0.6, of_cluster=False)
    hard[3] += 9
    names = [f"<s{one}>" for one in range(150)]
    table = {
        "item": names,
        "own": own,
        "of & word": rng.normal(size=30)[cluster],
        "w": [f"w{one}" for one in cluster],
        "pos": ["nv"[one % 2] for one in cluster],
    }
    given = dict(zip(names, hard.tolist(), strict=True))
    return difficulty(given, table, cluster="w", group="pos", columns=["own", "of & word"], replicates=50)


def new_items() -> list[Prediction]:
    return hard_items().predict({"item": ["new", "odd"], "own": [0.5, float("nan")], "of & word": [-1.0, 0.0]})

"""Alarms: labels dealt anew among the annotators of each item, items in random order; whatever rings, rings falsely."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from accord.diagnosis.labels.annotators import annotators
from testbed.public_labels import PublicLabels, in_order

SHUFFLES = 8
MOST_RATINGS = 3_000  # of more a random sample of items is shuffled


def tried(corpus: PublicLabels) -> dict[str, object] | None:
    """How many of the shuffled data sets each kind of finding rings in."""
    labels = corpus.labels
    if not corpus.named or labels.n_annotators < 3:
        return None
    rung: Counter[str] = Counter()
    for turn in range(SHUFFLES):
        rng = corpus.rng("shuffle", turn)
        order = rng.permutation(labels.n_rows)
        order = order[: max(1, np.searchsorted(np.cumsum(labels.sizes[order]), MOST_RATINGS))]
        some = in_order(labels, order)
        row = np.repeat(np.arange(some.n_rows), some.sizes)
        dealt = replace(some, codes=some.codes[np.lexsort((rng.random(len(row)), row))])
        rung.update({found.kind for found in annotators(dealt).findings()})
    return {"shuffles": SHUFFLES, "annotators": labels.n_annotators, "rung": dict(sorted(rung.items()))}

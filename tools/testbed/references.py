"""References: made from some of the annotators, scored by how often the labels of the others are the same."""

from __future__ import annotations

import warnings

import numpy as np

import accord
from testbed.public_labels import PublicLabels, ratings_of, rows_of

MODELS = ("majority", "dawid_skene", "mace", "glad")
FEWEST_LABELS = 5
FEWEST_ITEMS, MOST_ITEMS = 50, 1_000
MOST_CATEGORIES = 30
SPLITS = 4
HIDDEN = 1 / 3  # of the annotators


def tried(corpus: PublicLabels) -> dict[str, object] | None:
    """The share of hidden labels that each model's reference has, and how often it differs from the vote."""
    labels = corpus.labels
    enough = np.flatnonzero(labels.sizes >= FEWEST_LABELS)
    few = 2 <= len(labels.categories) <= MOST_CATEGORIES and corpus.corpus.level != "interval"
    if not corpus.named or not few or len(enough) < FEWEST_ITEMS:
        return None
    whole = rows_of(labels, enough)
    rng = corpus.rng("references")
    shares: dict[str, list[float]] = {model: [] for model in MODELS}
    changed: dict[str, list[float]] = {model: [] for model in MODELS[1:]}
    for _ in range(SPLITS):
        some = whole
        if whole.n_rows > MOST_ITEMS:
            some = rows_of(whole, rng.choice(whole.n_rows, MOST_ITEMS, replace=False))
        hidden = rng.random(len(some.annotators or ())) < HIDDEN
        out = hidden[some.who]
        row = np.repeat(np.arange(some.n_rows), some.sizes)
        seen = np.bincount(row[~out], minlength=some.n_rows) >= 2
        tested = out & seen[row]
        if tested.sum() < FEWEST_ITEMS:
            continue
        visible = ratings_of(some, ~out & seen[row])
        voted = None
        for model in MODELS:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                made = accord.reference(visible, model)
            codes = made.ranking.codes
            shares[model].append(float((codes[row[tested]] == some.codes[tested]).mean()))
            if voted is None:
                voted = codes
            else:
                changed[model].append(float((codes[seen] != voted[seen]).mean()))
    if not shares[MODELS[0]]:
        return None
    return {
        "items": min(whole.n_rows, MOST_ITEMS),
        "shares": {model: float(np.mean(found)) for model, found in shares.items()},
        "changed": {model: float(np.mean(found)) for model, found in changed.items()},
    }

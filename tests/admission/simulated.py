"""People and models with known truth: what admission is tried on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from accord.admission.alternative_annotator import alternative_test
from accord.admission.duels import duels
from accord.admission.label_closeness import label_closeness
from accord.admission.panel import panel_comparison
from accord.admission.participants import participants
from accord.admission.resamples import Resamples
from accord.admission.result import Candidate
from accord.admission.verdict import verdict
from accord.annotations import Labels
from untyped import accord

Rng = np.random.Generator


def said(rng: Rng, truth: NDArray[np.int64], errors: NDArray[np.float64] | float, size: int) -> NDArray[np.int64]:
    """(items,) the truth, or with these chances one of the other categories."""
    wrong = (truth + rng.integers(1, size, size=truth.shape)) % size
    return np.where(rng.random(truth.shape) < errors, wrong, truth)


def panel(
    seed: int, *, people: int = 10, items: int = 200, size: int = 4, more: float = 0.0, hard: float = 0.3
) -> Labels:
    """So many people of one population, who err in 5 to 25 % of the items and more often on hard ones, and a candidate
    of the same population that errs more often by `more`."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(size, size=items)
    hardness = np.where(rng.random(items) < hard, 2.0, 0.6)
    rates = rng.uniform(0.05, 0.25, size=people + 1)
    columns = [
        said(rng, truth, np.clip(rate * hardness + (more if who == people else 0.0), 0, 1), size)
        for who, rate in enumerate(rates)
    ]
    names = [*(f"person {who + 1}" for who in range(people)), "model"]
    rows = np.array(list("abcdefgh"))[np.stack(columns, axis=1)]
    made: Labels = accord.labels(rows.tolist(), annotators=names, models=["model"], only="*")
    return made


def judged(data: Labels, *, epsilon: float = 0.15, margin: float = 0.05, replicates: int = 200) -> Candidate:
    """The model alone, without everybody else in its place."""
    shared, who = participants(data, None, None)
    assert isinstance(shared, Labels)
    pairs = label_closeness(shared, who, None)
    resamples = Resamples(pairs.n_units, replicates, 0)
    found = duels(pairs, pairs.annotators.index("model"), 2)
    test = alternative_test(
        found, pairs.annotators, pairs.unit, resamples, epsilon=epsilon, min_items=30, confidence=0.95
    )
    people = np.array([pairs.annotators.index(one.person) for one in test.people], dtype=np.int64)
    beside = panel_comparison(found, pairs, people, resamples, margin=margin, confidence=0.95)
    return Candidate("model", test, beside, verdict(test, beside), None)

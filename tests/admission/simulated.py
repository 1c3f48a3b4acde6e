"""People and models with known truth: what admission is tried on."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from accord.admission.admitting import closeness
from accord.admission.alternative_annotator import alternative_test
from accord.admission.duels import duels
from accord.admission.panel import panel_comparison
from accord.admission.participants import Annotations, participants
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
    seed: int,
    *,
    people: int = 10,
    items: int = 200,
    size: int = 4,
    more: float = 0.0,
    rates: tuple[float, float] = (0.1, 0.2),
    hard: float = 0.0,
) -> Labels:
    """So many people of one population, who err at rates of their own within `rates`, and a candidate of the same
    population that errs more often by `more`. With `hard` errors crowd on some items: rates are multiplied by 1 − hard
    to 1 + hard."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(size, size=items)
    hardness = rng.uniform(1 - hard, 1 + hard, size=items)
    own = rng.uniform(*rates, size=people + 1)
    columns = [
        said(rng, truth, np.clip(rate * hardness + (more if who == people else 0.0), 0, 1), size)
        for who, rate in enumerate(own)
    ]
    names = [*(f"person {who + 1}" for who in range(people)), "model"]
    rows = np.array(list("abcdefgh"))[np.stack(columns, axis=1)]
    made: Labels = accord.labels(rows.tolist(), annotators=names, models=["model"], only="*")
    return made


def judged(data: Annotations, *, epsilon: float = 0.15, margin: float = 0.05, replicates: int = 200) -> Candidate:
    """The model alone, without everybody else in its place."""
    shared, who = participants(data, "model", None)
    pairs = closeness(shared, who, None)
    resamples = Resamples(pairs.n_units, replicates, 0)
    found = duels(pairs, pairs.annotators.index("model"), 2)
    test = alternative_test(
        found, pairs.annotators, pairs.unit, resamples, epsilon=epsilon, min_items=30, confidence=0.95
    )
    people = np.array([pairs.annotators.index(one.person) for one in test.people], dtype=np.int64)
    beside = panel_comparison(found, pairs, people, resamples, margin=margin, confidence=0.95)
    return Candidate("model", test, beside, verdict(test, beside), None)

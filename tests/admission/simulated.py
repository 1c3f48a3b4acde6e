"""People and models with known truth: what admission is tried on."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from accord.admission.admitting import closeness
from accord.admission.alternative_annotator import alternative_test
from accord.admission.duels import duels
from accord.admission.panel import panel_comparison
from accord.admission.participants import participants
from accord.admission.resamples import Resamples
from accord.admission.result import Candidate
from accord.admission.shared_errors import EffectiveNumber, shared_errors
from accord.admission.verdict import verdict
from accord.annotations import Annotations, Labels
from untyped import accord

Rng = np.random.Generator
PEOPLES_RATES = (0.1, 0.2)  # of errors, among the people of a population
LETTERS = np.array(list("abcdefgh"))


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
    rates: tuple[float, float] = PEOPLES_RATES,
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
    return _labels(columns, [*(f"person {who + 1}" for who in range(people)), "model"])


def drawn_items(rng: Rng, rates: Sequence[float], items: int, size: int = 4) -> Labels:
    """New items by the same people and the same candidate, who is the last."""
    truth = rng.integers(size, size=items)
    columns = [said(rng, truth, rate, size) for rate in rates]
    return _labels(columns, [*(f"person {who + 1}" for who in range(len(rates) - 1)), "model"])


def _labels(columns: Sequence[NDArray[np.int64]], names: list[str]) -> Labels:
    rows = LETTERS[np.stack(columns, axis=1)].tolist()
    models = [name for name in names if name.startswith("model")]
    made: Labels = accord.labels(rows, annotators=names, models=models, only="*")
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


def errors_in_common(
    rng: Rng,
    correlation: float,
    *,
    models: int = 6,
    people: int = 5,
    items: int = 300,
    size: int = 4,
    rate: float = 0.25,
) -> EffectiveNumber:
    """What models are worth together whose errors correlate by so much: each of them copies one mind on a share √r of
    the items, and errs on its own elsewhere. A model errs on a quarter of the items, a person on a fifth."""
    rate = 0.25
    truth = rng.integers(size, size=items)
    mind = said(rng, truth, rate, size)
    copied = rng.random((models, items)) < np.sqrt(correlation)
    columns = [said(rng, truth, 0.2, size) for _ in range(people)]
    columns += [np.where(copied[one], mind, said(rng, truth, rate, size)) for one in range(models)]
    names = [*(f"person {one + 1}" for one in range(people)), *(f"model {one + 1}" for one in range(models))]
    shared, who = participants(_labels(columns, names), None, None)
    pairs = closeness(shared, who, None)
    places = np.arange(people + models)
    found = shared_errors(
        pairs, places[:people], places[people:], Resamples(pairs.n_units, 200, 0), confidence=0.95, seed=0
    )
    assert found is not None
    return next(number for number in found.numbers if number.group == "models")

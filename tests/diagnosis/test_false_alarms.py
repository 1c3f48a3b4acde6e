"""How often findings about annotators ring where nothing is planted, and how often they find what is.

Stated rates (each family of tests is corrected for its number of questions, Holm): drift, an outlying annotator, an
annotator at chance level and two schools each ring in at most 1 of 100 data sets without them, bias in about 1 of 100
(up to .017 was seen), and any of them in at most 5 of 100. The numbers below allow for the chance of the simulation
itself (three standard deviations).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable

import pytest

from accord import Labels
from accord.diagnosis.labels.annotators import annotators
from accord.evaluation import Options
from diagnosis.planted import comparable, uneven, with_bias, with_drifter, with_schools, with_spammer

RATE, TOGETHER = 0.01, 0.05
FEW = Options(replicates=150)
FAMILIES = ("drift", "annotator bias", "outlying annotator", "annotator at chance level", "schools of annotators")


def alarms(make: Callable[[int], Labels], seeds: int) -> Counter[str]:
    """In how many data sets each kind of finding is made, and "any" of them."""
    found: Counter[str] = Counter()
    for seed in range(seeds):
        kinds = {finding.kind for finding in annotators(make(seed), options=FEW).findings()}
        found.update(kinds)
        found["any"] += bool(kinds)
    return found


def most(rate: float, trials: int) -> float:
    """The number of alarms that a true rate stays below, three standard deviations allowed."""
    return trials * rate + 3 * math.sqrt(trials * rate * (1 - rate))


NOTHING: dict[str, Callable[[int], Labels]] = {
    "six annotators": comparable,
    "missing labels": lambda seed: comparable(seed, missing=0.4),
    "few items": lambda seed: comparable(seed, items=60),
    "three annotators": lambda seed: comparable(seed, items=100, annotators=3),
    "two annotators": lambda seed: comparable(seed, items=100, annotators=2),
}


@pytest.mark.parametrize("make", NOTHING.values(), ids=NOTHING)
def test_nothing_planted_nothing_found(make: Callable[[int], Labels]) -> None:
    found = alarms(make, 25)
    for kind in FAMILIES:
        assert found[kind] <= most(RATE, 25), kind
    assert found["any"] <= most(TOGETHER, 25)


def test_unequal_skill_is_neither_school_nor_drift_nor_bias() -> None:
    """Annotators with 5 to 45 % errors are outlying, and nothing else."""
    found = alarms(uneven, 15)
    for kind in ("drift", "annotator bias", "schools of annotators"):
        assert found[kind] <= most(RATE, 15), kind


@pytest.mark.parametrize(
    ("make", "kind"),
    [
        (with_schools, "schools of annotators"),
        (with_spammer, "annotator at chance level"),
        (with_drifter, "drift"),
        (with_bias, "annotator bias"),
    ],
    ids=["schools", "spammer", "drifter", "bias"],
)
def test_what_is_planted_is_found(make: Callable[[int], Labels], kind: str) -> None:
    """In 8 of 10 data sets at least; the right annotator, where it is about one."""
    right = 0
    for seed in range(10):
        found = annotators(make(seed), options=FEW).findings()
        named = [finding.numbers.get("annotator") for finding in found if finding.kind == kind]
        right += named == [None if kind == "schools of annotators" else "A6"]
    assert right >= 8


@pytest.mark.deep
@pytest.mark.parametrize(
    "make",
    [*NOTHING.values(), lambda seed: comparable(seed, items=1000, annotators=10)],
    ids=[*NOTHING, "1,000 items, ten annotators"],
)
def test_rates_of_false_alarms(make: Callable[[int], Labels]) -> None:
    found = alarms(make, 500)
    for kind in FAMILIES:
        assert found[kind] <= most(RATE, 500), kind
    assert found["any"] <= most(TOGETHER, 500)

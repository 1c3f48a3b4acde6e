"""What the pages claim, tried on public data sets: the stored results are current, and what they promise holds."""

from __future__ import annotations

import functools
import importlib
import json
import math
import random
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

import accord
from accord.atlas.public_corpora import PublicCorpus, public_corpora
from shared_files import ABSENT, DATA

FOLDER = DATA / "atlas"
ROOT = Path(__file__).resolve().parents[2]
CLAIMS = ("coverage", "people", "forecasts", "alarms", "references", "readings")
ERROR_RATE = 0.01
absent = pytest.mark.skipif(not (FOLDER / "index.csv").exists(), reason=ABSENT)


@functools.cache
def stored() -> dict[str, dict[str, Any]]:
    return json.loads((ROOT / "docs" / "testbed.json").read_text(encoding="utf-8"))  # type: ignore[no-any-return]


@functools.cache
def bed() -> ModuleType:
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        return importlib.import_module("try_claims")
    finally:
        sys.path.remove(str(ROOT / "tools"))


def same(one: object, other: object) -> bool:
    """Whether two records are equal but for the last of three digits."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(same(one[name], other[name]) for name in one)
    if isinstance(one, float) and isinstance(other, float):
        return math.isclose(one, other, rel_tol=0.011, abs_tol=1e-6)
    return one == other


def drawn(claim: str, number: int) -> list[str]:
    """Names of data sets, others with every version of accord."""
    return random.Random(f"{accord.__version__} {claim}").sample(sorted(stored()[claim]), number)


def test_all_claims_are_there_and_about_data_sets_of_the_atlas() -> None:
    known = {one.name for one in public_corpora()}
    for claim in CLAIMS:
        assert len(stored()[claim]) >= 40
        assert set(stored()[claim]) <= known
    assert set(stored()["readings"]) == known


def test_intervals_over_items_hold() -> None:
    """Of samples that have one, in the mean over data sets: within two points of what is promised."""
    for size in ("50", "200"):
        shares = [
            one["covered"] / (1 - one["undefined"])
            for found in stored()["coverage"].values()
            for one in found["items"].get(size, {}).values()
            if one["undefined"] < 0.5
        ]
        assert 0.93 <= np.mean(shares) <= 0.97


def test_forecasts_hold_in_nine_of_ten() -> None:
    held = [one["held"] for found in stored()["forecasts"].values() for one in found.values()]
    assert np.mean(held) >= 0.9


def test_false_alarms_are_as_rare_as_promised() -> None:
    """Within two standard errors of so many shuffled data sets; where items have two labels, no one can tell a person
    from the items they were given."""
    found = [stored()["alarms"][one.name] for one in public_corpora() if _three_labels(one)]
    trials = sum(one["shuffles"] for one in found)
    assert trials >= 500
    for kind in {kind for one in found for kind in one["rung"]}:
        rung = sum(one["rung"].get(kind, 0) for one in found)
        assert rung / trials <= ERROR_RATE + 2 * np.sqrt(ERROR_RATE / trials), kind


def _three_labels(corpus: PublicCorpus) -> bool:
    return corpus.name in stored()["alarms"] and (corpus.labels_per_item or 0) >= 2.5


def test_nothing_is_read_wrong_without_a_word() -> None:
    ends = {one[form][0] for one in stored()["readings"].values() for form in ("parquet", "csv")}
    assert ends == {"right", "guessed", "asked"}


@absent
@pytest.mark.parametrize("claim", ["readings", "alarms"])
def test_one_result_is_current(claim: str) -> None:
    small = {one.name for one in public_corpora() if (one.items or 0) < 500 and one.shape == "labels"}
    name = next(name for name in drawn(claim, len(stored()[claim])) if name in small)
    assert same(bed().tried(claim, name, FOLDER), stored()[claim][name])


@absent
@pytest.mark.deep
@pytest.mark.parametrize("claim", CLAIMS)
def test_five_results_of_each_claim_are_current(claim: str) -> None:
    for name in drawn(claim, 5):
        assert same(bed().tried(claim, name, FOLDER), stored()[claim][name]), name

"""What the pages claim, tried on public data sets: the stored results are current, and what they promise holds."""

from __future__ import annotations

import functools
import hashlib
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
from accord.atlas.public_corpora import PublicCorpus, corpus_named, public_corpora
from accord.reproducibility.forecast_errors import FEW_PERSONS, OFF_BY_FEW, OFF_BY_MORE, TOO_LOW
from shared_files import ABSENT, DATA

FOLDER = DATA / "atlas"
ROOT = Path(__file__).resolve().parents[2]
CLAIMS = ("coverage", "people", "forecasts", "alarms", "references", "readings")
ERROR_RATE = 0.01
UNTOLD = "annotator or harder items"
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


def forecasts() -> list[tuple[PublicCorpus, dict[str, Any]]]:
    return [(corpus_named(name), one) for name, found in stored()["forecasts"].items() for one in found.values()]


def test_forecasts_hold_on_the_side_that_their_allowance_was_not_calibrated_on() -> None:
    """Intervals and ranges of annotators; from fewer than ten persons less often, which is said beside them."""
    other = [
        (corpus, one)
        for corpus, one in forecasts()
        if int(hashlib.sha256(corpus.repository.encode()).hexdigest(), 16) % 2 == 1
    ]
    assert len({corpus.repository for corpus, _ in other}) >= 12
    assert np.mean([one["held"] for _, one in other]) >= 0.92
    assert np.mean([one["held"] for _, one in other if _few(one)]) >= 0.84
    assert np.mean([one["planned"] for _, one in other if "planned" in one]) >= 0.9


def _few(one: dict[str, Any]) -> bool:
    return one["persons"] is not None and one["persons"] < FEW_PERSONS


def test_what_is_said_beside_forecasts_is_what_was_tried() -> None:
    off = {few: [one["off"] for _, one in forecasts() if _few(one) is few] for few in (True, False)}
    assert (round(5 * sum(off[True])), 5 * len(off[True])) == OFF_BY_FEW
    assert (round(5 * sum(off[False])), 5 * len(off[False])) == OFF_BY_MORE
    apart = [one["truth"] - one["forecast"] for corpus, one in forecasts() if corpus.level == "ordinal"]
    assert np.mean(apart) == pytest.approx(TOO_LOW, abs=0.001)


@pytest.mark.parametrize("three", [True, False], ids=["three labels", "two labels"])
def test_false_alarms_are_as_rare_as_promised(three: bool) -> None:
    """Within two standard errors of so many shuffled data sets. Where items have two labels, that agreement is lower on
    the items of a person is no false alarm, and blames nobody."""
    found = [
        stored()["alarms"][one.name]
        for one in public_corpora()
        if one.name in stored()["alarms"] and ((one.labels_per_item or 0) >= 2.5) is three
    ]
    trials = sum(one["shuffles"] for one in found)
    assert trials >= (500 if three else 100)
    for kind in {kind for one in found for kind in one["rung"]} - ({UNTOLD} if not three else set()):
        rung = sum(one["rung"].get(kind, 0) for one in found)
        assert rung / trials <= ERROR_RATE + 2 * np.sqrt(ERROR_RATE / trials), kind


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

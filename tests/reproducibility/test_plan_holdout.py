"""Forecasts on annotators they were not fitted to: halves of crowds, and an independent re-annotation."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

import accord
from accord.reproducibility.extrapolation import Pilot, forecast
from accord.reproducibility.vote_distribution import hypergeometric_votes, vote
from reproducibility.groups import crowd

Codes = NDArray[np.int64]
SWORDS = ("FALSE", "TRUE", "UNSURE")


def coded(path: Path) -> tuple[Codes, int]:
    rows = crowd(path)
    names = sorted({label for row in rows for label in row})
    return np.array([[names.index(label) for label in row] for row in rows]), len(names)


def halves(labels: Codes, size: int, ks: tuple[int, ...], seed: int) -> list[tuple[int, float, float, bool, bool]]:
    """Half of the labels of each item predict what the other half says: k, forecast, truth, and whether the interval
    has one group of them, and the mean of all."""
    given = labels.shape[1] // 2
    rng = np.random.default_rng(seed)
    order = rng.permuted(np.tile(np.arange(labels.shape[1]), (len(labels), 1)), axis=1)
    mixed = np.take_along_axis(labels, order, axis=1)
    chosen = mixed[:, :, None] == np.arange(size)
    mine, theirs = chosen[:, :given].sum(axis=1), chosen[:, given:].sum(axis=1)
    pilot = Pilot.of(accord.counts(mine.tolist()))  # the columns are no persons
    lines = []
    for k in ks:
        made = forecast(pilot, k)
        one = 1 - float((vote(mine) * vote(chosen[:, given : given + k].sum(axis=1))).sum(axis=1).mean())
        mean = 1 - float((vote(mine) * hypergeometric_votes(theirs, k)).sum(axis=1).mean())
        lines.append((k, made.value, mean, made.low <= one <= made.high, made.low <= mean <= made.high))
    return lines


@pytest.mark.parametrize(("name", "error"), [("CF_amt", 0.03), ("SP_amt", 0.012)])
def test_one_half_predicts_the_other(name: str, error: float, shared_data: Path) -> None:
    labels, size = coded(shared_data / "labels" / "crowd" / f"{name}.csv")
    for seed in (0, 1):
        for _, value, truth, one, mean in halves(labels, size, (3, 9), seed):
            assert abs(value - truth) < error
            assert one
            assert mean


@pytest.mark.deep
@pytest.mark.parametrize(("name", "bias"), [("CF_amt", 0.016), ("SP_amt", 0.004)])
def test_error_and_coverage_over_many_halves(name: str, bias: float, shared_data: Path) -> None:
    """A 95 % interval holds what a single group of the other half shows in at least 93 % of the splits."""
    labels, size = coded(shared_data / "labels" / "crowd" / f"{name}.csv")
    lines = np.array([line for seed in range(100) for line in halves(labels, size, (3, 5, 9), seed)], dtype=np.float64)
    for k in (3, 5, 9):
        here = lines[lines[:, 0] == k]
        gaps = here[:, 1] - here[:, 2]
        print(
            f"{name} k={k}: forecast {here[:, 1].mean():.4f}, truth {here[:, 2].mean():.4f}, mean absolute error "
            f"{np.abs(gaps).mean():.4f}, coverage {here[:, 3].mean():.2f} (one group) {here[:, 4].mean():.2f} (mean)"
        )
        assert abs(gaps.mean()) < bias
        assert here[:, 3].mean() >= 0.93


def snow(path: Path) -> tuple[Codes, int]:
    """The first ten labels of the items of a task of Snow et al. 2008 that have so many."""
    labels: dict[str, list[str]] = {}
    with path.open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            labels.setdefault(row["orig_id"], []).append(row["response"])
    rows = [row[:10] for row in labels.values() if len(row) >= 10]
    names = sorted({label for row in rows for label in row})
    return np.array([[names.index(label) for label in row] for row in rows]), len(names)


@pytest.mark.deep
@pytest.mark.parametrize("task", ["rte", "temp", "wsd"])
def test_tasks_the_model_was_not_designed_on(task: str, shared_data: Path) -> None:
    """Five labels predict five others, 40 splits of tasks of Snow et al. 2008; the model was not changed after."""
    labels, size = snow(shared_data / "labels" / "snow2008" / f"{task}.standardized.tsv")
    lines = np.array([line for seed in range(40) for line in halves(labels, size, (1, 3, 5), seed)], dtype=np.float64)
    for k in (1, 3, 5):
        here = lines[lines[:, 0] == k]
        print(
            f"{task} k={k}: forecast {here[:, 1].mean():.4f}, truth {here[:, 2].mean():.4f}, coverage "
            f"{here[:, 3].mean():.2f} (one group) {here[:, 4].mean():.2f} (mean)"
        )
        gap = (here[:, 1] - here[:, 2]).mean()
        if task == "temp" and k > 1:
            # six persons, good and bad ones, labelled most items: the halves of a panel complete each other, and
            # differ less than any two groups of a crowd would
            assert gap > 0.03
            assert here[:, 4].mean() < 0.9
        else:
            assert abs(gap) < 0.015
            assert here[:, 3:].mean(axis=0).min() >= 0.9


def swords(shared_data: Path) -> tuple[list[list[str]], list[list[str]]]:
    """The substitutes with ten labels in both annotations."""
    folder = shared_data / "answers" / "swords"
    first, again = (
        json.loads(gzip.decompress((folder / f"swords-v1.1_test-subset{suffix}.json.gz").read_bytes()))[
            "substitute_labels"
        ]
        for suffix in ("", "_reannotated")
    )
    shared = [key for key in first if key in again and len(first[key]) == 10]
    return [first[key] for key in shared], [again[key] for key in shared]


def tallied(rows: list[list[str]]) -> Codes:
    return np.array([[row.count(label) for label in SWORDS] for row in rows])


def test_an_independent_annotation_is_predicted(shared_data: Path) -> None:
    """SWORDS (Lee et al. 2021), labelled again by others: 1,931 substitutes.

    An item has ten labels there only if one of the first three was not FALSE: these three are selected (49 % TRUE,
    27 % afterwards), and only the other seven may speak for the population.
    """
    first, again = swords(shared_data)
    assert len(first) == 1931
    selected = np.mean([label == "TRUE" for row in first for label in row[:3]])
    assert selected == pytest.approx(0.49, abs=0.01)
    unselected = [row[3:] for row in first]
    pilot = Pilot.of(accord.counts(tallied(unselected).tolist()))  # columns are no persons
    reference, others = vote(tallied(unselected)), tallied(again)
    for k in (1, 3, 5, 10):
        made = forecast(pilot, k)
        truth = 1 - float((reference * hypergeometric_votes(others, k)).sum(axis=1).mean())
        assert abs(made.value - truth) < 0.02
        assert made.low < truth < made.high
    misled = forecast(Pilot.of(accord.counts(tallied(first).tolist())), 1)
    truth = 1 - float((vote(tallied(first)) * hypergeometric_votes(others, 1)).sum(axis=1).mean())
    assert misled.low > truth  # with the selected labels the forecast is too pessimistic, and we say why

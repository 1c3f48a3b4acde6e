"""RunSteadiness: what a model says when it is asked again, and how its answers spread beside those of people."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.annotations import Labels
from accord.results.arrays import Floats, Ints
from accord.statistics.distribution_distances import cross_entropy, manhattan, smoothed
from accord.statistics.division import divided


@dataclass(frozen=True)
class RunSteadiness:
    """Over the items that an annotator labelled several times."""

    items: int
    runs: float
    """Labels per item, on average."""
    same: float
    """How often two runs give the same label."""
    unanimous: float
    """The share of items on which all runs agree."""
    variation: float
    """Mean total variation between the distribution of the runs and that of the people, item by item."""
    variation_of_person: float
    """The same of one person's label and the others, mean over people."""
    cross_entropy: float
    """Of the people's distribution under that of the runs, (count + ½) / (runs + C / 2), in bits."""


def steadiness(data: Labels, name: str, people: tuple[str, ...]) -> RunSteadiness | None:
    """Of an annotator; None where nothing was labelled twice. Agreement uses the first label only."""
    if data.annotators is None or data.who is None or data.repeats is None:
        return None
    size, row = len(data.categories), np.repeat(np.arange(data.n_rows), data.sizes)
    mine = data.who == data.annotators.index(name)
    counts = _table(row[mine], data.codes[mine], data.n_rows, size)
    runs = counts.sum(axis=1)
    again = np.flatnonzero(runs > 1)
    if not len(again):
        return None
    some, times = counts[again], runs[again]
    same = (some * (some - 1)).sum(axis=1) / (times * (times - 1))
    first = data.repeats == 0
    human = np.isin(data.who, [data.annotators.index(person) for person in people if person != name]) & first
    theirs = _table(row[human], data.codes[human], data.n_rows, size)[again]
    known = theirs.sum(axis=1) > 0
    variation, of_person, entropy = _against(some[known], theirs[known])
    return RunSteadiness(
        len(again), float(times.mean()), float(same.mean()), float((some.max(axis=1) == times).mean()),
        variation, of_person, entropy,
    )  # fmt: skip


def _table(row: Ints, codes: Ints, rows: int, size: int) -> Ints:
    cells = np.bincount(row * np.int64(size) + codes, minlength=rows * size)
    return cells.reshape(rows, size).astype(np.int64)


def _against(runs: Ints, people: Ints) -> tuple[float, float, float]:
    """Mean total variation of runs and of a left-out person against people, and the cross-entropy in bits."""
    if not len(runs):
        return np.nan, np.nan, np.nan
    share = people / people.sum(axis=1, keepdims=True)
    variation = manhattan(runs / runs.sum(axis=1, keepdims=True), share) / 2
    surprise = cross_entropy(share, smoothed(runs.astype(np.float64)))
    return float(variation.mean()), _of_person(people), float(surprise.mean())


def _of_person(people: Ints) -> float:
    """Total variation of one label against the others' distribution: 1 − the share of the others who say the same."""
    number = people.sum(axis=1)
    enough = number > 1
    some, total = people[enough], number[enough][:, None]
    alike: Floats = divided((some * (some - 1)).astype(np.float64), (total * (total - 1)).astype(np.float64))
    return float(1 - alike.sum(axis=1).mean()) if enough.any() else np.nan

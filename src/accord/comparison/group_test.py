"""Whether people of a group agree more with each other than with others: a test by permutation of membership."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from accord.alignment.unit_sets import connected_components
from accord.annotations import Answers, Labels, Relations, Spans
from accord.evaluation.preparing import document_kernel
from accord.measures import Undefined
from accord.results import Expression
from accord.results.arrays import Floats, Ints
from accord.statistics import CHUNK, generator

Corpus = Answers | Relations | Spans
DRAWS = 4_999
MOST_LISTED = 5_000  # arrangements that are all gone through


@dataclass(frozen=True, eq=False)
class PeopleCloseness:
    """How close every two people are: sums over what they share, and over how much of it; all arrays are (pairs,)."""

    first: Ints
    second: Ints
    closeness: Floats
    shared: Floats


def label_closeness(data: Labels) -> PeopleCloseness:
    """Labels that are the same count 1, on a scale 1 − the distance as a share of the scale; less the mean of the item,
    so that people with easy items do not seem close."""
    data = data.first_ratings()
    if data.who is None:
        return PeopleCloseness(*(np.zeros(0, np.int64),) * 2, *(np.zeros(0),) * 2)
    places = _places(data)
    row, a, b = _pairs_within(data.starts, data.sizes)
    if places is None:
        near = (data.codes[a] == data.codes[b]).astype(np.float64)
    else:
        width = float(places.max() - places.min()) or 1.0
        near = 1 - np.abs(places[data.codes[a]] - places[data.codes[b]]) / width
    number = np.bincount(row, minlength=data.n_rows)
    mean = np.bincount(row, weights=near, minlength=data.n_rows) / np.maximum(number, 1)
    weight = data.weights[row].astype(np.float64)
    people = data.n_annotators
    first, second = data.who[a].astype(np.int64), data.who[b].astype(np.int64)
    keys, place = np.unique(np.minimum(first, second) * people + np.maximum(first, second), return_inverse=True)
    sums = np.bincount(place.ravel(), weights=weight * (near - mean[row])).astype(np.float64)
    shared = np.bincount(place.ravel(), weights=weight).astype(np.float64)
    return PeopleCloseness(keys // people, keys % people, sums, shared)


def _places(data: Labels) -> Floats | None:
    """Where each category lies on its scale; None for names."""
    if data.level in ("interval", "ratio") and data.categories.values is not None:
        return data.categories.scores()
    return np.arange(len(data.categories), dtype=np.float64) if data.level == "ordinal" else None


def _pairs_within(starts: Ints, sizes: Ints) -> tuple[Ints, Ints, Ints]:
    """Every two ratings of a row: the row, and the places of both."""
    row, first, second = [], [], []
    for size in np.unique(sizes[sizes >= 2]).tolist():
        here = np.flatnonzero(sizes == size)
        left, right = np.triu_indices(size, 1)
        row.append(np.repeat(here, len(left)))
        first.append((starts[here][:, None] + left).ravel())
        second.append((starts[here][:, None] + right).ravel())
    empty = np.zeros(0, dtype=np.int64)
    made = [np.concatenate(part) if part else empty for part in (row, first, second)]
    return made[0], made[1], made[2]


def corpus_closeness(data: Corpus, measure: Expression, seed: int) -> PeopleCloseness:
    """The measure on every two people who share documents, as often as they share them."""
    names = data.annotators or ()
    assigned = np.asarray(data.assigned)
    first, second, values, numbers = [], [], [], []
    for person in range(len(names)):
        for partner in range(person + 1, len(names)):
            both = np.flatnonzero(assigned[:, person] & assigned[:, partner])
            if len(both) == 0:
                continue
            pair = data.of_documents(both.tolist()).of_annotators([names[person], names[partner]])
            try:
                kernel = document_kernel(pair, measure, seed)
            except Undefined:
                continue
            value = float(kernel(np.ones((1, kernel.blocks)))["value"][0])
            if value == value:
                first.append(person)
                second.append(partner)
                values.append(value * len(both))
                numbers.append(float(len(both)))
    return PeopleCloseness(np.array(first, np.int64), np.array(second, np.int64), np.array(values), np.array(numbers))


@dataclass(frozen=True)
class Permuted:
    """The difference of closeness in groups and across them, and how often it would be as large by chance."""

    difference: float
    p: float
    smallest_p: float
    """What the sizes of the groups, and the number of draws, allow."""
    exact: bool
    """Whether all arrangements were gone through."""


def permuted(pairs: PeopleCloseness, group: Ints, seed: int) -> Permuted:
    """One-sided: people are closer in their groups. Membership is permuted among people who share items, directly or
    through others; the people of `group` −1 do not count."""
    kept = (group[pairs.first] >= 0) & (group[pairs.second] >= 0)
    pairs = PeopleCloseness(pairs.first[kept], pairs.second[kept], pairs.closeness[kept], pairs.shared[kept])
    blocks = _components(len(group), pairs, group >= 0)
    observed = float(_differences(pairs, group[None, :])[0])
    if math.isnan(observed):
        return Permuted(observed, math.nan, math.nan, False)
    number = math.prod(_arrangements(group[block]) for block in blocks)
    same = math.prod(_symmetries(group[block]) for block in blocks)
    if number <= MOST_LISTED and len(blocks) == 1:
        arranged = np.array(sorted(set(permutations(group[blocks[0]].tolist())))) if len(blocks[0]) <= 8 else None
        if arranged is None:
            arranged = _every(group[blocks[0]])
        drawn = np.tile(group, (len(arranged), 1))
        drawn[:, blocks[0]] = arranged
        differences = _differences(pairs, drawn)
        p = float((differences >= observed - 1e-12).mean())
        return Permuted(observed, p, min(1.0, same / number), True)
    rng = generator(seed, "groups")
    drawn = np.tile(group, (DRAWS, 1))
    for block in blocks:
        drawn[:, block] = rng.permuted(drawn[:, block], axis=1)
    beyond = int((_differences(pairs, drawn) >= observed - 1e-12).sum())
    return Permuted(observed, (beyond + 1) / (DRAWS + 1), max(same / number, 1 / (DRAWS + 1)), False)


def _differences(pairs: PeopleCloseness, groups: Ints) -> Floats:
    """(arrangements,) mean closeness within groups minus that across them."""
    made = []
    step = max(1, CHUNK // max(1, len(pairs.first)))
    for start in range(0, len(groups), step):
        some = groups[start : start + step]
        inside = (some[:, pairs.first] == some[:, pairs.second]).astype(np.float64)
        with np.errstate(divide="ignore", invalid="ignore"):
            within = inside @ pairs.closeness / (inside @ pairs.shared)
            across = (1 - inside) @ pairs.closeness / ((1 - inside) @ pairs.shared)
        made.append(within - across)
    return np.concatenate(made)


def _components(
    people: int, pairs: PeopleCloseness, there: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]
) -> list[Ints]:
    """People who share items, directly or through others."""
    component = connected_components(people, pairs.first, pairs.second)
    blocks: dict[int, list[int]] = {}
    for person in np.flatnonzero(there).tolist():
        blocks.setdefault(int(component[person]), []).append(person)
    return [np.array(block, dtype=np.int64) for block in blocks.values() if len(block) > 1]


def _arrangements(group: Ints) -> int:
    """In how many ways the memberships can be given to the people."""
    number = math.factorial(len(group))
    for size in np.unique(group, return_counts=True)[1].tolist():
        number //= math.factorial(size)
    return number


def _symmetries(group: Ints) -> int:
    """How many arrangements make the same groups: groups of one size can swap their names."""
    sizes = np.unique(group, return_counts=True)[1]
    return math.prod(math.factorial(int(times)) for times in np.unique(sizes, return_counts=True)[1].tolist())


def _every(group: Ints) -> Ints:
    """(arrangements, people) all of them."""
    made: list[list[int]] = []
    counts = dict(zip(*(part.tolist() for part in np.unique(group, return_counts=True)), strict=True))

    def fill(so_far: list[int]) -> None:
        if len(so_far) == len(group):
            made.append(so_far.copy())
            return
        for value in counts:
            if counts[value]:
                counts[value] -= 1
                so_far.append(value)
                fill(so_far)
                so_far.pop()
                counts[value] += 1

    fill([])
    return np.array(made, dtype=np.int64)

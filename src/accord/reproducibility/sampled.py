"""The same question by drawing groups of annotators: for references that are no function of an item's counts."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations, islice
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Labels, canonical_labels
from accord.consensus import Reference
from accord.consensus import reference as adjudicated
from accord.consensus.adjudicating import Model
from accord.reproducibility.rules import RULES
from accord.results import UsageError
from accord.results.arrays import Bools, Floats, Ints
from accord.results.working import watching, worked
from accord.statistics import generator

LARGEST = 50_000_000  # cells of an items × categories table
AT_ONCE = 8  # groups whose references are made at the same time


@dataclass(frozen=True, eq=False)
class Sampled:
    """What the drawn groups say, over the items that have enough labels."""

    same: Floats
    """(items,) how often the label came back."""
    reference: Floats
    """(categories,) how many items each has in the reference."""
    other: Floats
    kept: Floats
    shift: float
    codes: NDArray[np.int32]
    """(items of the data,) the labels of the reference of all; −1 where there is none."""
    error: float
    """The standard error of the share of changed labels, from the spread between groups."""
    groups: int


def sampled_change(
    labels: Labels, k: int, against: str, rule: str | Callable[[Labels], Any], groups: int, seed: int
) -> Sampled:
    """Draw groups, make the reference of each, and compare it with that of all, or with that of a disjoint group.

    Items and annotators stand in canonical order while groups are drawn, and have no names but for a rule of the
    user's own, so that neither their order nor their names matter.
    """
    needed = k if against == "all" else 2 * k
    data = with_labels(labels.first_ratings(), needed)
    size = len(labels.categories)
    if data.n_rows * size > LARGEST:
        raise UsageError(
            f"{data.n_rows:,} items × {size:,} categories are too many to draw groups", "use vote or median"
        )
    data, place = canonical_labels(data)
    if isinstance(rule, str) and data.annotators is not None:
        data = replace(data, annotators=tuple(f"{number:09}" for number in range(data.n_annotators)))
    weights = data.weights.astype(np.float64)
    whole = _maker(rule)(data)
    scores = labels.categories.scores() if labels.level in ("ordinal", "interval", "ratio") else None
    same, values, shift = np.zeros(data.n_rows), [], 0.0
    reference, other, kept = np.zeros(size), np.zeros(size), np.zeros(size)
    for base, two in _references(data, group_draws(data, k, groups, seed, pairs=against == "disjoint"), rule, groups):
        base = whole if base is None else base
        both = base * two
        back = both.sum(axis=1)
        same += back
        values.append(1 - float(np.average(back, weights=weights)))
        reference += weights @ base
        other += weights @ two
        kept += weights @ both
        if scores is not None:
            shift += _moved(base, two, scores, weights)
    number = len(values)
    codes = np.full(labels.n_rows, -1, dtype=np.int32)
    chosen = np.where(whole.sum(axis=1) > 0, whole.argmax(axis=1), -1)
    codes[np.flatnonzero(_enough(labels.first_ratings(), needed))[place]] = chosen
    told = np.empty(data.n_rows)
    told[place] = same / number
    return Sampled(
        same=told,
        reference=reference / number,
        other=other / number,
        kept=kept / number,
        shift=shift / number if scores is not None else math.nan,
        codes=codes,
        error=float(np.std(values, ddof=1) / math.sqrt(number)) if number > 1 else math.nan,
        groups=number,
    )


def _references(
    data: Labels,
    draws: Iterable[tuple[Bools, Bools | None]],
    rule: str | Callable[[Labels], Any],
    groups: int,
) -> Iterator[tuple[Floats | None, Floats]]:
    """The references of drawn groups, a few at a time: that of the second group, if there is one, and of the first."""
    left = iter(draws)
    done = 0
    with watching("groups of annotators", groups) as advance:
        while some := list(islice(left, AT_ONCE)):
            tasks = [partial(_both, data, rule, *pair) for pair in some]
            # a rule of the user's own may hold what no other process can be given
            yield from worked(tasks, None) if isinstance(rule, str) and rule not in RULES else (job() for job in tasks)
            done += len(some)
            advance(done)


def _both(
    data: Labels, rule: str | Callable[[Labels], Any], first: Bools, second: Bools | None
) -> tuple[Floats | None, Floats]:
    made = _maker(rule)
    return None if second is None else made(only(data, second)), made(only(data, first))


def group_draws(
    data: Labels, k: int, groups: int, seed: int, *, pairs: bool = False
) -> Iterator[tuple[Bools, Bools | None]]:
    """Which ratings a drawn group of k gave, and those of a second group without a common annotator if `pairs`.

    Annotators are put in a random order and each item takes the first k of its own: in a complete panel this is one
    group for all items, otherwise as much of it as the item has. Where a complete panel has no more than `groups`
    groups, each of them comes once.
    """
    rng = generator(seed, "groups")
    row = np.repeat(np.arange(data.n_rows), data.sizes)
    who, people = data.who, data.n_annotators
    complete = who is not None and bool((data.sizes == people).all())
    if who is not None and complete and not pairs and math.comb(people, k) <= groups:
        for chosen in combinations(range(people), k):
            yield np.isin(who, chosen), None
        return
    seen: set[tuple[int, ...]] = set()
    apart = complete and not pairs  # more groups than are drawn: each at most once
    while groups > 0:
        order = rng.permutation(people)
        if apart:
            chosen = tuple(sorted(np.flatnonzero(order < k).tolist()))
            if chosen in seen:
                continue
            seen.add(chosen)
        rank = rank_within(row, data.starts, order[who] if who is not None else rng.random(len(row)))
        groups -= 1
        yield rank < k, ((rank >= k) & (rank < 2 * k)) if pairs else None


def rank_within(row: NDArray[np.intp], starts: Ints, priority: NDArray[Any]) -> Ints:
    """(ratings,) the place of each rating among those of its item, by priority."""
    rank = np.empty(len(row), dtype=np.int64)
    rank[np.lexsort((priority, row))] = np.arange(len(row)) - starts[row]
    return rank


def only(data: Labels, mask: Bools) -> Labels:
    """The same items with only the ratings where the mask holds."""
    starts = np.concatenate(([0], np.cumsum(mask)))[data.starts].astype(np.int64)
    who = data.who[mask] if data.who is not None else None
    return replace(data, starts=starts, who=who, codes=data.codes[mask], times=None)


def with_labels(data: Labels, least: int) -> Labels:
    """Only the items with at least so many ratings."""
    rows = _enough(data, least)
    if rows.all():
        return data
    chosen = np.flatnonzero(rows).tolist()
    mask = np.repeat(rows, data.sizes)
    return replace(
        data,
        starts=np.concatenate(([0], np.cumsum(data.sizes[rows]))).astype(np.int64),
        who=data.who[mask] if data.who is not None else None,
        codes=data.codes[mask],
        weights=data.weights[rows],
        items=None if data.items is None else [data.items[row] for row in chosen],
        texts=None,
        times=None,
    )


def counts_of(data: Labels) -> Ints:
    """(items, categories) how often each label was given; first ratings only."""
    size = len(data.categories)
    row = np.repeat(np.arange(data.n_rows), data.sizes)
    return np.bincount(row * np.int64(size) + data.codes, minlength=data.n_rows * size).reshape(data.n_rows, size)


def _enough(data: Labels, least: int) -> Bools:
    return np.asarray(data.sizes >= least)


def _maker(rule: str | Callable[[Labels], Any]) -> Callable[[Labels], Floats]:
    """From labels to (items, categories) the weights of the reference."""
    if isinstance(rule, str) and rule in RULES:
        return lambda data: RULES[rule].of_all(counts_of(data))
    if isinstance(rule, str):
        return lambda data: _one_hot(adjudicated(data, cast(Model, rule)), data)
    return lambda data: _one_hot(rule(data), data)


def _one_hot(made: object, data: Labels) -> Floats:
    """What a model or a function gave, one label for each item (0 everywhere for None)."""
    size = len(data.categories)
    if isinstance(made, Reference):
        codes = made.ranking.codes
    else:
        if not isinstance(made, Sequence | np.ndarray) or isinstance(made, str) or len(made) != data.n_rows:
            raise UsageError(
                f"the reference function must give one label for each of {data.n_rows:,} items",
                "return a list in the order of the items, None where there is no label",
            )
        label_codes = [None if label is None else data.categories.code(label) for label in made]
        unknown = next(
            (label for label, code in zip(made, label_codes, strict=True) if label is not None and code is None), None
        )
        if unknown is not None:
            raise UsageError(
                f"the reference function gave {unknown!r}, which is not a category", f"they are {data.categories}"
            )
        codes = np.array([-1 if code is None else code for code in label_codes], dtype=np.int32)
    weights = np.zeros((data.n_rows, size))
    known = np.flatnonzero(codes >= 0)
    weights[known, codes[known]] = 1.0
    return weights


def _moved(base: Floats, two: Floats, scores: Floats, weights: Floats) -> float:
    """The mean distance between two references, over ordered categories."""
    low, high = base.cumsum(axis=1)[:, :-1], two.cumsum(axis=1)[:, :-1]
    across = low * (1 - high) + high * (1 - low)
    return float(np.average(across @ np.diff(scores), weights=weights))

"""Closeness of labels: equal or not, minus the root of the mean squared difference, a distance, or sets in common."""

from __future__ import annotations

import numpy as np

from accord.admission.pair_closeness import ChanceSpace, PairwiseCloseness
from accord.admission.participants import Participants
from accord.annotations import Labels
from accord.annotations.sparse import pieces
from accord.measures.labels.kernels import distances
from accord.results import UsageError
from accord.results.arrays import Bools, Floats, Ints

_ALLOWED = {"nominal": ("accuracy",), "sets": ("masi", "jaccard", "accuracy")}
_ON_SCALES = ("neg_rmse", "distance", "accuracy")
_SETS = {"masi": "masi_passonneau", "jaccard": "jaccard"}


def label_scores(level: str) -> tuple[str, ...]:
    """The scores that labels of a level may have; the first is the default, as published."""
    return ("distance", "accuracy") if level == "circular" else _ALLOWED.get(level, _ON_SCALES)


def label_closeness(data: Labels, who: Participants, score: str | None) -> PairwiseCloseness:
    """Every two labels of one item by different annotators; repeated labels do not count."""
    score = _checked(score, data.level)
    codes, names, unit = _table(data)
    asked = codes >= 0
    is_person = np.isin(np.arange(data.n_annotators), [(data.annotators or ()).index(name) for name in who.people])
    item, first, second = _pairs(asked, is_person)
    first_code, second_code = codes[item, first], codes[item, second]
    space = _space(data, codes[:, is_person])
    apart = _apart(data, space, first_code, second_code)
    value = _close(data, score, first_code, second_code, apart)
    return PairwiseCloseness(
        "labels", score, names, data.annotators or (), is_person, unit, asked, asked[:, is_person].sum(axis=1),
        item, first, second, value, apart, score == "neg_rmse", data.categories.texts, None, codes, space,
    )  # fmt: skip


def _checked(score: str | None, level: str) -> str:
    allowed = label_scores(level)
    if score is None:
        return allowed[0]
    if score not in allowed:
        raise UsageError(f"score '{score}' is not for labels of level '{level}'", f"use {' or '.join(allowed)}")
    return score


def _table(data: Labels) -> tuple[Ints, tuple[str, ...], Ints]:
    """(items, annotators) codes of first labels, −1 without; the items by name; and the cluster of each."""
    first = data.first_ratings()
    row = np.repeat(np.arange(first.n_rows), first.weights)
    names = [str(number + 1).zfill(len(str(len(row)))) for number in range(len(row))]
    if first.items is not None and len(row) == first.n_rows:
        names = list(first.items)
    ratings, place = pieces(first.starts, row)
    codes = np.full((len(row), first.n_annotators), -1, dtype=np.int64)
    codes[place, first.who[ratings] if first.who is not None else 0] = first.codes[ratings]
    order = np.array(sorted(range(len(names)), key=names.__getitem__), dtype=np.int64)
    clusters = np.arange(len(row)) if first.clusters is None else first.clusters[row][order]
    _, earliest, unit = np.unique(clusters, return_index=True, return_inverse=True)
    place_of = np.argsort(np.argsort(earliest))  # clusters in the order of their first items
    return codes[order], tuple(names[place] for place in order), place_of[unit.ravel()].astype(np.int64)


def _pairs(asked: Bools, is_person: Bools) -> tuple[Ints, Ints, Ints]:
    """(pairs,) items and both annotators, annotator by annotator, so that no pair is held that is not wanted."""
    people = np.flatnonzero(is_person)
    parts: list[tuple[Ints, Ints, Ints]] = []
    for first in range(asked.shape[1]):
        mine = np.flatnonzero(asked[:, first])
        others = people[people != first]
        person, place = np.nonzero(asked[np.ix_(mine, others)].T)
        parts.append((mine[place], np.full(len(place), first), others[person]))
    item, annotator, partner = (np.concatenate(column).astype(np.int64) for column in zip(*parts, strict=True))
    return item, annotator, partner


def _space(data: Labels, of_people: Ints) -> ChanceSpace:
    """Points of the level's distance; an ordinal scale has the mid-ranks of what people say."""
    distance = distances.of_level(data.categories, data.level)
    if isinstance(distance, distances.Ranked):
        counts = np.bincount(of_people[of_people >= 0], minlength=len(data.categories))
        middle = np.cumsum(counts) - counts / 2
        return ChanceSpace((middle / max(counts.sum(), 1))[:, None])
    if isinstance(distance, distances.Embedded):
        return ChanceSpace(distances.scaled(distance.points)[0])
    if isinstance(distance, distances.SameCategory):
        return ChanceSpace(np.eye(len(data.categories)), 1 - np.eye(len(data.categories)))
    if isinstance(distance, distances.Matrix):
        return ChanceSpace(np.eye(len(data.categories)), distance.values)
    raise UsageError(f"{len(data.categories):,} categories of level '{data.level}' are too many", "use level interval")


def _apart(data: Labels, space: ChanceSpace, first_code: Ints, second_code: Ints) -> Floats:
    if space.form is not None:
        return np.asarray(space.form[first_code, second_code], dtype=np.float64)
    return np.asarray(np.square(space.points[first_code] - space.points[second_code]).sum(axis=1))


def _close(data: Labels, score: str, first_code: Ints, second_code: Ints, apart: Floats) -> Floats:
    """s of every two labels; of `neg_rmse` their squared difference."""
    if score == "accuracy":
        return np.asarray(first_code == second_code, dtype=np.float64)
    if score == "neg_rmse":
        scores = data.categories.scores()
        return np.asarray(np.square(scores[first_code] - scores[second_code]))
    if score == "distance":
        return np.asarray(-apart)
    return np.asarray(1 - distances.set_distances(data.categories, _SETS[score])[first_code, second_code])

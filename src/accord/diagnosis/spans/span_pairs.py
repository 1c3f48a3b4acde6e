"""Aligned units, annotator by annotator: how each pair differs, and what that contributes to the disorder."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from accord.alignment.dissimilarities import Combined
from accord.consensus.aligned_units import ABSENT, AlignedUnits
from accord.diagnosis.spans.span_splits import Splits
from accord.results.arrays import Floats, Ints

AGREEMENT, BOUNDARY, CATEGORY, BOTH, SPLIT, MISSED, SPURIOUS, UNDECIDED = range(8)
KINDS = ("agreement", "boundary", "category", "boundary and category", "split", "missed", "spurious", "undecided")


@dataclass(frozen=True, eq=False)
class PairedUnits:
    """Every two annotators in every unitary alignment of a document both were asked about; arrays are (pairs,)."""

    groups: AlignedUnits
    group: Ints
    first: Ints
    """The annotators, first < second."""
    second: Ints
    one: Ints
    """Their units, −1 for none."""
    other: Ints
    positional: Floats
    """What the pair contributes to the disorder of its unitary alignment by place, by category, and for want of a unit.

    The disorder is a mean over pairs: all contributions of a unitary alignment together are its disorder."""
    categorical: Floats
    unaligned: Floats

    def __len__(self) -> int:
        return len(self.group)

    @property
    def real(self) -> NDArray[np.bool_]:
        """Whether both have a unit."""
        return (self.one >= 0) & (self.other >= 0)

    @property
    def disorder(self) -> Floats:
        return self.positional + self.categorical + self.unaligned


def paired_units(groups: AlignedUnits, dissimilarity: Combined) -> PairedUnits:
    """All pairs of annotators of all groups, with the parts of their dissimilarity."""
    asked = groups.asked
    parts = []
    for who, partner in combinations(range(groups.spans.n_annotators), 2):
        rows = np.flatnonzero(asked[:, who] & asked[:, partner])
        parts.append(
            np.stack([rows, *np.full((2, len(rows)), [[who], [partner]]), *groups.units[rows][:, [who, partner]].T])
        )
    table = np.concatenate(parts, axis=1) if parts else np.zeros((5, 0), dtype=np.int64)
    group, first, second, left, right = table[:, np.argsort(table[0], kind="stable")]
    number = groups.number[group]
    share = 2.0 / (number * (number - 1)) if len(group) else np.zeros(0)
    real = np.flatnonzero((left >= 0) & (right >= 0))
    positional, categorical = np.zeros(len(group)), np.zeros(len(group))
    positional[real], categorical[real] = _parts(groups, dissimilarity, group[real], left[real], right[real])
    missing = np.where((left < 0) | (right < 0), dissimilarity.delta_empty, 0.0)
    return PairedUnits(
        groups, group, first, second, left, right, positional * share, categorical * share, missing * share
    )


def _parts(groups: AlignedUnits, dissimilarity: Combined, group: Ints, u: Ints, v: Ints) -> tuple[Floats, Floats]:
    """The dissimilarity of pairs of units by place and by category, document by document."""
    positional, categorical = np.zeros(len(group)), np.zeros(len(group))
    document = groups.document[group]  # sorted, as groups are
    for number in np.unique(document).tolist():
        begin, end = np.searchsorted(document, [number, number + 1])
        continuum = groups.spans.continuum(number)
        left, right = u[begin:end] - continuum.first, v[begin:end] - continuum.first
        if dissimilarity.alpha:
            positional[begin:end] = dissimilarity.alpha * dissimilarity.positional.between(continuum, left, right)
        if dissimilarity.beta:
            categorical[begin:end] = dissimilarity.beta * dissimilarity.categorical.between(continuum, left, right)
    return positional * dissimilarity.delta_empty, categorical * dissimilarity.delta_empty


def absences(groups: AlignedUnits, reference: int | None) -> NDArray[np.int8]:
    """(groups,) what it is that somebody has no unit there: missed, spurious, or undecided when half of them have one.

    A named reference decides in its documents, the majority of those who were asked elsewhere.
    """
    twice, number = 2 * groups.support, groups.number
    kind = np.where(twice > number, MISSED, np.where(twice < number, SPURIOUS, UNDECIDED))
    if reference is not None:
        column = groups.units[:, reference]
        kind = np.where(column >= 0, MISSED, np.where(column == ABSENT, SPURIOUS, kind))
    return kind.astype(np.int8)


def kinds_of(pairs: PairedUnits, splits: Splits, absence: NDArray[np.int8]) -> NDArray[np.int8]:
    """(pairs,) the kind of each pair; a pair without units is of the kind of its group."""
    spans = pairs.groups.spans
    first, second = pairs.one, pairs.other
    same_place = (spans.starts[first] == spans.starts[second]) & (spans.ends[first] == spans.ends[second])
    if spans.fragments is not None:
        same_place &= spans.fragments.shapes[first] == spans.fragments.shapes[second]
    same_category = spans.codes[first] == spans.codes[second]
    differing = np.where(same_place, CATEGORY, np.where(same_category, BOUNDARY, BOTH))
    kind = np.where(pairs.real, np.where(same_place & same_category, AGREEMENT, differing), absence[pairs.group])
    kind[_split(pairs, splits)] = SPLIT
    return kind.astype(np.int8)


def _split(pairs: PairedUnits, splits: Splits) -> NDArray[np.bool_]:
    """Which pairs differ because one of the two cut what is one unit for the other."""
    spans = pairs.groups.spans
    people = np.int64(max(spans.n_annotators, 1))
    whole = np.repeat(splits.whole, np.diff(splits.starts))
    cut = np.unique(splits.whole * people + splits.by)  # this unit is cut by that annotator
    piece = np.unique(splits.pieces * people + spans.who[whole])  # this unit is a piece of one of that annotator
    both = np.unique(whole * np.int64(len(spans) + 1) + splits.pieces)

    def among(unit: Ints, annotator: Ints) -> NDArray[np.bool_]:
        key = unit * people + annotator
        return np.asarray((unit >= 0) & (np.isin(key, cut) | np.isin(key, piece)))

    def cut_of(unit: Ints, part: Ints) -> NDArray[np.bool_]:
        return np.isin(unit * np.int64(len(spans) + 1) + part, both)

    single = among(pairs.one, pairs.second) & (pairs.other < 0) | among(pairs.other, pairs.first) & (pairs.one < 0)
    together = cut_of(pairs.one, pairs.other) | cut_of(pairs.other, pairs.one)
    return np.asarray(np.where(pairs.real, together, single))

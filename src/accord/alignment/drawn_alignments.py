"""The best alignments of random continua, as much of them as measures ask for.

A corpus of ten thousand documents has three hundred thousand random continua. They are not kept: of each there is the
disorder, and of its pairs of aligned units what γ-cat and γ-k sum up, by the categories of both.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from accord.alignment.aligned_pairs import aligned_pairs
from accord.alignment.batch_solving import by_their_places, joined
from accord.alignment.dissimilarities import Dissimilarity
from accord.alignment.solution import PROOF, Bounded, Solution
from accord.annotations.spans import Continuum
from accord.results.arrays import Floats, Places

Numbers = NDArray[np.int32]

FEWEST_TRIED = 3
"""Proofs of random continua from which the others' are estimated."""


@dataclass(frozen=True, eq=False)
class DrawnSolution(Bounded):
    """The value of one random continuum."""

    value: float
    bound: float


@dataclass(frozen=True, eq=False)
class Drawn:
    """One random continuum."""

    solution: DrawnSolution


@dataclass(frozen=True, eq=False)
class CategoryPairs:
    """Pairs of aligned units of random continua by their categories, and units with an empty place beside them.

    `weights` are Σ max(0, 1 − d_pos / Δ∅) / (units − 1) over the pairs of a sample with these two categories, the lower
    first; `weighted` are the same with α · d_pos. `alone` is how many pairs of a unit of the category and an empty
    place a sample has.
    """

    sample: Numbers
    first: Numbers
    second: Numbers
    weights: Floats
    weighted: Floats
    alone_sample: Numbers
    alone_category: Numbers
    alone: Numbers


class Examined(NamedTuple):
    """An alignment, and whether its proof was tried."""

    solution: Solution
    tried: bool


@dataclass(frozen=True, eq=False)
class DrawnAlignments:
    """The random continua of one document. `tried` says of which a proof was tried; the others have poor bounds."""

    values: Floats
    bounds: Floats
    tried: NDArray[np.bool_]
    pairs: CategoryPairs

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[Drawn]:
        for value, bound in zip(self.values.tolist(), self.bounds.tolist(), strict=True):
            yield Drawn(DrawnSolution(value, bound))

    @property
    def least(self) -> Floats:
        """(samples,) what the best alignments cost at least.

        Where no proof was tried, they are taken to be no farther from their best than the farthest of at least three
        where one was, and some more: as far again as these are apart on average. All samples are searched alike.
        """
        number = np.count_nonzero(self.tried)
        if number == len(self) or number < FEWEST_TRIED:
            return self.bounds
        with np.errstate(invalid="ignore", divide="ignore"):
            gaps = np.nan_to_num((1 - self.bounds / self.values)[self.tried])
        farthest = gaps.max() + np.ptp(gaps) / (number - 1)
        if not farthest > 0:
            return self.bounds
        return np.where(self.tried, self.bounds, np.maximum(self.bounds, (1 - farthest) * self.values))

    @property
    def proven(self) -> bool:
        """Whether no alignment could be better."""
        return bool((self.values - self.bounds <= PROOF * np.maximum(1.0, np.abs(self.values))).all())


NOTHING = np.zeros(0, dtype=np.int32)
NONE_DRAWN = DrawnAlignments(
    np.zeros(0),
    np.zeros(0),
    np.zeros(0, dtype=bool),
    CategoryPairs(*(NOTHING,) * 3, np.zeros(0), np.zeros(0), *(NOTHING,) * 3),
)


def put_together(parts: Sequence[DrawnAlignments]) -> DrawnAlignments:
    """Samples drawn after one another, as if they had been drawn at once."""
    parts = [part for part in parts if len(part)]
    if len(parts) < 2:
        return parts[0] if parts else NONE_DRAWN
    before = np.cumsum([0, *map(len, parts)]).tolist()
    names = [field.name for field in fields(CategoryPairs)]
    columns = {name: np.concatenate([getattr(part.pairs, name) for part in parts]) for name in names}
    for name in ("sample", "alone_sample"):
        moved = [getattr(part.pairs, name) + np.int32(first) for part, first in zip(parts, before, strict=False)]
        columns[name] = np.concatenate(moved)
    return DrawnAlignments(
        np.concatenate([part.values for part in parts]),
        np.concatenate([part.bounds for part in parts]),
        np.concatenate([part.tried for part in parts]),
        CategoryPairs(**columns),
    )


def drawn_alignments(
    continua: Sequence[Continuum], examined: Sequence[Examined], dissimilarity: Dissimilarity, numbers: Sequence[int]
) -> list[DrawnAlignments]:
    """What is kept of random continua of several documents, of which each has so many, one document after the other."""
    ends = np.cumsum(numbers)
    pieces = list(map(slice, (ends - np.asarray(numbers)).tolist(), ends.tolist()))
    if not by_their_places(dissimilarity):  # which compare units by the whole of their continuum
        alone = [
            _all_of([continuum], [examination], dissimilarity)
            for continuum, examination in zip(continua, examined, strict=True)
        ]
        return [put_together(alone[piece]) for piece in pieces]
    if not continua:
        return [NONE_DRAWN for _ in pieces]
    every = _all_of(continua, examined, dissimilarity)
    return [
        DrawnAlignments(
            every.values[piece],
            every.bounds[piece],
            every.tried[piece],
            _between(every.pairs, piece.start, piece.stop),
        )
        for piece in pieces
    ]


def _all_of(
    continua: Sequence[Continuum], examined: Sequence[Examined], dissimilarity: Dissimilarity
) -> DrawnAlignments:
    solutions = [examination.solution for examination in examined]
    values = np.array([solution.value for solution in solutions])
    bounds = np.array([solution.bound for solution in solutions])
    tried = np.array([examination.tried for examination in examined])
    return DrawnAlignments(values, bounds, tried, _category_pairs(continua, solutions, dissimilarity))


def _between(pairs: CategoryPairs, first: int, last: int) -> CategoryPairs:
    """Those of the samples from first to last, counted anew."""
    rows = slice(*np.searchsorted(pairs.sample, (first, last)).tolist())
    alone = slice(*np.searchsorted(pairs.alone_sample, (first, last)).tolist())
    weights = pairs.weights[rows]
    return CategoryPairs(
        pairs.sample[rows] - np.int32(first),
        pairs.first[rows],
        pairs.second[rows],
        weights,
        weights if pairs.weighted is pairs.weights else pairs.weighted[rows],
        pairs.alone_sample[alone] - np.int32(first),
        pairs.alone_category[alone],
        pairs.alone[alone],
    )


def _category_pairs(
    continua: Sequence[Continuum], solutions: Sequence[Solution], dissimilarity: Dissimilarity
) -> CategoryPairs:
    batch, units, _ = joined(continua)
    sets = np.array([len(solution) for solution in solutions])
    before = units.cumsum() - units
    members = np.concatenate([solution.members for solution in solutions]) + before.repeat(units)
    ends = np.concatenate([solution.starts[1:] for solution in solutions]) + before.repeat(sets)
    starts = np.concatenate((np.zeros(1, dtype=np.int64), ends))
    sizes, sample = np.diff(starts), np.arange(len(sets)).repeat(sets)
    codes = batch.codes.astype(np.int64) + 1  # −1 is no category
    several = int(codes.max(initial=0)) + 1
    group, first, second = aligned_pairs(members, starts)
    low, high = np.minimum(codes[first], codes[second]), np.maximum(codes[first], codes[second])
    keys, row = np.unique((sample[group] * several + low) * several + high, return_inverse=True)
    place, share = dissimilarity.positional.between(batch, first, second), sizes[group] - 1.0
    weights = weighted = _summed(row, np.maximum(0.0, 1 - place) / share, len(keys))
    if dissimilarity.alpha != 1:
        weighted = _summed(row, np.maximum(0.0, 1 - place * dissimilarity.alpha) / share, len(keys))
    owners = np.arange(len(sizes)).repeat(sizes)
    empty = batch.n_annotators - sizes[owners]
    alone_keys, alone_row = np.unique(sample[owners] * several + codes[members], return_inverse=True)
    return CategoryPairs(
        (keys // several**2).astype(np.int32),
        (keys // several % several - 1).astype(np.int32),
        (keys % several - 1).astype(np.int32),
        weights,
        weighted,
        (alone_keys // several).astype(np.int32),
        (alone_keys % several - 1).astype(np.int32),
        _summed(alone_row, empty, len(alone_keys)).astype(np.int32),
    )


def _summed(row: Places, numbers: NDArray[np.number], rows: int) -> Floats:
    """(rows,) the sum of the numbers of each."""
    return np.bincount(row, numbers, minlength=rows).astype(np.float64, copy=False)

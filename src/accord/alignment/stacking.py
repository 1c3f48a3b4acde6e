"""Many small continua aligned together: what numpy does is done once for all, and the solver has only the rest.

Chance asks for the best alignments of dozens of continua of a few dozen units. One after the other, each pays for every
call of numpy; stacked as the documents of one continuum, whose units never meet, they pay once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from accord.alignment.dissimilarities import Dissimilarity, Sporadic
from accord.alignment.neighbours import LARGEST_TABLE, Neighbours, neighbours
from accord.alignment.packing import TIE, made_whole, whole
from accord.alignment.pool import Pool, at_most, listable
from accord.alignment.programs import Columns, PackingProgram, columns_of, in_threads
from accord.alignment.solving import Solution, disorders_of, solve, with_the_rest
from accord.annotations.spans import Continuum

Places = NDArray[np.int64]

SMALL = 400  # units of a continuum that is stacked with others


def solve_together(continua: Sequence[Continuum], dissimilarity: Dissimilarity) -> list[Solution]:
    """The least disordered alignment of each continuum, as `solve` finds it; ties are left to the solver.

    All have the same annotators and categories, and units by annotator.
    """
    if not _stackable(continua, dissimilarity):
        return [solve(one, dissimilarity, canonical=False) for one in continua]
    solutions: list[Solution] = []
    for some in _stacks(continua):
        solutions += _stacked(some, dissimilarity) or [solve(one, dissimilarity, canonical=False) for one in some]
    return solutions


def _stackable(continua: Sequence[Continuum], dissimilarity: Dissimilarity) -> bool:
    """Whether there are several, all small, and units are compared by their own places alone, in a sorted sweep."""
    by_themselves = isinstance(dissimilarity.positional, Sporadic) and dissimilarity.alpha > 0
    return by_themselves and len(continua) > 1 and all(0 < len(one) <= SMALL for one in continua)


def _stacks(continua: Sequence[Continuum]) -> Iterator[list[Continuum]]:
    """A few at a time, such that all their gains fit in one table."""
    stack: list[Continuum] = []
    pairs = 0
    for one in continua:
        if stack and pairs + len(one) ** 2 > LARGEST_TABLE:
            yield stack
            stack, pairs = [], 0
        stack.append(one)
        pairs += len(one) ** 2
    yield stack


def _stacked(continua: list[Continuum], dissimilarity: Dissimilarity) -> list[Solution] | None:
    """The best alignments of a stack; None where sets are too many to be listed, or a proof is missing."""
    units = np.array([len(one) for one in continua])
    document = np.arange(len(units)).repeat(units)
    stack = replace(
        continua[0],
        who=np.concatenate([one.who for one in continua]),
        starts=np.concatenate([one.starts for one in continua]),
        ends=np.concatenate([one.ends for one in continua]),
        codes=np.concatenate([one.codes for one in continua]),
    )
    near = neighbours(stack, dissimilarity, document=document)
    if not np.isinf(near.nearest_lost) or at_most(near) > listable(near):
        return None
    sets = _best_sets(near, units, document)
    return None if sets is None else _described(stack, dissimilarity, sets, units, document)


def _best_sets(near: Neighbours, units: Places, document: Places) -> Places | None:
    """The sets of the best packings, document by document; None where they are not proven to be the best."""
    pool = Pool(near, 1.0, list_all=True)
    of = document[pool.sets.max(axis=1)]
    order = of.astype(np.uint16).argsort(kind="stable")
    pool = pool.among(order)
    cuts = of[order].searchsorted(np.arange(len(units) + 1)).tolist()
    firsts, sizes = (units.cumsum() - units).tolist(), units.tolist()
    gains = pool.gains(1.0)
    starts, members = columns_of(pool.sets)
    before = np.append(starts, np.int32(len(members)))[cuts].tolist()

    def packed(number: int) -> Places | None:
        """The solver runs beside others, Python does not: what can be done for all has been done."""
        some, first = slice(cuts[number], cuts[number + 1]), firsts[number]
        held = slice(before[number], before[number + 1])
        columns = Columns(starts[some] - np.int32(held.start), members[held] - np.int32(first))
        return _packed(pool, some, first, PackingProgram(sizes[number], columns, gains[some]))

    best = in_threads(packed, len(units))
    proven = [sets for sets in best if sets is not None]
    return np.concatenate(proven) if len(proven) == len(best) else None


def _packed(pool: Pool, some: slice, first: int, program: PackingProgram) -> Places | None:
    """Which of the sets of a document are its best packing; its units begin with `first`."""
    sets = pool.sets[some]
    if not len(sets):
        return sets
    packed = program.solve()
    if not packed.finished:
        return None
    if whole(packed.taken):
        return sets[packed.taken > 1 - TIE]
    own = pool.among(some)
    own.sets = np.where(sets >= 0, sets - first, -1)
    packing = made_whole(own, 1.0, packed)
    if packing.bound - packing.gain > TIE:
        return None
    return np.where(packing.sets >= 0, packing.sets + first, -1)


def _described(
    stack: Continuum, dissimilarity: Dissimilarity, sets: Places, units: Places, document: Places
) -> list[Solution]:
    """The alignments of the documents, each made of its sets and of every other unit alone."""
    n = stack.n_annotators
    rows = with_the_rest(sets, stack, document)
    disorders = disorders_of(stack, dissimilarity, rows)
    present = rows >= 0
    starts = np.append(0, present.sum(axis=1).cumsum())
    members = rows[present]
    cuts = document[rows.max(axis=1)].searchsorted(np.arange(len(units) + 1)).tolist()
    solutions = []
    before = 0
    for number, size in enumerate(units.tolist()):
        some = slice(cuts[number], cuts[number + 1])
        own = disorders[some]
        value = float(own.sum()) * n / size
        solutions.append(
            Solution(
                n,
                members[before : before + size] - before,
                starts[some.start : some.stop + 1] - before,
                own,
                value,
                value,
            )
        )
        before += size
    return solutions

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
from accord.alignment.packing import TIE, made_whole, settled, whole
from accord.alignment.pool import FIRST_SEARCH, Pool, at_most, listable
from accord.alignment.programs import Columns, Packed, PackingProgram, columns_of, in_threads
from accord.alignment.rows import last_of, sizes_of
from accord.alignment.solving import Solution, disorders_of, solve, with_the_rest
from accord.annotations.spans import Continuum

Floats = NDArray[np.float64]
Places = NDArray[np.int64]

SMALL = 400  # units of a continuum that is stacked with others


def solve_together(
    continua: Sequence[Continuum], dissimilarity: Dissimilarity, *, canonical: int = 0
) -> list[Solution]:
    """The least disordered alignment of each continuum, as `solve` finds it.

    All have the same number of annotators and the same categories, and units by annotator. Ties are broken by rule in
    the first `canonical` of them, and left to the solver in the others.
    """
    if not _stackable(continua, dissimilarity):
        return _one_by_one(continua, dissimilarity, canonical)
    moved = [one.by_content() for one in continua[:canonical]]
    solutions: list[Solution] = []
    for some in _stacks([*(one for one, _ in moved), *continua[canonical:]]):
        by_rule = max(0, canonical - len(solutions))
        solutions += _stacked(some, dissimilarity, by_rule) or _one_by_one(some, dissimilarity, by_rule)
    for number, (_, order) in enumerate(moved):
        if order is not None:
            solutions[number] = replace(solutions[number], members=order[solutions[number].members])
    return solutions


def _one_by_one(continua: Sequence[Continuum], dissimilarity: Dissimilarity, canonical: int) -> list[Solution]:
    return [solve(one, dissimilarity, canonical=number < canonical) for number, one in enumerate(continua)]


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


def _stacked(continua: list[Continuum], dissimilarity: Dissimilarity, canonical: int) -> list[Solution] | None:
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
    sets = _best_sets(near, units, document, canonical)
    return None if sets is None else _described(stack, dissimilarity, sets, units, document)


def _best_sets(near: Neighbours, units: Places, document: Places, canonical: int) -> Places | None:
    """The sets of the best packings, document by document; None where they are not proven to be the best."""
    pool = Pool(near, 1.0, list_all=True)
    of = document[last_of(pool.sets)]
    order = of.astype(np.uint16).argsort(kind="stable")
    pool = pool.among(order)
    cuts = of[order].searchsorted(np.arange(len(units) + 1))
    firsts = units.cumsum() - units
    gains = pool.gains(1.0)
    starts, members = columns_of(pool.sets)
    held = np.append(starts, np.int32(len(members)))[cuts]
    starts -= held[:-1].repeat(np.diff(cuts))
    members -= firsts.astype(np.int32).repeat(np.diff(held))
    sizes, some, own = units.tolist(), _slices(cuts), _slices(held)

    def packed(number: int) -> Places | None:
        """The solver runs beside others, Python does not: what can be done for all has been done."""
        sets = pool.sets[some[number]]
        if not len(sets):
            return sets
        columns = Columns(starts[some[number]], members[own[number]])
        program = PackingProgram(sizes[number], columns, gains[some[number]])
        if not program.run():
            return None
        taken = program.taken()
        if number >= canonical and whole(taken):
            return sets[taken > 1 - TIE]
        parts = Packed(taken, program.prices(), finished=True)
        if number >= canonical:
            taken = _branched(program, gains[some[number]], taken)
            if whole(taken):
                return sets[taken > 1 - TIE]
        return _settled(pool.among(some[number]), int(firsts[number]), parts, canonical=number < canonical)

    best = in_threads(packed, len(units))
    proven = [sets for sets in best if sets is not None]
    return np.concatenate(proven) if len(proven) == len(best) else None


def _slices(cuts: NDArray[np.integer]) -> list[slice]:
    return list(map(slice, cuts[:-1].tolist(), cuts[1:].tolist()))


def _branched(program: PackingProgram, gains: Floats, taken: Floats) -> Floats:
    """Where sets are taken in parts, what is taken by the better of two programs: with one of these sets, and without.

    One of the two has the best packing, and neither gains less than its packings: whole sets of the better one are it.
    """
    place = int(np.minimum(taken, 1 - taken).argmax())
    tried = []
    for fixed in (0.0, 1.0):
        program.fix(place, fixed)
        if not program.run():
            return taken
        tried.append(program.taken())
    return max(tried, key=gains.dot)


def _settled(own: Pool, first: int, packed: Packed, *, canonical: bool) -> Places | None:
    """Whole sets of a document whose units begin with `first`; None where they are not proven to be the best."""
    own.sets = np.where(own.sets >= 0, own.sets - first, -1)
    if canonical:
        packing = settled(own, 1.0, packed, own.search(1.0, packed.prices, -TIE, FIRST_SEARCH, np.inf))
    else:
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
    of = document[last_of(rows)]
    cuts = of.searchsorted(np.arange(len(units) + 1))
    values = (np.add.reduceat(disorders, cuts[:-1]) * n / units).tolist()
    before = units.cumsum() - units
    members = rows[rows >= 0] - before.repeat(units)
    starts = np.insert(sizes_of(rows).cumsum() - before[of], cuts[:-1], 0)
    own = _slices(np.append(0, units.cumsum()))
    return [
        Solution(
            n, members[own[number]], starts[some.start + number : some.stop + number + 1], disorders[some], value, value
        )
        for number, (some, value) in enumerate(zip(_slices(cuts), values, strict=True))
    ]

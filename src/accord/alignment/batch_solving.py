"""Batch solving: many small continua aligned together, where what numpy does is done once for all of them.

Chance asks for the best alignments of dozens of continua of a few dozen units. One after the other, each pays for every
call of numpy; as the documents of one continuum, whose units never meet, they pay once. The linear programs stay apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from accord.alignment import sifting
from accord.alignment.budget import Budget
from accord.alignment.candidate_sets import (
    FIRST_SEARCH,
    MOST_ENUMERATED_TRIPLES,
    CandidateSets,
    most_enumerated,
    sets_at_most,
)
from accord.alignment.column_generation import TIE, integral_partition, is_integral, rounded_partition
from accord.alignment.dissimilarities import Dissimilarity, Sporadic
from accord.alignment.master_problem import LinearSolution, MasterProblem
from accord.alignment.neighbours import LARGEST_TABLE, Neighbours, neighbours
from accord.alignment.small_packings import unique_packings
from accord.alignment.solution import Solution, unitary_disorders, with_singletons
from accord.alignment.solvers import Columns, Solvers, sparse_columns
from accord.alignment.solving import solve
from accord.alignment.unit_sets import last_units, set_sizes
from accord.annotations.fragments import joined_fragments
from accord.annotations.spans import Continuum
from accord.results.arrays import Floats, Places

LARGEST_BATCHED = 400  # units of a continuum that is solved in a batch
MOST_BATCHED = 20_000  # continua of a batch
FEW_UNITS, SETS_PER_UNIT = 20, 1.6  # continua with more of both seldom fall into small parts

One = TypeVar("One")


def solve_batch(
    continua: Sequence[Continuum],
    dissimilarity: Dissimilarity,
    *,
    canonical: int | Sequence[bool] = 0,
    solvers: Solvers | None = None,
    singly: Callable[[int], Solution] | None = None,
) -> list[Solution]:
    """The least disordered alignment of each continuum, as `solve` finds it.

    All have the same number of annotators and the same categories, and units by annotator. Ties are broken by rule in
    the first `canonical` of them, or in those where it holds, and left to the solver in the others. `singly` solves the
    one at a place that is not solved together with others, where it is not to be done in the usual way.
    """
    solvers = solvers or Solvers()
    by_rule = [place < canonical for place in range(len(continua))] if isinstance(canonical, int) else list(canonical)
    solved = solve_together(continua, dissimilarity, by_rule, solvers) if len(continua) > 1 else [None] * len(continua)
    solutions = []
    for place, (continuum, solution) in enumerate(zip(continua, solved, strict=True)):
        if solution is None and singly is not None:
            solution = singly(place)
        elif solution is None:
            solution = solve(continuum, dissimilarity, canonical=by_rule[place], solvers=solvers)
        solutions.append(solution)
    return solutions


def solve_together(
    continua: Sequence[Continuum], dissimilarity: Dissimilarity, by_rule: Sequence[bool], solvers: Solvers
) -> list[Solution | None]:
    """The same for those that are small; None for one that must be solved singly."""
    solutions: list[Solution | None] = [None] * len(continua)
    if not by_their_places(dissimilarity):
        return solutions
    tasks = [
        _Task(place, *(continuum.by_content() if by_rule[place] else (continuum, None)), by_rule[place])
        for place, continuum in enumerate(continua)
        if 0 < len(continuum) <= LARGEST_BATCHED
    ]
    for batch in batches(tasks, key=lambda task: len(task.continuum)):
        for task, solution in _solved_together(batch, dissimilarity, solvers):
            moved = solution if task.order is None else replace(solution, members=task.order[solution.members])
            solutions[task.place] = moved
    return solutions


class _Task(NamedTuple):
    """A continuum to align, where it stands among those given, and where its units were before (None: there)."""

    place: int
    continuum: Continuum
    order: NDArray[np.intp] | None
    by_rule: bool


def by_their_places(dissimilarity: Dissimilarity) -> bool:
    """Whether units are compared by their own places alone, in a sorted sweep."""
    return isinstance(dissimilarity.positional, Sporadic) and dissimilarity.alpha > 0


def can_be_batched(continua: Sequence[Continuum], dissimilarity: Dissimilarity) -> bool:
    """Whether there are several, all small, and units are compared by their own places alone, in a sorted sweep."""
    several = len(continua) > 1 and all(0 < len(continuum) <= LARGEST_BATCHED for continuum in continua)
    return several and by_their_places(dissimilarity)


def batches(everything: Sequence[One], key: Callable[[One], int]) -> Iterator[list[One]]:
    """A few at a time, such that all their gains fit in one table; `key` says how many units one has."""
    batch: list[One] = []
    pairs = 0
    for element in everything:
        own = key(element) ** 2
        if batch and (pairs + own > LARGEST_TABLE or len(batch) == MOST_BATCHED):
            yield batch
            batch, pairs = [], 0
        batch.append(element)
        pairs += own
    if batch:
        yield batch


def _solved_together(
    tasks: list[_Task], dissimilarity: Dissimilarity, solvers: Solvers
) -> Iterator[tuple[_Task, Solution]]:
    """The best alignments, but for continua of which sets are too many to be enumerated, or a proof is missing."""
    batch, units, document = joined([task.continuum for task in tasks])
    near = neighbours(batch, dissimilarity, document=document)
    numbers = sets_at_most(near)
    few = numbers <= most_enumerated(near.n_annotators)
    if not np.isinf(near.nearest_lost) or not few.any():
        return
    if not few.all():
        yield from _solved_together(
            [task for task, is_few in zip(tasks, few, strict=True) if is_few], dissimilarity, solvers
        )
        return
    if numbers.sum() > MOST_ENUMERATED_TRIPLES and len(tasks) > 1:
        half = len(tasks) // 2
        yield from _solved_together(tasks[:half], dissimilarity, solvers)
        yield from _solved_together(tasks[half:], dissimilarity, solvers)
        return
    sets, proven = _best_sets(near, units, document, [task.by_rule for task in tasks], solvers)
    solutions = _solutions(batch, dissimilarity, sets, units, document)
    yield from ((task, solution) for task, solution, known in zip(tasks, solutions, proven, strict=True) if known)


def joined(continua: Sequence[Continuum]) -> tuple[Continuum, Places, Places]:
    """One continuum of all units, how many each had, and (units,) which of them a unit comes from."""
    units = np.array([len(continuum) for continuum in continua])
    columns = ("who", "starts", "ends", "codes")
    together: dict[str, Any] = {
        name: np.concatenate([getattr(continuum, name) for continuum in continua]) for name in columns
    }
    together["fragments"] = joined_fragments([(part.fragments, part.starts, part.ends) for part in continua])
    return replace(continua[0], **together), units, np.arange(len(units)).repeat(units)


def _best_sets(
    near: Neighbours, units: Places, document: Places, by_rule: Sequence[bool], solvers: Solvers
) -> tuple[Places, list[bool]]:
    """The sets of the best partitions, and for each document whether they are proven to be the best."""
    candidates = CandidateSets(near, 1.0, enumerated=True)
    owners = document[last_units(candidates.sets)]
    best, settled = [candidates.sets[:0]], np.zeros(len(units), dtype=bool)
    sparse = (units <= FEW_UNITS) | (np.bincount(owners, minlength=len(units)) <= SETS_PER_UNIT * units)
    if sparse.any():
        tried = slice(None) if sparse.all() else np.flatnonzero(sparse[owners])
        some, gains = candidates.sets[tried], candidates.gains(1.0)[tried]
        easy = unique_packings(some, gains, owners[tried], near.n_units, len(units), near)
        best, settled = [some[easy.taken]], easy.settled & sparse
    proven = [True] * len(units)
    hard = candidates.among(np.flatnonzero(~settled[owners])) if settled.any() else candidates
    for number, first, own, columns in candidates_by_document(hard, units, document):
        sets = _best_sets_of_document(own, int(units[number]), first, columns, solvers, canonical=by_rule[number])
        proven[number] = sets is not None
        best += [] if sets is None else [sets]
    return np.concatenate(best), proven


def candidates_by_document(
    candidates: CandidateSets, units: Places, document: Places
) -> Iterator[tuple[int, int, CandidateSets, Columns]]:
    """For each document of a batch that has any: its number, its first unit, its sets, and the same as columns."""
    owners = document[last_units(candidates.sets)]
    order = owners.astype(np.uint16).argsort(kind="stable")
    candidates = candidates.among(order)
    cuts = owners[order].searchsorted(np.arange(len(units) + 1))
    firsts = units.cumsum() - units
    starts, members = sparse_columns(candidates.sets)
    member_cuts = np.append(starts, np.int32(len(members)))[cuts]
    starts -= member_cuts[:-1].repeat(np.diff(cuts))
    members -= firsts.astype(np.int32).repeat(np.diff(member_cuts))
    for number in np.flatnonzero(np.diff(cuts)).tolist():
        rows, own = slice(*cuts[number : number + 2].tolist()), slice(*member_cuts[number : number + 2].tolist())
        yield number, int(firsts[number]), candidates.among(rows), Columns(starts[rows], members[own])


def _best_sets_of_document(
    candidates: CandidateSets, units: int, first: int, columns: Columns, solvers: Solvers, *, canonical: bool
) -> Places | None:
    """The sets of the best partition of a document whose units begin with `first`; None where it is not proven."""
    gains = candidates.gains(1.0)
    if len(gains) > sifting.FEW:
        own = np.where(candidates.sets >= 0, candidates.sets - first, -1)
        sifted = sifting.sifted(solvers, units, own, gains)
        if sifted is None:
            return None
        if not canonical and is_integral(sifted.primal):
            return candidates.sets[sifted.primal > 1 - TIE]
        return _integral_sets(candidates, first, sifted, solvers, canonical=canonical)
    program = MasterProblem(solvers, units, columns, gains)
    if not program.run():
        return None
    primal = program.primal()
    if not canonical and is_integral(primal):
        return candidates.sets[primal > 1 - TIE]
    linear = LinearSolution(primal, program.duals(), finished=True)
    if not canonical:
        primal = branched(program, gains, primal)
        if is_integral(primal):
            return candidates.sets[primal > 1 - TIE]
    return _integral_sets(candidates, first, linear, solvers, canonical=canonical)


def _sums(numbers: Floats, cuts: Places) -> Floats:
    """The sum of each part, to the last bit as `sum` adds it: nought first, which reduceat does not begin with."""
    padded = np.insert(numbers, cuts[:-1], 0.0)
    return np.asarray(np.add.reduceat(padded, cuts[:-1] + np.arange(len(cuts) - 1)))


def _slices(cuts: NDArray[np.integer]) -> list[slice]:
    return list(map(slice, cuts[:-1].tolist(), cuts[1:].tolist()))


def branched(program: MasterProblem, gains: Floats, primal: Floats) -> Floats:
    """Where the solution is fractional, that of the better of two branches: with one of these sets, and without.

    One of the two has the best partition, and neither gains less than its partitions: an integral solution of the
    better one is the best.
    """
    place = int(np.minimum(primal, 1 - primal).argmax())
    branches = []
    for fixed in (0.0, 1.0):
        program.fix(place, fixed)
        if not program.run():
            return primal
        branches.append(program.primal())
    return max(branches, key=gains.dot)


def _integral_sets(
    candidates: CandidateSets, first: int, linear: LinearSolution, solvers: Solvers, *, canonical: bool
) -> Places | None:
    """The sets of a document whose units begin with `first`; None where they are not proven to be the best."""
    candidates.sets = np.where(candidates.sets >= 0, candidates.sets - first, -1)
    if canonical:
        even = candidates.priced(1.0, linear.duals, -TIE, FIRST_SEARCH, Budget())
        partition = integral_partition(candidates, 1.0, linear, even, solvers, Budget())
    else:
        partition = rounded_partition(candidates, 1.0, linear, solvers)
    if partition.bound - partition.gain > TIE:
        return None
    return np.where(partition.sets >= 0, partition.sets + first, -1)


def _solutions(
    batch: Continuum, dissimilarity: Dissimilarity, sets: Places, units: Places, document: Places
) -> list[Solution]:
    """The alignments of the documents, each made of its sets and of every other unit alone."""
    n = batch.n_annotators
    rows = with_singletons(sets, batch, document)
    disorders = unitary_disorders(batch, dissimilarity, rows)
    owners = document[last_units(rows)]
    cuts = owners.searchsorted(np.arange(len(units) + 1))
    values = (_sums(disorders, cuts) * n / units).tolist()
    before = units.cumsum() - units
    members = rows[rows >= 0] - before.repeat(units)
    starts = np.insert(set_sizes(rows).cumsum() - before[owners], cuts[:-1], 0)
    own = _slices(np.append(0, units.cumsum()))
    return [
        Solution(
            n, members[own[number]], starts[part.start + number : part.stop + number + 1], disorders[part], value, value
        )
        for number, (part, value) in enumerate(zip(_slices(cuts), values, strict=True))
    ]

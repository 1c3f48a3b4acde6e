"""Batch solving: many small continua aligned together, where what numpy does is done once for all of them.

Chance asks for the best alignments of dozens of continua of a few dozen units. One after the other, each pays for every
call of numpy; as the documents of one continuum, whose units never meet, they pay once. The linear programs stay apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from accord.alignment.budget import Budget
from accord.alignment.candidate_sets import FIRST_SEARCH, CandidateSets, can_be_enumerated
from accord.alignment.column_generation import TIE, integral_partition, is_integral, rounded_partition
from accord.alignment.dissimilarities import Dissimilarity, Sporadic
from accord.alignment.master_problem import LinearSolution, MasterProblem
from accord.alignment.neighbours import LARGEST_TABLE, Neighbours, neighbours
from accord.alignment.solution import Solution, unitary_disorders, with_singletons
from accord.alignment.solvers import Columns, Solvers, sparse_columns
from accord.alignment.solving import default_budget, solve
from accord.alignment.unit_sets import last_units, set_sizes
from accord.annotations.fragments import joined_fragments
from accord.annotations.spans import Continuum

Floats = NDArray[np.float64]
Places = NDArray[np.int64]

LARGEST_BATCHED = 400  # units of a continuum that is solved in a batch


def solve_batch(
    continua: Sequence[Continuum],
    dissimilarity: Dissimilarity,
    *,
    canonical: int = 0,
    solvers: Solvers | None = None,
    budgets: Sequence[Budget] | None = None,
) -> list[Solution]:
    """The least disordered alignment of each continuum, as `solve` finds it.

    All have the same number of annotators and the same categories, and units by annotator. Ties are broken by rule in
    the first `canonical` of them, and left to the solver in the others. `budgets`, one for each, are for those that are
    solved singly.
    """
    solvers = solvers or Solvers()
    budgets = budgets or [default_budget() for _ in continua]
    if not can_be_batched(continua, dissimilarity):
        return _solved_singly(continua, dissimilarity, canonical, solvers, budgets)
    reordered = [continuum.by_content() for continuum in continua[:canonical]]
    solutions: list[Solution] = []
    for batch in batches([*(continuum for continuum, _ in reordered), *continua[canonical:]]):
        by_rule = max(0, canonical - len(solutions))
        own = budgets[len(solutions) : len(solutions) + len(batch)]
        solutions += _solved_together(batch, dissimilarity, by_rule, solvers) or _solved_singly(
            batch, dissimilarity, by_rule, solvers, own
        )
    for number, (_, order) in enumerate(reordered):
        if order is not None:
            solutions[number] = replace(solutions[number], members=order[solutions[number].members])
    return solutions


def _solved_singly(
    continua: Sequence[Continuum],
    dissimilarity: Dissimilarity,
    canonical: int,
    solvers: Solvers,
    budgets: Sequence[Budget],
) -> list[Solution]:
    return [
        solve(continuum, dissimilarity, canonical=number < canonical, solvers=solvers, budget=budget)
        for number, (continuum, budget) in enumerate(zip(continua, budgets, strict=True))
    ]


def can_be_batched(continua: Sequence[Continuum], dissimilarity: Dissimilarity) -> bool:
    """Whether there are several, all small, and units are compared by their own places alone, in a sorted sweep."""
    by_themselves = isinstance(dissimilarity.positional, Sporadic) and dissimilarity.alpha > 0
    return by_themselves and len(continua) > 1 and all(0 < len(continuum) <= LARGEST_BATCHED for continuum in continua)


def batches(continua: Sequence[Continuum]) -> Iterator[list[Continuum]]:
    """A few at a time, such that all their gains fit in one table."""
    batch: list[Continuum] = []
    pairs = 0
    for continuum in continua:
        if batch and pairs + len(continuum) ** 2 > LARGEST_TABLE:
            yield batch
            batch, pairs = [], 0
        batch.append(continuum)
        pairs += len(continuum) ** 2
    yield batch


def _solved_together(
    continua: list[Continuum], dissimilarity: Dissimilarity, canonical: int, solvers: Solvers
) -> list[Solution] | None:
    """The best alignments of a batch; None where sets are too many to be enumerated, or a proof is missing."""
    batch, units, document = joined(continua)
    near = neighbours(batch, dissimilarity, document=document)
    if not np.isinf(near.nearest_lost) or not can_be_enumerated(near):
        return None
    sets = _best_sets(near, units, document, canonical, solvers)
    return None if sets is None else _solutions(batch, dissimilarity, sets, units, document)


def joined(continua: Sequence[Continuum]) -> tuple[Continuum, Places, Places]:
    """One continuum of all units, how many each had, and (units,) which of them a unit comes from."""
    units = np.array([len(continuum) for continuum in continua])
    columns = ("who", "starts", "ends", "codes")
    together: dict[str, Any] = {
        name: np.concatenate([getattr(continuum, name) for continuum in continua]) for name in columns
    }
    together["fragments"] = joined_fragments([(one.fragments, one.starts, one.ends) for one in continua])
    return replace(continua[0], **together), units, np.arange(len(units)).repeat(units)


def _best_sets(near: Neighbours, units: Places, document: Places, canonical: int, solvers: Solvers) -> Places | None:
    """The sets of the best partitions, document by document; None where they are not proven to be the best."""
    best = [np.zeros((0, near.n_annotators), dtype=np.int64)]
    for number, first, candidates, columns in candidates_by_document(near, units, document):
        sets = _best_sets_of_document(
            candidates, int(units[number]), first, columns, solvers, canonical=number < canonical
        )
        if sets is None:
            return None
        best.append(sets)
    return np.concatenate(best)


def candidates_by_document(
    near: Neighbours, units: Places, document: Places
) -> Iterator[tuple[int, int, CandidateSets, Columns]]:
    """For each document of a batch that has any: its number, its first unit, its sets, and the same as columns."""
    candidates = CandidateSets(near, 1.0)
    owners = document[last_units(candidates.sets)]
    order = owners.astype(np.uint16).argsort(kind="stable")
    candidates = candidates.among(order)
    cuts = owners[order].searchsorted(np.arange(len(units) + 1))
    firsts = units.cumsum() - units
    starts, members = sparse_columns(candidates.sets)
    member_cuts = np.append(starts, np.int32(len(members)))[cuts]
    starts -= member_cuts[:-1].repeat(np.diff(cuts))
    members -= firsts.astype(np.int32).repeat(np.diff(member_cuts))
    for number, (rows, own) in enumerate(zip(_slices(cuts), _slices(member_cuts), strict=True)):
        if rows.start < rows.stop:
            yield number, int(firsts[number]), candidates.among(rows), Columns(starts[rows], members[own])


def _best_sets_of_document(
    candidates: CandidateSets, units: int, first: int, columns: Columns, solvers: Solvers, *, canonical: bool
) -> Places | None:
    """The sets of the best partition of a document whose units begin with `first`; None where it is not proven."""
    gains = candidates.gains(1.0)
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
    values = (np.add.reduceat(disorders, cuts[:-1]) * n / units).tolist()
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

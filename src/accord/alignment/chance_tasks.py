"""Chance in tasks: what is drawn and aligned for a few documents at a time, by itself, in whatever process.

The tasks depend on the data alone, and each on its own documents: their number says which random numbers they draw.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

from accord.alignment.batch_solving import solve_batch
from accord.alignment.drawn_alignments import DrawnAlignments, Examined, drawn_alignments
from accord.alignment.many_documents import PORTION, Document, alike_documents, is_crowd, portions
from accord.alignment.random_continua import sampler
from accord.alignment.solution import STOPPED, Solution, unaligned
from accord.alignment.solvers import Solvers
from accord.alignment.solving import default_budget, solve
from accord.annotations.spans import Continuum
from accord.results.working import stop_asked
from accord.statistics import generator

AT_ONCE = 10  # continua of a crowd in a task


class Sampling(NamedTuple):
    """How random continua are drawn: `number` of them, after the `first`."""

    sampler: str
    seed: int
    first: int
    number: int


Task = Callable[[], list[tuple[int, DrawnAlignments]]]


def drawing_tasks(documents: Sequence[Document], sampling: Sampling) -> list[tuple[Task, int]]:
    """Tasks that draw and align, each with the number of its continua; a document may be in several, in order."""
    parts = [
        (part.first, portion, part)
        for portion in portions(documents, sampling.number)
        for part in _slices(portion, sampling)
    ]
    parts.sort(key=lambda triple: triple[0])  # whoever stops it has some of every document
    return [(partial(_drawn, portion, part), part.number * len(portion)) for _, portion, part in parts]


def _drawn(documents: Sequence[Document], sampling: Sampling) -> list[tuple[int, DrawnAlignments]]:
    """The number of each document, and its random continua. Ties between best alignments are left to the solver."""
    drawn: list[tuple[int, DrawnAlignments]] = []
    solvers = Solvers()
    for alike in alike_documents(documents):
        continua: list[Continuum] = []
        for document in alike:
            draw = sampler(sampling.sampler, document.continuum)
            rng = generator(sampling.seed, "chance", document.number)
            draw(rng, sampling.first)
            continua += draw(rng, sampling.number)
        dissimilarity = alike[0].dissimilarity
        proofs = _ProofsOfChance(alike, continua, solvers)
        solutions = solve_batch(continua, dissimilarity, solvers=solvers, singly=proofs.tried_at)
        if stop_asked():
            return []
        examined = [Examined(solution, place not in proofs.untried) for place, solution in enumerate(solutions)]
        kept = drawn_alignments(continua, examined, dissimilarity, [sampling.number] * len(alike))
        drawn += [(document.number, alignments) for document, alignments in zip(alike, kept, strict=True)]
    return drawn


class _ProofsOfChance:
    """Solves random continua of documents: all of a document are searched alike, and proofs are tried from the first
    on, until the work on them is spent.
    """

    def __init__(self, documents: Sequence[Document], continua: Sequence[Continuum], solvers: Solvers) -> None:
        self._documents, self._continua, self._solvers = documents, continua, solvers
        self._each = len(continua) // len(documents)
        self._left = [document.proofs * self._each for document in documents]
        self._unsought = unaligned(documents[0].continuum.n_annotators, STOPPED)
        self.untried: set[int] = set()
        """Those of which no proof was tried."""

    def tried_at(self, place: int) -> Solution:
        if stop_asked():
            return self._unsought  # what it is a part of is given up
        number = place // self._each
        document, left = self._documents[number], max(0.0, self._left[number])
        budget = default_budget(steps=document.effort + min(left, document.proof))
        budget.annealing = document.effort
        before = budget.steps
        solution = solve(
            self._continua[place], document.dissimilarity, canonical=False, solvers=self._solvers, budget=budget
        )
        if budget.limited:
            self._left[number] = left - max(0.0, before - budget.steps - document.effort)
        if not left and not solution.optimal:
            self.untried.add(place)
        return solution


def _slices(portion: Sequence[Document], sampling: Sampling) -> Iterator[Sampling]:
    """A few samples at a time where a single document has many units, or a crowd of annotators."""
    most = max(1, sampling.number)  # none are drawn where chance is given
    if len(portion) == 1:
        most = AT_ONCE if is_crowd(portion[0]) else max(1, PORTION // len(portion[0].continuum))
    for first in range(0, sampling.number, most):
        yield sampling._replace(first=sampling.first + first, number=min(most, sampling.number - first))

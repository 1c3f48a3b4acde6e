"""From a corpus of spans to its alignment."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from accord.alignment.budget import STEPS_PER_SECOND, Budget, steps_for
from accord.alignment.dissimilarities import (
    INCOMPATIBLE,
    Categorical,
    Combined,
    Dissimilarity,
    Nominal,
    Positional,
    PositionFunction,
    Sporadic,
    positional_function,
    said_of_functions,
)
from accord.alignment.learning import learnt, said_of_learning
from accord.alignment.many_documents import Document, found_at_once
from accord.alignment.result import Alignment, DocumentAlignment
from accord.alignment.rounds import Weighed, solved_in_rounds
from accord.alignment.solution import STOPPED, Solution
from accord.alignment.solvers import Solvers
from accord.alignment.solving import METHODS, OBJECTIVES, default_budget, solve
from accord.annotations.among import Names, chosen
from accord.annotations.spans import Continuum, Spans
from accord.formats.public_functions import public
from accord.results import Diagnostic, Diagnostics, UsageError
from accord.results.errors import Place
from accord.results.option_names import option, told
from accord.results.stopping import NothingFinished
from accord.results.wording import many
from accord.results.working import left_unfinished, time_limit_now

STEPS = 30 * STEPS_PER_SECOND
"""Of work on the alignments of a corpus that are not found at once."""
LEAST_STEPS = STEPS_PER_SECOND // 4  # of one document
FEW_DOCUMENTS = 2  # which are aligned sooner one by one than together


@public("spans", renamed={"spans": "data"})
def align(
    data: Spans,
    *,
    alpha: float = 1.0,
    beta: float = 1.0,
    delta_empty: float = 1.0,
    objective: str = "disorder",
    method: str = "exact",
    dissimilarity: Dissimilarity | Positional | Categorical | PositionFunction | None = None,
    incompatible: str = "pay",
    time_limit: float | None = None,
    only: Names = None,
    without: Names = None,
) -> Alignment:
    """The alignment of the units of several annotators that is least disordered.

    A unitary alignment takes at most one unit of each annotator; an alignment puts every unit in exactly one. The
    disorder of a unitary alignment is the mean of the dissimilarities of its pairs, Δ∅ (`delta_empty`) where one is
    empty.

    Parameters
    ----------
    data
        Spans, a data frame or rows of units (annotator, start, end, category), or a path.
    alpha, beta
        The weights of positions and of categories in the dissimilarity α · sporadic + β · nominal.
    delta_empty
        Δ∅, what a pair costs in which one unit is missing.
    objective
        "disorder", the sum of disorders over the mean number of units per annotator (γ, Mathet et al. 2015), or
        "entropy", their mean (Mathet & Widlöcher 2011).
    method
        "exact"; "greedy", the algorithm of the paper, with its gap to the best; or "soft", where units may be used
        again.
    dissimilarity
        One of `accord.alignment`'s, or a function of positions, in place of α · sporadic + β · nominal.
    incompatible
        "pay", or "forbid": units whose categories are at distance 1 are never aligned.
    time_limit
        Seconds after which the best alignment found so far is returned, with its gap. Without it a budget of work is
        kept, the same on every machine.
    only, without
        The annotators who are aligned, and those who are not; patterns such as "gpt*" are allowed.

    Returns
    -------
    Alignment
        `value` is its disorder; `table()` shows it, and a notebook draws it.

    Raises
    ------
    DataError
        When the data cannot be read.
    UsageError
        When the data are not spans, or a parameter has a value that it cannot have.

    Examples
    --------
    >>> from accord import spans
    >>> found = align(spans([("A", 0, 10, "x"), ("A", 12, 20, "y"), ("B", 1, 10, "x"), ("B", 13, 20, "x")]))
    >>> print(found)
    disorder = 0.5036 (proven), 2 unitary alignments
    >>> print(found.table())
    disorder  A        B
    0.0028    0–10 x   1–10 x
    1.0044    12–20 y  13–20 x
    """
    _check(data, objective, method, incompatible, time_limit)
    data = chosen(data, only, without)
    combined = _combined(dissimilarity, alpha, beta, delta_empty, incompatible)
    documents = _documents(data, list(learnt(data, combined, Solvers())))
    solutions = _solved(documents, objective, method, default_budget(time_limit, steps_for(STEPS)))
    data, documents, solutions, stopped = _finished(data, documents, solutions)
    limit = time_limit_now() if time_limit is None else time_limit
    return _aligned(data, combined, documents, objective, method, solutions, stopped, limit)


def _finished(
    data: Spans, documents: list[Document], solutions: list[Solution]
) -> tuple[Spans, list[Document], list[Solution], Diagnostics]:
    """What is aligned; where it was stopped, the documents that are, and these alone, and that it was."""
    done = [place for place, solution in enumerate(solutions) if solution.undefined != STOPPED]
    if len(done) == len(solutions):
        return data, documents, solutions, ()
    number = sum(solutions[place].undefined is None for place in done)
    if not number:
        raise NothingFinished
    what = f"{number:,} of {many(data.n_documents, 'document is', 'documents are')} aligned"
    left_unfinished(what)
    part, some = data.of_documents(done), [solutions[place] for place in done]
    rest = _documents(part, [documents[place].dissimilarity for place in done])
    return part, rest, some, (Diagnostic("ACC490", f"stopped: {what}"),)


def align_within(data: Spans, budgets: Iterable[Budget], solvers: Solvers) -> Alignment:
    """The best alignment with the usual dissimilarity and a budget for each document, for parts of a corpus."""
    usual = Combined()
    documents = _documents(data, [usual] * data.n_documents)
    early = _found_at_once(documents)
    solutions = [
        early.get(document.number) or solve(document.continuum, usual, budget=budget, solvers=solvers)
        for document, budget in zip(documents, budgets, strict=True)
    ]
    return _aligned(data, usual, documents, "disorder", "exact", solutions)


def _documents(data: Spans, owns: Sequence[Dissimilarity]) -> list[Document]:
    return [Document(place, *both, 0.0) for place, both in enumerate(zip(data.continua(), owns, strict=True))]


def _found_at_once(documents: Sequence[Document]) -> dict[int, Solution | None]:
    """By the number of the document; those in which there is nothing to align are left out."""
    some = [document for document in documents if document.continuum.n_annotators >= 2 and len(document.continuum)]
    return dict(zip((document.number for document in some), found_at_once(some), strict=True))


def _solved(documents: Sequence[Document], objective: str, method: str, budget: Budget) -> list[Solution]:
    """The best alignment of each document; those that are not found at once share the budget."""
    at_once = (objective, method) == ("disorder", "exact") and len(documents) > FEW_DOCUMENTS
    solutions = _found_at_once(documents) if at_once else {}
    late = [document for document in documents if solutions.get(document.number) is None]
    solving = partial(_within, objective=objective, method=method)
    tasks = [Weighed(partial(solving, document), 1.0, len(document.continuum)) for document in late]
    solutions |= zip((document.number for document in late), solved_in_rounds(tasks, budget, LEAST_STEPS), strict=True)
    return [solution for _, solution in sorted(solutions.items()) if solution is not None]


def _within(document: Document, budget: Budget, objective: str, method: str) -> Solution:
    return solve(document.continuum, document.dissimilarity, objective, method, budget=budget)


def _aligned(
    data: Spans,
    combined: Dissimilarity,
    documents: Sequence[Document],
    objective: str,
    method: str,
    solutions: Sequence[Solution],
    stopped: Diagnostics = (),
    time_limit: float | None = None,
) -> Alignment:
    aligned = [
        DocumentAlignment(
            document.continuum.document,
            document.continuum.annotators,
            document.continuum.first,
            tuple(document.continuum.who.tolist()),
            _in_reading_order(document.continuum, solution),
            document.dissimilarity,
        )
        for document, solution in zip(documents, solutions, strict=True)
    ]
    learning = said_of_learning(combined, [document.dissimilarity for document in aligned])
    blind = said_of_functions(combined.positional, data.n_discontinuous)
    diagnostics = (*data.diagnostics, *blind, *learning, *_notes(aligned, method), *stopped)
    return Alignment(data, combined, objective, method, tuple(aligned), diagnostics, time_limit)


def _in_reading_order(continuum: Continuum, solution: Solution) -> Solution:
    """The unitary alignments by the start of their first unit, then annotator by annotator, an empty unit first."""
    if solution.undefined is not None:
        return solution
    sizes = solution.starts[1:] - solution.starts[:-1]
    rows = np.full((len(solution), continuum.n_annotators), -1)
    rows[np.arange(len(solution)).repeat(sizes), continuum.who[solution.members]] = solution.members
    first = np.minimum.reduceat(continuum.starts[solution.members], solution.starts[:-1])
    order = np.lexsort((*rows.T[::-1], first))
    rows = rows[order]
    starts = np.concatenate((np.zeros(1, dtype=np.int64), sizes[order].cumsum()))
    return replace(solution, members=rows[rows >= 0], starts=starts, disorders=solution.disorders[order])


def _check(spans: object, objective: str, method: str, incompatible: str, time_limit: float | None) -> None:
    if not isinstance(spans, Spans):
        raise UsageError(
            f"align() takes spans, not {type(spans).__name__}",
            "build them with accord.spans(…) or read a file with accord.read",
        )
    for name, value, known in (
        ("objective", objective, OBJECTIVES),
        ("method", method, METHODS),
        ("incompatible", incompatible, INCOMPATIBLE),
    ):
        if value not in known:
            raise UsageError(f"{told(name, value)} is not known", f"use {' or '.join(map(repr, known))}")
    if method == "soft" and objective == "entropy":
        raise UsageError(
            "a soft alignment has no entropy",
            f"its mean falls with every unit that is used again; use {option('objective', 'disorder')}",
        )
    if time_limit is not None and not time_limit >= 0:
        raise UsageError(f"time_limit is a number of seconds, not {time_limit!r}")


def _combined(
    dissimilarity: Dissimilarity | Positional | Categorical | PositionFunction | None,
    alpha: float,
    beta: float,
    delta_empty: float,
    incompatible: str,
) -> Dissimilarity:
    """One dissimilarity of what was given: a whole one, or a part of it."""
    forbid = incompatible == "forbid"
    if isinstance(dissimilarity, Combined):
        if (alpha, beta, delta_empty, forbid) != (1.0, 1.0, 1.0, False):
            raise UsageError(
                "the dissimilarity brings its own weights",
                "leave out alpha, beta, delta_empty and incompatible, or give them to Combined",
            )
        return dissimilarity
    if dissimilarity is None:
        return Combined(Sporadic(), Nominal(), alpha, beta, delta_empty, forbid)
    if isinstance(dissimilarity, Categorical) and not isinstance(dissimilarity, Positional):
        return Combined(Sporadic(), dissimilarity, alpha, beta, delta_empty, forbid)
    place = dissimilarity if isinstance(dissimilarity, Positional) else positional_function(dissimilarity)
    return Combined(place, Nominal(), alpha, beta, delta_empty, forbid)


def _notes(documents: list[DocumentAlignment], method: str) -> list[Diagnostic]:
    """What is to be said about values that are not proven."""
    if method == "greedy":
        return [
            Diagnostic(
                "ACC420",
                "too many unitary alignments for the greedy method: from some point on, units were aligned with those "
                "nearest to them",
                Place(item=document.document),
                "take the exact method, which is better here, or compare fewer annotators at once",
            )
            for document in documents
            if not document.solution.ended
        ]
    return [
        Diagnostic(
            "ACC120",
            f"the alignment is not proven to be the best: its value {unproven.value:.6g} is at most {unproven.gap:.3g} "
            "above it",
            Place(item=unproven.document),
            "give it more time",
        )
        for unproven in documents
        if unproven.undefined is None and not unproven.optimal
    ]

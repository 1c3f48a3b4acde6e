"""Many documents: those with few units are aligned together, in portions that any process may take."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import NamedTuple

from accord.alignment.batch_solving import solve_together
from accord.alignment.dissimilarities import Dissimilarity
from accord.alignment.solution import STOPPED, Solution, unaligned
from accord.alignment.solvers import Solvers
from accord.annotations.spans import Continuum
from accord.results.working import finished

PORTION = 40_000  # units of the continua of a task
CROWD = 10  # annotators beyond whom alignments take long


class Document(NamedTuple):
    """A document of a corpus, its number there, and the work, in steps, on alignments that are not found at once: the
    search of each; for each random continuum what it adds to the work on proofs; and the most for one proof."""

    number: int
    continuum: Continuum
    dissimilarity: Dissimilarity
    effort: float
    proofs: float = 0.0
    proof: float = 0.0


def found_at_once(documents: Sequence[Document]) -> list[Solution | None]:
    """The best alignments of the documents themselves, ties broken by rule; None for one that takes longer."""
    parts = list(portions(documents, 1))
    tasks = [partial(_observed, part) for part in parts]
    done = finished(tasks, "documents", list(map(len, parts)))
    return [solution for number, part in enumerate(parts) for solution in done.get(number) or map(_not_reached, part)]


def _not_reached(document: Document) -> Solution:
    return unaligned(document.continuum.n_annotators, STOPPED)


def _observed(documents: Sequence[Document]) -> list[Solution | None]:
    solutions: dict[int, Solution | None] = {}
    solvers = Solvers()
    for alike in alike_documents(documents):
        continua = [document.continuum for document in alike]
        solved = solve_together(continua, alike[0].dissimilarity, [True] * len(alike), solvers)
        solutions |= zip((document.number for document in alike), solved, strict=True)
    return [solutions[document.number] for document in documents]


def portions(documents: Sequence[Document], samples: int) -> Iterator[list[Document]]:
    """Documents one after the other, as many as have not too many units; one with many, or a crowd, is alone."""
    portion: list[Document] = []
    units = 0
    for document in documents:
        own = len(document.continuum) * samples
        if portion and (units + own > PORTION or is_crowd(document) or is_crowd(portion[0])):
            yield portion
            portion, units = [], 0
        portion.append(document)
        units += own
    if portion:
        yield portion


def is_crowd(document: Document) -> bool:
    return document.continuum.n_annotators > CROWD


def alike_documents(documents: Sequence[Document]) -> list[list[Document]]:
    """Those that can be aligned together: with as many annotators, by the same dissimilarity."""
    groups: dict[tuple[int, int], list[Document]] = {}
    for document in documents:
        groups.setdefault((document.continuum.n_annotators, id(document.dissimilarity)), []).append(document)
    return list(groups.values())

"""What a dissimilarity can learn from the other documents of a corpus: distances of categories, and the tolerance.

Nothing is learnt from the document that is aligned: what makes its units agree best would flatter their agreement.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from accord.alignment.dissimilarities import CategoryMatrix, Combined, Nominal, Places, Sporadic
from accord.alignment.solution import Solution
from accord.alignment.solvers import Solvers
from accord.alignment.solving import solve
from accord.annotations.spans import Continuum, Spans
from accord.results import UsageError

Floats = NDArray[np.float64]
TOLERANCES = (1.0, 2.0, 4.0, 8.0, 16.0)


@dataclass(frozen=True)
class Estimated:
    """1 − Sim, Sim the mean of P(C2|C1) and P(C1|C2) on the other documents (Fort et al. 2012), 0 on the diagonal.

    Units of the other documents are aligned by position alone; each pair of aligned units is a pair of labels. A
    category that no pair there has is at distance 1 of all others.
    """

    def between(self, continuum: Continuum, first: Places, second: Places) -> Floats:
        raise UsageError("distances of categories are estimated on other documents", "use accord.align on a corpus")

    def __str__(self) -> str:
        return "1 − similarity on the other documents"


@dataclass(frozen=True)
class AutoTolerance:
    """The sporadic dissimilarity with the tolerance that tells agreement from chance best on the other documents.

    Of 1, 2, 4, 8 and 16 the one for which mean disorder / mean disorder by chance is least; chance puts together one
    annotator from each of as many documents, stretched to one length (Mathet & Widlöcher 2011, section 5.3: random2).
    """

    def between(self, continuum: Continuum, first: Places, second: Places) -> Floats:
        raise UsageError("the tolerance is chosen on other documents", "use accord.align on a corpus")

    def reach(self, continuum: Continuum, limit: float) -> tuple[Floats, Floats] | None:
        return None

    def __str__(self) -> str:
        return "sporadic(tolerance='auto')"


def learnt(spans: Spans, dissimilarity: Combined, solvers: Solvers) -> Iterator[Combined]:
    """For each document the dissimilarity to align it with."""
    estimated = isinstance(dissimilarity.categorical, Estimated)
    auto = isinstance(dissimilarity.positional, AutoTolerance)
    if not estimated and not auto:
        yield from [dissimilarity] * spans.n_documents
        return
    if spans.n_documents < 2:
        raise UsageError("there are no other documents to learn from", "give a corpus, or a dissimilarity of your own")
    tolerances = _tolerances(spans, dissimilarity, solvers) if auto else None
    by_position = replace(dissimilarity, positional=Sporadic()) if auto else dissimilarity
    counts = _confusions(spans, by_position, solvers)
    everything = np.sum(counts, axis=0)
    for place in range(spans.n_documents):
        own = dissimilarity
        if tolerances is not None:
            own = replace(own, positional=Sporadic(tolerances[place]))
        if estimated:
            own = replace(own, categorical=_distances(everything - counts[place], spans))
        yield own


# ---- categories


def _confusions(spans: Spans, dissimilarity: Combined, solvers: Solvers) -> list[Floats]:
    """For each document (categories, categories) how often aligned units have which categories, both ways."""
    by_place = replace(dissimilarity, categorical=Nominal(), alpha=dissimilarity.alpha or 1.0, beta=0.0, forbid=False)
    size = len(spans.categories)
    tables = []
    for continuum in spans.continua():
        first, second = _aligned_pairs(solve(continuum, by_place, solvers=solvers))
        table = np.zeros((size, size))
        codes = continuum.codes
        known = (codes[first] >= 0) & (codes[second] >= 0)
        np.add.at(table, (codes[first][known], codes[second][known]), 1.0)
        tables.append(table + table.T)
    return tables


def _aligned_pairs(solution: Solution) -> tuple[Places, Places]:
    """Pairs of units that stand in one unitary alignment, each once."""
    sizes = np.diff(solution.starts)
    place = np.arange(len(solution.members)) - np.repeat(solution.starts[:-1], sizes)
    after = np.repeat(sizes, sizes) - place - 1
    first = np.repeat(np.arange(len(solution.members)), after)
    second = first + 1 + np.arange(len(first)) - np.repeat(np.cumsum(after) - after, after)
    return solution.members[first], solution.members[second]


def _distances(counts: Floats, spans: Spans) -> CategoryMatrix:
    total = counts.sum(axis=1, keepdims=True)
    share = np.divide(counts, total, out=np.zeros_like(counts), where=total > 0)
    distances = 1 - (share + share.T) / 2
    np.fill_diagonal(distances, 0.0)
    return CategoryMatrix(np.clip(distances, 0.0, 1.0), spans.categories.texts)


# ---- the tolerance


def _tolerances(spans: Spans, dissimilarity: Combined, solvers: Solvers) -> list[float]:
    """For each document the tolerance of the least mean disorder over that by chance, on the others."""
    asked = spans.assigned.sum(axis=1)
    documents = np.flatnonzero(asked > 1).tolist()
    most = max((int(asked[document]) for document in documents), default=0)
    if len(documents) <= most:
        raise UsageError(
            f"a tolerance is chosen on more documents than annotators, and there are {len(documents)} and {most}",
            "give the tolerance as a number",
        )
    categorical = Nominal() if isinstance(dissimilarity.categorical, Estimated) else dissimilarity.categorical
    mixed = [_mixed(spans, documents, place, most) for place in range(len(documents))]
    observed, by_chance = np.zeros((len(TOLERANCES), len(documents))), np.zeros((len(TOLERANCES), len(documents)))
    for number, tolerance in enumerate(TOLERANCES):
        own = replace(dissimilarity, positional=Sporadic(tolerance), categorical=categorical)
        observed[number] = [_disorder(spans.continuum(document), own, solvers) for document in documents]
        by_chance[number] = [_disorder(continuum, own, solvers) for continuum in mixed]
    tolerances = []
    for place in range(spans.n_documents):
        here = documents.index(place) if place in documents else -1
        others = np.arange(len(documents)) != here
        # The mixtures that begin at one of the last `most` documents up to this one contain it.
        without = ((here - np.arange(len(documents))) % len(documents)) >= most if here >= 0 else others
        ratio = observed[:, others].mean(axis=1) / np.maximum(by_chance[:, without].mean(axis=1), 1e-300)
        best = np.flatnonzero(ratio <= ratio.min() * (1 + 1e-9))
        nearest = np.argmin(np.abs(np.log(np.array(TOLERANCES)[best] / 4.0)))
        tolerances.append(TOLERANCES[int(best[nearest])])
    return tolerances


def _disorder(continuum: Continuum, dissimilarity: Combined, solvers: Solvers) -> float:
    solution = solve(continuum, dissimilarity, canonical=False, solvers=solvers)
    return 0.0 if solution.undefined is not None else solution.value


def _mixed(spans: Spans, documents: list[int], first: int, annotators: int) -> Continuum:
    """One annotator from each of so many documents in turn, from the first on, all stretched to the same length."""
    who, starts, ends, codes = [], [], [], []
    for number in range(annotators):
        continuum = spans.continuum(documents[(first + number) % len(documents)])
        own = continuum.who == number % continuum.n_annotators
        length = continuum.length or 1.0
        who.append(np.full(int(own.sum()), number, dtype=np.int32))
        starts.append((continuum.starts[own] - continuum.begin) / length)
        ends.append((continuum.ends[own] - continuum.begin) / length)
        codes.append(continuum.codes[own])
    return Continuum(
        annotators=tuple(str(number) for number in range(annotators)),
        categories=spans.categories,
        who=np.concatenate(who),
        starts=np.concatenate(starts),
        ends=np.concatenate(ends),
        codes=np.concatenate(codes),
        begin=0.0,
        end=1.0,
    )

"""Agreement on what lies in what: the pairs of a unit and the smallest unit around it."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from accord.annotations.fragments import Fragments
from accord.annotations.spans import Spans
from accord.measures.record import BlockKernel, Components, Parameter, Undefined, measure
from accord.measures.spans.kernels.stretches import refuse_single
from accord.results import UsageError
from accord.results.arrays import Floats, Ints
from accord.statistics.division import divided, mean_of_defined

MATCHES = ("exact", "boundary")


@measure(
    "spans",
    title="F1 of nesting: agreement on which unit lies in which",
    formula="F = mean over pairs (a, b) of annotators of 2·common_ab / (nested_a + nested_b), nested pairs of a unit "
    "and the smallest unit of the same annotator around it",
    assumes="No correction for chance: there are no true negatives. Units that both annotators found, and nested "
    "alike, count; of two equal units none lies in the other.",
    missing="Each pair of annotators is compared on the documents that both were asked about.",
    references=("hripcsak2005",),
    family="matching",
    symbol="F1 of nesting",
    by_document=True,
    about={"match": Parameter("Whether bounds and categories of both units must be equal, or bounds alone.", MATCHES)},
    side_by_side={"overlapping": 3},
)
def nesting_f1(spans: Spans, *, match: str = "exact") -> BlockKernel:
    from scipy.sparse import csr_array

    if match not in MATCHES:
        raise UsageError(f"match={match!r} is not known", f"use {' or '.join(map(repr, MATCHES))}")
    refuse_single(spans)
    child, parent = nested(spans)
    if not len(child):
        raise Undefined("nobody put a unit in another")
    kind = _kinds(spans, child, parent, categories=match == "exact")
    width = int(kind.max()) + 1
    place = spans.document[child].astype(np.int64) * width + kind
    shape = (1, spans.n_documents * width)
    counts = [
        csr_array((np.ones(mine.sum()), (np.zeros(mine.sum(), dtype=np.int64), place[mine])), shape=shape)
        for mine in (spans.who[child] == who for who in range(spans.n_annotators))
    ]
    common, either = [], []
    for first, second in combinations(range(spans.n_annotators), 2):
        shared = spans.assigned[:, first] & spans.assigned[:, second]
        common.append(2 * _by_document(counts[first].minimum(counts[second]), width, spans.n_documents) * shared)
        either.append(_by_document(counts[first] + counts[second], width, spans.n_documents) * shared)
    above, below = np.array(common), np.array(either)

    def totals(weights: Floats) -> Components:
        values = divided(above @ weights.T, below @ weights.T)
        return {"value": mean_of_defined(values), "pairs": (~np.isnan(values)).sum(axis=0).astype(np.float64)}

    undefined = "no two annotators were asked about a document in which one of them put a unit in another"
    return BlockKernel(totals, spans.n_documents, "documents", undefined=undefined)


def nested(spans: Spans) -> tuple[Ints, Ints]:
    """Units that lie in another of the same annotator, and the smallest around each; places among all units.

    From left to right, the longest first: what is open when a unit begins and ends no earlier lies around it. Where
    units are discontinuous, a unit lies in another that covers all of it.
    """
    keys = (-spans.ends, spans.starts, spans.who, spans.document)
    order = np.lexsort(keys if spans.fragments is None else (-spans.sizes, *keys))
    starts, ends, sizes = (column[order].tolist() for column in (spans.starts, spans.ends, spans.sizes))
    fragments = spans.fragments
    group = (spans.document[order].astype(np.int64) * spans.n_annotators + spans.who[order]).tolist()
    nestings: list[tuple[int, int]] = []
    around: list[int] = []
    for place, (start, end) in enumerate(zip(starts, ends, strict=True)):
        if around and group[around[-1]] != group[place]:
            around = []
        around = [candidate for candidate in around if ends[candidate] > start]
        holding = [
            candidate
            for candidate in around
            if ends[candidate] >= end and (starts[candidate], ends[candidate]) != (start, end)
        ]
        if fragments is not None:
            holding = _covering(fragments, order, place, [candidate for candidate in around if ends[candidate] >= end])
        outer = min(holding, key=lambda candidate: (sizes[candidate], -starts[candidate]), default=None)
        if outer is not None:
            nestings.append((place, outer))
        around.append(place)
    pairs = order[np.array(nestings, dtype=np.int64).reshape(-1, 2)]
    return pairs[:, 0], pairs[:, 1]


def _covering(fragments: Fragments, order: Ints, place: int, around: list[int]) -> list[int]:
    """Those of some units that cover all of a unit, and more."""
    if not around:
        return []
    unit, others = np.full(len(around), order[place]), order[np.array(around)]
    size = fragments.lengths[unit]
    inside = (fragments.common(unit, others) == size) & (fragments.lengths[others] > size)
    return [candidate for candidate, holds in zip(around, inside.tolist(), strict=True) if holds]


def _kinds(spans: Spans, child: Ints, parent: Ints, *, categories: bool) -> Ints:
    """(pairs,) the same number where both units are the same."""
    columns = [spans.starts[child], spans.ends[child], spans.starts[parent], spans.ends[parent]]
    if spans.fragments is not None:
        columns += [spans.fragments.shapes[units].astype(np.float64) for units in (child, parent)]
    if categories:
        columns += [spans.codes[child].astype(np.float64), spans.codes[parent].astype(np.float64)]
    _, kind = np.unique(np.stack(columns, axis=1), axis=0, return_inverse=True)
    return np.asarray(kind.reshape(-1), dtype=np.int64)


def _by_document(counts: object, width: int, documents: int) -> Floats:
    """(documents,) the sum of a row of counts of (document, kind)."""
    cells = counts.tocoo()  # type: ignore[attr-defined]  # a sparse array
    return np.bincount(cells.col // width, cells.data, minlength=documents).astype(np.float64)

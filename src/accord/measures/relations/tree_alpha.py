"""Krippendorff's α with the edit distance of trees."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.annotations.relations import Relations
from accord.annotations.sparse import distinct_pairs
from accord.measures.record import BlockKernel, Components, Kernel, Parameter, Undefined, measure
from accord.measures.relations.graphs.agreement import Chance
from accord.measures.relations.parameters import LABELLED, SAMPLING
from accord.measures.relations.trees.annotation_trees import Treebank, treebank
from accord.measures.relations.trees.edit_distance import Trees, edit_distances
from accord.results import Diagnostic, Diagnostics, StandardError, UsageError
from accord.results.arrays import Floats, Ints
from accord.statistics.seeds import generator

METRICS = ("plain", "diff", "norm")
MOST_CELLS = 200_000_000  # of the edit distance tables of all pairs: as 500 trees of 25 words have, and a few seconds
FIRST_PAIRS, MOST_PAIRS = 500, 50_000


@measure(
    "relations",
    title="α with tree edit distance: any number of annotators",
    formula="α = 1 − D_o/D_e with δ²; plain δ = TED(x, y), diff δ = TED − ||x| − |y||, norm δ = TED/(|x| + |y|)",
    assumes="Chance trees are drawn without replacement from all trees of the corpus, whatever their document. D_e is "
    "over all pairs of trees (exact=True) or over random pairs (False), as many as precision= needs or samples= says; "
    "exact=None takes all where their tables have at most 200 million cells, as with 500 trees of 25 words. A tree has "
    "heads: relations of symmetric types are taken as drawn.",
    missing="Only documents that two annotators were asked about count.",
    references=("skjaerholt2014", "zhang1989", "krippendorff2004"),
    family="trees",
    corrected=True,
    about={
        "metric": Parameter(
            "The distance of two trees: plain edits, less the difference of their sizes, or by their sizes.",
            METRICS,
        ),
        **LABELLED,
        "exact": Parameter(
            "All pairs of trees, or random ones; None: all where that takes seconds.", (None, True, False)
        ),
        **SAMPLING,
    },
)
def alpha_ted(
    data: Relations,
    *,
    metric: str = "plain",
    labelled: bool = True,
    exact: bool | None = None,
    precision: float = 0.01,
    samples: int | None = None,
    seed: int = 0,
) -> BlockKernel:
    if metric not in METRICS:
        raise UsageError(f"there is no metric '{metric}'", f"use one of {', '.join(METRICS)}")
    chance = Chance(None, precision, samples, seed)
    asked = data.assigned.sum(axis=1)
    if (asked > 1).sum() < 2:
        raise Undefined("α of trees compares trees of different documents, and fewer than two were annotated twice")
    bank = treebank(data, labelled)
    kept = asked[bank.document] > 1
    bank = Treebank(bank.distinct, bank.document[kept], bank.tree[kept])
    within = _within(bank, metric, data.n_documents)
    raters = np.bincount(bank.document, minlength=data.n_documents).astype(np.float64)
    few = float(bank.distinct.work.sum()) ** 2 / 2 <= MOST_CELLS and samples is None
    if few if exact is None else exact:
        return BlockKernel(_exact(bank, metric, within, raters), data.n_documents, "documents")
    sampled = _sampled(bank, metric, float(within.sum() / raters.sum()), chance)
    formula = f"Monte Carlo over {len(sampled.one):,} pairs of trees"
    return BlockKernel(
        _by_sample(sampled, within, raters),
        data.n_documents,
        "documents",
        errors=(StandardError("chance", sampled.error, formula, "skjaerholt2014"),),
        diagnostics=_not_precise(sampled, chance),
    )


def squared_distances(distinct: Trees, tree: Ints, mate: Ints, metric: str) -> Floats:
    """(pairs,) δ² of trees."""
    pairs, which = distinct_pairs(np.minimum(tree, mate), np.maximum(tree, mate))
    edits = edit_distances(distinct, pairs[:, 0], pairs[:, 1]).astype(np.float64)
    size, other_size = distinct.sizes[pairs[:, 0]], distinct.sizes[pairs[:, 1]]
    if metric == "diff":
        edits -= np.abs(size - other_size)
    elif metric == "norm":
        edits /= size + other_size
    return np.asarray(edits[which] ** 2)


def _within(bank: Treebank, metric: str, documents: int) -> Floats:
    """(documents,) Σ over ordered pairs of its annotations of δ² / (m − 1)."""
    order = np.argsort(bank.document, kind="stable")
    where, tree = bank.document[order], bank.tree[order]
    sums = np.zeros(documents)
    first = np.searchsorted(where, where)
    for step in range(1, int(np.bincount(where).max(initial=1))):
        later = np.flatnonzero(np.arange(len(where)) - first >= step)
        squares = squared_distances(bank.distinct, tree[later], tree[later - step], metric)
        sums += 2 * np.bincount(where[later], weights=squares, minlength=documents)
    return sums / np.maximum(np.bincount(where, minlength=documents) - 1, 1)


def _alpha(within: Floats, number: Floats, expected: Floats) -> Components:
    observed = np.divide(within, number, out=np.full(np.shape(number), np.nan), where=number > 0)
    ratio = np.divide(observed, expected, out=np.full(np.shape(expected), np.nan), where=expected > 0)
    return {"value": 1 - ratio, "observed": observed, "expected": expected}


def _exact(bank: Treebank, metric: str, within: Floats, raters: Floats) -> Kernel:
    """All pairs of trees: D_e is quadratic in how often each distinct tree occurs."""
    from scipy.sparse import csr_matrix

    kinds = len(bank.distinct)
    tree, partner = np.triu_indices(kinds, 1)
    squares = np.zeros((kinds, kinds))
    squares[tree, partner] = squared_distances(bank.distinct, tree, partner, metric)
    squares += squares.T
    used = csr_matrix((np.ones(len(bank.tree)), (bank.document, bank.tree)), shape=(len(raters), kinds))

    def kernel(weights: Floats) -> Components:
        counts = np.asarray(weights @ used)
        number = weights @ raters
        between = np.einsum("bt,bt->b", counts @ squares, counts)
        expected = np.divide(between, number * (number - 1), out=np.full(len(number), np.nan), where=number > 1)
        return _alpha(weights @ within, number, expected)

    return kernel


@dataclass(frozen=True, eq=False)
class _Sample:
    one: Ints
    other: Ints
    """(pairs,) documents of the two trees."""
    squares: Floats
    error: float


def _sampled(bank: Treebank, metric: str, observed: float, chance: Chance) -> _Sample:
    """Random pairs of annotations until α is known to the precision asked for."""
    rng = generator(chance.seed, "relations", "trees")
    number = len(bank.tree)
    ones, others = np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64)
    squares = np.zeros(0)
    wanted, error = chance.samples or FIRST_PAIRS, np.inf
    while len(squares) < wanted:
        annotation = rng.integers(number, size=wanted - len(squares))
        mate = (annotation + rng.integers(1, number, size=len(annotation))) % number  # any annotation but this one
        ones, others = np.append(ones, annotation), np.append(others, mate)
        squares = np.append(squares, squared_distances(bank.distinct, bank.tree[annotation], bank.tree[mate], metric))
        error = _error(observed, squares)
        if chance.samples is None and np.isfinite(error):
            needed = len(squares) * (1.96 * error / chance.precision) ** 2
            wanted = int(min(max(np.ceil(needed), len(squares)), MOST_PAIRS))
    return _Sample(bank.document[ones], bank.document[others], squares, error)


def _error(observed: float, squares: Floats) -> float:
    """The standard error of α = 1 − D_o/D_e: that of D_e, times D_o / D_e²."""
    expected = float(squares.mean())
    if len(squares) < 2 or expected == 0:
        return float("nan")
    return observed / expected**2 * float(squares.std(ddof=1)) / float(np.sqrt(len(squares)))


def _not_precise(sampled: _Sample, chance: Chance) -> Diagnostics:
    if chance.samples is not None or not 1.96 * sampled.error > chance.precision:
        return ()
    diagnostic = Diagnostic(
        "ACC125",
        f"after {len(sampled.one):,} pairs of trees the error of α is {1.96 * sampled.error:.3f}, and "
        f"{chance.precision:g} was asked for",
        hint="raise precision, compare all pairs (exact=True), or read the value with its error",
    )
    return (diagnostic,)


def _by_sample(sample: _Sample, within: Floats, raters: Floats) -> Kernel:
    def kernel(weights: Floats) -> Components:
        both = weights[:, sample.one] * weights[:, sample.other]
        total = both.sum(axis=1)
        expected = np.divide(both @ sample.squares, total, out=np.full(len(total), np.nan), where=total > 0)
        return _alpha(weights @ within, weights @ raters, expected)

    return kernel

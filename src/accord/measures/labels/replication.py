"""Reliability of votes and across replications: k-rater reliability and cross-replication reliability."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb

import numpy as np

from accord.annotations import Summary
from accord.measures.labels.kernels import distances as between
from accord.measures.labels.kernels import pairwise
from accord.measures.labels.parameters import WEIGHTED
from accord.measures.record import Components, Kernel, Parameter, Undefined, measure
from accord.results import UsageError
from accord.results.arrays import Floats, Ints
from accord.statistics.division import divided
from accord.statistics.quadratic_forms import quadratic_forms

MOST_VOTES = 1_500  # compositions of a vote that are enumerated


@measure(
    "labels",
    title="k-rater reliability: Fleiss' κ between the votes of two groups of k annotators",
    formula="kRR = 1 − Δ_k / (1 − Σ_c W_c²), Δ_k how often two disjoint groups of k vote differently, W the mean vote",
    assumes="The reference is a vote of k annotators; ties share the vote. k=1 is Fleiss' κ.",
    missing="Only items with at least 2k labels are used.",
    references=("wong2022", "bregeon2019"),
    resamples=("items",),
    family="replication",
    symbol="k-RR",
    corrected=True,
    about={"k": Parameter("Annotators of each of the two groups.")},
)
def krr(summary: Summary, *, k: int = 2) -> Kernel:
    if not isinstance(k, int) or isinstance(k, bool) or k < 1:
        raise UsageError(f"krr(k={k!r}): a group has at least one annotator")
    counts, size = summary.counts, len(summary.categories)
    used = counts.sizes >= 2 * k
    if not used.any():
        raise Undefined(f"no item has the {2 * k} labels that two groups of {k} need")
    if comb(k + size - 1, size - 1) > MOST_VOTES:
        raise Undefined(f"votes of {k} over {size:,} categories are too many to enumerate")
    ways = list(combinations_with_replacement(range(size), k))
    groups = np.array([np.bincount(way, minlength=size) for way in ways])
    votes = (groups == groups.max(axis=1, keepdims=True)).astype(np.float64)
    votes /= votes.sum(axis=1, keepdims=True)
    features = np.zeros((len(counts), size + 2))
    for row in np.flatnonzero(used):
        item = np.zeros(size, dtype=np.int64)
        cells = slice(counts.starts[row], counts.starts[row + 1])
        item[counts.codes[cells]] = counts.counts[cells]
        features[row] = _votes_of(item, groups, votes, k)

    def kernel(weight: Floats) -> Components:
        totals = weight @ features
        expected = pairwise.expected_same_source(divided(totals[:, 2:], totals[:, 1:2]), None)
        return pairwise.corrected(divided(totals[:, 0], totals[:, 1]), expected)

    return kernel


def _votes_of(item: Ints, groups: Ints, votes: Floats, k: int) -> Floats:
    """[Δ_k, 1, W]: exact over all pairs of disjoint groups, and over all groups (multivariate hypergeometric)."""
    number = int(item.sum())
    choose = np.array([[comb(int(n), a) for a in range(k + 1)] for n in range(number + 1)], dtype=np.float64)
    first = choose[item[None, :], groups].prod(axis=1)
    mean_vote = first @ votes / comb(number, k)
    same = 0.0
    for group in np.flatnonzero(first):
        rest = item - groups[group]
        same += first[group] * float(choose[rest[None, :], groups].prod(axis=1) @ (votes @ votes[group]))
    same /= comb(number, k) * comb(number - k, k)
    return np.concatenate(([1 - same, 1.0], mean_vote))


@measure(
    "labels",
    title="Cross-replication reliability: κ between two groups of annotators on the same items",
    formula="xRR = 1 − d_o / d_e; d_o the mean distance of labels of one group to labels of the other within items",
    assumes="first= names the annotators of the first replication; all others are the second.",
    missing="Items that one of the groups did not label are left out of d_o; every label enters d_e.",
    references=("wong2021",),
    who=True,
    family="replication",
    symbol="xRR",
    corrected=True,
    about={"first": Parameter("The annotators of the first group; the others are the second."), **WEIGHTED},
)
def xrr(summary: Summary, *, first: object = None, weights: object = None) -> Kernel:
    rows = pairwise.known_annotators(summary)
    if first is None:
        raise Undefined("it compares two groups: name the annotators of one, first=['A', 'B']")
    names = {str(name) for name in ([first] if isinstance(first, str) else list(first))}  # type: ignore[call-overload]
    unknown = sorted(names - set(summary.annotators or ()))
    if unknown:
        raise UsageError(f"there is no annotator '{unknown[0]}'", f"they are {', '.join(summary.annotators or ())}")
    mine = np.array([name in names for name in rows.annotators])
    if mine.all() or not mine.any():
        raise Undefined("one of the two groups has no labels")
    distances = between.weighted(summary.categories, weights)
    size = len(summary.categories)
    owner = np.repeat(np.arange(len(rows)), rows.sizes)
    tables = []
    for group in (mine, ~mine):
        table = np.zeros((len(rows), size))
        inside = group[rows.who]
        np.add.at(table, (owner[inside], rows.codes[inside]), rows.times[inside])
        tables.append(table)
    left, right = tables
    both = (left.sum(axis=1) > 0) & (right.sum(axis=1) > 0)
    number = left.sum(axis=1) + right.sum(axis=1)
    distance = divided(np.einsum("rc,rc->r", left @ distances, right), left.sum(axis=1) * right.sum(axis=1))
    features = np.column_stack([np.where(both, number * distance, 0.0), np.where(both, number, 0.0), left, right])

    def kernel(weight: Floats) -> Components:
        totals = weight @ features
        observed = divided(totals[:, 0], totals[:, 1])
        left, right = totals[:, 2 : 2 + size], totals[:, 2 + size :]
        expected = divided(quadratic_forms(left, distances, right), left.sum(axis=1) * right.sum(axis=1))
        return pairwise.corrected(observed, expected, float(distances.max(initial=0.0)) or 1.0)

    return kernel

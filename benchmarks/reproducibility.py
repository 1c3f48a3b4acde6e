"""Exact reproducibility beside drawing groups of annotators: one run, one table. `make bench` runs it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import comb
from time import perf_counter

import numpy as np
from comparison import table
from numpy.typing import NDArray

import accord
from accord.reproducibility import stability
from accord.reproducibility.disjoint import disjoint_votes
from accord.reproducibility.vote_distribution import hypergeometric_votes, vote

HEAD = ("what", "size", "seconds", "value", "note")
SIZE = 5
Codes = NDArray[np.int64]


def panel(items: int, people: int, seed: int = 0) -> Codes:
    """(items, annotators) labels 0 … 4, right in four of five cases."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(SIZE, size=(items, 1))
    return np.where(rng.random((items, people)) < 0.7, truth, rng.integers(SIZE, size=(items, people)))


def timed(call: Callable[[], float], times: int) -> tuple[float, float]:
    """The best of several runs, and the value."""
    value, best = call(), float("inf")
    for _ in range(times):
        start = perf_counter()
        value = call()
        best = min(best, perf_counter() - start)
    return best, value


def exact(counts: Codes, k: int) -> float:
    return 1 - float((vote(counts) * hypergeometric_votes(counts, k)).sum(axis=1).mean())


def exact_pair(counts: Codes, k: int) -> float:
    return 1 - float(disjoint_votes(counts, k).same.sum(axis=1).mean())


def drawn(labels: Codes, counts: Codes, k: int, groups: int = 1000) -> float:
    """A thousand groups at once: one product of who is in which group with who said what."""
    rng = np.random.default_rng(0)
    items, people = labels.shape
    chosen = np.argsort(rng.random((groups, people)), axis=1)[:, :k]
    member = np.zeros((groups, people), dtype=np.float32)
    np.put_along_axis(member, chosen, 1.0, axis=1)
    said = (labels.T[:, :, None] == np.arange(SIZE)).reshape(people, -1).astype(np.float32)
    votes = (member @ said).reshape(groups, items, SIZE)
    first = votes == votes.max(axis=2, keepdims=True)
    same = (first * vote(counts)).sum(axis=2) / first.sum(axis=2)
    return 1 - float(same.mean())


def main() -> None:
    print(
        "\nReproducibility: all groups exactly, beside 1,000 groups drawn at once in numpy; five categories.\n",
        flush=True,
    )
    labels = panel(300, 20)
    counts = np.stack([(labels == code).sum(axis=1) for code in range(SIZE)], axis=1)
    lines, ratios = [], []
    for k in (3, 5, 9):
        mine, value = timed(lambda k=k: exact(counts, k), 20)  # type: ignore[misc]
        theirs, about = timed(lambda k=k: drawn(labels, counts, k), 3)  # type: ignore[misc]
        ratios.append(theirs / mine)
        lines.append((f"τ, k = {k}, exact", "300 × 20", f"{mine:.5f}", f"{value:.5f}", f"all {comb(20, k):,} groups"))
        lines.append(
            (f"τ, k = {k}, drawn", "300 × 20", f"{theirs:.5f}", f"{about:.5f}", f"{theirs / mine:.0f} × slower")
        )
    mine, value = timed(lambda: exact_pair(counts, 3), 5)
    lines.append(("Δ, k = 3, exact", "300 × 20", f"{mine:.5f}", f"{value:.5f}", "all pairs of disjoint groups"))
    one_by_one = np.mean([vote(counts_of(labels, group)) for group in combinations(range(20), 3)], axis=0)
    brute = 1 - float((vote(counts) * one_by_one).sum(axis=1).mean())
    many = accord.labels(panel(1_000_000, 5))
    seconds, value = timed(lambda: stability(many, 3).value, 1)
    lines.append(
        ("accord.stability", "1,000,000 × 5", f"{seconds:.2f}", f"{value:.5f}", "with interval and every item")
    )
    print(table(HEAD, lines))
    print(f"\nall groups of three one by one: {brute:.12f}, exact: {exact(counts, 3):.12f}")
    met = min(ratios)
    print(f"target: exact τ at least 20 × faster: {met:.0f} × — {'met' if met >= 20 else 'NOT met'}")
    print(f"target: a million items in seconds: {seconds:.1f} s — {'met' if seconds < 10 else 'NOT met'}")


def counts_of(labels: Codes, group: tuple[int, ...]) -> Codes:
    return np.stack([(labels[:, list(group)] == code).sum(axis=1) for code in range(SIZE)], axis=1)


if __name__ == "__main__":
    main()

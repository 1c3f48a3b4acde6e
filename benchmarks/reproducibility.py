"""Exact reproducibility beside drawing groups of annotators: one run, one table. `make bench` runs it."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from math import comb
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

import accord
from accord.reproducibility import stability
from accord.reproducibility.disjoint import disjoint_votes
from accord.reproducibility.kept_votes import kept_votes
from accord.reproducibility.vote_distribution import vote
from comparison import table

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


def exact(labels: Codes, k: int) -> float:
    """τ from the labels: count them, and take the mean over all groups."""
    items = len(labels)
    cells = labels + np.arange(0, items * SIZE, SIZE)[:, None]
    counts = np.bincount(cells.ravel(), minlength=items * SIZE).reshape(items, SIZE)
    return 1 - float(kept_votes(counts, k).mean())


def exact_pair(counts: Codes, k: int) -> float:
    return 1 - float(disjoint_votes(counts, k).same.sum(axis=1).mean())


def members(people: int, k: int, groups: int) -> NDArray[np.float32]:
    """(groups, people) 1 for the k members of each group."""
    chosen = np.argpartition(np.random.default_rng(0).random((groups, people)), k - 1, axis=1)[:, :k]
    member = np.zeros((groups, people), dtype=np.float32)
    np.put_along_axis(member, chosen, 1.0, axis=1)
    return member


def drawn(labels: Codes, k: int, groups: int = 1000) -> float:
    """τ from the labels over a thousand groups at once: one product of who is in which group with who said what."""
    said = (np.arange(SIZE)[:, None, None] == labels.T).astype(np.float32)
    votes = members(labels.shape[1], k, groups) @ said
    first = votes == votes.max(axis=0)
    reference = vote(said.sum(axis=1).T).T.astype(np.float32)
    same = np.einsum("cgi,ci->gi", first, reference) / first.sum(axis=0)
    return 1 - float(same.mean())


def drawn_in_bytes(labels: Codes, k: int, groups: int = 1000) -> float:
    """The same as fast as we could write it in numpy: votes in single bytes, one category after the other."""
    said = np.arange(SIZE)[:, None, None] == labels.T
    reference = vote(said.sum(axis=1).T).T.astype(np.float32)
    votes = (members(labels.shape[1], k, groups) @ said.astype(np.float32)).astype(np.int8)
    most = votes.max(axis=0)
    winners, same = np.zeros(most.shape, dtype=np.int8), np.zeros(most.shape, dtype=np.float32)
    for code in range(SIZE):
        first = votes[code] == most
        winners += first
        same += first * reference[code]
    return 1 - float((same / winners).mean())


def main() -> None:
    print(
        "\nReproducibility: all groups exactly, beside 1,000 groups drawn at once in numpy; five categories.\n",
        flush=True,
    )
    labels = panel(300, 20)
    lines, ratios, tuned = [], [], []
    for k in (3, 5, 9):
        mine, value = timed(lambda k=k: exact(labels, k), 500)  # type: ignore[misc]
        theirs, about = timed(lambda k=k: drawn(labels, k), 50)  # type: ignore[misc]
        best, same = timed(lambda k=k: drawn_in_bytes(labels, k), 100)  # type: ignore[misc]
        ratios.append(theirs / mine)
        tuned.append(best / mine)
        lines += [
            (f"τ, k = {k}, exact", "300 × 20", f"{mine:.5f}", f"{value:.5f}", f"all {comb(20, k):,} groups"),
            (f"τ, k = {k}, drawn", "300 × 20", f"{theirs:.5f}", f"{about:.5f}", f"{theirs / mine:.0f} × slower"),
            ("… in single bytes", "300 × 20", f"{best:.5f}", f"{same:.5f}", f"{best / mine:.0f} × slower"),
        ]
    data = accord.labels(labels)
    mine, value = timed(lambda: stability(data, 3, confidence=None).value, 20)
    lines.append(("accord.stability, k = 3", "300 × 20", f"{mine:.5f}", f"{value:.5f}", "with every item and category"))
    counts = counts_of(labels, tuple(range(20)))
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
    print(f"\nall groups of three one by one: {brute:.12f}, exact: {exact(labels, 3):.12f}")
    met = min(ratios)
    print(
        f"target: exact τ at least 20 × faster: {met:.0f} × — {'met' if met >= 20 else 'NOT met'}"
        f" ({min(tuned):.0f} × against single bytes)"
    )
    print(f"target: a million items in seconds: {seconds:.1f} s — {'met' if seconds < 10 else 'NOT met'}")


def counts_of(labels: Codes, group: tuple[int, ...]) -> Codes:
    return np.stack([(labels[:, list(group)] == code).sum(axis=1) for code in range(SIZE)], axis=1)


if __name__ == "__main__":
    main()

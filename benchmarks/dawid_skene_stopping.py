"""When Dawid & Skene's EM had better stop: the numbers of decision 12. Run it again with

    python benchmarks/dawid_skene_stopping.py [FOLDER]

FOLDER holds real crowds (crowd/, snow2008/, spectral_em/), by default shared/data/labels beside the project; they may
not be redistributed. One run of EM is watched, and the labels at the moment each rule would stop are compared with
the truth: of seven crowds; of crowds simulated after ten (whose own truth is not looked at); of simulated panels.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array

FOLDER = Path(__file__).resolve().parents[2] / "shared" / "data" / "labels"
RULES = ("1e-6", "1e-4", "1 %", "1 label", "1 label and 1 %")
"""The least share of an annotator's labels, or number of labels, that an iteration moves."""
LONGEST = 1000
CROWDS, PANELS = 10, 10  # simulated per design
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


@dataclass(frozen=True)
class Crowd:
    """Ratings (item, annotator, label) and the true label of each item, −1 where it is unknown."""

    item: Ints
    who: Ints
    code: Ints
    truth: Ints
    annotators: int
    categories: int

    @property
    def matrix(self) -> csr_array:
        """(items, annotators · categories)"""
        shape = (len(self.truth), self.annotators * self.categories)
        return csr_array((np.ones(len(self.item)), (self.item, self.who * self.categories + self.code)), shape=shape)

    def relabelled(self, code: Ints, truth: Ints) -> Crowd:
        return Crowd(self.item, self.who, code, truth, self.annotators, self.categories)


# ---- the data


def crowd_of(rows: Iterable[tuple[str, str, str, str]]) -> Crowd:
    """From rows (item, annotator, label, truth or nothing)."""
    whole = list(dict.fromkeys(rows))
    items, people, labels = ({name: code for code, name in enumerate(sorted({r[k] for r in whole}))} for k in range(3))
    truth = np.full(len(items), -1)
    for item, _, _, known in whole:
        if known:
            truth[items[item]] = labels.get(known, len(labels))
    codes = np.array([(items[item], people[who], labels[label]) for item, who, label, _ in whole])
    return Crowd(*codes.T, truth, len(people), len(labels))


def with_truth(folder: Path) -> Iterator[tuple[str, Crowd]]:
    for name in ("CF", "CF_amt", "MS", "SP_amt"):
        with (folder / "crowd" / f"{name}.csv").open(encoding="utf-8", newline="") as stream:
            yield name, crowd_of((row[1], row[0], row[2], row[3]) for row in csv.reader(stream))
    for name in ("rte", "wsd", "temp"):
        with (folder / "snow2008" / f"{name}.standardized.tsv").open(encoding="utf-8", newline="") as stream:
            rows = csv.reader(stream, delimiter="\t")
            next(rows)
            yield name, crowd_of((row[2], row[1], row[3], row[4]) for row in rows)


def without_truth(folder: Path) -> Iterator[tuple[str, Crowd]]:
    for name in ("bluebird", "dog", "web"):
        lines = np.loadtxt(folder / "spectral_em" / f"{name}_crowd.txt", dtype=str).tolist()
        yield name, crowd_of((item, who, label, "") for item, who, label in lines)


def simulated(crowd: Crowd, smoothing: float, rng: np.random.Generator) -> Iterator[Crowd]:
    """The same people rate the same items by the error rates that a fit found, with a truth drawn from it."""
    *_, (shares, counts) = climb(crowd, smoothing)
    rates = normalised(counts + smoothing)
    for _ in range(CROWDS):
        truth = (rng.random(len(shares))[:, None] > shares.cumsum(axis=1)[:, :-1]).sum(axis=1)
        yield crowd.relabelled(said(rates[crowd.who, :, truth[crowd.item]], rng), truth)


def panel(annotators: int, items: int, categories: int, least: float, rng: np.random.Generator) -> Crowd:
    """Nine in ten labels are there, one for each item at least; people are right in `least` of the items and up."""
    truth = rng.choice(categories, items, p=rng.dirichlet(np.full(categories, 3.0)))
    right = rng.uniform(least, min(least + 0.3, 0.95), (annotators, categories))
    rates = rng.dirichlet(np.ones(categories - 1), (annotators, categories)) * (1 - right)[:, :, None]
    table = np.stack([np.insert(rates[:, k], k, right[:, k], axis=1) for k in range(categories)], axis=2)
    there = rng.random((items, annotators)) < 0.9
    there[:, 0] |= ~there.any(axis=1)
    item, who = np.nonzero(there)
    return Crowd(item, who, said(table[who, :, truth[item]], rng), truth, annotators, categories)


def said(rates: Floats, rng: np.random.Generator) -> Ints:
    """One label for each line of (ratings, categories) rates."""
    steps = rates.cumsum(axis=1) / rates.sum(axis=1, keepdims=True)
    return np.asarray((rng.random(len(rates))[:, None] > steps[:, :-1]).sum(axis=1))


# ---- the model


def normalised(counts: Floats) -> Floats:
    totals = counts.sum(axis=1, keepdims=True)
    return np.divide(counts, totals, out=np.zeros_like(counts), where=totals > 0)


def climb(crowd: Crowd, smoothing: float = 0.0) -> Iterator[tuple[Floats, Floats]]:
    """EM from the votes: after each iteration (items, categories) shares and (annotators, said, true) counts."""
    matrix, size = crowd.matrix, crowd.categories
    votes = np.asarray(matrix @ np.tile(np.eye(size), (crowd.annotators, 1)))
    shares = votes / votes.sum(axis=1, keepdims=True)
    given = np.maximum(np.bincount(crowd.who, minlength=crowd.annotators), 1)[:, None, None]
    counts = np.asarray(matrix.T @ shares).reshape(crowd.annotators, size, size)
    for _ in range(LONGEST):
        yield shares, counts
        with np.errstate(divide="ignore"):
            logs, prior = np.log(normalised(counts + smoothing)), np.log(shares.mean(axis=0))
        scores = np.asarray(matrix @ np.maximum(logs, -1e5).reshape(-1, size)) + prior
        shares = np.exp(scores - scores.max(axis=1, keepdims=True))
        shares /= shares.sum(axis=1, keepdims=True)
        before, counts = counts, np.asarray(matrix.T @ shares).reshape(counts.shape)
        if (np.abs(counts - before) / given).max() < 1e-6:
            break
    yield shares, counts


def right(crowd: Crowd) -> Floats:
    """(rules,) the share of labels that are true when each rule stops, times 10,000."""
    given = np.maximum(np.bincount(crowd.who, minlength=crowd.annotators), 1)[:, None, None]
    known = crowd.truth >= 0
    found = np.full(len(RULES), np.nan)
    before: Floats | None = None
    for shares, counts in climb(crowd):
        if before is not None:
            moved = np.abs(counts - before)
            labels, share = float(moved.max()), float((moved / given).max())
            stops = (share < 1e-6, share < 1e-4, share < 0.01, labels < 1, labels < 1 and share < 0.01)
            now = np.isnan(found) & stops
            found[now] = (shares.argmax(axis=1) == crowd.truth)[known].mean() * 1e4
        before = counts
    return np.where(np.isnan(found), (shares.argmax(axis=1) == crowd.truth)[known].mean() * 1e4, found)


# ---- the tables


def table(heading: str, lines: Sequence[tuple[str, Floats]]) -> None:
    print(f"\n{heading}: true labels in 10,000 at 1e-6, and how many more with other rules\n")
    print("| data | " + " | ".join(RULES) + " |")
    print("| --- |" + " ---: |" * len(RULES))
    mean = np.mean([values for _, values in lines], axis=0)
    for name, values in [*lines, ("mean", mean)]:
        print(f"| {name} | {values[0]:,.0f} | " + " | ".join(f"{more:+.0f}" for more in values[1:] - values[0]) + " |")


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    known = list(with_truth(folder))
    table("Seven crowds with their truth", [(name, right(crowd)) for name, crowd in known])
    lines: list[tuple[str, Floats]] = []
    for name, crowd in [*known, *without_truth(folder)]:
        for words, smoothing in (("as fitted", 0.0), ("smoothed", 0.5)):
            made = simulated(crowd, smoothing, np.random.default_rng(1))
            lines.append((f"like {name}, {words}", np.mean([right(one) for one in made], axis=0)))
    table("Simulated crowds", lines)
    lines = []
    for annotators in (3, 5, 10):
        for items in (100, 1_000, 10_000):
            for categories in (2, 5):
                for least in (0.5, 0.8):
                    rng = np.random.default_rng(7)
                    made = (panel(annotators, items, categories, least, rng) for _ in range(PANELS))
                    words = f"{items:,} × {annotators}, {categories} categories, right from {least}"
                    lines.append((words, np.mean([right(one) for one in made], axis=0)))
    table("Simulated panels", lines)


if __name__ == "__main__":
    main()

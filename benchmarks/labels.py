"""accord beside the packages that measure agreement of labels: one run, one table. `make bench` runs it."""

from __future__ import annotations

import os
import platform
import warnings
from collections.abc import Callable, Iterator
from importlib.metadata import version

import irrCAC.raw
import krippendorff
import numpy as np
import pandas as pd
import polars as pl
from nltk.metrics import masi_distance
from nltk.metrics.agreement import AnnotationTask
from numpy.typing import NDArray
from peak_memory import Peak, peak_memory
from scipy.stats import spearmanr
from sklearn.metrics import cohen_kappa_score
from statsmodels.stats import inter_rater

import accord
from comparison import Comparison, compare, table

PEERS = ("krippendorff", "irrCAC", "nltk", "scikit-learn", "scipy", "statsmodels", "pingouin")
HEAD = ("what", "items × annotators", "accord s", "peer", "peer s", "ratio", "accord", "peer value", "diff.", "note")
Array = NDArray[np.float64]
Call = Callable[[], float]


def ratings(items: int, annotators: int = 10, categories: int = 5, missing: float = 0.3) -> Array:
    """(items, annotators) labels 1 … categories: the truth in 60 % of the cases, else any; NaN where missing."""
    rng = np.random.default_rng(items + annotators)
    truth = rng.integers(1, categories + 1, size=(items, 1))
    given = np.where(rng.random((items, annotators)) < 0.6, truth, rng.integers(1, categories + 1, (items, annotators)))
    return np.where(rng.random((items, annotators)) < missing, np.nan, given)


def accord_value(data: object, expression: str, confidence: float | None = None) -> Call:
    """From the array or data frame to the value: the object is built anew each time."""
    return lambda: accord.measure(accord.labels(data), expression, confidence=confidence).value


# ---- α


def nominal_alpha() -> Comparison:
    data = ratings(1_000_000)
    return compare("α, nominal", "1,000,000 × 10", accord_value(data, "alpha"), "krippendorff", peer_alpha(data))


def alpha_intervals() -> Iterator[Comparison]:
    """1,000 replicates of accord against the time of 5 replicates of the peer × 200."""
    data = ratings(100_000)
    by_annotator = np.ascontiguousarray(data.T)
    values = np.arange(1.0, 6.0)
    counts = (data[:, :, None] == values).sum(axis=1)
    rng = np.random.default_rng(0)

    def over_data() -> float:
        for _ in range(5):
            drawn = by_annotator[:, rng.integers(len(data), size=len(data))]
            krippendorff.alpha(reliability_data=drawn, level_of_measurement="nominal")
        return np.nan

    def over_counts() -> float:
        for _ in range(5):
            drawn = counts[rng.integers(len(data), size=len(data))]
            krippendorff.alpha(value_counts=drawn, value_domain=values, level_of_measurement="nominal")
        return np.nan

    mine = accord_value(data, "alpha", 0.95)
    what, size, note = "α, nominal, 1,000 replicates", "100,000 × 10", "extrapolated from 5 replicates"
    yield compare(what, size, mine, "krippendorff, loop", over_data, times=200, note=note)
    yield compare(what, size, mine, "krippendorff, loop over counts", over_counts, times=200, note=note)


def alpha_levels() -> Iterator[Comparison]:
    data = ratings(100_000)
    for level in ("nominal", "ordinal", "interval", "ratio"):
        mine = accord_value(data, f"alpha(level='{level}')")
        yield compare(f"α, {level}", "100,000 × 10", mine, "krippendorff", peer_alpha(data, level))
    yield compare("α, nominal", "100,000 × 10", accord_value(data, "alpha"), "irrCAC", by_irrcac(data, "krippendorff"))


def peer_alpha(data: Array, level: str = "nominal") -> Call:
    by_annotator = np.ascontiguousarray(data.T)  # as the peer wants it, not counted
    return lambda: krippendorff.alpha(reliability_data=by_annotator, level_of_measurement=level)


# ---- two annotators


def cohen() -> Iterator[Comparison]:
    for items in (1_000_000, 100_000):
        data = ratings(items, annotators=2, missing=0).astype(np.int64)
        size = f"{items:,} × 2"
        for weights in (None, "linear", "quadratic"):
            what = f"Cohen's κ, {weights or 'plain'}"
            mine = accord_value(data, f"kappa(weights={weights!r})")
            yield compare(what, size, mine, "scikit-learn", by_sklearn(data, weights))
            yield compare(what, size, mine, "statsmodels", by_statsmodels(data, weights))


def two_annotators_nltk() -> Iterator[Comparison]:
    data = ratings(10_000, annotators=2, missing=0).astype(np.int64)
    task = triples(data)
    distances: dict[str, Callable[[int, int], float]] = {
        "linear": lambda one, other: abs(one - other),
        "quadratic": lambda one, other: (one - other) ** 2,
    }
    size, note = "10,000 × 2", "smaller: the peer is slow"
    yield compare(
        "Cohen's κ, plain", size, accord_value(data, "kappa"), "nltk", lambda: AnnotationTask(task).kappa(), note=note
    )
    for name, distance in distances.items():
        theirs = weighted_by_nltk(task, distance)
        yield compare(
            f"Cohen's κ, {name}", size, accord_value(data, f"kappa(weights='{name}')"), "nltk", theirs, note=note
        )
    yield compare("Scott's π", size, accord_value(data, "pi"), "nltk", lambda: AnnotationTask(task).pi(), note=note)


def by_sklearn(data: NDArray[np.int64], weights: str | None) -> Call:
    one, other = np.ascontiguousarray(data.T)
    return lambda: cohen_kappa_score(one, other, weights=weights)


def by_statsmodels(data: NDArray[np.int64], weights: str | None) -> Call:
    return lambda: inter_rater.cohens_kappa(inter_rater.to_table(data)[0], wt=weights, return_results=False)


def weighted_by_nltk(task: list[tuple[str, int, int]], distance: Callable[[int, int], float]) -> Call:
    return lambda: AnnotationTask(task, distance=distance).weighted_kappa()


def triples(data: NDArray[np.int64]) -> list[tuple[str, int, int]]:
    """(annotator, item, label) as nltk reads them."""
    return [(f"A{who + 1}", item, int(data[item, who])) for item in range(len(data)) for who in range(data.shape[1])]


# ---- many annotators


def many_annotators() -> Iterator[Comparison]:
    complete = ratings(100_000, missing=0).astype(np.int64)
    missing = ratings(100_000)
    size = "100,000 × 10"

    def fleiss_by_statsmodels() -> float:
        return inter_rater.fleiss_kappa(inter_rater.aggregate_raters(complete)[0])

    fleiss = accord_value(complete, "fleiss")
    yield compare("Fleiss' κ, complete", size, fleiss, "statsmodels", fleiss_by_statsmodels)
    with_errors = "the peer also gives a standard error"
    fleiss = accord_value(missing, "fleiss")
    yield compare("Fleiss' κ", size, fleiss, "irrCAC", by_irrcac(missing, "fleiss"), note=with_errors)
    conger = by_irrcac(missing, "conger")
    yield compare("Davies & Fleiss' κ", size, accord_value(missing, "multi_kappa"), "irrCAC", conger, note=with_errors)
    few = complete[:1_000]
    task = triples(few)
    yield compare(
        "Davies & Fleiss' κ, complete",
        "1,000 × 10",
        accord_value(few, "multi_kappa"),
        "nltk",
        lambda: AnnotationTask(task).multi_kappa(),
        note="smaller: the peer is slow",
    )


def by_irrcac(data: Array, coefficient: str, weights: str = "identity") -> Call:
    frame = pd.DataFrame(data)
    return lambda: getattr(irrCAC.raw.CAC(frame, weights=weights, digits=12), coefficient)()["est"]["coefficient_value"]


# ---- the other coefficients


def other_coefficients() -> Iterator[Comparison]:
    missing = ratings(100_000)
    size, note = "100,000 × 10", "the peer also gives a standard error"
    for what, mine, theirs, weights in (
        ("Gwet's AC1", "ac1", "gwet", "identity"),
        ("Gwet's AC2, quadratic", "ac2", "gwet", "quadratic"),
        ("Brennan & Prediger", "brennan_prediger", "bp", "identity"),
        ("Brennan & Prediger, quadratic", "brennan_prediger(weights='quadratic')", "bp", "quadratic"),
    ):
        yield compare(what, size, accord_value(missing, mine), "irrCAC", by_irrcac(missing, theirs, weights), note=note)
    complete = ratings(100_000, missing=0).astype(np.int64)
    few, small = triples(complete[:1_000]), "smaller: the peer is slow"
    some = complete[:1_000]
    yield compare(
        "Light's κ", "1,000 × 10", accord_value(some, "light"), "nltk", lambda: AnnotationTask(few).kappa(), note=small
    )
    yield compare(
        "Bennett's S", "1,000 × 10", accord_value(some, "s"), "nltk", lambda: AnnotationTask(few).S(), note=small
    )
    two = complete[:, :2]
    yield compare("Spearman's ρ", "100,000 × 2", accord_value(two, "spearman"), "scipy", by_scipy(two))
    part = complete[:10_000]
    yield compare(
        "ICC (2)",
        "10,000 × 10",
        accord_value(part, "icc"),
        "pingouin",
        by_pingouin(part),
        note="the peer gives all six forms",
    )
    sets = label_sets(1_000)
    task = [(f"A{who}", item, frozenset(cell)) for item, row in enumerate(sets) for who, cell in enumerate(row)]
    yield compare(
        "α, MASI",
        "1,000 × 3",
        accord_value(sets, "alpha(distance='masi_passonneau')"),
        "nltk",
        lambda: AnnotationTask(task, distance=masi_distance).alpha(),
        note=small,
    )


def by_scipy(data: NDArray[np.int64]) -> Call:
    one, other = np.ascontiguousarray(data.T)
    return lambda: float(spearmanr(one, other).statistic)


def by_pingouin(data: NDArray[np.int64]) -> Call:
    import pingouin

    frame = pd.DataFrame(data).rename_axis("item").reset_index().melt("item", var_name="who", value_name="label")

    def second_form() -> float:
        found = pingouin.intraclass_corr(frame, targets="item", raters="who", ratings="label").set_index("Type")["ICC"]
        return float(found["ICC2"] if "ICC2" in found.index else found["ICC(A,1)"])

    return second_form


def label_sets(items: int) -> list[list[set[str]]]:
    rng = np.random.default_rng(items)
    return [[set(rng.choice(list("abcd"), size=rng.integers(1, 4))) for _ in range(3)] for _ in range(items)]


# ---- what no peer does


def without_peer() -> Iterator[Comparison]:
    data = ratings(100_000)
    yield compare(
        "Davies & Fleiss' κ, 1,000 replicates",
        "100,000 × 10",
        accord_value(data, "multi_kappa", 0.95),
        note="nearly all rows differ",
    )
    long = crowd(100_000, 2_000)
    for what, name in (("α, nominal", "alpha"), ("Davies & Fleiss' κ", "multi_kappa")):
        yield compare(
            f"{what}, 1,000 replicates",
            "100,000 × 2,000",
            accord_value(long, name, 0.95),
            note="a crowd: 5 labels per item, from a long table",
        )


def crowd(items: int, annotators: int) -> pl.DataFrame:
    """A long table: each item is labelled by 5 neighbours in a ring of annotators, in random places."""
    rng = np.random.default_rng(items)
    who = (
        rng.integers(annotators, size=(items, 1)) + np.arange(5) * rng.integers(1, 300, size=(items, 1))
    ) % annotators
    labels = ratings(items, annotators=5, missing=0).astype(np.int64)
    columns = {"item": np.repeat(np.arange(items), 5), "annotator": who.ravel(), "label": labels.ravel()}
    return pl.DataFrame(columns)


# ---- memory


def memory() -> tuple[list[list[str]], Peak]:
    """Peak memory, and that of the case with a target: interval α of two annotators whose values all differ."""
    rng = np.random.default_rng(0)
    distinct = rng.normal(50, 10, size=(100_000, 1)) + rng.normal(0, 5, size=(100_000, 2))
    nominal = ratings(1_000_000)
    target = peak_memory("accord interval", distinct)
    cases = [
        ("α, interval, all values distinct", "100,000 × 2", "accord", target),
        (
            "the same with 1,000 replicates",
            "100,000 × 2",
            "accord",
            peak_memory("accord interval, replicates", distinct),
        ),
        *(
            (
                "α, interval, all values distinct",
                f"{items} × 2",
                "krippendorff",
                peak_memory("krippendorff interval", distinct[:items]),
            )
            for items in (75, 150, 300)
        ),
        ("α, nominal", "1,000,000 × 10", "accord", peak_memory("accord nominal", nominal)),
        ("α, nominal", "1,000,000 × 10", "krippendorff", peak_memory("krippendorff nominal", nominal)),
    ]
    return [[what, size, who, f"{peak.grown:,.0f}", f"{peak.whole:,.0f}"] for what, size, who, peak in cases], target


def machine() -> str:
    load = f", load {os.getloadavg()[0]:.2f} before the run" if hasattr(os, "getloadavg") else ""
    versions = ", ".join(f"{name} {version(name)}" for name in ("accord-iaa", "numpy", *PEERS))
    return (
        f"{os.cpu_count()} processors, {platform.system()} {platform.machine()}, "
        f"Python {platform.python_version()}{load}\n{versions}"
    )


def target(what: str, reached: str, met: bool) -> str:
    return f"target: {what}: {reached} — {'met' if met else 'NOT met'}"


def main() -> None:
    warnings.filterwarnings("ignore", module="irrCAC")  # pandas warns of what irrCAC does
    print(machine(), flush=True)
    alpha, (loop, *rest) = nominal_alpha(), list(alpha_intervals())
    groups = (alpha_levels, cohen, two_annotators_nltk, many_annotators, other_coefficients, without_peer)
    comparisons = [alpha, loop, *rest, *(line for group in groups for line in group())]
    print("\nBest time of up to 5 runs, 5 categories, 30 % missing unless complete or two annotators:\n")
    print(table(HEAD, [comparison.cells() for comparison in comparisons]))
    rows, distinct = memory()
    print("\nPeak memory in MB, each in a process of its own:\n")
    print(table(("what", "items × annotators", "package", "grown by", "whole process"), rows))
    speed, interval = alpha.ratio or 0.0, loop.ratio or 0.0
    print()
    print(target("nominal α, 10⁶ items, at least 6 × faster", f"{speed:.1f} ×", speed >= 6))
    print(target("α with 1,000 replicates, 10⁵ items, at least 60 × faster", f"{interval:.0f} ×", interval >= 60))
    slower = [line.what for line in comparisons if line.ratio is not None and line.ratio < 1]
    print(target("nothing slower than a peer", ", ".join(slower) or "nothing", not slower))
    print(target("interval α, 10⁵ items, under 200 MB", f"{distinct.whole:.0f} MB in all", distinct.whole < 200))


if __name__ == "__main__":
    main()

"""How often 95 % intervals cover the value of the population: the study behind the tables of docs/intervals.md.

`python benchmarks/interval_coverage.py items ratings crowds > coverage.csv` runs the parts on the designs and seeds of
interval_designs.py, one line per design and interval; `… --table coverage.csv` writes the tables as Markdown.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from interval_designs import (
    CROWD_DESIGNS,
    ITEM_DESIGNS,
    RATING_DESIGNS,
    REPLICATES,
    SAMPLES,
    CrowdDesign,
    ItemDesign,
    RatingDesign,
    crowd_sample,
    item_sample,
    population_of,
    rating_sample,
    true_alpha,
    true_icc,
)

import accord

Intervals = dict[str, Callable[[int], accord.Result]]
"""By name, the interval of the sample of a number."""
HEAD = ("part", "design", "items", "interval", "truth", "covered", "below", "above", "undefined", "width", "spread")


def _labels(design: ItemDesign | CrowdDesign, table: Any) -> accord.Labels:
    return accord.labels(table, categories=range(len(design.shares)), level="nominal")


def of_items(design: ItemDesign) -> tuple[float, Intervals]:
    truth = accord.measure(_labels(design, population_of(design)), "alpha", confidence=None).value

    def made(method: str | None) -> Callable[[int], accord.Result]:
        return lambda number: accord.measure(
            _labels(design, item_sample(design, number)), "alpha", replicates=REPLICATES, seed=number, method=method
        )

    return truth, {"default": made(None), "bca": made("bca")}


def of_ratings(design: RatingDesign) -> tuple[float, Intervals]:
    def made(method: str | None) -> Callable[[int], accord.Result]:
        return lambda number: accord.measure(
            accord.labels(rating_sample(design, number), level="interval"),
            f"icc(form='{design.form}')",
            replicates=REPLICATES,
            seed=number,
            method=method,
        )

    return true_icc(design), {"default": made(None), "bca": made("bca")}


def of_crowds(design: CrowdDesign) -> tuple[float, Intervals]:
    def made(clustered: bool, **options: str) -> Callable[[int], accord.Result]:
        def interval(number: int) -> accord.Result:
            table, text = crowd_sample(design, number)
            given: dict[str, Any] = {**options, "cluster": text.tolist()} if clustered else {**options}
            return accord.measure(_labels(design, table), "alpha", replicates=REPLICATES, seed=number, **given)

        return interval

    intervals = {"items": made(False), "both": made(False, resample="both")}
    if design.text > 1:
        intervals |= {"texts": made(True), "texts and annotators": made(True, resample="both")}
    return true_alpha(design), intervals


def rows(part: str) -> Iterator[list[object]]:
    """One row per design and interval."""
    prepared: Sequence[tuple[Any, Callable[[Any], tuple[float, Intervals]]]]
    prepared = {
        "items": [(design, of_items) for design in ITEM_DESIGNS],
        "ratings": [(design, of_ratings) for design in RATING_DESIGNS],
        "crowds": [(design, of_crowds) for design in CROWD_DESIGNS],
    }[part]
    for design, of in prepared:
        truth, intervals = of(design)
        for name, interval in intervals.items():
            found = [interval(number) for number in range(SAMPLES[part])]
            low, high = np.array([(one.low, one.high) for one in found]).T
            values = np.array([one.value for one in found])
            numbers = (
                ((low <= truth) & (truth <= high)).mean(),
                (high < truth).mean(),
                (low > truth).mean(),
                np.isnan(low).mean(),
                np.nanmean(high - low),
                np.nanstd(values),
            )
            yield [part, str(design), design.items, name, f"{truth:.5f}", *(f"{number:.4f}" for number in numbers)]


def main(arguments: Sequence[str]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(HEAD)
    for part in arguments:
        for row in rows(part):
            writer.writerow(row)
            sys.stdout.flush()


if __name__ == "__main__":
    if sys.argv[1:2] == ["--table"]:
        from interval_tables import tables

        print(tables(Path(sys.argv[2])))
    else:
        main(sys.argv[1:] or ["items", "ratings", "crowds"])

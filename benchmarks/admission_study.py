"""How often models are admitted of which we know how good they are: the study behind the figures of docs/models.md.

`python benchmarks/admission_study.py > benchmarks/admission_study.csv` runs all parts, one line per design (a quarter
of an hour); the names of parts run these alone: labels, answers, spans, relations, coverage, effective. The panels are
those of tests/admission.
"""

from __future__ import annotations

import csv
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from accord.admission.alternative_annotator import PASSES
from accord.admission.verdict import verdict
from admission.other_shapes import answer_panel, relation_panel, span_panel
from admission.simulated import PEOPLES_RATES, drawn_items, errors_in_common, judged, panel

Panel = Callable[..., Any]
Line = dict[str, object]

PANELS: dict[str, tuple[Panel, int, int, int]] = {
    "labels": (panel, 400, 20, 800),
    "answers": (answer_panel, 100, 20, 800),
    "spans": (span_panel, 50, 20, 800),
    "relations": (relation_panel, 20, 10, 400),
}
"""Data sets of each shape, how many are drawn, and with how many people and items at most."""
PEOPLE, ITEMS, EPSILON = 10, 200, 0.15
OVER: dict[str, tuple[float, ...]] = {
    "items": (50, 100, 200, 400, 800),
    "people": (3, 5, 10, 20),
    "epsilon": (0.05, 0.1, 0.15, 0.2, 0.25, 0.3),
}
WORSE = (0.0, 0.15)
POPULATION = 20_000  # items from which true values are taken
SAMPLES = 200
CORRELATIONS = (0.0, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8)
COLUMNS = ("part", "shape", "people", "items", "epsilon", "more", "value", "sets", "admitted", "refused", "passes",
           "truth", "mean", "covered", "below", "above")  # fmt: skip


def verdicts(shape: str) -> Iterator[Line]:
    """Candidates of the people's population, and such as err more often, over items, people and ε."""
    make, sets, most_people, most_items = PANELS[shape]
    designs = {(PEOPLE, int(items)) for items in OVER["items"]} | {(int(people), ITEMS) for people in OVER["people"]}
    for people, items in sorted(one for one in designs if one[0] <= most_people and one[1] <= most_items):
        for more in WORSE:
            found = [judged(make(seed, people=people, items=items, more=more)) for seed in range(sets)]
            for epsilon in OVER["epsilon"] if (people, items) == (PEOPLE, ITEMS) else (EPSILON,):
                passes = [dict(one.test.curve)[epsilon] >= PASSES for one in found]
                words = Counter(
                    verdict(replace(one.test, passes=passed), one.panel).word
                    for one, passed in zip(found, passes, strict=True)
                )
                yield {
                    "part": "verdicts", "shape": shape, "people": people, "items": items, "epsilon": epsilon,
                    "more": more, "sets": sets, "admitted": words["admitted"] / sets,
                    "refused": words["refused"] / sets, "passes": sum(passes) / sets,
                }  # fmt: skip


def coverage() -> Iterator[Line]:
    """How often the intervals of ρ and of the difference in the panel cover what all items would give."""
    for people in (3, 10):
        for more in WORSE:
            rng = np.random.default_rng([people, int(100 * more)])
            rates = rng.uniform(*PEOPLES_RATES, size=people + 1)
            rates[-1] += more
            whole = judged(drawn_items(rng, rates, POPULATION), replicates=2)
            truth = {"rho": whole.test.rho, "panel": whole.panel.difference}
            for items in (30, 50, 100, 200):
                found = [judged(drawn_items(rng, rates, items), replicates=500) for _ in range(SAMPLES)]
                ends = {
                    "rho": [(one.test.rho_low, one.test.rho_high) for one in found],
                    "panel": [(one.panel.low, one.panel.high) for one in found],
                }
                for value, intervals in ends.items():
                    low, high = np.array(intervals).T
                    yield {
                        "part": "coverage", "shape": "labels", "people": people, "items": items, "more": more,
                        "value": value, "sets": SAMPLES, "truth": truth[value],
                        "covered": float(((low <= truth[value]) & (truth[value] <= high)).mean()),
                        "below": float((high < truth[value]).mean()), "above": float((low > truth[value]).mean()),
                    }  # fmt: skip


def effective(sets: int = 30) -> Iterator[Line]:
    """Six models whose errors correlate by so much, beside five people: what they are worth together."""
    for correlation in CORRELATIONS:
        truth = 6 / (1 + 5 * correlation)
        found = [errors_in_common(np.random.default_rng(seed), correlation) for seed in range(sets)]
        low, high = np.array([(one.low, one.high) for one in found]).T
        yield {
            "part": "effective", "shape": "labels", "people": 5, "items": 300, "value": correlation, "sets": sets,
            "truth": truth, "mean": float(np.mean([one.value for one in found])),
            "covered": float(((low <= truth) & (truth <= high)).mean()),
            "below": float((high < truth).mean()), "above": float((low > truth).mean()),
        }  # fmt: skip


PARTS: dict[str, Callable[[], Iterator[Line]]] = {
    **{shape: partial(verdicts, shape) for shape in PANELS},
    "coverage": coverage,
    "effective": effective,
}


def main() -> None:
    written = csv.DictWriter(sys.stdout, COLUMNS, restval="", lineterminator="\n")
    written.writeheader()
    for part in sys.argv[1:] or PARTS:
        for line in PARTS[part]():
            written.writerow({k: round(v, 5) if isinstance(v, float) else v for k, v in line.items()})
            sys.stdout.flush()


if __name__ == "__main__":
    main()

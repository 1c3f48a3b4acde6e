"""The best that a system could do: the gold answers themselves, the most frequent first."""

from __future__ import annotations

from accord.annotations.answers import Answers
from accord.scoring.metrics import TEN
from accord.scoring.runs import Run

SINGLE = ("best", "best_mode", "best_normalised")


def oracle(gold: Answers, metric: str) -> Run:
    """A run with the most frequent answer (best), the ten most frequent (oot), or all of them."""
    most = 1 if metric in SINGLE else TEN if metric.startswith("oot") else None
    tallies = gold.tallies
    order = sorted(
        range(len(tallies.item)), key=lambda row: (tallies.item[row], -tallies.count[row], tallies.codes[row])
    )
    given: list[list[str]] = [[] for _ in gold.items]
    for row in order:
        guesses = given[tallies.item[row]]
        if most is None or len(guesses) < most:
            guesses.append(gold.vocabulary[tallies.codes[row]])
    return Run("oracle", tuple((item, tuple(guesses)) for item, guesses in zip(gold.items, given, strict=True)))

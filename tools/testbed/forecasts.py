"""Forecasts: some labels of each item are seen, k others are hidden, and the forecast is compared with these.

Annotators are put in a random order, the same for all items: the first P labels of an item in this order are seen, the
next k are the group that is forecast. In a panel these are the same persons everywhere.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

import accord
from accord.annotations import ItemCounts, Labels
from accord.reproducibility.annotators_needed import annotators_needed
from accord.reproducibility.extrapolation import Pilot, forecast
from accord.reproducibility.forecast_errors import FAR, persons_in_effect
from accord.reproducibility.rules import RULES
from testbed.public_labels import PublicLabels, ratings_of, rows_of

DESIGNS = ((3, 3), (3, 5), (3, 9), (3, 17), (5, 5), (5, 15))
"""Labels of an item that are seen, and labels of the group that is forecast."""
SPLITS = 5
FEWEST_ITEMS, MOST_ITEMS = 50, 300
MOST_CATEGORIES = 20


def tried(corpus: PublicLabels) -> dict[str, object] | None:
    """By design: forecast and truth, how often the interval held it, and what could be known beforehand."""
    labels = corpus.labels
    if len(labels.categories) > MOST_CATEGORIES or corpus.corpus.level == "interval":
        return None
    made = {}
    for seen, hidden in DESIGNS:
        enough = np.flatnonzero(labels.sizes >= seen + hidden)
        if len(enough) >= FEWEST_ITEMS:
            made[f"{seen}+{hidden}"] = _of_design(corpus, rows_of(labels, enough), seen, hidden)
    return made or None


def _of_design(corpus: PublicLabels, labels: Labels, seen: int, hidden: int) -> dict[str, object]:
    rng = corpus.rng("forecast", seen, hidden)
    forecasts, truths, widths, held, sides, needed, spreads, persons = [], [], [], [], [], [], [], []
    for _ in range(SPLITS):
        some = labels
        if labels.n_rows > MOST_ITEMS:
            some = rows_of(labels, rng.choice(labels.n_rows, MOST_ITEMS, replace=False))
        rank = _rank(some, corpus.named, rng)
        pilot_labels = ratings_of(some, rank < seen)
        others = ratings_of(some, (rank >= seen) & (rank < seen + hidden))
        pilot = Pilot.of(pilot_labels if corpus.named else replace(pilot_labels, annotators=None, who=None))
        made = forecast(pilot, hidden)
        rule = RULES[pilot.reference]
        truth = float(1 - (rule.of_all(_counts(pilot_labels)) * rule.of_all(_counts(others))).sum(axis=1).mean())
        forecasts.append(made.value)
        truths.append(truth)
        widths.append(made.high - made.low)
        held.append(made.low <= truth <= made.high)
        sides.append(float(np.sign(made.value - truth)) * (not held[-1]))
        spreads.append(_spread(pilot_labels) if corpus.named else float("nan"))
        persons.append(persons_in_effect(pilot_labels) if corpus.named else float("nan"))
        needed.append(_planned(some, pilot, hidden))
    planned = [one for one in needed if one is not None]
    return {
        "items": min(labels.n_rows, MOST_ITEMS),
        "forecast": float(np.mean(forecasts)),
        "truth": float(np.mean(truths)),
        "error": float(np.mean(np.abs(np.subtract(forecasts, truths)))),
        "off": float(np.mean(np.abs(np.subtract(forecasts, truths)) > FAR)),
        "width": float(np.mean(widths)),
        "held": float(np.mean(held)),
        "too_high": float(np.mean(np.array(sides) > 0)),
        "too_low": float(np.mean(np.array(sides) < 0)),
        "spread": float(np.mean(spreads)),
        "persons": float(np.mean(persons)),
        **({"planned": float(np.mean(planned))} if planned else {}),
    }


def _rank(labels: Labels, named: bool, rng: np.random.Generator) -> np.ndarray:
    """(ratings,) the place of each among those of its item, by a random order of the annotators."""
    row = np.repeat(np.arange(labels.n_rows), labels.sizes)
    if named and labels.who is not None:
        place = rng.permutation(len(labels.annotators or ()))[labels.who].astype(np.float64)
    else:
        place = rng.random(len(row))
    order = np.lexsort((place, row))
    rank = np.empty(len(row), dtype=np.int64)
    rank[order] = np.arange(len(row)) - labels.starts[row]
    return rank


def _counts(labels: Labels) -> np.ndarray:
    """(items, categories)"""
    row = np.repeat(np.arange(labels.n_rows), labels.sizes)
    counts = np.zeros((labels.n_rows, len(labels.categories)), dtype=np.int64)
    np.add.at(counts, (row, labels.codes), 1)
    return counts


def _planned(labels: Labels, pilot: Pilot, k: int) -> bool | None:
    """Whether the range of annotators that it takes holds k, for the share on which groups of k really differ."""
    if k > 9 or (ItemCounts.of(labels).sizes < 2 * k).any():
        return None
    target = float(accord.stability(labels, k, "group", confidence=None))
    found = annotators_needed(pilot, target) if target > 0 else None
    if found is None:
        return None
    beyond = 102  # more than a hundred
    return (found.low or beyond) <= k <= (found.high or beyond)


def _spread(labels: Labels) -> float:
    """How much annotators differ beyond chance: the variance of the share of a person's labels that the others of the
    item share, less what is due to few labels, as a root."""
    from accord.diagnosis.labels.with_the_vote import agreement_with_vote

    found = agreement_with_vote(labels)
    known = (found.items >= 5) & ~np.isnan(found.agreement)
    if known.sum() < 2:
        return float("nan")
    share, number = found.agreement[known], found.items[known].astype(np.float64)
    mean = float(np.average(share, weights=number))
    between = float(np.average((share - mean) ** 2, weights=number))
    chance = float(np.average(mean * (1 - mean) / number, weights=number))
    return float(np.sqrt(max(between - chance, 0.0)))

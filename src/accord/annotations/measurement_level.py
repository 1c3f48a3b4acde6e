"""The level of measurement of labels: told, or recognised by the labels, their column and their disagreements.

Numbers are scales more often than names: of 85 public data sets whose labels are three to twelve neighbouring whole
numbers, 81 are ordinal. What gives names away is that disagreements do not follow the order of the numbers: a wrong
order brings some disagreements closer together and others further apart, the right one nearly always does best.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise, permutations
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from accord.annotations.categories import Categories, number_text
from accord.annotations.item_counts import ItemCounts
from accord.annotations.joined_labels import joins_labels
from accord.annotations.labels import Labels, Level, check_level
from accord.annotations.ordered_words import in_order, only_plain_sentiment, plain
from accord.results import Reading

LONGEST_SCALE = 12  # points of a scale of whole numbers: 1 to 5, 0 to 10
MANY = 20  # different numbers; beyond, they are measured and not named
FEW_DISAGREEMENTS = 25  # pairs of labels; below, they do not say whether they follow an order
LONGEST_PERCENT = 1000  # the highest number of a scale of fives and tens
UNLIKELY = 0.3  # share of other orders that fit better; beyond, the numbers are names
NEAR_CHANCE = 0.1  # nominal α; below, labels hardly depend on the item and their order shows in no disagreement
ORDERS = 360
FEW_ROWS = 1000  # items that are counted one by one, as looking for those that are alike takes longer
NUMERIC: tuple[Level, ...] = ("ordinal", "interval", "ratio", "circular")

# fmt: off
_OF_SCALES = frozenset((
    "rating", "ratings", "rate", "rated", "score", "scores", "star", "stars", "likert", "grade", "grades", "severity",
    "intensity", "degree", "strength", "level", "quality", "importance", "confidence", "relevance", "fluency",
    "adequacy", "coherence", "valence", "arousal", "dominance", "satisfaction", "agreement", "rank", "scale", "points",
    "etoile", "etoiles", "echelle", "note", "notes", "niveau", "gravite", "intensite", "degre", "qualite", "rang",
))
_OF_NAMES = frozenset((
    "class", "classes", "category", "categories", "cat", "topic", "type", "kind", "code", "sense", "tag", "cluster",
    "intent", "id", "genre", "group", "species", "breed", "classe", "categorie", "theme", "sens", "espece", "groupe",
))
# fmt: on
_LEADING_ZEROS = re.compile(r"[+-]?0+(?=[0-9])")


def with_level(labels: Labels, told: Level | None, name: str | None = None) -> Labels:
    """The same labels at the level that was told, or at the one that is recognised; `name` is that of their column."""
    if told is None and labels.categories.sets:
        return labels.at(labels.level, (*labels.read_as, Reading("level", _TOLD["sets"])))
    if told is not None and told not in NUMERIC:
        return _at(labels, told, Reading("level", _TOLD.get(told, told)))
    numbers = _without_padding(labels)
    if told is not None:
        return _as_told(numbers, told)
    if numbers.categories.values is None:
        return _words(labels)
    level, guess = _of_numbers(numbers, numbers.categories.values, name)
    return _at(numbers if level != "nominal" else labels, level, guess)


_TOLD = {
    "nominal": "names (nominal)",
    "ordinal": "a scale (ordinal)",
    "interval": "numbers (interval)",
    "ratio": "numbers with a zero (ratio)",
    "circular": "numbers on a circle (circular)",
    "sets": "sets of labels",
}


def _at(labels: Labels, level: Level, reading: Reading) -> Labels:
    check_level(labels.categories, level)
    return labels.at(level, (*labels.read_as, reading))


def _as_told(labels: Labels, told: Level) -> Labels:
    """At the level that was told; the order of words that form a known scale need not be declared."""
    order = None
    if told == "ordinal" and not labels.categories.declared and labels.categories.values is None:
        order = in_order(labels.categories.texts)
    if order is None:
        return _at(labels, told, Reading("level", _TOLD[told]))
    reading = Reading("level", f"a scale (ordinal), in this order: {', '.join(order)}", True, ("categories",))
    return _at(_ordered(labels, order), told, reading)


def _words(labels: Labels) -> Labels:
    """Words: names, unless they form a known scale."""
    texts = labels.categories.texts
    order = None if labels.categories.declared else in_order(texts)
    if labels.categories.declared and in_order(texts) == texts:
        order = texts
    if order is None:
        return _at(labels, "nominal", _of_names(texts))
    if only_plain_sentiment(texts):
        return _at(labels, "nominal", Reading("level", _TOLD["nominal"], True, ("level=ordinal",)))
    reading = Reading("level", f"a scale (ordinal), in this order: {', '.join(order)}", True, ("level=nominal",))
    return _at(_ordered(labels, order), "ordinal", reading)


def _of_names(texts: tuple[str, ...]) -> Reading:
    """Names; where some of them look like several in one cell, that is said."""
    separator = joins_labels(texts)
    if separator is None:
        return Reading("level", _TOLD["nominal"])
    joined = f"{_TOLD['nominal']}, though some look like several labels joined by '{separator}'"
    return Reading("level", joined, True, (f"set_separator={separator}",))


def _ordered(labels: Labels, order: tuple[str, ...]) -> Labels:
    if labels.categories.texts == order and labels.categories.declared:
        return labels
    return labels.in_order(order)


def _of_numbers(labels: Labels, values: NDArray[np.float64], name: str | None) -> tuple[Level, Reading]:
    """The level of numeric labels, and how it was recognised."""
    size = len(values)
    if size <= 2:
        return "nominal", Reading("level", _TOLD["nominal"])
    lowest, highest = float(values.min()), float(values.max())
    shown = f"{size:,} numbers from {number_text(lowest)} to {number_text(highest)}"
    if size > MANY:
        return _guessed("interval", shown, "", "ordinal", "nominal")
    points: list[float] = sorted(values.tolist())
    shown = shown if size > LONGEST_SCALE else _listed(points)
    if lowest < 0 or not all(map(float.is_integer, points)) or _evenly_spaced(points):
        return _guessed("interval", shown, "", "ordinal", "nominal")
    span = points[-1] - points[0] + 1  # of which a third at most may be unused
    if not (span <= MANY and points[0] <= 2 and 3 * len(points) >= 2 * span):
        return _guessed("nominal", f"{shown}, with gaps", "", "ordinal", "interval")
    hint = _named_like(name)
    if hint == "names":
        return _guessed("nominal", shown, f", as the column is called '{name}'", "ordinal")
    if hint is None and (share := better_orders(labels)) is not None and share > UNLIKELY:
        return _guessed("nominal", shown, ", as disagreements do not follow their order", "ordinal")
    if size > LONGEST_SCALE:
        return _guessed("interval", shown, "", "ordinal", "nominal")
    return _guessed("ordinal", shown, "", "nominal")


def _guessed(level: Level, shown: str, why: str, *others: Level) -> tuple[Level, Reading]:
    """A level that was recognised, and the others that it could be."""
    return level, Reading("level", f"{shown}: {_TOLD[level]}{why}", True, tuple(f"level={other}" for other in others))


def _listed(points: list[float]) -> str:
    run = all(high - low == 1 for low, high in pairwise(points))
    texts = [number_text(point) for point in points]
    return f"{texts[0]} to {texts[-1]}" if run and len(texts) > 3 else ", ".join(texts)


def _evenly_spaced(points: list[float]) -> bool:
    """Steps of more than 1 that are all alike, as 0, 25, 50, 75, 100 are, or all multiples of 5, as 0, 10, 25, 90."""
    steps = [high - low for low, high in pairwise(points)]
    if len(steps) < 3:
        return False
    alike = steps[0] > 1 and len(set(steps)) == 1
    return alike or (points[-1] <= LONGEST_PERCENT and all(point % 5 == 0 for point in points))


def _named_like(name: str | None) -> Literal["scale", "names"] | None:
    """What the name of a column says: stars, overall_rating; topicId, 'classe'."""
    if name is None:
        return None
    words = set(plain(re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name)).split())
    return "scale" if words & _OF_SCALES else "names" if words & _OF_NAMES else None


# ---- do disagreements follow the order of the numbers?


def better_orders(labels: Labels) -> float | None:
    """The share of other orders of the categories in which disagreements would lie closer together; None if unclear.

    Observed over expected squared distance of ranks, as in α, over all orders (or 360 of them beyond six categories).
    """
    table, times = _counted(labels)
    people = table.sum(axis=1)
    weighted = table * np.where(people > 1, times / np.maximum(people - 1, 1), 0)[:, None]
    observed = np.asarray(weighted.T @ table - np.diag(weighted.sum(axis=0)))
    expected = np.outer(observed.sum(axis=0), observed.sum(axis=0))
    np.fill_diagonal(observed, 0)
    if observed.sum() / 2 < FEW_DISAGREEMENTS or _near_chance(observed, expected):
        return None
    distances = _distances(len(observed))
    ratios = (distances @ observed.ravel()) / (distances @ expected.ravel())
    return float((ratios[1:] < ratios[0] * (1 - 1e-9)).mean())


def _near_chance(disagreements: NDArray[np.float64], expected: NDArray[np.float64]) -> bool:
    """Whether nominal α is too low for the disagreements to say anything of an order: chance fits any."""
    by_chance = (expected.sum() - np.trace(expected)) / (float(np.sqrt(expected.sum())) - 1)
    return bool(disagreements.sum() > (1 - NEAR_CHANCE) * by_chance)


@cache
def _distances(size: int) -> NDArray[np.float64]:
    """(orders, size × size) squared differences of ranks, the own order first; an order and its reverse are one."""
    if size <= 6:
        orders = np.array([order for order in permutations(range(size)) if order[0] < order[-1]])
    else:
        drawn = np.random.default_rng(0).permuted(np.tile(np.arange(size), (ORDERS, 1)), axis=1)
        orders = np.concatenate([np.arange(size)[None], drawn])
    ranks = np.argsort(orders, axis=1).astype(np.float64)
    return ((ranks[:, :, None] - ranks[:, None, :]) ** 2).reshape(len(ranks), -1)


def _counted(labels: Labels) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """(patterns, categories) how many annotators chose each, and how often: item by item where these are few."""
    size = len(labels.categories)
    if labels.table is None and labels.repeats is None and labels.n_rows <= FEW_ROWS:
        row = np.repeat(np.arange(labels.n_rows), labels.sizes)
        cells = np.bincount(row * size + labels.codes, minlength=labels.n_rows * size)
        return cells.reshape(labels.n_rows, size).astype(np.float64), labels.weights
    counts = ItemCounts.of(labels)
    table = np.zeros((len(counts.multiplicity), size))
    table[np.repeat(np.arange(len(table)), counts.widths), counts.codes] = counts.counts
    return table, counts.multiplicity


def _without_padding(labels: Labels) -> Labels:
    """With '00' and '0' as one number, where all labels are numbers."""
    categories = labels.categories
    if categories.values is not None or categories.declared or categories.sets:
        return labels
    short = {text: _LEADING_ZEROS.sub(lambda zeros: "-" * (zeros[0][0] == "-"), text) for text in categories.texts}
    return labels if Categories.recorded(short.values()).values is None else labels.renamed(short)

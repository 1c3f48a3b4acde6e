"""`accord.promise`: what the reference is worth, in one sentence, with its numbers and the curve they lie on."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from accord.annotations import Labels, annotators_chosen
from accord.annotations.among import Names
from accord.evaluation.extrapolating import too_few
from accord.formats.public_functions import public
from accord.reproducibility.annotators_needed import PAIRED, Needed, annotators_needed
from accord.reproducibility.curves import Model, curve
from accord.reproducibility.extrapolation import (
    MOST_ANNOTATORS,
    Forecast,
    Made,
    Pilot,
    dirichlet_variation,
    fewest,
    forecast,
)
from accord.reproducibility.forecast_errors import caution
from accord.reproducibility.inverse import ROUNDING, smallest_k
from accord.reproducibility.item_tallies import ItemTallies
from accord.reproducibility.marked import Judged, check_targets, judged
from accord.reproducibility.mixed_population import MixedPopulation
from accord.reproducibility.rules import RULES
from accord.reproducibility.sampled import counts_of
from accord.reproducibility.scale_populations import Scale, leaps, steps
from accord.reproducibility.stability_result import COIN_TOSS
from accord.reproducibility.vote_distribution import distinct_rows
from accord.results import UsageError
from accord.results.arrays import Floats
from accord.results.json_numbers import json_fields
from accord.results.option_names import told
from accord.results.wording import many, percent

KAPPAS = tuple(step / 40 for step in range(1, 40))
ALLOWED = 0.01  # six standard errors of the share on which drawn groups differ
QUICK = 11  # annotators of the largest groups that are compared exactly in less time than by drawing
NAMED = 3  # categories and items that the sentence names


@dataclass(frozen=True)
class CurvePoint:
    """One κ, and the variation between groups of k that populations of annotators with it show."""

    kappa: float
    homogeneous: float
    dirichlet: float


@dataclass(frozen=True)
class Promise:
    """What k other annotators of the same kind would change, and how many it takes to change less."""

    text: str
    forecast: Forecast
    """Of the present reference beside k others."""
    target: float
    needed: int | None
    """The fewest annotators whose references differ on at most `target` of the items; None beyond a hundred, and where
    the items are too few to say."""
    needed_homogeneous: int | None
    needed_dirichlet: int | None
    """The same from κ alone, if items were all equally hard, or as uneven as those of a Dirichlet population."""
    per_category: Mapping[str, float]
    """The share of a category's labels that would change."""
    coin_tosses: tuple[str, ...]
    """Items whose label others change with a probability of .4 or more, the most fragile first; none without names."""
    coin_toss_items: int
    """How many they are."""
    extrapolation: Needed | None = None
    """`needed` with its range and what it rests on; None where the items are too few to say."""
    judged: Judged | None = None
    """What was marked, judged by itself, where a category is for nothing or has a target of its own."""
    caution: str = ""
    """How forecasts of this kind fared on public data sets, where they missed more often than others."""

    def as_json(self) -> dict[str, object]:
        needed = ("needed", "extrapolation", "needed_homogeneous", "needed_dirichlet")
        known = json_fields(
            self,
            "text",
            "forecast",
            "target",
            *needed,
            "per_category",
            "coin_toss_items",
            "coin_tosses",
            "caution",
        )
        return known if self.judged is None else {**known, "marked": self.judged.as_json()}

    def __str__(self) -> str:
        return self.text


@public("labels", renamed={"labels": "data"})
def promise(
    data: Labels,
    k: int | None = None,
    *,
    target: float = 0.05,
    target_for: Mapping[str, float] | None = None,
    confidence: float = 0.95,
    listed: int = 100,
    reference: Made | None = None,
    pilot: Pilot | None = None,
    only: Names = None,
    without: Names = None,
) -> Promise:
    """The sentence for a report: "With k other annotators of the same kind, x % of the reference labels would differ".

    Parameters
    ----------
    k
        How many other annotators; None: as many as an item has labels now.
    target
        The share that is asked for, of which the sentence says how many annotators it takes. Where a category is for
        nothing, it is a share of what is marked.
    target_for
        A share for single categories: {"Former": 0.05}.
    listed
        How many coin tosses (items that another group may well label otherwise) are named at most.
    reference
        "vote" or "median"; None: the median on a scale, else the vote.
    pilot
        A `Pilot` that was made of these labels: it is not fitted again.

    Returns
    -------
    Promise
        `text` is the sentence.

    Raises
    ------
    DataError
        When the data cannot be read, or have no item with two labels.

    Examples
    --------
    >>> import accord
    >>> data = accord.counts([[4, 0], [3, 1], [0, 4], [4, 0], [0, 4], [2, 2], [4, 0], [0, 4]] * 5)
    >>> print(promise(data).text[:97])
    With 4 other annotators of the same kind, 9.9 % [0.0 %, 22.2 %] of the reference labels (the vote
    """
    if not isinstance(target, float) or not 0 < target < 1:
        raise UsageError(f"{told('target', target)} is not between 0 and 1", "such as 0.05")
    data = annotators_chosen(data, only, without)
    pilot = Pilot.of(data, reference=reference) if pilot is None else pilot
    tallies = ItemTallies.of(data)
    sizes = np.repeat(tallies.sizes, tallies.multiplicity)
    chosen = k if k is not None else max(1, int(np.median(sizes[sizes > 0])))
    made = forecast(pilot, min(chosen, MOST_ANNOTATORS) if k is None else chosen, confidence=confidence)
    per_category, names, number = _fragile(data, pilot, made.k, listed)
    needed = annotators_needed(pilot, target)
    from_kappa = [_from_kappa(pilot, target, model) for model in ("homogeneous", "dirichlet")]
    own = check_targets(data, target_for)
    marked = judged(data, pilot, made.k, target=target, targets=own, confidence=confidence)
    text = f"{_changed(made, per_category, names, number)}. {promised_people(needed, target, pilot.paired, marked)}"
    fared = "" if needed is None else caution(pilot.persons, pilot.reference)
    return Promise(
        f"{text} {fared}".rstrip(),
        made,
        target,
        None if needed is None else needed.annotators,
        from_kappa[0],
        from_kappa[1],
        per_category,
        tuple(names),
        number,
        needed,
        marked,
        fared,
    )


def promise_curve(categories: int, k: int, kappas: Sequence[float] = KAPPAS) -> list[CurvePoint]:
    """The curves between which, or near which, κ and the Δ_k of a vote lie.

    `forecast(data, k, against="group")` is the point of your data beside them. Medians on a scale have curves of their
    own, `accord.reproducibility.scale_curve`.

    Parameters
    ----------
    categories
        The number of categories.
    k
        How many annotators make a reference.
    kappas
        The values of κ at which the curves are computed.

    Returns
    -------
    list of CurvePoint
        `kappa`, `homogeneous` (all items equally hard) and `dirichlet` (items of all kinds).

    Raises
    ------
    UsageError
        When a number is out of its range.

    Examples
    --------
    >>> [(round(one.homogeneous, 3), round(one.dirichlet, 3)) for one in promise_curve(3, 3, [0.5, 0.8])]
    [(0.158, 0.25), (0.024, 0.09)]
    """
    lines = [curve(kappas, categories, k, model, "group") for model in ("homogeneous", "dirichlet")]
    return [CurvePoint(*map(float, line)) for line in zip(kappas, *lines, strict=True)]


@dataclass(frozen=True)
class ScalePoint:
    """One α of a scale, and how two medians of k differ for annotators who disagree by steps, and by leaps."""

    alpha: float
    steps: float
    leaps: float
    steps_distance: float
    leaps_distance: float
    """By how much, on average over all items, in the units of the scale."""


def scale_curve(categories: int | Scale, k: int, alphas: Sequence[float] = KAPPAS) -> Iterator[ScalePoint]:
    """`promise_curve` of medians on a scale, by α at its level; of equally frequent categories, or of a `Scale`.

    >>> [(round(one.steps, 3), round(one.leaps, 3)) for one in scale_curve(5, 3, [0.5, 0.8])]
    [(0.58, 0.305), (0.379, 0.108)]
    """
    scale = categories if isinstance(categories, Scale) else Scale.even(categories)
    for alpha in alphas:
        near, far = steps(alpha, scale, k), leaps(alpha, scale, k)
        yield ScalePoint(float(alpha), near.share, far.share, near.distance, far.distance)


def _fragile(labels: Labels, pilot: Pilot, k: int, listed: int) -> tuple[dict[str, float], list[str], int]:
    """The change by category, and the coin tosses."""
    data = labels.first_ratings()
    patterns, inverse = distinct_rows(counts_of(data))
    some = patterns.sum(axis=1) > 0
    shown, back = np.zeros(patterns.shape), np.zeros(patterns.shape)
    shown[some] = RULES[pilot.reference].of_all(patterns[some])
    back[some] = shown[some] * pilot.population.references(patterns[some], k, pilot.reference)
    times = np.bincount(inverse, weights=data.weights, minlength=len(patterns))
    with np.errstate(invalid="ignore", divide="ignore"):
        changed: Floats = 1 - (times @ back) / (times @ shown)
    by_item = np.where(some, 1 - back.sum(axis=1), 0.0)[inverse]
    rows = np.flatnonzero(by_item >= COIN_TOSS)
    order = np.lexsort((rows, -by_item[rows].round(12)))
    # without names there is nothing to look up: the rows of a table of counts may stand for many items, in any order
    names = [labels.items[row] for row in rows[order][:listed].tolist()] if labels.items is not None else []
    return dict(zip(labels.categories.texts, changed.tolist(), strict=True)), names, int(data.weights[rows].sum())


def _from_kappa(pilot: Pilot, target: float, model: Model) -> int | None:
    if (target, model) not in pilot.from_kappa:
        pilot.from_kappa[target, model] = _fewest_by_kappa(pilot, target, model)
    return pilot.from_kappa[target, model]


def _fewest_by_kappa(pilot: Pilot, target: float, model: Model) -> int | None:
    if np.count_nonzero(pilot.shares) < 2 or math.isnan(pilot.kappa):
        return 1
    kappa = min(max(pilot.kappa, 0.0), 1.0)
    scale = pilot.scale
    if scale is not None:
        population = leaps if model == "dirichlet" else steps
        return fewest(lambda k: population(kappa, scale, k).share, target)
    if model == "dirichlet":
        return _fewest_dirichlet(kappa, pilot.shares, target)
    return smallest_k(target, kappa, len(pilot.shares), model, "group", prevalence=pilot.shares, errors="prevalence")


def _fewest_dirichlet(kappa: float, shares: Floats, target: float) -> int | None:
    """As `fewest` finds it, but asking for exact groups only near the target: large ones take seconds each.

    Drawn groups, which are quick, say where to look; their error is a sixth of what is allowed for. Δ_k falls about as
    1 / √k, which leads to its crossing of the target from wherever it is known.
    """
    used = shares[shares > 0]
    if not 0 < kappa < 1 or len(used) == 2:
        return fewest(lambda k: dirichlet_variation(kappa, shares, k), target)
    if dirichlet_variation(kappa, shares, QUICK) <= target:
        return fewest(lambda k: dirichlet_variation(kappa, shares, k), target, QUICK)
    drawn = MixedPopulation(used[None] * (1 - kappa) / kappa, np.ones(1))
    k, value = MOST_ANNOTATORS, drawn.between_groups(MOST_ANNOTATORS)
    if value > target + ALLOWED:
        return None
    low, high = -1, MOST_ANNOTATORS + 2
    while high - low > 2:
        k = min(max(math.ceil(k * (value / target) ** 2) // 2 * 2 + 1, low + 2), high - 2)
        value = drawn.between_groups(k)
        if abs(value - target) <= ALLOWED:
            value = dirichlet_variation(kappa, shares, k)
        low, high = (low, k) if value <= target * (1 + ROUNDING) else (k, high)
    return high if high <= MOST_ANNOTATORS else None


def promised_people(needed: Needed | None, target: float, items: int, marked: Judged | None) -> str:
    """How many annotators it takes: of what is marked where a category is for nothing, else of all items."""
    if marked is not None and marked.whole is not None:
        return marked.text
    return " ".join([in_words(needed, target, items), *([] if marked is None else [marked.text])])


def in_words(needed: Needed | None, target: float, items: int) -> str:
    """The sentence about the number of annotators, or why there is none."""
    if needed is None:
        reason = too_few(items, PAIRED)
        return f"How many annotators would bring it under {percent(target)} cannot be estimated: {reason}."
    if needed.annotators is None:
        least = "" if needed.low is None else f", at best {needed.low}"
        return (
            f"For under {percent(target)}, more than {MOST_ANNOTATORS} annotators per item are needed{least} "
            f"({needed.source})."
        )
    number = many(needed.annotators, "annotator")
    return f"For under {percent(target)}, about {number} per item ({needed.range}; {needed.source})."


def _changed(made: Forecast, per_category: Mapping[str, float], names: list[str], number: int) -> str:
    who = "one other annotator" if made.k == 1 else f"{made.k} other annotators"
    text = (
        f"With {who} of the same kind, {percent(made.value)} [{percent(made.low)}, {percent(made.high)}] of the "
        f"reference labels ({named(made.reference)}) would differ{moved(made.distance)}"
    )
    above = sorted(
        (name for name, value in per_category.items() if value > made.value + 1e-9),
        key=lambda name: -per_category[name],
    )
    remarks = []
    if above:
        remarks.append(
            "most fragile: " + ", ".join(f"{name} ({percent(per_category[name])})" for name in above[:NAMED])
        )
    if number:
        some = ": " + ", ".join(names[:NAMED]) + (", …" if number > NAMED else "") if names else ""
        remarks.append(f"{number:,} item{'s are coin tosses' if number != 1 else ' is a coin toss'}{some}")
    if remarks:
        text += f" ({'; '.join(remarks)})"
    return text


def named(reference: str) -> str:
    """The reference in the words of a sentence.

    >>> named("vote"), named("median")
    ('the vote', 'the median')
    """
    return f"the {reference}"


def moved(distance: float) -> str:
    """By how much the reference of a scale moves; nothing is said of names.

    >>> moved(0.214), moved(float("nan"))
    (', by 0.214 points of the scale on average over all items', '')
    """
    return "" if math.isnan(distance) else f", by {distance:.3g} points of the scale on average over all items"

"""`accord.plan`: how many annotators per item, and how many items, for a reference that others would reproduce."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from statistics import NormalDist

import numpy as np

from accord.annotations import Labels, annotators_chosen
from accord.annotations.among import Names
from accord.evaluation.extrapolating import too_few
from accord.formats.public_functions import public
from accord.reproducibility.annotators_needed import PAIRED, annotators_needed, source
from accord.reproducibility.extrapolation import MOST_ANNOTATORS, ORDERED, Pilot, bracket, fewest, forecast
from accord.reproducibility.forecast_errors import caution
from accord.reproducibility.inverse import smallest_k
from accord.reproducibility.marked import Judged, check_targets, judged
from accord.reproducibility.scale_populations import Scale
from accord.results import DataError, UsageError
from accord.results.arrays import Floats
from accord.results.json_numbers import JsonRecord
from accord.results.option_names import told
from accord.results.wording import many

BOUND = 1e-9


@dataclass(frozen=True)
class Plan(JsonRecord):
    """Annotators per item and items, with what they promise and cost."""

    target: float
    """The largest share of labels on which two references of k annotators may differ."""
    annotators: int
    """k: per item."""
    annotators_low: int
    """If items were all equally hard (homogeneous); with a pilot, the fewest that the interval of Δ_k leaves open."""
    annotators_high: int | None
    """If items were as uneven as in a Dirichlet population, or the most that a pilot leaves open; None beyond a
    hundred."""
    variation: float
    """Expected Δ_k for k annotators."""
    variation_low: float
    variation_high: float
    items: int
    """So many that Δ_k, measured on them, has an interval no wider than `width`."""
    width: float
    labels: int
    """annotators × items."""
    cost: float
    """labels × the price of a label."""
    kappa: float
    """Fleiss' κ, or α of a scale."""
    categories: int
    source: str
    """pilot or kappa."""
    confidence: float
    pilot_items: int | None = None
    """Items of the pilot with two labels or more, from which the plan is extrapolated."""
    pilot_annotators: int | None = None
    """The median number of labels that such an item has."""
    reference: str = "vote"
    """How labels become a reference: vote, or median on a scale."""
    distance: float = math.nan
    """On a scale: how far apart two references of k annotators are on average, in its units."""
    marked: Judged | None = None
    """What is marked, as a whole and by category, for the planned annotators; `variation` and `items` are about it
    where a category is for nothing."""
    caution: str = ""
    """How plans from such pilots fared on public data sets, where they missed more often than others."""

    @property
    def of_marked(self) -> bool:
        return self.marked is not None and self.marked.whole is not None

    def __str__(self) -> str:
        work = f"{many(self.annotators, 'annotator')} × {many(self.items, 'item')} = {many(self.labels, 'label')}"
        return (
            f"{work}: two such references{' (medians)' if self.reference == 'median' else ''} differ "
            f"on {self.variation:.1%} [{self.variation_low:.1%}, {self.variation_high:.1%}]"
            f"{' of what is marked' if self.of_marked else ''}"
        ) + self.source_in_words

    @property
    def source_in_words(self) -> str:
        """What a plan from a pilot rests on; empty for an assumption."""
        if self.pilot_items is None or self.pilot_annotators is None:
            return ""
        return f"; {source(self.annotators, self.pilot_items, self.pilot_annotators)}"


@public("labels", optional=True, once_first="target", renamed={"labels": "data"})
def plan(
    data: Labels | None = None,
    *,
    target: float = 0.05,
    target_for: Mapping[str, float] | None = None,
    kappa: float | None = None,
    categories: int | None = None,
    width: float = 0.04,
    price: float = 0.0,
    items: int | None = None,
    confidence: float = 0.95,
    level: str | None = None,
    only: Names = None,
    without: Names = None,
) -> Plan:
    """How many annotators and items a reference takes that another group would hardly change.

    Parameters
    ----------
    data
        A pilot: labels, a data frame (long or wide), an array or rows of labels (items × annotators), or a path. None:
        from an assumed `kappa`.
    target
        The share of the reference that another group of as many annotators may change at most (Δ_k). Where a category
        of the pilot is for nothing (`nothing=`), the share of what is marked.
    target_for
        A share for single categories of the pilot, which must be met too: {"Former": 0.05}.
    kappa, categories
        Without a pilot: the agreement that is assumed, and the number of categories.
    width
        The total width of the interval of Δ_k, which says how many items are needed.
    price
        What a label costs.
    items
        How many items there are, in place of `width`.
    level
        Without a pilot: "ordinal" says that labels are on a scale, and that `kappa` is an ordinal α.
    only, without
        The annotators of the pilot who count, and those who do not; patterns such as "gpt*" are allowed.

    Returns
    -------
    Plan
        Annotators, items, labels, cost, and Δ_k (`variation`) with its interval.

    Raises
    ------
    DataError
        When the pilot has fewer than twenty items with two labels.
    UsageError
        When neither a pilot nor an assumed agreement is given.

    Notes
    -----
    From a pilot, k and the interval of Δ_k come from the populations fitted to it. From an assumed `kappa`, Δ_k is the
    middle between items that are all equally hard and a Dirichlet population, which are the bracket. On a scale the
    references are medians; without a pilot the bracket is of annotators who disagree by leaps and by steps. The number
    of items is 4 z² Δ (1 − Δ) / width².

    Examples
    --------
    >>> print(plan(target=0.05, kappa=0.8, categories=3))
    5 annotators × 348 items = 1,740 labels: two such references differ on 3.8% [0.4%, 7.1%]
    """
    _check(target, data, kappa, categories, width, price, items, confidence)
    scale = _scale(data, level, categories)
    pilot: Pilot | None = None
    reference, distance = "vote" if scale is None else "median", math.nan
    marked: Judged | None = None
    if data is not None:
        data = annotators_chosen(data, only, without)
        pilot = Pilot.of(data)
        chosen, low, high = _from_pilot(pilot, target)
        own = check_targets(data, target_for)
        marked = judged(data, pilot, chosen, target=target, targets=own, confidence=confidence)
        if marked is not None:
            chosen, low, high = _for_marks(marked, (chosen, low, high))
            marked = judged(data, pilot, chosen, target=target, targets=own, confidence=confidence)
        made = forecast(pilot, chosen, "group", confidence=confidence)
        value, variation_low, variation_high = made.value, made.low, made.high
        kappa, categories = pilot.kappa, pilot.counts.shape[1]
        reference, distance = made.reference, made.distance
    else:
        if kappa is None or categories is None:
            raise UsageError("a plan needs a pilot or an assumption", "give data, or kappa and categories")
        ends = cache(partial(_ends, kappa, np.full(categories, 1 / categories), scale))
        chosen, low, high = _from_kappa(target, kappa, None if scale is not None else categories, ends)
        variation_low, variation_high = ends(chosen)
        value = (variation_low + variation_high) / 2
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    share = 1.0
    if marked is not None and marked.whole is not None:
        value, variation_low, variation_high = marked.whole.value, marked.whole.low, marked.whole.high
        share = marked.whole.share
    exact = z**2 * value * (1 - value) / (width / 2) ** 2 / share
    wanted = items if items is not None else max(2, math.ceil(exact - BOUND))
    return Plan(
        target=target,
        annotators=chosen,
        annotators_low=low,
        annotators_high=high,
        variation=value,
        variation_low=variation_low,
        variation_high=variation_high,
        items=wanted,
        width=width,
        labels=chosen * wanted,
        cost=chosen * wanted * price,
        kappa=kappa,
        categories=categories,
        source="pilot" if data is not None else "kappa",
        confidence=confidence,
        pilot_items=None if pilot is None else pilot.paired if marked is None else marked.items,
        pilot_annotators=None if pilot is None else pilot.per_item,
        reference=reference,
        distance=distance,
        marked=marked,
        caution="" if pilot is None else caution(pilot.persons, reference),
    )


def _for_marks(marked: Judged, all_items: tuple[int, int, int | None]) -> tuple[int, int, int | None]:
    """k, and the least and the most, so that every target of what is marked is met; those of all items where none is
    for nothing."""
    wanted = [] if marked.whole is not None else [all_items]
    for change in marked.asked:
        needed = change.needed
        if needed is None:
            reason = too_few(marked.items, PAIRED) or "too few items are marked"
            raise DataError("ACC315", reason, hint="label more items, or plan from an assumed agreement")
        if needed.annotators is None:
            raise _unreachable(change.target, change.value, " and ".join(f"'{name}'" for name in change.categories))
        wanted.append((needed.annotators, needed.low or needed.annotators, needed.high))
    highs = [high for _, _, high in wanted]
    most = None if None in highs else max(high for high in highs if high is not None)
    return max(k for k, _, _ in wanted), max(low for _, low, _ in wanted), most


def _scale(labels: Labels | None, level: str | None, categories: int | None) -> Scale | None:
    """That of a plan from an assumed α; equally frequent labels, one step apart."""
    if level not in (None, "nominal", *ORDERED):
        raise UsageError(f"level={level!r} is not known", f"use nominal, {', '.join(ORDERED)}")
    if labels is not None and level is not None:
        raise UsageError("the level is that of the pilot", "give level with kappa")
    return None if categories is None or level not in ORDERED else Scale.even(categories)


def _ends(kappa: float, shares: Floats, scale: Scale | None, k: int) -> tuple[float, float]:
    """The lower and the upper end of what a coefficient alone says."""
    low, high = bracket(kappa, shares, k, scale)
    return (low, high) if scale is None else (min(low, high), max(low, high))


def _from_pilot(pilot: Pilot, target: float) -> tuple[int, int, int | None]:
    """k, and the least and the most that the forecast leaves open."""
    reason = too_few(pilot.paired, PAIRED)
    if reason is not None:
        raise DataError("ACC315", reason, hint="label more items, or plan from an assumed agreement")
    made = annotators_needed(pilot, target)
    if made is None or made.annotators is None:
        raise _unreachable(target, pilot.between_groups(MOST_ANNOTATORS))
    return made.annotators, made.low or made.annotators, made.high


def _from_kappa(
    target: float, kappa: float, categories: int | None, ends: Callable[[int], tuple[float, float]]
) -> tuple[int, int, int | None]:
    """k, and the least and the most, from Δ_k of the two populations at the `ends` for k; no categories: of a scale."""
    if categories is None:
        low = fewest(lambda k: ends(k)[0], target)
    else:
        low = smallest_k(target, kappa, categories, "homogeneous", "group")
    if low is None:
        raise _unreachable(target, ends(MOST_ANNOTATORS)[0])
    between = fewest(lambda k: sum(ends(k)) / 2, target)
    if between is None:
        raise _unreachable(target, sum(ends(MOST_ANNOTATORS)) / 2)
    return between, low, fewest(lambda k: ends(k)[1], target)


def _unreachable(target: float, least: float, what: str = "") -> DataError:
    of = f" of {what}" if what else ""
    return DataError(
        "ACC146",
        f"even {MOST_ANNOTATORS} annotators per item do not reduce the variation{of} under {target:.1%}"
        + (f": {least:.1%} remain" if not what else ""),
        hint="raise the target, sharpen the guidelines, or merge categories that are confused",
    )


def _check(
    target: object,
    labels: object,
    kappa: object,
    categories: object,
    width: object,
    price: object,
    items: object,
    confidence: object,
) -> None:
    for name, value in (("target", target), ("width", width), ("confidence", confidence)):
        if isinstance(value, bool) or not isinstance(value, float) or not 0 < value < 1:
            raise UsageError(f"{told(name, value)} is not between 0 and 1", "5 % is 0.05" if name == "target" else None)
    if not isinstance(price, int | float) or isinstance(price, bool) or not 0 <= price < math.inf:
        raise UsageError(f"{told('price', price)} is not a number of at least 0")
    if items is not None and (isinstance(items, bool) or not isinstance(items, int) or items < 1):
        raise UsageError(f"{told('items', items)} is not a whole number of at least 1")
    if (labels is None) == (kappa is None):
        raise UsageError("a plan needs a pilot or an assumption", "give data, or kappa and categories")
    if labels is not None:
        if categories is not None:
            raise UsageError("the categories are those of the pilot", "give categories with kappa")
        if not isinstance(labels, Labels):
            raise UsageError(f"a pilot is labels, not {type(labels).__name__}", "read a file with accord.read(path)")
        return
    if isinstance(kappa, bool) or not isinstance(kappa, int | float) or not 0 <= kappa <= 1:
        raise UsageError(f"{told('kappa', kappa)} is not between 0 and 1")
    if categories is None:
        raise UsageError("the number of categories is missing", f"give {told('categories', 5)} with kappa")
    if isinstance(categories, bool) or not isinstance(categories, int) or categories < 2:
        raise UsageError(f"{told('categories', categories)} is not a whole number of at least 2")

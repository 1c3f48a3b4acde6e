"""`accord.stability_curve`: agreement and the stability of the reference side by side, for groups of several sizes
(Bregeon et al. 2019, figures 2 to 6, table 1)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from accord.annotations import Labels, annotators_chosen
from accord.annotations.among import Names
from accord.annotations.views import view
from accord.formats.public_functions import given, public
from accord.reproducibility.assessing import stability
from accord.reproducibility.curves import Against
from accord.reproducibility.empirical import EmpiricalPopulation, counts_of
from accord.reproducibility.simulated_groups import Point, fictitious_points, simulated_points
from accord.results import DataError, UsageError
from accord.results.json_numbers import JsonRecord
from accord.results.option_names import option, told
from accord.results.presenting import presented
from accord.results.wording import many

GRID = 41  # points of an exact curve
SHARES = tuple(np.linspace(0.03, 0.75, 12).tolist())
"""Of the items that annotators disagree on: on how many of them simulated annotators err, by default."""
FICTITIOUS = tuple(np.linspace(0.02, 0.42, 8).tolist())
"""The same of all items that are not unanimous, for fictitious annotators."""
Method = Literal["exact", "sample"]


@dataclass(frozen=True)
class StabilityPoint(JsonRecord):
    """Groups of annotators: how they agree, and how much of the reference changes."""

    kappa: float
    change: float
    deviation: float = math.nan
    """The standard deviation of κ between the groups."""
    mean_errors: float = math.nan
    """How many errors a simulated annotator makes."""
    name: str = ""
    """Of annotators of the data: who they are."""


@dataclass(frozen=True)
class StabilityLine(JsonRecord):
    """Groups of one size, of one set of data, seen in one way."""

    data: str
    view: str
    k: int
    how: str
    """"exact", "simulated", "fictitious" or "windows"."""
    points: tuple[StabilityPoint, ...]
    categories: int = 0
    own: StabilityPoint | None = None
    """κ_G and τ_G (or Δ) of the groups of real annotators."""


@dataclass(frozen=True)
class StabilityCurve(JsonRecord):
    """How the reference changes as annotators agree less: a line for each size of groups, set of data and view."""

    against: str
    lines: tuple[StabilityLine, ...]

    def __iter__(self) -> Iterator[StabilityLine]:
        return iter(self.lines)

    def chart(self) -> Any:
        """The lines, as a picture that a notebook draws and that can be saved."""
        return presented("chart of a stability curve", self)


@public("labels", optional=True)
def stability_curve(
    data: Labels | None = None,
    k: int | Sequence[int] = 3,
    against: Against | None = None,
    *,
    beside: Mapping[str, Labels] | None = None,
    views: Sequence[str] = (),
    views_only: bool = False,
    method: Method = "exact",
    windows: int | None = None,
    groups: int = 100,
    means: Sequence[float] | None = None,
    sigma: float = 0.0,
    items: int | None = None,
    categories: int | None = None,
    unanimous: float = 0.0,
    prevalence: Sequence[float] | None = None,
    seed: int = 0,
    name: str = "data",
    only: Names = None,
    without: Names = None,
) -> StabilityCurve:
    """κ of groups and the share of the reference that changes: the curves of Bregeon et al. (2019) from your own data.

    Parameters
    ----------
    data
        Labels, a data frame (long or wide), an array or rows of labels (items × annotators), or a path; None: made-up
        annotators around a made-up reference (table 1 of the paper), with so many `items` and `categories`.
    k
        How many annotators make a reference; several sizes give a line each.
    against
        "reference": E_k, beside the reference of all; "group": Δ_k, between two groups. None: the reference, where
        there is one.
    beside
        Other labels by name, a line each (figures 5 and 6).
    views
        Other views of the same labels as well, such as "merge a+b"; see `accord.view`.
    views_only
        Only the views, not the labels as they are.
    method
        "exact": the items of the data with more or fewer errors, in expectation. "sample": `groups` groups of simulated
        annotators who err where real ones disagree, as in the paper (figures 3 to 6).
    windows
        Real annotators, so many at a time, in their order; the last of one window is the first of the next (figure 2).
    groups
        How many groups are simulated at each point.
    means
        On how many items a simulated annotator errs, a point each. None: from few to most of those that can be drawn.
    sigma, items, categories, unanimous, prevalence
        Without data: the standard deviation of the number of errors, the numbers of items and of categories, the share
        of items on which nobody errs, and the share of each category.
    name
        What the data are called in tables and figures.

    Returns
    -------
    StabilityCurve
        `lines`, each with its `points`; `chart()` draws them.

    Raises
    ------
    DataError
        When the data cannot be read, or no item has k labels.
    UsageError
        When a number is out of its range.

    Examples
    --------
    >>> import accord
    >>> rows = ["10001100", "00220002", "22220202", "11111111", "11111211", "00002002", "01022211", "00221122"]
    >>> data = accord.labels([list(row) for row in rows], level="nominal")
    >>> [line] = accord.stability_curve(data, 3)
    >>> print(f"{line.own.kappa:.3f} {line.own.change:.3f}")  # of the groups of three among the eight
    0.322 0.225
    >>> [line] = accord.stability_curve(None, 4, items=60, categories=3, means=[1.57], sigma=0.4, groups=200)
    >>> print(f"{line.points[0].kappa:.2f}")  # the last κ of table 1
    0.92
    """
    sizes = _sizes(k)
    if data is None:
        settings = (sigma, items, categories, unanimous, prevalence)
        return _without_data(sizes, against, means, groups, seed, *settings)
    _refuse_without_use(method, windows, means, sigma, items, categories, unanimous, prevalence)
    if method == "sample" and windows is None and against == "group":
        raise UsageError("simulated annotators are compared with the reference", f"leave {option('against')} out")
    named = {name: annotators_chosen(data, only, without)}
    for other, labels in (beside or {}).items():
        named[other] = annotators_chosen(given(labels, "stability_curve"), only, without)
    against = "reference" if against is None else against
    if against not in ("reference", "group"):
        raise UsageError(f"{told('against', against)} is not known", "use 'reference' or 'group'")
    lines = []
    for called, labels in named.items():
        as_given = [] if views_only and views else [("", labels)]
        for seen_as, seen in (*as_given, *((text, view(labels, text).labels) for text in views)):
            for size in sizes:
                if windows is not None:
                    lines.append(_windowed(seen, called, seen_as, size, against, windows))
                elif method == "exact":
                    lines.append(_stretched(seen, called, seen_as, size, against))
                else:
                    lines.append(_simulated(seen, called, seen_as, size, means, groups, seed))
    return StabilityCurve(against, tuple(lines))


def _sizes(k: int | Sequence[int]) -> tuple[int, ...]:
    sizes = (k,) if isinstance(k, int | np.integer) else tuple(k)
    for size in sizes:
        if isinstance(size, bool) or not isinstance(size, int | np.integer) or size < 2:
            raise UsageError(f"{told('k', size)} is not a whole number of at least 2", "one person has no agreement")
    if not sizes:
        raise UsageError("no number of annotators is given", f"such as {told('k', 3)}")
    return tuple(map(int, sizes))


def _refuse_without_use(
    method: str, windows: int | None, means: object, sigma: float, items: object, categories: object,
    unanimous: float, prevalence: object,
) -> None:  # fmt: skip
    if method not in ("exact", "sample"):
        raise UsageError(f"method={method!r} is not known", "use 'exact' or 'sample'")
    for name, unused in (
        ("items", items), ("categories", categories), ("prevalence", prevalence), ("sigma", sigma or None),
        ("unanimous", unanimous or None),
    ):  # fmt: skip
        if unused is not None:
            raise UsageError(f"{option(name)} is for made-up annotators, and there are data", "leave it out")
    if means is not None and (method != "sample" or windows is not None):
        raise UsageError(f"{option('means')} is for simulated annotators", f"add {option('sample')}")
    if windows is not None and (isinstance(windows, bool) or not isinstance(windows, int) or windows < 3):
        raise UsageError(f"{told('windows', windows)} is not a whole number of at least 3")


def _stretched(labels: Labels, name: str, seen_as: str, k: int, against: Against) -> StabilityLine:
    """The items of the data with as many errors as each κ leaves."""
    population = EmpiricalPopulation.of(counts_of(labels))
    least = population.lowest("kappa")
    grid = np.linspace(least, 1.0, GRID) if least < 1 else np.ones(1)
    changes = population.variation("kappa", grid, k, against)
    points = tuple(StabilityPoint(float(x), float(y)) for x, y in zip(grid, changes, strict=True))
    return StabilityLine(name, seen_as, k, "exact", points, len(labels.categories), _own(labels, k, against))


def _simulated(
    labels: Labels, name: str, seen_as: str, k: int, means: Sequence[float] | None, groups: int, seed: int
) -> StabilityLine:
    """Groups who err where real annotators do, from few errors to where κ is least: with more they agree again."""
    if means is None:
        counts = counts_of(labels)
        reachable = int((counts.max(axis=1) < counts.sum(axis=1)).sum())
        means = np.unique(np.rint(np.array(SHARES) * reachable)).tolist()
    made = simulated_points(labels, k, means, groups=groups, seed=seed)
    least = int(np.argmin([point.kappa for point in made]))
    points = tuple(_drawn(point) for point in made[: least + 1][::-1])
    return StabilityLine(name, seen_as, k, "simulated", points, len(labels.categories), _own(labels, k, "reference"))


def _drawn(point: Point) -> StabilityPoint:
    return StabilityPoint(point.kappa, point.variation, point.kappa_deviation, point.mean_errors)


def _own(labels: Labels, k: int, against: Against) -> StabilityPoint | None:
    """The groups of real annotators, where there are enough of them."""
    try:
        result = stability(labels, k, against, reference="vote", confidence=None)
    except DataError:
        return None
    return None if math.isnan(result.kappa) else StabilityPoint(result.kappa, result.value, result.kappa_deviation)


def _windowed(labels: Labels, name: str, seen_as: str, k: int, against: Against, width: int) -> StabilityLine:
    people = labels.annotators or ()
    if len(people) < width:
        there = "annotators without names" if labels.annotators is None else many(len(people), "annotator")
        raise DataError(
            "ACC374", f"windows of {width} annotators do not fit: there are {there}", hint="take smaller ones"
        )
    points = []
    for first in range(0, len(people) - width + 1, width - 1):
        some = people[first : first + width]
        result = stability(annotators_chosen(labels, list(some), None), k, against, reference="vote", confidence=None)
        who = f"{some[0]} to {some[-1]}"
        points.append(StabilityPoint(result.kappa, result.value, result.kappa_deviation, name=who))
    return StabilityLine(name, seen_as, k, "windows", tuple(points), len(labels.categories))


def _without_data(
    sizes: tuple[int, ...],
    against: str | None,
    means: Sequence[float] | None,
    groups: int,
    seed: int,
    sigma: float,
    items: int | None,
    categories: int | None,
    unanimous: float,
    prevalence: Sequence[float] | None,
) -> StabilityCurve:
    """Groups around a reference that is drawn at random, compared with each other (section 6 of the paper)."""
    if items is None or categories is None:
        raise UsageError(
            "without data the numbers of items and categories are needed", f"such as {option('items', '60')}"
        )
    if against not in (None, "group"):
        raise UsageError("made-up annotators are compared in pairs of groups", f"leave {option('against')} out")
    if groups < 2:
        raise UsageError(f"{told('groups', groups)} groups have no pair to compare", "take two at least")
    if means is None:
        means = (np.array(FICTITIOUS) * items * (1 - unanimous)).tolist()
    lines = []
    for size in sizes:
        made = fictitious_points(items, categories, size, means, groups, sigma, unanimous, prevalence, seed)
        points = tuple(sorted(map(_drawn, made), key=lambda point: point.kappa))
        lines.append(StabilityLine("made up", "", size, "fictitious", points, categories))
    return StabilityCurve("group", tuple(lines))

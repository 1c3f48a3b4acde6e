"""Annotators who disagree where real ones do (Bregeon et al. 2019, section 4.3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, get_args

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Categories, Labels, annotators_chosen
from accord.annotations.among import Names
from accord.annotations.building import default_names
from accord.annotations.labels import check_level
from accord.consensus.votes import drawn_vote, ratings_by_item
from accord.degradations.errors import check_number, check_whole, neighbouring, successive_draws, uniform_other
from accord.degradations.label_reference import LabelReference
from accord.formats.public_functions import public
from accord.results import UsageError
from accord.results.arrays import Codes, Floats, Ints
from accord.statistics import generator

Other = Literal["own", "uniform", "confusion", "adjacent"]
STREAM = "simulated annotators"


@public("labels", renamed={"labels": "data"})
def simulated_annotators(
    data: Labels,
    annotators: int,
    *,
    mean: float | None = None,
    amplitude: float = 0,
    other: Other = "own",
    epsilon: float = 0.0,
    reference: Sequence[object] | None = None,
    seed: int = 0,
    only: Names = None,
    without: Names = None,
) -> Labels:
    """Annotators who err as often as asked, on the items where the real ones disagree (Bregeon et al. 2019, 4.3.1).

    Parameters
    ----------
    annotators
        How many are simulated.
    mean, amplitude
        Each annotator errs on nbe ~ U{M − A … M + A} items: M `mean`, by default the mean number of errors, and A
        `amplitude`. Unless both are whole, a uniform real number in [M − A, M + A] is drawn and rounded, so that a real
        M is met only up to rounding when A is small.
    other
        What an annotator who errs says instead: "own", "uniform", "confusion" or "adjacent", see below.
    epsilon
        What is added to the weight of each item; with 0, items without a disagreement are never drawn.
    reference
        The right label of each item; None: the majority vote, ties drawn at random.

    Returns
    -------
    Labels
        Items without a label stay without one. The categories are those of the data even where nobody uses one.

    Raises
    ------
    DataError
        When the data cannot be read.
    UsageError
        When a number is out of its range.

    Notes
    -----
    r_j is the reference of item j, f_j the share of the item's own labels that are not r_j, and Meo = Σ f_j the mean
    number of errors. The items of an annotator's errors are drawn one by one without replacement with weights f_j +
    `epsilon`; all others are labelled r_j. Instead of r_j an annotator says:

    own
        One of the item's labels that are not r_j, as often as they were given.
    uniform
        Any other category, all equally likely.
    confusion
        What was said instead of r_j on all items that have this reference, as often as it was said.
    adjacent
        The next lower or higher category, equally likely; the categories need an order (a circular scale has no ends).

    Where `own` or `confusion` know no other label (an item without a disagreement, reached through `epsilon`), it is
    drawn as by `uniform`. Only first ratings count. The first annotators do not depend on how many are asked for.

    Examples
    --------
    >>> from accord import labels
    >>> data = labels([["a", "a", "b"], ["b", "b", "b"], ["c", "a", "c"], ["a", "a", "a"]])
    >>> simulated_annotators(data, 5, mean=1)
    Labels(4 items, 5 annotators, 3 categories, level nominal, 0 missing)
    """
    data = annotators_chosen(data, only, without)
    check_whole("annotators", annotators, 1)
    check_whole("seed", seed, 0)
    check_number("mean", 0 if mean is None else mean)
    check_number("amplitude", amplitude)
    check_number("epsilon", epsilon)
    if other not in get_args(Other):
        raise UsageError(f"other={other!r} is not known", f"use one of {', '.join(get_args(Other))}")
    if other == "adjacent":
        check_level(data.categories, "ordinal")

    def stream(purpose: str) -> np.random.Generator:
        return generator(seed, STREAM, purpose)

    real = Disagreement.of(data, reference, stream("ties"))
    weights = real.frequencies + epsilon * real.labelled
    where = np.flatnonzero(weights > 0) if len(data.categories) > 1 else np.zeros(0, dtype=np.int64)
    center = real.mean_errors if mean is None else mean
    errors = _numbers_of_errors(center, amplitude, annotators, len(where), stream("number of errors"))
    annotator, place = np.nonzero(successive_draws(weights[where], errors, stream("items")))
    item = where[place]
    codes = np.tile(real.reference, (annotators, 1))
    codes[annotator, item] = _other_labels(data, other, real, item, stream("labels").random(len(item)))
    return LabelReference(data, real.reference).assembled(list(codes), default_names(annotators))


def _numbers_of_errors(
    mean: float, amplitude: float, annotators: int, reachable: int, rng: np.random.Generator
) -> Ints:
    """(annotators,) nbe, from `mean` − `amplitude` to `mean` + `amplitude`."""
    low, high = mean - amplitude, mean + amplitude
    if low < 0:
        raise UsageError(f"an annotator cannot make {low:g} errors", f"the amplitude is at most the mean, {mean:g}")
    if round(high) > reachable:
        raise UsageError(
            f"mean + amplitude asks for {round(high):,} errors of an annotator, and the reachable maximum is "
            f"{reachable:,}: the number of items that can be drawn",
            "epsilon > 0 lets items without a disagreement be drawn, if there is a second category",
        )
    if float(mean).is_integer() and float(amplitude).is_integer():
        return rng.integers(int(low), int(high), size=annotators, endpoint=True)
    return np.rint(rng.uniform(low, high, annotators)).astype(np.int64)


def _other_labels(labels: Labels, other: Other, real: Disagreement, item: Ints, uniform: Floats) -> Codes:
    """A label other than the reference for each `item`; `uniform` holds a number in [0, 1) for each."""
    true = real.reference[item]
    chosen = np.full(len(item), -1, dtype=np.int32)
    if other == "own":
        chosen = _one_of(real.item, real.code, item, uniform)
    elif other == "confusion":
        chosen = _one_of(real.reference[real.item], real.code, true, uniform)
    elif other == "adjacent":
        chosen = neighbouring(labels, true, uniform)
    return np.where(chosen >= 0, chosen, uniform_other(true, len(labels.categories), uniform))


def _one_of(group: NDArray[np.integer], code: Codes, wanted: NDArray[np.integer], uniform: Floats) -> Codes:
    """For each group wanted the code of one of its errors, all equally likely; −1 where the group has none."""
    order = np.argsort(group, kind="stable")
    first = np.searchsorted(group[order], wanted, side="left")
    number = np.searchsorted(group[order], wanted, side="right") - first
    place = first + np.floor(uniform * number).astype(np.int64)
    chosen = np.full(len(wanted), -1, dtype=np.int32)
    chosen[number > 0] = code[order][place[number > 0]]
    return chosen


@dataclass(frozen=True, eq=False)
class Disagreement:
    """The reference of each item, and all labels that are not the reference."""

    reference: Codes
    """(items,) r_j; −1 for an item without a label."""
    sizes: Ints
    """(items,) P_j, the number of labels of the item."""
    item: Ints
    """(errors,) the item of each label that is not the reference."""
    code: Codes
    """(errors,) the label itself."""

    @classmethod
    def of(cls, labels: Labels, reference: Sequence[object] | None, ties: np.random.Generator) -> Disagreement:
        """Disagreement with a reference that is given, or with the majority vote, `ties` drawn at random."""
        item, code = ratings_by_item(labels)
        sizes = np.bincount(item, minlength=labels.n_items)
        vote = drawn_vote(labels, ties) if reference is None else _given(reference, labels.categories, sizes)
        wrong = code != vote[item]
        return cls(vote, sizes, item[wrong], code[wrong])

    @property
    def labelled(self) -> NDArray[np.bool_]:
        return self.sizes > 0

    @property
    def errors(self) -> Ints:
        """(items,) e_j."""
        return np.bincount(self.item, minlength=len(self.sizes))

    @property
    def frequencies(self) -> Floats:
        """(items,) f_j = e_j / P_j, 0 for an item without a label."""
        return np.divide(self.errors, self.sizes, out=np.zeros(len(self.sizes)), where=self.labelled)

    @property
    def mean_errors(self) -> float:
        """Meo = Σ f_j, added up as fractions: a whole Meo comes out whole."""
        by_size = np.bincount(self.sizes, weights=self.errors)
        return float(sum(Fraction(int(total), size) for size, total in enumerate(by_size) if total))


def _given(reference: Sequence[object], categories: Categories, sizes: Ints) -> Codes:
    """(items,) the codes of a reference that is given; −1 for items without a label, whatever is given for them."""
    if isinstance(reference, str | bytes) or len(reference) != len(sizes):
        raise UsageError(f"the reference is not one label for each of the {len(sizes):,} items")
    codes = np.full(len(sizes), -1, dtype=np.int32)
    for position in np.flatnonzero(sizes).tolist():
        code = categories.code(reference[position])
        if code is None:
            raise UsageError(
                f"the reference of item {position + 1}, {reference[position]!r}, is not a category of these data",
                f"they are {categories}",
            )
        codes[position] = code
    return codes

"""`accord.estimate`: how frequent categories are, or what a mean is, from many labels of a model and few of people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from accord.admission.participants import people_and_models
from accord.annotations import Labels
from accord.annotations.among import Names, chosen, several
from accord.annotations.categories import set_of
from accord.annotations.roles import listed_names, matching
from accord.comparison.estimated import Estimate, Estimates, ModelEstimates
from accord.evaluation.overview import overview
from accord.formats.public_functions import public
from accord.results import DataError, Diagnostic, UsageError
from accord.results.arrays import Floats
from accord.results.option_names import option, told
from accord.results.wording import many
from accord.statistics import generator
from accord.statistics.corrected_means import (
    FEW_ITEMS,
    CorrectedMeans,
    corrected_means,
    few_of_a_kind,
    rogan_gladen,
    same_distribution,
    with_imagined_items,
    with_students_t,
)

__all__ = ["Estimates", "estimate"]
What = Literal["shares", "means"]
IntervalChoice = Literal["auto", "normal"]
NUMBERS = ("interval", "ratio")
BINS = 10  # of numbers, where labels on two sets of items are compared
FEWEST = 2  # items with labels of people


@public("labels", everybody=True)
def estimate(
    data: Labels,
    *,
    models: Names = None,
    what: What | None = None,
    confidence: float = 0.95,
    interval: IntervalChoice = "auto",
    seed: int = 0,
    only: Names = None,
    without: Names = None,
) -> Estimates:
    """Shares of categories, or a mean score, from many labels of a model and few labels of people.

    The labels of the model say it of all items, those of people say on some of them how wrong the model is:
    θ = mean_N(λ f) + mean_n(y − λ f), where λ makes the variance smallest (PPI++; Angelopoulos, Duchi & Zrnic 2023).
    The items that people labelled have to be a random part of all.

    Parameters
    ----------
    models
        The annotators that are models; patterns such as "gpt*" are allowed. None: as the data say.
    what
        "shares" of the categories, or "means" of numbers. None: means where the labels are at the interval or ratio
        level, else shares.
    confidence
        The confidence level of the intervals.
    interval
        "auto" counts two imagined items where counts are small, and takes Student's t for means of few items;
        "normal" has normal quantiles everywhere, as published.
    only, without
        Annotators to take, or to leave out; patterns such as "gpt*" are allowed.

    Returns
    -------
    Estimates
        For each model the plain mean of people, that of the model, and the corrected one with its interval;
        `to_frame()` is a data frame, `chart()` a figure.

    Raises
    ------
    DataError
        When the data cannot be read, no annotator is a model, or people and the model share fewer than two items.
    UsageError
        When the labels are not numbers and means are asked for.

    Examples
    --------
    >>> import accord
    >>> rows = [["yes", "yes"], ["no", "no"], ["no", "yes"], ["yes", "yes"]] * 10 + [[None, "yes"], [None, "no"]] * 100
    >>> found = accord.estimate(rows, annotators=["Ann", "gpt-4o"], models="gpt-4o")
    >>> yes = found["gpt-4o"].estimates[1]
    >>> f"people {yes.people:.2f}, model {yes.model:.3f}, corrected {yes.corrected:.3f} [{yes.low:.2f}, {yes.high:.2f}]"
    'people 0.50, model 0.542, corrected 0.396 [0.26, 0.54]'
    """
    if not (isinstance(confidence, float) and 0 < confidence < 1):
        raise UsageError(f"{told('confidence', confidence)} is not between 0 and 1", "use 0.95")
    if interval not in ("auto", "normal"):
        raise UsageError(f"{told('interval', interval)} is not known", "use 'auto' or 'normal'")
    data = chosen(data, only, without).first_ratings()
    candidates, people = _who(data, models)
    kind = _what(data, what)
    columns = _columns(data, kind)
    made, diagnostics = [], list(data.diagnostics)
    for model in candidates:
        sides = _Sides.of(data, columns[1], people, model)
        estimates = _with_model(sides, columns[0], kind, confidence, interval, seed)
        made.append(estimates)
        if estimates.alike_p < 0.05:
            told_so = f"the labels of '{model}' differ between the items that people labelled and the others"
            diagnostics.append(Diagnostic("ACC450", f"{told_so} (p = {estimates.alike_p:.3f})"))
        if estimates.left_out:
            gone = many(estimates.left_out, "item with labels of people has", "items with labels of people have")
            diagnostics.append(Diagnostic("ACC451", f"{gone} none of '{model}': not used"))
    read_as = people_and_models(data.read_as, people, candidates)
    return Estimates(tuple(made), kind, people, confidence, read_as, tuple(diagnostics), overview(data).as_json())


def _who(data: Labels, models: Names) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The models and the people; an error where there are none."""
    if data.annotators is None:
        raise UsageError("who gave which label is not known", "give a table with annotators")
    names = data.annotators
    if models is not None:
        candidates = matching(names, several(models))
    else:
        candidates = tuple(name for name in names if data.roles.get(name) == "model")
    if not candidates:
        hint = f"name them with {option('models')}; the annotators are {listed_names(names)}"
        raise DataError("ACC452", "no annotator is known to be a model", hint=hint)
    people = tuple(name for name in names if name not in candidates and data.roles.get(name, "person") == "person")
    if not people:
        raise DataError(
            "ACC452", "nobody but models labelled anything", hint="labels of people correct those of models"
        )
    return candidates, people


def _what(data: Labels, what: What | None) -> What:
    if what is None:
        return "means" if data.level in NUMBERS else "shares"
    if what not in ("shares", "means"):
        raise UsageError(f"{told('what', what)} is not known", "use 'shares' or 'means'")
    if what == "means" and data.categories.values is None:
        raise UsageError("labels that are not numbers have no mean", f"use {option('what', 'shares')}")
    return what


def _columns(data: Labels, kind: What) -> tuple[tuple[str, ...], Floats]:
    """The names of what is estimated, and (categories, columns) what a label adds to each."""
    if kind == "means":
        return ("mean",), data.categories.scores()[:, None]
    if data.level == "sets":
        members = [set_of(text) for text in data.categories.texts]
        names = tuple(sorted(set().union(*members)))
        return names, np.array([[float(name in label_set) for name in names] for label_set in members])
    return data.categories.texts, np.eye(len(data.categories))


class _Sides:
    """What people and a model said: y and f of the shared items, f of the others."""

    def __init__(self, y: Floats, f: Floats, rest: Floats, left_out: int, model: str) -> None:
        self.y, self.f, self.rest, self.left_out, self.model = y, f, rest, left_out, model

    @classmethod
    def of(cls, data: Labels, worth: Floats, people: Sequence[str], model: str) -> _Sides:
        names = data.annotators or ()
        y, asked = _item_means(data, worth, [names.index(name) for name in people])
        f, there = _item_means(data, worth, [names.index(model)])
        both, alone = asked & there, there & ~asked
        times = data.weights
        sides = cls(
            np.repeat(y[both], times[both], axis=0),
            np.repeat(f[both], times[both], axis=0),
            np.repeat(f[alone], times[alone], axis=0),
            int(times[asked & ~there].sum()),
            model,
        )
        sides.check()
        return sides

    def check(self) -> None:
        if len(self.y) < FEWEST:
            shared = many(len(self.y), "item")
            hint = f"have at least {FEWEST} items labelled by people and the model, better 50"
            raise DataError("ACC453", f"people and '{self.model}' share {shared}", hint=hint)
        if len(self.rest) == 0:
            message = f"'{self.model}' labelled no item that people did not"
            raise DataError("ACC453", message, hint="there is nothing to estimate: the people's mean is the answer")


def _item_means(data: Labels, worth: Floats, who: list[int]) -> tuple[Floats, NDArray[np.bool_]]:
    """(rows, columns) the mean over these annotators, and (rows,) whether any of them labelled the item."""
    if data.who is None:
        raise UsageError("who gave which label is not known", "give a table with annotators")
    row = np.repeat(np.arange(data.n_rows), data.sizes)
    mine = np.isin(data.who, who)
    sums = np.zeros((data.n_rows, worth.shape[1]))
    np.add.at(sums, row[mine], worth[data.codes[mine]])
    number = np.bincount(row[mine], minlength=data.n_rows)
    return sums / np.maximum(number, 1)[:, None], number > 0


def _with_model(
    sides: _Sides, names: Sequence[str], kind: What, confidence: float, interval: IntervalChoice, seed: int
) -> ModelEstimates:
    y, f, rest = sides.y, sides.f, sides.rest
    means = corrected_means(y, f, rest, confidence)
    ends, how = _intervals(means, y, f, rest, kind, confidence, interval)
    plain = corrected_means(y, np.zeros_like(y), np.zeros_like(y), confidence)  # λ = 0: the people alone
    plain_ends, _ = _intervals(plain, y, np.zeros_like(y), np.zeros_like(y), kind, confidence, interval)
    worth = means.worth(y)
    everywhere = np.concatenate([f, rest]).mean(axis=0)
    binary = kind == "shares" and len(names) == 2 and bool(((y.sum(axis=1) - 1) ** 2 < 1e-12).all())
    nothing = (float("nan"),) * 3
    first = np.stack([plain.value, *plain_ends, everywhere, means.value, *ends, means.error]).T.tolist()
    last = np.stack([means.low, means.high, worth]).T.tolist()
    made = []
    for place, name in enumerate(names):
        other = rogan_gladen(y[:, place], f[:, place], rest[:, place], confidence) if binary else nothing
        row: list[Any] = [name, *first[place], how[place], *last[place], *other]
        made.append(Estimate(*row))
    alike = _alike(f, rest, kind, seed)
    together = means.worth_of_all(y)
    return ModelEstimates(sides.model, len(y), len(rest), sides.left_out, means.tuning, together, alike, tuple(made))


def _intervals(
    means: CorrectedMeans, y: Floats, f: Floats, rest: Floats, kind: What, confidence: float, interval: str
) -> tuple[Floats, list[str]]:
    """(2, columns) the intervals, and of which kind each is."""
    normal = np.stack([means.low, means.high])
    if interval == "normal":
        return normal, ["normal"] * y.shape[1]
    if kind == "means":
        few = len(y) < FEW_ITEMS
        return (with_students_t(means, len(y), confidence), ["t"]) if few else (normal, ["normal"])
    small = few_of_a_kind(y, f)
    ends = np.where(small, with_imagined_items(means, y, f, rest, confidence), normal)
    return ends, ["imagined items" if rare else "normal" for rare in small.tolist()]


def _alike(f: Floats, rest: Floats, kind: What, seed: int) -> float:
    """p of the same distribution of the model's labels on both sets of items; numbers in at most ten classes."""
    if kind == "means":
        edges = np.unique(np.quantile(np.concatenate([f, rest]), np.arange(1, BINS) / BINS))
        counts = [np.bincount(np.searchsorted(edges, part[:, 0], side="left"), minlength=BINS) for part in (f, rest)]
    else:
        patterns, place = np.unique(np.concatenate([f, rest]), axis=0, return_inverse=True)
        both = place.ravel()
        counts = [np.bincount(places, minlength=len(patterns)) for places in (both[: len(f)], both[len(f) :])]
    first, second = (tally.astype(np.float64) for tally in counts)
    return same_distribution(first, second, generator(seed, "alike"))

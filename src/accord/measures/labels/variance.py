"""Agreement of numeric ratings as shares of variance: Finn's R, intraclass correlations, Lin's concordance."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from accord.annotations import Summary
from accord.annotations.categories import canonical_text
from accord.measures.labels.kernels.complete_items import complete_measure, complete_table, numeric_values
from accord.measures.labels.kernels.distances import in_units, scaled
from accord.measures.labels.kernels.intraclass_intervals import MeanSquares, intraclass_interval
from accord.measures.labels.kernels.pairwise import known_annotators, ratio_of_sums
from accord.measures.record import ClosedInterval, Components, Kernel, Parameter, Undefined, measure
from accord.results import Diagnostic, Diagnostics, UsageError
from accord.results.arrays import Floats
from accord.statistics.division import divided

FORMS = ("1", "2", "3", "1k", "2k", "3k")
ROUNDING = 1e-13  # relative; what is smaller is 0
AT_ONE_END = 0.5  # of the ratings: beyond, intervals from F cover less than 92 % (docs/intervals.md)


def _of_nominal_codes(summary: Summary) -> Diagnostics:
    if summary.level == "nominal" and len(summary.categories) != 2:
        return (Diagnostic("ACC109", "Finn's R depends on the numeric codes of nominal categories"),)
    return ()


@measure(
    "labels",
    title="Finn's R: 1 − observed variance / variance of ratings drawn evenly from the scale",
    formula="R = 1 − MS / ((L² − 1) / 12), L the levels of the scale; MS within items (oneway) or residual (twoway)",
    assumes="Numeric codes one apart. On nominal data of more than two categories the value depends on their coding.",
    missing="oneway: items with one label are left out, others weigh by their labels less one; twoway: complete items.",
    references=("finn1970", "fort2012"),
    who=lambda parameters: parameters["model"] == "twoway",
    numeric=True,
    resamples=("items",),
    family="variance",
    symbol="R",
    remarks=_of_nominal_codes,
    about={
        "codes": Parameter("The categories in their order, or a number for each.", (), "a list or a mapping"),
        "levels": Parameter("The number of levels of the scale; None: as many as categories."),
        "model": Parameter("One-way, or two-way: the annotators' own levels taken out.", ("oneway", "twoway")),
    },
)
def finn(summary: Summary, *, codes: object = None, levels: int | None = None, model: str = "oneway") -> Kernel:
    values = _codes(summary, codes)
    if levels is not None and (isinstance(levels, bool) or not isinstance(levels, int) or levels < 2):
        raise UsageError(f"finn(levels={levels!r}): a scale has at least 2 levels")
    size = levels if levels is not None else len(summary.categories)
    if size < 2:
        raise Undefined("a scale of one level has no variance of chance")
    chance = (size**2 - 1) / 12
    if model == "oneway":
        observed = _within_items(summary, values)
    elif model == "twoway":
        observed = _Squares(summary, values).residual
    else:
        raise UsageError(f"finn(model={model!r}) is not known", "use 'oneway' or 'twoway'")

    def kernel(weight: Floats) -> Components:
        variance = observed(weight)
        return {"value": 1 - variance / chance, "observed": variance, "expected": np.full(len(weight), chance)}

    return kernel


def _within_items(summary: Summary, values: Floats) -> Callable[[Floats], Floats]:
    counts = summary.counts
    sizes = counts.sizes.astype(np.float64)
    mean = counts.project(values[:, None])[:, 0] / sizes
    offset = values[counts.codes] - np.repeat(mean, np.diff(counts.starts))
    squares = np.add.reduceat(counts.counts * offset**2, counts.starts[:-1]) if len(counts) else np.zeros(0)
    return ratio_of_sums(np.column_stack([squares, divided(counts.pairs, sizes)]))


class CentredRatings:
    """The numbers of a complete table as one level for each annotator and what is left: small where only annotators
    differ, and of a size whose squares neither overflow nor vanish."""

    def __init__(self, summary: Summary, values: Floats) -> None:
        self.table = complete_table(summary)
        rows = known_annotators(summary)
        raw, exponent = scaled(values[self.table.codes])
        numbers, more = scaled(raw - raw[len(raw) // 2, 0])
        self.exponent = exponent + more
        middle = numbers[len(numbers) // 2]
        times = rows.multiplicity[self.table.rows].astype(np.float64)
        self.levels: Floats = middle + times @ (numbers - middle) / times.sum()
        """(annotators,) the mean of an annotator's ratings."""
        self.left: Floats = numbers - self.levels
        """(items, annotators)."""
        self.noise = float(np.ldexp(4 * np.finfo(np.float64).eps, -more)) ** 2
        """The square of what rounding can make of equal ratings."""

    @property
    def width(self) -> int:
        return int(self.left.shape[1])


class _Squares:
    """Mean squares of a complete items × annotators table, for many replicates at once."""

    def __init__(self, summary: Summary, values: Floats) -> None:
        self.ratings = CentredRatings(summary, values)
        left = self.ratings.left
        self.width = self.ratings.width
        sums = left.sum(axis=1)
        means = sums / self.width
        within = ((left - means[:, None]) ** 2).sum(axis=1)
        self.features = np.column_stack([np.ones(len(sums)), sums, means * sums, within, left])

    def __call__(self, weight: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """(n, items, annotators, residual): number of items and sums of squares."""
        totals = self.ratings.table.weights(weight) @ self.features
        number, grand, squares, within = totals[:, 0], totals[:, 1], totals[:, 2], totals[:, 3]
        items = np.maximum(squares - divided(grand**2, number * self.width), 0.0)
        moved = divided(totals[:, 4:], number[:, None])
        residual = np.maximum(within - number * _about_mean(moved), 0.0)
        annotators = number * _about_mean(self.ratings.levels + moved)
        rounding = self.ratings.noise * number * self.width  # what is left of equal ratings
        return number, *(np.where(sums <= rounding, 0.0, sums) for sums in (items, annotators, residual))

    def residual(self, weight: Floats) -> Floats:
        number, _, _, residual = self(weight)
        return in_units(divided(residual, (number - 1) * (self.width - 1)), self.ratings.exponent)

    def means(self, weight: Floats) -> tuple[Floats, Floats, Floats, Floats, Floats]:
        """(n, between items, within items, between annotators, residual): number of items and mean squares."""
        number, items, annotators, residual = self(weight)
        others = self.width - 1
        within = divided(annotators + residual, number * others)
        error = divided(residual, (number - 1) * others)
        return number, divided(items, number - 1), within, annotators / others, error


def _about_mean(means: Floats) -> Floats:
    """(replicates,) the sum of squares of (replicates, annotators) about their mean."""
    return np.asarray(((means - means.mean(axis=1, keepdims=True)) ** 2).sum(axis=1))


def _from_f(summary: Summary, confidence: float, *, form: str) -> tuple[float, float]:
    """The interval of an intraclass correlation."""
    squares = _Squares(summary, numeric_values(summary))
    weight = known_annotators(summary).multiplicity[None, :].astype(np.float64)
    number, *means = (float(component[0]) for component in squares.means(weight))
    return intraclass_interval(MeanSquares(round(number), squares.width, *means), form, confidence)


def _far_from_normal(summary: Summary) -> Diagnostics:
    """Ratings of which most lie at one end of the scale, which the F distribution does not know."""
    totals = summary.counts.totals()[np.argsort(numeric_values(summary))]
    used = totals[totals > 0]
    share = float(max(used[0], used[-1]) / used.sum()) if len(used) else 0.0
    if len(used) < 2 or share <= AT_ONE_END:
        return ()
    words = f"{share:.0%} of the ratings lie at one end of the scale, and the interval of icc assumes them to be normal"
    return (Diagnostic("ACC305", words, hint="it is too narrow: trust it less"),)


def _about(parameters: Mapping[str, object]) -> str:
    return "items" if str(parameters["form"]).startswith("3") else "both"


@complete_measure(
    title="Intraclass correlation: the share of the variance of ratings that lies between items",
    formula="six forms of Shrout & Fleiss: 1, 2, 3 for one rating, 1k, 2k, 3k for the mean of the k annotators",
    assumes="Numeric ratings. 1: annotators differ by item; 2: annotators are a sample; 3: they are the only ones.",
    references=("shrout1979", "mcgraw1996"),
    shown=lambda summary: summary.level in ("interval", "ratio"),
    interval=ClosedInterval("f", _from_f, _about, "mcgraw1996", _far_from_normal),
    family="variance",
    symbol="ICC",
    about={
        "form": Parameter(
            "The form of Shrout & Fleiss: 1 one-way, 2 two-way random, 3 two-way mixed; with k, of the mean of all.",
            FORMS,
        )
    },
)
def icc(summary: Summary, *, form: str = "2") -> Kernel:
    if form not in FORMS:
        raise UsageError(f"icc(form={form!r}) is not known", f"use one of {', '.join(FORMS)}")
    squares = _Squares(summary, numeric_values(summary))
    k = squares.width

    def kernel(weight: Floats) -> Components:
        number, between, within, judges, error = squares.means(weight)
        bottom = {
            "1": between + (k - 1) * within,
            "2": between + (k - 1) * error + k * divided(judges - error, number),
            "3": between + (k - 1) * error,
            "1k": between,
            "2k": between + divided(judges - error, number),
            "3k": between,
        }[form]
        bottom = np.where(np.abs(bottom) <= squares.ratings.noise + ROUNDING * (between + error), 0.0, bottom)
        unit = squares.ratings.exponent
        return {
            "value": divided(between - (within if form in ("1", "1k") else error), bottom),
            "between_items": in_units(between, unit),
            "residual": in_units(error, unit),
        }

    return kernel


@complete_measure(
    title="Concordance: Lin's correlation with the line of equality, for any number of annotators",
    formula="CCC = 2 Σ_{a<b} cov_ab / ((A − 1) Σ_a var_a + Σ_{a<b} (mean_a − mean_b)²)",
    assumes="Numeric ratings; a constant shift between annotators lowers it, unlike a correlation.",
    references=("lin1989", "barnhart2002"),
    shown=lambda summary: summary.level in ("interval", "ratio"),
    family="variance",
    symbol="CCC",
    human="Lin's concordance",
)
def ccc(summary: Summary) -> Kernel:
    ratings = CentredRatings(summary, numeric_values(summary))
    left, width = ratings.left, ratings.width
    features = np.column_stack([np.ones(len(left)), left.sum(axis=1) ** 2, left, left**2])

    def kernel(weight: Floats) -> Components:
        totals = ratings.table.weights(weight) @ features
        number = totals[:, :1]
        means = divided(totals[:, 2 : 2 + width], number)
        variances = divided(totals[:, 2 + width :], number) - means**2
        of_sums = divided(totals[:, 1], number[:, 0]) - means.sum(axis=1) ** 2
        bottom = (width - 1) * variances.sum(axis=1) + width * _about_mean(ratings.levels + means)
        undefined = (bottom <= ratings.noise) | (number[:, 0] < 2)  # one item has no variance
        return {"value": divided(of_sums - variances.sum(axis=1), np.where(undefined, 0.0, bottom))}

    return kernel


def _codes(summary: Summary, codes: object) -> Floats:
    """A number for each category: given as a mapping, as a list of categories in the order 1, 2, …, or their values."""
    texts = summary.categories.texts
    if codes is None:
        if summary.categories.values is not None:
            return summary.categories.values
        if len(texts) == 2 or (summary.categories.declared and summary.level == "ordinal"):
            return np.arange(1.0, len(texts) + 1)  # of two categories, one apart in either order
        raise Undefined(
            "Finn's R needs numeric codes: give codes=['first', 'second', …], the categories in their order"
        )
    if isinstance(codes, str) or not hasattr(codes, "__iter__"):
        raise UsageError("finn(codes=…) takes the categories in their order", "codes=['Nothing', 'Former', 'New']")
    pairs = codes.items() if isinstance(codes, Mapping) else tuple(codes)
    if pairs and all(isinstance(pair, tuple) and len(pair) == 2 for pair in pairs):
        numbers = {canonical_text(label): float(number) for label, number in pairs}
    else:
        numbers = {canonical_text(label): float(position) for position, label in enumerate(pairs, start=1)}
    absent = [text for text in texts if text not in numbers]
    if absent:
        raise UsageError(
            f"finn(codes=…) gives no code to the category '{absent[0]}'", f"the categories are {', '.join(texts)}"
        )
    return np.array([numbers[text] for text in texts])

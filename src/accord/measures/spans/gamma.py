"""γ and its relatives: disorder of the best alignment against the disorder of chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from accord.annotations import Spans
from accord.measures.record import BlockKernel, Components, Parameter, Undefined, measure
from accord.measures.spans.parameters import (
    DISSIMILARITY,
    EMPTIES,
    SAMPLED,
    RandomContinua,
    learns_from_others,
    place_of_category,
)
from accord.results import Diagnostic, Diagnostics, StandardError, UsageError
from accord.results.arrays import Floats
from accord.results.wording import many
from accord.results.working import stop_asked

if TYPE_CHECKING:
    from accord.alignment.chance import AgainstChance, Aligned
    from accord.alignment.dissimilarities import Combined

STOPPED = "stopped before anything could be compared with chance"
Weighted = tuple[Floats, Floats]
NO_DISORDER = "by chance, too, there is no disorder: what is compared does not vary"
"""Numerators and denominators, one pair for each unitary alignment."""

_ASSUMES = (
    "Units found and categorised by each annotator; overlaps and gaps allowed; disagreement in place and in category "
    "is weighed by the dissimilarity."
)
_MISSING = "Documents that fewer than two annotators were asked about, or where nobody found a unit, are left out."


gamma_measure = partial(
    measure,
    "spans",
    missing=_MISSING,
    family="gamma",
    corrected=True,
    by_category="gamma_k",
    by_document=True,
    within_corpus=learns_from_others,
    blocks=(DISSIMILARITY, SAMPLED),
)


@gamma_measure(
    title="γ (Mathet, Widlöcher & Métivier): agreement on units, their places and categories",
    formula="1 − Σ δ_observed / Σ δ_expected over documents; δ is the disorder of the best alignment",
    assumes=_ASSUMES,
    references=("mathet2015", "mathet2011"),
    shown=lambda data: True,
    human="γ",
    headline=1,
    side_by_side={"segmentation": 4, "apart": 1, "overlapping": 1},
)
def gamma(
    data: Spans,
    *,
    dissimilarity: Combined,
    chance: RandomContinua,
) -> BlockKernel:
    comparisons = _against_chance(data, dissimilarity, chance)

    def disorder(aligned: Aligned) -> Weighted:
        return aligned.solution.disorders, np.diff(aligned.solution.starts) / aligned.continuum.n_annotators

    kernel = _corrected(comparisons, disorder, lambda comparison: comparison.expected, chance.expected)
    kernel = _learnt(kernel, dissimilarity, comparisons, data, chance)
    return replace(kernel, diagnostics=(*kernel.diagnostics, *_in_short_documents(data, chance)))


@gamma_measure(
    title="γ-cat (Mathet 2017): agreement on the categories of aligned units",
    formula="1 − δ_observed / δ_expected; δ = Σ w d_cat / Σ w over pairs of aligned units, "
    "w = max(0, 1 − d_pos / Δ∅) / (units − 1)",
    assumes=_ASSUMES + " Only categories count, units that nobody else found do not (empties='ignore').",
    references=("mathet2017",),
    shown=lambda data: len(data.categories) > 1,
    human="γ-cat",
    about={"empties": EMPTIES},
    side_by_side={"segmentation": 5, "apart": 2, "overlapping": 2},
)
def gamma_cat(
    data: Spans,
    *,
    empties: str = "ignore",
    dissimilarity: Combined,
    chance: RandomContinua,
) -> BlockKernel:
    """`empties='ignore'` is the paper's; 'count' is pygamma-agreement's, where a unit without a counterpart counts as a
    full disagreement of weight 1, and d_pos in the weights is multiplied by α. Δ∅ scales δ, and γ-cat stays the same.
    """
    compared = _against_chance(data, dissimilarity, chance)
    return _learnt(_corrected_by_pairs(compared, None, empties, chance.expected), dissimilarity, compared, data, chance)


@gamma_measure(
    title="γ-k (Mathet 2017): agreement on one category among aligned units",
    formula="as γ-cat, over the pairs of aligned units of which at least one has the category",
    assumes=_ASSUMES + " It says nothing about other categories.",
    references=("mathet2017",),
    human="γ-k",
    about={"category": Parameter("The category that it is about."), "empties": EMPTIES},
)
def gamma_k(
    data: Spans,
    *,
    category: str | None = None,
    empties: str = "ignore",
    dissimilarity: Combined,
    chance: RandomContinua,
) -> BlockKernel:
    """Needs `category=`; for all categories use `accord measure --by category`."""
    code = place_of_category(data, category, "gamma_k")
    compared = _against_chance(data, dissimilarity, chance)
    return _learnt(_corrected_by_pairs(compared, code, empties, chance.expected), dissimilarity, compared, data, chance)


# ---- pieces


def _in_short_documents(data: Spans, chance: RandomContinua) -> Diagnostics:
    """What is lost in documents with few units, where chance is drawn within them."""
    if chance.expected is not None:
        return ()
    from accord.measures.spans.short_documents import remarks_on_documents

    return remarks_on_documents(data)


def _against_chance(data: Spans, dissimilarity: Combined, chance: RandomContinua) -> list[AgainstChance]:
    from accord.alignment.chance import against_chance, without_chance
    from accord.alignment.learning import unlearnable

    if data.n_annotators < 2:
        raise Undefined("agreement needs two annotators, and there is one")
    if len(data) == 0:
        raise Undefined("no annotator found a unit")
    why = unlearnable(data, dissimilarity)
    if why is not None:
        raise Undefined(why)
    if chance.expected is not None:
        comparisons = without_chance(data, dissimilarity, chance.time_limit)
    else:
        comparisons = against_chance(data, dissimilarity, **chance.drawing)
    if not comparisons:
        raise Undefined(STOPPED if stop_asked() else "no document with units has two annotators")
    return comparisons


def _stopped(comparisons: Sequence[AgainstChance], data: Spans, chance: RandomContinua) -> Diagnostics:
    """What is said of a value that was stopped: how much of the data and of chance it is from."""
    if not stop_asked():
        return ()
    from accord.alignment.chance import drawn_at_first

    documents = sum(continuum.n_annotators >= 2 and len(continuum) > 0 for continuum in data.continua())
    samples = 0 if chance.expected is not None else drawn_at_first(chance.samples, documents, chance.precision)
    drawn = [len(comparison.drawn) for comparison in comparisons]
    if len(comparisons) == documents and min(drawn) >= samples:
        return ()
    message = f"stopped: the value is of {len(comparisons):,} of {many(documents, 'document')}"
    message += f", with chance from {min(drawn):,} to {max(drawn):,} of {samples:,} random continua of each"
    return (Diagnostic("ACC490", message, hint="let it end, or give it less work: a time limit, fewer samples"),)


def _remarks(comparisons: Sequence[AgainstChance], fixed: float | None, *, of_pairs: bool) -> Diagnostics:
    """What alignments that are not proven do to the value."""
    if all(comparison.proven for comparison in comparisons):
        return ()
    from accord.measures.spans.unproven import remark_on_gamma, remark_on_pairs

    return remark_on_pairs(comparisons) if of_pairs else remark_on_gamma(comparisons, fixed)


def _bounds(comparisons: Sequence[AgainstChance], fixed: float | None, *, of_pairs: bool) -> dict[str, float]:
    """The gap of the alignments, and between which values γ lies."""
    if all(comparison.proven for comparison in comparisons):
        return {"gap": 0.0}
    from accord.measures.spans.unproven import bounds_on_gamma, gap_of

    return {"gap": gap_of(comparisons, fixed)} if of_pairs else bounds_on_gamma(comparisons, fixed)


def _corrected(
    comparisons: Sequence[AgainstChance],
    parts: Callable[[Aligned], Weighted],
    by_chance: Callable[[AgainstChance], Floats],
    fixed: float | None,
    *,
    of_pairs: bool = False,
) -> BlockKernel:
    """1 − Σ δ_observed / Σ δ_expected: over documents, or over the unitary alignments of the only document.

    `by_chance` gives δ of each random continuum, Σ numerators / Σ denominators of its parts, nan where it has none. A
    document without anything to compare has no δ and does not count. A `fixed` δ_expected is that of all documents.
    """
    expected, errors, observed = [], [], []
    for comparison in comparisons:
        drawn = by_chance(comparison) if fixed is None else np.array([fixed])
        drawn = drawn[~np.isnan(drawn)]
        expected.append(drawn.mean() if len(drawn) else np.nan)
        errors.append(drawn.std(ddof=1) / np.sqrt(len(drawn)) if len(drawn) > 1 else 0.0)
        observed.append(parts(comparison.observed))
    means, spread = np.array(expected), np.array(errors)
    values = np.array([_ratio(above.sum(), below.sum()) for above, below in observed])
    kept = ~np.isnan(means) & ~np.isnan(values)
    if not kept.any():
        raise Undefined("no two units are aligned, here or by chance")
    means, spread, values = means[kept], spread[kept], values[kept]
    samples = min(len(comparison.drawn) for comparison in comparisons)
    total = float(means.sum())
    error = float(values.sum() / total**2 * np.sqrt((spread**2).sum())) if total > 0 else 0.0
    formula = f"Monte Carlo over {samples:,} samples of each document"
    whole_errors = (StandardError("chance", error, formula, "mathet2015"),) if fixed is None else ()
    names, documents, kernels = [comparison.observed.continuum.document for comparison in comparisons], {}, {}
    for number, place in enumerate(np.flatnonzero(kept).tolist()):
        name, mean = names[place], float(means[number])
        documents[name] = _gamma_of(float(values[number]), mean)
        beside = {"samples": float(samples), **_bounds([comparisons[place]], fixed, of_pairs=of_pairs)}
        own = _over_units(*observed[place], mean, beside)
        share = float(values[number] / mean**2 * spread[number]) if mean > 0 else 0.0
        errors_of_own = tuple(replace(standard_error, value=share) for standard_error in whole_errors)
        kernels[name] = BlockKernel(own, len(observed[place][0]), "units", errors_of_own, undefined=NO_DISORDER)
    remarks = _remarks(comparisons, fixed, of_pairs=of_pairs)
    tables = {"documents": documents}
    if len(means) == 1:
        (alone,) = kernels.values()
        return replace(alone, tables=tables, documents=kernels, diagnostics=remarks)
    beside = {"samples": float(samples), **_bounds(comparisons, fixed, of_pairs=of_pairs)}
    kernel = BlockKernel(_over_documents(values, means, beside), len(means), "documents", whole_errors, remarks, tables)
    return replace(kernel, undefined=NO_DISORDER, documents=kernels)


def _learnt(
    kernel: BlockKernel, dissimilarity: Combined, compared: Sequence[AgainstChance], data: Spans, chance: RandomContinua
) -> BlockKernel:
    """The kernel with what was learnt from other documents, what a function of places does not see, and what is
    missing."""
    from accord.alignment.dissimilarities import said_of_functions
    from accord.alignment.learning import said_of_learning

    remarks = said_of_learning(dissimilarity, [comparison.observed.dissimilarity for comparison in compared])
    blind = said_of_functions(dissimilarity.positional, data.n_discontinuous)
    return replace(kernel, diagnostics=(*kernel.diagnostics, *blind, *remarks, *_stopped(compared, data, chance)))


def _corrected_by_pairs(
    comparisons: Sequence[AgainstChance], category: int | None, empties: str, fixed: float | None
) -> BlockKernel:
    if empties not in ("ignore", "count"):
        raise UsageError(f"empties={empties!r} is not known", "use 'ignore' (Mathet 2017) or 'count'")

    def by_chance(comparison: AgainstChance) -> Floats:
        return _categorical_by_chance(comparison, category, empties)

    def parts(aligned: Aligned) -> Weighted:
        return _categorical(aligned, category, empties)

    return _corrected(comparisons, parts, by_chance, fixed, of_pairs=True)


def _over_documents(values: Floats, means: Floats, beside: Mapping[str, float]) -> Callable[[Floats], Components]:
    def totals(weights: Floats) -> Components:
        number = weights.sum(axis=1)
        observed, expected = weights @ values / number, weights @ means / number
        return _components(observed, expected, beside)

    return totals


def _over_units(
    above: Floats, below: Floats, mean: float, beside: Mapping[str, float]
) -> Callable[[Floats], Components]:
    def totals(weights: Floats) -> Components:
        with np.errstate(invalid="ignore", divide="ignore"):
            observed = (weights @ above) / (weights @ below)
        return _components(observed, np.full(len(weights), mean), beside)

    return totals


def _components(observed: Floats, expected: Floats, beside: Mapping[str, float]) -> Components:
    """`beside` are numbers that are the same for all replicates."""
    with np.errstate(invalid="ignore", divide="ignore"):
        value = 1 - observed / np.where(expected > 0, expected, np.nan)  # without disorder by chance nothing is known
    same = {name: np.full(len(value), number) for name, number in beside.items()}
    return {"value": value, "observed": observed, "expected": expected, **same}


def _gamma_of(observed: float, expected: float) -> float:
    return float(_components(np.array([observed]), np.array([expected]), {})["value"][0])


def _ratio(above: float, below: float) -> float:
    return float(above / below) if below > 0 else float("nan")


def _categorical(aligned: Aligned, category: int | None, empties: str) -> Weighted:
    """Σ w d_cat and Σ w over the pairs of each unitary alignment (Mathet 2017, section 4.2, who has Δ∅ = 1).

    The weight is 1 at the same place and 0 from where an empty unit would cost no more, which is d_pos = Δ∅.
    """
    from accord.alignment.aligned_pairs import aligned_pairs

    continuum, solution, dissimilarity = aligned.continuum, aligned.solution, aligned.dissimilarity
    group, first, second = aligned_pairs(solution.members, solution.starts)
    sizes = np.diff(solution.starts)
    scale = dissimilarity.delta_empty
    place = dissimilarity.positional.between(continuum, first, second)
    if empties == "count":
        place = place * dissimilarity.alpha
    distance = dissimilarity.categorical.between(continuum, first, second) * scale
    weight = np.maximum(0.0, 1 - place) / (sizes[group] - 1)
    if category is not None:
        weight = weight * ((continuum.codes[first] == category) | (continuum.codes[second] == category))
    above = np.bincount(group, weight * distance, minlength=len(sizes)).astype(np.float64)
    below = np.bincount(group, weight, minlength=len(sizes)).astype(np.float64)
    if empties == "count":
        alone = _alone(aligned, category)
        above, below = above + scale * alone, below + alone
    return above, below


def _categorical_by_chance(comparison: AgainstChance, category: int | None, empties: str) -> Floats:
    """(samples,) the same of random continua, Σ w d_cat / Σ w of each; nan where it has no pairs."""
    pairs, samples, dissimilarity = comparison.drawn.pairs, len(comparison.drawn), comparison.observed.dissimilarity
    scale = dissimilarity.delta_empty
    weight = pairs.weights if empties == "ignore" else pairs.weighted
    # Distances are of categories: units of every category stand for all there are, the last for none.
    every = np.append(np.arange(len(comparison.observed.continuum.categories), dtype=np.int32), np.int32(-1))
    of_each = replace(comparison.observed.continuum, codes=every)
    first, second = pairs.first.astype(np.int64), pairs.second.astype(np.int64)
    distance = dissimilarity.categorical.between(of_each, first, second) * scale
    if category is not None:
        weight = weight * ((first == category) | (second == category))
    above = np.bincount(pairs.sample, weight * distance, minlength=samples)
    below = np.bincount(pairs.sample, weight, minlength=samples)
    if empties == "count":
        number = pairs.alone if category is None else pairs.alone * (pairs.alone_category == category)
        alone = np.bincount(pairs.alone_sample, number, minlength=samples)
        above, below = above + scale * alone, below + alone
    return np.array([_ratio(*both) for both in zip(above.tolist(), below.tolist(), strict=True)])


def _alone(aligned: Aligned, category: int | None) -> Floats:
    """How many pairs of a unit (of the category) and an empty place each unitary alignment has."""
    solution = aligned.solution
    sizes = np.diff(solution.starts)
    group = np.repeat(np.arange(len(sizes)), sizes)
    mine = (
        np.ones(len(group))
        if category is None
        else (aligned.continuum.codes[solution.members] == category).astype(float)
    )
    return np.asarray(np.bincount(group, mine, minlength=len(sizes)) * (aligned.continuum.n_annotators - sizes))

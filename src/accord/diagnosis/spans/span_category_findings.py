"""Findings about categories of spans: bounds that drift, units that not everybody finds, categories exchanged."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from accord.diagnosis.finding import Finding
from accord.diagnosis.higher_rates import RINGING, HigherRate, higher_rates
from accord.diagnosis.spans.span_disagreement import Exchange, SpanDisagreement
from accord.diagnosis.spans.span_pairs import SPLIT
from accord.results.arrays import Bools, Floats
from accord.results.json_numbers import json_fields
from accord.statistics.multiple_comparisons import holm
from accord.statistics.p_values import more_one_way
from accord.statistics.proportions import at_least

MATERIAL = 0.10  # a smaller difference of rates between categories is not worth a finding
TOLERATED = 0.05  # exchanges of two categories that nobody would write guidelines for
MOST = 5


def category_findings(disagreement: SpanDisagreement) -> list[Finding]:
    """All findings about categories."""
    if disagreement.groups.spans.n_annotators < 2 or not len(disagreement.groups):
        return []
    return [*drifting_bounds(disagreement), *elusive_categories(disagreement), *exchanged_categories(disagreement)]


def _category_of_groups(disagreement: SpanDisagreement) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """(groups,) the category of its first unit, and whether all its units are of that category."""
    groups = disagreement.groups
    codes = np.where(groups.present, groups.spans.codes[groups.units], -2)
    first = codes[np.arange(len(groups)), np.argmax(groups.present, axis=1)]
    return first, np.asarray(((codes == first[:, None]) | ~groups.present).all(axis=1))


def _cut(disagreement: SpanDisagreement) -> NDArray[np.bool_]:
    """(groups,) which are part of a split."""
    touched = np.bincount(disagreement.pairs.group[disagreement.kind == SPLIT], minlength=len(disagreement.groups))
    return np.asarray(touched > 0)


def _higher(
    disagreement: SpanDisagreement, category: NDArray[np.int32], cases: Bools, among: Bools
) -> list[tuple[str, HigherRate]]:
    """Categories with a higher rate than all the others together."""
    shape = (disagreement.groups.spans.n_documents, len(disagreement.groups.spans.categories))
    tables = []
    for chosen in (cases, among):
        cell = disagreement.groups.document[chosen] * shape[1] + category[chosen]
        tables.append(np.bincount(cell, minlength=shape[0] * shape[1]).reshape(shape))
    names = disagreement.groups.spans.categories.texts
    return [(names[higher.place], higher) for higher in higher_rates(tables[0], tables[1], MATERIAL)[:MOST]]


def drifting_bounds(disagreement: SpanDisagreement) -> Iterator[Finding]:
    """Categories whose aligned units have other bounds more often than those of the other categories."""
    groups, spans = disagreement.groups, disagreement.groups.spans
    category, pure = _category_of_groups(disagreement)
    counted = pure & (category >= 0) & (groups.support > 1) & ~_cut(disagreement)
    shapes = [] if spans.fragments is None else [spans.fragments.shapes.astype(np.float64)]
    differing = counted & (sum(_spread(disagreement, values) for values in (spans.starts, spans.ends, *shapes)) > 0)
    for name, higher in _higher(disagreement, category, differing, counted):
        shift = next(row.mean_shift for row in disagreement.categories if row.category == name)
        yield Finding(
            kind="drifting bounds",
            matters=min(0.7, 0.3 + 0.5 * (higher.rate - higher.elsewhere)),
            title=(
                f"The bounds of '{name}' differ in {higher.times:,} of {higher.of:,} aligned groups "
                f"({higher.rate:.1%}), those of other categories in {higher.elsewhere:.1%}; the mean shift of a "
                f"pair is {shift:.2f}."
            ),
            explanation=(
                f"{higher.tested}, corrected for all categories. Annotators see the same "
                "thing and do not know where it begins or ends."
            ),
            action=f"Give examples of what belongs to a '{name}' and what does not, at both ends.",
            numbers={
                "category": name,
                "differing": higher.times,
                "groups": higher.of,
                "rate": higher.rate,
                "rate_of_others": higher.elsewhere,
                "mean_shift": shift,
                "p": higher.p,
            },
        )


def _spread(disagreement: SpanDisagreement, values: Floats) -> Floats:
    """(groups,) the largest minus the smallest bound."""
    groups = disagreement.groups
    bound = values[groups.units]
    low = np.where(groups.present, bound, np.inf).min(axis=1)
    return np.asarray(np.where(groups.present, bound, -np.inf).max(axis=1) - low)


def elusive_categories(disagreement: SpanDisagreement) -> Iterator[Finding]:
    """Categories whose units some annotators do not find, more often than those of the other categories."""
    groups = disagreement.groups
    category, _ = _category_of_groups(disagreement)
    counted = (category >= 0) & (groups.number > 1) & ~_cut(disagreement)
    for name, higher in _higher(disagreement, category, counted & (groups.support < groups.number), counted):
        yield Finding(
            kind="elusive category",
            matters=min(0.7, 0.3 + 0.5 * (higher.rate - higher.elsewhere)),
            title=(
                f"Not everybody finds the units of '{name}': somebody has none at {higher.times:,} of "
                f"{higher.of:,} places ({higher.rate:.1%}), against {higher.elsewhere:.1%} for other categories."
            ),
            explanation=(
                f"{higher.tested}, corrected for all categories. What is to be marked as "
                "such is less clear than for the rest, whatever the bounds."
            ),
            action=f"State what counts as '{name}', with cases that do not, and annotate a sample again.",
            numbers={"category": name, "partial": higher.times, "groups": higher.of, **higher.as_json()},
        )


def exchanged_categories(disagreement: SpanDisagreement) -> list[Finding]:
    """Pairs of categories that stand for each other in more than 5 % of their pairs, with 99.5 % confidence.

    The pairs of one unitary alignment say little more than one of them: the bound counts unitary alignments.
    """
    findings = []
    confidence = 1 - RINGING / max(1, len(disagreement.exchanges))
    for swap in disagreement.exchanges:
        low = at_least(swap.pairs / swap.of_pairs * swap.of_groups, swap.of_groups, confidence)
        if low > TOLERATED:
            findings.append(_exchange(disagreement, swap, low))
    return sorted(findings, key=lambda finding: -finding.matters)[:MOST]


def _exchange(disagreement: SpanDisagreement, swap: Exchange, low: float) -> Finding:
    share = swap.pairs / swap.of_pairs
    return Finding(
        kind="exchanged categories",
        matters=min(0.8, 0.35 + share),
        title=(
            f"'{swap.first}' and '{swap.second}' are exchanged in {swap.pairs:,} of {swap.of_pairs:,} aligned pairs of "
            f"units that hold one of them ({share:.1%}, at least {low:.1%})."
        ),
        explanation=(
            "The bound is that of a binomial share, corrected for all pairs of categories; a rate of 5 % or less is "
            f"not reported. The units are found, and their category is not settled.{_sides(disagreement, swap)}"
        ),
        action=f"Write down what distinguishes '{swap.first}' from '{swap.second}', or merge them.",
        numbers={
            **json_fields(swap, "first", "second", "pairs", "of_pairs", "groups", "of_groups"),
            "share": share,
            "low": low,
        },
    )


def _sides(disagreement: SpanDisagreement, swap: Exchange) -> str:
    """Who takes which of the two where they are exchanged, if one annotator does so consistently."""
    groups, spans = disagreement.groups, disagreement.groups.spans
    codes = np.where(groups.present, spans.codes[groups.units], -2)
    wanted = [
        code if code is not None else -1
        for code in (spans.categories.code(swap.first), spans.categories.code(swap.second))
    ]
    both = (codes == wanted[0]).any(axis=1) & (codes == wanted[1]).any(axis=1)
    first, second = ((codes[both] == code).sum(axis=0) for code in wanted)
    p = holm(np.array([more_one_way(int(a), int(b)) for a, b in zip(first, second, strict=True)]))
    who = int(np.argmin(p))
    if p[who] >= RINGING:
        return ""
    number = int(first[who] + second[who])
    more, name = (int(first[who]), swap.first) if first[who] > second[who] else (int(second[who]), swap.second)
    return (
        f" '{spans.annotators[who]}' says '{name}' in {more:,} of {number:,} such cases (sign test, p = {p[who]:.2g})."
    )

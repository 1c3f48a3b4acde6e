"""The verdict on labels: the main number beside the limits of Krippendorff, what it promises, and why others differ.

Coefficients of the same labels differ by what each takes for chance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from accord.diagnosis.labels.promised import Promised
from accord.diagnosis.verdict import value_in_words
from accord.evaluation.headlines import headlines, record_of
from accord.evaluation.meaning import beside_the_limits
from accord.reproducibility.median_shift import MedianShift
from accord.results import Result, parse_expression


def verdict_on_labels(
    results: Sequence[Result], promised: Promised | None = None, moved: MedianShift | None = None
) -> list[str]:
    """The main number in a sentence, and what it promises."""
    ranked = headlines("labels", results)
    if not ranked:
        return []
    share = [] if promised is None else [promised.short]
    distance = [] if moved is None else [moved.text]
    headline = ranked[0]
    record = record_of("labels", headline)
    name = headline.measure if record is None else record.subject
    corrected = record is None or record.corrects(parse_expression(headline.measure).parameters)
    return [value_in_words(name, headline, corrected=corrected, reading=beside_the_limits(headline)), *share, *distance]


SAME = 0.02  # values closer than this are not worth explaining
UNEVEN = 0.60  # of all labels: from here on a category's prevalence is worth naming


def why_they_differ(results: Sequence[Result], usage: Mapping[str, int]) -> str:
    """One to three sentences; empty where fewer than two chance-corrected values are known.

    All of these are (A_o − A_e) / (1 − A_e) of nearly the same A_o, so that what differs is A_e.
    """
    known = {
        result.measure: result
        for result in results
        if _corrected(result) and result.defined and _expected(result) is not None
    }
    if len(known) < 2:
        return ""
    ordered = sorted(known.values(), key=lambda result: result.value)
    lowest, highest = ordered[0], ordered[-1]
    if highest.value - lowest.value < SAME:
        return (
            f"The coefficients that correct for chance lie within {highest.value - lowest.value:.3f} of each other: "
            "here it matters little which one is reported."
        )
    text = (
        f"{_symbol(highest)} is {highest.value:.3f} and {_symbol(lowest)} {lowest.value:.3f} on the same "
        f"labels, because they attribute {_expected(highest):.1%} and {_expected(lowest):.1%} of the agreement "
        "to chance."
    )
    return " ".join([text, *_prevalence(usage), *_bias(known)])


def _corrected(result: Result) -> bool:
    """Whether it corrects for a chance that a population has, and no weights were asked for."""
    record = record_of("labels", result) if "(" not in result.measure else None
    return record is not None and record.chance_of_shares is not None and record.corrects({})


def _symbol(result: Result) -> str:
    record = record_of("labels", result)
    return result.measure if record is None else record.symbol


def _expected(result: Result) -> float | None:
    """Agreement by chance; α is written with disagreement."""
    value = result.components.get("expected")
    if value is None or value != value:
        return None
    return 1 - value if result.measure == "alpha" else value


def _prevalence(usage: Mapping[str, int]) -> list[str]:
    total = sum(usage.values())
    if not total:
        return []
    name, times = max(usage.items(), key=lambda pair: pair[1])
    share = times / total
    if share < UNEVEN:
        return []
    return [
        f"'{name}' makes up {share:.1%} of all labels (prevalence): coefficients that estimate chance from how often "
        "categories are used find much of the agreement expected, those that assume even use do not."
    ]


def _bias(known: Mapping[str, Result]) -> list[str]:
    """κ keeps the annotators' own marginals, π pools them."""
    own = known.get("kappa") or known.get("multi_kappa")
    pooled = known.get("pi") or known.get("fleiss")
    if own is None or pooled is None:
        return []
    gap = own.value - pooled.value
    if abs(gap) < 0.005:
        return ["Annotators use the categories alike (no bias): κ and π differ by less than .005."]
    return [f"Annotators use the categories differently (bias): κ is {gap:.3f} above π, which pools their habits."]

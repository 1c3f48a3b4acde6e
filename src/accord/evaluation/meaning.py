"""What a value says in words, by the shape of its data and what its measure corrects for."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from accord.evaluation.headlines import record_of
from accord.results import ReadAs, Result, Results, parse_expression

FIRM, TENTATIVE = 0.800, 0.667  # Krippendorff 2004, p. 241


def meaning_of(shape: str, result: Result) -> str:
    """The reading of a value; empty where it is undefined, or its measure has none."""
    record = record_of(shape, result)
    if record is None or not result.defined:
        return ""
    parameters = record.bind(parse_expression(result.measure).parameters).parameters
    if not record.bounded:
        return "lower is better; not a coefficient of agreement" if record.lower_is_better else ""
    if not record.corrects(parameters):
        return "not corrected for chance"
    if shape == "labels" and record.family == "kappa":  # for which he proposed them
        return beside_the_limits(result)
    return without_disorder(result.value) if shape == "spans" else better_than_chance(result.value)


def explained(shape: str, results: Iterable[Result], read_as: ReadAs = ()) -> Results:
    """The same values with what they mean, and with what in the data was read as what."""
    return Results(
        replace(result, meaning=result.meaning or meaning_of(shape, result), read_as=result.read_as or read_as)
        for result in results
    )


def better_than_chance(value: float) -> str:
    """What a value says that is 0 where there is chance alone, and 1 where agreement is perfect."""
    return "no better than chance" if value <= 0 else f"{value:.0%} of the way from chance to perfect agreement"


def without_disorder(value: float) -> str:
    """What a value of γ says."""
    if value <= 0:
        return "no better than annotations placed at random"
    return f"disagreement is {value:.0%} lower than chance; 1 is perfect agreement"


def beside_the_limits(result: Result) -> str:
    """A coefficient of labels beside the limits of Krippendorff (2004)."""
    low, high = (result.low, result.high) if result.has_interval else (result.value, result.value)
    firm = "above .800, which Krippendorff (2004) requires of reliable data"
    if low >= FIRM:
        if result.has_interval and low == high == 1:
            return f"{firm}; no disagreement was seen, and the interval does not show how much there may be"
        return f"{firm}, and so is its interval" if result.has_interval else firm
    if result.value >= FIRM:
        return f"{firm}, but its interval reaches below"
    if low >= TENTATIVE:
        return "between .667 and .800, where Krippendorff (2004) allows tentative conclusions only"
    if high < TENTATIVE:
        return "below the .667 under which Krippendorff (2004) advises against using data"
    return "the interval straddles .667, under which Krippendorff (2004) advises against using data"

"""The verdict on labels: the main number beside the limits of Krippendorff, and what it promises."""

from __future__ import annotations

from collections.abc import Sequence

from accord.diagnosis.labels.promised import Promised
from accord.diagnosis.verdict import interval_in_words, value_in_words
from accord.evaluation.headlines import headlines, record_of
from accord.reproducibility.median_shift import MedianShift
from accord.results import Result, parse_expression

FIRM, TENTATIVE = 0.800, 0.667  # Krippendorff 2004, p. 241


def verdict_on_labels(
    results: Sequence[Result], promised: Promised | None = None, moved: MedianShift | None = None
) -> list[str]:
    """The main number in a sentence, and what it promises."""
    ranked = headlines("labels", results)
    if not ranked:
        return []
    share = [] if promised is None else [promised.short]
    distance = [] if moved is None else [moved.text]
    return [_first(ranked[0]), *share, *distance]


def _first(headline: Result) -> str:
    record = record_of("labels", headline)
    name = headline.measure if record is None else record.human
    corrected = record is None or record.corrects(parse_expression(headline.measure).parameters)
    return value_in_words(name, headline, corrected=corrected, reading=_beside_the_limits(headline))


def _beside_the_limits(headline: Result) -> str:
    has_interval = interval_in_words(headline) != ""
    low, high = (headline.low, headline.high) if has_interval else (headline.value, headline.value)
    firm = "above the .800 that Krippendorff (2004) asks of data one relies on"
    if low >= FIRM:
        if has_interval and low == high == 1:
            return f"{firm}; no disagreement was seen, and the interval cannot tell how much there is"
        return f"{firm}, and so is its interval" if has_interval else firm
    if headline.value >= FIRM:
        return f"{firm}, but its interval reaches below"
    if low >= TENTATIVE:
        return "between .667 and .800, where Krippendorff (2004) allows tentative conclusions only"
    if high < TENTATIVE:
        return "below the .667 under which Krippendorff (2004) advises against using data"
    return (
        "its interval holds values on both sides of the .667 under which Krippendorff (2004) advises against using data"
    )

"""The verdict in three sentences: is it good enough, what does it mean, what should be fixed first."""

from __future__ import annotations

import math
from collections.abc import Sequence

from accord.diagnosis.finding import Finding
from accord.diagnosis.labels.promised import Promised
from accord.evaluation.headlines import headlines, record_of
from accord.reproducibility.median_shift import MedianShift
from accord.results import Result, parse_expression

FIRM, TENTATIVE = 0.800, 0.667  # Krippendorff 2004, p. 241


def verdict_of(said: Sequence[str], findings: Sequence[Finding]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Three sentences, and what else was said: the first two of `said`, and what matters most."""
    if not said:
        return (), ()
    first = "Nothing stands out that should be mended first."
    if findings:
        first = findings[0].title if len(findings) == 1 else f"First of {len(findings):,} findings: {findings[0].title}"
    return (*said[:2], first), tuple(said[2:])


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
    if not headline.defined:
        return f"{name} has no value: {headline.undefined}."
    number = f"{name} is {headline.value:.3f}"
    has_interval = headline.confidence is not None and not math.isnan(headline.low)
    if has_interval:
        number += f" ({headline.confidence:.0%} interval {headline.low:.3f} to {headline.high:.3f})"
    if record is not None and not record.corrects(parse_expression(headline.measure).parameters):
        return f"{number}; it is not corrected for chance."
    low, high = (headline.low, headline.high) if has_interval else (headline.value, headline.value)
    if low >= FIRM:
        reading = "above the .800 that Krippendorff (2004) asks of data one relies on"
        if has_interval and low == high == 1:
            reading += "; no disagreement was seen, and the interval cannot tell how much there is"
        elif has_interval:
            reading += ", and so is its interval"
    elif headline.value >= FIRM:
        reading = "above the .800 that Krippendorff (2004) asks of data one relies on, but its interval reaches below"
    elif low >= TENTATIVE:
        reading = "between .667 and .800, where Krippendorff (2004) allows tentative conclusions only"
    elif high < TENTATIVE:
        reading = "below the .667 under which Krippendorff (2004) advises against using data"
    else:
        reading = (
            "its interval holds values on both sides of the .667 under which Krippendorff (2004) advises against using "
            "data"
        )
    return f"{number}: {reading}."

"""The verdict: is it good enough, and what matters most — in sentences."""

from __future__ import annotations

import math
from collections.abc import Sequence

from accord.diagnosis.finding import Finding
from accord.diagnosis.promised import Promised
from accord.results import Result

FIRM, TENTATIVE = 0.800, 0.667  # Krippendorff 2004, p. 241
MOST = 3  # findings that the verdict names
HEADLINES = ("alpha", "multi_kappa", "kappa", "fleiss", "pi", "s", "observed_agreement")


def verdict_on(
    results: Sequence[Result], findings: Sequence[Finding], promised: Promised | None = None
) -> tuple[str, ...]:
    """The main number in a sentence, what it promises, then what matters most about it."""
    by_name = {result.measure.split("(")[0]: result for result in results}
    headline = next((by_name[name] for name in HEADLINES if name in by_name), None)
    if headline is None:
        return ()
    promise = () if promised is None else (promised.promise.text,)
    return (_first(headline), *promise, *(finding.title for finding in findings[: MOST - len(promise)]))


def _first(headline: Result) -> str:
    name = headline.title.split(":")[0] if headline.title else headline.measure
    if not headline.defined:
        return f"{name} has no value: {headline.undefined}."
    number = f"{name} is {headline.value:.3f}"
    has_interval = headline.confidence is not None and not math.isnan(headline.low)
    if has_interval:
        number += f" ({headline.confidence:.0%} interval {headline.low:.3f} to {headline.high:.3f})"
    if headline.measure.split("(")[0] == "observed_agreement":
        return f"{number}; it is not corrected for chance."
    low, high = (headline.low, headline.high) if has_interval else (headline.value, headline.value)
    if low >= FIRM:
        reading = "above the .800 that Krippendorff (2004) asks of data one relies on, and so is its interval"
    elif headline.value >= FIRM:
        reading = "above the .800 that Krippendorff (2004) asks of data one relies on, but its interval reaches below"
    elif low >= TENTATIVE:
        reading = "between .667 and .800, where Krippendorff (2004) allows tentative conclusions only"
    elif high < TENTATIVE:
        reading = "below the .667 under which Krippendorff (2004) advises against using data"
    else:
        reading = (
            "near the .667 under which Krippendorff (2004) advises against using data: the interval holds both sides"
        )
    return f"{number}: {reading}."

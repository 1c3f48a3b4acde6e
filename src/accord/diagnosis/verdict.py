"""The verdict: is it good enough, why do the numbers differ, what should be looked at first — in sentences."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from accord.annotations import Summary
from accord.diagnosis.similarity import CategorySimilarity
from accord.results import Result

FIRM, TENTATIVE = 0.800, 0.667  # Krippendorff 2004, p. 241
HEADLINES = ("alpha", "multi_kappa", "kappa", "fleiss", "pi", "s", "observed_agreement")


def verdict_on(
    usage: Mapping[str, int],
    results: Sequence[Result],
    similarity: CategorySimilarity | None,
    by_category: Sequence[Result],
    summary: Summary,
) -> tuple[str, ...]:
    """A few sentences with the numbers in them; each stands on its own."""
    by_name = {result.measure.split("(")[0]: result for result in results}
    headline = next((by_name[name] for name in HEADLINES if name in by_name), None)
    if headline is None:
        return ()
    said = [_first(headline)]
    said += _prevalence(usage, by_name)
    said += _bias(by_name)
    said += _look_at(similarity, by_category, summary)
    return tuple(said)


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


def _prevalence(usage: Mapping[str, int], by_name: Mapping[str, Result]) -> list[str]:
    """High agreement, lower coefficients: one category outweighs the rest (Feinstein & Cicchetti 1990)."""
    total = sum(usage.values())
    observed = by_name.get("observed_agreement")
    corrected = next(
        (by_name[name] for name in ("kappa", "multi_kappa", "fleiss", "pi", "alpha") if name in by_name), None
    )
    if total == 0 or observed is None or corrected is None or not (observed.defined and corrected.defined):
        return []
    largest = max(usage, key=lambda text: usage[text])
    share = usage[largest] / total
    if share < 0.75 or observed.value - corrected.value < 0.1:
        return []
    name = corrected.title.split(":")[0]
    return [
        f"Annotators agree on {observed.value:.1%} of the pairs of labels, yet {name} is {corrected.value:.2f}: "
        f"{share:.1%} of all labels are '{largest}', so that most of this agreement would come by chance. "
        f"The coefficient tells about the other categories; the raw agreement does not."
    ]


def _bias(by_name: Mapping[str, Result]) -> list[str]:
    bias = by_name.get("annotator_bias")
    if bias is None or not bias.defined:
        return []
    if bias.value < 0.01:
        return ["The annotators use the categories equally often: there is no annotator bias to speak of."]
    return [
        f"The annotators use the categories differently (annotator bias {bias.value:.3f}): compare their habits "
        "category by category before trusting κ, which rewards such differences."
    ]


def _look_at(similarity: CategorySimilarity | None, by_category: Sequence[Result], summary: Summary) -> list[str]:
    said = []
    defined = [result for result in by_category if result.defined]
    if len(defined) > 1:
        weakest = min(defined, key=lambda result: result.value)
        said.append(f"The hardest category is '{weakest.of}' (α {weakest.value:.2f} against the rest).")
    pairs = similarity.pairs() if similarity is not None and len(summary.categories) > 2 else []
    if pairs and pairs[0][2] > 0:
        one, other, value = pairs[0]
        said.append(
            f"The two categories most often mistaken for each other are '{one}' and '{other}': where one annotator "
            f"says one of them, another says the other in {value:.1%} of the cases. Look at these items first."
        )
    return said

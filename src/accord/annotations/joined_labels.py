"""Labels that look like several in one cell: "entailment|neutral" where "neutral" is a label too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

SEPARATORS = {"|": any, ";": any, ",": all}  # with how many parts of a label that must be known: commas part words too
MOSTLY = 0.8  # of the labels with a separator, the share whose parts are known otherwise


def joins_labels(texts: Sequence[str]) -> str | None:
    """The separator by which labels seem to be joined; None where they do not.

    Two labels or more have it, and most of those have parts that are labels themselves or occur in several.

    >>> joins_labels(["neutral", "entailment", "entailment|neutral", "contradiction|neutral"])
    '|'
    >>> joins_labels(["yes, surely", "no, never", "maybe"])
    """
    for separator, enough in SEPARATORS.items():
        joined = [[part.strip() for part in text.split(separator)] for text in texts if separator in text]
        times = Counter(part for parts in joined for part in set(parts))
        known = {text for text in texts if separator not in text} | {part for part, seen in times.items() if seen > 1}
        made_of_known = sum(enough(part in known for part in parts) for parts in joined)
        if len(joined) > 1 and made_of_known >= MOSTLY * len(joined):
            return separator
    return None

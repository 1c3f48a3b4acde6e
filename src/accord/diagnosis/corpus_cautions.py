"""What to keep in mind about the agreement of any corpus: documents of one annotator, wide intervals."""

from __future__ import annotations

from collections.abc import Sequence

from accord.diagnosis.finding import Finding
from accord.evaluation.extrapolating import FEWEST_ITEMS, items_range
from accord.evaluation.overview import CorpusOverview
from accord.results import Result
from accord.results.arrays import Bools
from accord.results.wording import many

WIDEST, WANTED = 0.2, 0.1  # of an interval from low to high


def single_annotator(assigned: Bools, what_becomes: str = "") -> Finding | None:
    """Documents of one annotator tell nothing about agreement; `assigned` is (documents, annotators)."""
    documents, single = len(assigned), int((assigned.sum(axis=1) == 1).sum())
    if not single:
        return None
    share = single / documents
    have = "has" if single == 1 else "have"
    return Finding(
        kind="single annotator",
        matters=min(0.7, 0.1 + 0.8 * share),
        title=f"{single:,} of {many(documents, 'document')} ({share:.1%}) {have} one annotator only.",
        explanation=(
            "Agreement is measured on the other documents, and holds for these only if they are of the same kind. "
            f"{what_becomes}"
        ).strip(),
        action="Choose the documents that are annotated twice at random, and say in the report how many there are.",
        numbers={"single": single, "documents": documents},
    )


def wide_interval(seen: CorpusOverview, results: Sequence[Result]) -> Finding | None:
    """An interval wider than .2 of the first measure that has one."""
    first = next(
        (
            result
            for result in results
            if result.defined and result.confidence is not None and result.high == result.high
        ),
        None,
    )
    if first is None or first.high - first.low <= WIDEST:
        return None
    width = first.high - first.low
    things, number = ("documents", seen.documents) if seen.documents > 1 else ("units", seen.units)
    numbers: dict[str, object] = {"measure": first.measure, "width": width, things: number}
    sentence = f"How many {things} would narrow it cannot be estimated: {number:,} are too few to extrapolate from."
    if number >= FEWEST_ITEMS:
        factor = (width / WANTED) ** 2
        low, high = items_range(factor, number)
        sentence = (
            f"Its width shrinks with the square root of the amount of data: extrapolated from these {number:,} "
            f"{things}, about {factor:.1f} times as many ({low:.1f} to {high:.1f}) would make it {WANTED} wide."
        )
        numbers |= {"factor": factor, "factor_low": low, "factor_high": high}
    return Finding(
        kind="wide interval",
        matters=min(0.8, 0.3 + width / 2),
        title=(
            f"With {number:,} {things} {first.name} is uncertain: {first.low:.2f} to {first.high:.2f} "
            f"({first.confidence:.0%} interval, {width:.2f} wide)."
        ),
        explanation=f"An interval this wide contains values that would be interpreted very differently. {sentence}",
        action=f"Annotate more {things}, or report the interval and not the value alone.",
        numbers=numbers,
    )

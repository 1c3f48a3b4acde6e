"""The verdict: one fixed rule, and what would settle it where it cannot tell.

Admitted: ω is at least one half at the stated ε, the panel difference is not below −margin (its interval is not wholly
below), and at most half of the duels between different annotations are ties. (Where the model and a person annotate an
item alike they tie too; that is agreement, and counting it would admit no model beside people who agree.) Refused: ω is
below one half and the panel difference is below −margin. Else it cannot tell. Where ω is not defined the panel alone
has to show it: admitted where the whole interval is above −margin, refused where all of it is below.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal

from accord.admission.alternative_annotator import PASSES, AlternativeTest, Q
from accord.admission.panel import PanelComparison
from accord.results.wording import many

Word = Literal["admitted", "refused", "cannot tell"]
MOST_TIES = 0.5
MOST_ITEMS = 1_000_000  # beyond which more items are no advice


@dataclass(frozen=True)
class Verdict:
    """What is decided, by what, and what would settle it."""

    word: Word
    panel_alone: bool
    settles: tuple[str, ...] = ()

    @property
    def admitted(self) -> bool:
        return self.word == "admitted"


def verdict(test: AlternativeTest, panel: PanelComparison) -> Verdict:
    """The fixed rule."""
    if test.passes is None:
        if panel.low >= -panel.margin:
            return Verdict("admitted", True)
        if panel.below:
            return Verdict("refused", True)
        return Verdict("cannot tell", True, tuple(_settling(test, panel)))
    if test.passes and not panel.below and test.ties_apart <= MOST_TIES:
        return Verdict("admitted", False)
    if not test.passes and panel.below:
        return Verdict("refused", False)
    return Verdict("cannot tell", False, tuple(_settling(test, panel)))


def _settling(test: AlternativeTest, panel: PanelComparison) -> Iterator[str]:
    """Items, people or a score that would decide, as far as the numbers found tell."""
    if not test.items:
        yield "a third person"
        return
    if test.passes is None:
        yield f"about {many(max(_items_for_panel(test, panel), 30), 'item')} annotated by the same people"
        return
    if test.ties_apart > MOST_TIES:
        tied = f"{test.ties_apart:.0%} of the comparisons of different annotations are ties, which decide nothing"
        yield f"a finer score, or more people per item: {tied}"
    elif math.isnan(test.ties_apart):
        yield "items on which anybody differs: here everybody annotated everything alike"
    if not test.passes:
        needed = _items_for_test(test)
        yield (
            f"about {many(needed, 'item')} in place of {test.items:,}"
            if needed is not None
            else "other people or a larger ε: against most of these people more items would not change ω"
        )
    if test.passes and panel.below:
        yield "people to look at: each of them loses to the model, and together they agree better without it"
    elif not test.passes and not panel.below:
        items = _items_for_panel(test, panel)
        if items > test.items:
            yield f"about {many(items, 'item')} for the panel to tell the difference from the margin"


def _items_for_panel(test: AlternativeTest, panel: PanelComparison) -> int:
    """How many items would put the end of the interval on the margin, if the difference stays what it is."""
    gap = abs(panel.difference + panel.margin)
    if not (gap > 0 and math.isfinite(panel.error)):
        return test.items
    return _rounded(min(MOST_ITEMS, test.items * (1.96 * panel.error / gap) ** 2))


def _items_for_test(test: AlternativeTest) -> int | None:
    """How many items would let half of the people fall, if their means stay what they are; None: no number would."""
    m = len(test.people)
    z = -NormalDist().inv_cdf(Q * PASSES / sum(1 / j for j in range(1, m + 1)))
    times = []
    for person in test.people:
        gap = test.epsilon - person.difference
        needed = z**2 * _spread(person.difference, person.advantage) / gap**2 if gap > 0 else math.inf
        times.append(needed / person.items)
    half = sorted(times)[math.ceil(PASSES * m) - 1] * test.items
    return _rounded(max(half, 1.1 * test.items)) if half < MOST_ITEMS else None


def _spread(difference: float, advantage: float) -> float:
    """The variance of d ∈ {−1, 0, 1}, from its mean and the share of duels that the person does not win."""
    lost = 1 - advantage
    return 2 * lost - difference - difference**2


def _rounded(number: float) -> int:
    """Up to two digits: it is no more than a guide."""
    whole = math.ceil(number)
    scale = int(10 ** max(0, len(str(whole)) - 2))
    return -(-whole // scale) * scale

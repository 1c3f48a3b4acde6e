"""Who agrees with the others as well as these do on the same items: what they pull down is due to their items."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from statistics import NormalDist

import numpy as np

from accord.diagnosis.finding import ERROR_RATE, Finding
from accord.diagnosis.labels.ballots import Ballots
from accord.diagnosis.labels.closeness import Closeness
from accord.statistics.division import divided

FEWEST_ITEMS = 20  # with three labels or more; of two, each is as far from the other


@dataclass(frozen=True)
class OnTheirItems:
    """What the labels of the same items say about those who agree less."""

    at_home: frozenset[str] = frozenset()
    """Annotators who are not clearly farther from the others than the labels of their items are from each other."""
    untold: frozenset[str] = frozenset()
    """Annotators whose items have two labels: each is as far from the other, whoever errs."""

    def told(self, findings: Iterable[Finding]) -> list[Finding]:
        """Findings about annotators: none about those at home, and no blame where nothing tells people from items."""
        kept = [finding for finding in findings if finding.numbers["annotator"] not in self.at_home]
        return [_of_either(finding) if finding.numbers["annotator"] in self.untold else finding for finding in kept]


def _of_either(finding: Finding) -> Finding:
    name = finding.numbers["annotator"]
    return replace(
        finding,
        kind="annotator or harder items",
        matters=finding.matters / 2,
        explanation=(
            f"Agreement is lower on the items of '{name}'. With two labels per item nothing tells whether '{name}' "
            "differs from the others or was given harder items: two labels agree as much whoever gave which."
        ),
        action=(
            f"Have a third person label {FEWEST_ITEMS} or more of these items, which shows who or what it is. If items "
            f"were assigned at random, harder ones are unlikely, and it is '{name}'."
        ),
    )


def on_their_items(ballots: Ballots) -> OnTheirItems:
    """Who is as near to the others as these are to each other on the same items, and of whom that cannot be told.

    Were the labels of each item dealt anew among its annotators, the mean distance of one's label to the others would
    be that of the item, with the variance that it has over the labels of the item. This takes 20 items with three
    labels or more.

    >>> import accord
    >>> rows = [["a", "a", "b"], ["b", "b", "a"], ["a", "a", "a"], ["b", "b", "b"]] * 20
    >>> sorted(on_their_items(Ballots.of(accord.labels(rows))).at_home)
    ['A1', 'A2']
    """
    if not ballots.named:
        return OnTheirItems()
    apart = Closeness.of(ballots.labels).to_others(ballots)
    number, rows = ballots.number.astype(np.float64), ballots.labels.n_rows
    known = np.where(np.isnan(apart), 0.0, apart)
    mean = divided(np.bincount(ballots.cell_row, weights=ballots.counts * known, minlength=rows), number)
    square = divided(np.bincount(ballots.cell_row, weights=ballots.counts * known**2, minlength=rows), number)
    telling = (number >= 3)[ballots.row]
    variance = np.where(telling, np.maximum(square - mean**2, 0.0)[ballots.row], 0.0)
    beyond = np.where(telling, known[ballots.cell] - mean[ballots.row], 0.0)
    people = len(ballots.annotators)
    paired = (number == 2)[ballots.row]
    items, pairs, total, spread = (
        np.bincount(ballots.who, weights=ballots.weight * part, minlength=people)
        for part in (telling.astype(np.float64), paired.astype(np.float64), beyond, variance)
    )
    clear = divided(total, np.sqrt(spread)) > NormalDist().inv_cdf(1 - ERROR_RATE)
    enough = items >= FEWEST_ITEMS
    at_home, untold = (
        frozenset(ballots.annotators[person] for person in np.flatnonzero(some).tolist())
        for some in (enough & ~clear, ~enough & (pairs > items))
    )
    return OnTheirItems(at_home, untold)

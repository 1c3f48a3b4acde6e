"""Who should annotate what next, so that every two annotators share enough items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from accord.results.arrays import Bools, Ints
from accord.results.json_numbers import JsonRecord

MOST_PEOPLE = 40  # whose pairs are filled up
MOST_POOLS = 1000  # sets of annotators whose items are given out: those with most items


@dataclass(frozen=True)
class ProposedItems(JsonRecord):
    """What one annotator should do next."""

    annotator: str
    items: tuple[str, ...]

    def in_table(self) -> list[dict[str, object]]:
        return [{"annotator": self.annotator, "item": item} for item in self.items]


@dataclass(frozen=True)
class Proposal(JsonRecord):
    """Assignments after which pairs share enough."""

    enough: int
    assignments: tuple[ProposedItems, ...]
    short: int
    """Pairs that would still share fewer, because there are not as many items."""

    @property
    def number(self) -> int:
        return sum(len(assignment.items) for assignment in self.assignments)


def proposal(present: Bools, annotators: Sequence[str], items: Sequence[str], enough: int) -> Proposal | None:
    """From (items, annotators) who has what: who should be given which items of others; None of too many annotators.

    Greedy: again and again an annotator is given items of those people with most of whom they share too few, the
    annotator with fewer items first. It is not the smallest number of assignments there may be.

    >>> present = np.array([[True, False]] * 3 + [[False, True]] * 3)
    >>> [(one.annotator, one.items) for one in proposal(present, ["Ann", "Bob"], list("abcdef"), 2).assignments]
    [('Ann', ('d', 'e'))]
    """
    people = len(annotators)
    if people > MOST_PEOPLE:
        return None
    shared = present.T.astype(np.int64) @ present.astype(np.int64)
    lacking = np.maximum(enough - shared, 0)
    np.fill_diagonal(lacking, 0)
    done = present.sum(axis=0).astype(np.int64)
    assigned: list[list[int]] = [[] for _ in range(people)]
    pools = _pools(present)
    while lacking.any() and pools:
        sets = np.array([list(key) for key in pools], dtype=bool)
        gain = np.where(sets.T, 0, (lacking > 0).astype(np.int64) @ sets.T.astype(np.int64))
        if not gain.any():
            break
        best = np.flatnonzero(gain.max(axis=1) == gain.max())
        who = int(best[np.argmin(done[best])])
        place = int(gain[who].argmax())
        others = sets[place] & (lacking[who] > 0)
        key = tuple(sets[place].tolist())
        pool = pools.pop(key)
        taken, left = pool[: int(lacking[who][others].min())], pool[int(lacking[who][others].min()) :]
        if left:
            pools[key] = left
        grown = tuple((sets[place] | (np.arange(people) == who)).tolist())
        pools[grown] = [*pools.get(grown, []), *taken]
        assigned[who] += taken
        done[who] += len(taken)
        lacking[who, sets[place]] = np.maximum(lacking[who, sets[place]] - len(taken), 0)
        lacking[:, who] = lacking[who]
    listed = tuple(
        ProposedItems(annotators[who], tuple(items[place] for place in sorted(places)))
        for who, places in enumerate(assigned)
        if places
    )
    return Proposal(enough, listed, int((np.triu(lacking, 1) > 0).sum()))


def _pools(present: Bools) -> dict[tuple[bool, ...], list[int]]:
    """The items of each set of annotators who have them, of the sets with most items."""
    _, first, which = np.unique(np.packbits(present, axis=1), axis=0, return_index=True, return_inverse=True)
    members: Ints = np.asarray(which).reshape(-1)
    sizes = np.bincount(members, minlength=len(first))
    kept = sorted(range(len(first)), key=lambda pool: (-sizes[pool], first[pool]))[:MOST_POOLS]
    order = np.argsort(members, kind="stable")
    starts = np.concatenate(([0], np.cumsum(sizes)))
    return {
        tuple(present[first[pool]].tolist()): order[starts[pool] : starts[pool + 1]].tolist()
        for pool in kept
        if present[first[pool]].any()
    }

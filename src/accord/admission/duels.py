"""Who is closer to the remaining people, the candidate or a person, item by item (Calderon et al. 2025, section 3)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.admission.pair_closeness import PairwiseCloseness
from accord.results.arrays import Bools, Floats, Ints

TIE = 1e-12
LOST = 1e-13  # what subtraction leaves of equal sums, as a share of them


@dataclass(frozen=True, eq=False)
class Duels:
    """One candidate against each person on each item that both annotated, beside enough people; arrays are (duels,),
    sorted by person and item."""

    candidate: int
    item: Ints
    person: Ints
    nearness: Floats
    """S(f): how close the candidate is to the remaining people."""
    other: Floats
    """S(h): how close the person is to them."""
    distance: Floats
    """How far the candidate is from the remaining people, in the panel's own distance."""
    other_distance: Floats
    remaining: Ints
    """How many people remain."""
    apart: Bools
    """Whether the candidate and the person annotated the item differently."""

    @property
    def sign(self) -> Ints:
        """d = W_h − W_f: 1 where the person is closer, −1 where the candidate is, 0 for a tie."""
        gap = self.other - self.nearness
        near = TIE * np.maximum(1.0, np.abs(self.other))
        return np.where(np.abs(gap) <= near, 0, np.sign(gap)).astype(np.int64)

    def of(self, chosen: Bools) -> Duels:
        """Only these."""
        columns = ("item", "person", "nearness", "other", "distance", "other_distance", "remaining", "apart")
        return Duels(self.candidate, *(getattr(self, name)[chosen] for name in columns))


def duels(pairs: PairwiseCloseness, candidate: int, min_people: int) -> Duels:
    """All duels of a candidate, who may be a person: then she is not among the people she is compared with.

    With R the people of an item without h, S(a) = mean over r ∈ R of s(a, x_r); the sums over all people are known, and
    h, or the candidate, is taken out of them.
    """
    mine = pairs.of(candidate)
    item, person = pairs.item[mine], pairs.second[mine]
    own = int(pairs.is_person[candidate])
    people = pairs.people[item] - own
    kept = people >= min_people
    item, person, people = item[kept], person[kept], people[kept]
    means = {}
    for name in ("closeness", "distance"):
        between = getattr(pairs, name)[mine][kept]
        of_candidate = pairs.sum_to_people(np.full(len(item), candidate), item, name)
        root = pairs.root and name == "closeness"
        means[name] = (
            _mean(of_candidate, between, people - 1, root=root),
            _mean(pairs.sum_to_people(person, item, name), between * own, people - 1, root=root),
        )
    apart = pairs.distance[mine][kept] > TIE
    return Duels(candidate, item, person, *means["closeness"], *means["distance"], people - 1, apart)


def _mean(total: Floats, taken: Floats, number: Ints, *, root: bool) -> Floats:
    """The mean of what is left of a sum; what rounding leaves of nothing is nothing."""
    left = total - taken
    left = np.where(np.abs(left) <= LOST * np.abs(total), 0.0, left)
    mean = left / np.maximum(number, 1)
    return -np.sqrt(np.maximum(mean, 0.0)) if root else mean

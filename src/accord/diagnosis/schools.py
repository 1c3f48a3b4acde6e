"""Two schools: annotators in two groups, each agreeing more with its own than with the other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Labels
from accord.diagnosis.ballots import Ballots, Floats, Ints
from accord.diagnosis.chance import ERROR_RATE, number
from accord.diagnosis.closeness import Closeness
from accord.diagnosis.finding import Finding
from accord.diagnosis.pairs import neighbours
from accord.resampling import generator

FEWEST_ANNOTATORS, MOST_ANNOTATORS = 4, 60
MOST_PAIRS = 400_000  # pairs of ratings that are compared; of larger data a random sample of items is
MATERIAL = 0.02  # a smaller gap between own school and the other is not worth a finding
PERMUTATIONS = 199


@dataclass(frozen=True)
class Schools:
    """The clearest split of the annotators in two, and whether it is more than chance."""

    groups: tuple[tuple[str, ...], ...]
    """Two groups, the larger first; empty when there is nothing to split."""
    within: tuple[float, ...]
    """Agreement (1 − d / D_e, as α, at equal difficulty of items) within each group, mean over its pairs."""
    between: float
    gap: float
    """How much more annotators agree with their own group than with their closest of the other: the mean over the
    annotators of a group, the smaller of the two."""
    p: float
    """How often labels dealt anew among the annotators of each item give as large a gap."""
    items: int
    """Items that were compared."""
    permutations: int

    @property
    def found(self) -> bool:
        return self.p <= ERROR_RATE and self.gap >= MATERIAL

    def as_json(self) -> dict[str, object]:
        return {
            "groups": [list(group) for group in self.groups],
            "within": [number(value) for value in self.within],
            "between": number(self.between),
            "gap": number(self.gap),
            "p": number(self.p),
            "items": self.items,
            "permutations": self.permutations,
        }

    def findings(self) -> list[Finding]:
        if not self.found:
            return []
        one, other = (_names(group) for group in self.groups)
        return [
            Finding(
                kind="schools of annotators",
                matters=min(0.95, 0.5 + 1.5 * self.gap),
                title=(
                    f"There are two schools of annotators: {one} agree with each other at {self.within[0]:.2f}, "
                    f"{other} at {self.within[1]:.2f}, and across at {self.between:.2f} (p = {self.p:.3f})."
                ),
                explanation=(
                    "Two groups that each agree within and not across read the task in two ways, which no vote over "
                    "all of them resolves. Labels dealt anew among the annotators of each item give such a gap in "
                    f"{self.p:.1%} of {self.permutations} trials; the finding rings by chance in at most 1 of 100 data "
                    "sets."
                ),
                action=(
                    "List the items on which the two schools differ, find the rule they read differently, and decide "
                    "it in the guidelines; until then, report agreement within each school."
                ),
                numbers=self.as_json(),
            )
        ]


def schools(data: Labels | Ballots, *, permutations: int = PERMUTATIONS, seed: int = 0) -> Schools:
    """The clearest split of four annotators or more into two groups of two or more.

    Candidates are all branches of the average-linkage tree over pairwise agreement, each against the rest. In a school
    annotators agree more with their own, on average, than with the closest of the others; the mean of this difference
    over a group, for the group where it is smaller, is the gap of the split. Annotators who are merely worse than
    others have none, as they agree no better among themselves. Agreement is that beyond the mean of the same items, so
    that annotators with harder items are no school either. The gap is tested against labels dealt anew among the
    annotators of each item, which are searched for their own clearest split (false alarm rate 1 %). Of large data a
    random sample of items is compared; beyond 60 annotators none are.

    >>> import accord
    >>> rows = [["a", "a", "b", "b"], ["b", "b", "a", "a"], ["a", "a", "a", "a"], ["b", "b", "b", "b"]] * 10
    >>> schools(accord.labels(rows)).groups
    (('A1', 'A2'), ('A3', 'A4'))
    """
    ballots = Ballots.of(data)
    people = len(ballots.annotators)
    nothing = Schools((), (), float("nan"), float("nan"), float("nan"), 0, 0)
    closeness = Closeness.of(ballots.labels)
    expected = closeness.expected(ballots.labels)
    if not FEWEST_ANNOTATORS <= people <= MOST_ANNOTATORS or not expected > 0:
        return nothing
    rng = generator(seed, "schools")
    ballots = _sampled(ballots, rng)
    compared = _Compared.of(ballots, closeness, expected)
    if compared.pairs == 0:
        return nothing
    split, gap, within, between = _clearest(compared.agreement(ballots.code))
    if np.isnan(gap):
        return nothing
    order = np.argsort(ballots.row, kind="stable")
    as_large = 0
    for _ in range(permutations):
        dealt = np.empty_like(ballots.code)
        dealt[order] = ballots.code[np.argsort(ballots.row + rng.random(len(ballots.row)), kind="stable")]
        as_large += _clearest(compared.agreement(dealt))[1] >= gap
    groups = tuple(
        tuple(name for name, member in zip(ballots.annotators, split, strict=True) if member == side)
        for side in (True, False)
    )
    if len(groups[0]) < len(groups[1]):
        groups, within = groups[::-1], within[::-1]
    chance = (1 + as_large) / (1 + permutations)
    return Schools(groups, within, between, gap, chance, ballots.labels.n_items, permutations)


def _sampled(ballots: Ballots, rng: np.random.Generator) -> Ballots:
    """A random sample of the items with two labels or more, if there are more pairs of ratings than are compared."""
    labels = ballots.labels
    sizes = labels.sizes
    pairs = sizes * (sizes - 1) // 2
    kept = pairs > 0
    if pairs.sum() > MOST_PAIRS:
        order = rng.permutation(labels.rows)
        kept[order[np.cumsum(pairs[order]) > MOST_PAIRS]] = False
    return Ballots.of(labels._rows(kept))


@dataclass(frozen=True, eq=False)
class _Compared:
    """All pairs of ratings of the same item."""

    people: int
    left: Ints
    right: Ints
    cell: Ints
    """(pairs,) the pair of annotators, as a cell of a square matrix."""
    weight: Floats
    shared: Floats
    """(cells,) how much the pair of annotators shares."""
    typical: Floats
    """(cells,) Σ over the shared items of the mean distance of two labels of the item, which dealing does not change."""
    mean: float
    """Agreement over all pairs of ratings."""
    closeness: Closeness
    expected: float

    @classmethod
    def of(cls, ballots: Ballots, closeness: Closeness, expected: float) -> _Compared:
        people = len(ballots.annotators)
        steps = list(neighbours(ballots))
        left = np.concatenate([one for one, _ in steps]) if steps else np.zeros(0, dtype=np.int64)
        right = np.concatenate([other for _, other in steps]) if steps else np.zeros(0, dtype=np.int64)
        cell = ballots.who[left].astype(np.int64) * people + ballots.who[right]
        weight = ballots.weight[left].astype(np.float64)
        shared = np.bincount(cell, weights=weight, minlength=people * people).astype(np.float64)
        apart = closeness.between(ballots.code[left], ballots.code[right])
        row, rows = ballots.row[left], ballots.labels.rows
        of_item = np.bincount(row, weights=apart, minlength=rows) / np.maximum(np.bincount(row, minlength=rows), 1)
        typical = np.bincount(cell, weights=of_item[row] * weight, minlength=people * people).astype(np.float64)
        mean = 1 - float(typical.sum() / max(shared.sum(), 1.0)) / expected
        return cls(people, left, right, cell, weight, shared, typical, mean, closeness, expected)

    @property
    def pairs(self) -> int:
        return len(self.left)

    def agreement(self, code: NDArray[np.int32]) -> Floats:
        """(annotators, annotators) the mean of all pairs, plus how much closer than usual two annotators are on the
        items they share; 0 for those who share nothing. Harder items are thus nobody's fault."""
        apart = self.closeness.between(code[self.left], code[self.right]) * self.weight
        total = np.bincount(self.cell, weights=apart, minlength=len(self.shared))
        closer = (self.typical - total) / np.maximum(self.shared, 1.0) / self.expected
        upper = closer.reshape(self.people, self.people)
        return self.mean + upper + upper.T


def _clearest(agreement: Floats) -> tuple[NDArray[np.bool_], float, tuple[float, ...], float]:
    """The branch of the average-linkage tree with the largest gap: its members, the gap, within and between."""
    from scipy.cluster.hierarchy import linkage

    people = len(agreement)
    one, other = np.triu_indices(people, 1)
    tree = linkage((agreement.max() - agreement)[one, other], "average")
    members = np.zeros((2 * people - 1, people), dtype=bool)
    members[np.arange(people), np.arange(people)] = True
    for step, (left, right) in enumerate(tree[:, :2].astype(int).tolist()):
        members[people + step] = members[left] | members[right]
    inside = members[people:-1].astype(np.float64)
    size = inside.sum(axis=1)
    inside = inside[(size >= 2) & (size <= people - 2)]
    if len(inside) == 0:
        return np.zeros(people, dtype=bool), float("nan"), (), float("nan")
    matrix = agreement - np.diag(np.diag(agreement))
    outside = 1 - inside
    total = np.where(inside > 0, inside @ matrix, outside @ matrix)
    number_own = np.where(inside > 0, inside.sum(axis=1, keepdims=True), outside.sum(axis=1, keepdims=True))
    own = total / (number_own - 1)
    foreign = inside[:, :, None] != inside[:, None, :]
    margin = own - np.where(foreign, agreement, -np.inf).max(axis=2)
    gap = np.minimum(_mean(margin, inside), _mean(margin, outside))
    best = int(np.argmax(gap))
    mine, theirs = inside[best], outside[best]
    across = float(mine @ matrix @ theirs / (mine.sum() * theirs.sum()))
    within = tuple(float(side @ matrix @ side / (side.sum() * (side.sum() - 1))) for side in (mine, theirs))
    return mine > 0, float(gap[best]), within, across


def _mean(values: Floats, members: Floats) -> Floats:
    """(splits,) the mean over the members of one side."""
    return np.asarray((values * members).sum(axis=1) / members.sum(axis=1))


def _names(group: tuple[str, ...]) -> str:
    shown = ", ".join(f"'{name}'" for name in group[:4])
    return shown if len(group) <= 4 else f"{shown} and {len(group) - 4} more"

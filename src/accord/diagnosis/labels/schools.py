"""Two schools: annotators in two groups, each agreeing more with its own than with the other."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Labels
from accord.annotations.sparse import ranges
from accord.diagnosis.finding import ERROR_RATE, Finding
from accord.diagnosis.labels.ballots import Ballots
from accord.diagnosis.labels.closeness import Closeness
from accord.diagnosis.labels.pairs import neighbours
from accord.results.arrays import Floats, Ints
from accord.results.json_numbers import JsonRecord
from accord.results.tabular import Columns, Tabular
from accord.statistics import generator
from accord.statistics.quadratic_forms import quadratic_forms

FEWEST_ANNOTATORS, MOST_ANNOTATORS = 4, 60
MOST_PAIRS = 200_000  # pairs of ratings that are compared; of larger data a random sample of items is
MATERIAL = 0.02  # a smaller gap between own school and the other is not worth a finding
PERMUTATIONS = 999
ENOUGH = 20  # gaps as large, after which no further trial is made (Besag & Clifford 1991)
CLEAR = 299  # trials after which none is made either, if no gap was as large
ROUNDS = 20  # of alternating least squares


@dataclass(frozen=True)
class Schools(JsonRecord, Tabular):
    """The clearest split of the annotators in two, and whether it is more than chance."""

    groups: tuple[tuple[str, ...], ...]
    """Two groups, the larger first, or that of the first annotator; empty when there is nothing to split."""
    within: tuple[float, ...]
    """Agreement (1 − d / D_e, as α, at equal difficulty of items) within each group, mean over its pairs."""
    between: float
    gap: float
    """The smaller of the two within, minus between."""
    p: float
    """How often labels dealt anew among the annotators of each item give as large a gap."""
    items: int
    """Items that were compared."""
    permutations: int
    """How often labels were dealt anew."""

    def _columns(self) -> Columns:
        """A row for each annotator."""
        groups = [(name, number) for number, group in enumerate(self.groups, 1) for name in group]
        return {
            "annotator": [name for name, _ in groups],
            "group": [number for _, number in groups],
            "agreement_within": [self.within[number - 1] for _, number in groups],
            "agreement_between": [self.between for _ in groups],
        }

    @property
    def found(self) -> bool:
        return self.p <= ERROR_RATE and self.gap >= MATERIAL

    def findings(self) -> list[Finding]:
        if not self.found:
            return []
        first, second = (_names(group) for group in self.groups)
        return [
            Finding(
                kind="schools of annotators",
                matters=min(0.95, 0.5 + 1.5 * self.gap),
                title=(
                    f"There are two schools of annotators: {first} agree with each other at {self.within[0]:.2f}, "
                    f"{second} at {self.within[1]:.2f}, and across at {self.between:.2f} (p = {self.p:.3f})."
                ),
                explanation=(
                    "Two groups that each agree within and not across read the task in two ways, which no vote over "
                    "all of them resolves. Labels dealt anew among the annotators of each item give such a gap in "
                    f"{self.p:.1%} of {self.permutations} trials; false alarms come in at most 1 of 100 data sets."
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

    Candidates are all branches of the average-linkage tree over pairwise agreement, each against the rest; the clearest
    has the largest gap between the smaller agreement within a group and the agreement across. Annotators who are merely
    worse than others make no gap, as they agree no better among themselves. Agreement is that beyond the mean of the
    same items, so that annotators with harder items make none either.

    The gap is tested against labels dealt anew among the annotators of each item, which are searched for their own
    clearest split; so is the clearest gap in what skill does not explain (the agreement of two annotators minus the
    product of their skills, s_a · s_b), and p is the larger of the two: the false alarm rate is at most 1 %. Of large
    data a random sample of items is compared; beyond 60 annotators none.

    >>> import accord
    >>> rows = [["a", "a", "b", "b"], ["b", "b", "a", "a"], ["a", "a", "a", "a"], ["b", "b", "b", "b"]] * 10
    >>> schools(accord.labels(rows)).groups
    (('A1', 'A2'), ('A3', 'A4'))
    """
    ballots = Ballots.of(data)
    nothing = Schools((), (), float("nan"), float("nan"), float("nan"), 0, 0)
    closeness = Closeness.of(ballots.labels)
    expected = closeness.expected(ballots.labels)
    if not FEWEST_ANNOTATORS <= len(ballots.annotators) <= MOST_ANNOTATORS or not expected > 0:
        return nothing
    rng = generator(seed, "schools")
    ballots = _sampled(ballots, rng)
    compared = _Compared.of(ballots, closeness, expected)
    if compared.pairs == 0:
        return nothing
    agreement = compared.agreement(ballots.code)
    split, gap = _clearest(agreement)
    if not np.isfinite(gap):
        return nothing
    beyond = _clearest(_unexplained(agreement))[1]
    own, theirs, across = _means(agreement, split[None, :].astype(np.float64))
    within, between = (float(own[0]), float(theirs[0])), float(across[0])
    as_large = np.zeros(2, dtype=np.int64)
    trials = 0
    while trials < permutations and as_large.max() < ENOUGH and (trials < CLEAR or as_large.any()):
        trials += 1
        # sorted by row and a random number: the labels of each item among its annotators
        dealt = compared.agreement(ballots.code[np.argsort(ballots.row + rng.random(len(ballots.row)), kind="stable")])
        as_large += (_clearest(dealt)[1] >= gap, _clearest(_unexplained(dealt))[1] >= beyond)
    groups = tuple(
        tuple(name for name, member in zip(ballots.annotators, split, strict=True) if member == side)
        for side in (True, False)
    )
    if (-len(groups[0]), not split[0]) > (-len(groups[1]), split[0]):
        groups, within = groups[::-1], within[::-1]
    most = int(as_large.max())
    chance = most / trials if most >= ENOUGH else (1 + most) / (1 + trials)
    return Schools(groups, within, between, gap, chance, ballots.labels.n_items, trials)


def _sampled(ballots: Ballots, rng: np.random.Generator) -> Ballots:
    """A random sample of the items with two labels or more, if there are more pairs of ratings than are compared."""
    labels = _apart(ballots.labels, rng)
    sizes = labels.sizes
    pairs = sizes * (sizes - 1) // 2
    kept = pairs > 0
    if pairs.sum() > MOST_PAIRS:
        order = rng.permutation(labels.n_rows)
        kept[order[np.cumsum(pairs[order]) > MOST_PAIRS]] = False
    return Ballots.of(labels._rows(kept))


def _apart(labels: Labels, rng: np.random.Generator) -> Labels:
    """Items one by one where rows stand for several, as the labels of each are dealt by themselves; of many items so
    many of each row as a random sample would have."""
    weights = labels.weights
    if (weights == 1).all():
        return labels
    pairs = labels.sizes * (labels.sizes - 1) // 2
    wanted = MOST_PAIRS * weights.sum() / max(int((pairs * weights).sum()), 1)
    if wanted < weights.sum():
        weights = rng.multinomial(math.ceil(wanted), weights / weights.sum())
    rows = np.repeat(np.arange(labels.n_rows), weights)
    ratings = ranges(labels.starts, rows)
    return Labels(
        labels.categories,
        labels.level,
        labels.annotators,
        np.concatenate(([0], np.cumsum(labels.sizes[rows]))).astype(np.int64),
        None if labels.who is None else labels.who[ratings],
        labels.codes[ratings],
        np.ones(len(rows), dtype=np.int64),
    )


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
    """(cells,) Σ over the shared items of the mean distance of two of their labels, which dealing does not change."""
    mean: float
    """Agreement over all pairs of ratings."""
    closeness: Closeness
    expected: float

    @classmethod
    def of(cls, ballots: Ballots, closeness: Closeness, expected: float) -> _Compared:
        people = len(ballots.annotators)
        steps = list(neighbours(ballots))
        left = np.concatenate([first for first, _ in steps]) if steps else np.zeros(0, dtype=np.int64)
        right = np.concatenate([other for _, other in steps]) if steps else np.zeros(0, dtype=np.int64)
        cell = ballots.who[left].astype(np.int64) * people + ballots.who[right]
        weight = ballots.weight[left].astype(np.float64)
        shared = np.bincount(cell, weights=weight, minlength=people * people).astype(np.float64)
        apart = closeness.between(ballots.code[left], ballots.code[right])
        row, rows = ballots.row[left], ballots.labels.n_rows
        of_item = np.bincount(row, weights=apart, minlength=rows) / np.maximum(np.bincount(row, minlength=rows), 1)
        typical = np.bincount(cell, weights=of_item[row] * weight, minlength=people * people).astype(np.float64)
        mean = 1 - float(typical.sum() / max(shared.sum(), 1.0)) / expected
        return cls(people, left, right, cell, weight, shared, typical, mean, closeness, expected)

    @property
    def pairs(self) -> int:
        return len(self.left)

    def agreement(self, code: NDArray[np.int32]) -> Floats:
        """(annotators, annotators) the mean of all pairs, plus how much closer than usual two annotators are on the
        items they share; 0 on the diagonal. Harder items are thus nobody's fault."""
        apart = self.closeness.between(code[self.left], code[self.right]) * self.weight
        total = np.bincount(self.cell, weights=apart, minlength=len(self.shared))
        closer = (self.typical - total) / np.maximum(self.shared, 1.0) / self.expected
        upper = closer.reshape(self.people, self.people)
        agreement = self.mean + upper + upper.T
        np.fill_diagonal(agreement, 0.0)
        return np.asarray(agreement)


def _clearest(agreement: Floats) -> tuple[NDArray[np.bool_], float]:
    """The members of the branch with the largest gap, and this gap; the diagonal is 0."""
    from scipy.cluster.hierarchy import linkage

    people = len(agreement)
    row, column = np.triu_indices(people, 1)
    apart = -agreement[row, column]
    tree = linkage(apart - apart.min(), "average")
    members = np.zeros((2 * people - 1, people), dtype=bool)
    members[np.arange(people), np.arange(people)] = True
    for step, (left, right) in enumerate(tree[:, :2].astype(int).tolist()):
        members[people + step] = members[left] | members[right]
    inside = members[people:-1].astype(np.float64)
    size = inside.sum(axis=1)
    inside = inside[(size >= 2) & (size <= people - 2)]
    if len(inside) == 0:
        return np.zeros(people, dtype=bool), float("-inf")
    own, theirs, across = _means(agreement, inside)
    gap = np.minimum(own, theirs) - across
    best = int(np.argmax(gap))
    return inside[best] > 0, float(gap[best])


def _unexplained(agreement: Floats) -> Floats:
    """Agreement minus s_a · s_b, with the s that fit best off the diagonal (alternating least squares); 0 on it."""
    people = len(agreement)
    skill = np.full(people, np.sqrt(max(float(agreement.sum()) / (people * (people - 1)), 1e-6)))
    for _ in range(ROUNDS):
        squares = float(skill @ skill) - skill**2
        better = np.divide(agreement @ skill, squares, out=np.zeros(people), where=squares > 0)
        skill = (skill + better) / 2
    rest = agreement - np.outer(skill, skill)
    return np.asarray(rest - np.diag(np.diag(rest)))


def _means(matrix: Floats, inside: Floats) -> tuple[Floats, Floats, Floats]:
    """(splits,) means of a matrix with diagonal 0: within the members of each split, within the rest, and across."""
    outside = 1 - inside
    size, rest = inside.sum(axis=1), outside.sum(axis=1)
    own = quadratic_forms(inside, matrix, inside) / (size * (size - 1))
    theirs = quadratic_forms(outside, matrix, outside) / (rest * (rest - 1))
    return own, theirs, quadratic_forms(inside, matrix, outside) / (size * rest)


def _names(group: tuple[str, ...]) -> str:
    shown = ", ".join(f"'{name}'" for name in group[:4])
    return shown if len(group) <= 4 else f"{shown} and {len(group) - 4} more"

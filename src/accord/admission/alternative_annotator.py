"""The alternative-annotator test: is the candidate no worse than the people it would replace (Calderon et al. 2025)?

For each person h the items on which h is closer to the remaining people, minus those on which the candidate is, must be
fewer than a share ε: a one-sided paired t test, Benjamini–Yekutieli over the people. ω is the share of people against
whom it holds, ρ how often the candidate is at least as close.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from accord.admission.duels import Duels
from accord.admission.resamples import Resamples
from accord.results.arrays import Bools, Floats, Ints
from accord.statistics.bootstrap import percentile_interval

Q = 0.05
PASSES = 0.5
SMALL, LEAST = 30, 10  # items below which a test is marked, and below which there is none
EPSILONS = tuple(round(0.01 * step, 2) for step in range(31))


@dataclass(frozen=True)
class AgainstPerson:
    """The candidate against one person."""

    person: str
    items: int
    advantage: float
    """Mean of W_f: how often the candidate is at least as close to the others as the person."""
    difference: float
    """Mean of d = W_h − W_f."""
    p: float
    """Of H0: mean(d) ≥ ε; nan where there are too few items for a test."""
    beaten: bool
    """Whether H0 is rejected after correction over all people."""
    small: bool
    """Whether the test rests on fewer than 30 items."""


@dataclass(frozen=True, eq=False)
class AlternativeTest:
    """What the test says of one candidate; ω is nan where no person shares enough items."""

    omega: float
    rho: float
    rho_low: float
    rho_high: float
    epsilon: float
    passes: bool | None
    same_verdict: float
    """The share of resamples of items in which ω is on the same side of one half."""
    ties: float
    """The share of duels in which both are equally close."""
    ties_apart: float
    """The same among the duels in which the two annotated the item differently: these ties tell nothing. nan where they
    never did."""
    people: tuple[AgainstPerson, ...]
    curve: tuple[tuple[float, float], ...]
    """(ε, ω) for ε from 0 to .3."""
    turns_at: float
    """The smallest ε at which ω reaches one half; nan where none up to 1 does."""
    items: int
    units: int
    """Of the items: clusters, or the items themselves."""
    too_few: int
    """People left out because they share too few items with the candidate."""
    replicates: Floats = field(repr=False)
    """(replicates,) of ρ."""

    @property
    def winning(self) -> int:
        """Against how many people the candidate holds."""
        return sum(person.beaten for person in self.people)


@dataclass(frozen=True, eq=False)
class DuelSums:
    """Sums of the duels by unit and person, from which means and standard errors come for any weights of the units."""

    people: Ints
    single: bool
    """Whether every unit is one item, so that squares need no sums of their own."""
    tables: tuple[object, ...]
    """Sparse (people, units): duels n, those that the person wins, Σd; with clusters also (Σd)², nΣd, n², and units."""

    def sums(self, weights: Floats) -> list[Floats]:
        """(replicates, people) of each table."""
        return [np.asarray((table @ weights.T).T) for table in self.tables]  # type: ignore[operator]

    def moments(self, weights: Floats) -> tuple[Floats, Floats, Floats, Floats]:
        """(replicates, people): mean of d, its standard error (cluster-robust), units, mean of W_f."""
        number, lost, total, *rest = self.sums(weights)
        with np.errstate(invalid="ignore", divide="ignore"):
            mean = total / number
            squares, products, sizes, units = rest if rest else (2 * lost - total, total, number, number)
            spread = squares - 2 * mean * products + mean**2 * sizes
            # what is constant has no spread, whatever rounding leaves of it
            spread = np.where(spread <= 1e-12 * np.maximum(squares, 1.0), 0.0, spread)
            return mean, np.sqrt(spread * units / (units - 1)) / number, units, (number - lost) / number


def tallied(duels: Duels, people: Ints, unit: Ints, units: int) -> DuelSums:
    """The duels with these people, unit by unit."""
    from scipy.sparse import coo_array, csr_array

    row = np.searchsorted(people, duels.person)
    sign, where = duels.sign, (row, unit[duels.item])
    shape = (len(people), units)

    def table(values: Floats) -> object:
        return csr_array(coo_array((values, where), shape=shape))

    number = table(np.ones(len(row)))
    lost, total = table((sign == 1).astype(np.float64)), table(sign.astype(np.float64))
    single = bool(number.nnz == len(row))  # type: ignore[attr-defined]
    if single:
        return DuelSums(people, True, (number, lost, total))
    present = number.copy()  # type: ignore[attr-defined]
    present.data[:] = 1.0
    more = (total * total, total * number, number * number, present)  # type: ignore[operator]
    return DuelSums(people, False, (number, lost, total, *more))


def tested(mean: Floats, error: Floats, units: Floats, epsilon: float | Floats) -> Floats:
    """(…, people) p of H0: mean(d) ≥ ε; where d is constant 0 or 1, and where there is nothing to test 1."""
    from scipy.special import stdtr

    with np.errstate(invalid="ignore", divide="ignore"):
        p = stdtr(units - 1, (mean - epsilon) / error)
    p = np.where(error > 0, p, np.where(mean < epsilon, 0.0, 1.0))
    return np.where((units > 1) & ~np.isnan(mean), p, 1.0)


def rejected(p: Floats, q: float = Q) -> Bools:
    """(…, people) which hypotheses fall under Benjamini & Yekutieli 2001: p(k) ≤ k / m · q / Σ_{j ≤ m} 1 / j.

    >>> rejected(np.array([0.001, 0.2, 0.02, 0.9])).tolist()
    [True, False, False, False]
    """
    m = p.shape[-1]
    if m == 0:
        return np.zeros(p.shape, dtype=bool)
    limits = np.arange(1, m + 1) / m * q / (1 / np.arange(1, m + 1)).sum()
    ordered = np.sort(p, axis=-1)
    last = np.where(ordered <= limits, np.arange(1, m + 1), 0).max(axis=-1)
    cut = np.take_along_axis(ordered, np.maximum(last - 1, 0)[..., None], axis=-1)
    return np.asarray((p <= cut) & (last > 0)[..., None])


def alternative_test(
    duels: Duels,
    names: tuple[str, ...],
    unit: Ints,
    resamples: Resamples,
    *,
    epsilon: float,
    min_items: int,
    confidence: float,
) -> AlternativeTest:
    """ω, ρ and what goes with them; people with fewer than `min_items` duels count in neither.

    Where nobody has that many, there is no ω, and ρ is over everybody.
    """
    present, number = np.unique(duels.person, return_counts=True)
    if not len(present):
        return _nothing(epsilon, resamples.replicates)
    enough = number >= min_items
    defined = bool(enough.any()) and int(number[enough].max(initial=0)) >= LEAST
    people = present[enough] if defined else present
    chosen = duels.of(np.isin(duels.person, people))
    tallies = tallied(chosen, people, unit, resamples.units)
    mean, error, units, advantage = (part[0] for part in tallies.moments(np.ones((1, resamples.units))))
    testable = number[np.isin(present, people)] >= LEAST

    def wins(at: float, moments: tuple[Floats, Floats, Floats, Floats] | None = None) -> Bools:
        means, errors, number_of, _ = moments if moments is not None else (mean, error, units, advantage)
        return rejected(np.where(testable, tested(means, errors, number_of, at), 1.0)) & testable

    beaten = wins(epsilon) if defined else np.zeros(len(people), dtype=bool)
    p = np.where(testable, tested(mean, error, units, epsilon), np.nan) if defined else np.full(len(people), np.nan)
    omega = float(beaten.mean()) if defined else np.nan
    drawn = _drawn(tallies, resamples, lambda moments: wins(epsilon, moments).mean(axis=1) >= PASSES)
    low, high = percentile_interval(drawn[:, 0], confidence)
    sizes = number[np.isin(present, people)]
    return AlternativeTest(
        omega=omega,
        rho=float(advantage.mean()) if len(people) else np.nan,
        rho_low=low,
        rho_high=high,
        epsilon=epsilon,
        passes=omega >= PASSES if defined else None,
        same_verdict=float((drawn[:, 1] == float(omega >= PASSES)).mean()) if defined else np.nan,
        ties=float((chosen.sign == 0).mean()) if len(chosen.sign) else np.nan,
        ties_apart=float((chosen.sign[chosen.apart] == 0).mean()) if chosen.apart.any() else np.nan,
        people=tuple(
            AgainstPerson(
                names[who], int(sizes[place]), float(advantage[place]), float(mean[place]), float(p[place]),
                bool(beaten[place]), bool(sizes[place] < SMALL),
            )
            for place, who in enumerate(people.tolist())
        ),
        curve=tuple((at, float(wins(at).mean())) for at in EPSILONS) if defined else (),
        turns_at=_turning(lambda at: bool(wins(at).mean() >= PASSES)) if defined else np.nan,
        items=len(np.unique(chosen.item)),
        units=len(np.unique(unit[chosen.item])),
        too_few=int((~enough).sum()) if defined else 0,
        replicates=drawn[:, 0],
    )  # fmt: skip


def _nothing(epsilon: float, replicates: int) -> AlternativeTest:
    """Where nobody can be compared with: a person beside one other person."""
    undefined = np.full(replicates, np.nan)
    nan = float("nan")
    return AlternativeTest(nan, nan, nan, nan, epsilon, None, nan, nan, nan, (), (), nan, 0, 0, 0, undefined)


def _drawn(
    tallies: DuelSums, resamples: Resamples, passes: Callable[[tuple[Floats, Floats, Floats, Floats]], Bools]
) -> Floats:
    """(replicates, 2) ρ and whether the candidate passes, of units drawn anew among the same people."""

    def both(weights: Floats) -> Floats:
        moments = tallies.moments(weights)
        with np.errstate(invalid="ignore"):
            known = ~np.isnan(moments[3])
            rho = np.where(known, moments[3], 0.0).sum(axis=1) / known.sum(axis=1)
        return np.column_stack([rho, passes(moments)])

    return resamples.values(both)


def _turning(passes: Callable[[float], bool]) -> float:
    """The smallest ε of [0, 1] at which the candidate passes, to a millionth: it passes at every larger one."""
    if passes(0.0):
        return 0.0
    if not passes(1.0):
        return np.nan
    low, high = 0.0, 1.0
    while high - low > 1e-6:
        middle = (low + high) / 2
        low, high = (low, middle) if passes(middle) else (middle, high)
    return high

"""Errors that go together: annotators who err on the same items are worth fewer than they are.

An error is another label than the vote of the people without the two who are compared. The correlation of errors is
taken beyond that of independent errors, as the Dawid–Skene model of these annotators would make them: the vote that is
the yardstick errs too, and makes errors of all who are right look shared.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from accord.admission.pair_closeness import PairwiseCloseness
from accord.admission.resamples import Resamples
from accord.results.arrays import Bools, Floats, Ints
from accord.statistics.bootstrap import percentile_interval
from accord.statistics.seeds import generator

SHRINKING = 30  # items that the mean of all pairs counts for
SIMULATIONS = 60
MOST_ANNOTATORS = 40
MOST_CATEGORIES = 60
LEAST_ITEMS = 20
CELLS_AT_ONCE = 1_000_000  # pairs × items whose votes are counted together: about twenty bytes each


@dataclass(frozen=True)
class ErrorPair:
    """How two annotators' errors go together."""

    one: str
    other: str
    items: int
    phi: float
    """As observed."""
    expected: float
    """Of independent errors."""
    correlation: float
    """The difference, shrunk towards the mean of all pairs."""


@dataclass(frozen=True)
class EffectiveNumber:
    """How many independent annotators a group is worth: n / (1 + (n − 1) r̄), cut to [1, n]."""

    group: str
    annotators: int
    mean_correlation: float
    value: float
    low: float
    high: float
    dimensions: float
    """(Σλ)² / Σλ² of the correlations' eigenvalues: another quantity, no number of votes."""


@dataclass(frozen=True)
class SharedErrors:
    """Pairs, the most correlated first, and effective numbers of the people, the models and both."""

    pairs: tuple[ErrorPair, ...]
    numbers: tuple[EffectiveNumber, ...]


def shared_errors(
    pairs: PairwiseCloseness, people: Ints, models: Ints, resamples: Resamples, *, confidence: float, seed: int
) -> SharedErrors | None:
    """Of labels with at most so many annotators and categories; None elsewhere, and where too little is shared."""
    if pairs.codes is None:
        return None
    whole = np.concatenate([people, models])
    size = int(pairs.codes.max(initial=0)) + 1
    if len(whole) > MOST_ANNOTATORS or size > MOST_CATEGORIES or len(people) < 3:
        return None
    codes = pairs.codes[:, whole]
    human = np.arange(len(whole)) < len(people)
    errors = _errors(codes, human, size)
    if errors is None:
        return None
    expected = _expected(codes, human, size, seed)
    names = tuple(pairs.annotators[who] for who in whole)
    return SharedErrors(
        _listed(errors, expected, names),
        tuple(
            number
            for group, chosen in (("people", human), ("models", ~human), ("people and models", human | ~human))
            if chosen.sum() > 1 and (group != "people and models" or (~human).any())
            if (number := _effective(group, chosen, errors, expected, pairs.unit, resamples, confidence)) is not None
        ),
    )


@dataclass(frozen=True, eq=False)
class Errors:
    """(pairs, items) whether both of a pair can be judged on an item, and whether each errs there."""

    one: Ints
    other: Ints
    known: Bools
    first: Bools
    second: Bools

    def phi(self, weights: Floats | None = None) -> Floats:
        """(…, pairs) the correlation of two errors; nan where one never errs or always does."""
        w = np.ones((1, self.known.shape[1])) if weights is None else weights
        number, a, b, both = (
            w @ part.T.astype(np.float64) for part in (self.known, self.first, self.second, self.first & self.second)
        )
        with np.errstate(invalid="ignore", divide="ignore"):
            a, b, both = a / number, b / number, both / number
            made = (both - a * b) / np.sqrt(a * (1 - a) * b * (1 - b))
        return np.asarray(made[0] if weights is None else made)


def _errors(codes: Ints, human: Bools, size: int) -> Errors | None:
    """Against the vote of the people without the two; items whose vote is a tie, or of fewer than two, do not count."""
    labels = np.ascontiguousarray(codes.T)
    labelled = labels >= 0
    chosen = [
        (annotator, partner)
        for annotator, partner in combinations(range(len(labels)), 2)
        if np.count_nonzero(labelled[annotator] & labelled[partner]) >= LEAST_ITEMS
    ]
    if not chosen:
        return None
    annotator, partner = np.array(chosen).T
    known, first, second = np.empty((3, len(chosen), len(codes)), dtype=bool)
    at_once = max(1, CELLS_AT_ONCE // len(codes))
    for start in range(0, len(chosen), at_once):
        part = slice(start, start + at_once)
        vote, single = _others_vote(labels, human, size, annotator[part], partner[part])
        known[part] = single & labelled[annotator[part]] & labelled[partner[part]]
        first[part], second[part] = (known[part] & (labels[who[part]] != vote) for who in (annotator, partner))
    return Errors(annotator, partner, known, first, second)


def _others_vote(
    labels: Ints, human: Bools, size: int, annotator: Ints, partner: Ints
) -> tuple[NDArray[np.int16], Bools]:
    """(pairs, items) the vote of the people without the two, and whether it is the only one and of two or more.

    The votes of all pairs at once, category by category: the most so far, whose they are, and whether only theirs.
    """
    total, vote = np.zeros((2, len(annotator), labels.shape[1]), dtype=np.int16)
    most, single = np.full(total.shape, -1, dtype=np.int16), np.zeros(total.shape, dtype=bool)
    for code in range(size):
        votes = (labels == code) & human[:, None]
        left = votes.sum(axis=0, dtype=np.int16) - votes[annotator] - votes[partner]
        more = left > most
        single = more | (single & (left < most))
        vote[more] = code
        most = np.maximum(most, left)
        total += left
    return vote, single & (total > 1)


def _expected(codes: Ints, human: Bools, size: int, seed: int) -> dict[tuple[int, int], float]:
    """The mean φ of each pair under independent errors, simulated from a Dawid–Skene model of the people."""
    share, rates = _fitted(codes, human, size)
    rng = generator(seed, "independent errors")
    totals: dict[tuple[int, int], list[float]] = {}
    # One row for each category: numpy adds up a few long rows many times faster than many short ones.
    steps, shares = np.cumsum(rates, axis=2).transpose(0, 2, 1), np.cumsum(share, axis=1).T
    for _ in range(SIMULATIONS):
        truth = (rng.random(len(codes)) > shares).sum(axis=0).clip(max=size - 1)
        draws = rng.random(codes.shape)
        labels = np.stack([(draws[:, who] > steps[who][:, truth]).sum(axis=0) for who in range(codes.shape[1])], axis=1)
        made = _errors(np.where(codes >= 0, labels.clip(max=size - 1), -1), human, size)
        if made is not None:
            for person, partner, value in zip(made.one.tolist(), made.other.tolist(), made.phi().tolist(), strict=True):
                if value == value:
                    totals.setdefault((person, partner), []).append(value)
    return {pair: float(np.mean(values)) for pair, values in totals.items()}


def _fitted(codes: Ints, human: Bools, size: int, rounds: int = 30) -> tuple[Floats, Floats]:
    """(items, categories) how probable each label is given the people, and (annotators, true, said) error rates.

    Expectation–maximisation over the people alone (Dawid & Skene 1979), with half a label in every row; models, who
    may err together, have no say in what is true.
    """
    share = np.full((len(codes), size), 1e-9)
    for who in np.flatnonzero(human):
        known = np.flatnonzero(codes[:, who] >= 0)
        share[known, codes[known, who]] += 1
    share /= share.sum(axis=1, keepdims=True)
    for _ in range(rounds):
        rates = _rates(codes, share, size)
        logs = np.log(np.maximum(share.mean(axis=0), 1e-12))[None, :].repeat(len(codes), axis=0)
        for who in np.flatnonzero(human):
            known = np.flatnonzero(codes[:, who] >= 0)
            logs[known] += np.log(rates[who][:, codes[known, who]]).T
        share = np.exp(logs - logs.max(axis=1, keepdims=True))
        share /= share.sum(axis=1, keepdims=True)
    return share, _rates(codes, share, size)


def _rates(codes: Ints, share: Floats, size: int) -> Floats:
    made = np.full((codes.shape[1], size, size), 0.5 / size)
    for who in range(codes.shape[1]):
        known = np.flatnonzero(codes[:, who] >= 0)
        for code in range(size):
            made[who, :, code] += share[known[codes[known, who] == code]].sum(axis=0)
    return np.asarray(made / made.sum(axis=2, keepdims=True))


def _beyond(errors: Errors, phi: Floats, expected: dict[tuple[int, int], float]) -> Floats:
    """(…, pairs) φ minus that of independent errors."""
    by_chance = [expected.get(pair, np.nan) for pair in zip(errors.one.tolist(), errors.other.tolist(), strict=True)]
    return np.asarray(phi - np.array(by_chance))


def _shrunk(errors: Errors, beyond: Floats) -> Floats:
    """(pairs,) (n r + k r̄) / (n + k)."""
    number = errors.known.sum(axis=1)
    mean = float(np.nanmean(beyond)) if np.isfinite(beyond).any() else 0.0
    shrunk = (number * np.nan_to_num(beyond) + SHRINKING * mean) / (number + SHRINKING)
    return np.asarray(np.where(np.isnan(beyond), mean, shrunk))


def _listed(errors: Errors, expected: dict[tuple[int, int], float], names: tuple[str, ...]) -> tuple[ErrorPair, ...]:
    phi = errors.phi()
    shrunk = _shrunk(errors, _beyond(errors, phi, expected))
    made = [
        ErrorPair(
            names[annotator], names[partner], int(errors.known[row].sum()), float(phi[row]),
            expected.get((annotator, partner), np.nan), float(shrunk[row]),
        )
        for row, (annotator, partner) in enumerate(zip(errors.one.tolist(), errors.other.tolist(), strict=True))
    ]  # fmt: skip
    return tuple(sorted(made, key=lambda pair: -pair.correlation))


def _effective(
    group: str,
    chosen: Bools,
    errors: Errors,
    expected: dict[tuple[int, int], float],
    unit: Ints,
    resamples: Resamples,
    confidence: float,
) -> EffectiveNumber | None:
    inside = chosen[errors.one] & chosen[errors.other]
    if not inside.any():
        return None
    part = Errors(errors.one[inside], errors.other[inside], *(
        getattr(errors, name)[inside] for name in ("known", "first", "second")
    ))  # fmt: skip
    beyond = _beyond(part, part.phi(), expected)
    if not np.isfinite(beyond).any():
        return None
    number = int(chosen.sum())

    def mean(weights: Floats) -> Floats:
        with np.errstate(invalid="ignore"):
            values = _beyond(part, part.phi(weights[:, unit]), expected)
            known = ~np.isnan(values)
            return np.asarray(np.where(known, values, 0.0).sum(axis=1) / known.sum(axis=1))

    low, high = percentile_interval(worth(resamples.values(mean), number), confidence)
    average = float(np.nanmean(beyond))
    shrunk = _shrunk(part, beyond)
    matrix = np.eye(number)
    place = np.cumsum(chosen) - 1
    matrix[place[part.one], place[part.other]] = matrix[place[part.other], place[part.one]] = shrunk
    roots = np.clip(np.linalg.eigvalsh(matrix), 0, None)
    dimensions = float(roots.sum() ** 2 / (roots**2).sum())
    return EffectiveNumber(group, number, average, float(worth(np.array([average]), number)[0]), low, high, dimensions)


def worth(correlation: Floats, number: int) -> Floats:
    """n / (1 + (n − 1) r̄), cut to [1, n].

    >>> worth(np.array([0.0, 0.25, 1.0, -0.1]), 5).tolist()
    [5.0, 2.5, 1.0, 5.0]
    """
    return np.asarray(np.clip(number / np.maximum(1 + (number - 1) * correlation, 1e-9), 1, number))

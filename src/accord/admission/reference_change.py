"""What the candidate changes in the reference: the vote of the people with it, or with it in the place of a person.

Ordered labels have their median in the place of the vote. A tie is carried as equal weights of the tied categories. The
models' labels are fixed, as they are not drawn from the population of people; groups of people are drawn from those who
annotated the item, exactly.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from accord.admission.duels import Duels
from accord.admission.pair_closeness import PairwiseCloseness
from accord.admission.resamples import Resamples
from accord.reproducibility.fixed_votes import votes_beside_fixed
from accord.reproducibility.median_vote import medians_beside_fixed
from accord.reproducibility.rules import RULES, Rule
from accord.results.arrays import Floats, Ints
from accord.statistics.bootstrap import percentile_interval

MOST_MIXTURES = 7  # people in a mixed vote
BESIDE: dict[str, Callable[[Ints, Ints, int], Floats]] = {"vote": votes_beside_fixed, "median": medians_beside_fixed}
"""(items, categories) the reference of k people, drawn, beside labels that are fixed."""


@dataclass(frozen=True)
class Share:
    """A share of the reference that changes, with its interval over items."""

    value: float
    low: float
    high: float


@dataclass(frozen=True)
class Mixture:
    """k people and m models vote: the share of the reference of all people that they change."""

    people: int
    models: int
    changed: float
    without_models: float
    """The same when only the people vote."""
    items: int


@dataclass(frozen=True)
class ReferenceChange:
    """Shares of the items whose vote changes."""

    replaced: Share
    """The candidate stands in for one of the people."""
    replaced_by_person: float
    """One of the other people, drawn at random, votes a second time instead; nan for other shapes than labels."""
    added: Share
    """The candidate votes beside the people."""
    left_out: float
    """The person is left out and nobody stands in."""
    items: int
    people: int | None = None
    """How many people make a reference, where not all of them do."""
    rule: str = ""
    """Of labels: "vote", or "median" where they are ordered."""
    mixtures: tuple[Mixture, ...] = ()


def reference_change(
    duels: Duels, pairs: PairwiseCloseness, resamples: Resamples, models: Ints, confidence: float, rule: Rule
) -> ReferenceChange | None:
    """Of labels; None for other shapes, and where the candidate labelled nothing that people did."""
    vote = rule.of_all
    if pairs.codes is None or not len(duels.item):
        return None
    people = pairs.is_person.copy()
    people[duels.candidate] = False
    items = np.unique(duels.item)
    counts = _counts(pairs.codes[np.ix_(items, np.flatnonzero(people))], _width(pairs))
    base = vote(counts)
    place = np.searchsorted(items, duels.item)
    own, person = pairs.codes[duels.item, duels.candidate], pairs.codes[duels.item, duels.person]
    rows = np.arange(len(duels.item))
    swapped = counts[place]
    swapped[rows, person] -= 1
    rest = swapped / swapped.sum(axis=1, keepdims=True)
    fewer = vote(swapped)
    swapped[rows, own] += 1
    replaced = 1 - (vote(swapped) * base[place]).sum(axis=1)
    beside = counts.copy()
    beside[np.arange(len(items)), pairs.codes[items, duels.candidate]] += 1
    unit = pairs.unit
    return ReferenceChange(
        replaced=_share(replaced, unit[duels.item], resamples, confidence),
        replaced_by_person=float(_by_another(counts[place], person, rest, base[place], rule).mean()),
        added=_share(1 - (vote(beside) * base).sum(axis=1), unit[items], resamples, confidence),
        left_out=float((1 - (fewer * base[place]).sum(axis=1)).mean()),
        items=len(items),
        rule=rule.name,
        mixtures=mixtures(pairs, models, rule),
    )


def rule_of(level: str | None) -> Rule:
    """The reference that labels of a level have: the median where they are ordered, else the vote."""
    return RULES["median" if level in ("ordinal", "interval", "ratio") else "vote"]


def _width(pairs: PairwiseCloseness) -> int:
    return int(pairs.codes.max(initial=0)) + 1 if pairs.codes is not None else 1


def _counts(codes: Ints, size: int) -> Ints:
    """(items, categories) how often each was chosen."""
    row, column = np.nonzero(codes >= 0)
    counts = np.bincount(row * size + codes[row, column], minlength=len(codes) * size)
    return counts.reshape(len(codes), size).astype(np.int64)


def _by_another(counts: Ints, person: Ints, rest: Floats, base: Floats, rule: Rule) -> Floats:
    """(duels,) how often the vote changes when one of the others says the same again in the place of the person."""
    changed = np.zeros(len(counts))
    for code in range(counts.shape[1]):
        some = np.flatnonzero(rest[:, code] > 0)
        swapped = counts[some].copy()
        swapped[np.arange(len(some)), person[some]] -= 1
        swapped[:, code] += 1
        changed[some] += rest[some, code] * (1 - (rule.of_all(swapped) * base[some]).sum(axis=1))
    return changed


def _share(changed: Floats, unit: Ints, resamples: Resamples, confidence: float) -> Share:
    """The mean, with units drawn anew."""
    total = np.bincount(unit, weights=changed, minlength=resamples.units)
    number = np.bincount(unit, minlength=resamples.units)

    def mean(weights: Floats) -> Floats:
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray((weights @ total) / (weights @ number))

    return Share(float(changed.mean()), *percentile_interval(resamples.values(mean), confidence))


def mixtures(pairs: PairwiseCloseness, models: Ints, rule: Rule) -> tuple[Mixture, ...]:
    """These models with 1 … k people, drawn from those of each item that all of the models labelled."""
    if pairs.codes is None or not len(models):
        return ()
    items = np.flatnonzero((pairs.codes[:, models] >= 0).all(axis=1) & (pairs.people > 1))
    counts = _counts(pairs.codes[np.ix_(items, np.flatnonzero(pairs.is_person))], _width(pairs))
    fixed = _counts(pairs.codes[np.ix_(items, models)], _width(pairs))
    base, number = rule.of_all(counts), counts.sum(axis=1)
    most = min(MOST_MIXTURES, int(np.median(number)) - 1) if len(items) else 0
    made = []
    for k in range(1, most + 1):
        some = np.flatnonzero(number > k)
        plain = 1 - (rule.of_some(counts[some], k) * base[some]).sum(axis=1)
        changed = 1 - (BESIDE[rule.name](counts[some], fixed[some], k) * base[some]).sum(axis=1)
        made.append(Mixture(k, len(models), float(changed.mean()), float(plain.mean()), len(some)))
    return tuple(made)

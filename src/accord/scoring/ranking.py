"""Several systems on the same items: their order, how sure it is, and each two compared."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Labels
from accord.annotations.among import Names
from accord.annotations.label_distributions import SoftLabels
from accord.evaluation.options import Options
from accord.evaluation.signing import signature
from accord.formats.public_functions import seeded
from accord.results import Diagnostic, Diagnostics, Result, StandardError, UsageError
from accord.results.arrays import Floats
from accord.results.foreign_text import html_text, visible
from accord.results.json_numbers import JsonRecord, json_fields, json_value
from accord.scoring.item_scores import ItemScores
from accord.scoring.runs import Scored
from accord.scoring.scorer import Scorer, scored_digest
from accord.scoring.soft_scorer import SOFT_METRICS, GroupScore, SoftScorer
from accord.statistics import bca_interval, percentile_interval, replicate_weights
from accord.statistics.multiple_comparisons import holm
from accord.statistics.randomisation_tests import randomisation_test

AnyScorer = Scorer | SoftScorer
FEWEST_ITEMS = 5  # drawn anew, fewer say nothing about others


@dataclass(frozen=True)
class RankedSystem:
    """A system: its place, how far it moves when items are drawn anew, and its score."""

    name: str
    rank: int
    low_rank: float
    high_rank: float
    result: Result

    def as_json(self) -> dict[str, object]:
        bounds = [None if bound != bound else int(bound) for bound in (self.low_rank, self.high_rank)]
        return {**self.result.as_json(), "rank": self.rank, "rank_low": bounds[0], "rank_high": bounds[1]}


@dataclass(frozen=True)
class SystemPair(JsonRecord):
    """The first system's score minus the second's, on the same items."""

    first: str
    second: str
    difference: float
    low: float
    high: float
    p: float
    """Two-sided, from a randomisation test: the signs of the items' differences are drawn anew."""
    p_holm: float
    """Corrected for the number of pairs (Holm 1979)."""


@dataclass(frozen=True, eq=False)
class Ranking:
    """Systems from the best to the worst, each pair compared, and what each earned on each item."""

    systems: tuple[RankedSystem, ...]
    pairs: tuple[SystemPair, ...]
    scores: Mapping[str, ItemScores]
    ceiling: float
    """What the gold answers themselves would earn."""
    gold: Mapping[str, Any]
    """How many items count, how many answers they have, how many of them a mode."""
    diagnostics: Diagnostics
    baselines: Mapping[str, float] = field(default_factory=dict)
    """Of soft labels: what one distribution for all items has, and what a person has against the others."""
    groups: tuple[GroupScore, ...] = ()
    """Of soft labels: the scores against the labels of groups of people."""

    @property
    def results(self) -> list[Result]:
        return [system.result for system in self.systems]

    def item_rows(self) -> list[dict[str, Any]]:
        """One row per item that counts: each system's credit (None: not attempted), and their mean."""
        first = next(iter(self.scores.values()))
        credit = np.stack([score.credit for score in self.scores.values()])
        attempted = np.stack([score.attempted for score in self.scores.values()])
        rows = []
        for place in np.flatnonzero(np.stack([score.total for score in self.scores.values()]).any(axis=0)):
            here: dict[str, Any] = {"item": first.items[place]}
            for number, name in enumerate(self.scores):
                tried = attempted[number, place] or credit[number, place]
                here[name] = float(credit[number, place]) if tried else None
            rows.append({**here, "mean": float(credit[:, place].mean())})
        return rows

    def as_json(self) -> dict[str, object]:
        return {
            **json_fields(self, results="systems", pairs="pairs", ceiling="ceiling"),
            **({"baselines": json_value(self.baselines)} if self.baselines else {}),
            **(json_fields(self, "groups") if self.groups else {}),
        }

    def __repr__(self) -> str:
        shown = ", ".join(f"{system.rank}. {visible(system.name)} {system.result.value:.3f}" for system in self.systems)
        return f"Ranking({self.systems[0].result.measure}: {shown})"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{system.rank}</td><th>{html_text(system.name)}</th><td>{system.result.value:.4f}</td>"
            f"<td>{system.result.low:.4f}</td><td>{system.result.high:.4f}</td></tr>"
            for system in self.systems
        )
        head = "<tr><th>rank</th><th>system</th><th>value</th><th>low</th><th>high</th></tr>"
        return f"<table><caption>{html_text(self.systems[0].result.measure)}</caption>{head}{rows}</table>"


@seeded
def rank_systems(
    gold: Scored,
    systems: Scored,
    metric: str = "oot",
    compatibility: str | None = None,
    mapping: Scored | None = None,
    *,
    confidence: float | None = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    only: Names = None,
    without: Names = None,
) -> Ranking:
    """Systems ordered by their score, with intervals from items drawn anew and a paired test of each two.

    All systems see the same drawn items, so that what makes items hard does not blur their differences.

    Parameters
    ----------
    gold
        A path, Answers, or {item: {answer: count}}; for soft labels Labels, SoftLabels, or {item: {category: share}}.
    systems
        Several systems: a list of paths, Answers or {item: [guesses]}, as in `accord.score`.
    metric
        best, oot, best_mode, oot_mode, gap, best_normalised or coverage; of soft labels jensen_shannon, manhattan,
        wasserstein or cross_entropy, of which less is better.
    compatibility
        Follow an official script in everything: "semeval2007" or "semdis2014".
    mapping
        A campaign's table of forms: a path, or {target: {form: canonical form}}.
    confidence
        The confidence level of the intervals; None for no interval.
    replicates
        How many bootstrap samples the intervals rest on.
    only, without
        The annotators of the gold answers who count, and those who do not.

    Returns
    -------
    Ranking
        The systems in their order, and the tests of each two.

    Raises
    ------
    DataError
        When a file cannot be read, or a system answers no item of the gold standard.
    UsageError
        When there is no such metric.

    Examples
    --------
    >>> gold = {str(item): {"a": 3, "b": 1} for item in range(20)}
    >>> one = {str(item): ["a"] for item in range(20)}
    >>> two = {str(item): ["b"] if item < 15 else ["a"] for item in range(20)}
    >>> rank_systems(gold, [one, two], "best")
    Ranking(best: 1. system 0.750, 2. system (2) 0.375)
    """
    options = Options(confidence=confidence, replicates=replicates, seed=seed)
    if metric in SOFT_METRICS or isinstance(gold, Labels | SoftLabels):
        if compatibility is not None or mapping is not None:
            raise UsageError(f"no official script has {metric}", "leave out compatibility and mapping")
        return _softly_ranked(SoftScorer.of(gold, metric, only=only, without=without), systems, options)
    scorer = Scorer.of(gold, metric, compatibility, mapping, only, without)
    return _ranked(scorer, scorer.scores(systems), options)


def _softly_ranked(whole: SoftScorer, systems: Scored, options: Options) -> Ranking:
    """Against soft labels, of everybody and of groups."""
    labels = whole.systems(systems)
    scorer = whole.on_items_of(labels)
    ranking = _ranked(scorer, scorer.scores(labels), options)
    made = []
    for group in whole.gold.groups:
        scores = replace(whole, gold=group).on_items_of(labels).scores(labels)
        for (name, score), values in zip(scores.items(), _drawn(list(scores.values()), options), strict=True):
            made.append(GroupScore(str(group.group), name, score.recall, *_ends(values, options), len(score.items)))
    return replace(ranking, groups=tuple(made))


def _ranked(scorer: AnyScorer, scores: dict[str, ItemScores], options: Options) -> Ranking:
    """The systems in their order; all see the same items."""
    counted = np.any([score.total > 0 for score in scores.values()], axis=0)
    kept = [_of_items(score, counted) for score in scores.values()]
    drawn = _drawn(kept, options)
    ceiling = scorer.ceiling()
    results = [
        _result(scorer, name, score, values, ceiling, options)
        for name, score, values in zip(scores, kept, drawn, strict=True)
    ]
    sign = -1.0 if scorer.lower_is_better else 1.0
    ordered = _ordered(list(scores), results, [sign * values for values in drawn], options, sign)
    better = [list(scores).index(system.name) for system in ordered]
    pairs = _pairs([system.name for system in ordered], [kept[i] for i in better], [drawn[i] for i in better], options)
    diagnostics = tuple(dict.fromkeys(diagnostic for result in results for diagnostic in result.diagnostics))
    return Ranking(ordered, pairs, scores, ceiling, scorer.facts(), diagnostics, scorer.baselines)


def _of_items(scores: ItemScores, kept: NDArray[np.bool_]) -> ItemScores:
    return replace(
        scores,
        items=tuple(scores.items[place] for place in np.flatnonzero(kept)),
        credit=scores.credit[kept],
        attempted=scores.attempted[kept],
        total=scores.total[kept],
        exact=None if scores.exact is None else scores.exact[kept],
    )


def _drawn(scores: list[ItemScores], options: Options) -> list[Floats]:
    """For each system (replicates,) its values on items drawn anew, the same for all."""
    items = len(scores[0].items)
    if options.confidence is None or items < FEWEST_ITEMS:
        return [np.zeros(0) for _ in scores]
    by_system: list[list[Floats]] = [[] for _ in scores]
    for weights in replicate_weights(np.ones(items, dtype=np.int64), options.replicates, options.seed):
        for values, score in zip(by_system, scores, strict=True):
            values.append(score.drawn(weights))
    return [np.concatenate(values) for values in by_system]


def _result(
    scorer: AnyScorer, name: str, scores: ItemScores, drawn: Floats, ceiling: float, options: Options
) -> Result:
    value = scores.recall
    low = high = np.nan
    diagnostics = list(scores.diagnostics)
    errors: tuple[StandardError, ...] = ()
    if options.confidence is not None and len(drawn) == 0:
        few = f"at least {FEWEST_ITEMS} items are needed, and there are {len(scores.items)}"
        diagnostics.append(Diagnostic("ACC116", f"{scorer.metric} has no interval: {few}"))
    elif options.confidence is not None and value == value:
        jackknife = scores.left_out()
        low, high = bca_interval(drawn, value, [(jackknife, np.ones(len(jackknife)))], options.confidence)
        spread = float(np.nanstd(drawn, ddof=1)) if len(drawn) > 1 else np.nan
        errors = (StandardError("sampling", spread, "bootstrap over items", "efron1993"),)
    return Result(
        measure=str(scorer.shown),
        value=value,
        low=low,
        high=high,
        confidence=options.confidence,
        components=scorer.components(scores, ceiling),
        undefined=None if value == value else scorer.why(scores),
        signature=signature(scorer.shape, scorer.bound, scored_digest(scorer.digest, scores), options, "bca", "items"),
        diagnostics=tuple(diagnostics),
        of=name,
        title=scorer.title,
        standard_errors=errors,
    )


def _ordered(
    names: list[str], results: list[Result], drawn: list[Floats], options: Options, sign: float
) -> tuple[RankedSystem, ...]:
    """The higher `sign` times the value, the better; what is undefined comes last."""
    values = np.array([-np.inf if result.value != result.value else sign * result.value for result in results])
    ranks = [1 + int((values > value).sum()) for value in values]
    low = high = [np.nan] * len(results)
    if options.confidence is not None and len(drawn[0]):
        table = np.stack(drawn)
        table[np.isnan(table)] = -np.inf
        places = 1 + (table[None, :, :] > table[:, None, :]).sum(axis=1)
        tail = (1 - options.confidence) / 2
        low = np.quantile(places, tail, axis=1, method="inverted_cdf").tolist()
        high = np.quantile(places, 1 - tail, axis=1, method="inverted_cdf").tolist()
    order = sorted(range(len(results)), key=lambda place: (ranks[place], names[place]))
    return tuple(RankedSystem(names[place], ranks[place], low[place], high[place], results[place]) for place in order)


def _pairs(names: list[str], scores: list[ItemScores], drawn: list[Floats], options: Options) -> tuple[SystemPair, ...]:
    both = list(combinations(range(len(names)), 2))
    if not both:
        return ()
    shares = np.stack([score.credit / max(float(score.total.sum()), 1.0) for score in scores])
    gaps = np.stack([shares[first] - shares[second] for first, second in both])
    p = np.where(np.isnan(gaps).any(axis=1), np.nan, randomisation_test(gaps, options.seed))
    corrected = holm(p)
    pairs = []
    for number, (first, second) in enumerate(both):
        apart = float(gaps[number].sum()), *_ends(drawn[first] - drawn[second], options)
        pairs.append(SystemPair(names[first], names[second], *apart, float(p[number]), float(corrected[number])))
    return tuple(pairs)


def _ends(drawn: Floats, options: Options) -> tuple[float, float]:
    """Of what was drawn; nan where nothing was, or nobody asks."""
    if options.confidence is None or not len(drawn):
        return np.nan, np.nan
    return percentile_interval(drawn, options.confidence)

"""`accord.stability`: what share of the reference another group of annotators would change, from real labels."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np

from accord.annotations import Answers, Labels, Relations, Spans, annotators_chosen, summarise
from accord.annotations.among import Names
from accord.consensus import MODELS
from accord.formats.public_functions import public
from accord.reproducibility.draws_anew import annotators_interval, items_interval
from accord.reproducibility.group_agreement import group_agreement
from accord.reproducibility.group_references import Structured
from accord.reproducibility.item_tallies import ItemTallies
from accord.reproducibility.rules import RULES, Change, Rule, change
from accord.reproducibility.sampled import Sampled, sampled_change
from accord.reproducibility.stability_result import COIN_TOSS, FragileItem, Stability
from accord.reproducibility.structure_stability import (
    GroupQuestion,
    StructureQuestion,
    chosen_match,
    structure_stability,
)
from accord.results import DataError, Diagnostic, Diagnostics, Signature, UsageError
from accord.results.arrays import Bools, Floats, Ints
from accord.results.option_names import command, option, told

Against = Literal["reference", "group", "all", "disjoint"]
AGAINST: tuple[Against, ...] = ("all", "disjoint")
SAME = {"reference": "all", "group": "disjoint"}
"""The words that `forecast` and `expected_variation` have for the two."""
REFERENCES = ("vote", "median", *(model for model in MODELS if model not in ("majority", "median")))
ORDERED = ("ordinal", "interval", "ratio")
LISTED = 1000  # fragile items that a result lists
Reference = str | Callable[[Labels], object]
Match = Literal["exact", "overlap", "link"]


@dataclass(frozen=True)
class Question(GroupQuestion):
    """What is asked of labels: checked once."""

    reference: Reference
    method: str
    resample: str
    groups: int

    @property
    def name(self) -> str:
        return self.reference if isinstance(self.reference, str) else getattr(self.reference, "__name__", "function")


@public(renamed={"labels": "data"})
def stability(
    data: Labels | Spans | Relations | Answers,
    k: int = 3,
    against: Against = "reference",
    *,
    reference: Reference | None = None,
    method: Literal["exact", "sample"] | None = None,
    confidence: float | None = 0.95,
    replicates: int = 1000,
    seed: int = 0,
    resample: Literal["items", "annotators"] = "items",
    groups: int | None = None,
    match: Match | None = None,
    only: Names = None,
    without: Names = None,
) -> Stability:
    """The share of the reference that k annotators would change: τ or Δ (Bregeon et al. 2019).

    Parameters
    ----------
    data
        Labels, spans, relations or answers, a data frame, an array or rows of labels (items × annotators), or a path.
    k
        How many annotators make a reference.
    against
        "reference": τ_k, the reference of all annotators beside that of k of them. "group": Δ_k, two groups of k who
        share nobody. "all" and "disjoint" are their other names.
    reference
        How labels become a reference: "vote" (ties shared evenly), "median", "dawid_skene", "mace", "glad", or a
        function from labels to one label per item. None: the median for ordered categories, else the vote.
    method
        "exact": the mean over all groups, by dynamic programming over categories, for vote and median; "sample":
        `groups` groups are drawn. None: exact where it can be.
    confidence
        The confidence level of the interval; None for no interval.
    resample
        What the interval draws anew: "items" or "annotators".
    groups
        How many groups are drawn where not all are taken.
    match
        Of units, links and answers, what counts as the same: "exact" (bounds and category of a unit, ends and label of
        a link), "overlap" of units, or "link", the ends of a link alone.

    Returns
    -------
    Stability
        `float(found)` is the share; `low` and `high` are its interval.

    Raises
    ------
    DataError
        When the data cannot be read, or no item has k labels (2 k for disjoint groups).

    Notes
    -----
    The reference of a group that finds units, draws links or gives answers is its consensus: the units of the best
    alignment that more than half of it found, the links that more than half drew, the most frequent answers. Two
    references are compared by F, and 1 − F is the share that changes, on average over all pairs of groups, or over
    `groups` of them (100 by default); the interval draws documents anew.

    In τ the reference contains the group's own votes; Δ is the unbiased one for "had I asked k others instead of k",
    and larger. Missing labels: each item has its own annotators and is left out when they are fewer than k (2 k for
    disjoint groups).

    Examples
    --------
    Eight annotators; two groups of three of them differ on 37 % of the items, and their vote from that of all on 21 %:

    >>> import accord
    >>> rows = ["10001100", "00220002", "22220202", "11111111", "11111211", "00002002", "01022211", "00221122",
    ...         "10000010", "12010121", "02002000", "00000012"]
    >>> data = accord.labels([list(row) for row in rows], level="nominal")
    >>> print(stability(data, 3, confidence=None), stability(data, 3, "group", confidence=None))
    τ(k=3) = 0.207 Δ(k=3) = 0.366
    """
    data = annotators_chosen(data, only, without)
    if isinstance(data, Spans | Relations | Answers):
        refused = {"reference": reference, "resample": None if resample == "items" else resample, "method": method}
        return _of_structures(data, k, SAME.get(against, against), match, confidence, replicates, seed, groups, refused)
    if match is not None:
        raise UsageError(f"match={match!r} is for units, links and answers, and these are labels")
    asked = _question(
        data, k, SAME.get(against, against), reference, method, confidence, replicates, seed, resample, groups
    )
    tallies = ItemTallies.of(data)
    enough = tallies.sizes >= asked.needed
    if not (enough & (tallies.multiplicity > 0)).any():
        raise _too_few(tallies, asked)
    ordered = data.level in ORDERED
    if asked.method == "exact":
        patterns = np.where(enough[:, None], tallies.patterns, 0)
        changes = change(RULES[asked.name], patterns, asked.k, asked.against, ordered=ordered)
        return _result(data, tallies, asked, _Summed.exact(data, tallies, enough, changes, RULES[asked.name]))
    drawn = sampled_change(data, asked.k, asked.against, asked.reference, asked.groups, asked.seed)
    return _result(data, tallies, asked, _Summed.drawn(data, tallies, enough, drawn))


def structures_asked(
    k: object, against: str, confidence: float | None, replicates: int, seed: int, groups: int | None
) -> StructureQuestion:
    """What is asked about units, links or answers, checked."""
    _check_numbers(against, k, confidence, replicates, seed, groups)
    return StructureQuestion(int(k), against, confidence, replicates, seed, groups)  # type: ignore[call-overload]


def _of_structures(
    data: Structured,
    k: object,
    against: str,
    match: str | None,
    confidence: float | None,
    replicates: int,
    seed: int,
    groups: int | None,
    refused: Mapping[str, object],
) -> Stability:
    for name, value in refused.items():
        if value is not None:
            raise UsageError(f"{option(name)} is for labels, and these are {data.kind}", "leave it out")
    by_match = structure_stability(data, structures_asked(k, against, confidence, replicates, seed, groups))
    return by_match[chosen_match(data.kind, match)]


@dataclass(frozen=True, eq=False)
class _Summed:
    """What both methods give, item by item and category by category."""

    change: Floats
    """(items,) the probability that the label changes; nan for an item that is left out."""
    reference: Floats
    """(categories,) how many items each has in the reference."""
    other: Floats
    kept: Floats
    shift: float
    labels_of: Callable[[int], list[int]]
    """The codes that an item has in the reference of all."""
    simulation_error: float = math.nan
    groups: int | None = None

    @classmethod
    def exact(cls, labels: Labels, tallies: ItemTallies, enough: Bools, changes: Change, rule: Rule) -> _Summed:
        items = enough[tallies.inverse]
        by_pattern = np.where(enough, np.clip(1 - changes.same.sum(axis=1), 0.0, 1.0), np.nan)
        shift = math.nan
        if changes.apart is not None:
            steps = np.diff(labels.categories.scores()[tallies.codes], axis=1)[items]
            moved = (changes.apart[:, : steps.shape[1]][tallies.inverse[items]] * steps).sum(axis=1)
            shift = _average(moved, tallies.weights[items])
        whole = rule.of_all(tallies.patterns)

        def labels_of(item: int) -> list[int]:
            weights = whole[tallies.inverse[item]]
            return [int(code) for code in tallies.codes[item][weights >= weights.max()]]

        return cls(
            change=by_pattern[tallies.inverse],
            reference=tallies.per_category(changes.reference, items),
            other=tallies.per_category(changes.other, items),
            kept=tallies.per_category(changes.same, items),
            shift=shift,
            labels_of=labels_of,
        )

    @classmethod
    def drawn(cls, labels: Labels, tallies: ItemTallies, enough: Bools, sampled: Sampled) -> _Summed:
        change = np.full(labels.n_rows, np.nan)
        change[enough[tallies.inverse]] = 1 - sampled.same
        return cls(
            change=change,
            reference=sampled.reference,
            other=sampled.other,
            kept=sampled.kept,
            shift=sampled.shift,
            labels_of=lambda item: [int(sampled.codes[item])] if sampled.codes[item] >= 0 else [],
            simulation_error=sampled.error,
            groups=sampled.groups,
        )


def _result(labels: Labels, tallies: ItemTallies, asked: Question, summed: _Summed) -> Stability:
    known = ~np.isnan(summed.change)
    value = _average(summed.change[known], tallies.weights[known])
    number = float(tallies.weights[known].sum())
    chance = 1 - float((summed.reference / number) @ (summed.other / number))
    texts = labels.categories.texts
    with np.errstate(invalid="ignore", divide="ignore"):
        changed = np.clip(1 - summed.kept / summed.reference, 0.0, 1.0)
    low, high, diagnostics = _interval(labels, tallies, asked, summed.change, value)
    left_out = _left_out(tallies, asked)
    names = labels.items if labels.items is not None else [str(row + 1) for row in range(labels.n_rows)]
    return Stability(
        value=value,
        low=low,
        high=high,
        confidence=asked.confidence,
        k=asked.k,
        against=asked.against,
        reference=asked.name,
        method=asked.method,
        items=int(number),
        left_out=left_out,
        per_item=1 - summed.change,
        per_category=dict(zip(texts, changed.tolist(), strict=True)),
        shares=dict(zip(texts, (summed.reference / number).tolist(), strict=True)),
        fragile=_fragile(labels, tallies, summed, names),
        coin_tosses=int(tallies.weights[_coin_tosses(summed.change)].sum()),
        krr=1 - value / chance if chance > 1e-12 else math.nan,
        shift=summed.shift,
        categories=len(texts),
        annotators=int(tallies.sizes.max()),
        signature=_signature(labels, asked),
        simulation_error=summed.simulation_error,
        groups=summed.groups,
        agreement_of_groups=partial(group_agreement, labels, asked.k, least=asked.needed, seed=asked.seed),
        diagnostics=(*_remarks(tallies, asked, left_out), *diagnostics),
        names=names,
    )


def _average(values: Floats, weights: Ints) -> float:
    """The weighted mean, summed by value: the same whatever the order of the items."""
    distinct, place = np.unique(values, return_inverse=True)
    return float(np.average(distinct, weights=np.bincount(place, weights=weights)))


def _interval(
    labels: Labels, tallies: ItemTallies, asked: Question, change: Floats, value: float
) -> tuple[float, float, Diagnostics]:
    if asked.confidence is None:
        return math.nan, math.nan, ()
    if asked.resample == "items":
        how = (asked.confidence, asked.replicates, asked.seed)
        low, high = items_interval(change, tallies.weights, *how, clusters=labels.clusters)
        return low, high, ()
    if asked.method == "sample":
        why = Diagnostic("ACC115", "groups that were drawn give no interval over annotators", hint="resample items")
        return math.nan, math.nan, (why,)
    return annotators_interval(
        labels, RULES[asked.name], asked.k, asked.against, value, asked.confidence, asked.replicates, asked.seed
    )


def _fragile(labels: Labels, tallies: ItemTallies, summed: _Summed, names: Sequence[str]) -> tuple[FragileItem, ...]:
    texts = labels.categories.texts
    rows = np.flatnonzero(_coin_tosses(summed.change))
    listed = []
    for row in rows[np.lexsort((rows, -summed.change[rows].round(12)))][:LISTED].tolist():
        counts = tallies.patterns[tallies.inverse[row]]
        votes = {texts[code]: int(times) for code, times in zip(tallies.codes[row], counts, strict=True) if times > 0}
        label = "|".join(texts[code] for code in summed.labels_of(row))
        listed.append(FragileItem(names[row], label, float(summed.change[row]), votes, int(tallies.weights[row])))
    return tuple(listed)


def _coin_tosses(change: Floats) -> Bools:
    return np.asarray(change >= COIN_TOSS - 1e-12)


def _left_out(tallies: ItemTallies, asked: Question) -> dict[str, int]:
    """Why items are left out, and how many."""
    few = (tallies.sizes > 0) & (tallies.sizes < asked.needed)
    chosen = {"no label": tallies.sizes == 0, f"fewer than {asked.needed} labels": few}
    numbers = {reason: int(tallies.multiplicity[patterns].sum()) for reason, patterns in chosen.items()}
    return {reason: number for reason, number in numbers.items() if number}


def _remarks(tallies: ItemTallies, asked: Question, left_out: Mapping[str, int]) -> Diagnostics:
    diagnostics: list[Diagnostic] = []
    if left_out:
        words = ", ".join(f"{number:,} with {reason}" for reason, number in left_out.items())
        diagnostics.append(Diagnostic("ACC141", f"items are left out: {words}", hint="ask about fewer annotators"))
    used = tallies.multiplicity > 0
    if asked.against == "all" and (tallies.sizes[used & (tallies.sizes >= asked.k)] == asked.k).all():
        diagnostics.append(
            Diagnostic(
                "ACC142",
                f"groups of {asked.k} are all the annotators an item has, who always agree with themselves",
                hint=(
                    f"use {told('k', max(1, asked.k // 2))} with {option('against', 'disjoint')}, or the forecast "
                    "for other annotators"
                ),
            )
        )
    return tuple(diagnostics)


def _too_few(tallies: ItemTallies, asked: Question) -> DataError:
    most = int(tallies.sizes.max(initial=0))
    if most == 0:
        return DataError("ACC002", "there is no label", hint="one row per item, one column per annotator")
    more = f"; forecasts for more come from '{command('forecast')}'"
    return asked.refused(most, "labels of an item, and no item", "collect more labels", more)


def _question(
    labels: object,
    k: object,
    against: str,
    reference: Reference | None,
    method: str | None,
    confidence: float | None,
    replicates: int,
    seed: int,
    resample: str,
    groups: int | None,
) -> Question:
    if not isinstance(labels, Labels):
        raise UsageError(f"stability() takes labels, not {type(labels).__name__}", "read a file with accord.read(path)")
    rule: Reference = reference if reference is not None else "median" if labels.level in ORDERED else "vote"
    rule = "vote" if rule == "majority" else rule
    if isinstance(rule, str) and rule not in REFERENCES:
        raise UsageError(f"there is no reference '{rule}'", f"use {', '.join(REFERENCES)} or a function of labels")
    if not isinstance(rule, str) and not callable(rule):
        raise UsageError(f"reference={rule!r} is neither a name nor a function")
    if rule == "median" and labels.level not in ORDERED:
        raise UsageError("a median needs ordered categories", f"declare {option('level', 'ordinal')}, or use vote")
    exact = isinstance(rule, str) and rule in RULES
    _check_known("method", method, (None, "exact", "sample"))
    _check_known("resample", resample, ("items", "annotators"))
    if method == "exact" and not exact:
        raise UsageError("only vote and median are exact", f"use {option('sample')}")
    _check_numbers(against, k, confidence, replicates, seed, groups)
    return Question(
        k=int(k),  # type: ignore[call-overload]  # checked above
        against=against,
        reference=rule,
        method=method or ("exact" if exact else "sample"),
        confidence=confidence,
        replicates=replicates,
        seed=seed,
        resample=resample,
        groups=groups if groups is not None else 1000 if exact else 100,
    )


def _check_known(name: str, value: object, known: Sequence[str | None]) -> None:
    if value not in known:
        raise UsageError(f"{told(name, value)} is not known", f"use {' or '.join(repr(v) for v in known if v)}")


def _check_numbers(
    against: str, k: object, confidence: object, replicates: object, seed: object, groups: object
) -> None:
    _check_known("against", against, AGAINST)
    for name, number, least in (("k", k, 1), ("replicates", replicates, 1), ("seed", seed, 0), ("groups", groups, 1)):
        if number is None and name == "groups":
            continue
        if isinstance(number, bool) or not isinstance(number, int | np.integer) or number < least:
            raise UsageError(f"{told(name, number)} is not a whole number of at least {least}")
    if confidence is not None and not (isinstance(confidence, float) and 0 < confidence < 1):
        raise UsageError(
            f"{told('confidence', confidence)} is not between 0 and 1", f"use 0.95, or {option('no_interval')}"
        )


def _signature(labels: Labels, asked: Question) -> Signature:
    summary = summarise(labels, rows=False)
    over_clusters = summary.clusters is not None and asked.resample == "items"
    over = f"clusters {summary.clusters.digest[:16]}" if summary.clusters and over_clusters else asked.resample
    drawn = None if asked.method == "exact" else asked.groups
    how = f"reference='{asked.name}', method='{asked.method}'"
    return asked.signed("labels", summary.sha256, how, drawn, "bca", over)

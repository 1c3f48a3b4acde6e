"""Errors that annotators make in units: missed, added, moved, cut, joined, put in another category."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from accord.annotations import Spans
from accord.annotations.fragments import joined_fragments
from accord.degradations.span_reference import SpanReference
from accord.results.arrays import Floats, Ints

REACH = 2.0  # k of the degradation 'shift', by default
HALF = 0.5  # of a unit that must lie in another to be a part of it


@dataclass
class _Counted:
    """What was counted over annotators and documents."""

    errors: Counter[str] = field(default_factory=Counter)
    units: int = 0
    matched: int = 0
    moved: list[float] = field(default_factory=list)
    """How far each bound of a matched unit moved, in lengths of the reference's."""


def unit_rates(data: Spans, reference: SpanReference, others: Sequence[str]) -> dict[str, float]:
    """How often each error occurs, for each unit of the reference.

    Units are matched with those of the reference one to one, those that overlap most first. What is left of the
    reference is missed, or joined with a neighbour where most of it lies in a unit that is matched with that one; what
    is left of the annotator's is added, or a part of a unit that was cut. Bounds of the other matched units have moved:
    uniform draws in ± m·k/2 of the length move them by m·k/4 on average.
    """
    counted = _Counted()
    there = {name: place for place, name in enumerate(reference.data.documents)}
    for name in others:
        who = data.annotators.index(name)
        for where, document in enumerate(data.documents):
            if data.assigned[where, who] and document in there:
                mine = np.arange(data.bounds[where], data.bounds[where + 1])
                gold = np.arange(*reference.data.bounds[[there[document], there[document] + 1]])
                _count(counted, data, mine[data.who[mine] == who], reference.data, gold)
    units, matched = max(counted.units, 1), max(counted.matched, 1)
    mean = float(np.mean(counted.moved)) if counted.moved else 0.0
    rates = {kind: counted.errors[kind] / units for kind in ("false_negative", "false_positive", "fragment", "merge")}
    rates["shift"] = min(1.0, 4 * mean / REACH)
    if len(reference.categories) > 1:
        rates["recategorise"] = counted.errors["recategorise"] / matched
    return rates


def _count(counted: _Counted, data: Spans, mine: Ints, gold_data: Spans, gold: Ints) -> None:
    common = _common(data, mine, gold_data, gold)
    pairs = _pairs(common)
    counted.units += len(gold)
    counted.matched += len(pairs)
    left = [unit for unit in range(len(mine)) if unit not in {matched for matched, _ in pairs}]
    missed = [unit for unit in range(len(gold)) if unit not in {other for _, other in pairs}]
    length, whole = data.sizes[mine], gold_data.sizes[gold]
    match, matching = dict(pairs), {partner: unit for unit, partner in pairs}
    own, theirs = _common(data, mine, data, mine), _common(gold_data, gold, gold_data, gold)
    cut = [unit for unit in left if len(gold) and _is_part(unit, common[unit], matching, own, length)]
    joined = [unit for unit in missed if len(mine) and _is_part(unit, common[:, unit], match, theirs, whole)]
    counted.errors["fragment"] += len(cut)
    counted.errors["merge"] += len(joined)
    counted.errors["false_positive"] += len(left) - len(cut)
    counted.errors["false_negative"] += len(missed) - len(joined)
    odd_gold = {int(common[unit].argmax()) for unit in cut}
    odd_mine = {int(common[:, unit].argmax()) for unit in joined}
    texts, gold_texts = [*data.categories.texts, None], [*gold_data.categories.texts, None]
    for unit, partner in pairs:
        here, where = int(mine[unit]), int(gold[partner])
        counted.errors["recategorise"] += texts[data.codes[here]] != gold_texts[gold_data.codes[where]]
        if partner not in odd_gold and unit not in odd_mine and whole[partner] > 0:
            ends = (data.starts[here] - gold_data.starts[where], data.ends[here] - gold_data.ends[where])
            counted.moved += [abs(float(end)) / float(whole[partner]) for end in ends]


def _is_part(unit: int, shared: Floats, partners: Mapping[int, int], beside: Floats, lengths: Floats) -> bool:
    """Whether most of a unit lies in one of the other side, beside the unit that is matched with that one."""
    place = int(shared.argmax())
    if not shared[place] > HALF * lengths[unit]:
        return False
    return place not in partners or bool(beside[unit, partners[place]] < HALF * lengths[unit])


def _common(data: Spans, mine: Ints, gold_data: Spans, gold: Ints) -> Floats:
    """(own units, reference units) how much of the text they share; points that meet share a trace."""
    if data.fragments is not None or gold_data.fragments is not None:
        both = joined_fragments([(own.fragments, own.starts, own.ends) for own in (data, gold_data)])
        left, right = np.repeat(mine, len(gold)), np.tile(gold, len(mine)) + len(data)
        shared = np.zeros(len(left)) if both is None else both.common(left, right)
        return shared.reshape(len(mine), len(gold))
    starts = np.maximum(data.starts[mine][:, None], gold_data.starts[gold][None, :])
    ends = np.minimum(data.ends[mine][:, None], gold_data.ends[gold][None, :])
    return np.asarray(np.maximum(ends - starts, 0.0) + 1e-9 * (ends == starts))


def _pairs(common: Floats) -> list[tuple[int, int]]:
    """Pairs of units one to one, those that share most first."""
    pairs: list[tuple[int, int]] = []
    left = common.copy()
    while left.size and left.max() > 0:
        row, column = (int(place) for place in np.unravel_index(int(left.argmax()), left.shape))
        pairs.append((row, column))
        left[row, :] = left[:, column] = 0.0
    return pairs

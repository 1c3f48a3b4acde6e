"""Closeness of two annotators' answers to an item: how much their sets have in common, or any similarity function."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from accord.admission.pair_closeness import PairwiseCloseness, asked_pairs, of_documents
from accord.admission.participants import Participants
from accord.annotations import Answers
from accord.measures.answers.answer_sets import answer_sets, similarity
from accord.measures.record import Undefined
from accord.results import DataError, UsageError
from accord.results.arrays import Floats, Ints

Similarity = Callable[[frozenset[str], frozenset[str]], float]
SCORES = ("overlap", "jaccard", "dice", "masi")


def answer_closeness(data: Answers, who: Participants, score: str | Similarity | None) -> PairwiseCloseness:
    """Two annotators who both gave no answer agree. The default is the overlap |A ∩ B| / |A ∪ B| that PA averages."""
    if not callable(score) and score not in (None, *SCORES):
        raise UsageError(f"score '{score}' is not for answers", f"use {', '.join(SCORES)}, or in Python a function")
    item, annotator, partner = asked_pairs(data)
    value = (
        _given(data, score, item, annotator, partner)
        if callable(score)
        else _in_common(data, score, item, annotator, partner)
    )
    name = "similarity" if callable(score) else score or SCORES[0]
    return of_documents(data, who, name, (item, annotator, partner, value))


def _in_common(data: Answers, score: str | None, item: Ints, annotator: Ints, partner: Ints) -> Floats:
    try:
        sets = answer_sets(data)
    except Undefined as refusal:
        raise DataError("ACC442", refusal.reason, hint="name other annotators or items") from None
    place = np.full(data.assigned.shape, -1, dtype=np.int64)
    place[np.nonzero(data.assigned)] = np.arange(len(sets.item))
    first, second = place[item, annotator], place[item, partner]
    left, right, shared = sets.within()
    kind = "jaccard" if score in (None, "overlap") else str(score)
    alike = similarity(sets.sizes[left], sets.sizes[right], shared, kind)
    width = len(sets.item)
    keys, order = np.sort(left * width + right), np.argsort(left * width + right)
    wanted = first * width + second
    nearest = np.minimum(np.searchsorted(keys, wanted), max(len(keys) - 1, 0))
    known = keys[nearest] == wanted if len(keys) else np.zeros(len(wanted), dtype=bool)
    value = np.where(known, alike[order][nearest], 0.0) if len(keys) else np.zeros(len(wanted))
    return np.where((sets.sizes[first] == 0) & (sets.sizes[second] == 0), 1.0, value)


def _given(data: Answers, function: Similarity, item: Ints, annotator: Ints, partner: Ints) -> Floats:
    """What a user's function says of two sets; one of the same sets is asked once."""
    sets: dict[tuple[int, int], set[str]] = {}
    for row, who, code in zip(data.item.tolist(), data.who.tolist(), data.codes.tolist(), strict=True):
        sets.setdefault((row, who), set()).add(data.vocabulary[code])
    frozen = {cell: frozenset(words) for cell, words in sets.items()}
    known: dict[tuple[frozenset[str], frozenset[str]], float] = {}
    made = np.empty(len(item))
    for row, (where, left, right) in enumerate(zip(item.tolist(), annotator.tolist(), partner.tolist(), strict=True)):
        pair = frozen.get((where, left), frozenset()), frozen.get((where, right), frozenset())
        if pair not in known:
            known[pair] = float(function(*pair))
        made[row] = known[pair]
    if not np.isfinite(made).all():
        raise UsageError("the similarity function returned something that is not a finite number")
    return made

"""Errors that annotators make in free answers: left out, replaced, added."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from accord.annotations.answers import Answers
from accord.degradations.answer_reference import AnswerReference


def answer_rates(data: Answers, reference: AnswerReference, others: Sequence[str]) -> dict[str, float]:
    """How often each error occurs, for each answer of the reference.

    An answer of the reference that is not given has been replaced where another one is, and else left out; what is
    given besides has been added.
    """
    known = {name: place for place, name in enumerate(reference.data.items)}
    gold = _by_item(reference.data, None)
    counts = dict.fromkeys(("drop", "replace", "noise"), 0)
    answers = 0
    for name in others:
        who = (data.annotators or ()).index(name)
        by_item = _by_item(data, who)
        for place in np.flatnonzero(data.assigned[:, who]).tolist():
            there = gold.get(known.get(data.items[place], -1), set())
            here = by_item.get(place, set())
            missing, more = len(there - here), len(here - there)
            other = min(missing, more) if there else 0
            counts["replace"] += other
            counts["drop"] += missing - other
            counts["noise"] += more - other if there else 0
            answers += len(there)
    return {name: number / max(answers, 1) for name, number in counts.items()}


def _by_item(data: Answers, who: int | None) -> dict[int, set[str]]:
    answers: dict[int, set[str]] = {}
    rows = np.arange(len(data.item)) if who is None or data.who is None else np.flatnonzero(data.who == who)
    for row in rows.tolist():
        answers.setdefault(int(data.item[row]), set()).add(data.vocabulary[int(data.codes[row])])
    return answers

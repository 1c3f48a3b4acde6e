"""Degradations of free answers. An element is an answer; words come from the answers to other items."""

from __future__ import annotations

from dataclasses import replace as with_other
from functools import partial

import numpy as np

from accord.degradations.answer_reference import AnswerReference, Given
from accord.degradations.draws import Draws, chosen
from accord.degradations.record import degradation
from accord.results.arrays import Codes, Floats


def _one_word(reference: AnswerReference, **options: object) -> str | None:
    return "there is one answer only" if reference.size and len(reference.data.vocabulary) < 2 else None


unrelated = partial(degradation, "answers", refuses=_one_word)


@degradation("answers", title="answers that are not given", says="leave out {share} of the answers")
def drop(reference: AnswerReference, answers: Given, draws: Draws, magnitude: float) -> Given:
    return answers.keeping(~draws.whether(answers.elements, magnitude))


@unrelated(
    title="another word, by its frequency among all answers",
    says="answer {share} of the time with a word that has nothing to do with the item",
)
def replace(reference: AnswerReference, answers: Given, draws: Draws, magnitude: float) -> Given:
    degraded = np.flatnonzero(draws.whether(answers.elements, magnitude))
    codes = answers.codes.copy()
    codes[degraded] = _words(reference, answers.codes[degraded], draws.of("word", answers.elements[degraded]))
    return with_other(answers, codes=codes)


@unrelated(
    title="unrelated words added after the answers",
    says="add {share} more answers that have nothing to do with the item",
)
def noise(reference: AnswerReference, answers: Given, draws: Draws, magnitude: float) -> Given:
    """One more word for each answer that is degraded."""
    degraded = np.flatnonzero(draws.whether(answers.elements, magnitude))
    words = _words(reference, answers.codes[degraded], draws.of("word", answers.elements[degraded]))
    return Given(
        np.concatenate([answers.item, answers.item[degraded]]),
        np.concatenate([answers.codes, words]),
        np.concatenate([answers.elements, max(reference.size, 1) + answers.elements[degraded]]),
    )


def _words(reference: AnswerReference, codes: Codes, uniform: Floats) -> Codes:
    """For each answer another word of the vocabulary, frequent ones more often."""
    if not len(codes):
        return codes
    shares = np.where(reference.shares > 0, reference.shares, 0.0)
    if not (shares > 0).sum() > 1:
        shares = np.ones(len(shares))
    words = np.empty(len(codes), dtype=np.int32)
    for first in range(0, len(codes), 1024):  # rows of the vocabulary, some at once
        some = slice(first, first + 1024)
        table = np.tile(shares, (len(codes[some]), 1))
        table[np.arange(len(table)), codes[some]] = 0.0
        words[some] = chosen(table, uniform[some])
    return words

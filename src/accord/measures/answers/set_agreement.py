"""Agreement on answers as sets: pair by pair of annotators, and corrected for chance."""

from __future__ import annotations

from functools import partial

import numpy as np

from accord.annotations.answers import Answers
from accord.measures.answers.answer_sets import EMPTY, SIMILARITIES, alike_within, answer_sets, mean_over_items
from accord.measures.answers.chance import AnyTwo
from accord.measures.record import BlockKernel, Components, Kernel, Parameter, measure
from accord.results.arrays import Floats

WITHOUT_ANSWER = {
    "empty": Parameter("Two annotators without an answer gave the same one, or are left out.", EMPTY),
}
SIMILAR = {"similarity": Parameter("How alike two sets of answers are.", SIMILARITIES), **WITHOUT_ANSWER}

set_measure = partial(
    measure,
    "answers",
    missing="An item answered by one annotator is left out; two who both gave no answer agree (empty='leave out': no).",
    shown=lambda data: not data.counted,
    family="sets",
    about=SIMILAR,
)


@set_measure(
    title="PA, pairwise agreement: the share of their answers that two annotators have in common",
    formula="mean over items of the mean over pairs of annotators of |A ∩ B| / |A ∪ B|",
    assumes="Every answer counts alike, whatever its rank; nothing is corrected for chance.",
    references=("mccarthy2009",),
    symbol="PA",
    human="Pairwise agreement",
    headline=3,
    between_two=True,
    by_document=True,
    about=WITHOUT_ANSWER,
)
def pa(data: Answers, *, empty: str = "same") -> BlockKernel:
    return _agreement(data, "jaccard", empty, flip=False)


@set_measure(
    title="Set-based disagreement: how little two annotators' answers have in common",
    formula="1 − mean over items of the mean over pairs of annotators of the similarity of their answers",
    assumes="similarity='jaccard', 'dice' or 'masi'; identical sets have 0 however many answers they hold.",
    references=("passonneau2006", "dice1945"),
    bounded=False,
    lower_is_better=True,
    human="Set-based disagreement",
    by_document=True,
)
def disagreement(data: Answers, *, similarity: str = "masi", empty: str = "same") -> BlockKernel:
    return _agreement(data, similarity, empty, flip=True)


@set_measure(
    title="α with MASI: any number of annotators, their answers compared as sets",
    formula="α = 1 − D_o/D_e, δ = 1 − similarity of two sets; D_e over any two sets of answers, of whatever items",
    assumes="Chance sets are drawn without replacement from all sets that were given; where items have different "
    "targets hardly any two share an answer, D_e is near 1 and α near the plain agreement.",
    missing="An item answered by one annotator is left out of D_o and of D_e.",
    references=("passonneau2006", "krippendorff2004"),
    symbol="α",
    headline=1,
    corrected=True,
)
def alpha(data: Answers, *, similarity: str = "masi", empty: str = "same") -> BlockKernel:
    sets = answer_sets(data, empty)
    number = sets.sets_of_item
    alike = alike_within(sets, similarity)
    unlike = np.where(number > 1, 2 * (sets.pairs_of_item - alike) / np.maximum(number - 1, 1), 0.0)
    any_two = AnyTwo(sets, (number > 1)[sets.item], similarity)
    return BlockKernel(_alpha(unlike, np.where(number > 1, number, 0.0), any_two), data.n_items, "items")


def item_agreement(data: Answers, kind: str = "jaccard", empty: str = "same") -> Floats:
    """(items,) the mean similarity over pairs of annotators; nan for an item that fewer than two answered.

    >>> from accord.annotations.answer_building import answers
    >>> item_agreement(answers({"1": {"A": ["vide"], "B": ["vide", "distance"]}}))
    array([0.5])
    """
    sets = answer_sets(data, empty)
    pairs = sets.pairs_of_item
    means = np.divide(alike_within(sets, kind), pairs, out=np.full(data.n_items, np.nan), where=pairs > 0)
    return np.asarray(means, dtype=np.float64)


def _agreement(data: Answers, kind: str, empty: str, *, flip: bool) -> BlockKernel:
    values = item_agreement(data, kind, empty)
    values = 1 - values if flip else values
    return BlockKernel(mean_over_items(values), data.n_items, "items", tables={"by item": values})


def _alpha(unlike: Floats, pairable: Floats, any_two: AnyTwo) -> Kernel:
    def kernel(weights: Floats) -> Components:
        number = weights @ pairable
        between = number**2 - any_two(weights)
        between = np.where(between <= 1e-12 * number**2, 0.0, between) / np.maximum(number - 1, 1)
        within = weights @ unlike
        ratio = np.divide(within, between, out=np.full(len(number), np.nan), where=between > 0)
        most = np.maximum(number, 1)
        return {"value": 1 - ratio, "observed": within / most, "expected": between / most}

    return kernel

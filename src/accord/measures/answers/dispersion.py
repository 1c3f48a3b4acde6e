"""How dispersed the answers to an item are, whoever gave them."""

from __future__ import annotations

import numpy as np

from accord.annotations.answers import Answers
from accord.measures.answers.answer_sets import mean_over_items
from accord.measures.record import BlockKernel, Undefined, measure
from accord.results import Diagnostic
from accord.results.arrays import Floats


@measure(
    "answers",
    title="Normalised entropy: how dispersed the answers are, 0 one answer, 1 all different",
    formula="mean over items of H / log N; H = −Σ p_a log p_a, p_a the share of answer a among the N answers given",
    assumes="Answers are pooled: several answers of one annotator disperse an item as different annotators do.",
    missing="An item without answers is left out; an item with a single answer counts 0, and is counted.",
    references=("tanguy2016", "shannon1948"),
    shown=lambda data: True,
    bounded=False,
    lower_is_better=True,
    family="dispersion",
    human="Normalised entropy",
    symbol="H",
    headline=2,
    by_document=True,
)
def entropy(data: Answers) -> BlockKernel:
    """Tanguy, Fabre & Mercier 2016, section 2; their sentences 120 and 229 have .55 and .86.

    Judges who agree on *two* answers do not have 0: seven who all give the same two have log 2 / log 14 = .263. See
    `disagreement` for measures that compare annotators.
    """
    values = item_entropies(data)
    if np.isnan(values).all():
        raise Undefined("no item has an answer")
    alone = int((data.sizes == 1).sum())
    notes: tuple[Diagnostic, ...] = ()
    if alone:
        message = f"{alone:,} item(s) have a single answer: their entropy is 0 by convention"
        notes = (Diagnostic("ACC171", message),)
    return BlockKernel(mean_over_items(values), data.n_items, "items", diagnostics=notes, tables={"by item": values})


def item_entropies(data: Answers) -> Floats:
    """(items,) H / log N; 0 for a single answer, nan for none.

    >>> from accord.annotations.answer_building import answers
    >>> counts = {"vide": 7, "distance": 3, "place": 2, "interstice": 1, "intervalle": 1, "séparation": 1}
    >>> float(item_entropies(answers({"120": counts}))[0].round(4))
    0.5494
    """
    tallies, size = data.tallies, data.sizes.astype(np.float64)
    share = tallies.count / size[tallies.item]
    bits = np.bincount(tallies.item, weights=-share * np.log(share), minlength=data.n_items)
    scale = np.log(np.maximum(size, 1.0))
    return np.where(size > 0, np.divide(bits, scale, out=np.zeros(data.n_items), where=scale > 0) + 0.0, np.nan)

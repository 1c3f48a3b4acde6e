"""Measures of coreference, with each of two annotators once as the key: F1 is symmetric in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np
from numpy.typing import NDArray

from accord.annotations.relations import Relations
from accord.measures.record import BlockKernel, measure
from accord.measures.relations.entities.coreference_cells import Crossed, best_partners, crossed
from accord.measures.relations.graphs.agreement import Chance, Finish, agreement
from accord.measures.relations.graphs.compared_graphs import comparisons
from accord.measures.relations.graphs.comparisons import Graph
from accord.measures.relations.graphs.directions import f_score, harmonic, recall, value_of_nothing
from accord.measures.relations.parameters import CHANCE, EMPTY, SINGLETONS, UNITS, corrected_by_chance
from accord.measures.relations.structure import is_coreference

Floats = NDArray[np.float64]
ASSUMES = (
    "Entities are the units that relations join; units in the structure without a relation are singletons. No chance, "
    "unless chance= names a null model: corrected = (S_o − S_e) / (1 − S_e)."
)
MISSING = "Every two annotators who were asked about a document are compared; documents are added up, pairs averaged."
Columns = tuple[Floats, Floats, Floats, Floats]
"""(nodes,) what each mention adds to the numerator and denominator of recall, and to those of precision."""


@measure(
    "relations",
    title="MUC: F1 of the links needed to join the mentions of entities",
    formula="recall = Σ_K (|K| − parts of K in the response) / Σ_K (|K| − 1); precision with the roles exchanged",
    assumes=ASSUMES,
    missing=MISSING,
    references=("vilain1995", "pradhan2014"),
    shown=is_coreference,
    family="coreference",
    about={**SINGLETONS, **EMPTY},
    blocks=(CHANCE, UNITS),
    corrected=corrected_by_chance,
    by_document=True,
)
def muc(
    data: Relations,
    *,
    singletons: bool = True,
    empty: float | None = 1.0,
    chance: Chance,
    units: str,
) -> BlockKernel:
    return _f1(data, (_muc,), f_score(empty), singletons, chance, units, "vilain1995")


@measure(
    "relations",
    title="B³: F1 of the share of each mention's entity that the other has too",
    formula="recall = mean over key mentions m of |K_m ∩ R_m| / |K_m|; precision with the roles exchanged",
    assumes=ASSUMES,
    missing=MISSING,
    references=("bagga1998", "pradhan2014"),
    shown=is_coreference,
    family="coreference",
    about={**SINGLETONS, **EMPTY},
    blocks=(CHANCE, UNITS),
    corrected=corrected_by_chance,
    by_document=True,
    headline=8,
)
def b3(
    data: Relations,
    *,
    singletons: bool = True,
    empty: float | None = 1.0,
    chance: Chance,
    units: str,
) -> BlockKernel:
    return _f1(data, (_b3,), f_score(empty), singletons, chance, units, "bagga1998")


@measure(
    "relations",
    title="CEAF-m: F1 of the mentions in entities matched one to one",
    formula="Σ of |K ∩ R| over the best one-to-one map of entities / mentions",
    assumes=ASSUMES,
    missing=MISSING,
    references=("luo2005", "pradhan2014"),
    family="coreference",
    about={**SINGLETONS, **EMPTY},
    blocks=(CHANCE, UNITS),
    corrected=corrected_by_chance,
    by_document=True,
)
def ceaf_m(
    data: Relations,
    *,
    singletons: bool = True,
    empty: float | None = 1.0,
    chance: Chance,
    units: str,
) -> BlockKernel:
    return _f1(data, (_ceaf_mentions,), f_score(empty), singletons, chance, units, "luo2005")


@measure(
    "relations",
    title="CEAF-e: F1 of entities matched one to one",
    formula="Σ of 2|K ∩ R| / (|K| + |R|) over the best one-to-one map of entities / entities",
    assumes=ASSUMES,
    missing=MISSING,
    references=("luo2005", "pradhan2014"),
    shown=is_coreference,
    family="coreference",
    about={**SINGLETONS, **EMPTY},
    blocks=(CHANCE, UNITS),
    corrected=corrected_by_chance,
    by_document=True,
)
def ceaf_e(
    data: Relations,
    *,
    singletons: bool = True,
    empty: float | None = 1.0,
    chance: Chance,
    units: str,
) -> BlockKernel:
    return _f1(data, (_ceaf_entities,), f_score(empty), singletons, chance, units, "luo2005")


@measure(
    "relations",
    title="LEA: F1 of the links of entities, weighted by their size",
    formula="recall = Σ_K |K| · Σ_R link(K ∩ R) / link(K) / Σ_K |K|, link(x) = x(x − 1)/2; a singleton is found "
    "where it is one",
    assumes=ASSUMES,
    missing=MISSING,
    references=("moosavi2016",),
    shown=is_coreference,
    family="coreference",
    about={**SINGLETONS, **EMPTY},
    blocks=(CHANCE, UNITS),
    corrected=corrected_by_chance,
    by_document=True,
    headline=5,
    shown_with=({"chance": "permutation"},),
)
def lea(
    data: Relations,
    *,
    singletons: bool = True,
    empty: float | None = 1.0,
    chance: Chance,
    units: str,
) -> BlockKernel:
    return _f1(data, (_lea,), f_score(empty), singletons, chance, units, "moosavi2016")


@measure(
    "relations",
    title="CoNLL average: the mean F1 of MUC, B³ and CEAF-e",
    formula="(MUC + B³ + CEAF-e) / 3",
    assumes=ASSUMES,
    missing=MISSING,
    references=("pradhan2014",),
    shown=is_coreference,
    family="coreference",
    about={**SINGLETONS, **EMPTY},
    blocks=(CHANCE, UNITS),
    corrected=corrected_by_chance,
    by_document=True,
    headline=4,
)
def conll(
    data: Relations,
    *,
    singletons: bool = True,
    empty: float | None = 1.0,
    chance: Chance,
    units: str,
) -> BlockKernel:
    one = f_score(empty)

    def finish(sums: Floats) -> Mapping[str, Floats]:
        parts = [one(sums[..., first : first + 4])["value"] for first in (0, 4, 8)]
        return {"value": sum(parts, np.zeros(())) / 3, "muc": parts[0], "b3": parts[1], "ceaf_e": parts[2]}

    return _f1(data, (_muc, _b3, _ceaf_entities), finish, singletons, chance, units, "pradhan2014")


@measure(
    "relations",
    title="BLANC: the mean F1 of coreferent and of non-coreferent pairs of mentions",
    formula="½ (F1 of pairs in one entity + F1 of pairs in two entities), over each annotator's own mentions",
    assumes=ASSUMES,
    missing=MISSING,
    references=("recasens2011", "luo2014"),
    family="coreference",
    about={**SINGLETONS, **EMPTY},
    blocks=(CHANCE, UNITS),
    corrected=corrected_by_chance,
    by_document=True,
)
def blanc(
    data: Relations,
    *,
    singletons: bool = True,
    empty: float | None = 1.0,
    chance: Chance,
    units: str,
) -> BlockKernel:
    nothing = value_of_nothing(empty)

    def finish(sums: Floats) -> Mapping[str, Floats]:
        return _blanc(sums, nothing)

    return _f1(data, (_coreferent, _apart), finish, singletons, chance, units, "luo2014")


def _f1(
    data: Relations,
    directions: tuple[Callable[[Crossed], Columns], ...],
    finish: Finish,
    singletons: bool,
    chance: Chance,
    units: str,
    reference: str,
) -> BlockKernel:
    compared = comparisons(data, units)

    def score(left: Graph, right: Graph) -> Floats:
        cross = crossed(compared, left, right, singletons)
        return np.column_stack([column for one in directions for column in one(cross)]).astype(np.float64)

    return agreement(compared, score, finish, chance, linear=False, reference=reference, names=data)


def _ratio(top: NDArray[np.int64], bottom: NDArray[np.int64]) -> Floats:
    return np.divide(top, bottom, out=np.zeros(len(bottom)), where=bottom > 0)


def _both_ways(one_way: Callable[[Crossed], tuple[Floats, Floats]]) -> Callable[[Crossed], Columns]:
    """Recall, and precision as recall with the annotators exchanged."""

    def columns(cross: Crossed) -> Columns:
        return *one_way(cross), *one_way(cross.turned())

    return columns


@_both_ways
def _muc(cross: Crossed) -> tuple[Floats, Floats]:
    return _ratio(cross.shared - 1, cross.shared), _ratio(cross.size - 1, cross.size)


@_both_ways
def _b3(cross: Crossed) -> tuple[Floats, Floats]:
    return _ratio(cross.shared, cross.size), cross.mention.astype(np.float64)


def _ceaf_mentions(cross: Crossed) -> Columns:
    partners = best_partners(cross, cross.shared.astype(np.float64)).astype(np.float64)
    return partners, cross.mention.astype(np.float64), partners, cross.other_mention.astype(np.float64)


def _ceaf_entities(cross: Crossed) -> Columns:
    alike = _ratio(2 * cross.shared, cross.size + cross.other_size)
    gained = np.where(best_partners(cross, alike), alike, 0.0)
    gained = np.divide(gained, cross.shared, out=np.zeros(len(gained)), where=cross.shared > 0)
    entities = _ratio(cross.mention.astype(np.int64), cross.size)
    return gained, entities, gained, _ratio(cross.other_mention.astype(np.int64), cross.other_size)


@_both_ways
def _lea(cross: Crossed) -> tuple[Floats, Floats]:
    found = _ratio(cross.shared - (cross.shared > 0), cross.size - 1)
    alone = (cross.size == 1) & (cross.other_size == 1) & cross.both
    return np.where(cross.size == 1, alone, found), cross.mention.astype(np.float64)


@_both_ways
def _coreferent(cross: Crossed) -> tuple[Floats, Floats]:
    shared = (cross.shared - (cross.shared > 0)) / 2
    return shared, (cross.size - cross.mention) / 2


@_both_ways
def _apart(cross: Crossed) -> tuple[Floats, Floats]:
    """Pairs of mentions in two entities, half to each mention; those in two entities of both annotators."""
    shared = np.where(cross.both, cross.common - cross.kept - cross.other_kept + cross.shared, 0) / 2
    return shared, np.where(cross.mention, cross.mentions - cross.size, 0) / 2


def _blanc(sums: Floats, nothing: float) -> Mapping[str, Floats]:
    """Luo et al. 2014: where neither has coreferent pairs the others decide alone, and the other way round."""
    recalls = [recall(sums[..., first], sums[..., first + 1]) for first in (0, 2, 4, 6)]
    joined, apart = harmonic(recalls[0], recalls[1]), harmonic(recalls[2], recalls[3])
    no_joined = (sums[..., 1] == 0) & (sums[..., 3] == 0)
    no_apart = (sums[..., 5] == 0) & (sums[..., 7] == 0)

    def combined(one: Floats, other: Floats) -> Floats:
        half = (one + other) / 2
        return np.where(no_joined & no_apart, nothing, np.where(no_joined, other, np.where(no_apart, one, half)))

    return {
        "value": combined(joined, apart),
        "recall": combined(recalls[0], recalls[2]),
        "precision": combined(recalls[1], recalls[3]),
    }

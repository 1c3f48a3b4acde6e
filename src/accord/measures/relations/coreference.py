"""Measures of coreference, with each of two annotators once as the key: F1 is symmetric in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from accord.annotations.relations import Relations
from accord.measures.record import BlockKernel, measure
from accord.measures.relations.entities.coreference_cells import Crossed, best_partners, crossed
from accord.measures.relations.graphs.agreement import Finish, agreement
from accord.measures.relations.graphs.compared_graphs import comparisons
from accord.measures.relations.graphs.comparisons import Graph
from accord.measures.relations.graphs.directions import f_score, harmonic, recall, value_of_nothing
from accord.measures.relations.parameters import ENTITIES, Entities, corrected_by_chance
from accord.measures.relations.structure import is_coreference
from accord.results.arrays import Floats
from accord.statistics.division import divided

ASSUMES = (
    "Entities are the units that relations join; units in the structure without a relation are singletons. No chance, "
    "unless chance= names a null model: corrected = (S_o − S_e) / (1 − S_e)."
)
MISSING = "Every two annotators who were asked about a document are compared; documents are added up, pairs averaged."
Columns = tuple[Floats, Floats, Floats, Floats]
"""(nodes,) what each mention adds to the numerator and denominator of recall, and to those of precision."""


coreference_measure = partial(
    measure,
    "relations",
    assumes=ASSUMES,
    missing=MISSING,
    family="coreference",
    blocks=(ENTITIES,),
    corrected=corrected_by_chance,
    by_document=True,
)


@coreference_measure(
    title="MUC: F1 of the links needed to join the mentions of entities",
    formula="recall = Σ_K (|K| − parts of K in the response) / Σ_K (|K| − 1); precision with the roles exchanged",
    references=("vilain1995", "pradhan2014"),
    shown=is_coreference,
)
def muc(data: Relations, *, entities: Entities) -> BlockKernel:
    return _f1(data, (_muc,), f_score(entities.empty), entities, "vilain1995")


@coreference_measure(
    title="B³: F1 of the share of each mention's entity that the other has too",
    formula="recall = mean over key mentions m of |K_m ∩ R_m| / |K_m|; precision with the roles exchanged",
    references=("bagga1998", "pradhan2014"),
    shown=is_coreference,
    headline=8,
)
def b3(data: Relations, *, entities: Entities) -> BlockKernel:
    return _f1(data, (_b3,), f_score(entities.empty), entities, "bagga1998")


@coreference_measure(
    title="CEAF-m: F1 of the mentions in entities matched one to one",
    formula="Σ of |K ∩ R| over the best one-to-one map of entities / mentions",
    references=("luo2005", "pradhan2014"),
)
def ceaf_m(data: Relations, *, entities: Entities) -> BlockKernel:
    return _f1(data, (_ceaf_mentions,), f_score(entities.empty), entities, "luo2005")


@coreference_measure(
    title="CEAF-e: F1 of entities matched one to one",
    formula="Σ of 2|K ∩ R| / (|K| + |R|) over the best one-to-one map of entities / entities",
    references=("luo2005", "pradhan2014"),
    shown=is_coreference,
)
def ceaf_e(data: Relations, *, entities: Entities) -> BlockKernel:
    return _f1(data, (_ceaf_entities,), f_score(entities.empty), entities, "luo2005")


@coreference_measure(
    title="LEA: F1 of the links of entities, weighted by their size",
    formula="recall = Σ_K |K| · Σ_R link(K ∩ R) / link(K) / Σ_K |K|, link(x) = x(x − 1)/2; a singleton is found "
    "where it is one",
    references=("moosavi2016",),
    shown=is_coreference,
    headline=5,
    shown_with=({"chance": "permutation"},),
)
def lea(data: Relations, *, entities: Entities) -> BlockKernel:
    return _f1(data, (_lea,), f_score(entities.empty), entities, "moosavi2016")


@coreference_measure(
    title="CoNLL average: the mean F1 of MUC, B³ and CEAF-e",
    subject="The CoNLL average",
    formula="(MUC + B³ + CEAF-e) / 3",
    references=("pradhan2014",),
    shown=is_coreference,
    headline=4,
)
def conll(data: Relations, *, entities: Entities) -> BlockKernel:
    f1 = f_score(entities.empty)

    def finish(sums: Floats) -> Mapping[str, Floats]:
        parts = [f1(sums[..., first : first + 4])["value"] for first in (0, 4, 8)]
        return {"value": sum(parts, np.zeros(())) / 3, "muc": parts[0], "b3": parts[1], "ceaf_e": parts[2]}

    return _f1(data, (_muc, _b3, _ceaf_entities), finish, entities, "pradhan2014")


@coreference_measure(
    title="BLANC: the mean F1 of coreferent and of non-coreferent pairs of mentions",
    formula="½ (F1 of pairs in one entity + F1 of pairs in two entities), over each annotator's own mentions",
    references=("recasens2011", "luo2014"),
)
def blanc(data: Relations, *, entities: Entities) -> BlockKernel:
    nothing = value_of_nothing(entities.empty)

    def finish(sums: Floats) -> Mapping[str, Floats]:
        return _blanc(sums, nothing)

    return _f1(data, (_coreferent, _apart), finish, entities, "luo2014")


def _f1(
    data: Relations,
    directions: tuple[Callable[[Crossed], Columns], ...],
    finish: Finish,
    entities: Entities,
    reference: str,
) -> BlockKernel:
    compared = comparisons(data, entities.units)

    def score(left: Graph, right: Graph) -> Floats:
        cross = crossed(compared, left, right, entities.singletons)
        return np.column_stack([column for direction in directions for column in direction(cross)]).astype(np.float64)

    return agreement(compared, score, finish, entities.chance, linear=False, reference=reference, names=data)


def _both_ways(one_way: Callable[[Crossed], tuple[Floats, Floats]]) -> Callable[[Crossed], Columns]:
    """Recall, and precision as recall with the annotators exchanged."""

    def columns(cross: Crossed) -> Columns:
        return *one_way(cross), *one_way(cross.turned())

    return columns


@_both_ways
def _muc(cross: Crossed) -> tuple[Floats, Floats]:
    return divided(cross.shared - 1, cross.shared, 0.0), divided(cross.size - 1, cross.size, 0.0)


@_both_ways
def _b3(cross: Crossed) -> tuple[Floats, Floats]:
    return divided(cross.shared, cross.size, 0.0), cross.mention.astype(np.float64)


def _ceaf_mentions(cross: Crossed) -> Columns:
    partners = best_partners(cross, cross.shared.astype(np.float64)).astype(np.float64)
    return partners, cross.mention.astype(np.float64), partners, cross.other_mention.astype(np.float64)


def _ceaf_entities(cross: Crossed) -> Columns:
    alike = divided(2 * cross.shared, cross.size + cross.other_size, 0.0)
    gained = np.where(best_partners(cross, alike), alike, 0.0)
    gained = divided(gained, cross.shared, 0.0)
    entities = divided(cross.mention.astype(np.int64), cross.size, 0.0)
    return gained, entities, gained, divided(cross.other_mention.astype(np.int64), cross.other_size, 0.0)


@_both_ways
def _lea(cross: Crossed) -> tuple[Floats, Floats]:
    resolved = divided(cross.shared - (cross.shared > 0), np.maximum(cross.size - 1, 0), 0.0)
    alone = (cross.size == 1) & (cross.other_size == 1) & cross.both
    return np.where(cross.size == 1, alone, resolved), cross.mention.astype(np.float64)


@_both_ways
def _coreferent(cross: Crossed) -> tuple[Floats, Floats]:
    return (cross.shared - (cross.shared > 0)) / 2, (cross.size - cross.mention) / 2


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

    def combined(of_joined: Floats, of_apart: Floats) -> Floats:
        half = (of_joined + of_apart) / 2
        return np.where(
            no_joined & no_apart, nothing, np.where(no_joined, of_apart, np.where(no_apart, of_joined, half))
        )

    return {
        "value": combined(joined, apart),
        "recall": combined(recalls[0], recalls[2]),
        "precision": combined(recalls[1], recalls[3]),
    }

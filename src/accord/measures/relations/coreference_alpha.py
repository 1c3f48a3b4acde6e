"""Krippendorff's α of coreference: the value of a mention is the set of mentions of its entity."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from accord.annotations.relations import Relations
from accord.measures.distances import SET_DISTANCES
from accord.measures.entity_sets import EntitySets, entity_sets
from accord.measures.nominal_documents import alpha_of, alpha_of_documents
from accord.measures.record import BlockKernel, Components, Kernel, Undefined, measure
from accord.measures.unit_matching import with_given_units
from accord.results import UsageError

Floats = NDArray[np.float64]


@measure(
    "relations",
    title="α with MASI: any number of annotators, entities compared as sets of mentions",
    formula="α = 1 − D_o/D_e; the value of a mention is its entity, δ = MASI of two entities; D_e within documents",
    assumes="Chance entities are drawn without replacement from those that mentions of the same document were given.",
    missing="A unit that an annotator did not mark is an entity of its own (outside='alone') or no value ('missing').",
    references=("passonneau2004", "passonneau2006", "krippendorff2004"),
    shown=lambda data: data.undirected,
)
def alpha_masi(
    data: Relations, *, distance: str = "masi_passonneau", outside: str = "alone", units: str = "alignment"
) -> BlockKernel:
    if distance not in SET_DISTANCES:
        raise UsageError(f"there is no set distance '{distance}'", f"use one of {', '.join(SET_DISTANCES)}")
    if outside not in ("alone", "missing"):
        raise UsageError(f"outside='{outside}' is not known", "use alone or missing")
    given = with_given_units(data, units)
    found = [_Document.of(one, distance) for one in entity_sets(given, alone=outside == "alone")]
    if not any(one.number for one in found):
        raise Undefined("no mention was given to two annotators")
    if given.n_documents > 1:
        sums = [np.array([getattr(one, name) for one in found]) for name in ("observed", "expected", "number")]
        return BlockKernel(alpha_of_documents(*sums), given.n_documents, "documents")
    return BlockKernel(_by_units(found[0]), len(found[0].unlike), "units")


@dataclass(frozen=True, eq=False)
class _Document:
    unlike: Floats
    """(units,) Σ over ordered pairs of its values of δ / (m − 1)."""
    counts: Floats
    """(units, distinct sets) how often each was given to each unit that has two values."""
    distances: Floats
    number: float

    @classmethod
    def of(cls, sets: EntitySets, distance: str) -> _Document:
        apart = set_distances(sets.sizes, sets.shared, distance)
        raters = sets.counts.sum(axis=1)
        counts = np.where(raters[:, None] > 1, sets.counts, 0.0)
        unlike = np.einsum("uv,uv->u", counts @ apart, counts) / np.maximum(raters - 1, 1)
        return cls(unlike, counts, apart, float(counts.sum()))

    @property
    def observed(self) -> float:
        return float(self.unlike.sum())

    @property
    def expected(self) -> float:
        used = self.counts.sum(axis=0)
        return float(used @ self.distances @ used) / max(self.number - 1, 1)


def set_distances(sizes: Floats, shared: Floats, variant: str) -> Floats:
    """(sets, sets) from the sizes of sets and of their intersections; J = |A ∩ B| / |A ∪ B|.

    jaccard 1 − J; masi_passonneau 1 − J·M with M = 1, 2/3, 1/3, 0 for identical, nested, overlapping, disjoint sets;
    masi_nltk with .67 and .33; masi_dkpro (1 − J)(1 − M).

    >>> set_distances(np.array([2.0, 3.0]), np.array([[2.0, 2.0], [2.0, 3.0]]), "masi_passonneau")[0, 1].round(4)
    np.float64(0.5556)
    """
    union = sizes[:, None] + sizes[None, :] - shared
    jaccard = np.divide(shared, union, out=np.ones_like(shared), where=union > 0)
    if variant == "jaccard":
        return np.asarray(1 - jaccard)
    nested, overlap = (0.67, 0.33) if variant == "masi_nltk" else (2 / 3, 1 / 3)
    inside = np.minimum(sizes[:, None], sizes[None, :])
    monotonic = np.where(shared == inside, nested, np.where(shared == 0, 0.0, overlap))
    monotonic[union == shared] = 1.0
    return np.asarray((1 - jaccard) * (1 - monotonic) if variant == "masi_dkpro" else 1 - jaccard * monotonic)


def _by_units(found: _Document) -> Kernel:
    def kernel(weights: Floats) -> Components:
        used = weights @ found.counts
        total = used.sum(axis=1)
        between = np.einsum("bv,bv->b", used @ found.distances, used) / np.maximum(total - 1, 1)
        return alpha_of(weights @ found.unlike, np.where(between <= 1e-12 * total, 0.0, between), total)

    return kernel

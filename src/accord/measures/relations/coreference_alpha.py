"""Krippendorff's α of coreference: the value of a mention is the set of mentions of its entity."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from accord.annotations.directed_cycles import ranges
from accord.annotations.relations import Relations
from accord.measures.labels.kernels.distances import SET_DISTANCES, distances_of_sets
from accord.measures.record import BlockKernel, Components, Kernel, Parameter, Undefined, measure
from accord.measures.relations.graphs.comparisons import Members
from accord.measures.relations.graphs.links import classes
from accord.measures.relations.graphs.unit_matching import with_given_units
from accord.measures.relations.nominal_documents import alpha_of, alpha_of_documents
from accord.measures.relations.parameters import UNITS
from accord.measures.relations.structure import is_coreference
from accord.results import UsageError
from accord.results.arrays import Floats, Ints

if TYPE_CHECKING:
    from scipy.sparse import csr_matrix


@measure(
    "relations",
    title="α with MASI: any number of annotators, entities compared as sets of mentions",
    formula="α = 1 − D_o/D_e; the value of a mention is its entity, δ = MASI of two entities; D_e within documents",
    assumes="Chance entities are drawn without replacement from those that mentions of the same document were given.",
    missing="A unit that an annotator did not mark is an entity of its own (outside='alone') or no value ('missing').",
    references=("passonneau2004", "passonneau2006", "krippendorff2004"),
    shown=is_coreference,
    family="coreference",
    corrected=True,
    by_document=True,
    about={
        "distance": Parameter("The distance of two entities as sets of mentions.", SET_DISTANCES),
        "outside": Parameter(
            "A unit that an annotator did not mark is an entity of its own, or no value.", ("alone", "missing")
        ),
    },
    blocks=(UNITS,),
)
def alpha_masi(
    data: Relations,
    *,
    distance: str = "masi_passonneau",
    outside: str = "alone",
    units: str,
) -> BlockKernel:
    if distance not in SET_DISTANCES:
        raise UsageError(f"there is no set distance '{distance}'", f"use one of {', '.join(SET_DISTANCES)}")
    if outside not in ("alone", "missing"):
        raise UsageError(f"outside='{outside}' is not known", "use alone or missing")
    relations = with_given_units(data, units)
    entities = _Entities.of(entity_values(relations, alone=outside == "alone"), relations.n_units, distance)
    if not entities.number.any():
        raise Undefined("no mention was given to two annotators")
    if relations.n_documents == 1:
        return BlockKernel(_by_units(entities), relations.n_units, "units")
    observed = _sums(relations.unit_document, entities.unlike, relations.n_documents)
    number = _sums(relations.unit_document, entities.number, relations.n_documents)
    alike = _sums(entities.document, entities.likeness(), relations.n_documents)
    expected = (number**2 - alike) / np.maximum(number - 1, 1)
    expected[np.abs(expected) <= 1e-12 * number] = 0.0  # one entity throughout: what is left is rounding
    return BlockKernel(alpha_of_documents(observed, expected, number), relations.n_documents, "documents")


def _sums(group: NDArray[np.signedinteger], values: Floats, groups: int) -> Floats:
    return np.bincount(group, weights=values, minlength=groups).astype(np.float64)


@dataclass(frozen=True, eq=False)
class _Entities:
    """Entities that share no unit are at distance 1: what is kept is 1 − δ of the others."""

    unlike: Floats
    """(units,) Σ over ordered pairs of its values of δ / (m − 1)."""
    number: Floats
    """(units,) its values, 0 for a unit with one only."""
    counts: csr_matrix
    """(units, entities) the values of units that have two."""
    alike: csr_matrix
    """(entities, entities) 1 − δ."""
    document: NDArray[np.int64]
    """(entities,)"""

    @classmethod
    def of(cls, values: EntityValues, units: int, distance: str) -> _Entities:
        from scipy.sparse import csr_matrix

        first, second, shared = shared_units(values)
        entities = len(values.sizes)
        near = 1 - distances_of_sets(values.sizes[first], values.sizes[second], shared, distance)
        alike = csr_matrix((near, (first, second)), shape=(entities, entities))
        raters = np.bincount(values.unit, minlength=units).astype(np.float64)
        pairable = raters[values.unit] > 1
        place = (values.unit[pairable], values.entity[pairable])
        counts = csr_matrix((np.ones(len(place[0])), place), shape=(units, entities))
        number = np.where(raters > 1, raters, 0.0)
        same = np.asarray((counts @ alike).multiply(counts).sum(axis=1)).reshape(-1)
        return cls((number**2 - same) / np.maximum(raters - 1, 1), number, counts, alike, values.document)

    def likeness(self) -> Floats:
        """(entities,) Σ over all values of how like they are to each of its own."""
        used = np.asarray(self.counts.sum(axis=0)).reshape(-1)
        return np.asarray((self.alike @ used) * used)


def _by_units(entities: _Entities) -> Kernel:
    def kernel(weights: Floats) -> Components:
        used = np.asarray(weights @ entities.counts)
        total = used.sum(axis=1)
        alike = np.einsum("bv,bv->b", np.asarray(used @ entities.alike), used)
        between = (total**2 - alike) / np.maximum(total - 1, 1)
        return alpha_of(weights @ entities.unlike, np.where(between <= 1e-12 * total, 0.0, between), total)

    return kernel


PAIRS = 5_000_000  # of values of the same unit held at a time


@dataclass(frozen=True, eq=False)
class EntityValues:
    """Which unit has which entity, once for each annotator who gave it one; an entity has one annotator."""

    unit: Ints
    """(values,), growing, as is the next."""
    entity: Ints
    document: Ints
    """(entities,)"""
    sizes: Ints
    """(entities,) units in it."""


def entity_values(relations: Relations, *, alone: bool) -> EntityValues:
    """A unit outside an annotator's structure is an entity of its own, or has none."""
    document, who = np.nonzero(relations.assigned)
    sizes = np.diff(relations.bounds)[document]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    shift = starts[:-1] - relations.bounds[document]
    cell = document * relations.n_annotators + who
    first, last = relations.relation_bounds[cell], relations.relation_bounds[cell + 1]
    rows, moved = ranges(first, last), np.repeat(shift, last - first)
    label = classes(int(starts[-1]), relations.origins[rows] + moved, relations.targets[rows] + moved)
    places = np.arange(int(starts[-1]))
    if not alone:
        members = Members.of(relations)
        first, last = members.bounds[cell], members.bounds[cell + 1]
        places = members.units[ranges(first, last)] + np.repeat(shift, last - first)
    unit = places - np.repeat(shift, sizes)[places]
    order = np.argsort(unit, kind="stable")
    where = np.zeros(int(label.max(initial=-1)) + 1, dtype=np.int64)
    where[label] = np.repeat(document, sizes)
    return EntityValues(unit[order], label[places][order], where, np.bincount(label[places], minlength=len(where)))


def shared_units(values: EntityValues) -> tuple[Ints, Ints, Ints]:
    """(pairs,) every two entities, in both orders, that have units in common, itself included, and how many."""
    first = np.searchsorted(values.unit, values.unit)
    last = np.searchsorted(values.unit, values.unit, side="right")
    part = np.cumsum(last - first) // PAIRS
    pair_keys, counts = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    for number in np.unique(part):
        here = np.flatnonzero(part == number)
        entity = np.repeat(values.entity[here], (last - first)[here])
        partner = values.entity[ranges(first[here], last[here])]
        keys, count = np.unique(entity * len(values.sizes) + partner, return_counts=True)
        pair_keys.append(keys)
        counts.append(count)
    keys, which = np.unique(np.concatenate(pair_keys), return_inverse=True)
    shared = np.bincount(which.reshape(-1), weights=np.concatenate(counts)).astype(np.int64)
    return keys // len(values.sizes), keys % len(values.sizes), shared

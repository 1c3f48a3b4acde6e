"""The relations of one annotator: what copies of graphs start from, and how copies become relations again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from accord.annotations.relations import EVERYBODY, UNLABELLED, Relations
from accord.annotations.roles import listed_names
from accord.degradations.draws import Keeping
from accord.degradations.label_reference import assert_annotator, simulated_people
from accord.results import DataError
from accord.results.arrays import Floats, Ints

REFERENCE = "reference"


@dataclass(frozen=True, eq=False)
class Links:
    """The relations of one simulated annotator; all arrays but the last are (relations,)."""

    origins: Ints
    """Places among the units of the corpus, as are the targets."""
    targets: Ints
    codes: NDArray[np.int32]
    elements: Ints
    """The number of each relation: its place in the reference, or a number above these for a relation that is new."""
    alone: NDArray[np.bool_]
    """(units,) which units are in the structure even without a relation."""

    def __len__(self) -> int:
        return len(self.origins)

    @property
    def components(self) -> NDArray[np.bool_]:
        """(units,) which units are in the structure: those with a relation, and those that are so without one."""
        inside = self.alone.copy()
        inside[self.origins] = True
        inside[self.targets] = True
        return inside

    def keeping(self, links: NDArray[np.bool_]) -> Links:
        return Links(self.origins[links], self.targets[links], self.codes[links], self.elements[links], self.alone)

    def joined(self, origins: Ints, targets: Ints, codes: NDArray[np.int32], elements: Ints) -> Links:
        return Links(
            np.concatenate([self.origins, origins]),
            np.concatenate([self.targets, targets]),
            np.concatenate([self.codes, codes]),
            np.concatenate([self.elements, elements]),
            self.alone,
        )


@dataclass(frozen=True, eq=False)
class RelationReference(Keeping):
    """The reference relations of every document, over units that everybody is given."""

    data: Relations
    """Relations of one annotator over given units."""

    @classmethod
    def of(cls, relations: Relations, name: str | None, seed: int) -> RelationReference:
        """Of the annotator `name`, of the only one, or the relations that most annotators drew over given units."""
        if name is not None:
            assert_annotator(name, relations.annotators)
            relations = relations.of_annotators([name])
        if relations.n_annotators > 1:
            if not relations.given:
                names = listed_names(relations.annotators, 6)
                raise DataError(
                    "ACC082",
                    "every annotator has units of their own, and no relation is in all graphs",
                    hint=f"name the annotator whose relations are the reference: {names}",
                )
            relations = majority_graph(relations)
        return cls(_over_given_units(relations))

    @property
    def size(self) -> int:
        return len(self.data)

    @cached_property
    def shares(self) -> Floats:
        """(labels,) how often each type of relation is used."""
        known = self.data.codes[self.data.codes != UNLABELLED]
        return np.bincount(known, minlength=len(self.data.labels)) / max(len(known), 1)

    @cached_property
    def sizes(self) -> Ints:
        """(documents,) how many relations each document has."""
        return np.bincount(self.data.document, minlength=self.data.n_documents)

    @cached_property
    def pristine(self) -> Links:
        data = self.data
        alone = np.zeros(data.n_units, dtype=bool)
        alone[data.component_units] = True
        alone[data.origins] = alone[data.targets] = False
        return Links(data.origins, data.targets, data.codes, np.arange(len(data), dtype=np.int64), alone)

    def copy(self) -> Links:
        return self.pristine

    def assembled(self, copies: Sequence[Links], names: Sequence[str]) -> Relations:
        """Relations of several annotators over the same units; a degraded graph keeps no constraint."""
        data = self.data
        who, people = simulated_people(data, copies, names)
        origins = np.concatenate([copy.origins for copy in copies])
        targets = np.concatenate([copy.targets for copy in copies])
        codes = np.concatenate([copy.codes for copy in copies])
        document = data.unit_document[origins]
        order = np.lexsort((targets, origins, who, document))
        member_who, member_units = np.nonzero(np.array([copy.components for copy in copies]).reshape(len(copies), -1))
        types = np.full(data.n_units, -1, dtype=np.int32)
        types[data.component_units] = data.component_types
        return replace(
            data,
            **people,
            document=document[order].astype(np.int32),
            who=who[order],
            origins=origins[order],
            targets=targets[order],
            codes=codes[order],
            component_units=member_units.astype(np.int64),
            component_who=member_who.astype(np.int32),
            component_types=types[member_units],
            constraint="any",
        )


def majority_graph(relations: Relations) -> Relations:
    """The relations that more than half of those asked about the document drew, of one annotator "reference".

    A relation has the label most of them gave it, the first in the order of the labels when several are; a unit is a
    component when more than half have it in their structure or a relation kept ends there.
    """
    size = max(relations.n_units, 1)
    keys = relations.origins * size + relations.targets
    links, which, times = np.unique(keys, return_inverse=True, return_counts=True)
    asked = relations.assigned.sum(axis=1)
    origins, targets = np.divmod(links, size)
    document = relations.unit_document[origins]
    kept = 2 * times > asked[document]
    votes = np.zeros((len(links), len(relations.labels) + 1), dtype=np.int64)
    np.add.at(votes, (which.ravel(), relations.codes), 1)  # the last column counts relations without a label
    codes = np.argmax(votes, axis=1).astype(np.int32)
    codes[codes == len(relations.labels)] = UNLABELLED
    inside = np.bincount(relations.component_units, minlength=relations.n_units)
    members = 2 * inside > asked[relations.unit_document]
    members[origins[kept]] = members[targets[kept]] = True
    units = np.flatnonzero(members)
    kinds = np.zeros((relations.n_units, len(relations.types) + 1), dtype=np.int64)
    np.add.at(kinds, (relations.component_units, relations.component_types), 1)
    types = np.argmax(kinds, axis=1).astype(np.int32)
    types[types == len(relations.types)] = -1
    order = np.lexsort((targets[kept], origins[kept], document[kept]))
    return replace(
        relations,
        annotators=(REFERENCE,),
        assigned=np.asarray(relations.assigned.any(axis=1, keepdims=True)),
        document=document[kept][order],
        who=np.zeros(int(kept.sum()), dtype=np.int32),
        origins=origins[kept][order],
        targets=targets[kept][order],
        codes=codes[kept][order],
        component_units=units,
        component_who=np.zeros(len(units), dtype=np.int32),
        component_types=types[units],
        diagnostics=(),
    )


def _over_given_units(relations: Relations) -> Relations:
    """The units of the only annotator become everybody's: simulated annotators differ in their relations alone."""
    if relations.given:
        return relations
    return replace(relations, owners=np.full(relations.n_units, EVERYBODY, dtype=np.int32), spans=None)

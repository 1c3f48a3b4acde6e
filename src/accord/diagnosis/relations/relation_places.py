"""The links of a document as places that each annotator filled or not, over units that are the same for everybody."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from accord.annotations.directed_cycles import ranges
from accord.annotations.relations import Relations
from accord.diagnosis.relations.relation_disagreement import (
    AGREEING,
    KINDS,
    MISSING,
    RELABELLED,
    RETARGETED,
    kinds_of_links,
)
from accord.measures.relations.graphs.compared_graphs import comparisons
from accord.measures.relations.graphs.comparisons import Comparisons, Graph, compared
from accord.measures.relations.graphs.links import in_closure
from accord.measures.relations.graphs.unit_matching import with_given_units
from accord.results.arrays import Bools, Ints

NOT_COMPARED = -1
ABSENT = -2
"""The code of a link that an annotator did not draw; −1 is a link without a label."""


@dataclass(frozen=True, eq=False)
class DrawnLinks:
    """Every link that somebody drew, once; units that annotators found are matched all at once first."""

    relations: Relations
    """Over units that are the same for everybody."""
    leaders: Ints
    """(units,) the unit of the original data that stands for a unit here: the first of those that were matched."""
    kinds: NDArray[np.int8]
    """(relations, annotators) what another annotator has in the place of a relation, a position in KINDS; −1 for its
    own and for annotators who were not asked."""
    of_relation: Ints
    """(relations,) the place of each relation."""
    document: Ints
    """(places,), as are the next two."""
    origins: Ints
    targets: Ints
    codes: NDArray[np.int32]
    """(places, annotators) the label, −1 without one, −2 where the annotator has no such link."""
    found: bool
    """Whether annotators found the units themselves."""

    def __len__(self) -> int:
        return len(self.document)

    @property
    def present(self) -> Bools:
        """(places, annotators)"""
        return np.asarray(self.codes != ABSENT)

    @property
    def asked(self) -> Bools:
        """(places, annotators)"""
        return np.asarray(self.relations.assigned[self.document])

    @cached_property
    def support(self) -> Ints:
        """(places,) how many annotators drew it."""
        return np.asarray(self.present.sum(axis=1), dtype=np.int64)

    @cached_property
    def number(self) -> Ints:
        """(places,) how many annotators were asked."""
        return np.asarray(self.asked.sum(axis=1), dtype=np.int64)

    @property
    def length(self) -> Ints:
        """(places,) units between the ends in reading order."""
        return np.asarray(np.abs(self.targets - self.origins))

    def shown_kind(self) -> Ints:
        """(relations,) what most of the other annotators have in a relation's place; the better one of a tie.

        Nobody else was asked: missing.
        """
        votes = np.stack([(self.kinds == kind).sum(axis=1) for kind in range(len(KINDS))], axis=1)
        return np.where(votes.sum(axis=1) > 0, votes.argmax(axis=1), MISSING)

    def lacking(self, annotator: int) -> Ints:
        """Relations of others, one for each place, that most of them drew and for which this annotator has nothing."""
        mine = np.flatnonzero(self.kinds[:, annotator] == MISSING)
        place = self.of_relation[mine]
        mine = mine[2 * self.support[place] > self.number[place] - 1]
        _, first = np.unique(self.of_relation[mine], return_index=True)
        return np.asarray(mine[first])

    def holders(self) -> Bools:
        """(units, annotators) whose structure a unit is in."""
        held = np.zeros((self.relations.n_units, self.relations.n_annotators), dtype=bool)
        held[self.relations.component_units, self.relations.component_who] = True
        return held


def places_of(relations: Relations, units: str = "joint") -> DrawnLinks:
    """The places of all links; Undefined where nothing is compared."""
    matched, leaders = _one_for_all(relations, units)
    distinct, first, of_relation = np.unique(_keys(matched), return_index=True, return_inverse=True)
    of_relation = of_relation.reshape(-1)
    codes = np.full((len(first), matched.n_annotators), ABSENT, dtype=np.int32)
    codes[of_relation, matched.who] = matched.codes
    return DrawnLinks(
        relations=matched,
        leaders=leaders,
        kinds=_kinds(matched),
        of_relation=of_relation,
        document=matched.document[first].astype(np.int64),
        origins=distinct // max(matched.n_units, 1),
        targets=distinct % max(matched.n_units, 1),
        codes=codes,
        found=not relations.given,
    )


def _keys(relations: Relations) -> Ints:
    """(relations,) one number for each origin and target.

    A link of a symmetric type has no direction: it takes that of a directed link between its units where somebody drew
    one, else it runs from the earlier unit to the later.
    """
    units = max(relations.n_units, 1)
    drawn, turned = relations.origins * units + relations.targets, relations.targets * units + relations.origins
    both = np.append(relations.symmetric_codes, False)[relations.codes]
    directed = drawn[~both]
    free = np.where(np.isin(turned, directed), turned, np.minimum(drawn, turned))
    return np.where(both & ~np.isin(drawn, directed), free, drawn)


def _one_for_all(relations: Relations, units: str) -> tuple[Relations, Ints]:
    """Relations over matched units, and the unit that each of them was named after."""
    if relations.given:
        return relations, np.arange(relations.n_units)
    # matched units keep the name of the first of them: with numbers for names it can be found again
    numbered = replace(relations, unit_names=[str(unit) for unit in range(relations.n_units)])
    matched = with_given_units(numbered, units)
    leaders = np.array([int(name) for name in matched.unit_names], dtype=np.int64)
    names = [relations.unit_names[unit] for unit in leaders.tolist()]
    texts = None if relations.unit_texts is None else [relations.unit_texts[unit] for unit in leaders.tolist()]
    return replace(matched, unit_names=names, unit_texts=texts), leaders


def _kinds(relations: Relations) -> NDArray[np.int8]:
    table = np.full((len(relations), relations.n_annotators), NOT_COMPARED, dtype=np.int8)
    if relations.n_annotators < 2 or not (relations.assigned.sum(axis=1) > 1).any():
        return table
    document, who, partner = compared(relations)
    pairs = comparisons(relations)
    for here, there, mine, theirs in ((pairs.left, pairs.right, who, partner), (pairs.right, pairs.left, partner, who)):
        cell = document * relations.n_annotators + mine
        first, last = relations.relation_bounds[cell], relations.relation_bounds[cell + 1]
        kinds = _chained(pairs, here, there) if relations.undirected else kinds_of_links(pairs, here, there)
        table[ranges(first, last), np.repeat(theirs, last - first)] = kinds
    return table


def _chained(pairs: Comparisons, first: Graph, second: Graph) -> Ints:
    """(links of one,) for coreference, whose links are one way among many to write down an entity.

    A link agrees where both ends are in one entity of the other; its origin may be in another entity, or in none.
    """
    linked = np.zeros(first.nodes, dtype=bool)
    linked[second.origins] = linked[second.targets] = True
    kind = np.where(linked[first.origins], RETARGETED, MISSING)
    kind[in_closure(pairs, first, second)] = RELABELLED
    kind[in_closure(pairs, first, second, labelled=True)] = AGREEING
    return np.asarray(kind, dtype=np.int64)

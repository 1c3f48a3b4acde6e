"""Units that annotators found themselves, matched before their links are compared."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from accord.annotations.relations import EVERYBODY, Relations
from accord.annotations.spans import Continuum, Spans
from accord.annotations.sparse import distinct_pairs
from accord.measures.record import Undefined
from accord.measures.relations.graphs.comparisons import Comparisons, Graph, Members
from accord.measures.relations.graphs.links import (
    both_ways_where_symmetric,
    classes,
    found_in,
    undirected_where_symmetric,
)
from accord.results import UsageError
from accord.results.arrays import Ints

if TYPE_CHECKING:
    from accord.alignment.solution import Solution

MATCHES = ("alignment", "joint", "exact", "overlap")
Matched = tuple[Ints, Ints]
"""(matches,) units of the one annotator and of the other, places among all units."""


def matched_comparisons(relations: Relations, document: Ints, who: Ints, partner: Ints, units: str) -> Comparisons:
    """Every comparison with the matched units as one node each, and the others as nodes of one annotator.

    `units`: alignment (the best alignment of the two annotators' spans), joint (of all annotators at once), exact (the
    same bounds) or overlap (one to one, the largest total overlap).
    """
    spans = _spans(relations)
    bounds = _unit_bounds(spans)
    match = _matcher(relations, units)
    nodes: list[Ints] = []
    also: list[Ints] = []
    for where, first, second in zip(document.tolist(), who.tolist(), partner.tolist(), strict=True):
        here = np.arange(*bounds[where * spans.n_annotators + first])
        there = np.arange(*bounds[where * spans.n_annotators + second])
        mine, theirs = _nodes(spans, here, there, *match(where, first, second, here, there))
        nodes.append(mine)
        also.append(theirs)
    sizes = np.array([len(several) for several in nodes], dtype=np.int64)
    starts = np.concatenate([[0], np.cumsum(sizes)])
    left, right = np.concatenate(nodes), np.concatenate(also)
    pairs, pair = distinct_pairs(who, partner)
    joined = (left >= 0) & (right >= 0)
    label = classes(relations.n_units, left[joined], right[joined])
    return Comparisons(
        left=_side(relations, document, who, left, starts),
        right=_side(relations, document, partner, right, starts),
        starts=starts,
        document=document,
        pair=pair,
        pairs=tuple((int(a), int(b)) for a, b in pairs),
        units=np.unique(label[np.where(left >= 0, left, right)], return_inverse=True)[1].reshape(-1),
        documents=relations.n_documents,
        symmetric=np.append(relations.symmetric_codes, False),
    )


def with_given_units(
    relations: Relations, units: str = "alignment", best: Callable[[Continuum], Solution] | None = None
) -> Relations:
    """The same relations over nodes that are the same for everybody: the matched units of all annotators at once.

    `best` aligns the continuum of one document after the other.
    """
    if relations.given:
        return relations
    spans = _spans(relations)
    label = np.empty(len(spans), dtype=np.int64)
    best = best or _aligner()
    for where in range(spans.n_documents):
        first, last = int(spans.bounds[where]), int(spans.bounds[where + 1])
        label[first:last] = first + _groups(spans, where, units, best)
    order = np.lexsort((np.arange(len(spans)), spans.ends, spans.starts, spans.document))
    _, leader = np.unique(label[order], return_index=True)
    leaders = order[np.sort(leader)]  # the first unit of each group, in reading order
    place = np.empty(int(label.max(initial=-1)) + 1, dtype=np.int64)
    place[label[leaders]] = np.arange(len(leaders))
    node = place[label]
    rows = np.lexsort((node[relations.targets], node[relations.origins], relations.who, relations.document))
    members = np.lexsort((node[relations.component_units], relations.component_who))
    return replace(
        relations,
        unit_document=spans.document[leaders],
        owners=np.full(len(leaders), EVERYBODY, dtype=np.int32),
        unit_names=[relations.unit_names[int(unit)] for unit in leaders],
        origins=node[relations.origins][rows],
        targets=node[relations.targets][rows],
        codes=relations.codes[rows],
        component_units=node[relations.component_units][members],
        component_who=relations.component_who[members],
        component_types=relations.component_types[members],
        spans=None,
        unit_texts=None,
    )


@dataclass(frozen=True)
class Split:
    """Links that only one of two annotators drew: how many for want of a matching unit, and how many otherwise."""

    links: int
    agreeing: int
    by_units: int
    by_links: int

    @property
    def share_of_units(self) -> float:
        """Of the disagreement; nan where there is none."""
        alone = self.by_units + self.by_links
        return self.by_units / alone if alone else float("nan")

    def as_json(self) -> dict[str, float | int]:
        return {
            "links": self.links,
            "agreeing": self.agreeing,
            "for want of a matching unit": self.by_units,
            "between matched units": self.by_links,
            "share of units": self.share_of_units,
        }


def split(compared: Comparisons) -> Split:
    """What share of the relational disagreement comes from the units, and what from the links (all pairs together)."""
    matched = compared.left.present & compared.right.present
    total = agreeing = by_units = 0
    left, right = (undirected_where_symmetric(compared, graph) for graph in (compared.left, compared.right))
    for graph, partner in ((left, right), (right, left)):
        same = found_in(compared, graph, both_ways_where_symmetric(compared, partner))
        possible = matched[graph.origins] & matched[graph.targets]
        total, agreeing = total + len(same), agreeing + int(same.sum())
        by_units += int((~same & ~possible).sum())
    return Split(total, agreeing, by_units, total - agreeing - by_units)


def _spans(relations: Relations) -> Spans:
    if relations.spans is None:
        raise Undefined("the annotators have units of their own without a place in the text: they cannot be matched")
    return relations.spans


def _unit_bounds(spans: Spans) -> list[tuple[int, int]]:
    """The units of each annotation, document by document."""
    keys = spans.document.astype(np.int64) * spans.n_annotators + spans.who
    edges = np.searchsorted(keys, np.arange(spans.n_documents * spans.n_annotators + 1)).tolist()
    return list(pairwise(edges))


def _matcher(relations: Relations, units: str) -> Callable[[int, int, int, Ints, Ints], Matched]:
    spans = _spans(relations)
    if units == "alignment":
        best = _aligner()
        return lambda where, annotator, partner, here, there: _aligned(spans, here, there, best)
    if units == "exact":
        return lambda where, annotator, partner, here, there: _exact(spans, here, there)
    if units == "overlap":
        return lambda where, annotator, partner, here, there: _overlapping(spans, here, there)
    if units != "joint":
        raise UsageError(f"there is no matching of units '{units}'", f"use one of {', '.join(MATCHES)}")
    known: dict[int, Ints] = {}
    best = _aligner()

    def joint(where: int, annotator: int, partner: int, here: Ints, there: Ints) -> Matched:
        if where not in known:
            known[where] = _groups(spans, where, "joint", best)
        first = int(spans.bounds[where])
        _, mine, theirs = np.intersect1d(known[where][here - first], known[where][there - first], return_indices=True)
        return here[mine], there[theirs]

    return joint


def _of_two(spans: Spans, units: Ints, who: NDArray[np.int32]) -> Continuum:
    """The continuum of two annotators."""
    return replace(
        spans.continuum(int(spans.document[units[0]])),
        annotators=("one", "other"),
        who=who,
        starts=spans.starts[units],
        ends=spans.ends[units],
        codes=spans.codes[units],
        fragments=None if spans.fragments is None else spans.fragments.of_units(units),
    )


def _aligner() -> Callable[[Continuum], Solution]:
    """What aligns one continuum after another, with the same solvers."""
    from accord.alignment.dissimilarities import Combined
    from accord.alignment.solvers import Solvers
    from accord.alignment.solving import solve

    return partial(solve, dissimilarity=Combined(), solvers=Solvers())


def _aligned(spans: Spans, here: Ints, there: Ints, best: Callable[[Continuum], Solution]) -> Matched:
    """Units that the exact best alignment of two annotators puts together."""
    if not len(here) or not len(there):
        return here[:0], there[:0]
    units = np.concatenate([here, there])
    who = np.repeat(np.arange(2, dtype=np.int32), [len(here), len(there)])
    solution = best(_of_two(spans, units, who))
    pairs = solution.starts[np.flatnonzero(np.diff(solution.starts) == 2)]
    first, second = solution.members[pairs], solution.members[pairs + 1]
    return units[np.minimum(first, second)], units[np.maximum(first, second)]


def _exact(spans: Spans, here: Ints, there: Ints) -> Matched:
    """Units with the same bounds: those of the same category first, then the others in order."""
    mine, theirs = [], []
    for by_category in (True, False):
        keys = [_ranked(spans, units, by_category) for units in (here, there)]
        _, first, second = np.intersect1d(keys[0], keys[1], return_indices=True)
        mine.append(here[first])
        theirs.append(there[second])
        here, there = np.delete(here, first), np.delete(there, second)
    return np.concatenate(mine), np.concatenate(theirs)


def _ranked(spans: Spans, units: Ints, by_category: bool) -> NDArray[np.object_]:
    """A key for each unit: its bounds, its category, and which of the units with the same ones it is."""
    seen: dict[tuple[float, float, int, int], int] = {}
    shapes = np.zeros(len(spans), dtype=np.int64) if spans.fragments is None else spans.fragments.shapes
    keys = np.empty(len(units), dtype=object)
    for place, unit in enumerate(units.tolist()):
        code = int(spans.codes[unit]) if by_category else 0
        key = (float(spans.starts[unit]), float(spans.ends[unit]), int(shapes[unit]), code)
        seen[key] = seen.get(key, 0) + 1
        keys[place] = (*key, seen[key])
    return keys


def _overlapping(spans: Spans, here: Ints, there: Ints) -> Matched:
    """One to one, the largest sum of overlap / union; units that do not overlap stay alone."""
    from scipy.optimize import linear_sum_assignment

    start, end = spans.starts[here][:, None], spans.ends[here][:, None]
    other_start, other_end = spans.starts[there][None, :], spans.ends[there][None, :]
    shared = np.maximum(np.minimum(end, other_end) - np.maximum(start, other_start), 0)
    union = np.maximum(end, other_end) - np.minimum(start, other_start)
    if spans.fragments is not None:
        mine, theirs = np.repeat(here, len(there)), np.tile(there, len(here))
        shared = spans.fragments.common(mine, theirs).reshape(shared.shape)
        union = spans.sizes[here][:, None] + spans.sizes[there] - shared
    share = np.divide(shared, union, out=(union == 0).astype(np.float64), where=union > 0)
    rows, columns = linear_sum_assignment(share, maximize=True)
    kept = share[rows, columns] > 0
    return here[rows[kept]], there[columns[kept]]


def _groups(spans: Spans, where: int, units: str, best: Callable[[Continuum], Solution]) -> Ints:
    """(units of the document,) the group of each unit when all annotators are matched at once."""
    continuum = spans.continuum(where)
    count = len(continuum)
    if units in ("alignment", "joint"):
        label = np.arange(count)
        if continuum.n_annotators > 1 and count:
            solution = best(continuum)
            label[solution.members] = np.repeat(np.arange(len(solution)), np.diff(solution.starts))
        return label
    people = range(continuum.n_annotators)
    if units == "overlap" and len(people) > 2:
        raise UsageError("units='overlap' matches two annotators at a time", "use units='joint' for more")
    first = int(spans.bounds[where])
    lists = [first + np.flatnonzero(continuum.who == person) for person in people]
    match = _exact if units == "exact" else _overlapping
    joined = [match(spans, lists[0], several) for several in lists[1:]] if units == "overlap" else []
    if units == "exact":
        keys = [str(key) for person in people for key in _ranked(spans, lists[person], False)]
        return np.unique(keys, return_inverse=True)[1].reshape(-1)[np.argsort(np.concatenate(lists))]
    left = np.concatenate([pair[0] for pair in joined]) - first if joined else np.zeros(0, dtype=np.int64)
    right = np.concatenate([pair[1] for pair in joined]) - first if joined else np.zeros(0, dtype=np.int64)
    return classes(count, left, right)


def _nodes(spans: Spans, here: Ints, there: Ints, mine: Ints, theirs: Ints) -> Matched:
    """(nodes,) the unit of the one annotator and of the other, −1 where there is none, in reading order."""
    alone, also_alone = np.setdiff1d(here, mine), np.setdiff1d(there, theirs)
    none, also_none = np.full(len(also_alone), -1), np.full(len(alone), -1)
    left, right = np.concatenate([mine, alone, none]), np.concatenate([theirs, also_none, also_alone])
    first = np.where(left >= 0, left, right)
    order = np.lexsort((first, spans.ends[first], spans.starts[first]))
    return left[order], right[order]


def _side(relations: Relations, document: Ints, who: Ints, units: Ints, starts: Ints) -> Graph:
    """The graphs of one annotator of each comparison; `units` (nodes,) are that annotator's, −1 where there is none."""
    spans = _spans(relations)
    present = units >= 0
    types = np.full(relations.n_units, -1, dtype=np.int32)
    members = Members.of(relations)
    types[members.units] = members.types if len(relations.types) else spans.codes[members.units]
    kinds = np.where(present, types[units], -1).astype(np.int32)
    origins, targets, codes = [], [], []
    place = np.full(relations.n_units, -1, dtype=np.int64)
    for number, (where, annotator) in enumerate(zip(document.tolist(), who.tolist(), strict=True)):
        nodes = np.arange(starts[number], starts[number + 1])
        own = units[nodes] >= 0
        place[units[nodes[own]]] = nodes[own]
        rows = relations.of_annotation(where, annotator)
        origins.append(place[relations.origins[rows]])
        targets.append(place[relations.targets[rows]])
        codes.append(relations.codes[rows])
    nothing = np.zeros(0, dtype=np.int64)
    blank = Graph(nothing, nothing, np.zeros(0, dtype=np.int32), present, present.copy(), kinds)
    return blank.linked(np.concatenate(origins), np.concatenate(targets), np.concatenate(codes))

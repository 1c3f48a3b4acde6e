"""The head of each unit as a value of a nominal scale, unit by annotator."""

from __future__ import annotations

import numpy as np

from accord.annotations.relation_constraints import ranges
from accord.annotations.relations import Relations
from accord.measures.relations.graphs.comparisons import Members
from accord.measures.relations.nominal_documents import UnitValues
from accord.results.arrays import Ints


def head_values(relations: Relations, labelled: bool) -> UnitValues:
    """One value for each unit and each annotator who was asked: outside, root, its head, or its set of heads.

    The two ends of a relation of a symmetric type are each other's heads.
    """
    document, who = np.nonzero(relations.assigned)
    sizes = np.diff(relations.bounds)[document]
    starts = np.concatenate([[0], np.cumsum(sizes)])
    shift = starts[:-1] - relations.bounds[document]
    cell = document * relations.n_annotators + who
    members = Members.of(relations)
    kinds, types = len(relations.labels) + 1, len(relations.types) + 1
    first, last = members.bounds[cell], members.bounds[cell + 1]
    found = ranges(first, last)
    values = np.zeros(int(starts[-1]), dtype=np.int64)  # 0 is outside
    values[members.units[found] + np.repeat(shift, last - first)] = 1 + (members.types[found] + 1) * labelled
    first, last = relations.relation_bounds[cell], relations.relation_bounds[cell + 1]
    rows, moved = ranges(first, last), np.repeat(shift, last - first)
    both = np.flatnonzero(np.append(relations.symmetric_codes, False)[relations.codes[rows]])
    origins = np.concatenate([relations.origins[rows], relations.targets[rows][both]])
    targets = np.concatenate([relations.targets[rows], relations.origins[rows][both]])
    codes = np.concatenate([relations.codes[rows], relations.codes[rows][both]])
    heads = (targets * kinds + (codes + 1) * labelled) + 1 + types
    places = origins + np.concatenate([moved, moved[both]])
    _set_heads(values, *np.unique(np.stack([places, heads]), axis=1))
    unit = np.arange(int(starts[-1])) - np.repeat(shift, sizes)
    codes = np.unique(values, return_inverse=True)[1].reshape(-1)
    return UnitValues(unit, codes, relations.unit_document.astype(np.int64), relations.n_documents)


def _set_heads(values: Ints, places: Ints, heads: Ints) -> None:
    """One head is itself; several are a value of their own, the same for the same set."""
    values[places] = heads
    times = np.bincount(places, minlength=len(values))
    several = np.flatnonzero(times[places] > 1)
    sets: dict[int, list[int]] = {}
    for link in several.tolist():
        sets.setdefault(int(places[link]), []).append(int(heads[link]))
    known: dict[tuple[int, ...], int] = {}
    top = int(heads.max(initial=0)) + 1
    for place, several_heads in sets.items():
        values[place] = top + known.setdefault(tuple(sorted(several_heads)), len(known))

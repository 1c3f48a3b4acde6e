"""A measure for every two annotators at once: one kernel over the pairs of labels there are, a row of weights for each.

Two annotators are a contingency table, and a measure of two annotators is a function of it. So all pairs share the
patterns (label of one, label of the other), and what differs is how often a pair of annotators shows each.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np

from accord.annotations import RatingRows, Summary
from accord.measures import Measure, Undefined
from accord.results.arrays import Floats, Ints
from accord.statistics.division import divided

CELLS = 4_000_000  # of tables that are held and measured at once


@dataclass(frozen=True, eq=False)
class Shared:
    """How often annotators `one` and `other` (one < other) gave the labels of each cell, code · C + code."""

    one: Ints
    other: Ints
    cell: Ints
    times: Ints


def mean_of_pairs(
    record: Measure, parameters: Mapping[str, object], summary: Summary, rows: RatingRows
) -> tuple[Floats, Ints]:
    """(annotators,) the mean of the measure over the pairs each is in where it is defined, and how many those are."""
    people = len(rows.annotators)
    total, number = np.zeros(people), np.zeros(people, dtype=np.int64)
    for shared in _shared(rows):
        for first, second, values in _values(record, parameters, summary, rows, shared):
            known = ~np.isnan(values)
            for person in (first[known], second[known]):
                total += np.bincount(person, weights=values[known], minlength=people)
                number += np.bincount(person, minlength=people)
    return divided(total, number), number


def names_annotators(parameters: Mapping[str, object], rows: RatingRows) -> bool:
    """Whether the measure asks for somebody by name, so that pairs are not alike to it."""
    names = set(rows.annotators)
    several = [
        member for value in parameters.values() for member in (value if isinstance(value, list | tuple) else [value])
    ]
    return any(isinstance(member, str) and member in names for member in several)


def _shared(rows: RatingRows) -> Iterator[Shared]:
    """The labels that annotators share, annotator by annotator, in portions of about `CELLS`."""
    size, people = max(len(rows.categories), 1), len(rows.annotators)
    owner = np.repeat(np.arange(len(rows)), rows.sizes)
    order = np.argsort(rows.who, kind="stable")  # the ratings of each annotator
    begins = np.searchsorted(rows.who[order], np.arange(people + 1))
    parts: list[Shared] = []
    held = 0
    for person in range(people):
        mine = order[begins[person] : begins[person + 1]]
        after = rows.starts[owner[mine] + 1] - mine - 1  # ratings of a row stand by annotator
        if not after.sum():
            continue
        first = np.repeat(mine, after)
        second = first + 1 + np.arange(len(first)) - np.repeat(np.cumsum(after) - after, after)
        keys = (rows.who[second].astype(np.int64) * size + rows.codes[first]) * size + rows.codes[second]
        unique, inverse = np.unique(keys, return_inverse=True)
        times = np.bincount(inverse.ravel(), weights=rows.multiplicity[owner[first]]).astype(np.int64)
        other, cell = np.divmod(unique, size * size)
        parts.append(Shared(np.full(len(unique), person), other, cell, times))
        held += len(unique)
        if held > CELLS:
            yield _joined(parts)
            parts, held = [], 0
    if parts:
        yield _joined(parts)


def _joined(parts: list[Shared]) -> Shared:
    columns = [[part.one, part.other, part.cell, part.times] for part in parts]
    return Shared(*(np.concatenate(column) for column in zip(*columns, strict=True)))


def _values(
    record: Measure, parameters: Mapping[str, object], summary: Summary, rows: RatingRows, shared: Shared
) -> Iterator[tuple[Ints, Ints, Floats]]:
    """Pairs of annotators and the value of each, nan where it is undefined."""
    size = max(len(rows.categories), 1)
    cells, column = np.unique(shared.cell, return_inverse=True)
    codes = np.stack(np.divmod(cells, size), axis=1).astype(np.int32)
    table = replace(
        rows,
        annotators=("1", "2"),
        starts=np.arange(0, 2 * len(cells) + 1, 2, dtype=np.int64),
        who=np.tile(np.array([0, 1], dtype=np.int32), len(cells)),
        codes=codes.reshape(-1),
        multiplicity=np.bincount(column.ravel(), weights=shared.times).astype(np.int64),
        drawings=None,
    )
    seen = replace(summary, rows=table, counts=table.tallies, n_annotators=2, annotators=table.annotators)
    try:
        kernel = record.kernel(seen, **parameters)
    except Undefined:
        return
    begins = (np.diff(shared.one, prepend=-1) != 0) | (np.diff(shared.other, prepend=-1) != 0)
    fresh, row = np.flatnonzero(begins), np.cumsum(begins) - 1
    together = max(1, CELLS // max(len(cells), 2 * size))
    edges = np.append(fresh, len(row))
    for begin in range(0, len(fresh), together):
        pairs = fresh[begin : begin + together]
        inside = slice(int(edges[begin]), int(edges[begin + len(pairs)]))
        weights = np.zeros((len(pairs), len(cells)))
        weights[row[inside] - begin, column.ravel()[inside]] = shared.times[inside]
        yield shared.one[pairs], shared.other[pairs], kernel(weights)["value"]

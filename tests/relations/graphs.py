"""Small random graphs, and the measures on them as their definitions say, with Python sets and fractions."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from fractions import Fraction
from math import inf

import numpy as np
from hypothesis import strategies as st

from accord.annotations.relation_tuples import relations
from accord.annotations.relations import Relations
from accord.measures.record import BlockKernel, Measure

Edge = tuple[int, int]
Edges = frozenset[Edge]
Clusters = list[list[str]]


def value(measure: Measure, data: Relations, **parameters: object) -> float:
    """A measure on all of the data."""
    return components(measure, data, **parameters)["value"]


def components(measure: Measure, data: Relations, **parameters: object) -> dict[str, float]:
    kernel = measure.prepare(data, **parameters)
    assert isinstance(kernel, BlockKernel)
    return {name: float(numbers[0]) for name, numbers in kernel(np.ones((1, kernel.blocks))).items()}


def pair(one: Iterable[Edge], other: Iterable[Edge], units: int) -> Relations:
    return relations({"A": sorted(one), "B": sorted(other)}, units=list(range(units)))


@st.composite
def any_graphs(draw: st.DrawFn, units: int) -> Edges:
    """Any graph without loops."""
    possible = [(x, y) for x in range(units) for y in range(units) if x != y]
    return frozenset(draw(st.lists(st.sampled_from(possible), max_size=2 * units)) if possible else [])


@st.composite
def forests(draw: st.DrawFn, units: int) -> Edges:
    """At most one outgoing link per unit, no cycle."""
    order = draw(st.permutations(range(units)))
    links = set()
    for place in range(1, units):
        if draw(st.integers(0, 4)):
            links.add((order[place], order[draw(st.integers(0, place - 1))]))
    return frozenset(links)


@st.composite
def pairs_of_graphs(draw: st.DrawFn, most: int = 6) -> tuple[Edges, Edges, int]:
    units = draw(st.integers(2, most))
    kind = any_graphs if draw(st.booleans()) else forests
    return draw(kind(units)), draw(kind(units)), units


# ---- definitions


def distances(edges: Edges, units: int) -> list[list[float]]:
    """Floyd and Warshall."""
    table = [[0.0 if x == y else 1.0 if (x, y) in edges else inf for y in range(units)] for x in range(units)]
    for middle, x, y in itertools.product(range(units), repeat=3):
        table[x][y] = min(table[x][y], table[x][middle] + table[middle][y])
    return table


def paths(edges: Edges, units: int, longest: int | None = None) -> set[tuple[int, ...]]:
    """Link by link, to units that the path has not been at."""
    limit = units if longest is None else min(units, longest + 1)
    last: set[tuple[int, ...]] = {(x, y) for x, y in edges if x != y} if limit > 1 else set()
    every: set[tuple[int, ...]] = set()
    while last:
        every |= last
        last = {
            (*nodes, y) for nodes in last for x, y in edges if x == nodes[-1] and y not in nodes and len(nodes) < limit
        }
    return every


def gbm(one: Edges, other: Edges, units: int) -> Fraction:
    if not one and not other:
        return Fraction(1)
    return (_inclusion(one, other, units) + _inclusion(other, one, units)) / 2


def _inclusion(one: Edges, other: Edges, units: int) -> Fraction:
    if not one:
        return Fraction(0)
    far = distances(other, units)
    return sum((Fraction(1, int(far[x][y])) for x, y in one if far[x][y] < inf), Fraction(0)) / len(one)


def mean_recall(one: AbstractSet[tuple[int, ...]], other: AbstractSet[tuple[int, ...]]) -> Fraction:
    if not one and not other:
        return Fraction(1)
    both = len(one & other)
    return (Fraction(both, len(one) or 1) + Fraction(both, len(other) or 1)) / 2


def dset(one: Edges, other: Edges, units: int, match: str, isolated: str) -> Fraction:
    sides = []
    for edges in (one, other):
        far = distances(edges, units)
        inside = {node for link in edges for node in link}
        below = {v: {u for u in range(units) if far[u][v] < inf} for v in range(units)}
        if isolated == "empty":
            below = {v: below[v] if v in inside else set() for v in below}
        elif isolated == "absent":
            below = {v: below[v] for v in inside}
        sides.append(below)
    first, second = sides
    if isolated != "self" and not one and not other:
        return Fraction(1)
    common = set(first) & set(second)
    total = Fraction(0)
    for here, there in ((first, second), (second, first)):
        found = Fraction(0)
        for v in common:
            if match == "exact":
                found += here[v] == there[v]
            elif there[v]:  # two empty sets are 0/0, which counts 0
                found += Fraction(len(here[v] & there[v]), len(there[v]))
        total += found / len(there) if there else 0
    return total / 2


# ---- coreference, mention by mention and link by link


def coreference(measure: str, key: Clusters, response: Clusters) -> tuple[float, float]:
    """Recall and precision."""
    if measure == "blanc":
        return _blanc(key, response), _blanc(response, key)
    one_way = {"muc": _muc, "b3": _b3, "lea": _lea, "ceaf_m": _ceaf_m, "ceaf_e": _ceaf_e}[measure]
    return one_way(key, response), one_way(response, key)


def _ratio(top: float, bottom: float) -> float:
    return top / bottom if bottom else 0.0


def _muc(key: Clusters, response: Clusters) -> float:
    top = bottom = 0
    for entity in key:
        parts = {next((n for n, other in enumerate(response) if m in other), m) for m in entity}
        top, bottom = top + len(entity) - len(parts), bottom + len(entity) - 1
    return _ratio(top, bottom)


def _b3(key: Clusters, response: Clusters) -> float:
    of = {m: set(entity) for entity in response for m in entity}
    found = [len(set(entity) & of.get(m, set())) / len(entity) for entity in key for m in entity]
    return _ratio(sum(found), len(found))


def _lea(key: Clusters, response: Clusters) -> float:
    top = bottom = 0.0
    for entity in key:
        bottom += len(entity)
        if len(entity) == 1:
            top += any(other == entity for other in response)
            continue
        links = set(itertools.combinations(sorted(entity), 2))
        both = sum(len(links & set(itertools.combinations(sorted(other), 2))) for other in response)
        top += len(entity) * both / len(links)
    return _ratio(top, bottom)


def _best(key: Clusters, response: Clusters, alike: list[list[float]]) -> float:
    """The best one-to-one map, tried out."""
    small, large = (range(len(key)), range(len(response)))
    if len(small) > len(large):
        alike, small, large = [list(row) for row in zip(*alike, strict=True)], large, small
    return max(
        (
            sum(alike[i][j] for i, j in zip(small, chosen, strict=True))
            for chosen in itertools.permutations(large, len(small))
        ),
        default=0.0,
    )


def _ceaf_m(key: Clusters, response: Clusters) -> float:
    alike = [[float(len(set(one) & set(other))) for other in response] for one in key]
    return _ratio(_best(key, response, alike), sum(map(len, key)))


def _ceaf_e(key: Clusters, response: Clusters) -> float:
    alike = [[2 * len(set(one) & set(other)) / (len(one) + len(other)) for other in response] for one in key]
    return _ratio(_best(key, response, alike), len(key))


def _pairs(clusters: Clusters) -> tuple[set[tuple[str, str]], set[tuple[str, str]]]:
    mentions = sorted(m for entity in clusters for m in entity)
    together = {p for entity in clusters for p in itertools.combinations(sorted(entity), 2)}
    return together, set(itertools.combinations(mentions, 2)) - together


def _blanc(key: Clusters, response: Clusters) -> float:
    (joined, apart), (other_joined, other_apart) = _pairs(key), _pairs(response)
    one, two = _ratio(len(joined & other_joined), len(joined)), _ratio(len(apart & other_apart), len(apart))
    if not joined and not other_joined:
        return two
    return one if not apart and not other_apart else (one + two) / 2


Tree = tuple[int, tuple["Tree", ...]]


def edit_distance(one: Sequence[Tree], other: Sequence[Tree], known: dict[object, int] | None = None) -> int:
    """Of two ordered forests, by its recursive definition."""
    memory: dict[object, int] = {} if known is None else known
    key = (tuple(one), tuple(other))
    if key not in memory:
        if not one or not other:
            memory[key] = sum(_size(tree) for tree in (*one, *other))
        else:
            (label, below), (other_label, other_below) = one[-1], other[-1]
            memory[key] = min(
                edit_distance((*one[:-1], *below), other, memory) + 1,
                edit_distance(one, (*other[:-1], *other_below), memory) + 1,
                edit_distance(one[:-1], other[:-1], memory)
                + edit_distance(below, other_below, memory)
                + (label != other_label),
            )
    return memory[key]


def _size(tree: Tree) -> int:
    return 1 + sum(_size(one) for one in tree[1])

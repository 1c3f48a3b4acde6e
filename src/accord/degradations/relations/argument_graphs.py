"""Degradations of relations (Boiteau 2024, section 3.2). An element is a relation.

No degradation makes a relation of a unit to itself, or one that is there already.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from accord.annotations.relations import UNLABELLED
from accord.degradations.draws import Draws, chosen
from accord.degradations.labels.category_errors import others_by_share
from accord.degradations.record import degradation
from accord.degradations.relation_candidates import Candidates, Neighbourhood, Weights
from accord.degradations.relation_reference import Links, RelationReference
from accord.results import UsageError
from accord.results.arrays import Ints

TREES = ("tree", "forest", "argument")
CYCLIC = -1


def _one_label(reference: RelationReference, **options: object) -> str | None:
    used = bool((reference.data.codes != UNLABELLED).any())
    if reference.size and not used:
        return "the relations have no labels"
    return "there is one label only" if used and len(reference.data.labels) < 2 else None


@degradation("relations", title="another target", says="attach {share} of the relations to another target")
def retarget(
    reference: RelationReference,
    links: Links,
    draws: Draws,
    magnitude: float,
    *,
    weights: object = (4, 2, 1),
    preserve: str | None = None,
) -> Links:
    """(x, y) → (x, y′). Weights: strict ancestors of y up to the root, strict descendants of x, all other units.

    The paper says important, medium and low; the numbers are ours. Between two annotators the expectation of MAR over
    links is (1 − m)² + m²c, c the mean over relations of Σ p² (`collision`), exact when no unit has two outgoing
    relations. preserve="acyclic" makes no new cycle.
    """
    return _moved(reference, links, draws, magnitude, False, three_weights(weights), preserve)


@degradation("relations", title="another origin", says="attach {share} of the relations to another origin")
def reorigin(
    reference: RelationReference,
    links: Links,
    draws: Draws,
    magnitude: float,
    *,
    weights: object = (4, 2, 1),
    preserve: str | None = None,
) -> Links:
    """(x, y) → (x′, y). Weights: strict descendants of x, strict ancestors of y, all other units."""
    return _moved(reference, links, draws, magnitude, True, three_weights(weights), preserve)


@degradation("relations", title="the other direction", says="turn round {share} of the relations")
def flip(reference: RelationReference, links: Links, draws: Draws, magnitude: float) -> Links:
    """(x, y) → (y, x); two relations in both directions stay, as turning round one would make it the other.

    Between two annotators the expectation of MAR over links is 1 − 2m(1 − m), against the reference 1 − m.
    """
    size = len(links.alone)
    forth, back = links.origins * size + links.targets, links.targets * size + links.origins
    turned = draws.whether(links.elements, magnitude) & ~np.isin(back, forth)
    return replace(
        links,
        origins=np.where(turned, links.targets, links.origins),
        targets=np.where(turned, links.origins, links.targets),
    )


@degradation(
    "relations",
    title="another label",
    says="give {share} of the relations another label",
    refuses=_one_label,
)
def relabel(reference: RelationReference, links: Links, draws: Draws, magnitude: float) -> Links:
    """By the frequencies of the labels in the reference, the present one excluded."""
    degraded = draws.whether(links.elements, magnitude) & (links.codes != UNLABELLED)
    if not degraded.any() or len(reference.shares) < 2:
        return links
    codes = links.codes.copy()
    table = others_by_share(reference.shares)
    codes[degraded] = chosen(table[codes[degraded]], draws.of("label", links.elements[degraded]))
    return replace(links, codes=codes)


@degradation("relations", title="relations that are missed", says="omit {share} of the relations")
def false_negative(reference: RelationReference, links: Links, draws: Draws, magnitude: float) -> Links:
    """The expectation of MAR over links is 1 − m; where nothing is left it is 0/0. A unit that loses all its relations
    leaves the structure."""
    return links.keeping(~draws.whether(links.elements, magnitude))


@degradation(
    "relations",
    title="relations that are not in the reference",
    says="add {share} more relations that are not there",
)
def false_positive(
    reference: RelationReference, links: Links, draws: Draws, magnitude: float, *, attach: str = "auto"
) -> Links:
    """round(a·m) relations more in a document of a.

    attach="any" draws origins and targets as often as they are so in the reference, and makes no cycle where there was
    none; "outside" attaches units that were outside the structure, as a tree allows it, as long as there are some;
    "auto" is the latter where the data declare trees. Between two annotators the expectation of MAR over links is about
    1 / (1 + m).
    """
    if attach not in ("auto", "any", "outside"):
        raise UsageError(f"attach={attach!r} is not known", "use 'auto', 'any' or 'outside'")
    outside = attach == "outside" or (attach == "auto" and reference.data.constraint in TREES)
    if links is reference.pristine:
        added = draws.once("added", lambda: _additions(reference, links, draws, outside))
    else:
        added = _additions(reference, links, draws, outside)
    origins, targets, codes, document, rank = added
    kept = rank < np.floor(reference.sizes * magnitude + 0.5)[document]
    return links.joined(origins[kept], targets[kept], codes[kept], reference.size + np.flatnonzero(kept))


# ---- another end


def three_weights(weights: object) -> Weights:
    """Three numbers ≥ 0, not all 0: of important, medium and low units."""
    if isinstance(weights, Sequence) and not isinstance(weights, str) and len(weights) == 3:
        numbers = [float(w) for w in weights if isinstance(w, int | float) and np.isfinite(w) and w >= 0]
        if len(numbers) == 3 and sum(numbers) > 0:
            return numbers[0], numbers[1], numbers[2]
    raise UsageError(f"weights={weights!r} are not three numbers of at least 0", "such as (4, 2, 1)")


def _moved(
    reference: RelationReference,
    links: Links,
    draws: Draws,
    magnitude: float,
    origin_moves: bool,
    weights: Weights,
    preserve: str | None,
) -> Links:
    if preserve not in (None, "acyclic"):
        raise UsageError(f"preserve={preserve!r} is not known", "use 'acyclic', or None")
    if magnitude == 0 or not len(links):
        return links

    def plan() -> Ints:
        return _new_ends(reference, links, draws, origin_moves, weights, preserve is not None)

    ends = draws.once(f"ends {weights} {preserve}", plan) if links is reference.pristine else plan()
    degraded = draws.whether(links.elements, magnitude) & (ends >= 0)
    if origin_moves:
        return replace(links, origins=np.where(degraded, ends, links.origins))
    return replace(links, targets=np.where(degraded, ends, links.targets))


def candidates(reference: RelationReference, links: Links, *, origin_moves: bool, weights: Weights) -> list[Candidates]:
    """For each relation the units that may become its other target, or its other origin."""
    if links is reference.pristine:
        return reference.once(
            f"candidates {origin_moves} {weights}", lambda: _found(reference, links, origin_moves, weights)
        )
    return _found(reference, links, origin_moves, weights)


def _found(reference: RelationReference, links: Links, origin_moves: bool, weights: Weights) -> list[Candidates]:
    bounds = reference.data.bounds
    origins, targets = links.origins.tolist(), links.targets.tolist()
    graph = Neighbourhood.of(reference.data.n_units, origins, targets)
    choices = []
    for origin, target in zip(origins, targets, strict=True):
        document = int(reference.data.unit_document[origin])
        high, middle = graph.ancestors(target), graph.descendants(origin)
        taken = graph.below[target] if origin_moves else graph.above[origin]
        if origin_moves:
            high, middle = middle, high
        first, last = int(bounds[document]), int(bounds[document + 1])
        choices.append(Candidates.of(first, last - first, high, middle, {origin, target, *taken}, weights))
    return choices


def collision(reference: RelationReference, *, origin_moves: bool = False, weights: Weights = (4, 2, 1)) -> float:
    """c, the mean over the relations of Σ p²: how often two annotators who both err on a relation err alike."""
    choices = candidates(reference, reference.pristine, origin_moves=origin_moves, weights=weights)
    return float(np.mean([choice.collision for choice in choices])) if choices else float("nan")


def _new_ends(
    reference: RelationReference,
    links: Links,
    draws: Draws,
    origin_moves: bool,
    weights: Weights,
    acyclic: bool,
) -> Ints:
    """(relations,) the other end of each relation if it is degraded; −1 where there is none.

    Relations are taken in the order in which a growing magnitude degrades them, each avoiding what those before it
    have become: so that nothing is drawn twice and what a relation becomes does not depend on the magnitude.
    """
    choices = candidates(reference, links, origin_moves=origin_moves, weights=weights)
    whether, which = draws.of("whether", links.elements), draws.of("end", links.elements)
    again = draws.stream("end drawn again")
    origins, targets = links.origins.tolist(), links.targets.tolist()
    here = set(zip(origins, targets, strict=True))
    graph = Neighbourhood.of(reference.data.n_units, origins, targets) if acyclic else None
    ends = np.full(len(links), -1, dtype=np.int64)
    order = np.argsort(whether, kind="stable").tolist()
    spares = again.random((len(order), 8)).tolist()  # for each relation, whether they are needed or not
    for place, spare in zip(order, spares, strict=True):
        link = origins[place], targets[place]
        forbidden = _closing(graph, link, origin_moves) if graph is not None else set()
        end = _free_end(choices[place], link, origin_moves, here, forbidden, [float(which[place]), *spare])
        if end is None:
            continue
        ends[place] = end
        new = (end, link[1]) if origin_moves else (link[0], end)
        here.add(new)
        if graph is not None:
            graph.above[link[0]].remove(link[1])
            graph.below[link[1]].remove(link[0])
            graph.above[new[0]].append(new[1])
            graph.below[new[1]].append(new[0])
    return ends


def _free_end(
    candidates: Candidates,
    link: tuple[int, int],
    origin_moves: bool,
    here: set[tuple[int, int]],
    forbidden: set[int],
    numbers: Sequence[float],
) -> int | None:
    """The first of the drawn units that gives a relation not there yet; after some failures, among the free ones."""

    def free(end: int) -> bool:
        return end not in forbidden and ((end, link[1]) if origin_moves else (link[0], end)) not in here

    for number in numbers:
        end = candidates.drawn(number)
        if end is None:
            return None
        if free(end):
            return end
    taken = {end for end in range(candidates.first, candidates.first + candidates.units) if not free(end)}
    rest = Candidates.of(
        candidates.first,
        candidates.units,
        set(candidates.important),
        set(candidates.medium),
        taken | {link[0], link[1]},
        candidates.weights,
    )
    return rest.drawn(numbers[0])


def _closing(graph: Neighbourhood, link: tuple[int, int], origin_moves: bool) -> set[int]:
    """The ends with which the relation would close a cycle of the graph as it is now."""
    origin, target = link
    return graph.ancestors(target) if origin_moves else graph.descendants(origin)


# ---- new relations

Additions = tuple[Ints, Ints, NDArray[np.int32], Ints, Ints]


def _additions(reference: RelationReference, links: Links, draws: Draws, outside: bool) -> Additions:
    """As many new relations as the reference has, document by document, in the order in which they are added.

    Returns origins, targets, codes, documents and the rank of each within its document.
    """
    data = reference.data
    size = max(data.n_units, 1)
    here = set((links.origins * size + links.targets).tolist())
    inside, heights = links.components, _heights(links)
    made: list[tuple[int, int, int, int, int]] = []
    for document in np.flatnonzero(reference.sizes).tolist():
        rows = data.of_annotation(document, 0)
        rng = draws.stream(f"added to {document}")
        first, last = int(data.bounds[document]), int(data.bounds[document + 1])
        free = rng.permutation(np.flatnonzero(~inside[first:last]) + first).tolist() if outside else []
        for rank in range(int(reference.sizes[document])):
            row = rows.start + int(rng.integers(rows.stop - rows.start))
            link = _attached(data.targets[rows], free, rng) if outside else None
            if not outside:
                link = _added(data.origins[rows], data.targets[rows], here, heights, rng)
            if link is None:
                break
            here.add(link[0] * size + link[1])
            made.append((*link, int(data.codes[row]), document, rank))
    columns = np.array(made, dtype=np.int64).reshape(-1, 5).T
    return columns[0], columns[1], columns[2].astype(np.int32), columns[3], columns[4]


def _attached(targets: Ints, free: list[int], rng: np.random.Generator) -> tuple[int, int] | None:
    """A unit from outside attached to a target, targets as often as they are so in the reference."""
    if not free:
        return None
    return free.pop(), int(targets[rng.integers(len(targets))])


def _added(
    origins: Ints, targets: Ints, here: set[int], heights: Ints, rng: np.random.Generator
) -> tuple[int, int] | None:
    """A new pair of an origin and a target of the reference, from higher to lower; None when there is none left."""
    size = len(heights)

    def free(origin: int, target: int) -> bool:
        falls = heights[origin] > heights[target] or heights[origin] == CYCLIC
        return bool(falls and origin != target and origin * size + target not in here)

    for _ in range(100):
        origin, target = int(origins[rng.integers(len(origins))]), int(targets[rng.integers(len(targets))])
        if free(origin, target):
            return origin, target
    every = [(start, end) for start in np.unique(origins).tolist() for end in np.unique(targets).tolist()]
    pairs = [(start, end) for start, end in every if free(start, end)]
    return pairs[int(rng.integers(len(pairs)))] if pairs else None


def _heights(links: Links) -> Ints:
    """(units,) the longest way from each unit to one without an outgoing relation: relations go from higher to lower.

    A graph with a directed cycle has none: all heights are −1, and relations may go anywhere.
    """
    heights = np.zeros(len(links.alone), dtype=np.int64)
    for _ in range(len(heights)):
        before = heights.copy()
        np.maximum.at(heights, links.origins, before[links.targets] + 1)
        if (heights == before).all():
            return heights
    return np.full(len(heights), CYCLIC, dtype=np.int64) if len(links) else heights

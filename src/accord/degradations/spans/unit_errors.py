"""Degradations of spans (Mathet & Widlöcher 2011, section 6.1; Mathet et al. 2012). An element is a unit.

SimulatedUnits stay inside their document and keep a positive length; whole positions (characters) stay whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from accord.annotations import Continuum
from accord.annotations.spans import UNCATEGORISED
from accord.degradations.draws import Draws, chosen
from accord.degradations.labels.category_errors import others_by_share
from accord.degradations.record import degradation
from accord.degradations.span_fragments import cut_fragments, with_fragments_of_single, with_stretched_fragments
from accord.degradations.span_reference import SimulatedUnits, SpanReference
from accord.results import UsageError
from accord.results.arrays import Floats, Ints


def _one_category(reference: SpanReference, **options: object) -> str | None:
    used = (reference.data.codes != UNCATEGORISED).any()
    if reference.size and not used:
        return "the units have no categories"
    return "there is one category only" if used and len(reference.categories) < 2 else None


def _reach(magnitude: float, options: Mapping[str, object]) -> float:
    """How far a bound moves at most, as a share of the unit's length."""
    factor = options["k"]
    return magnitude * float(factor) / 2 if isinstance(factor, int | float) else magnitude


@degradation(
    "spans",
    title="bounds moved at random, by a share of the length",
    says="shift bounds by up to {share} of the unit's length",
    scale=_reach,
)
def shift(
    reference: SpanReference,
    units: SimulatedUnits,
    draws: Draws,
    magnitude: float,
    *,
    k: float = 2.0,
    together: bool = False,
) -> SimulatedUnits:
    """Both bounds of every unit move by their own uniform draws in ± m·k/2 of its length (Mathet & Widlöcher 2011).

    Bounds that cross are swapped, and cut at the ends of the document. The fragments of a discontinuous unit move with
    them, and keep their proportions. With `together` a bound at which a unit ends and another starts is one, moved by
    a share of the shorter unit, and the ends of the document stay: a segmentation remains one.
    """
    if not isinstance(k, int | float) or isinstance(k, bool) or not (np.isfinite(k) and k >= 0):
        raise UsageError(f"k={k!r} is not a number of at least 0", "bounds move by up to k/2 of the unit's length")
    if magnitude == 0 or not len(units):
        return units
    reach = magnitude * k * units.sizes
    by_start, by_end = (reach * (draws.of(bound, units.elements) - 0.5) for bound in ("start", "end"))
    if together:
        by_start, by_end = _moved_together(reference, units, by_start, by_end)
    new_start, new_end = units.starts + by_start, units.ends + by_end
    starts, ends = _inside(reference, units, np.minimum(new_start, new_end), np.maximum(new_start, new_end))
    moved = replace(units, starts=starts, ends=ends, fragments=None)
    return moved if units.fragments is None else with_stretched_fragments(units, moved, whole=reference.data.whole)


@degradation("spans", title="units that are missed", says="omit {share} of the units")
def false_negative(reference: SpanReference, units: SimulatedUnits, draws: Draws, magnitude: float) -> SimulatedUnits:
    return units.keeping(~draws.whether(units.elements, magnitude))


@degradation("spans", title="units that are not in the reference", says="add {share} more units that are not there")
def false_positive(reference: SpanReference, units: SimulatedUnits, draws: Draws, magnitude: float) -> SimulatedUnits:
    """round(a·m) units more in a document of a: lengths, fragments and categories of reference units, anywhere in the
    document."""
    number = np.floor(reference.sizes * magnitude + 0.5).astype(np.int64)
    document = np.repeat(np.arange(len(number)), reference.sizes)
    rank = np.arange(reference.size) - reference.data.bounds[document]
    new = np.flatnonzero(rank < number[document])
    elements = reference.size + new
    copied = reference.data.bounds[document[new]] + np.floor(
        draws.of("copied", new) * reference.sizes[document[new]]
    ).astype(np.int64)
    length = (reference.data.ends - reference.data.starts)[copied]
    begin, end = reference.extents[document[new]].T
    starts = begin + draws.of("place", new) * (end - begin - length)
    if reference.data.whole:
        starts = np.floor(begin + draws.of("place", new) * (end - begin - length + 1))
    codes, known = reference.data.codes[copied], reference.data.fragments
    moved = starts - reference.data.starts[copied]
    fragments = None if known is None else known[copied].moved(moved, starts, starts + length)
    added = SimulatedUnits(document[new].astype(np.int32), starts, starts + length, codes, elements, fragments)
    return units.joined(added)


@degradation(
    "spans",
    title="another category",
    says="put {share} of the units in another category",
    refuses=_one_category,
)
def recategorise(
    reference: SpanReference,
    units: SimulatedUnits,
    draws: Draws,
    magnitude: float,
    *,
    matrix: str | None = None,
    order: str | None = None,
) -> SimulatedUnits:
    """By the frequencies of the other categories, or nearby ones more often.

    `matrix` is a file of distances between categories and `order` the categories from low to high, separated by
    commas; the probability of another category is then proportional to 1 − its distance.
    """
    degraded = draws.whether(units.elements, magnitude) & (units.codes != UNCATEGORISED)
    if not degraded.any():
        return units
    table = _replacements(reference, matrix, order)
    codes = units.codes.copy()
    codes[degraded] = chosen(table[codes[degraded]], draws.of("category", units.elements[degraded]))
    return replace(units, codes=codes)


@degradation("spans", title="units cut in two", says="cut {share} of the units in two")
def fragment(reference: SpanReference, units: SimulatedUnits, draws: Draws, magnitude: float) -> SimulatedUnits:
    """A unit becomes two that touch, cut anywhere; a unit of one position cannot be cut.

    A discontinuous unit becomes two of what it covers on either side of the cut.
    """
    whole = reference.data.whole
    degraded = draws.whether(units.elements, magnitude) & (units.ends - units.starts > (1 if whole else 0))
    at = draws.of("cut", units.elements)
    lengths = units.ends - units.starts
    cut = units.starts + (np.floor(1 + at * (lengths - 1)) if whole else at * lengths)
    degraded &= (cut > units.starts) & (cut < units.ends)
    if units.fragments is not None:
        return cut_fragments(units, cut, degraded, _fresh(reference, units.elements))
    first = replace(units, ends=np.where(degraded, cut, units.ends))
    rest = replace(units, starts=cut, elements=_fresh(reference, units.elements))
    return first.joined(rest.keeping(degraded))


@degradation("spans", title="units joined with the next one", says="join {share} of the units with the next one")
def merge(reference: SpanReference, units: SimulatedUnits, draws: Draws, magnitude: float) -> SimulatedUnits:
    """A unit and the next to start become one that covers both, of the category of the longest; it has no gaps."""
    if not len(units):
        return units
    order = np.lexsort((units.ends, units.starts, units.document))
    document = units.document[order]
    joins = draws.whether(units.elements, magnitude)[order][:-1] & (document[1:] == document[:-1])
    group = np.concatenate(([0], np.cumsum(~joins)))
    first = np.flatnonzero(np.concatenate(([True], ~joins)))
    lengths = units.sizes[order]
    longest = np.lexsort((np.arange(len(order)), -lengths, group))[np.searchsorted(group, np.arange(len(first)))]
    made = SimulatedUnits(
        document[first],
        np.minimum.reduceat(units.starts[order], first),
        np.maximum.reduceat(units.ends[order], first),
        units.codes[order][longest],
        units.elements[order][first],
    )
    return made if units.fragments is None else with_fragments_of_single(units, made, order, group)


# ---- what they share


def _fresh(reference: SpanReference, elements: Ints) -> Ints:
    """Numbers of the second parts of cut units, beyond those of all other elements."""
    return 2 * max(reference.size, 1) + elements


def _inside(reference: SpanReference, units: SimulatedUnits, starts: Floats, ends: Floats) -> tuple[Floats, Floats]:
    """Bounds cut at the ends of the document and, where they were whole, rounded; never without a length."""
    begin, end = reference.extents[units.document].T
    if reference.data.whole:
        starts, ends = np.rint(starts), np.rint(ends)
    starts, ends = np.clip(starts, begin, end), np.clip(ends, begin, end)
    had = units.ends > units.starts
    least = np.where(had, 1.0, 0.0) if reference.data.whole else np.zeros(len(starts))
    lost = had & (ends <= starts)
    if reference.data.whole:
        starts = np.where(lost, np.minimum(starts, end - least), starts)
        ends = np.where(lost, starts + least, ends)
    else:  # both bounds beyond the same end of the document: the unit stays where it was
        starts, ends = np.where(lost, units.starts, starts), np.where(lost, units.ends, ends)
    return starts, ends


def _moved_together(
    reference: SpanReference, units: SimulatedUnits, by_start: Floats, by_end: Floats
) -> tuple[Floats, Floats]:
    """How far bounds move where those at which units touch are one: as far as the shorter unit says, and not at all
    at the ends of a document."""
    begin, end = reference.extents[units.document].T
    by_start, by_end = np.where(units.starts <= begin, 0.0, by_start), np.where(units.ends >= end, 0.0, by_end)
    sizes, where = units.sizes, list(zip(units.document.tolist(), units.starts.tolist(), strict=True))
    first = {bound: place for place, bound in reversed(list(enumerate(where)))}
    for place, (document, end_of_unit) in enumerate(zip(units.document.tolist(), units.ends.tolist(), strict=True)):
        follower = first.get((document, end_of_unit))
        if follower is not None and follower != place:
            shorter = by_end[place] if sizes[place] <= sizes[follower] else by_start[follower]
            by_end[place] = by_start[follower] = shorter
    return by_start, by_end


def _replacements(reference: SpanReference, matrix: str | None, order: str | None) -> Floats:
    """(categories, categories) how likely each other category is."""
    by_share = others_by_share(reference.shares)
    if matrix is None and order is None:
        return by_share
    from accord.alignment.dissimilarity_options import dissimilarity_from_options

    size = len(reference.categories)
    each = Continuum(
        annotators=("",),
        categories=reference.categories,
        who=np.zeros(size, dtype=np.int32),
        starts=np.zeros(size),
        ends=np.ones(size),
        codes=np.arange(size, dtype=np.int32),
        begin=0.0,
        end=1.0,
    )
    first, second = np.indices((size, size)).reshape(2, -1)
    distances = dissimilarity_from_options(matrix=matrix, order=order).categorical.between(each, first, second)
    near = 1.0 - distances.reshape(size, size)
    np.fill_diagonal(near, 0.0)
    alone = ~(near.sum(axis=1) > 0)
    near[alone] = by_share[alone]
    return near

"""Continua as chance would make them: the samplers behind γ and behind the holistic measure.

Every sampler draws continua of as many annotators as the document has, from a generator that is given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import fields, replace
from functools import partial
from itertools import combinations, product
from math import comb, floor

import numpy as np
from numpy.typing import NDArray

from accord.annotations import Continuum
from accord.annotations.fragments import Fragments, joined_fragments
from accord.results import UsageError
from accord.results.arrays import Floats, Places

Draw = Callable[[np.random.Generator], Continuum]
Draws = Callable[[np.random.Generator, int], list[Continuum]]
Shifts = Callable[..., list[float]]
MOST_COMBINATIONS = 500  # random2 enumerates so many virtual documents, and draws among more


def sampler(name: str, continuum: Continuum) -> Draws:
    """The sampler of that name for one document, `shuffle`, `statistical` or `pygamma`; it draws any number."""
    known = {"shuffle": shuffled, "statistical": statistical, "pygamma": shuffled_as_in_pygamma}
    if name not in known:
        raise UsageError(f"there is no sampler '{name}'", f"use {' or '.join(map(repr, known))}")
    return known[name](continuum)


def shuffled(continuum: Continuum) -> Draws:
    """Whole annotators, each turned around the document by a random shift (Mathet et al. 2015, section 5.2).

    Each new annotator is one of the real ones, drawn with replacement. The shifts keep a distance of half the mean
    length of a unit from each other while there is room for it. Units that start beyond the end go on at the beginning.
    """
    return _turned(continuum, continuum.begin, spaced_shifts)


def shuffled_as_in_pygamma(continuum: Continuum) -> Draws:
    """As pygamma-agreement 0.5.9 shuffles: the document begins at 0, and shifts come closer than they should.

    What is left after one shift is widened again by the next, so that a shift may fall on any but the last before it:
    chance looks more orderly, and γ comes out lower. For comparison only.
    """
    return _turned(continuum, min(0.0, continuum.begin), partial(spaced_shifts, widened=True))


def _turned(continuum: Continuum, begin: float, shifts_of: Shifts) -> Draws:
    length = continuum.end - begin
    distance = float(continuum.sizes.mean()) / 2
    people = continuum.n_annotators
    all_found_some = bool(continuum.cards.all())

    def drawn(rng: np.random.Generator) -> tuple[list[float], Places]:
        while True:
            shifts = shifts_of(rng, people, length, distance, whole=continuum.whole)
            models = rng.integers(people, size=people)
            if all_found_some or continuum.cards[models].any():
                return shifts, models

    def draws(rng: np.random.Generator, number: int) -> list[Continuum]:
        if number < 1:
            return []
        shifts, models = zip(*(drawn(rng) for _ in range(number)), strict=True)
        return _made_of(continuum, length, np.array(shifts), np.array(models))

    return draws


def _made_of(continuum: Continuum, length: float, shifts: Floats, models: Places) -> list[Continuum]:
    """Continua whose annotators are models (samples, annotators), each turned by its shift around the length."""
    sizes = continuum.cards[models]
    each = sizes.ravel()
    first = (continuum.cards.cumsum() - continuum.cards)[models.ravel()]
    chosen = np.arange(each.sum()) + (first - each.cumsum() + each).repeat(each)
    shift = shifts.ravel().repeat(each)
    starts = continuum.starts[chosen] + shift
    back = np.where(starts > continuum.end, length, 0.0)
    starts, ends, codes = starts - back, continuum.ends[chosen] + shift - back, continuum.codes[chosen]
    place = np.arange(models.size).repeat(each)
    # Units stay in order, but for those that went around, which come first, and for those that start together.
    order = (2 * place + (back == 0)).argsort(kind="stable")
    if (np.diff(starts[order])[np.diff(place) == 0] <= 0).any():
        order = np.lexsort((codes, ends, starts, place))
    known = continuum.fragments
    fragments = None if known is None else known[chosen].moved(shift - back, starts, ends)[order]
    starts, ends, codes = starts[order], ends[order], codes[order]
    who = (place % models.shape[1]).astype(np.int32)
    after = sizes.sum(axis=1).cumsum().tolist()
    same = {
        field.name: getattr(continuum, field.name) for field in fields(continuum)
    }  # for each sample, looked up once
    return [
        Continuum(
            **same
            | {
                "who": who[some],
                "starts": starts[some],
                "ends": ends[some],
                "codes": codes[some],
                "fragments": None if fragments is None else fragments.of_units(some),
            }
        )
        for some in map(slice, [0, *after], after)
    ]


def spaced_shifts(
    rng: np.random.Generator, number: int, length: float, distance: float, *, whole: bool, widened: bool = False
) -> list[float]:
    """Shifts in [0, length), each uniform over what is farther than `distance` from those before it.

    When nothing is left, they are uniform over the whole length.
    """
    free = [(0.0, length)]
    shifts: list[float] = []
    while True:
        shift = _uniform_over(free, rng) if free else rng.random() * length
        shift = float(floor(shift)) if whole else shift
        shifts.append(shift)
        if len(shifts) == number:
            return shifts
        low, high = shift - distance, shift + distance
        if widened:  # as pygamma-agreement takes a stretch out of what is left
            pieces = [piece for start, end in free for piece in ((start, low), (high, end))]
        else:
            pieces = [
                piece
                for start, end in free
                for piece in ((start, end if end < low else low), (start if start > high else high, end))
            ]
        free = [(start, end) for start, end in pieces if end > start]


def _uniform_over(pieces: Sequence[tuple[float, float]], rng: np.random.Generator) -> float:
    """A number from one of the stretches, each by its length."""
    if len(pieces) == 1:
        ((start, end),) = pieces
        return start + rng.random() * (end - start)
    at = rng.random() * sum([end - start for start, end in pieces])
    passed = 0.0
    for start, end in pieces[:-1]:
        if at < passed + (end - start):
            return start + at - passed
        passed += end - start
    return pieces[-1][0] + at - passed


def statistical(continuum: Continuum) -> Draws:
    """Units one after the other, their number, gaps and lengths normal with the moments observed in the document.

    As in pygamma-agreement: one gap of 0 is counted with the observed ones, and an annotator's first gap runs from the
    beginning of the document; categories are drawn by their shares. A document whose length is not known begins at 0,
    unless its first unit is farther from there than any two units are apart.
    """
    lengths = continuum.ends - continuum.starts
    gaps = [0.0, *(continuum.starts[1:] - continuum.ends[:-1])[np.diff(continuum.who) == 0].tolist()]
    begin = 0.0 if 0 <= continuum.begin <= max(gaps) else continuum.begin
    heads = np.flatnonzero(np.diff(continuum.who, prepend=-1))
    gaps += [gap for gap in (continuum.starts[heads] - begin).tolist() if gap > 0]
    codes, times = np.unique(continuum.codes, return_counts=True)
    shares = times / times.sum()
    people = continuum.n_annotators
    number = (float(continuum.cards.mean()), float(continuum.cards.std()))
    gap = (float(np.mean(gaps)), float(np.std(gaps)))
    size = (float(lengths.mean()), float(lengths.std()))
    shaped = _shapes([continuum])

    def draw(rng: np.random.Generator) -> Continuum:
        cards = np.abs(rng.normal(*number, size=people).astype(np.int64))
        if cards.sum() == 0:
            cards[0] = 1
        total = int(cards.sum())
        sizes = np.abs(rng.normal(*size, size=total))
        steps = rng.normal(*gap, size=total) + sizes
        ends = np.cumsum(steps)
        before = np.concatenate(([0.0], ends))[np.concatenate(([0], np.cumsum(cards)[:-1]))]
        ends = begin + ends - np.repeat(before, cards)
        who = np.repeat(np.arange(people, dtype=np.int32), cards)
        chosen = rng.choice(codes, size=total, p=shares)
        return _sorted(continuum, who, ends - sizes, ends, chosen, fragments=shaped(ends - sizes, ends, rng))

    return lambda rng, number: [draw(rng) for _ in range(number)]


def random1(continua: Sequence[Continuum], annotators: int) -> Draw:
    """As many units as annotators of the corpus make, of random sizes at random places (Mathet & Widlöcher 2011, 5.3).

    The document is as long as one of the corpus; the number of units is uniform between the fewest and the most that
    an annotator has in a document, sizes are uniform between the shortest and the longest unit (in shares of the
    length), places uniform over those where the unit fits, categories drawn by their shares.
    """
    filled = [continuum for continuum in continua if len(continuum)]
    cards = np.concatenate([continuum.cards for continuum in filled])
    lengths = np.array([continuum.length for continuum in filled])
    sizes = np.concatenate([(continuum.ends - continuum.starts) / _or_one(continuum.length) for continuum in filled])
    codes, times = np.unique(np.concatenate([continuum.codes for continuum in filled]), return_counts=True)
    shares = times / times.sum()
    model = _blank(filled[0], annotators)
    shaped = _shapes(filled)

    def draw(rng: np.random.Generator) -> Continuum:
        while True:
            number = rng.integers(cards.min(), cards.max() + 1, size=annotators)
            if number.any():
                break
        total = int(number.sum())
        length = float(rng.choice(lengths))
        size = rng.uniform(sizes.min(), sizes.max(), size=total) * length
        starts = rng.random(total) * (length - size)
        who = np.repeat(np.arange(annotators, dtype=np.int32), number)
        chosen, ends = rng.choice(codes, size=total, p=shares), starts + size
        return _sorted(model, who, starts, ends, chosen, length, shaped(starts, ends, rng))

    return draw


def random2(continua: Sequence[Continuum], annotators: int) -> tuple[Draw, list[Continuum] | None]:
    """One annotator from each of so many different documents, put together (Mathet & Widlöcher 2011, 5.3).

    All documents are stretched to the length of the first. Returns how to draw one, and all of them when they are few.
    """
    filled = [continuum for continuum in continua if len(continuum) and continuum.n_annotators]
    n_annotators = [continuum.n_annotators for continuum in filled]

    def together(documents: Sequence[int], chosen: Sequence[int]) -> Continuum:
        length = _or_one(filled[documents[0]].length)
        columns, pieces = [], []
        for place, (document, annotator) in enumerate(zip(documents, chosen, strict=True)):
            model = filled[document]
            own = model.who == annotator
            scale = length / _or_one(model.length)
            who = np.full(int(own.sum()), place, dtype=np.int32)
            starts, ends = (model.starts[own] - model.begin) * scale, (model.ends[own] - model.begin) * scale
            columns.append((who, starts, ends, model.codes[own]))
            fragments = None if model.fragments is None else model.fragments.of_units(own)
            if fragments is not None:
                fragments = fragments.moved(np.full(len(fragments), -model.begin), starts, ends, scale)
            pieces.append((fragments, starts, ends))
        who, starts, ends, codes = (np.concatenate(column) for column in zip(*columns, strict=True))
        blank = _blank(filled[documents[0]], annotators)
        return _sorted(blank, who, starts, ends, codes, length, joined_fragments(pieces))

    def draw(rng: np.random.Generator) -> Continuum:
        while True:
            documents = rng.choice(len(filled), size=annotators, replace=False).tolist()
            drawn = together(documents, [int(rng.integers(n_annotators[document])) for document in documents])
            if len(drawn):
                return drawn

    if comb(len(filled), annotators) * max(n_annotators, default=0) ** annotators > MOST_COMBINATIONS:
        return draw, None
    every = [
        together(documents, chosen)
        for documents in combinations(range(len(filled)), annotators)
        for chosen in product(*(range(n_annotators[document]) for document in documents))
    ]
    return draw, [continuum for continuum in every if len(continuum)]


def _blank(model: Continuum, annotators: int) -> Continuum:
    names = tuple(f"random {place + 1}" for place in range(annotators))
    return replace(model, annotators=names, whole=False, fragments=None)


def _shapes(continua: Sequence[Continuum]) -> Callable[[Floats, Floats, np.random.Generator], Fragments | None]:
    """How units that are drawn by their lengths get fragments: those of a unit of the data, drawn at random and
    stretched. Nothing is drawn where no unit is discontinuous."""
    models = joined_fragments([(continuum.fragments, continuum.starts, continuum.ends) for continuum in continua])

    def none(starts: Floats, ends: Floats, rng: np.random.Generator) -> Fragments | None:
        return None

    if models is None:
        return none
    known = models
    begins, sizes = known.starts[known.bounds[:-1]], known.ends[known.bounds[1:] - 1] - known.starts[known.bounds[:-1]]

    def shaped(starts: Floats, ends: Floats, rng: np.random.Generator) -> Fragments | None:
        unit = rng.integers(len(known), size=len(starts))
        unit = np.where((ends > starts) & (sizes[unit] > 0), unit, int(np.flatnonzero(known.several)[0]))
        drawn = known[unit]
        scale = ((ends - starts) / sizes[unit])[drawn.unit]
        own = (drawn.starts - begins[unit][drawn.unit]) * scale, (drawn.ends - begins[unit][drawn.unit]) * scale
        low, high = starts[drawn.unit] + own[0], starts[drawn.unit] + own[1]
        high[drawn.bounds[1:] - 1] = ends
        return Fragments(drawn.bounds, low, high)

    return shaped


def _sorted(
    model: Continuum,
    who: NDArray[np.int32],
    starts: Floats,
    ends: Floats,
    codes: NDArray[np.int32],
    length: float | None = None,
    fragments: Fragments | None = None,
) -> Continuum:
    """These units in the order a continuum keeps them."""
    order = np.lexsort((codes, ends, starts, who))
    return replace(
        model,
        who=who[order],
        starts=starts[order],
        ends=ends[order],
        codes=codes[order].astype(np.int32),
        begin=model.begin if length is None else 0.0,
        end=model.end if length is None else length,
        fragments=None if fragments is None else fragments.of_units(order),
    )


def _or_one(length: float) -> float:
    return length if length > 0 else 1.0

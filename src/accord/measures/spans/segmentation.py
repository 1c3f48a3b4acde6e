"""Agreement on where a text is cut: the segments of annotators, whatever their categories."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from accord.annotations.spans import Spans
from accord.measures.record import BlockKernel, Components, Parameter, measure
from accord.measures.spans.kernels.boundaries import (
    PairedSegmentations,
    differing,
    differing_by_chance,
    mean_over_pairs,
    paired_segmentations,
    window_numbers,
    window_sizes,
)
from accord.measures.spans.kernels.boundary_edits import edits, shifting_costs
from accord.measures.spans.parameters import assert_costs
from accord.results import UsageError
from accord.results.arrays import Floats
from accord.statistics.division import divided, mean_of_defined

MISSING = (
    "Each pair of annotators is compared on the documents that both were asked about, all of them together; whoever "
    "found nothing made one segment."
)
ASSUMES = (
    "A segmentation: boundaries are the starts and ends of units inside the document, between two positions; "
    "categories do not matter. Positions are whole numbers; between='token' or 'sentence' cuts the texts into them."
)
WINDOW = Parameter("Positions in the window; None: half the mean segment of the reference, at least 2.")
BETWEEN = Parameter(
    "What boundaries lie between: positions as the data have them, or tokens or sentences of the texts.",
    ("position", "token", "sentence"),
)
REFERENCE = Parameter("The annotator whom the others are compared with; None: everybody with everybody.")
CHANCE = Parameter(
    "How chance sets boundaries: as often as each annotator does (kappa), or as all do together (pi).", ("kappa", "pi")
)
MAYBE_CHANCE = Parameter(
    f"None: not corrected for chance. Else: {CHANCE.about[0].lower()}{CHANCE.about[1:]}",
    (None, "kappa", "pi"),
    words={"kappa": "corrected for chance", "pi": "corrected for chance, habits pooled"},
)
NEAR = Parameter("How many slots a near miss spans: 2 for a boundary in the next slot, 1 for none at all.")
NO_WINDOW = "no document is longer than the window"
NO_BOUNDARY = "nobody set a boundary"

segmentation_measure = partial(
    measure, "spans", assumes=ASSUMES, missing=MISSING, family="segmentation", by_document=True
)
error_measure = partial(segmentation_measure, bounded=False, lower_is_better=True)
WINDOWED = {"window": WINDOW, "reference": REFERENCE, "between": BETWEEN}


@error_measure(
    title="WindowDiff: the share of windows in which two segmentations have another number of boundaries",
    formula="mean over pairs, either as the reference, of #(windows whose numbers differ) / #(windows)",
    references=("pevzner2002",),
    about=WINDOWED,
    side_by_side={"segmentation": 2},
)
def window_diff(
    spans: Spans, *, window: object = None, reference: object = None, between: str = "position"
) -> BlockKernel:
    return _windows(spans, window, reference, between, counted=True)


@error_measure(
    title="Pk: the share of windows whose ends are in one segment for one annotator only",
    formula="mean over pairs, either as the reference, of #(windows with a boundary for one only) / #(windows)",
    references=("beeferman1999",),
    about=WINDOWED,
)
def pk(spans: Spans, *, window: object = None, reference: object = None, between: str = "position") -> BlockKernel:
    return _windows(spans, window, reference, between, counted=False)


@segmentation_measure(
    title="WindowDiff, corrected for chance: 1 − observed / expected",
    formula="mean over pairs, either as the reference, of 1 − WD / WD_e; WD_e with boundaries at random",
    references=("pevzner2002",),
    corrected=True,
    about=WINDOWED | {"chance": CHANCE},
)
def window_diff_corrected(
    spans: Spans, *, window: object = None, reference: object = None, between: str = "position", chance: str = "kappa"
) -> BlockKernel:
    return _windows(spans, window, reference, between, counted=True, chance=_known(chance))


@segmentation_measure(
    title="Pk, corrected for chance: 1 − observed / expected",
    formula="mean over pairs, either as the reference, of 1 − Pk / Pk_e; Pk_e with boundaries at random",
    references=("beeferman1999",),
    corrected=True,
    about=WINDOWED | {"chance": CHANCE},
)
def pk_corrected(
    spans: Spans, *, window: object = None, reference: object = None, between: str = "position", chance: str = "kappa"
) -> BlockKernel:
    return _windows(spans, window, reference, between, counted=False, chance=_known(chance))


@segmentation_measure(
    title="Segmentation similarity S: the share of slots that need no edit",
    formula="S = 1 − (additions + moves · distance / near) / slots; with chance (S − A_e) / (1 − A_e)",
    references=("fournier2012", "fournier2013"),
    symbol="S",
    corrected=lambda parameters: parameters["chance"] is not None,
    about={"near": NEAR, "chance": MAYBE_CHANCE, "between": BETWEEN},
)
def segmentation_similarity(
    spans: Spans, *, near: int = 2, chance: str | None = None, between: str = "position"
) -> BlockKernel:
    data = paired_segmentations(spans, between=between)
    edited = edits(data, _near(near) - 1)
    alike = data.slots - edited.added - edited.distance / near
    return _similarity(data, alike, data.slots.astype(np.float64), chance)


@segmentation_measure(
    title="Boundary similarity B: the share of boundaries that need no edit",
    formula="B = 1 − (additions + moves · distance / near) / (additions + moves + matches); with chance "
    "(B − A_e) / (1 − A_e)",
    references=("fournier2013",),
    symbol="B",
    corrected=lambda parameters: parameters["chance"] is not None,
    about={"near": NEAR, "chance": MAYBE_CHANCE, "between": BETWEEN},
    side_by_side={"segmentation": 1},
)
def boundary_similarity(
    spans: Spans, *, near: int = 2, chance: str | None = None, between: str = "position"
) -> BlockKernel:
    data = paired_segmentations(spans, between=between)
    edited = edits(data, _near(near) - 1)
    every = (edited.added + edited.moved + edited.matched).astype(np.float64)
    return _similarity(data, every - edited.added - edited.distance / near, every, chance)


@segmentation_measure(
    title="Boundary κ: chance-corrected agreement on which slots are boundaries",
    formula="mean over pairs of (P_o − P_e) / (1 − P_e) over slots, which are boundaries or not",
    references=("cohen1960", "hearst1997"),
    symbol="boundary κ",
    corrected=True,
    about={"chance": CHANCE, "between": BETWEEN},
    side_by_side={"segmentation": 3},
)
def boundary_kappa(spans: Spans, *, chance: str = "kappa", between: str = "position") -> BlockKernel:
    own = _known(chance) == "kappa"
    data = paired_segmentations(spans, between=between)
    tables = [
        data.table(counts.astype(np.float64))
        for counts in (data.matched(), data.first.number, data.second.number, data.slots)
    ]

    def totals(weights: Floats) -> Components:
        both, first, second, slots = (table @ weights.T for table in tables)
        observed = divided(slots - first - second + 2 * both, slots)
        first_share, second_share = (
            divided(number, slots) for number in ((first, second) if own else ((first + second) / 2,) * 2)
        )
        expected = first_share * second_share + (1 - first_share) * (1 - second_share)
        return {
            "value": mean_of_defined(divided(observed - expected, 1 - expected)),
            "observed": mean_of_defined(observed),
            "expected": mean_of_defined(expected),
        }

    return BlockKernel(totals, data.documents, "documents", (), data.diagnostics, {}, NO_BOUNDARY)


@error_measure(
    title="Generalised Hamming distance: what it costs to turn one segmentation into another",
    formula="mean over pairs of the mean cost of a document: the cheapest insertions, deletions and shifts",
    references=("bookstein2002",),
    about={
        "insertion": Parameter("The cost of a boundary that is added."),
        "deletion": Parameter("The cost of a boundary that is taken away; another than insertion needs a reference."),
        "shift": Parameter("The cost of moving a boundary by a slot."),
        "reference": REFERENCE,
        "between": BETWEEN,
    },
)
def generalized_hamming(
    spans: Spans,
    *,
    insertion: float = 2.0,
    deletion: float = 2.0,
    shift: float = 1.0,
    reference: object = None,
    between: str = "position",
) -> BlockKernel:
    assert_costs(insertion=insertion, deletion=deletion, shift=shift)
    data = paired_segmentations(spans, reference, between)
    costs = shifting_costs(data, insertion, deletion, shift)
    if reference is None and insertion != deletion:
        costs = (costs + shifting_costs(data.turned(), insertion, deletion, shift)) / 2
    return mean_over_pairs(data, costs, np.ones(len(data)), NO_BOUNDARY)


# ---- pieces


def _known(chance: object) -> str:
    if chance not in CHANCE.choices:
        raise UsageError(f"chance={chance!r} is not known", "use 'kappa' or 'pi'")
    return str(chance)


def _near(near: object) -> int:
    if isinstance(near, bool) or not isinstance(near, int) or near < 1:
        raise UsageError(
            f"near={near!r} is not a number of slots", "give 2, so that boundaries in neighbouring slots are near"
        )
    return near


def _windows(
    spans: Spans, window: object, reference: object, between: str, *, counted: bool, chance: str | None = None
) -> BlockKernel:
    data = paired_segmentations(spans, reference, between)
    sides = [data] if reference is not None else [data, data.turned()]
    parts: list[tuple[PairedSegmentations, Floats, Floats]] = []
    for side in sides:
        sizes = window_sizes(side, window)
        number = window_numbers(side, sizes).astype(np.float64)
        below = number if chance is None else number * _by_chance(side, sizes, chance, counted=counted)
        parts.append((side, differing(side, sizes, counted=counted).astype(np.float64), below))
    if chance is not None:
        parts = [(side, below - above, below) for side, above, below in parts]
    first, above, below = parts[0]
    undefined = NO_BOUNDARY if any(part[1].any() or part[2].any() for part in parts) or chance else NO_WINDOW
    return mean_over_pairs(first, above, below, undefined, *parts[1:])


def _by_chance(data: PairedSegmentations, sizes: Any, chance: str, *, counted: bool) -> Floats:
    """Boundaries as frequent as they are in all documents of a pair."""
    slots = np.bincount(data.pair, data.slots)
    shares = [np.bincount(data.pair, own.number) / slots for own in (data.first, data.second)]
    if chance == "pi":
        shares = [(shares[0] + shares[1]) / 2] * 2
    return differing_by_chance(sizes, shares[0][data.pair], shares[1][data.pair], counted=counted)


def _similarity(data: PairedSegmentations, alike: Floats, every: Floats, chance: str | None) -> BlockKernel:
    """The mean over pairs; with chance all pairs together, against boundaries that meet at random (Fournier 2013)."""
    if chance is None:
        return mean_over_pairs(data, alike, every, NO_BOUNDARY)
    own = _known(chance) == "kappa"
    tables = [data.table(values) for values in (alike, every)]
    first, second, slots = (
        data.table(counts.astype(np.float64)) for counts in (data.first.number, data.second.number, data.slots)
    )
    shares = data.table((data.first.number + data.second.number) / (2 * data.slots))
    number = data.table(np.ones(len(data)))

    def totals(weights: Floats) -> Components:
        above, below = ((table @ weights.T).sum(axis=0) for table in tables)
        observed = divided(above, below)
        if own:
            by_pair = divided((first @ weights.T) * (second @ weights.T), (slots @ weights.T) ** 2)
            expected = mean_of_defined(by_pair)
        else:
            expected = divided((shares @ weights.T).sum(axis=0), (number @ weights.T).sum(axis=0)) ** 2
        return {"value": divided(observed - expected, 1 - expected), "observed": observed, "expected": expected}

    return BlockKernel(totals, data.documents, "documents", (), data.diagnostics, {}, NO_BOUNDARY)

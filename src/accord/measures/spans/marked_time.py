"""How long annotators mark the same: the common share of what they cover, and the diarization error rate."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np

from accord.annotations.directed_cycles import ranges
from accord.annotations.spans import Spans
from accord.annotations.sparse import table_of_cells
from accord.measures.record import BlockKernel, Components, Parameter, measure
from accord.measures.spans.kernels.paired_units import UnitsBeside, UnitsOfPairs, integral, paired_units, without_collar
from accord.results import UsageError
from accord.results.arrays import Floats, Ints
from accord.statistics.division import divided, mean_of_defined

MISSING = (
    "Each pair of annotators is compared on the documents that both were asked about, all of them together; an "
    "annotator without units there marked nothing."
)
REFERENCE = Parameter("The annotator whom the others are compared with; None: everybody with everybody, both ways.")
NOTHING = "in no pair of annotators was anything marked that has a length"

time_measure = partial(measure, "spans", missing=MISSING, family="marked time", by_document=True)


@time_measure(
    title="Intersection over union: of what either of two annotators covers, the share that both cover (Jaccard)",
    formula="mean over pairs of the length that both marked / the length that either marked",
    assumes="No correction for chance. Long units weigh more than short ones; where a stretch is cut does not matter.",
    references=("jaccard1912",),
    symbol="IoU",
    human="Intersection over union",
    about={"categories": Parameter("Whether the category must be the same, too.", (True, False))},
    side_by_side={"apart": 10, "overlapping": 8},
)
def iou(spans: Spans, *, categories: bool = True) -> BlockKernel:
    data = paired_units(spans)
    width = len(spans.categories) + 1
    first, second = (_grouped(units, width if categories else 0) for units in (data.first, data.second))
    groups = len(data) * (width if categories else 1)
    both = integral(groups, first, second, lambda a, b: ((a > 0) & (b > 0)).astype(np.int64))
    either = integral(groups, first, second, lambda a, b: ((a > 0) | (b > 0)).astype(np.int64))
    above, below = (times.reshape(len(data), -1).sum(axis=1) for times in (both, either))
    return _mean_over_pairs([(data, above, below, {})])


@time_measure(
    title="Diarization error rate: time that is missed, marked falsely or put in another category, per marked time",
    formula="mean over pairs, either as the reference, of (missed + false alarm + confusion) / time of the reference",
    assumes="No correction for chance. Units are turns of speakers, who may overlap; names of speakers need not be the "
    "same (mapping=True).",
    references=("fiscus2006", "bredin2017"),
    bounded=False,
    lower_is_better=True,
    symbol="DER",
    about={
        "collar": Parameter("What is not scored on either side of each bound of the reference, in positions."),
        "mapping": Parameter(
            "Whether the categories of each document are mapped to those of the reference, so that most is right.",
            (True, False),
        ),
        "reference": REFERENCE,
    },
    side_by_side={"segmentation": 10},
)
def der(spans: Spans, *, collar: float = 0.0, mapping: bool = True, reference: object = None) -> BlockKernel:
    if isinstance(collar, bool) or not isinstance(collar, int | float) or not 0 <= collar < float("inf"):
        raise UsageError(f"collar={collar!r} is not a length", "give 0 or more, as 0.25 for a quarter of a second")
    whole = paired_units(spans, reference)
    sides = [whole] if reference is not None else [whole, whole.turned()]
    return _mean_over_pairs(
        [_errors(without_collar(side, collar), len(spans.categories) + 1, mapping) for side in sides]
    )


Part = tuple[UnitsOfPairs, Floats, Floats, dict[str, Floats]]


def _errors(data: UnitsOfPairs, width: int, mapping: bool) -> Part:
    """(comparisons,) the cost and what it is shared out over; its parts."""
    first, second = (_grouped(units, 0) for units in (data.first, data.second))
    codes = _mapped(data, width) if mapping else data.second.codes
    other = UnitsBeside(data.second.comparison, data.second.starts, data.second.ends, codes)
    spoken = integral(len(data), first, second, lambda a, b: a)
    missed = integral(len(data), first, second, lambda a, b: np.maximum(a - b, 0))
    false = integral(len(data), first, second, lambda a, b: np.maximum(b - a, 0))
    alike = integral(len(data) * 2 * width, _grouped(data.first, 2 * width), _grouped(other, 2 * width), np.minimum)
    confused = integral(len(data), first, second, np.minimum) - alike.reshape(len(data), -1).sum(axis=1)
    return data, missed + false + confused, spoken, {"missed": missed, "false_alarm": false, "confusion": confused}


def _grouped(units: UnitsBeside, width: int) -> tuple[Ints, Floats, Floats]:
    """By comparison, and by category where `width` says how many there are."""
    group = units.comparison * width + units.codes if width else units.comparison
    return group, units.starts, units.ends


def _mapped(data: UnitsOfPairs, width: int) -> Ints:
    """(units of the second) the category of the first that each is mapped to, one to one, so that they share most time;
    those beyond are new ones."""
    from scipy.optimize import linear_sum_assignment

    shared = _shared_time(data, width)
    codes = data.second.codes + width
    ends = np.searchsorted(shared[0], np.arange(len(data) + 1))
    begins = np.searchsorted(data.second.comparison, np.arange(len(data) + 1))
    for comparison in np.unique(shared[0]).tolist():
        here = slice(ends[comparison], ends[comparison + 1])
        first, row = np.unique(shared[1][here], return_inverse=True)
        second, column = np.unique(shared[2][here], return_inverse=True)
        time = np.zeros((len(first), len(second)))
        time[row, column] = shared[3][here]
        rows, columns = linear_sum_assignment(time, maximize=True)
        new = np.arange(2 * width)
        new[second[columns] + width] = np.where(time[rows, columns] > 0, first[rows], new[second[columns] + width])
        mine = slice(begins[comparison], begins[comparison + 1])
        codes[mine] = new[codes[mine]]
    return codes


def _shared_time(data: UnitsOfPairs, width: int) -> tuple[Ints, Ints, Ints, Floats]:
    """Comparison, a category of the first and one of the second, and how long units of both overlap."""
    positions, rank = np.unique(
        np.concatenate((data.first.starts, data.first.ends, data.second.starts, data.second.ends)), return_inverse=True
    )
    sizes = np.cumsum([len(data.first.starts)] * 2 + [len(data.second.starts)] * 2)
    start, end, start2, end2 = np.split(rank.ravel(), sizes[:-1])
    step = len(positions) + 1
    order = np.argsort(data.second.comparison * step + start2, kind="stable")
    key, reach = (data.second.comparison * step + edges for edges in (start2, end2))
    low = np.searchsorted(np.maximum.accumulate(reach[order]), data.first.comparison * step + start, side="right")
    high = np.searchsorted(key[order], data.first.comparison * step + end, side="left")
    number = np.maximum(high - low, 0)
    first, second = np.repeat(np.arange(len(start)), number), order[ranges(low, low + number)]
    common = np.minimum(data.first.ends[first], data.second.ends[second]) - np.maximum(
        data.first.starts[first], data.second.starts[second]
    )
    meet = common > 0
    pairs = (data.first.comparison[first] * width + data.first.codes[first]) * width + data.second.codes[second]
    known, place = np.unique(pairs[meet], return_inverse=True)
    time = np.bincount(place.ravel(), common[meet], minlength=len(known)).astype(np.float64)
    return known // width**2, known // width % width, known % width, time


def _mean_over_pairs(parts: list[Part]) -> BlockKernel:
    """The mean over pairs of annotators of Σ above / Σ below over documents; what the cost is made of, in all."""

    def table(data: UnitsOfPairs, values: Floats) -> Any:
        return table_of_cells(values, data.pair, data.document, (data.pairs, data.documents))

    tables = [(table(data, above), table(data, below)) for data, above, below, _ in parts]
    beside = {
        name: sum(np.bincount(data.document, more[name], minlength=data.documents) for data, _, _, more in parts)
        for name in parts[0][3]
    }

    def totals(weights: Floats) -> Components:
        values = np.concatenate([divided(above @ weights.T, below @ weights.T) for above, below in tables])
        return {"value": mean_of_defined(values), **{name: weights @ costs for name, costs in beside.items()}}

    return BlockKernel(totals, parts[0][0].documents, "documents", undefined=NOTHING)

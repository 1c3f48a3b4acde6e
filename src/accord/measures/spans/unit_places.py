"""Krippendorff's α for units as it was until 2004: how far the bounds of units of the same category are apart.

Every category is a continuum of its own, of units and gaps between them. Two units that overlap differ by the squares
of the distances of their ends, a unit within a gap of somebody else by the square of its length.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.annotations.spans import Spans
from accord.annotations.sparse import table_of_cells
from accord.measures.record import BlockKernel, Components, Parameter, in_portions, measure
from accord.measures.spans.kernels.stretches import Stretches, refuse_discontinuous, stretches
from accord.measures.spans.parameters import place_of_category
from accord.measures.spans.unitizing import MISSING
from accord.results.arrays import Floats, Ints
from accord.statistics.division import divided


@measure(
    "spans",
    title="α_U: how far units of the same category are apart (Krippendorff 1995, 2004)",
    formula="1 − Σ D_o / Σ D_e over categories; D_o the mean square of distances between bounds, D_e with the units of "
    "all annotators at random places",
    assumes="Units of one annotator and category do not overlap; positions are whole numbers, as of characters. "
    "Categories are never compared with each other: a unit in another category is a unit that was missed.",
    missing=MISSING,
    references=("krippendorff1995", "krippendorff2004"),
    family="unitizing",
    human="α_U",
    corrected=True,
    by_document=True,
    by_category="alpha_u",
    about={"category": Parameter("The category that it is about; None: all of them.")},
)
def alpha_u(spans: Spans, *, category: str | None = None) -> BlockKernel:
    code = None if category is None else place_of_category(spans, category, "alpha_u")
    refuse_discontinuous(spans, "α_U compares the bounds of units of one piece", "uα counts their fragments")
    data = stretches(spans, by_category=True, whole_documents=True)
    continua = [continuum for continuum in _continua(data) if code is None or continuum.code == code]
    whole = data.asked * data.sizes

    def totals(weights: Floats) -> Components:
        total, length = weights @ whole, weights @ data.sizes
        observed, expected = np.zeros((2, len(weights)))
        for continuum in continua:
            observed += divided(weights @ continuum.apart, total * length) / len(continua)
            expected += continuum.by_chance(weights, total, length) / len(continua)
        return {"value": 1 - divided(observed, expected), "observed": observed, "expected": expected}

    undefined = "units of one length fill the whole document: at random they would lie there, too"
    if not continua:
        undefined = f"nobody put a unit in '{category}'"
    width = max((continuum.width for continuum in continua), default=1)
    return BlockKernel(in_portions(totals, width), len(data), data.drawn, (), data.diagnostics, {}, undefined)


@dataclass(frozen=True, eq=False)
class _OneCategory:
    """Units and gaps of one category."""

    code: int
    apart: Floats
    """(documents,) squares of distances over all ordered pairs of annotators, each 1 / (m − 1)."""
    unit_lengths: Floats
    """Those that occur, the shortest first."""
    units: Any
    """(documents, lengths) how many units of each length; a sparse array, as `gaps` is."""
    gap_lengths: Floats
    gaps: Any

    @property
    def width(self) -> int:
        return len(self.unit_lengths) + len(self.gap_lengths)

    def by_chance(self, weights: Floats, total: Floats, length: Floats) -> Floats:
        """(replicates,) D_e (Krippendorff 2004, p. 255): a unit at every place beside every other unit and gap."""
        units, gaps = (self.units.T @ weights.T).T, (self.gaps.T @ weights.T).T
        size = self.unit_lengths
        beside_units = (units.sum(axis=1) - 1) / 3 * (units @ (2 * size**3 - 3 * size**2 + size))
        # Σ over gaps that are as long as the unit of (gap − unit + 1), from the longest gap on
        number, lengths = (np.cumsum(amounts[:, ::-1], axis=1)[:, ::-1] for amounts in (gaps, gaps * self.gap_lengths))
        first = np.searchsorted(self.gap_lengths, size)
        fits = first < len(self.gap_lengths)
        places = lengths[:, first[fits]] - (size[fits] - 1) * number[:, first[fits]]
        beside_gaps = np.einsum("rl,rl->r", units[:, fits] * size[fits] ** 2, places)
        pairs = total * (total - 1) - units @ (size * (size - 1))
        return divided(2 * (beside_units + beside_gaps), length * pairs)


def _continua(data: Stretches) -> Iterator[_OneCategory]:
    """The categories that were used, one after the other."""
    apart = _apart(data)
    order = np.lexsort((data.starts, data.who, data.stretch, data.codes))
    begins = np.searchsorted(data.codes[order], np.arange(data.categories + 1))
    for code in range(data.categories):
        units = order[begins[code] : begins[code + 1]]
        if not len(units):
            continue
        document, lengths = _gaps(data, units)
        unit_lengths, counted = _histogram(len(data), data.stretch[units], data.lengths[units])
        gap_lengths, gaps = _histogram(len(data), document, lengths)
        own = np.bincount(data.stretch[units], apart[units], minlength=len(data)).astype(np.float64)
        yield _OneCategory(code, own, unit_lengths, counted, gap_lengths, gaps)


def _apart(data: Stretches) -> Floats:
    """(units,) twice the sum over the other annotators of how far each unit is from theirs, halved between two units;
    both orders of two annotators count."""
    apart = np.zeros(len(data.starts))
    people = int(data.who.max(initial=0)) + 1
    met: list[Ints] = []
    for left, right, _ in data.pairs(same_category=True):
        square = (data.starts[left] - data.starts[right]) ** 2 + (data.stops[left] - data.stops[right]) ** 2
        for here, there in ((left, right), (right, left)):
            np.add.at(apart, here, square)
            met.append(np.unique(here * people + data.who[there]))
    others = np.bincount(np.unique(np.concatenate(met)) // people, minlength=len(apart))
    alone = data.asked[data.stretch] - 1 - others
    return np.asarray((apart + 2 * alone * data.lengths**2) * data.share)


def _gaps(data: Stretches, units: Ints) -> tuple[Ints, Floats]:
    """The gaps between units of one category, which are sorted by document, annotator and start: their documents and
    lengths. Whoever was asked and has no such unit left a gap as long as the document."""
    stretch, who = data.stretch[units], data.who[units]
    fresh = np.append(True, (stretch[1:] != stretch[:-1]) | (who[1:] != who[:-1]))
    last = np.append(fresh[1:], True)
    before = data.starts[units] - np.where(fresh, data.begins[stretch], np.append(0.0, data.stops[units][:-1]))
    silent = data.asked.astype(np.int64) - np.bincount(stretch[fresh], minlength=len(data))
    whole = np.repeat(np.arange(len(data)), silent)
    lengths = np.concatenate((before, (data.ends[stretch] - data.stops[units])[last], data.sizes[whole]))
    return np.concatenate((stretch, stretch[last], whole))[lengths > 0], lengths[lengths > 0]


def _histogram(documents: int, document: Ints, lengths: Floats) -> tuple[Floats, Any]:
    """The lengths that occur, and (documents, lengths) how often."""
    known, place = np.unique(lengths, return_inverse=True)
    return known, table_of_cells(np.ones(len(lengths)), document, place.ravel(), (documents, len(known)))

"""The result of a sweep: a tidy table, the curves, the scorecard, a figure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from accord.degradations import Step
from accord.results import Diagnostics, UsageError
from accord.results.arrays import Floats
from accord.results.json_numbers import json_fields, json_number
from accord.sweeping.scorecard import Score, score
from accord.sweeping.scoring import Meter, lower_is_better

if TYPE_CHECKING:
    import polars as pl

_COLUMNS = ("degradation", "magnitude", "repeat", "measure", "value")
_SETTINGS = ("kind", "annotators", "repeats", "seed", "against", "keep_reference", "elements")


@dataclass(frozen=True)
class Curve:
    """A measure under a degradation: means over the repetitions and the middle 95 % of them."""

    measure: str
    degradation: str
    magnitudes: tuple[float, ...]
    means: tuple[float, ...]
    lows: tuple[float, ...]
    highs: tuple[float, ...]

    @property
    def known(self) -> list[float]:
        """The means that are defined."""
        return [number for number in self.means if not np.isnan(number)]


@dataclass(frozen=True, eq=False)
class Sweep:
    """Scores by degradation, repetition, magnitude and measure."""

    kind: str
    degradations: tuple[str, ...]
    measures: tuple[str, ...]
    magnitudes: tuple[float, ...]
    values: Floats
    """(degradations, repeats, magnitudes, measures); nan where a measure is undefined."""
    annotators: int
    seed: int
    against: str
    keep_reference: bool
    elements: int
    """How many items, units or relations the reference has."""
    steps: Mapping[str, tuple[Step, ...]] = field(repr=False)
    milliseconds: tuple[float, ...]
    """(measures,) the mean time of one value."""
    diagnostics: Diagnostics = ()

    @property
    def repeats(self) -> int:
        return int(self.values.shape[1])

    def rows(self) -> Iterator[dict[str, Any]]:
        """The tidy table: degradation, magnitude, repeat, measure, value (None where undefined)."""
        axes = (self.degradations, self.magnitudes, range(self.repeats), self.measures)
        for cell, value in zip(product(*axes), self.values.swapaxes(1, 2).ravel().tolist(), strict=True):
            yield dict(zip(_COLUMNS, (*cell, json_number(value)), strict=True))

    def frame(self) -> pl.DataFrame:
        """The tidy table as a polars DataFrame."""
        import polars as pl

        kinds = (pl.String, pl.Float64, pl.Int64, pl.String, pl.Float64)
        return pl.DataFrame(list(self.rows()), schema=dict(zip(_COLUMNS, kinds, strict=True)), orient="row")

    def values_at(self, degradation: str, measure: str) -> dict[float, Floats]:
        """The values of all repetitions at each magnitude."""
        values = self.values[self._place(degradation, self.degradations), :, :, self._place(measure, self.measures)]
        return dict(zip(self.magnitudes, values.T, strict=True))

    def curve(self, degradation: str, measure: str) -> Curve:
        """One curve, by the names it was asked for."""
        values = self.values[self._place(degradation, self.degradations), :, :, self._place(measure, self.measures)]
        known = ~np.isnan(values).all(axis=0)
        three = np.full((3, len(self.magnitudes)), np.nan)
        if known.any():
            three[0, known] = np.nanmean(values[:, known], axis=0)
            three[1:, known] = np.nanquantile(values[:, known], [0.025, 0.975], axis=0)
        means, lows, highs = (tuple(row) for row in three.tolist())
        return Curve(measure, degradation, self.magnitudes, means, lows, highs)

    @staticmethod
    def _place(name: str, known: tuple[str, ...]) -> int:
        if name not in known:
            raise UsageError(f"'{name}' was not swept", f"there are {', '.join(known)}")
        return known.index(name)

    @property
    def curves(self) -> list[Curve]:
        return [self.curve(degradation, measure) for degradation in self.degradations for measure in self.measures]

    @cached_property
    def scorecard(self) -> tuple[Score, ...]:
        """What each measure does under each degradation, measure by measure."""
        at = np.array(self.magnitudes)
        return tuple(
            score(
                measure,
                degradation,
                at,
                self.values[d, :, :, place],
                self.milliseconds[place],
                rising=lower_is_better(Meter.of(measure, self.kind), self.kind) if ":" not in measure else False,
            )
            for place, measure in enumerate(self.measures)
            for d, degradation in enumerate(self.degradations)
        )

    def svg(self, background: str | None = None) -> str:
        """The figure: one panel per degradation, one line per measure; on a background where it stands alone."""
        from accord.sweeping.figure import figure

        return figure(self, background=background)

    def as_json(self) -> dict[str, object]:
        return {
            **json_fields(self, *_SETTINGS, "magnitudes"),
            "curves": [
                json_fields(curve, "degradation", "measure", mean="means", low="lows", high="highs")
                for curve in self.curves
            ],
            **json_fields(self, "scorecard"),
        }

    def __repr__(self) -> str:
        return (
            f"Sweep({self.kind}: {len(self.degradations)} degradations × {len(self.magnitudes)} magnitudes × "
            f"{self.repeats} repeats × {len(self.measures)} measures)"
        )

    def _repr_html_(self) -> str:
        return self.svg()

"""Subjective scales of agreement, read by probability: how likely the value lies in each band, given its error.

The scales are opinions of their authors, each proposed for one coefficient; they stand beside the other readings of a
value, never instead of them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import NormalDist

from accord.evaluation.headlines import record_of
from accord.results import Result
from accord.results.json_numbers import json_fields


@dataclass(frozen=True)
class PublishedScale:
    """Bands from the lowest up: each name with the value from which it holds."""

    name: str
    reference: str
    coefficient: str
    bands: tuple[tuple[float, str], ...]


def _bands(lowest: str, *steps: float | str) -> tuple[tuple[float, str], ...]:
    """The lowest band, then the value from which each next one holds."""
    return ((-math.inf, lowest), *zip(map(float, steps[::2]), map(str, steps[1::2]), strict=True))


SCALES = (
    PublishedScale(
        "Landis & Koch 1977",
        "landis1977",
        "κ",
        _bands("poor", 0, "slight", 0.2, "fair", 0.4, "moderate", 0.6, "substantial", 0.8, "almost perfect"),
    ),
    PublishedScale("Krippendorff 1980", "krippendorff1980", "α", _bands("discard", 0.67, "tentative", 0.8, "reliable")),
    PublishedScale("Fleiss 1981", "fleiss1981", "κ", _bands("poor", 0.4, "fair to good", 0.75, "excellent")),
    PublishedScale(
        "Altman 1991",
        "altman1991",
        "κ",
        _bands("poor", 0.2, "fair", 0.4, "moderate", 0.6, "good", 0.8, "very good"),
    ),
    PublishedScale(
        "Cicchetti 1994",
        "cicchetti1994",
        "ICC, κ",
        _bands("poor", 0.4, "fair", 0.6, "good", 0.75, "excellent"),
    ),
    PublishedScale("Carletta 1996", "carletta1996", "κ (Scott's π)", _bands("discard", 0.67, "tentative", 0.8, "good")),
    PublishedScale(
        "Neuendorf 2002",
        "neuendorf2002",
        "any",
        # "below that, there exists great disagreement": among those who write about methods, not among annotators
        _bands("methodologists disagree", 0.8, "acceptable in most situations", 0.9, "acceptable to all"),
    ),
    PublishedScale(
        "Krippendorff 2004", "krippendorff2004", "α", _bands("discard", 0.667, "tentative", 0.8, "reliable")
    ),
    PublishedScale(
        "McHugh 2012",
        "mchugh2012",
        "κ",
        _bands("none", 0.2, "minimal", 0.4, "weak", 0.6, "moderate", 0.8, "strong", 0.9, "almost perfect"),
    ),
)


@dataclass(frozen=True)
class ScaleReading:
    """A value on a scale: the band that is reached with the wanted probability, and the probability of every band."""

    measure: str
    scale: PublishedScale
    band: str
    at_least: float
    """The probability of this band or a better one: 1 for the lowest, which every value reaches."""
    probabilities: tuple[float, ...]

    def in_table(self) -> list[dict[str, object]]:
        likeliest, probability = self.likeliest
        names = {"measure": self.measure, "scale": self.scale.name, "proposed_for": self.scale.coefficient}
        reached = {"band": self.band, "at_least": self.at_least, "likeliest": likeliest, "probability": probability}
        return [{**names, **reached, "reference": self.scale.reference}]

    @property
    def likeliest(self) -> tuple[str, float]:
        """The band that holds the value with the largest probability, and that probability."""
        # of two that are as likely, the one that the value is in: bands hold from their bound on
        place = max(range(len(self.probabilities)), key=lambda place: (round(self.probabilities[place], 3), place))
        return self.scale.bands[place][1], self.probabilities[place]

    @property
    def reached(self) -> str | None:
        """The band that is reached with the wanted probability; None where it is the lowest, which says nothing."""
        return None if self.band == self.scale.bands[0][1] else self.band

    def as_json(self) -> dict[str, object]:
        likeliest, probability = self.likeliest
        return {
            "measure": self.measure,
            **json_fields(self.scale, scale="name", proposed_for="coefficient", reference="reference"),
            **json_fields(self, "band", "at_least"),
            "likeliest": likeliest,
            "likeliest_probability": probability,
            "reached": self.reached,
            "probabilities": dict(zip([name for _, name in self.scale.bands], self.probabilities, strict=True)),
        }


def readings(result: Result, wanted: float = 0.95) -> list[ScaleReading]:
    """The value on every scale, by cumulative membership (Gwet 2014, chapter 6): the best band whose probability,
    together with the better ones, is at least `wanted`. Empty when the value or its error is unknown."""
    error = next((error.value for error in result.standard_errors if error.kind == "sampling"), math.nan)
    if not result.defined or math.isnan(error):
        return []
    place = _Place.of(result, error)
    return [_read(result, scale, place, wanted) for scale in SCALES]


def read_on_scales(results: Sequence[Result]) -> list[ScaleReading]:
    """The first coefficient that has a scale and a sampling error, on every scale."""
    return next((read for result in results if _is_scaled(result) and (read := readings(result))), [])


def _is_scaled(result: Result) -> bool:
    record = record_of("labels", result) if "(" not in result.measure else None
    return record is not None and record.family == "kappa"


@dataclass(frozen=True)
class _Place:
    """Where the true value may be: normal on either side of the estimate, as far as the interval reaches there."""

    centre: float
    below: float
    above: float

    @classmethod
    def of(cls, result: Result, error: float) -> _Place:
        """From the interval, so that a band it reaches into is never without probability; else from the error."""
        if result.confidence is None or math.isnan(result.low) or math.isnan(result.high) or error == 0:
            return cls(result.value, error, error)
        z = NormalDist().inv_cdf((1 + result.confidence) / 2)
        centre = min(max(result.value, result.low), result.high)
        return cls(centre, (centre - result.low) / z, (result.high - centre) / z)

    def until(self, bound: float) -> float:
        """The probability below a bound; a side without spread has its half at the estimate itself."""
        if bound == self.centre:
            return 0.5 if self.below > 0 else 0.0
        spread = self.below if bound < self.centre else self.above
        return NormalDist(self.centre, spread).cdf(bound) if spread > 0 else float(bound > self.centre)

    def between(self, low: float, high: float) -> float:
        """The probability between two bounds, within −1 … 1, both included."""
        most = self.until(1.0) if self.above > 0 else 1.0
        least = self.until(-1.0)
        if max(low, -1.0) >= min(high, 1.0 + math.ulp(1.0)) or most <= least:
            return 0.0
        upper = most if high > 1 else self.until(high)
        return max(0.0, upper - (least if low < -1 else self.until(low))) / (most - least)


def _read(result: Result, scale: PublishedScale, place: _Place, wanted: float) -> ScaleReading:
    bounds = [low for low, _ in scale.bands] + [math.inf]
    shares = tuple(place.between(low, high) for low, high in pairwise(bounds))
    cumulative = 0.0
    for number in range(len(shares) - 1, -1, -1):
        cumulative += shares[number]
        if cumulative >= wanted:
            break
    return ScaleReading(result.measure, scale, scale.bands[number][1], min(cumulative, 1.0), shares)

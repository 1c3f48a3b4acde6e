"""The random numbers of one simulated annotator: one per element and purpose, the same at every magnitude."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from accord.results.arrays import Floats
from accord.statistics import generator

Kept = TypeVar("Kept")
STREAM = "controlled degradation"


@dataclass(frozen=True, eq=False, kw_only=True)
class Keeping:
    """What is made at the first call and kept: it depends neither on the magnitude nor on who asks."""

    _kept: dict[str, object] = field(default_factory=dict, repr=False)

    def once(self, name: str, made: Callable[[], Kept]) -> Kept:
        if name not in self._kept:
            self._kept[name] = made()
        return self._kept[name]  # type: ignore[return-value]  # what was made under this name


@dataclass(frozen=True, eq=False)
class Draws(Keeping):
    """Streams named by degradation, annotator and purpose; element number i always gets the i-th number of a stream.

    An element is degraded iff its number of the purpose "whether" is below the magnitude m, so that what is degraded
    at a magnitude is degraded at every larger one.
    """

    seed: int
    repeat: int
    annotator: int
    degradation: str
    occurrence: int = 0
    """How often the degradation came before in the same combination."""

    def stream(self, purpose: str) -> np.random.Generator:
        return generator(self.seed, STREAM, self.degradation, self.occurrence, self.repeat, self.annotator, purpose)

    def uniform(self, purpose: str, elements: int) -> Floats:
        """(elements,) numbers in [0, 1); asking for more elements later leaves the first ones as they are."""
        known = self._kept.get(f"uniform {purpose}")
        if not isinstance(known, np.ndarray) or len(known) < elements:
            known = self.stream(purpose).random(elements)
            self._kept[f"uniform {purpose}"] = known
        return known[:elements]

    def whether(self, elements: NDArray[np.int64], magnitude: float) -> NDArray[np.bool_]:
        """Which of the elements are degraded at this magnitude."""
        return self.uniform("whether", _most(elements))[elements] < magnitude

    def of(self, purpose: str, elements: NDArray[np.int64]) -> Floats:
        """One number in [0, 1) for each of the elements, by their numbers."""
        return self.uniform(purpose, _most(elements))[elements]


def _most(elements: NDArray[np.int64]) -> int:
    return int(elements.max(initial=-1)) + 1


def chosen(shares: Floats, uniform: Floats) -> NDArray[np.int64]:
    """For each number in [0, 1) a column of its row of `shares` (rows, columns) ≥ 0, with probability ∝ the share.

    >>> chosen(np.array([[1.0, 3.0], [0.0, 2.0]]), np.array([0.24, 0.0]))
    array([0, 1])
    """
    edges = np.cumsum(shares, axis=1)
    at = uniform * edges[:, -1]
    return np.asarray(np.minimum((edges <= at[:, None]).sum(axis=1), shares.shape[1] - 1), dtype=np.int64)

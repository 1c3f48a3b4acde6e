"""What chance makes of a corpus as a whole: entropies of random continua (Mathet & Widlöcher 2011, section 5.3)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from accord.alignment.batch_entropy import least_entropies
from accord.alignment.dissimilarities import Dissimilarity
from accord.alignment.random_continua import random1, random2
from accord.alignment.solvers import Solvers
from accord.alignment.solving import solve
from accord.annotations import Continuum
from accord.statistics import generator

UNKNOWN = (float("nan"), float("nan"))


class CorpusChance:
    """The random processes of a corpus. What they draw depends on the number of annotators alone, and is drawn once."""

    def __init__(
        self, continua: Sequence[Continuum], method: str, samples: int, seed: int, solvers: Solvers, effort: float
    ) -> None:
        """`effort` is the work, in steps, on each continuum whose best alignment is not found at once."""
        self._continua, self._method, self._samples, self._seed = continua, method, samples, seed
        self._solvers, self._effort = solvers, effort
        self._drawn: dict[tuple[str, int], tuple[list[Continuum], bool]] = {}
        self._entropies: dict[tuple[str, int, Dissimilarity], tuple[float, float]] = {}
        self.gap = 0.0
        """How far, of its mean, the entropy of what was drawn may be above the best."""

    def entropy(self, process: str, annotators: int, dissimilarity: Dissimilarity) -> tuple[float, float]:
        """The mean entropy of what random1 or random2 draws for so many annotators, and its standard error, which is 0
        where all that there is was drawn. nan where the corpus has fewer documents than random2 needs."""
        if process == "random2" and len(self._continua) < annotators:
            return UNKNOWN
        key = process, annotators, dissimilarity
        if key not in self._entropies:
            drawn, every = self._draw(process, annotators)
            if self._method == "greedy":
                solutions = [
                    solve(continuum, dissimilarity, "entropy", "greedy", prove=False, solvers=self._solvers)
                    for continuum in drawn
                ]
                values = np.array([solution.value for solution in solutions])
            else:
                values, bounds = least_entropies(drawn, dissimilarity, self._solvers, self._effort)
                if values.sum() > 0:
                    self.gap = max(self.gap, 1 - float(bounds.sum() / values.sum()))
            error = 0.0 if every or len(values) < 2 else float(values.std(ddof=1) / np.sqrt(len(values)))
            self._entropies[key] = float(values.mean()), error
        return self._entropies[key]

    def _draw(self, process: str, annotators: int) -> tuple[list[Continuum], bool]:
        """Random continua, and whether they are all there are."""
        key = process, annotators
        if key not in self._drawn:
            if process == "random1":
                draw, every = random1(self._continua, annotators), None
            else:
                draw, every = random2(self._continua, annotators)
            rng = generator(self._seed, process, annotators)
            drawn = [draw(rng) for _ in range(self._samples)] if every is None else every
            self._drawn[key] = drawn, every is not None
        return self._drawn[key]

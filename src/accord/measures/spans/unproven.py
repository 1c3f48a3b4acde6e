"""What alignments that are not proven to be the best do to γ: between which values it lies, whatever the best are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from accord.results import Diagnostic
from accord.results.arrays import Floats
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.alignment.chance import AgainstChance

CODE = "ACC400"


def least_and_most(comparisons: Sequence[AgainstChance], fixed: float | None) -> tuple[Floats, Floats, Floats, Floats]:
    """(documents,) the least and the most that the observed and the expected disorder can be at their best; a `fixed`
    one is what it is."""
    observed = [comparison.observed.solution for comparison in comparisons]
    known = [np.array([fixed])] * len(comparisons) if fixed is not None else None
    return (
        np.array([solution.bound for solution in observed]),
        np.array([solution.value for solution in observed]),
        np.array([drawn.mean() for drawn in known or [comparison.least_expected for comparison in comparisons]]),
        np.array([drawn.mean() for drawn in known or [comparison.expected for comparison in comparisons]]),
    )


def gap_of(comparisons: Sequence[AgainstChance], fixed: float | None = None) -> float:
    """By how much of itself the disorder of the data, or that of chance, may be above the best; 0: all is proven."""
    if all(comparison.proven for comparison in comparisons):
        return 0.0
    observed_least, observed_most, expected_least, expected_most = (
        part.sum() for part in least_and_most(comparisons, fixed)
    )
    gaps = ((observed_least, observed_most), (expected_least, expected_most))
    return max(float(1 - least / most) if most > 0 else 0.0 for least, most in gaps)


def bounds_on_gamma(comparisons: Sequence[AgainstChance], fixed: float | None = None) -> dict[str, float]:
    """The gap and, where something is not proven, the lowest and the highest that γ can be."""
    gap = gap_of(comparisons, fixed)
    if not gap:
        return {"gap": 0.0}
    lowest, highest = limits_of_gamma(comparisons, fixed)
    return {"gap": gap, "lowest": lowest if np.isfinite(lowest) else np.nan, "highest": highest}


def limits_of_gamma(comparisons: Sequence[AgainstChance], fixed: float | None = None) -> tuple[float, float]:
    """1 − Σ observed / Σ expected at its lowest and at its highest."""
    observed_least, observed_most, expected_least, expected_most = (
        part.sum() for part in least_and_most(comparisons, fixed)
    )
    lowest = 1 - observed_most / expected_least if expected_least > 0 else -np.inf
    highest = 1 - observed_least / expected_most if expected_most > 0 else np.inf
    return float(lowest), float(highest)


def remark_on_gamma(comparisons: Sequence[AgainstChance], fixed: float | None = None) -> tuple[Diagnostic, ...]:
    """Between which values γ lies; nothing where all alignments are proven."""
    if all(comparison.proven for comparison in comparisons):
        return ()
    lowest, highest = limits_of_gamma(comparisons, fixed)
    between = f"between {lowest:.3f} and {highest:.3f}" if np.isfinite(lowest) else f"at most {highest:.3f}"
    return (Diagnostic(CODE, f"γ is {between} whatever the best alignments are: {_gaps(comparisons)}", hint=_HINT),)


def remark_on_pairs(comparisons: Sequence[AgainstChance]) -> tuple[Diagnostic, ...]:
    """That other alignments may give other pairs of units; nothing where all are proven."""
    if all(comparison.proven for comparison in comparisons):
        return ()
    return (Diagnostic(CODE, f"better alignments may give another value: {_gaps(comparisons)}", hint=_HINT),)


_HINT = "compare fewer annotators at once to have it exact"


def _gaps(compared: Sequence[AgainstChance]) -> str:
    data = _largest(
        [
            comparison.observed.solution.gap / comparison.observed.solution.value
            for comparison in compared
            if _unproven(comparison)
        ]
    )
    drawn = [sample.solution for comparison in compared for sample in comparison.drawn if not sample.solution.optimal]
    chance = _largest([solution.gap / solution.value for solution in drawn])
    documents = f"{many(sum(map(_unproven, compared)), 'document')} of {len(compared):,}"
    clauses = [f"the alignments of {documents} are at most {data:.1%} above the best"] if data else []
    clauses += (
        [f"those of {many(len(drawn), 'random continuum', 'random continua')} at most {chance:.1%}"] if drawn else []
    )
    return ", ".join(clauses)


def _unproven(comparison: AgainstChance) -> bool:
    return not comparison.observed.solution.optimal


def _largest(gaps: list[float]) -> float:
    return max(gaps, default=0.0)

"""Alignment: which units of several annotators are about the same thing, found exactly and with a proof.

`align` aligns a corpus of spans; `solve` is the kernel for one continuum; dissimilarities are objects to compose.
"""

from accord.alignment.aligning import align
from accord.alignment.dissimilarities import CategoryMatrix, Combined, Hamming, Nominal, Ordinal, Sporadic
from accord.alignment.learning import AutoTolerance, Estimated
from accord.alignment.result import Alignment, DocumentAlignment, UnitaryAlignment
from accord.alignment.solution import Solution
from accord.alignment.solving import solve

__all__ = [
    "Alignment",
    "AutoTolerance",
    "CategoryMatrix",
    "Combined",
    "DocumentAlignment",
    "Estimated",
    "Hamming",
    "Nominal",
    "Ordinal",
    "Solution",
    "Sporadic",
    "UnitaryAlignment",
    "align",
    "solve",
]

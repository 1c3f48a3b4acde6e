"""What the parameters of measures of spans do, and those that several of them share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from accord.measures.record import Block, Parameter
from accord.measures.spans.kernels.pair_counts import MATCHES

if TYPE_CHECKING:
    from accord.alignment.dissimilarities import Combined

MATCHED = {
    "match": Parameter(
        "When two units are the same: exact (bounds and category), boundary (bounds), type (some overlap and the same "
        "category), overlap (some overlap).",
        MATCHES,
    ),
    "credit": Parameter("What a match with other bounds counts, above 0 and at most 1; for type and overlap."),
    "reference": Parameter("The annotator whom the others are compared with; None: everybody with everybody."),
}
EMPTIES = Parameter(
    "Whether units that nobody else found are left out, as in the paper, or count as full disagreement, as in "
    "pygamma-agreement.",
    ("ignore", "count"),
)


@dataclass(frozen=True)
class RandomContinua:
    """How chance is sampled."""

    sampling: str
    precision: float | None
    samples: int
    seed: int


def _sampled(
    *, sampler: str = "shuffle", precision: float | None = 0.02, samples: int = 30, seed: int = 0
) -> RandomContinua:
    return RandomContinua(sampler, precision, samples, seed)


SAMPLED = Block(
    "chance",
    _sampled,
    {
        "sampler": Parameter(
            "How chance is drawn: whole annotators turned around the document (shuffle; pygamma: as pygamma-agreement "
            "does it), or units drawn from the statistics of the document.",
            ("shuffle", "statistical", "pygamma"),
        ),
        "precision": Parameter("Half the 95 % interval that the sampled value may have; None: as many as samples."),
        "samples": Parameter("Random continua that are drawn at first, or at all where precision is None."),
    },
)


def _dissimilarity(
    *,
    alpha: float = 1.0,
    beta: float = 1.0,
    delta_empty: float = 1.0,
    matrix: str | None = None,
    order: str | None = None,
) -> Combined:
    from accord.alignment.dissimilarity_options import dissimilarity_from_options

    return dissimilarity_from_options(alpha=alpha, beta=beta, delta_empty=delta_empty, matrix=matrix, order=order)


BETWEEN_UNITS = {
    "alpha": Parameter("The weight of places in the dissimilarity of two units."),
    "beta": Parameter("The weight of categories in the dissimilarity of two units."),
    "delta_empty": Parameter("The dissimilarity to no unit: what a unit that somebody missed costs."),
    "matrix": Parameter("A file of dissimilarities between categories, a square table; None: equal or not."),
    "order": Parameter("The categories from low to high, as in 'low,medium,high', for a distance by ranks."),
}
DISSIMILARITY = Block("dissimilarity", _dissimilarity, BETWEEN_UNITS)

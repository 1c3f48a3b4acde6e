"""What the parameters of measures of spans do, and those that several of them share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from accord.measures.record import Block, Parameter
from accord.measures.spans.kernels.pair_counts import MATCHES, SCHEMES
from accord.results import UsageError

if TYPE_CHECKING:
    from accord.alignment.dissimilarities import Combined
    from accord.annotations.spans import Spans

MATCHED = {
    "match": Parameter(
        "When two units are the same: exact (bounds and category), boundary (bounds), type (some overlap and the same "
        "category), overlap (some overlap), muc (half for the bounds, half for the category). As shared tasks call "
        "them: strict, semeval_strict and conll are exact; semeval_exact is boundary; partial and semeval_partial are "
        "overlap with half a credit for other bounds; semeval_type is type; ace is overlap.",
        (*MATCHES, *SCHEMES),
        words={
            "exact": "exact match",
            "boundary": "same bounds",
            "type": "same category",
            "overlap": "any overlap",
            "muc": "MUC",
            **{name: f"{name.replace('_', ' ')} match" for name in SCHEMES},
        },
    ),
    "credit": Parameter("What a match with other bounds counts, above 0 and at most 1; for type and overlap."),
    "reference": Parameter("The annotator whom the others are compared with; None: everybody with everybody."),
}


def place_of_category(spans: Spans, category: str | None, measure: str) -> int:
    """The category that a measure is about; a UsageError where none is named, or one that does not occur."""
    code = None if category is None else spans.categories.code(category)
    if code is None:
        about = (
            f"{measure} is about one category" if category is None else f"'{category}' is not a category of these data"
        )
        raise UsageError(about, f"the categories are {spans.categories}")
    return code


def assert_costs(**costs: object) -> None:
    """A UsageError for one that is not a number of at least 0."""
    for name, cost in costs.items():
        if isinstance(cost, bool) or not isinstance(cost, int | float) or not 0 <= cost < float("inf"):
            raise UsageError(f"{name}={cost!r} is no cost", "give a number, 0 or more")


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
    expected: float | None
    time_limit: float | None
    seed: int

    @property
    def drawing(self) -> dict[str, Any]:
        """What is said to those who draw."""
        return {
            "sampling": self.sampling,
            "precision": self.precision,
            "samples": self.samples,
            "time_limit": self.time_limit,
            "seed": self.seed,
        }


def _sampled(
    *,
    sampler: str = "shuffle",
    precision: float | None = 0.02,
    samples: int = 30,
    expected: float | None = None,
    time_limit: float | None = None,
    seed: int = 0,
) -> RandomContinua:
    return RandomContinua(sampler, precision, samples, fixed_chance(expected), checked_limit(time_limit), seed)


def fixed_chance(expected: object) -> float | None:
    """Chance that is given as a number; None where it is drawn."""
    return _positive(expected, f"expected={expected!r} is not a number above 0", "None draws chance")


EXPECTED = Parameter(
    "Chance as a number instead of drawn, for all documents: what the component of that name was elsewhere, on a "
    "reference or in a paper; None: drawn."
)


def checked_limit(time_limit: object) -> float | None:
    """A limit in seconds; None where there is none."""
    refused = f"time_limit={time_limit!r} is not a number of seconds above 0"
    return _positive(time_limit, refused, "None leaves the usual work")


def _positive(number: object, refused: str, hint: str) -> float | None:
    if number is None:
        return None
    if isinstance(number, bool) or not isinstance(number, int | float) or not 0 < number < float("inf"):
        raise UsageError(refused, hint)
    return float(number)


def time_limit_of(usual: int) -> Parameter:
    """The parameter of a measure that usually takes about so many seconds at most."""
    return Parameter(
        "About how many seconds of one processor may go to alignments, of the data and of chance, that are not "
        f"found at once; they are counted in steps of work, so that the value is the same everywhere. None: {usual}."
    )


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
        "samples": Parameter(
            "Random continua of each document that are drawn at first, or at all where precision is None. Of more than "
            "a hundred documents about 3,000 are drawn at first, at least 10 of each, as their errors average out."
        ),
        "expected": EXPECTED,
        "time_limit": time_limit_of(100),
    },
)


def _dissimilarity(
    *,
    alpha: float = 1.0,
    beta: float = 1.0,
    delta_empty: float = 1.0,
    positional: str = "sporadic",
    tolerance: float | str | None = None,
    matrix: str | None = None,
    order: str | None = None,
) -> Combined:
    from accord.alignment.dissimilarity_options import dissimilarity_from_options

    return dissimilarity_from_options(
        alpha=alpha,
        beta=beta,
        delta_empty=delta_empty,
        positional=positional,
        tolerance=tolerance,
        matrix=matrix,
        order=order,
    )


def learns_from_others(parameters: Mapping[str, object]) -> bool:
    """Whether a part of the dissimilarity is learnt from the other documents."""
    return parameters["tolerance"] == "auto" or parameters["matrix"] == "estimated"


BETWEEN_UNITS = {
    "alpha": Parameter("The weight of places in the dissimilarity of two units."),
    "beta": Parameter("The weight of categories in the dissimilarity of two units."),
    "delta_empty": Parameter("The dissimilarity to no unit: what a unit that somebody missed costs."),
    "positional": Parameter(
        "How places are compared: both bounds over the lengths, or ends alone, for segmentations without gaps.",
        ("sporadic", "hamming"),
    ),
    "tolerance": Parameter(
        "Of sporadic places: how far apart units may be and still be aligned rather than missing; None: 4, units of "
        "equal length touch; auto: learnt from the other documents."
    ),
    "matrix": Parameter(
        "A file of dissimilarities between categories, a square table; estimated: from how often they are confused in "
        "the other documents; None: equal or not."
    ),
    "order": Parameter("The categories from low to high, as in 'low,medium,high', for a distance by ranks."),
}
DISSIMILARITY = Block("dissimilarity", _dissimilarity, BETWEEN_UNITS)

"""What the parameters of measures of relations do, and those that several of them share."""

from __future__ import annotations

from dataclasses import dataclass

from accord.measures.record import Block, Parameter
from accord.measures.relations.graphs.agreement import Chance
from accord.measures.relations.graphs.chance import NULL_MODELS
from accord.measures.relations.graphs.directions import MEANS
from accord.measures.relations.graphs.unit_matching import MATCHES

EMPTY = {"empty": Parameter("The value of two annotators neither of whom drew anything.", (1.0, 0.0, None))}
IMPLICIT = {"implicit": Parameter("Whether links that follow from others (a path) count as drawn.", (False, True))}
LABELLED = {"labelled": Parameter("Whether labels must be the same, too.", (False, True))}
MEAN = {"mean": Parameter("How the two directions of a comparison are averaged.", MEANS)}
DIRECTED = {"directed": Parameter("Whether paths follow the direction of links.", (True, False))}
SINGLETONS = {"singletons": Parameter("Whether mentions without a relation count as entities.", (True, False))}
DISTANCE_OF_UNITS = {
    "weight": Parameter("How a pair of units counts: alike, or by 1/distance in reading order.", (None, "inverse")),
    "max_distance": Parameter("Pairs of units further apart than this are left out; None: none are."),
}
SAMPLING = {
    "precision": Parameter("Half the 95 % interval that the sampled value may have."),
    "samples": Parameter("How many samples are drawn; None: as many as the precision needs."),
}


def _chance(*, chance: str | None = None, precision: float = 0.01, samples: int | None = None, seed: int = 0) -> Chance:
    return Chance(chance, precision, samples, seed)


CHANCE = Block(
    "chance",
    _chance,
    {
        "chance": Parameter(
            "The null model of graphs that the value is corrected by: units exchanged (permutation), the degrees of "
            "units kept (degree), the lengths of links kept (length); None: no correction.",
            (None, *NULL_MODELS),
            words={
                "permutation": "corrected for chance",
                "degree": "corrected for chance, degrees kept",
                "length": "corrected for chance, lengths kept",
            },
        ),
        **SAMPLING,
    },
)


def _units(*, units: str = "alignment") -> str:
    return units


UNITS = Block(
    "units",
    _units,
    {
        "units": Parameter(
            "Where annotators found their own units, how these are matched: by the best alignment of each two "
            "(alignment) or of all annotators (joint), by equal bounds (exact) or overlap.",
            MATCHES,
        )
    },
)


@dataclass(frozen=True)
class Entities:
    """How entities are compared: with singletons or not, two empty ones, chance, and how units are matched."""

    singletons: bool
    empty: float | None
    chance: Chance
    units: str


def _entities(
    *,
    singletons: bool = True,
    empty: float | None = 1.0,
    chance: str | None = None,
    precision: float = 0.01,
    samples: int | None = None,
    seed: int = 0,
    units: str = "alignment",
) -> Entities:
    return Entities(singletons, empty, Chance(chance, precision, samples, seed), units)


ENTITIES = Block("entities", _entities, {**SINGLETONS, **EMPTY, **CHANCE.about, **UNITS.about})


def corrected_by_chance(parameters: object) -> bool:
    """Whether a null model of graphs is asked for."""
    return isinstance(parameters, dict) and parameters.get("chance") is not None

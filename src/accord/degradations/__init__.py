"""Annotators that never were: annotations made from a reference by a known number of errors.

`degrade` departs from a reference by a known magnitude, for every shape (Mathet et al. 2012; Boiteau 2024);
`simulated_annotators` and `fictitious_groups` are those of Bregeon et al. 2019.
"""

from accord.degradations.built_in import argument_tree, labelled_items, random_units
from accord.degradations.degrading import Simulation, degrade, steps_of
from accord.degradations.fictitious import fictitious_groups
from accord.degradations.observed_mix import observed_errors
from accord.degradations.registry import degradations
from accord.degradations.simulated import simulated_annotators
from accord.degradations.starting_points import Annotations, reference_of
from accord.degradations.step import Step

__all__ = [
    "Annotations",
    "Simulation",
    "Step",
    "argument_tree",
    "degradations",
    "degrade",
    "fictitious_groups",
    "labelled_items",
    "observed_errors",
    "random_units",
    "reference_of",
    "simulated_annotators",
    "steps_of",
]

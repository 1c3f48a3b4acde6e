"""From what annotators said to one label per item: the vote, and models of annotators fitted to their labels.

`reference` gives the labels with their probabilities, the competence of the annotators and the items to discuss.
"""

from accord.consensus.adjudicating import MODELS, reference
from accord.consensus.result import Adjudicated, Reference
from accord.consensus.units import consensus_units
from accord.consensus.votes import majority_vote

__all__ = [
    "MODELS",
    "Adjudicated",
    "Reference",
    "consensus_units",
    "majority_vote",
    "reference",
]

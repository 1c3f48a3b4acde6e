"""Annotators that never were: labels made from a reference by a known number of errors (Bregeon et al. 2019).

`simulated_annotators` keeps where and how real annotators disagree, `fictitious_groups` starts from nothing.
"""

from accord.degradations.fictitious import fictitious_groups
from accord.degradations.simulated import simulated_annotators

__all__ = ["fictitious_groups", "simulated_annotators"]

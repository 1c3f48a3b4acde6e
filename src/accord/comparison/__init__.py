"""Annotations beside others: people and models, before and after, groups of people, estimates that both give."""

from accord.comparison.comparing import BeforeAfter, compare
from accord.comparison.estimating import Estimates, estimate

__all__ = ["BeforeAfter", "Estimates", "compare", "estimate"]

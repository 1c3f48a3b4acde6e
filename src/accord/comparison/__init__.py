"""Annotations beside others: people and models, before and after, groups of people, estimates that both give."""

from accord.comparison.campaign_log import log_results
from accord.comparison.comparing import BeforeAfter, compare
from accord.comparison.estimating import Estimates, estimate
from accord.comparison.histories import History, history

__all__ = ["BeforeAfter", "Estimates", "History", "compare", "estimate", "history", "log_results"]

"""Annotations beside others: people and models, before and after, groups of people, estimates that both give."""

from accord.comparison.before_and_after import BeforeAfter
from accord.comparison.campaign_log import log_results
from accord.comparison.comparing import compare
from accord.comparison.estimating import Estimates, estimate
from accord.comparison.field_by_field import FieldsCompared
from accord.comparison.group_results import GroupsFound
from accord.comparison.grouping import compare_groups
from accord.comparison.histories import History, history

__all__ = [
    "BeforeAfter",
    "Estimates",
    "FieldsCompared",
    "GroupsFound",
    "History",
    "compare",
    "compare_groups",
    "estimate",
    "history",
    "log_results",
]

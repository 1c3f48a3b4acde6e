"""How objects of lower rooms are shown by higher ones: found by name when a method asks for it.

`results.to_latex()` belongs to the object for whoever uses it, and its code to the room that lays out tables.
"""

from __future__ import annotations

import importlib
from typing import Any

_HOMES = {
    "sum of annotations": ("accord.annotations.adding", "added"),
    "drawing of an alignment": ("accord.renderings.lanes", "alignment_svg"),
    "results": ("accord.renderings.results", "results_as"),
    "columns of items": ("accord.renderings.full_listing", "item_columns"),
    "columns of answers": ("accord.renderings.full_listing", "answer_columns"),
    "columns of places": ("accord.renderings.full_listing", "listing_columns"),
    "charts of findings": ("accord.report_page.notebook_charts", "charts_of"),
    "chart of a stability curve": ("accord.report_page.charts.stability_lines", "stability_chart"),
    "chart of before and after": ("accord.report_page.charts.before_after", "before_after_chart"),
    "chart of fields before and after": ("accord.report_page.charts.before_after", "fields_chart"),
    "chart of a place": ("accord.report_page.notebook_charts", "place_chart"),
    "chart of groups": ("accord.report_page.notebook_charts", "groups_chart"),
    "chart of a history": ("accord.report_page.charts.history_lines", "history_chart"),
    "chart of estimates": ("accord.report_page.charts.estimates", "estimates_chart"),
    "charts of an admission": ("accord.report_page.admission_page", "admission_charts"),
    "page of an admission": ("accord.report_page.admission_page", "write_admission_page"),
    "chart of results": ("accord.report_page.notebook_charts", "results_chart"),
}


def presented(how: str, *what: Any, **options: Any) -> Any:
    """What the function of that presentation makes of an object."""
    module, name = _HOMES[how]
    return getattr(importlib.import_module(module), name)(*what, **options)

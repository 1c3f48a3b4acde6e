"""The report: one self-contained offline HTML file made from findings."""

from accord.report_page.page import page, report, report_json

__all__ = ["page", "report", "report_json"]

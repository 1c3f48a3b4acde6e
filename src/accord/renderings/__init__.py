"""Findings as text, CSV, Markdown, LaTeX and JSON. Nothing is computed here."""

from accord.renderings.numbers import shown
from accord.renderings.results import results_json, results_table
from accord.renderings.tables import Table, as_csv, as_latex, as_markdown, as_text

__all__ = ["Table", "as_csv", "as_latex", "as_markdown", "as_text", "results_json", "results_table", "shown"]

"""Findings as text, CSV, Markdown, LaTeX, JSON and drawings. Nothing is computed here."""

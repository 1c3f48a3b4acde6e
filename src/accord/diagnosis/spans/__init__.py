"""Findings about spans: what the disagreement is made of, by annotators and by categories."""

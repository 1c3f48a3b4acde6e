"""Findings about labels: annotators, categories and items, and what the labels promise."""

"""Findings about free answers: dispersed items, and annotators whose answers nobody shares."""

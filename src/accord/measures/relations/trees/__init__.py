"""Annotations as trees, and the edit distance between trees."""

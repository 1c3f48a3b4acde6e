"""Findings about a whole project: every question beside the others, and what is only visible across them."""

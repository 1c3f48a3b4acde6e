"""Findings about relations and coreference: links, entities, and the units that they join."""

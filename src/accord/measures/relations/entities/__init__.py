"""Coreference as entities: which mentions are in one, and what two annotators' entities share."""

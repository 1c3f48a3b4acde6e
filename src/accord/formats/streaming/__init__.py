"""Tables of labels that are larger than memory: read once, in portions, and counted as they come."""

"""Agreement on free answers. A module here is found by itself: a measure is a decorated function."""

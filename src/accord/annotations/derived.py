"""What is made of data once and needed again: it belongs to the data, and goes with them."""

from __future__ import annotations

from functools import cached_property


class Derived:
    """Data that keep what others made of them."""

    @cached_property
    def derived(self) -> dict[object, object]:
        """What others made of these data and will need again, by a key of their own; it lives as long as the data."""
        return {}

    def __getstate__(self) -> dict[str, object]:
        """Without what was derived: other processes make it anew."""
        return {name: value for name, value in self.__dict__.items() if name != "derived"}

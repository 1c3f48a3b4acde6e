"""What all shapes of annotation have in common: what is known about the whole, and parts of their columns."""

from __future__ import annotations

import html
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from accord.annotations.roles import Role, Roles
from accord.results import Diagnostics, ReadAs


class ShownAsText:
    """What a notebook shows as it shows text."""

    def _repr_html_(self) -> str:
        return f"<p>{html.escape(repr(self))}</p>"


@dataclass(frozen=True, eq=False, kw_only=True)
class WithOrigin:
    """What is known about annotations as a whole, wherever they come from."""

    roles: Roles = field(default_factory=dict)
    """What the annotators are, where it is known; whoever is not named is a person."""
    read_as: ReadAs = ()
    """What was read as what."""
    diagnostics: Diagnostics = ()
    source: str | None = None
    files: tuple[str, ...] = field(default=(), repr=False)
    """The files they were read from, as absolute paths: nothing is written over them."""

    def roles_of(self, names: Iterable[str]) -> dict[str, Role]:
        """The roles that are known of these annotators."""
        return {name: role for name, role in self.roles.items() if name in names}


class Annotated(WithOrigin, ShownAsText):
    """Annotations of some shape, which keep what others made of them."""

    @cached_property
    def derived(self) -> dict[object, object]:
        """What others made of these data and will need again, by a key of their own; it lives as long as the data."""
        return {}

    def __getstate__(self) -> dict[str, object]:
        """Without what was derived: other processes make it anew."""
        return {name: value for name, value in self.__dict__.items() if name != "derived"}


def picked(data: object, places: NDArray[np.integer], *columns: str) -> dict[str, Any]:
    """These columns of data at these places, for `replace`: arrays, tuples and lists each as what they are, no column
    as none."""
    return {name: at_places(getattr(data, name), places) for name in columns}


def at_places(column: Any, places: NDArray[np.integer]) -> Any:
    if column is None or isinstance(column, np.ndarray):
        return None if column is None else column[places]
    cells = [column[place] for place in places.tolist()]
    return tuple(cells) if isinstance(column, tuple) else cells

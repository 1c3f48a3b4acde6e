"""What looks for findings in the data alone: the record of a finder, and the decorator that makes one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from accord.diagnosis.finding import Finding


@dataclass(frozen=True)
class Finder:
    """`find(data)` gives the findings about annotations of one shape: none, one or several."""

    shape: str
    name: str
    find: Callable[[Any], Iterable[Finding]]


def finder(shape: str) -> Callable[[Callable[[Any], Iterable[Finding]]], Finder]:
    """Make a finder of a function `(data) -> findings`; its name is the function's."""

    def made(find: Callable[[Any], Iterable[Finding]]) -> Finder:
        return Finder(shape, find.__name__, find)

    return made

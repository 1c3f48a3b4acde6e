"""What callers hand over where a list or a mapping is meant; a text would be taken apart into its letters."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from accord.results import UsageError

_SHOWN = 60  # letters of what was given


def listed(value: Any, what: str, hint: str | None = None) -> list[Any]:
    """The members of any iterable; a UsageError for one text, and for what has no members.

    >>> listed(("A", "B"), "annotators=")
    ['A', 'B']
    """
    if isinstance(value, str | bytes) or not isinstance(value, Iterable):
        kind = "one text" if isinstance(value, str | bytes) else f"of type {type(value).__name__}"
        message = f"{what}{_shown(value)} is {kind}, where a list is expected"
        raise UsageError(message, hint or f"write a list: {what}[{_shown(value)}, …]")
    return list(value)


def repeated(names: Iterable[str]) -> str | None:
    """The first name that stands there a second time, or None.

    >>> repeated(["Ann", "Bob", "Ann"])
    'Ann'
    """
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None


def by_name(value: Any, name: str, example: str) -> Mapping[Any, Any]:
    """A mapping, such as that of documents to their texts; a UsageError for anything else."""
    if not isinstance(value, Mapping):
        message = f"{name}={_shown(value)} is of type {type(value).__name__}, where a mapping is expected"
        raise UsageError(message, f"write {name}={example}")
    return value


def texts_by_name(value: Any, of: str) -> dict[str, str] | None:
    """texts= of documents or items, of those that have one."""
    if value is None:
        return None
    return {
        str(name): str(text) for name, text in by_name(value, "texts", f"{{{of}: text}}").items() if text is not None
    }


def places_of(chosen: Any, names: Sequence[str], what: str) -> NDArray[np.int64]:
    """The places of documents, items or annotators, given by names or places, in the order in which they are given.

    >>> places_of(["b", "a"], ("a", "b"), "document"), places_of([1], ("a", "b"), "document")
    (array([1, 0]), array([1]))
    """
    wanted = chosen.tolist() if isinstance(chosen, np.ndarray) else listed(chosen, f"{what}s ")
    number: dict[object, int] = {}
    if any(isinstance(choice, str) for choice in wanted):
        number = {name: place for place, name in reversed(list(enumerate(names)))}
    known = len(names)
    for choice in wanted:
        if choice not in number and not (isinstance(choice, int | np.integer) and -known <= choice < known):
            place_of(choice, tuple(names), what)
    return np.array([number[choice] if choice in number else int(choice) % known for choice in wanted], dtype=np.int64)


def place_of(wanted: Any, names: tuple[str, ...], what: str = "document") -> int:
    """The place of a document or annotator, given by name or place; a UsageError where there is none."""
    if isinstance(wanted, str) and wanted in names:
        return names.index(wanted)
    if isinstance(wanted, int | np.integer) and -len(names) <= wanted < len(names):
        return int(wanted)
    shown = ", ".join(names[:5]) + (", …" if len(names) > 5 else "")
    raise UsageError(f"there is no {what} {_shown(wanted)}", f"the {what}s are {shown or 'none'}")


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"

"""Annotations in the order of their names, so that what is drawn by name does not depend on the order of rows."""

from __future__ import annotations

from collections.abc import Sequence

from accord.annotations.among import Annotations
from accord.annotations.labels import Labels


def by_names(data: Annotations) -> Annotations:
    """Items or documents, then annotators, sorted by their names; what has none stays where it is."""
    names = _names(data)
    if names is not None:
        order = sorted(range(len(names)), key=lambda place: (names[place], place))
        if order != list(range(len(order))):
            data = data.of_items(order) if isinstance(data, Labels) else data.of_documents(order)
    people = data.annotators
    if people is None or list(people) == sorted(people):
        return data
    return data.of_annotators(sorted(people))


def _names(data: Annotations) -> Sequence[str] | None:
    """Of items or documents; None where a row stands for several, or they have none."""
    if not isinstance(data, Labels):
        return data.documents
    return data.items if data.n_rows == data.n_items else None

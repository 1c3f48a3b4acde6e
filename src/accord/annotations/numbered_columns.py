"""From the names in columns to numbers: documents, annotators and categories, and who was asked about what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from accord.annotations.categories import Categories, canonical_text
from accord.results import DataError, Place

UNNAMED = -1
"""The code of what has no category."""


def numbered(first: Iterable[str] | None, column: Iterable[str]) -> dict[str, int]:
    """The number of each name: those that come first, also where the column has none of them, then as they are met."""
    return {name: number for number, name in enumerate(dict.fromkeys([*(first or ()), *column]))}


def with_asked(
    asked: NDArray[np.bool_],
    assigned: Iterable[tuple[str, str]],
    where: Mapping[str, int],
    people: Mapping[str, int],
    which: NDArray[np.int32],
    who: NDArray[np.int32],
) -> NDArray[np.bool_]:
    """(documents, annotators) who was asked: those who are known to, those assigned, and whoever has annotations."""
    for document, annotator in assigned:
        if document not in where or annotator not in people:
            raise DataError("ACC022", f"'{annotator}' is assigned to '{document}', and one of them is not known")
        asked[where[document], people[annotator]] = True
    asked[which, who] = True
    return asked


def text_of(label: object) -> str | None:
    """The category that a label names; None, nan and the empty text name none."""
    return None if label is None or label == "" or label != label else canonical_text(label)


def coded(
    texts: Sequence[str | None],
    declared: Iterable[object] | None,
    what: str,
    place_of: Callable[[int], Place | None],
) -> tuple[Categories, NDArray[np.int32]]:
    """The categories, declared or those that occur, and the code of each text; one that was not declared is refused."""
    used = {text for text in texts if text is not None}
    categories = Categories.recorded(used) if declared is None else Categories.declare(declared)
    outside = sorted(used - set(categories.texts))
    if outside:
        place = place_of(texts.index(outside[0]))
        raise DataError("ACC008", f"'{outside[0]}' is not a declared {what}", place, f"they are {categories}")
    codes = [UNNAMED if text is None else categories.index[text] for text in texts]
    return categories, np.array(codes, dtype=np.int32)

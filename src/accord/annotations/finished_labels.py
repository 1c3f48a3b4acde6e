"""What all ways of giving labels end with: their categories and their level, checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from accord.annotations.categories import Categories, canonical_text
from accord.annotations.given_lists import repeated
from accord.annotations.labels import Labels, Level, check_level
from accord.results import DataError, Place, UsageError
from accord.results.option_names import option


def outside(declared: Categories, label: str, place: Place) -> DataError:
    """The error of a label that is not among the declared categories."""
    known = ", ".join(f"'{text}'" for text in declared.texts[:8]) + (", …" if len(declared) > 8 else "")
    hint = f"correct the label, or declare it too ({option('categories')}); declared are {known}"
    return DataError("ACC008", f"the label '{label}' is not a declared category", place, hint)


def category_set(texts: Iterable[str], categories: Iterable[object] | None, sets: bool) -> Categories:
    if categories is not None:
        return Categories.declare(categories, sets=sets)
    return Categories.recorded(texts, sets=sets)


def finished(
    categories: Categories,
    level: Level | None,
    annotators: tuple[str, ...] | None,
    starts: NDArray[np.int64],
    who: NDArray[np.int32] | None,
    codes: NDArray[np.int32],
    weights: NDArray[np.int64],
    items: Sequence[str] | None,
    nothing: object,
) -> Labels:
    chosen, text = checked(categories, level, annotators, nothing, empty=len(codes) == 0)
    return Labels(categories, chosen, annotators, starts, who, codes, weights.astype(np.int64), items, text)


def checked(
    categories: Categories, level: Level | None, annotators: tuple[str, ...] | None, nothing: object, *, empty: bool
) -> tuple[Level, str | None]:
    """The level, and the text of the category for nothing; an error where they do not go with the data."""
    chosen: Level = level if level is not None else "sets" if categories.sets else "nominal"
    check_level(categories, chosen)
    text = None
    if nothing is not None:
        if categories.code(nothing) is None and not empty:
            raise UsageError(f"'{nothing}' is not a category of these data", f"they are {categories}")
        text = canonical_text(nothing)
    twice = repeated(annotators or ())
    if twice is not None:
        raise DataError(
            "ACC007", f"two annotators are called '{twice}'", hint="give each annotator a name of their own"
        )
    return chosen, text

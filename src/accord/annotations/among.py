"""The same data among some of their annotators: who is taken, who is set aside, and what goes with them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from accord.annotations.answers import Answers
from accord.annotations.asking import settled
from accord.annotations.categories import Categories
from accord.annotations.labels import Labels
from accord.annotations.relations import Relations
from accord.annotations.roles import matching
from accord.annotations.spans import Spans
from accord.results import Reading, UsageError
from accord.results.option_names import option
from accord.results.reading import in_order

Annotations = Answers | Labels | Relations | Spans
Shape = TypeVar("Shape", Answers, Labels, Relations, Spans, Answers | Labels | Relations | Spans)
Names = str | Iterable[str] | None


def chosen(data: Shape, only: Names = None, without: Names = None) -> Shape:
    """Only these annotators, or all but those; patterns such as 'gpt*' are allowed.

    >>> from accord.annotations.building import labels
    >>> data = labels([["a", "a", "b"], ["b", "b", "b"]], annotators=["Ann", "Bob", "gpt-4"])
    >>> chosen(data, without="gpt*").annotators
    ('Ann', 'Bob')
    """
    if only is None and without is None:
        return data
    if data.annotators is None:
        raise UsageError(
            "who annotated what is not known", f"these are counts: leave {option('only')} and {option('without')} out"
        )
    kept = taken(data.annotators, only, without)
    told = Reading("annotators", f"only {', '.join(kept[:8])}{', …' if len(kept) > 8 else ''}, as asked for")
    part = among(data, kept)
    part = replace(part, read_as=in_order((*data.read_as, told)))
    return part if isinstance(part, Labels) else settled(part)


def taken(names: Sequence[str], only: Names, without: Names) -> tuple[str, ...]:
    """The names that stay, in their order; a UsageError where none does."""
    wanted = set(names if only is None else matching(names, several(only)))
    wanted -= set(() if without is None else matching(names, several(without)))
    if not wanted:
        raise UsageError(f"{option('only')} and {option('without')} leave no annotator", "name others")
    return tuple(name for name in names if name in wanted)


def several(names: str | Iterable[str]) -> tuple[str, ...]:
    """One name or several as a tuple."""
    return (names,) if isinstance(names, str) else tuple(map(str, names))


def among(data: Shape, names: Sequence[str]) -> Shape:
    """Only these annotators, without the items, documents and categories that only others have to do with."""
    if data.annotators is not None and tuple(names) == data.annotators:
        return data
    if isinstance(data, Labels):
        kept = data.of_annotators(names)
        return _with_used_categories(kept._rows((kept.sizes > 0) | (data.sizes == 0)))
    part = data.of_annotators(names)
    # documents that somebody is still asked about, or that nobody ever was
    asked = np.flatnonzero(part.assigned.any(axis=1) | ~data.assigned.any(axis=1))
    part = part.of_documents(asked.tolist())
    if isinstance(part, Answers):
        return _with_used_answers(part)
    return _with_used_units(part) if isinstance(part, Spans) else _with_used_types(part)


def _used(categories: Categories, codes: NDArray[np.int32]) -> tuple[Categories, NDArray[np.int32]]:
    """Without the categories that were recorded and that nobody uses any more; declared ones stay."""
    present = np.bincount(codes[codes >= 0], minlength=len(categories)) > 0
    if categories.declared or present.all():
        return categories, codes
    texts = [text for text, there in zip(categories.texts, present, strict=True) if there]
    fewer = Categories.recorded(texts, sets=categories.sets)
    lookup = np.array([fewer.index.get(text, -1) for text in categories.texts] + [-1], dtype=np.int32)
    return fewer, lookup[codes]


def _with_used_categories(data: Labels) -> Labels:
    categories, codes = _used(data.categories, data.codes)
    nothing = data.nothing if data.nothing in categories.index else None
    return data if categories is data.categories else replace(data, categories=categories, codes=codes, nothing=nothing)


def _with_used_units(data: Spans) -> Spans:
    categories, codes = _used(data.categories, data.codes)
    return replace(data, categories=categories, codes=codes)


def _with_used_types(data: Relations) -> Relations:
    labels, codes = _used(data.labels, data.codes)
    types, kinds = _used(data.types, data.component_types)
    spans = None if data.spans is None else _with_used_units(data.spans)
    return replace(data, labels=labels, codes=codes, types=types, component_types=kinds, spans=spans)


def _with_used_answers(data: Answers) -> Answers:
    present = np.bincount(data.codes, minlength=len(data.vocabulary)) > 0
    place = np.cumsum(present) - 1
    words = tuple(word for word, there in zip(data.vocabulary, present, strict=True) if there)
    return replace(data, vocabulary=words, codes=place[data.codes].astype(np.int32) if len(place) else data.codes)

"""From columns to `Answers`: each answer once per item and annotator, after normalisation; counts added up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from accord.annotations.answers import NOBODY, Answers
from accord.annotations.normalising import Normaliser
from accord.annotations.numbered_columns import CodedColumn, Column, as_coded, numbered, numbers_in, with_asked
from accord.results import DataError, Diagnostic, Diagnostics, Place, UsageError

if TYPE_CHECKING:
    from accord.annotations.frames import Origin


def answers_from_columns(
    *,
    item: Column[str],
    answer: Column[str | None],
    annotator: Column[str] | None = None,
    count: Sequence[object] | None = None,
    items: Sequence[str] | None = None,
    annotators: Sequence[str] | None = None,
    assigned: Iterable[tuple[str, str]] = (),
    normaliser: Normaliser | None = None,
    texts: Mapping[str, str] | None = None,
    origin: Origin | None = None,
    source: str | None = None,
) -> Answers:
    """Answers from parallel columns, one row per answer in the order given; None or blank: asked, and no answer.

    With `count` in place of `annotator` only counts are known. `items` and `annotators` give their order and name those
    without answers; `assigned` are further (item, annotator) pairs that were asked. `origin` tells the line a row came
    from, for errors.
    """
    if (annotator is None) == (count is None):
        raise UsageError("answers have either annotators or counts", "give one of the two columns")
    rules = normaliser or Normaliser()
    where = numbered(items, item)
    which = numbers_in(item, where.__getitem__)
    plain = _normalised(which, tuple(where), as_coded(answer), rules)
    vocabulary = tuple(sorted({text for text in plain.met() if text}))
    code_of = {text: code for code, text in enumerate(vocabulary)}
    codes = numbers_in(plain, lambda text: code_of.get(text, NOBODY))
    described = None if texts is None else [texts.get(name, "") for name in where]
    if annotator is None:
        rows = _summed(which, codes, _times(count or (), item, origin), len(vocabulary))
        return Answers(
            items=tuple(where),
            annotators=None,
            vocabulary=vocabulary,
            assigned=np.zeros((len(where), 0), dtype=bool),
            item=rows[0],
            who=np.full(len(rows[0]), NOBODY, dtype=np.int32),
            codes=rows[1],
            times=rows[2],
            normaliser=rules,
            texts=described,
            source=source,
        )
    people = numbered(annotators, annotator)
    who = numbers_in(annotator, people.__getitem__)
    asked = with_asked(np.zeros((len(where), len(people)), dtype=bool), assigned, where, people, which, who)
    kept, diagnostics = _first_times(which, who, codes, len(people), len(vocabulary), origin)
    return Answers(
        items=tuple(where),
        annotators=tuple(people),
        vocabulary=vocabulary,
        assigned=asked,
        item=which[kept],
        who=who[kept],
        codes=codes[kept],
        times=np.ones(len(kept), dtype=np.int64),
        normaliser=rules,
        texts=described,
        diagnostics=diagnostics,
        source=source,
    )


def _normalised(
    which: NDArray[np.int32], items: Sequence[str], answer: CodedColumn[str | None], rules: Normaliser
) -> CodedColumn[str]:
    """The answers after normalisation, each once; or once for each item, where the rules differ with it."""
    if not rules.by_target:
        return answer.each(lambda text: "" if text is None else rules(text, ""))
    width = max(len(answer.values), 1)
    keys, codes = np.unique(which.astype(np.int64) * width + answer.codes, return_inverse=True)
    pairs = [(answer.values[key % width], items[key // width]) for key in keys.tolist()]
    return CodedColumn(["" if raw is None else rules(raw, name) for raw, name in pairs], codes.ravel().astype(np.int32))


def joined_answers(parts: Sequence[Answers]) -> Answers:
    """Several sets of answers as one: items and annotators are the same when their names are."""
    if len(parts) == 1:
        return parts[0]
    if len({part.counted for part in parts}) > 1:
        raise DataError("ACC013", "answers with annotators and counts of answers cannot be joined", Place())
    whole = answers_from_columns(
        **_columns(parts),
        items=list(dict.fromkeys(name for part in parts for name in part.items)),
        annotators=list(dict.fromkeys(name for part in parts for name in part.annotators or ())),
        texts={name: text for part in parts for name, text in zip(part.items, part.texts or (), strict=False)} or None,
        source=", ".join(part.source for part in parts if part.source is not None) or None,
    )
    diagnostics = [diagnostic for part in parts for diagnostic in part.diagnostics]
    return replace(whole, diagnostics=(*diagnostics, *whole.diagnostics))


def _times(count: Sequence[object], item: Column[str], origin: Origin | None) -> NDArray[np.int64]:
    """Counts as whole numbers of at least 0."""
    counts = np.zeros(len(count), dtype=np.int64)
    for row, cell in enumerate(count):
        number = float(cell) if is_count(cell) else float("nan")  # type: ignore[arg-type]  # a number, as was asked
        if not 0 <= number < 2**31 or number != int(number):
            place = Place(item=item[row]) if origin is None else origin.place(row, item[row])
            raise DataError("ACC085", f"{cell!r} is not a count of answers", place, "a count is a whole number from 0")
        counts[row] = int(number)
    return counts


def _summed(
    which: NDArray[np.int32], codes: NDArray[np.int32], times: NDArray[np.int64], width: int
) -> tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.int64]]:
    """Counts of answers that normalisation made the same are added up, in the order of their first appearance."""
    kept = np.flatnonzero((codes != NOBODY) & (times > 0))
    keys, first, place = np.unique(
        which[kept].astype(np.int64) * max(width, 1) + codes[kept], return_index=True, return_inverse=True
    )
    total = np.bincount(place.ravel(), weights=times[kept], minlength=len(keys)).astype(np.int64)
    order = np.lexsort((first, which[kept][first]))
    rows = kept[first[order]]
    return which[rows], codes[rows], total[order]


def _first_times(
    which: NDArray[np.int32],
    who: NDArray[np.int32],
    codes: NDArray[np.int32],
    people: int,
    width: int,
    origin: Origin | None,
) -> tuple[NDArray[np.int64], Diagnostics]:
    """The rows with an answer that the annotator gives for the first time, sorted by item and annotator."""
    filled = np.flatnonzero(codes != NOBODY)
    keys = (which[filled].astype(np.int64) * max(people, 1) + who[filled]) * max(width, 1) + codes[filled]
    _, first = np.unique(keys, return_index=True)
    kept = filled[np.sort(first)]
    order = kept[np.lexsort((kept, who[kept], which[kept]))]
    again = len(filled) - len(kept)
    if not again:
        return order, ()
    row = int(np.setdiff1d(filled, kept)[0])
    place = Place() if origin is None else origin.place(row)
    message = f"{again:,} repeated answer(s) of an annotator to an item, each counted once"
    return order, (Diagnostic("ACC170", message, place),)


def renormalised(data: Answers, normaliser: Normaliser) -> Answers:
    """The same answers under other rules; those that become the same are joined."""
    return answers_from_columns(
        **_columns([data]),
        items=data.items,
        annotators=data.annotators,
        normaliser=normaliser,
        texts=None if data.texts is None else dict(zip(data.items, data.texts, strict=True)),
        source=data.source,
    )


def _columns(parts: Sequence[Answers]) -> dict[str, Any]:
    """The rows of answers under each other, as columns; all have annotators, or none."""
    rows = [row for part in parts for row in part.rows()]
    names = ("item", "answer", "count" if parts[0].counted else "annotator")
    return {name: [row[name] for row in rows] for name in names}


def is_count(value: object) -> bool:
    return isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)

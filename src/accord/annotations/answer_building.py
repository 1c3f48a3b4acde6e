"""From mappings and columns to `Answers`, refusing what cannot be an answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from accord.annotations.answers import NOBODY, Answers
from accord.annotations.given_lists import by_name, listed
from accord.annotations.normalising import Normaliser
from accord.results import DataError, Diagnostic, Diagnostics, Place, UsageError

if TYPE_CHECKING:
    from accord.annotations.among import Names
    from accord.annotations.casting import People
    from accord.annotations.frames import Origin

FORMS = "give {item: {annotator: [answers]}} or {item: {answer: count}}"


def answers(
    content: Mapping[Any, Mapping[Any, Any]] | Answers,
    annotators: Sequence[str] | None = None,
    *,
    case: bool = False,
    spelling: Mapping[str, str] | None = None,
    lemmas: Mapping[str, str] | None = None,
    mapping: Mapping[str, Mapping[str, str]] | None = None,
    texts: Mapping[str, str] | None = None,
    only: Names = None,
    without: Names = None,
    models: Names = None,
    curator: Names = None,
    gold_annotator: Names = None,
    people: People = None,
    strict: bool = False,
) -> Answers:
    """Answers from a mapping of items to annotators to answers, or of items to counts of answers.

    An annotator with an empty list was asked and gave none; one who is not named for an item (or has None) was not
    asked. `annotators` names those who were asked about everything. Answers are normalised once: spaces always, then
    case, spellings, lemmas and the campaign's mapping where they are given. `only`, `without`, `models`, `curator`,
    `gold_annotator`, `people` and `strict` are as for `labels`.

    >>> answers({"item 1": {"A": ["vide"], "B": ["vide", "distance"]}})
    Answers(1 item, 2 annotators, 3 answers, 2 distinct)
    >>> answers({"120": {"vide": 7, "distance": 3}})
    Answers(1 item, annotators unknown, 10 answers, 2 distinct)
    """
    from accord.annotations.casting import RolesTold, as_read

    named = None if annotators is None else [str(name) for name in listed(annotators, "annotators=")]
    roles = RolesTold.of(
        only=only,
        without=without,
        models=models,
        curator=curator,
        gold_annotator=gold_annotator,
        people=people,
        annotators=named,
    )
    if isinstance(content, Answers):
        return content if roles == RolesTold() else as_read(content, roles, strict=strict)
    if not isinstance(content, Mapping):
        hint = "to read a file use accord.read(path)" if isinstance(content, str) else FORMS
        raise UsageError(f"answers() takes a mapping of items, not {type(content).__name__}", hint)
    if texts is not None:
        told = by_name(texts, "texts", "{item: text}")
        texts = {str(item): str(text) for item, text in told.items() if text is not None}
    normaliser = Normaliser(case, dict(spelling or {}), dict(lemmas or {}), dict(mapping or {}))
    for item, inner in content.items():
        if not isinstance(inner, Mapping):
            raise DataError("ACC085", f"what was answered is a {type(inner).__name__}", Place(item=str(item)), FORMS)
    counts = {_is_count(one) for inner in content.values() for one in inner.values()}
    if len(counts) > 1:
        raise DataError("ACC085", "some answers are counts and others are lists of answers", hint=FORMS)
    if counts == {True}:
        if annotators is not None:
            raise UsageError("annotators= is for answers whose annotators are known", "leave it out: these are counts")
        return as_read(_of_counts(content, normaliser, texts), roles, strict=strict)
    return as_read(_of_people(content, named, normaliser, texts), roles, strict=strict)


def _is_count(value: object) -> bool:
    return isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)


def _of_counts(
    content: Mapping[Any, Mapping[Any, Any]], normaliser: Normaliser, texts: Mapping[str, str] | None
) -> Answers:
    rows = [(str(item), str(answer), count) for item, inner in content.items() for answer, count in inner.items()]
    return answers_from_columns(
        item=[row[0] for row in rows],
        answer=[row[1] for row in rows],
        count=[row[2] for row in rows],
        items=[str(item) for item in content],
        normaliser=normaliser,
        texts=texts,
    )


def _of_people(
    content: Mapping[Any, Mapping[Any, Any]],
    annotators: Sequence[str] | None,
    normaliser: Normaliser,
    texts: Mapping[str, str] | None,
) -> Answers:
    rows: list[tuple[str, str, str | None]] = []
    for item, inner in content.items():
        for annotator, given in inner.items():
            if given is None:
                continue
            several = [given] if isinstance(given, str) else given
            if not isinstance(several, Iterable) or isinstance(several, Mapping):
                raise DataError("ACC085", f"{given!r} is no list of answers", Place(item=str(item)), FORMS)
            rows.append((str(item), str(annotator), None))
            rows += [(str(item), str(annotator), str(one)) for one in several if one is not None]
    asked = [] if annotators is None else [(str(item), name) for item in content for name in annotators]
    return answers_from_columns(
        item=[row[0] for row in rows],
        annotator=[row[1] for row in rows],
        answer=[row[2] for row in rows],
        items=[str(item) for item in content],
        annotators=annotators,
        assigned=asked,
        normaliser=normaliser,
        texts=texts,
    )


def answers_from_columns(
    *,
    item: Sequence[str],
    answer: Sequence[str | None],
    annotator: Sequence[str] | None = None,
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
    where = list(dict.fromkeys([*(items or ()), *item]))
    place = {name: number for number, name in enumerate(where)}
    which = np.array([place[name] for name in item], dtype=np.int32)
    known: dict[tuple[str | None, str], str] = {}
    for name, one in zip(item, answer, strict=True):
        key = (one, name if rules.by_target else "")
        if key not in known:
            known[key] = "" if one is None else rules(one, name)
    plain = [known[one, name if rules.by_target else ""] for name, one in zip(item, answer, strict=True)]
    vocabulary = tuple(sorted({text for text in plain if text}))
    code_of = {text: code for code, text in enumerate(vocabulary)}
    codes = np.array([code_of.get(text, NOBODY) for text in plain], dtype=np.int32)
    described = None if texts is None else [texts.get(name, "") for name in where]
    if annotator is None:
        times = _times(count or (), item, origin)
        rows = _summed(which, codes, times, len(vocabulary))
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
    people = list(dict.fromkeys([*(annotators or ()), *annotator]))
    person = {name: number for number, name in enumerate(people)}
    who = np.array([person[name] for name in annotator], dtype=np.int32)
    asked = np.zeros((len(where), len(people)), dtype=bool)
    asked[which, who] = True
    for one, name in assigned:
        if one not in place or name not in person:
            raise DataError("ACC022", f"'{name}' is assigned to '{one}', and one of them is not known")
        asked[place[one], person[name]] = True
    kept, said = _first_times(which, who, codes, len(people), len(vocabulary), origin)
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
        diagnostics=said,
        source=source,
    )


def joined_answers(parts: Sequence[Answers]) -> Answers:
    """Several sets of answers as one: items and annotators are the same when their names are."""
    if len(parts) == 1:
        return parts[0]
    if len({part.counted for part in parts}) > 1:
        raise DataError("ACC013", "answers with annotators and counts of answers cannot be joined", Place())
    rows = [row for part in parts for row in part.rows()]
    counted = parts[0].counted
    whole = answers_from_columns(
        item=[str(row["item"]) for row in rows],
        answer=[None if row["answer"] is None else str(row["answer"]) for row in rows],
        annotator=None if counted else [str(row["annotator"]) for row in rows],
        count=[row["count"] for row in rows] if counted else None,
        items=list(dict.fromkeys(name for part in parts for name in part.items)),
        annotators=None if counted else list(dict.fromkeys(name for part in parts for name in part.annotators or ())),
        texts={name: text for part in parts for name, text in zip(part.items, part.texts or (), strict=False)} or None,
        source=", ".join(part.source for part in parts if part.source is not None) or None,
    )
    return _with(whole, tuple(one for part in parts for one in part.diagnostics))


def _with(whole: Answers, said: Diagnostics) -> Answers:
    from dataclasses import replace

    return replace(whole, diagnostics=(*said, *whole.diagnostics))


def _times(count: Sequence[object], item: Sequence[str], origin: Origin | None) -> NDArray[np.int64]:
    """Counts as whole numbers of at least 0."""
    found = np.zeros(len(count), dtype=np.int64)
    for row, one in enumerate(count):
        number = float(one) if _is_count(one) else float("nan")  # type: ignore[arg-type]  # a number, as was asked
        if not 0 <= number < 2**31 or number != int(number):
            place = Place(item=item[row]) if origin is None else origin.place(row, item[row])
            raise DataError("ACC085", f"{one!r} is no count of answers", place, "a count is a whole number from 0")
        found[row] = int(number)
    return found


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
    message = f"{again:,} answer(s) that an annotator gives to an item a second time are counted once"
    return order, (Diagnostic("ACC170", message, place),)


def renormalised(data: Answers, normaliser: Normaliser) -> Answers:
    """The same answers under other rules; those that become the same are joined."""
    rows = list(data.rows())
    return answers_from_columns(
        item=[str(row["item"]) for row in rows],
        answer=[None if row["answer"] is None else str(row["answer"]) for row in rows],
        annotator=None if data.counted else [str(row["annotator"]) for row in rows],
        count=[row["count"] for row in rows] if data.counted else None,
        items=data.items,
        annotators=data.annotators,
        normaliser=normaliser,
        texts=None if data.texts is None else dict(zip(data.items, data.texts, strict=True)),
        source=data.source,
    )

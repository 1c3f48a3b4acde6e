"""From mappings to `Answers`, refusing what cannot be an answer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from accord.annotations.among import Names
from accord.annotations.answer_columns import answers_from_columns, is_count
from accord.annotations.answers import Answers
from accord.annotations.casting import People, RolesTold, as_read
from accord.annotations.given_lists import listed, texts_by_name
from accord.annotations.normalising import Normaliser
from accord.results import DataError, Place, UsageError

Said = Mapping[str, object] | Mapping[int, object]
"""Of each item what each annotator answered, or how often each answer was given."""
FORMS = "give {item: {annotator: [answers]}} or {item: {answer: count}}"


def answers(
    content: Said | Answers,
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

    `accord.answers` also takes a data frame with a row for each answer, recognised by its columns (item, annotator,
    answer; or item, answer, count), and the path of a file; with these go all options of `accord.read`.

    Parameters
    ----------
    content
        {item: {annotator: [answers]}}: an annotator with an empty list was asked and gave none; one who is not named
        for an item (or has None) was not asked. Or {item: {answer: count}}; a data frame; a path.
    annotators
        Those who were asked about everything.
    case, spelling, lemmas, mapping
        How answers are normalised, once, after their spaces: case is folded, a spelling replaced by another, a form by
        its lemma, a form proposed for a target word by the one that the campaign decided on.
    texts
        What was asked about, by item.
    only, without, models, curator, gold_annotator, people, strict
        As for `labels`.

    Returns
    -------
    Answers
        `read_as` says how the data were read.

    Raises
    ------
    DataError
        When some answers are counts and others are lists.

    Examples
    --------
    >>> answers({"item 1": {"A": ["vide"], "B": ["vide", "distance"]}})
    Answers(1 item, 2 annotators, 3 answers, 2 distinct)
    >>> answers({"120": {"vide": 7, "distance": 3}})
    Answers(1 item, annotators unknown, 10 answers, 2 distinct)
    """
    named = None if annotators is None else [str(name) for name in listed(annotators, "annotators=")]
    roles = RolesTold.of(only, without, models, curator, gold_annotator, people, named)
    if isinstance(content, Answers):
        return content if roles == RolesTold() else as_read(content, roles, strict=strict)
    if not isinstance(content, Mapping):
        hint = "to read a file use accord.read(path)" if isinstance(content, str) else FORMS
        raise UsageError(f"answers() takes a mapping of items, not {type(content).__name__}", hint)
    texts = texts_by_name(texts, "item")
    normaliser = Normaliser(case, dict(spelling or {}), dict(lemmas or {}), dict(mapping or {}))
    by_item: dict[Any, Mapping[Any, Any]] = {}
    for item, inner in content.items():
        if not isinstance(inner, Mapping):
            message = f"what was answered is of type {type(inner).__name__}"
            raise DataError("ACC085", message, Place(item=str(item)), FORMS)
        by_item[item] = inner
    counts = {is_count(value) for inner in by_item.values() for value in inner.values()}
    if len(counts) > 1:
        raise DataError("ACC085", "some answers are counts and others are lists of answers", hint=FORMS)
    if counts == {True}:
        if annotators is not None:
            raise UsageError("annotators= is for answers whose annotators are known", "leave it out: these are counts")
        return as_read(_of_counts(by_item, normaliser, texts), roles, strict=strict)
    return as_read(_of_people(by_item, named, normaliser, texts), roles, strict=strict)


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
        for annotator, value in inner.items():
            if value is None:
                continue
            several = [value] if isinstance(value, str) else value
            if not isinstance(several, Iterable) or isinstance(several, Mapping):
                raise DataError("ACC085", f"{value!r} is not a list of answers", Place(item=str(item)), FORMS)
            rows.append((str(item), str(annotator), None))
            rows += [(str(item), str(annotator), str(answer)) for answer in several if answer is not None]
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

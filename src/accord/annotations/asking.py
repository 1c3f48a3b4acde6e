"""Who was asked what: annotated nothing and was never asked are different facts, and tables often tell neither."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from accord.annotations.answers import Answers
from accord.annotations.campaign import Campaign, Pair
from accord.annotations.relations import Relations
from accord.annotations.spans import Spans
from accord.results import DataError, Place, Reading, UsageError
from accord.results.option_names import option
from accord.results.wording import many

Asked = TypeVar("Asked", Answers, Relations, Spans, Answers | Relations | Spans)
EVERYONE = "everyone"


def is_unknown(data: Answers | Relations | Spans) -> bool:
    """Whether it was guessed who was asked what."""
    return any(reading.aspect == "asked" and reading.guessed for reading in data.read_as)


def as_everyone_was_asked(data: Asked) -> Asked:
    """The same annotations, as if everybody had been asked about everything and had found nothing where there is none.

    >>> from accord.annotations.span_columns import spans_from_columns
    >>> zeros = np.zeros(2)
    >>> data = spans_from_columns(document=["a", "b"], annotator=["A", "B"], start=zeros, end=zeros + 5,
    ...     category=["x", "x"], assigned=[("a", "A"), ("b", "B")])
    >>> int(data.assigned.sum()), int(as_everyone_was_asked(data).assigned.sum())
    (2, 4)
    """
    return _with_asked(data, np.ones_like(data.assigned))


def as_only_these_were_asked(data: Asked) -> Asked:
    """The same annotations, as if nobody had been asked about what they have no annotation of."""
    return _with_asked(data, with_annotations(data))


def with_annotations(data: Answers | Relations | Spans) -> NDArray[np.bool_]:
    """(documents, annotators) who has an annotation where."""
    there = np.zeros_like(data.assigned)
    if isinstance(data, Answers):
        if data.annotators is not None:
            there[data.item, data.who] = True
        return there
    there[data.document, data.who] = True
    if isinstance(data, Relations):
        there[data.unit_document[data.component_units], data.component_who] = True
        if data.spans is not None:
            there |= with_annotations(data.spans)
    return there


def _with_asked(data: Asked, assigned: NDArray[np.bool_]) -> Asked:
    if isinstance(data, Relations):
        spans = None if data.spans is None else replace(data.spans, assigned=assigned)
        return replace(data, assigned=assigned, spans=spans)
    return replace(data, assigned=assigned)


def reading_of(data: Answers | Relations | Spans) -> Reading | None:
    """What was taken for granted about who was asked; None where everybody has an annotation everywhere."""
    silent = int((~with_annotations(data)).sum())
    if not silent:
        return None
    noun, what = ("item", "answer") if isinstance(data, Answers) else ("document", "row")
    every = data.assigned.size
    if data.assigned.all():
        text = (
            f"everyone about every {noun}, also where somebody has no annotation ({many(silent, 'pair')} of {every:,})"
        )
        return Reading("asked", text, True, ("asked",))
    here = "an item" if isinstance(data, Answers) else "a document"
    text = f"whoever has no {what} in {here} was not asked about it ({every - int(data.assigned.sum()):,} of "
    text += f"{many(every, 'pair')} of {noun} and annotator)"
    return Reading("asked", text, True, (f"asked={EVERYONE}", "asked"))


def settled(data: Asked) -> Asked:
    """What is said about who was asked, for these annotators: no guess where each has annotations everywhere."""
    if not is_unknown(data):
        return data
    guess: Reading | None = reading_of(data)
    kept: list[Reading] = [reading for reading in data.read_as if reading.aspect != "asked"]
    return replace(data, read_as=(*kept, *([] if guess is None else [guess])))


def told(data: Asked, pairs: Iterable[Pair], source: str) -> Asked:
    """The data with those who were asked as a table tells it; whoever annotated and was not asked is an error.

    Documents in which nobody found anything, and annotators who found nothing anywhere, are in the table alone.
    """
    if data.annotators is None:
        raise UsageError("who gave which answer is not known", f"these are counts: leave {option('asked')} out")
    wanted = list(dict.fromkeys(pairs))
    _refuse_strangers(wanted, data.documents, data.annotators, source)
    whole = _extended(data, [where for where, _ in wanted], [who for _, who in wanted])
    documents = {name: place for place, name in enumerate(whole.documents)}
    people = {name: place for place, name in enumerate(whole.annotators or ())}
    assigned = np.zeros_like(whole.assigned)
    for document, annotator in wanted:
        assigned[documents[document], people[annotator]] = True
    extra = with_annotations(whole) & ~assigned
    if extra.any():
        where, who = (int(places[0]) for places in np.nonzero(extra))
        raise _contradiction(whole.documents[where], list(people)[who], source)
    return _with_asked(whole, assigned)


def _extended(data: Asked, documents: Sequence[str], people: Sequence[str]) -> Asked:
    """The same with documents and annotators of whom there are no annotations."""
    known = set(data.documents)
    more: list[str] = [name for name in dict.fromkeys(documents) if name not in known]
    names: tuple[str, ...] = tuple(dict.fromkeys((*(data.annotators or ()), *people)))
    assigned = np.zeros((data.n_documents + len(more), len(names)), dtype=bool)
    assigned[: data.n_documents, : data.n_annotators] = data.assigned
    places = (*data.documents, *more)
    if isinstance(data, Answers | Spans):
        texts = None if data.texts is None else list(data.texts) + [""] * len(more)
    if isinstance(data, Answers):
        return replace(data, items=places, annotators=names, assigned=assigned, texts=texts)
    if isinstance(data, Spans):
        lengths = np.concatenate((data.lengths, np.full(len(more), np.nan)))
        return replace(data, documents=places, annotators=names, assigned=assigned, lengths=lengths, texts=texts)
    spans = None if data.spans is None else _extended(data.spans, documents, people)
    return replace(data, documents=places, annotators=names, assigned=assigned, spans=spans)


def everyone_in(campaign: Campaign) -> Campaign:
    """The same campaign, as if everybody had been asked about every document."""
    return replace(
        campaign, assigned=tuple((where, who) for where in campaign.documents for who in campaign.annotators)
    )


def told_in(campaign: Campaign, pairs: Iterable[Pair], source: str) -> Campaign:
    """The same for a campaign."""
    wanted = dict.fromkeys(pairs)
    _refuse_strangers(list(wanted), campaign.documents, campaign.annotators, source)
    for layer in campaign.layers:
        for pair in zip(layer.document, layer.annotator, strict=True):
            if pair not in wanted:
                raise _contradiction(*pair, source)
    return replace(
        campaign,
        documents=tuple(dict.fromkeys((*campaign.documents, *(where for where, _ in wanted)))),
        annotators=tuple(dict.fromkeys((*campaign.annotators, *(who for _, who in wanted)))),
        assigned=tuple(wanted),
    )


def _refuse_strangers(pairs: list[Pair], documents: Iterable[str], people: Iterable[str], source: str) -> None:
    """A table most of whose names the data do not have is about other data, or names them otherwise.

    Unless all names of the data are in it: where most documents have nothing to be found, most are in the table alone.
    """
    for what, known, named in (
        ("document", set(documents), {where for where, _ in pairs}),
        ("annotator", set(people), {who for _, who in pairs}),
    ):
        strange = sorted(named - known)
        if 2 * len(strange) > len(named) and not known <= named:
            message = f"{len(strange):,} of {many(len(named), what)} are not in the data, such as '{strange[0]}'"
            shown = ", ".join(f"'{name}'" for name in sorted(known)[:3])
            raise DataError("ACC221", message, Place(source), f"in the data they are called {shown}")


def _contradiction(document: str, annotator: str, source: str) -> DataError:
    message = f"'{annotator}' has annotations in '{document}' and was not asked about it"
    return DataError("ACC221", message, Place(source), "add the pair, or leave the annotations out")

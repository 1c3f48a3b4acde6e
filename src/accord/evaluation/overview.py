"""The facts about the data that every output starts with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from accord.annotations import Answers, Labels, Relations, Spans, summarise
from accord.evaluation.both_readings import with_other_levels
from accord.results import ReadAs
from accord.results.json_numbers import json_fields
from accord.results.listed import MOST_LISTED, shortened
from accord.results.wording import many

LONGEST_NAME = 40  # letters of a category in one line


def _listed(categories: Sequence[str]) -> dict[str, object]:
    """For JSON: the first categories, and how many there are where these are not all."""
    listed: dict[str, object] = {"categories": list(categories[:MOST_LISTED])}
    return listed if len(categories) <= MOST_LISTED else {**listed, "categories_in_all": len(categories)}


@dataclass(frozen=True)
class Overview:
    """What was read: labels."""

    kind: str
    items: int
    annotators: int
    annotators_known: bool
    categories: tuple[str, ...]
    level: str
    missing: int
    repeated: int
    sha256: str
    source: str | None
    usage: Mapping[str, int] = field(default_factory=dict)
    """How often each category was used."""
    read_as: ReadAs = ()
    """What was read as what."""
    clusters: int | None = None
    """How many clusters the items lie in, where that is known."""

    def as_json(self) -> dict[str, object]:
        return {
            **json_fields(self, "kind", "items"),
            **({} if self.clusters is None else {"clusters": self.clusters}),
            **json_fields(self, "annotators", "annotators_known"),
            **_listed(self.categories),
            **json_fields(self, "missing", "sha256", "level", "repeated"),
        }

    def lines(self) -> list[str]:
        """In two lines."""
        people = (
            many(self.annotators, "annotator")
            if self.annotators_known
            else f"up to {many(self.annotators, 'annotator')} (unknown)"
        )
        together = "" if self.clusters is None else f" in {many(self.clusters, 'cluster')}"
        first = f"{many(self.items, 'item')}{together} × {people}, level {self.level}, "
        first += many(self.missing, "missing label")
        if self.repeated:
            first += f", {self.repeated:,} repeated"
        return [first, _categories(self.categories)]


@dataclass(frozen=True)
class CorpusOverview:
    """What was read: a shape made of documents."""

    kind: str
    documents: int
    annotators: tuple[str, ...]
    units: int
    categories: tuple[str, ...]
    not_asked: int
    """Pairs of a document and an annotator who was not asked about it."""
    nothing: int
    """Pairs of a document and an annotator who was asked and annotated nothing."""
    sha256: str
    source: str | None
    usage: Mapping[str, int] = field(default_factory=dict)
    """How often each category was used."""
    relations: int | None = None
    """How many relations there are between units, where that is the shape; categories are then those of relations."""
    read_as: ReadAs = ()
    discontinuous: int = 0
    """How many units have several fragments."""

    def as_json(self) -> dict[str, object]:
        return {
            **json_fields(self, "kind", items="documents", documents="documents"),
            "annotators": len(self.annotators),
            "units": self.units,
            **({"discontinuous": self.discontinuous} if self.discontinuous else {}),
            **({} if self.relations is None else {"relations": self.relations}),
            **_listed(self.categories),
            **json_fields(self, missing="not_asked", nothing="nothing", sha256="sha256"),
        }

    def lines(self) -> list[str]:
        """In two lines."""
        people = many(len(self.annotators), "annotator")
        first = f"{many(self.documents, 'document')} × {people}, {many(self.units, 'unit')}"
        if self.discontinuous:
            first += f" ({self.discontinuous:,} discontinuous)"
        if self.relations is not None:
            first += f", {many(self.relations, 'relation')}"
        if self.not_asked:
            first += f", {self.not_asked:,} not asked"
        if self.nothing:
            first += f", {self.nothing:,} × nothing annotated"
        return [first, _categories(self.categories)]


def overview(labels: Labels) -> Overview:
    """The facts about labels."""
    summary = summarise(labels, rows=False)
    totals = summary.counts.totals()
    return Overview(
        kind="labels",
        items=summary.n_items,
        annotators=summary.n_annotators,
        annotators_known=summary.annotators is not None,
        categories=summary.categories.texts,
        level=summary.level,
        missing=summary.n_missing,
        repeated=summary.n_repeated,
        sha256=summary.sha256,
        source=labels.source,
        usage={text: int(total) for text, total in zip(summary.categories.texts, totals, strict=True)},
        read_as=with_other_levels(summary, labels.read_as),
        clusters=None if summary.clusters is None else len(summary.clusters),
    )


@dataclass(frozen=True)
class AnswerOverview:
    """What was read: free answers."""

    items: int
    annotators: int
    annotators_known: bool
    answers: int
    vocabulary: int
    nothing: int
    """Pairs of an item and an annotator who was asked and gave no answer."""
    missing: int
    """Pairs of an item and an annotator who was not asked."""
    sha256: str
    source: str | None
    kind: str = "answers"
    read_as: ReadAs = ()

    def as_json(self) -> dict[str, object]:
        counted = json_fields(self, "answers", "vocabulary", "missing", "nothing", "sha256")
        return {**json_fields(self, "kind", "items", "annotators"), "categories": [], **counted}

    def lines(self) -> list[str]:
        """In two lines."""
        people = many(self.annotators, "annotator") if self.annotators_known else "annotators unknown"
        second = many(self.vocabulary, "different answer")
        if self.missing:
            second += f", {self.missing:,} not asked"
        if self.nothing:
            second += f", {self.nothing:,} × no answer"
        return [f"{many(self.items, 'item')} × {people}, {many(self.answers, 'answer')}", second]


def corpus_overview(data: Answers | Relations | Spans) -> CorpusOverview | AnswerOverview:
    """The facts about any shape but labels."""
    if isinstance(data, Spans):
        return span_overview(data)
    return relation_overview(data) if isinstance(data, Relations) else answer_overview(data)


def answer_overview(answers: Answers) -> AnswerOverview:
    """The facts about free answers."""
    answered = np.zeros_like(answers.assigned)
    if not answers.counted:
        answered[answers.item, answers.who] = True
    return AnswerOverview(
        items=answers.n_items,
        annotators=answers.n_annotators,
        annotators_known=answers.annotators is not None,
        answers=len(answers),
        vocabulary=len(answers.vocabulary),
        nothing=int((answers.assigned & ~answered).sum()),
        missing=int((~answers.assigned).sum()),
        sha256=answers.sha256,
        source=answers.source,
        read_as=answers.read_as,
    )


def relation_overview(relations: Relations) -> CorpusOverview:
    """The facts about relations."""
    return _of_documents(relations, relations.labels.texts, relations.n_units, len(relations))


def span_overview(spans: Spans) -> CorpusOverview:
    """The facts about spans."""
    return _of_documents(spans, spans.categories.texts, len(spans))


def _of_documents(
    data: Relations | Spans, categories: tuple[str, ...], units: int, relations: int | None = None
) -> CorpusOverview:
    answered = np.zeros_like(data.assigned)
    answered[data.document, data.who] = True
    used = np.bincount(data.codes[data.codes >= 0], minlength=len(categories))
    spans = data if isinstance(data, Spans) else data.spans
    return CorpusOverview(
        kind=data.kind,
        documents=data.n_documents,
        annotators=data.annotators,
        units=units,
        categories=categories,
        not_asked=int((~data.assigned).sum()),
        nothing=int((data.assigned & ~answered).sum()),
        sha256=data.sha256,
        source=data.source,
        usage={text: int(number) for text, number in zip(categories, used, strict=True)},
        relations=relations,
        read_as=data.read_as,
        discontinuous=0 if spans is None else spans.n_discontinuous,
    )


def _categories(categories: tuple[str, ...]) -> str:
    return categories_line(categories, len(categories))


def categories_line(categories: Sequence[str], number: int) -> str:
    """How many categories there are, and the first of them.

    >>> categories_line(["yes", "no"], 2), categories_line(["x"], 1), categories_line([], 0)
    ('2 categories: yes, no', '1 category: x', 'no categories')
    """
    names = [shortened(name, LONGEST_NAME) or "" for name in categories[:8]]
    shown = ", ".join(names) + (", …" if len(categories) > 8 else "")
    return f"{many(number, 'category', 'categories')}: {shown}" if categories else "no categories"

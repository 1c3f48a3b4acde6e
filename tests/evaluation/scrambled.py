"""Corpora of every shape that can be told in any order and under any names."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np

import accord
from accord import Answers, Labels, Relations, Spans
from accord.annotations import answers_from_columns, relations_from_columns, spans_from_columns

Row = TypeVar("Row")
Unit = tuple[str, str, float, float, str | None]
"""(document, annotator, start, end, category)"""
Link = tuple[str, str, str, str, str | None]
"""(document, annotator, origin, target, label)"""
WORDS = ("path", "road", "way", "street", "lane", "track")


@dataclass(frozen=True)
class Telling:
    """How data are told: in which order, and under which names."""

    seed: int
    rename: bool = True

    @property
    def _rng(self) -> random.Random:
        return random.Random(self.seed)

    def shuffled(self, rows: Sequence[Row]) -> list[Row]:
        return self._rng.sample(list(rows), len(rows)) if self.seed else list(rows)

    def name(self, name: str) -> str:
        """Another name, with another place in the alphabet."""
        if not self.rename or not self.seed:
            return name
        return f"{random.Random(f'{self.seed}{name}').randrange(10**6):06} {name} \u0007"


AS_IT_IS = Telling(0)


@dataclass(frozen=True)
class SpanCorpus:
    documents: tuple[str, ...]
    annotators: tuple[str, ...]
    units: tuple[Unit, ...]
    asked: tuple[tuple[str, str], ...]
    lengths: tuple[tuple[str, float], ...]

    def told(self, telling: Telling) -> Spans:
        rows = telling.shuffled(self.units)
        return spans_from_columns(
            document=[telling.name(row[0]) for row in rows],
            annotator=[telling.name(row[1]) for row in rows],
            start=np.array([row[2] for row in rows], dtype=float),
            end=np.array([row[3] for row in rows], dtype=float),
            category=[row[4] for row in rows],
            documents=[telling.name(name) for name in telling.shuffled(self.documents)],
            annotators=[telling.name(name) for name in telling.shuffled(self.annotators)],
            assigned=[(telling.name(where), telling.name(who)) for where, who in telling.shuffled(self.asked)],
            lengths={telling.name(name): length for name, length in self.lengths},
        )


@dataclass(frozen=True)
class RelationCorpus:
    documents: tuple[str, ...]
    annotators: tuple[str, ...]
    links: tuple[Link, ...]
    asked: tuple[tuple[str, str], ...]
    units: tuple[tuple[str, tuple[str, ...]], ...] | None
    """The given units of each document, none where links name them; None where annotators have their own (`spans`)."""
    spans: tuple[tuple[Unit, str], ...] = ()
    """Own units, and what they are called."""
    symmetric: tuple[str, ...] = ()

    def told(self, telling: Telling) -> Relations:
        rows = telling.shuffled(self.links)
        documents = [telling.name(name) for name in telling.shuffled(self.documents)]
        annotators = [telling.name(name) for name in telling.shuffled(self.annotators)]
        asked = [(telling.name(where), telling.name(who)) for where, who in telling.shuffled(self.asked)]
        own = None
        if self.units is None:
            found = telling.shuffled(self.spans)
            own = spans_from_columns(
                document=[telling.name(unit[0]) for unit, _ in found],
                annotator=[telling.name(unit[1]) for unit, _ in found],
                start=np.array([unit[2] for unit, _ in found], dtype=float),
                end=np.array([unit[3] for unit, _ in found], dtype=float),
                category=[unit[4] for unit, _ in found],
                names=[name for _, name in found],
                documents=documents,
                annotators=annotators,
                assigned=asked,
            )
        return relations_from_columns(
            document=[telling.name(row[0]) for row in rows],
            annotator=[telling.name(row[1]) for row in rows],
            origin=[row[2] for row in rows],
            target=[row[3] for row in rows],
            label=[row[4] for row in rows],
            units=None if not self.units else {telling.name(where): units for where, units in self.units},
            spans=own,
            documents=documents,
            annotators=annotators,
            assigned=asked,
            symmetric=self.symmetric,
        )


@dataclass(frozen=True)
class AnswerCorpus:
    items: tuple[str, ...]
    annotators: tuple[str, ...] | None
    rows: tuple[tuple[str, str, str, int], ...]
    """(item, annotator, answer, count)"""
    asked: tuple[tuple[str, str], ...]

    def told(self, telling: Telling) -> Answers:
        rows = telling.shuffled(self.rows)
        known = self.annotators is not None
        return answers_from_columns(
            item=[telling.name(row[0]) for row in rows],
            answer=[row[2] for row in rows],
            annotator=[telling.name(row[1]) for row in rows] if known else None,
            count=None if known else [row[3] for row in rows],
            items=[telling.name(name) for name in telling.shuffled(self.items)],
            annotators=[telling.name(name) for name in telling.shuffled(self.annotators)] if self.annotators else None,
            assigned=[(telling.name(where), telling.name(who)) for where, who in telling.shuffled(self.asked)],
        )


@dataclass(frozen=True)
class LabelTable:
    annotators: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    level: str

    def told(self, telling: Telling) -> Labels:
        columns = telling.shuffled(range(len(self.annotators)))
        named = list(enumerate(self.rows))
        rows = telling.shuffled(named)
        return accord.labels(
            [[row[column] for column in columns] for _, row in rows],
            annotators=[telling.name(self.annotators[column]) for column in columns],
            items=[telling.name(f"item {number}") for number, _ in rows],
            level=self.level,  # type: ignore[arg-type]  # one of the levels
        )


# ---- random corpora: some annotators, and some documents, are twins


def _asked(rng: random.Random, documents: Sequence[str], annotators: Sequence[str]) -> list[tuple[str, str]]:
    return [(where, who) for where in documents for who in annotators if rng.random() < 0.85]


def span_corpus(seed: int, documents: int = 6, annotators: int = 4) -> SpanCorpus:
    rng = random.Random(seed)
    where, who = tuple(f"d{n}" for n in range(documents)), tuple(f"a{n}" for n in range(annotators))
    asked = _asked(rng, where, who)
    true = {name: [(rng.randrange(40), rng.randrange(1, 9), rng.choice("xyz")) for _ in range(4)] for name in where}
    units: list[Unit] = []
    for document, annotator in asked:
        for start, size, category in rng.sample(true[document], rng.randrange(5)):
            begin = start + rng.choice((0, 0, 1, 3))
            units.append((document, annotator, begin, begin + size, rng.choice((category, category, "x"))))
    lengths = [(name, 60.0) for name in where if rng.random() < 0.5]
    corpus = SpanCorpus(where, who, tuple(units), tuple(asked), tuple(lengths))
    return _with_span_twins(corpus) if seed % 2 else corpus


def nested_corpus(seed: int, documents: int = 8, annotators: int = 3) -> SpanCorpus:
    """Segments of paragraphs of a text, all as units: everybody cuts at about the same places."""
    rng = random.Random(seed)
    where, who = tuple(f"d{n}" for n in range(documents)), tuple(f"a{n}" for n in range(annotators))
    units: list[Unit] = []
    for document in where:
        cuts = [10, 20, 30]
        for annotator in who:
            own = sorted({0, 40, *(cut + rng.choice((-1, 0, 0, 1)) for cut in cuts if rng.random() < 0.8)})
            units.append((document, annotator, 0, 40, "z"))
            units += [(document, annotator, *pair, rng.choice("xy")) for pair in itertools.pairwise(own)]
    asked = tuple((document, annotator) for document in where for annotator in who)
    return SpanCorpus(where, who, tuple(units), asked, tuple((name, 40.0) for name in where))


def _with_span_twins(corpus: SpanCorpus) -> SpanCorpus:
    """The last annotator does as the first, and the last document is the first again."""
    first, last = corpus.annotators[0], corpus.annotators[-1]
    kept = [unit for unit in corpus.units if unit[1] != last]
    kept += [(unit[0], last, *unit[2:]) for unit in kept if unit[1] == first]
    asked = [pair for pair in corpus.asked if pair[1] != last]
    asked += [(where, last) for where, who in asked if who == first]
    old, new = corpus.documents[0], corpus.documents[-1]
    units = [unit for unit in kept if unit[0] != new]
    units += [(new, *unit[1:]) for unit in units if unit[0] == old]
    asked = [pair for pair in asked if pair[0] != new]
    asked += [(new, who) for where, who in asked if where == old]
    lengths = [pair for pair in corpus.lengths if pair[0] != new]
    lengths += [(new, length) for where, length in lengths if where == old]
    return replace(corpus, units=tuple(units), asked=tuple(asked), lengths=tuple(lengths))


def relation_corpus(seed: int, *, own: bool = False, documents: int = 6, annotators: int = 3) -> RelationCorpus:
    rng = random.Random(seed)
    where, who = tuple(f"d{n}" for n in range(documents)), tuple(f"a{n}" for n in range(annotators))
    asked = _asked(rng, where, who)
    units = {name: tuple(f"u{n}" for n in range(rng.randrange(4, 8))) for name in where}
    links: list[Link] = []
    spans: list[tuple[Unit, str]] = []
    for document, annotator in asked:
        names = list(units[document])
        if own:
            names = names[: rng.randrange(2, len(names))]
            for name in names:
                start = rng.randrange(5) * 4  # several at the same place
                spans.append(((document, annotator, start, start + 3, rng.choice("xy")), name))
        pairs = [(one, other) for one in names for other in names if one != other]
        chosen = rng.sample(pairs, min(len(pairs), rng.randrange(1, 6)))
        links += [(document, annotator, one, other, rng.choice(("pro", "con"))) for one, other in chosen]
    return RelationCorpus(
        where, who, tuple(links), tuple(asked), None if own else tuple(units.items()), tuple(spans), ("con",)
    )


def tree_corpus(seed: int, documents: int = 6, annotators: int = 3) -> RelationCorpus:
    """Every unit but the first has one head before it."""
    rng = random.Random(seed)
    where, who = tuple(f"d{n}" for n in range(documents)), tuple(f"a{n}" for n in range(annotators))
    units = tuple(f"u{n}" for n in range(6))
    asked = _asked(rng, where, who)
    links = [
        (document, annotator, units[place], units[rng.randrange(place)], rng.choice(("pro", "con")))
        for document, annotator in asked
        for place in range(1, 6)
    ]
    return RelationCorpus(where, who, tuple(links), tuple(asked), tuple((name, units) for name in where))


def answer_corpus(seed: int, *, counted: bool = False, items: int = 12, annotators: int = 4) -> AnswerCorpus:
    rng = random.Random(seed)
    where, who = tuple(f"i{n}" for n in range(items)), tuple(f"a{n}" for n in range(annotators))
    asked = _asked(rng, where, who)
    rows = [(item, annotator, word, 1) for item, annotator in asked for word in rng.sample(WORDS, rng.randrange(3))]
    if not counted:
        return AnswerCorpus(where, who, tuple(rows), tuple(asked))
    told = {(item, word): rng.randrange(1, 4) for item, _, word, _ in rows}
    return AnswerCorpus(where, None, tuple((item, "", word, count) for (item, word), count in told.items()), ())


def label_table(
    seed: int,
    level: str,
    items: int = 30,
    annotators: int = 4,
    missing: float = 0.2,
    categories: tuple[object, ...] = ("a", "b", "c"),
) -> LabelTable:
    rng = random.Random(seed)
    known = (1, 2, 3, 5) if level != "nominal" else categories
    rows = []
    for _ in range(items):
        true = rng.choice(known)
        rows.append(
            tuple(
                None if rng.random() < missing else true if rng.random() < 0.6 else rng.choice(known)
                for _ in range(annotators)
            )
        )
    return LabelTable(tuple(f"a{n}" for n in range(annotators)), tuple(rows), level)

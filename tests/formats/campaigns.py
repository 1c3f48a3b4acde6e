"""Random annotations of documents, for round trips."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

import accord
from accord.annotations.relation_building import relations_from_columns
from accord.annotations.relations import Relations
from accord.annotations.roles import role_of_name
from accord.annotations.span_columns import spans_from_columns
from accord.annotations.spans import Spans

PIECES = [
    "a",
    "Zoë",
    "e\u0301",
    "😀",
    "👩\u200d🚀",
    "\u05d0",
    " ",
    "  ",
    "\n",
    "\r\n",
    "中",
    ".",
    '"',
    ",",
    "\\",
    "\u2028",
]
WORDS = ["PER", "ORG", "Évènement", "x-y", "1", "😀"]
# A byte is a choice: lists of choices and of numbers are slow to draw, and all the slower made anew for every example.
TEXT = st.binary(max_size=25).map(lambda drawn: "".join(PIECES[byte % len(PIECES)] for byte in drawn))
SOLID = [piece for piece in PIECES if not piece.isspace()]
TOKENS = st.binary(min_size=1, max_size=4).map(lambda drawn: "".join(SOLID[byte % len(SOLID)] for byte in drawn))
NAME = st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1, max_size=5)
FOLDED = NAME.map(str.casefold)
PERSON = FOLDED.filter(lambda name: role_of_name(name) is None)  # "gold" would be set aside
PEOPLE = st.lists(PERSON, min_size=1, max_size=3, unique=True)
DOCUMENTS = st.dictionaries(FOLDED, TEXT, min_size=1, max_size=3)
ASKED = st.binary(min_size=1, max_size=6)
SENTENCES = st.lists(st.lists(TOKENS, min_size=1, max_size=5), min_size=1, max_size=3)
LINES = SENTENCES.map(lambda several: "\n".join(" ".join(tokens) for tokens in several))
DOCUMENTS_OF_TOKENS = st.dictionaries(FOLDED, LINES, min_size=1, max_size=3)


def bytes_of(draw: Any, number: int) -> list[int]:
    """So many choices, of which each is taken modulo the number of those there are; many examples have 0 everywhere."""
    return list(draw(st.binary(min_size=number, max_size=number)))


@st.composite
def spans_with_texts(draw: Any, *, uncategorised: bool = False, discontinuous: bool = False) -> Spans:
    """Documents with emoji, combining characters and CRLF; some annotators found nothing, some were not asked."""
    documents, people = draw(DOCUMENTS), draw(PEOPLE)
    named, who = list(documents), len(people)
    asked = [(named[byte // who % len(named)], people[byte % who]) for byte in draw(ASKED)]
    asked = list(dict.fromkeys(asked))
    categories = [*WORDS, *[None] * len(WORDS)] if uncategorised else WORDS
    times = bytes_of(draw, len(asked))
    several = [pair for place, pair in enumerate(asked) for _ in range((place + times[place]) % 4)]
    rows: list[tuple[Any, ...]] = []
    for document, annotator in several:
        length = len(documents[document])
        first, second, word, *more = bytes_of(draw, 12 if discontinuous else 3)
        start = first % (length + 1)
        end = start + second % (length + 1 - start)
        rows.append((document, annotator, start, end, categories[word % len(categories)]))
        if discontinuous:
            bounds = sorted({(place + byte) % (length + 1) for place, byte in enumerate(more[more[0] % 6 :])})
            pieces = tuple(zip(bounds[::2], bounds[1::2], strict=False))
            if len(pieces) > 1:
                rows[-1] = (document, annotator, pieces[0][0], pieces[-1][1], rows[-1][4], pieces)
    return built(documents, asked, rows)


def built(documents: dict[str, str], asked: list[tuple[str, str]], rows: list[tuple[Any, ...]]) -> Spans:
    import numpy as np

    known = {document for document, _ in asked}
    return spans_from_columns(
        document=[row[0] for row in rows],
        annotator=[row[1] for row in rows],
        start=np.array([row[2] for row in rows], dtype=np.float64),
        end=np.array([row[3] for row in rows], dtype=np.float64),
        category=[row[4] for row in rows],
        documents=[name for name in documents if name in known],
        annotators=sorted({annotator for _, annotator in asked}),
        assigned=asked,
        texts={name: text for name, text in documents.items() if name in known},
        names=[f"u{number}" for number in range(len(rows))],
        fragments=[row[5] if len(row) > 5 else None for row in rows],
    )


@st.composite
def relations_with_texts(draw: Any, *, discontinuous: bool = False) -> Relations:
    """Relations between the annotators' own units, of which some are discontinuous."""
    spans = draw(spans_with_texts(discontinuous=discontinuous))
    names = spans.names or []
    pairs = [
        (one, two)
        for one in range(len(spans))
        for two in range(len(spans))
        if one != two and spans.document[one] == spans.document[two] and spans.who[one] == spans.who[two]
    ]
    links: dict[tuple[str, str, str, str], str] = {}
    for (one, two), byte in zip(pairs, bytes_of(draw, len(pairs)), strict=True):
        if byte % 2 == 0:
            who, where = spans.annotators[spans.who[one]], spans.documents[spans.document[one]]
            links[where, who, names[one], names[two]] = ("supports", "attacks")[byte // 2 % 2]
    return relations_from_columns(
        document=[key[0] for key in links],
        annotator=[key[1] for key in links],
        origin=[key[2] for key in links],
        target=[key[3] for key in links],
        label=list(links.values()),
        spans=spans,
    )


@st.composite
def token_spans(draw: Any) -> Spans:
    """Units of whole tokens that do not overlap, over texts whose tokens are parted by single spaces."""
    documents, people = draw(DOCUMENTS_OF_TOKENS), draw(PEOPLE)
    asked = [(document, annotator) for document in documents for annotator in people]
    tokens_in_all = sum(len(documents[document].split()) for document, _ in asked)
    drawn = iter(bytes_of(draw, 2 * tokens_in_all))
    rows = []
    for document, annotator in asked:
        at = 0
        for line in documents[document].split("\n"):
            tokens = line.split(" ")
            place = 0
            while place < len(tokens):
                length, word = len(tokens) - place - next(drawn) % (len(tokens) - place), next(drawn)
                start = at + sum(len(token) + 1 for token in tokens[:place])
                end = start + len(" ".join(tokens[place : place + length]))
                if word % 2 == 0:
                    rows.append((document, annotator, start, end, WORDS[word // 2 % len(WORDS)]))
                place += length
            at += len(line) + 1
    return built(documents, asked, rows)


def same(one: accord.Labels | Spans | Relations, two: accord.Labels | Spans | Relations) -> bool:
    """Whether two data sets hold the same annotations by the same annotators."""
    if isinstance(one, accord.Labels) or isinstance(two, accord.Labels):
        from accord.annotations import summarise

        return summarise(one, rows=True).sha256 == summarise(two, rows=True).sha256  # type: ignore[arg-type]
    return one.sha256 == two.sha256 and sorted(one.documents) == sorted(two.documents)

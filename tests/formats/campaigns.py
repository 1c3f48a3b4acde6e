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
TEXT = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)
TOKENS = st.lists(st.sampled_from([one for one in PIECES if not one.isspace()]), min_size=1, max_size=4).map("".join)
NAME = st.text(st.characters(codec="utf-8", categories=["L", "N"]), min_size=1, max_size=5)
PERSON = NAME.map(str.casefold).filter(lambda name: role_of_name(name) is None)  # "gold" would be set aside
WORD = st.sampled_from(["PER", "ORG", "Évènement", "x-y", "1", "😀"])


@st.composite
def spans_with_texts(
    draw: Any, *, texts: Any = TEXT, uncategorised: bool = False, discontinuous: bool = False
) -> Spans:
    """Documents with emoji, combining characters and CRLF; some annotators found nothing, some were not asked."""
    documents = draw(st.dictionaries(NAME.map(str.casefold), texts, min_size=1, max_size=3))
    people = draw(st.lists(PERSON, min_size=1, max_size=3, unique=True))
    asked = draw(
        st.lists(
            st.tuples(st.sampled_from(list(documents)), st.sampled_from(people)), min_size=1, max_size=6, unique=True
        )
    )
    category = WORD if not uncategorised else st.none() | WORD
    rows: list[tuple[Any, ...]] = []
    for document, annotator in asked:
        for _ in range(draw(st.integers(0, 3))):
            start = draw(st.integers(0, len(documents[document])))
            end = draw(st.integers(start, len(documents[document])))
            rows.append((document, annotator, start, end, draw(category)))
            if discontinuous:
                length = len(documents[document])
                bounds = draw(st.lists(st.integers(0, length), max_size=8, unique=True).map(sorted))
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
    links: dict[tuple[str, str, str, str], str] = {}
    names = spans.names or []
    for one in range(len(spans)):
        for two in range(len(spans)):
            same = spans.document[one] == spans.document[two] and spans.who[one] == spans.who[two]
            if one != two and same and draw(st.booleans()):
                who, where = spans.annotators[spans.who[one]], spans.documents[spans.document[one]]
                links[where, who, names[one], names[two]] = draw(st.sampled_from(["supports", "attacks"]))
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
    sentences = st.lists(st.lists(TOKENS, min_size=1, max_size=5), min_size=1, max_size=3)
    texts = sentences.map(lambda several: "\n".join(" ".join(tokens) for tokens in several))
    documents = draw(st.dictionaries(NAME.map(str.casefold), texts, min_size=1, max_size=3))
    people = draw(st.lists(PERSON, min_size=1, max_size=3, unique=True))
    asked = [(document, annotator) for document in documents for annotator in people]
    rows = []
    for document, annotator in asked:
        at = 0
        for line in documents[document].split("\n"):
            tokens = line.split(" ")
            place = 0
            while place < len(tokens):
                length = draw(st.integers(1, len(tokens) - place))
                start = at + sum(len(token) + 1 for token in tokens[:place])
                end = start + len(" ".join(tokens[place : place + length]))
                if draw(st.booleans()):
                    rows.append((document, annotator, start, end, draw(WORD)))
                place += length
            at += len(line) + 1
    return built(documents, asked, rows)


def same(one: accord.Labels | Spans | Relations, two: accord.Labels | Spans | Relations) -> bool:
    """Whether two data sets hold the same annotations by the same annotators."""
    if isinstance(one, accord.Labels) or isinstance(two, accord.Labels):
        from accord.annotations import summarise

        return summarise(one, rows=True).sha256 == summarise(two, rows=True).sha256  # type: ignore[arg-type]
    return one.sha256 == two.sha256 and sorted(one.documents) == sorted(two.documents)

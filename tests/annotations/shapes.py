"""Annotations of all shapes that hypothesis draws, with ugly names, missing labels and people who found nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
from hypothesis import strategies as st

import accord
from accord.annotations import (
    Answers,
    Labels,
    Relations,
    Spans,
    answers_from_columns,
    relations_from_columns,
    spans_from_columns,
)

UGLY = [
    "Ann",
    "bob smith",
    "ünï",
    "a,b",
    'q"uote',
    "tab\there",
    "line\nbreak",
    "日本",
    "nil!",
    "x" * 40,
    "0x1",
    "é",
    "e\u0301",
]
names = st.lists(st.sampled_from(UGLY), min_size=2, max_size=4, unique=True)
places = st.lists(
    st.sampled_from([f"{name}-{end}" for name in UGLY for end in "12"]), min_size=1, max_size=5, unique=True
)
Draw = Callable[[st.SearchStrategy[Any]], Any]


@st.composite
def labels(draw: Draw) -> Labels:
    people, items = draw(names), draw(places)
    words = draw(st.sampled_from([["a", "b", "c"], ["1", "2", "10"], ["no, never", "yes\n", "perhaps?"]]))
    cells = st.sampled_from([*words, None])
    rows = [[draw(cells) for _ in people] for _ in items]
    rows[0][:] = [words[0]] * len(people)  # somebody labelled something, and everybody labelled
    levels = ["nominal", "ordinal"] if draw(st.booleans()) else ["nominal"]
    return accord.labels(rows, words, draw(st.sampled_from(levels)), annotators=people, items=items)


def _asked(draw: Draw, where: list[str], people: list[str]) -> list[tuple[str, str]]:
    """Everybody was asked about something, and about everything somebody was asked."""
    every = [(place, who) for place in where for who in people]
    drawn = draw(st.lists(st.sampled_from(every), unique=True))
    return list(dict.fromkeys([*((place, people[0]) for place in where), *((where[0], who) for who in people), *drawn]))


@st.composite
def spans(draw: Draw) -> Spans:
    people, documents = draw(names), draw(places)
    asked = _asked(draw, documents, people)
    units = []
    for document, who in asked:
        for _ in range(draw(st.integers(0, 3))):
            start = draw(st.integers(0, 40)) * draw(st.sampled_from([1, 0.25]))
            units.append(
                (document, who, start, start + draw(st.integers(0, 9)), draw(st.sampled_from(["x", "y", None])))
            )
    columns = list(zip(*units, strict=True)) or [()] * 5
    return spans_from_columns(
        document=columns[0],
        annotator=columns[1],
        start=np.array(columns[2], dtype=float),
        end=np.array(columns[3], dtype=float),
        category=columns[4],
        documents=documents,
        annotators=people,
        assigned=asked,
        lengths=dict.fromkeys(documents, 100.0) if draw(st.booleans()) else None,
    )


@st.composite
def relations(draw: Draw) -> Relations:
    people, documents = draw(names), draw(places)
    asked = _asked(draw, documents, people)
    units = {document: [f"u{number}" for number in range(draw(st.integers(2, 4)))] for document in documents}
    links = []
    for document, who in asked:
        pairs = [(one, other) for one in units[document] for other in units[document] if one != other]
        for one, other in draw(st.lists(st.sampled_from(pairs), unique=True, max_size=3)):
            links.append((document, who, one, other, draw(st.sampled_from(["cause", "a, b", None]))))
    columns = list(zip(*links, strict=True)) or [()] * 5
    return relations_from_columns(
        document=columns[0],
        annotator=columns[1],
        origin=columns[2],
        target=columns[3],
        label=columns[4],
        units=units,
        documents=documents,
        annotators=people,
        assigned=asked,
    )


@st.composite
def answers(draw: Draw) -> Answers:
    people, items = draw(names), draw(places)
    asked = _asked(draw, items, people)
    rows: list[tuple[str, str, str | None]] = []
    for item, who in asked:
        words = draw(st.lists(st.sampled_from(["car", "old bus", "été"]), unique=True, max_size=3))
        rows += [(item, who, word) for word in words] or [(item, who, None)]
    return answers_from_columns(
        item=[row[0] for row in rows],
        annotator=[row[1] for row in rows],
        answer=[row[2] for row in rows],
        items=items,
        annotators=people,
    )


@st.composite
def shapes(draw: Draw) -> Labels | Spans | Relations | Answers:
    """Any of them; some annotators are models."""
    data = draw(st.one_of(labels(), spans(), relations(), answers()))
    models = draw(st.lists(st.sampled_from(data.annotators), unique=True, max_size=1))
    made: Labels | Spans | Relations | Answers = replace(data, roles=dict.fromkeys(models, "model"))
    return made


def parts_of(data: Any, places: list[int]) -> Any:
    """Only these items or documents."""
    return data.of_items(places) if data.kind in ("labels", "answers") else data.of_documents(places)


def names_of(data: Any) -> list[str]:
    """The names of the items or documents."""
    return list(data.items if data.kind in ("labels", "answers") else data.documents)

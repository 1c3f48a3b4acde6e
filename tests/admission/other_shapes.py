"""Spans, relations and answers by people of one population and a candidate, as closeness of every two of them."""

from __future__ import annotations

import numpy as np

from accord.annotations import Answers, Relations, Spans
from accord.results.arrays import Ints
from untyped import accord

UNITS, SPACE = 4, 30  # places of a document in which there may be a unit, and how far apart they are


def found(rng: np.random.Generator, documents: int, rates: list[float]) -> Ints:
    """(annotators, documents, places) −1 where nobody marks anything, else a category: two of four places have a unit,
    and everybody errs at their own rate: misses it, invents one, or takes another category."""
    truth = np.where(rng.random((documents, UNITS)) < 0.5, rng.integers(2, size=(documents, UNITS)), -1)
    missed = np.where(rng.random(truth.shape) < 0.5, -1, 1 - truth)
    other = np.where(truth < 0, rng.integers(2, size=truth.shape), missed)
    return np.stack([np.where(rng.random(truth.shape) < rate, other, truth) for rate in rates])


def names(people: int) -> list[str]:
    return [*(f"person {who + 1}" for who in range(people)), "model"]


def rates(rng: np.random.Generator, people: int, more: float) -> list[float]:
    made = rng.uniform(0.1, 0.2, size=people + 1)
    made[-1] += more
    return [float(one) for one in made]


def span_panel(seed: int, *, people: int = 10, items: int = 200, more: float = 0.0) -> Spans:
    rng = np.random.default_rng(seed)
    labels = found(rng, items, rates(rng, people, more))
    units = [
        (name, document, place * SPACE, place * SPACE + 10, "xy"[labels[who, document, place]])
        for who, name in enumerate(names(people))
        for document, place in np.argwhere(labels[who] >= 0).tolist()
    ]
    import polars

    frame = polars.DataFrame(units, schema=["annotator", "document", "start", "end", "category"], orient="row")
    made: Spans = accord.read(frame, kind="spans", asked="everyone", models=["model"], only="*")
    return made


def relation_panel(seed: int, *, people: int = 10, items: int = 200, more: float = 0.0) -> Relations:
    rng = np.random.default_rng(seed)
    labels = found(rng, items, rates(rng, people, more))
    graphs = [
        accord.relations(
            {
                name: [(n + 1, 0, "xy"[kind]) for n, kind in enumerate(labels[who, document].tolist()) if kind >= 0]
                for who, name in enumerate(names(people))
            },
            units=list(range(UNITS + 1)),
        )
        for document in range(items)
    ]
    made: Relations = accord.relations(graphs)
    return made


def answer_panel(seed: int, *, people: int = 10, items: int = 200, more: float = 0.0) -> Answers:
    rng = np.random.default_rng(seed)
    own = rates(rng, people, more)
    wrong = rng.integers(1, 6, size=(people + 1, items))
    right = np.stack([rng.random(items) >= rate for rate in own])
    given = {
        f"q{item}": {
            name: ["right" if right[who, item] else f"wrong {wrong[who, item]}"]
            for who, name in enumerate(names(people))
        }
        for item in range(items)
    }
    made: Answers = accord.answers(given)
    return made

"""Annotations of any shape as a campaign: what is written, and what exports are compared with."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from accord.annotations.answers import Answers
from accord.annotations.campaign import Campaign, Layer, Pair
from accord.annotations.labels import Labels
from accord.annotations.relations import Relations
from accord.annotations.spans import Spans
from accord.results import DataError


def campaign_of(data: Answers | Labels | Spans | Relations | Campaign) -> Campaign:
    """Any annotations as a campaign of one layer (two, for relations between an annotator's own units)."""
    if isinstance(data, Campaign):
        return data
    if isinstance(data, Answers):
        return _of_answers(data)
    if isinstance(data, Labels):
        return _of_labels(data)
    if isinstance(data, Spans):
        return _of_spans(data)
    return _of_relations(data)


def _of_labels(data: Labels) -> Campaign:
    if data.annotators is None or data.who is None or data.n_rows != data.n_items:
        raise DataError("ACC051", "in tables of counts and contingency tables it is not known who labelled what")
    items = np.repeat(np.arange(data.n_rows), data.sizes)
    names = [str(item) for item in (range(1, data.n_rows + 1) if data.items is None else data.items)]
    texts = data.categories.texts
    members = [tuple(sorted(label_set)) for label_set in data.categories.members()] if data.categories.sets else None
    columns: dict[str, Sequence[Any] | NDArray[np.float64]] = {
        "label": [texts[code] if members is None else members[code] for code in data.codes]
    }
    if data.times is not None:
        columns["time"] = data.times
    layer = Layer(
        "label", "labels", [names[item] for item in items], [data.annotators[who] for who in data.who], columns
    )
    assigned = dict.fromkeys(zip(layer.document, layer.annotator, strict=True))
    return _campaign(data, names, data.annotators, assigned, [layer], _by_name(names, data.texts))


def _of_answers(data: Answers) -> Campaign:
    if data.annotators is None:
        raise DataError("ACC051", "in counts of answers it is not known who gave which answer")
    items = [data.items[item] for item in data.item]
    columns: dict[str, Sequence[Any] | NDArray[np.float64]] = {
        "item": items,
        "answer": [data.vocabulary[code] for code in data.codes],
    }
    layer = Layer("answer", "answers", items, [data.annotators[who] for who in data.who], columns)
    assigned = [(data.items[where], data.annotators[who]) for where, who in np.argwhere(data.assigned)]
    return _campaign(data, data.items, data.annotators, assigned, [layer], _by_name(data.items, data.texts))


def _of_spans(data: Spans) -> Campaign:
    categories = [*data.categories.texts, None]
    columns: dict[str, Sequence[Any] | NDArray[np.float64]] = {
        "start": data.starts,
        "end": data.ends,
        "category": [categories[code] for code in data.codes],
    }
    if data.names is not None:
        columns["name"] = data.names
    if data.fragments is not None:
        columns["fragments"] = data.fragments.cells()
    layer = Layer(
        "spans",
        "spans",
        [data.documents[document] for document in data.document],
        [data.annotators[who] for who in data.who],
        columns,
    )
    known = zip(data.documents, data.lengths.tolist(), strict=True)
    lengths = {name: length for name, length in known if not np.isnan(length)}
    texts = _by_name(data.documents, data.texts)
    return _campaign(data, data.documents, data.annotators, _asked(data), [layer], texts, lengths)


def _of_relations(data: Relations) -> Campaign:
    rows = [row for row in data.rows() if row["origin"] is not None]  # who found none is among the assigned
    given_units = texts = None
    layers: list[Layer] = []
    campaign: Campaign | None = None
    if data.spans is not None:
        campaign = _of_spans(replace(data.spans, names=list(data.unit_names)))
        layers = list(campaign.layers)
    else:
        inside = list(zip(data.documents, map(slice, data.bounds[:-1], data.bounds[1:]), strict=True))
        given_units = {name: list(data.unit_names[units]) for name, units in inside}
        if data.unit_texts is not None:
            texts = {name: list(data.unit_texts[units]) for name, units in inside}
    layer = Layer(
        "relations",
        "relations",
        [str(row["document"]) for row in rows],
        [str(row["annotator"]) for row in rows],
        {column: [row[column] for row in rows] for column in ("origin", "target", "label")},
        units="spans" if data.spans is not None else None,
        symmetric=data.symmetric,
        constraint=data.constraint,
        given=given_units,
        given_texts=texts,
        components=[component for component in _components(data) if data.spans is None or component[3] is not None],
    )
    known = ({}, {}) if campaign is None else (campaign.texts, campaign.lengths)
    made = _campaign(data, data.documents, data.annotators, _asked(data), [*layers, layer], *known)
    return replace(made, main="relations")


def _components(data: Relations) -> list[tuple[str, str, str, str | None]]:
    types = [*data.types.texts, None]
    return [
        (data.documents[data.unit_document[unit]], data.annotators[who], data.unit_names[unit], types[kind])
        for unit, who, kind in zip(data.component_units, data.component_who, data.component_types, strict=True)
    ]


def _campaign(
    data: Answers | Labels | Spans | Relations,
    documents: Sequence[str],
    annotators: Sequence[str],
    assigned: Iterable[Pair],
    layers: Sequence[Layer],
    texts: Mapping[str, str],
    lengths: Mapping[str, float] | None = None,
) -> Campaign:
    """The layers with all that is known about the data."""
    return Campaign(
        documents=tuple(documents),
        annotators=tuple(annotators),
        assigned=tuple(assigned),
        layers=tuple(layers),
        texts=texts,
        lengths=lengths or {},
        roles=data.roles,
        read_as=data.read_as,
        diagnostics=data.diagnostics,
        source=data.source,
    )


def _asked(data: Spans | Relations) -> list[Pair]:
    return [(data.documents[where], data.annotators[who]) for where, who in np.argwhere(data.assigned)]


def _by_name(names: Sequence[str], texts: Sequence[str] | None) -> dict[str, str]:
    return {} if texts is None else dict(zip(names, texts, strict=True))

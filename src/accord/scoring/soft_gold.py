"""Soft labels that are scored: the distributions of gold, and those of systems over the same categories."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from accord.annotations import Categories, Labels
from accord.annotations.casting import EVERYBODY
from accord.annotations.categories import canonical_text
from accord.annotations.label_distributions import SoftLabels
from accord.formats.tables.soft_tables import holds_soft_labels, probabilities_in, soft_labels_in
from accord.results import DataError, Place, UsageError
from accord.scoring.runs import path_of

Given = Any


def soft_gold_of(gold: Given, **roles: Any) -> SoftLabels:
    """The distributions of gold; `roles` are the options of `accord.read` for a table of labels."""
    told = {name: value for name, value in roles.items() if value}
    if isinstance(gold, SoftLabels):
        return gold
    if isinstance(gold, Labels):
        return SoftLabels.of(gold)
    if isinstance(gold, Mapping):
        return _of_mapping(gold)
    path = path_of(gold, "gold")
    if holds_soft_labels(path):
        return soft_labels_in(path)
    return SoftLabels.of(_labels_in(path, **told))


def soft_systems_of(system: Given, gold: SoftLabels) -> dict[str, SoftLabels]:
    """The systems of a file or an object by their names; labels count as often as a system gave them."""
    if isinstance(system, SoftLabels):
        return {"system": replace(system, groups=())}
    if isinstance(system, Mapping):
        return {"system": _of_mapping(system)}
    if isinstance(system, Labels):
        return _of_labels(system)
    path = path_of(system, "system")
    if holds_soft_labels(path):
        return {path.stem: replace(soft_labels_in(path), groups=())}
    found = probabilities_in(path, gold.categories.texts)
    return found if found is not None else _of_labels(_labels_in(path, only=EVERYBODY))


def over_the_same(gold: SoftLabels, system: SoftLabels, name: str) -> tuple[SoftLabels, SoftLabels]:
    """Both over the categories of both."""
    new = [text for text in system.categories.texts if text not in gold.categories.index]
    if not new:
        return gold, system.over(gold.categories)
    places = gold.places()
    if places is not None and gold.categories.values is None:
        message = f"'{name}' has a label '{new[0]}' that is nowhere on the scale of gold"
        raise DataError("ACC458", message, hint=f"the scale is {gold.categories}")
    texts = [*gold.categories.texts, *new]
    both = Categories.recorded(texts) if places is not None else Categories.declare(texts)
    return gold.over(both), system.over(both)


def _of_labels(data: Labels) -> dict[str, SoftLabels]:
    if data.annotators is None:
        return {Path(data.source).stem if data.source else "system": SoftLabels.of(data, repeated=True)}
    return {name: SoftLabels.of(data.of_annotators([name]), repeated=True) for name in data.annotators}


def _labels_in(path: str | os.PathLike[str], **roles: Any) -> Labels:
    from accord.formats import read

    data = read(path, kind="labels", **roles)
    if not isinstance(data, Labels):
        raise DataError("ACC458", f"these are {data.kind}, and soft labels are of labels", Place(str(path)))
    return data


def _of_mapping(given: Mapping[object, object]) -> SoftLabels:
    """{item: {category: share or count}}, {item: [labels]} or {item: label}."""
    rows: dict[str, dict[str, float]] = {}
    for item, said in given.items():
        if isinstance(said, Mapping):
            rows[str(item)] = {canonical_text(name): float(number) for name, number in said.items()}
        elif isinstance(said, Sequence) and not isinstance(said, str):
            rows[str(item)] = {canonical_text(one): float(said.count(one)) for one in said}
        else:
            rows[str(item)] = {canonical_text(said): 1.0}
    if not rows:
        raise UsageError("there is no item", "give {item: {category: share}}")
    categories = Categories.recorded({name for row in rows.values() for name in row})
    table = np.array([[row.get(text, 0.0) for text in categories.texts] for row in rows.values()])
    total = table.sum(axis=1)
    if (table < 0).any() or not (total > 0).all():
        item = list(rows)[int(np.flatnonzero((table < 0).any(axis=1) | (total <= 0))[0])]
        raise DataError("ACC458", "the shares are no distribution", Place(item=item), "give shares of at least 0")
    whole = bool((table == np.rint(table)).all())
    return SoftLabels(tuple(rows), categories, "nominal", table / total[:, None], table if whole else None)

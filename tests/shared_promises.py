"""What is promised of labels, computed once for the same labels in a run: most of a report's time goes into it."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from unittest import mock

from accord.annotations import Labels
from accord.diagnosis.labels import label_findings
from accord.diagnosis.labels.promised import Promised, promised
from between_workers import built_once


def _once(compute: Callable[[Labels], Promised | None], folder: Path) -> Callable[[Labels], Promised | None]:
    known: dict[str, Promised | None] = {}

    def called(labels: Labels) -> Promised | None:
        rows = (labels.starts, labels.who, labels.codes, labels.weights, labels.clusters)
        names = (labels.annotators, None if labels.items is None else [*labels.items])
        content = pickle.dumps((labels.categories, labels.level, labels.nothing, names, rows))
        key = hashlib.sha256(content).hexdigest()
        if key not in known:
            known[key] = built_once(folder, key, lambda _: compute(labels))
        return known[key]

    return called


def shared_promises(folder: Path) -> AbstractContextManager[object]:
    """In this process and in all that share the folder."""
    return mock.patch.object(label_findings, "promised", _once(promised, folder))


def no_promises() -> AbstractContextManager[object]:
    """Where something else is the point: as of labels of which nothing can be promised."""
    return mock.patch.object(label_findings, "promised", return_value=None)

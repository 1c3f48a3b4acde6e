"""What is promised of labels, computed once for the same labels in a process: most of a report's time goes into it."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from contextlib import AbstractContextManager
from unittest import mock

from accord.annotations import Labels
from accord.diagnosis.labels import label_findings
from accord.diagnosis.labels.promised import Promised, promised


def _once(compute: Callable[[Labels], Promised | None]) -> Callable[[Labels], Promised | None]:
    known: dict[bytes, Promised | None] = {}

    def called(labels: Labels) -> Promised | None:
        rows = (labels.starts, labels.who, labels.codes, labels.weights, labels.clusters)
        key = pickle.dumps((labels.categories, labels.level, labels.nothing, labels.annotators, rows))
        if key not in known:
            known[key] = compute(labels)
        return known[key]

    return called


def shared_promises() -> AbstractContextManager[object]:
    return mock.patch.object(label_findings, "promised", _once(promised))

"""Telling which items belong together, such as the sentences of one text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from accord.results import DataError, UsageError
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.annotations.labels import Labels


def clustered(labels: Labels, cluster: object) -> Labels:
    """The same labels, and which items belong together: a mapping from items to clusters, or a cluster for each item
    in the order of the data. An item without one (None, NaN, "") is a cluster of its own.

    >>> import accord
    >>> data = accord.labels([["a", "a"], ["a", "b"], ["b", "b"]], items=["s1", "s2", "s3"])
    >>> clustered(data, {"s1": "text 1", "s2": "text 1", "s3": "text 2"}).clusters
    array([0, 0, 1])
    """
    if isinstance(cluster, str | bytes) or not isinstance(cluster, Iterable):
        raise UsageError(
            f"cluster={cluster!r} does not say which cluster each item belongs to",
            "give a mapping from items to clusters, or a cluster for each item in the order of the data",
        )
    if isinstance(cluster, Mapping):
        names = _looked_up(labels, cluster)
    else:
        names = list(cluster)
        if len(names) != labels.n_rows:
            raise UsageError(
                f"cluster= has {many(len(names), 'cluster')} for {many(labels.n_rows, 'item')}",
                "give one for each item, in the order of the data",
            )
    number: dict[object, int] = {}
    absent = [name is None or name == "" or bool(name != name) for name in names]
    keys = [row if absent[row] else str(name) for row, name in enumerate(names)]  # a row is a cluster of its own
    places = [number.setdefault(key, len(number)) for key in keys]
    called = [key if isinstance(key, str) else None for key in number]
    return replace(labels, clusters=np.array(places, dtype=np.int64), cluster_names=called)


def _looked_up(labels: Labels, cluster: Mapping[object, object]) -> list[object]:
    if labels.items is None:
        raise UsageError("these items have no names", "give a cluster for each item, in the order of the data")
    by_item = {str(item): name for item, name in cluster.items()}
    unknown = [item for item in labels.items if item not in by_item]
    if unknown:
        raise DataError(
            "ACC300",
            f"{many(len(unknown), 'item has', 'items have')} no cluster: the first is '{unknown[0]}'",
            hint="name the cluster of every item; None for an item that belongs to none",
        )
    return [by_item[item] for item in labels.items]

"""The annotations of documents as ordered labelled trees."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from accord.annotations.relations import Relations
from accord.measures.relations.graphs.comparisons import Members
from accord.measures.relations.graphs.forests import ENDLESS, depths
from accord.measures.relations.trees.edit_distance import Trees, trees
from accord.results import DataError, Place
from accord.results.arrays import Ints


@dataclass(frozen=True, eq=False)
class Treebank:
    """The distinct trees, and which document has which, once for each annotator who was asked."""

    distinct: Trees
    document: Ints
    """(annotations,), as is the next."""
    tree: Ints


def treebank(relations: Relations, labelled: bool) -> Treebank:
    """Each annotation as a tree: its units in the structure below a root of its own, in reading order.

    A node is labelled with the type of its outgoing relation, a unit without one with its own type (Skjærholt 2014
    puts a root above all, too).
    """
    nodes, heads, names = _annotated(relations, labelled)
    document, who = np.nonzero(relations.assigned)
    members = Members.of(relations)
    cell = document * relations.n_annotators + who
    known: dict[bytes, int] = {}
    which = np.empty(len(cell), dtype=np.int64)
    parents, labels, sizes = [], [], []
    for number, (first, last) in enumerate(zip(members.bounds[cell], members.bounds[cell + 1], strict=True)):
        units, above, label = nodes[first:last], heads[first:last], names[first:last]
        place = np.where(above >= 0, np.searchsorted(units, above) + 1, 0)
        key = np.stack([place, label]).tobytes()
        if key not in known:
            known[key] = len(known)
            parents.append(np.append(-1, place))
            labels.append(np.append(-2, label))
            sizes.append(len(units) + 1)
        which[number] = known[key]
    starts = np.concatenate([[0], np.cumsum(np.array(sizes, dtype=np.int64))])
    shift = np.repeat(starts[:-1], sizes)
    above = np.concatenate(parents)
    return Treebank(
        trees(starts, np.where(above >= 0, above + shift, -1), np.concatenate(labels).astype(np.int64)),
        document,
        which,
    )


def _annotated(relations: Relations, labelled: bool) -> tuple[Ints, Ints, Ints]:
    """(components,) by document and annotator: the unit, its head (−1: none) and its label."""
    members = Members.of(relations)
    owners = np.repeat(np.arange(len(members.bounds) - 1), np.diff(members.bounds)) % relations.n_annotators
    keys = owners * relations.n_units + members.units
    order = np.argsort(keys)
    origin = relations.who.astype(np.int64) * relations.n_units + relations.origins
    place = order[np.searchsorted(keys[order], origin)]
    heads = np.full(len(keys), -1, dtype=np.int64)
    heads[place] = relations.targets
    _refuse_graphs(relations, place, keys, order)
    names = -3 - members.types.astype(np.int64)  # types of units and of relations are different names
    names[place] = relations.codes
    return members.units, heads, names if labelled else np.zeros_like(names)


def _refuse_graphs(relations: Relations, place: Ints, keys: Ints, order: Ints) -> None:
    """A DataError for the first annotation that is not a forest."""
    times = np.bincount(place, minlength=len(keys))
    odd = times[place] > 1
    target = relations.who.astype(np.int64) * relations.n_units + relations.targets
    parents = np.full(len(keys), -1, dtype=np.int64)
    parents[place] = order[np.searchsorted(keys[order], target)]
    odd |= depths(parents)[place] == ENDLESS
    if odd.any():
        row = int(np.argmax(odd))
        origin, head, _ = relations.link(row)
        why = "its origin has another outgoing relation" if times[place[row]] > 1 else "it leads into a cycle"
        raise DataError(
            "ACC037",
            f"the relation {origin} → {head} of '{relations.annotators[relations.who[row]]}': {why}",
            Place(relations.source, None, relations.documents[relations.document[row]]),
            "tree edit distance compares forests: one head per unit and no cycle",
        )

"""Measures of relations: all of them on a large campaign, and tree edit distance and coreference beside peers.

One run, one table. `make bench` runs it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

import numpy as np
from comparison import Comparison, compare, table
from numpy.typing import NDArray

from accord.annotations.relation_building import relations_from_columns
from accord.annotations.relation_tuples import coreference
from accord.annotations.relations import Relations
from accord.measures.graph_forests import Integers
from accord.measures.record import Measure
from accord.measures.relations import argument_graphs, coreference_alpha, heads, link_categories, tree_alpha
from accord.measures.relations import coreference as scores
from accord.measures.tree_edit_distance import edit_distances, trees

HEAD = ("what", "size", "accord s", "peer", "peer s", "ratio", "accord", "peer value", "diff.", "note")
DOCUMENTS, ANNOTATORS, UNITS = 1_000, 3, 100
GRAPHS = (
    argument_graphs.gbm,
    argument_graphs.mar_link,
    argument_graphs.mar_path,
    argument_graphs.mar_dset,
    link_categories.component_kappa,
    link_categories.link_kappa,
    link_categories.relation_label_kappa,
    heads.uas,
    heads.las,
    heads.alpha_heads,
)
ENTITIES = (
    scores.muc,
    scores.b3,
    scores.ceaf_m,
    scores.ceaf_e,
    scores.blanc,
    scores.lea,
    coreference_alpha.alpha_masi,
)


def columns(documents: int, units: int, seed: int = 0) -> dict[str, Any]:
    """Trees that agree on about 60 % of the heads; 5 labels; one unit in ten outside."""
    rng = np.random.default_rng(seed)
    who = [f"annotator {number}" for number in range(ANNOTATORS)]
    rows: dict[str, list[Any]] = {"document": [], "annotator": [], "origin": [], "target": [], "label": []}
    for document in range(documents):
        truth = (rng.random(units) * np.arange(units)).astype(int)
        for name in who:
            heads_of = np.where(rng.random(units) < 0.6, truth, (rng.random(units) * np.arange(units)).astype(int))
            drawn = np.flatnonzero((rng.random(units) < 0.9) & (np.arange(units) > 0))
            rows["document"] += [f"document {document}"] * len(drawn)
            rows["annotator"] += [name] * len(drawn)
            rows["origin"] += drawn.tolist()
            rows["target"] += heads_of[drawn].tolist()
            rows["label"] += rng.integers(5, size=len(drawn)).tolist()
    return {**rows, "units": {f"document {document}": list(range(units)) for document in range(documents)}}


def value(measure: Measure, data: Relations, **parameters: object) -> float:
    kernel: Any = measure.prepare(data, **parameters)
    return float(kernel(np.ones((1, kernel.blocks)))["value"][0])


def campaign() -> list[Comparison]:
    """Every measure on a large campaign, from the object; making it is a line of its own."""
    given = columns(DOCUMENTS, UNITS)
    data = relations_from_columns(**given)
    size = f"{DOCUMENTS:,} × {ANNOTATORS} × {UNITS}"
    lines = [compare("Relations from columns", size, lambda: float(len(relations_from_columns(**given))))]
    for measure in (*GRAPHS, *ENTITIES):
        lines.append(compare(measure.name, size, lambda one=measure: value(one, data)))
    small = relations_from_columns(**columns(200, 20))
    lines.append(compare("alpha_ted", f"200 × {ANNOTATORS} × 20", lambda: value(tree_alpha.alpha_ted, small)))
    corrected = "corrected, permutation, precision .01"
    for measure in (argument_graphs.mar_link, argument_graphs.mar_path, argument_graphs.mar_dset, scores.b3):
        lines.append(
            compare(measure.name, size, lambda one=measure: value(one, data, chance="permutation"), note=corrected)
        )
    return lines


def large_trees() -> list[Comparison]:
    """One document of ten and twenty thousand units: twice the units take about twice the time."""
    lines = []
    for units in (10_000, 20_000):
        data = relations_from_columns(**columns(1, units))
        for measure in (argument_graphs.gbm, argument_graphs.mar_path, argument_graphs.mar_dset):
            size = f"1 × {ANNOTATORS} × {units:,}"
            lines.append(compare(measure.name, size, lambda one=measure, data=data: value(one, data)))
    return lines


def random_trees(number: int, nodes: int) -> tuple[Integers, Integers, Integers]:
    """Where trees start, the parent of each node and its label."""
    rng = np.random.default_rng(1)
    place = np.tile(np.arange(nodes), number)
    above = (rng.random(number * nodes) * place).astype(np.int64)
    starts = np.arange(number + 1) * nodes
    return starts, np.where(place > 0, above + np.repeat(starts[:-1], nodes), -1), rng.integers(10, size=number * nodes)


def edit_distance(pairs: int = 1_000, nodes: int = 20, fewer: int = 50) -> list[Comparison]:
    starts, parents, labels = random_trees(2 * pairs, nodes)
    one, other = np.arange(pairs), np.arange(pairs, 2 * pairs)

    def mine(limit: int = pairs) -> float:
        return float(edit_distances(trees(starts, parents, labels), one[:limit], other[:limit]).mean())

    size = f"{pairs:,} pairs of {nodes} nodes"
    lines = []
    for peer, make in (("apted", _apted), ("zss", _zss)):
        try:
            theirs = make(starts, parents, labels, list(zip(one[:fewer], other[:fewer], strict=True)))
        except ImportError:
            lines.append(compare("tree edit distance", size, mine, note=f"{peer} is not installed"))
            continue
        short = compare("", "", lambda: mine(fewer), peer, theirs)
        full = compare("", "", mine)
        lines.append(
            Comparison(
                "tree edit distance",
                size,
                full.accord_seconds,
                peer,
                None if short.peer_seconds is None else short.peer_seconds * pairs / fewer,
                short.accord_value,
                short.peer_value,
                f"peer: {fewer} pairs × {pairs // fewer}; values of those",
            )
        )
    return lines


def _apted(starts: Integers, parents: Integers, labels: Integers, pairs: list[tuple[int, int]]) -> Callable[[], float]:
    apted, node = import_module("apted").APTED, import_module("apted.helpers").Tree

    def tree(number: int) -> Any:
        made = [node(str(labels[place])) for place in range(starts[number], starts[number + 1])]
        for place in range(starts[number] + 1, starts[number + 1]):
            made[parents[place] - starts[number]].children.append(made[place - starts[number]])
        return made[0]

    known = [(tree(one), tree(other)) for one, other in pairs]
    return lambda: float(np.mean([apted(one, other).compute_edit_distance() for one, other in known]))


def _zss(starts: Integers, parents: Integers, labels: Integers, pairs: list[tuple[int, int]]) -> Callable[[], float]:
    zss = import_module("zss")

    def tree(number: int) -> Any:
        made = [zss.Node(str(labels[place])) for place in range(starts[number], starts[number + 1])]
        for place in range(starts[number] + 1, starts[number + 1]):
            made[parents[place] - starts[number]].addkid(made[place - starts[number]])
        return made[0]

    known = [(tree(one), tree(other)) for one, other in pairs]
    return lambda: float(np.mean([zss.simple_distance(one, other, label_dist=_unlike) for one, other in known]))


def _unlike(one: str, other: str) -> int:
    return int(one != other)


def entities(documents: int = 200, mentions: int = 100) -> list[Comparison]:
    """Documents of two annotators who put 70 % of the mentions in the same of 40 entities."""
    rng = np.random.default_rng(2)
    key = rng.integers(40, size=(documents, mentions))
    response = np.where(rng.random((documents, mentions)) < 0.7, key, rng.integers(40, size=(documents, mentions)))
    clusters = {f"d{n}": {"A": _sets(key[n]), "B": _sets(response[n])} for n in range(documents)}
    data = coreference(clusters, {name: [str(m) for m in range(mentions)] for name in clusters})
    sides = [([set(e) for e in both["A"]], [set(e) for e in both["B"]]) for both in clusters.values()]
    try:
        peer: Any = import_module("scorch.scores")
    except ImportError:
        peer = None
    names = {
        "muc": scores.muc,
        "b_cubed": scores.b3,
        "ceaf_m": scores.ceaf_m,
        "ceaf_e": scores.ceaf_e,
        "blanc": scores.blanc,
    }
    lines = []
    for name, measure in names.items():

        def theirs(name: str = name) -> float:
            score = getattr(peer, name)
            return float(np.mean([score(one, other)[2] for one, other in sides]))

        def mine(one: Measure = measure) -> float:
            kernel: Any = one.prepare(data)
            return float(kernel(np.ones((1, kernel.blocks)))["mean_of_documents"][0])

        size = f"{documents} × 2 × {mentions}"
        if peer is None:
            lines.append(compare(measure.name, size, mine, note="scorch is not installed"))
        else:
            lines.append(compare(measure.name, size, mine, "scorch", theirs, note="mean F1 of documents"))
    return lines


def _sets(entity: NDArray[np.int64]) -> list[list[str]]:
    return [[str(m) for m in np.flatnonzero(entity == number)] for number in np.unique(entity)]


def _version(name: str) -> str:
    try:
        return f"{name} {version(name)}"
    except PackageNotFoundError:
        return f"no {name}"


def main() -> None:
    print(
        f"\nRelations (documents × annotators × units); {', '.join(map(_version, ('apted', 'zss', 'scorch')))}.\n",
        flush=True,
    )
    lines = [*campaign(), *large_trees(), *edit_distance(), *entities()]
    print(table(HEAD, [line.cells() for line in lines]))
    ours = next(line for line in lines if line.what == "tree edit distance")
    print(f"\ntarget: 1,000 pairs of 20-node trees in a second: {ours.accord_seconds:.2f} s", end=" — ")
    print("met" if ours.accord_seconds <= 1 else "NOT met")


if __name__ == "__main__":
    main()

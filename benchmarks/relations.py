"""Measures of relations: all of them on a large campaign, and tree edit distance and coreference beside peers.

One run, one table. `make bench` runs it.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from time import process_time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from accord.annotations.relation_building import relations_from_columns
from accord.annotations.relation_tuples import coreference
from accord.annotations.relations import Relations
from accord.measures.record import Measure
from accord.measures.relations import argument_graphs, coreference_alpha, heads, link_categories, tree_alpha
from accord.measures.relations import coreference as scores
from accord.measures.relations.trees.edit_distance import edit_distances, trees
from accord.results.arrays import Ints
from comparison import Comparison, compare, seconds, table

HEAD = ("what", "size", "accord s", "peer", "peer s", "ratio", "accord", "peer value", "diff.", "note")
NULL_MODELS = ("permutation", "degree", "length")
CAMPAIGN_HEAD = (
    "measure",
    "plain s",
    "value",
    *(f"{model} {what}" for model in NULL_MODELS for what in ("s", "value")),
)
DOCUMENTS, ANNOTATORS, UNITS = 1_000, 3, 100
SECONDS = 5.0  # that no measure may take on the campaign
GRAPHS = (
    argument_graphs.gbm,
    argument_graphs.mar_link,
    argument_graphs.mar_path,
    argument_graphs.mar_dset,
    link_categories.component_kappa,
    link_categories.link_kappa,
    heads.uas,
    heads.las,
)
ENTITIES = (
    scores.muc,
    scores.b3,
    scores.ceaf_m,
    scores.ceaf_e,
    scores.blanc,
    scores.lea,
    scores.conll,
)
# corrected for chance by their own definition: chance= is no parameter of theirs
GRAPHS_BY_CHANCE: tuple[tuple[Measure, dict[str, object]], ...] = (
    (link_categories.relation_label_kappa, {}),
    (heads.alpha_heads, {}),
    *((tree_alpha.alpha_ted, {"metric": metric}) for metric in tree_alpha.METRICS),
)
ENTITIES_BY_CHANCE: tuple[tuple[Measure, dict[str, object]], ...] = ((coreference_alpha.alpha_masi, {}),)


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


def entity_campaign(documents: int, mentions: int) -> Relations:
    """Annotators who put 70 % of the mentions in the same of 40 entities."""
    rng = np.random.default_rng(2)
    clusters = {}
    for number in range(documents):
        truth = rng.integers(40, size=mentions)
        drawn = [
            np.where(rng.random(mentions) < 0.7, truth, rng.integers(40, size=mentions)) for _ in range(ANNOTATORS)
        ]
        clusters[f"d{number}"] = {f"annotator {who}": _sets(one) for who, one in enumerate(drawn)}
    return coreference(clusters, {name: [str(m) for m in range(mentions)] for name in clusters})


def campaign() -> tuple[list[list[str]], list[str]]:
    """Every measure on large campaigns of graphs and of entities, once, from the object: plain, and corrected for
    chance by each null model to a precision of .01; and which of them took longer than they may."""
    graphs = relations_from_columns(**columns(DOCUMENTS, UNITS))
    clusters = entity_campaign(DOCUMENTS, UNITS)
    rows, late = [], []
    for data, corrected, by_chance in (
        (graphs, GRAPHS, GRAPHS_BY_CHANCE),
        (clusters, ENTITIES, ENTITIES_BY_CHANCE),
    ):
        for measure in corrected:
            plain = _processor_time(lambda one=measure, data=data: value(one, data))
            sampled = [
                _processor_time(lambda one=measure, data=data, model=model: value(one, data, chance=model))
                for model in NULL_MODELS
            ]
            rows.append([measure.name, *(cell for pair in (plain, *sampled) for cell in _cells(*pair))])
            late += [f"{measure.name} ({seconds(taken)} s)" for _, taken in (plain, *sampled) if taken > SECONDS]
        for measure, parameters in by_chance:
            name = ", ".join([measure.name, *map(str, parameters.values())])
            found, taken = _processor_time(lambda one=measure, data=data, given=parameters: value(one, data, **given))
            rows.append([name, *_cells(found, taken), *["by its definition", ""] * len(NULL_MODELS)])
            late += [f"{name} ({seconds(taken)} s)"] if taken > SECONDS else []
    return rows, late


def _processor_time(call: Callable[[], float]) -> tuple[float, float]:
    start = process_time()
    return call(), process_time() - start


def _cells(found: float, taken: float) -> list[str]:
    return [seconds(taken), f"{found:.4f}"]


def large_trees() -> list[Comparison]:
    """One document of ten and twenty thousand units: twice the units take about twice the time."""
    lines = []
    for units in (10_000, 20_000):
        data = relations_from_columns(**columns(1, units))
        for measure in (argument_graphs.gbm, argument_graphs.mar_path, argument_graphs.mar_dset):
            size = f"1 × {ANNOTATORS} × {units:,}"
            lines.append(compare(measure.name, size, lambda one=measure, data=data: value(one, data)))
    return lines


def random_trees(number: int, nodes: int) -> tuple[Ints, Ints, Ints]:
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


def _apted(starts: Ints, parents: Ints, labels: Ints, pairs: list[tuple[int, int]]) -> Callable[[], float]:
    apted, node = import_module("apted").APTED, import_module("apted.helpers").Tree

    def tree(number: int) -> Any:
        made = [node(str(labels[place])) for place in range(starts[number], starts[number + 1])]
        for place in range(starts[number] + 1, starts[number + 1]):
            made[parents[place] - starts[number]].children.append(made[place - starts[number]])
        return made[0]

    known = [(tree(one), tree(other)) for one, other in pairs]
    return lambda: float(np.mean([apted(one, other).compute_edit_distance() for one, other in known]))


def _zss(starts: Ints, parents: Ints, labels: Ints, pairs: list[tuple[int, int]]) -> Callable[[], float]:
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
    size = f"{DOCUMENTS:,} documents × {ANNOTATORS} annotators × {UNITS} units"
    print(f"\nAll measures of relations on {size}, each once, in seconds of processor time.\n", flush=True)
    rows, late = campaign()
    print(table(CAMPAIGN_HEAD, rows))
    print(f"\ntarget: none above {SECONDS:g} s — " + (f"NOT met: {', '.join(late)}" if late else "met"))
    peers = ", ".join(map(_version, ("apted", "zss", "scorch")))
    print(f"\nRelations (documents × annotators × units); {peers}.\n", flush=True)
    lines = [*large_trees(), *edit_distance(), *entities()]
    print(table(HEAD, [line.cells() for line in lines]))
    ours = next(line for line in lines if line.what == "tree edit distance")
    print(f"\ntarget: 1,000 pairs of 20-node trees in a second: {ours.accord_seconds:.2f} s", end=" — ")
    print("met" if ours.accord_seconds <= 1 else "NOT met")


if __name__ == "__main__":
    main()

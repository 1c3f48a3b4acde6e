"""From sums over comparisons to a kernel: documents added up pair by pair, chance sampled, pairs averaged."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from accord.annotations.relations import Relations
from accord.annotations.sparse import distinct_pairs
from accord.measures.record import BlockKernel, Components, Kernel, Undefined
from accord.measures.relations.graphs.chance import randomised
from accord.measures.relations.graphs.comparisons import Comparisons, Graph
from accord.results import DataError, Diagnostic, Diagnostics, StandardError, UsageError
from accord.results.arrays import Floats, Ints
from accord.statistics.seeds import generator

Score = Callable[[Graph, Graph], Floats]
"""From two graphs to (nodes, sums): what each node adds to the numerators and denominators of its comparison."""
Finish = Callable[[Floats], Mapping[str, Floats]]
"""From (…, sums) to (…,) numbers by name; "value" is the measure of the pair."""

FIRST_SAMPLES, MOST_SAMPLES = 10, 10_000
KEPT_SUMS = 25_000_000  # sums of samples held where their mean is not enough
DENSE = 20_000_000
FEW_NODES = 100  # of all comparisons: random graphs of so few are recognised when they come again


@dataclass(frozen=True)
class Chance:
    """How chance is sampled: the null model, the wanted precision (half a 95 % interval) or the number of samples."""

    model: str | None = None
    precision: float = 0.01
    samples: int | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        if self.samples is not None and (not isinstance(self.samples, int | np.integer) or self.samples < 1):
            raise UsageError(f"samples={self.samples!r}: at least one random graph is needed")
        if not isinstance(self.precision, int | float | np.number) or not self.precision > 0:
            raise UsageError(f"precision={self.precision!r}: the precision is above 0")


@dataclass(frozen=True, eq=False)
class Layout:
    """Which block, and which pair of annotators, the sums of a cell belong to."""

    blocks: int
    drawn: str
    pairs: int
    cell_of_node: Ints
    """(nodes,)"""
    block: Ints
    """(cells,), as is the next."""
    pair: Ints

    @classmethod
    def of(cls, compared: Comparisons) -> Layout:
        """Documents where there are several, else the units of the only one, if it has any."""
        if compared.documents > 1 or not len(compared.of_node):
            return cls(
                compared.documents,
                "documents",
                len(compared.pairs),
                compared.of_node,
                compared.document,
                compared.pair,
            )
        cells = np.arange(len(compared.of_node))
        units = max(int(compared.units.max(initial=-1)) + 1, 1)
        return cls(units, "units", len(compared.pairs), cells, compared.units, compared.pair[compared.of_node])

    def cells(self, per_node: Floats) -> Floats:
        """(cells, sums), with a last column that says that the cell was there."""
        if self.drawn == "units":
            return np.column_stack([per_node, np.ones(len(per_node))])
        columns = [np.bincount(self.cell_of_node, weights=column, minlength=len(self.block)) for column in per_node.T]
        return np.column_stack([*columns, np.ones(len(self.block))])

    def totals(self, cells: Floats) -> Kernel3:
        """From weights (replicates, blocks) to (replicates, pairs, sums)."""
        width = cells.shape[1]
        if self.blocks * self.pairs * width <= DENSE:
            table = np.zeros((self.blocks, self.pairs, width))
            np.add.at(table, (self.block, self.pair), cells)
            flat = table.reshape(self.blocks, -1)
            return lambda weights: (weights @ flat).reshape(len(weights), self.pairs, width)
        from scipy.sparse import csr_matrix

        column = self.pair[:, None] * width + np.arange(width)[None, :]
        row = np.repeat(self.block, width)
        thin = csr_matrix((cells.ravel(), (row, column.ravel())), shape=(self.blocks, self.pairs * width))
        return lambda weights: np.asarray(weights @ thin).reshape(len(weights), self.pairs, width)


Kernel3 = Callable[[Floats], Floats]


@dataclass(frozen=True, eq=False)
class Expected:
    """What chance gives: the mean sums where the measure is linear in them, else the sums of every sample."""

    cells: tuple[Floats, ...]
    """Those that differ: of a few units there are few random graphs, and each is looked at once."""
    order: tuple[int, ...]
    """Which of them each sample gave."""
    samples: int
    error: float
    """The standard error of the corrected value."""
    enough: bool


def agreement(
    compared: Comparisons,
    score: Score,
    finish: Finish,
    chance: Chance | None = None,
    *,
    linear: bool = True,
    reference: str,
    diagnostics: Diagnostics = (),
    tables: Mapping[str, object] | None = None,
    names: Relations | None = None,
) -> BlockKernel:
    """The kernel of a measure of pairs: the mean over pairs of annotators of a function of summed cells.

    `linear` says that, under the null model, the value is a linear function of the sums; its expectation is then that
    of the mean sums. corrected = (S_o − S_e) / (1 − S_e) pair by pair, S_e = E S(A, πB).
    """
    layout = Layout.of(compared)
    cells = layout.cells(score(compared.left, compared.right))
    found_units, notes = _of_units(compared, names)
    tables, diagnostics = {**found_units, **(tables or {})}, (*diagnostics, *notes)
    if chance is None or chance.model is None:
        observed = layout.totals(cells)

        own_tables, single = _tables(compared, layout, finish, cells, None, names)

        def plain(weights: Floats) -> Components:
            return {**_averaged(finished(finish, observed(weights))), **_mean_of_documents(layout, single, weights)}

        return BlockKernel(plain, layout.blocks, layout.drawn, diagnostics=diagnostics, tables={**own_tables, **tables})
    expected = _expected(compared, layout, score, finish, cells, chance, linear)
    own_tables, single = _tables(compared, layout, finish, cells, expected, names)
    kernel = _corrected(layout, finish, cells, expected, single)
    remarks = diagnostics if expected.enough else (*diagnostics, _not_precise(chance, expected))
    formula = f"Monte Carlo over {expected.samples:,} samples"
    return BlockKernel(
        kernel,
        layout.blocks,
        layout.drawn,
        errors=(StandardError("chance", expected.error, formula, reference),),
        diagnostics=remarks,
        tables={**own_tables, **tables},
    )


def _of_units(compared: Comparisons, names: Relations | None) -> tuple[dict[str, object], Diagnostics]:
    """Where annotators found their own units: how much of the disagreement is about units."""
    if names is None or names.given:
        return {}, ()
    from accord.measures.relations.graphs.unit_matching import split

    parts = split(compared)
    if not parts.by_units:
        return {"disagreement": parts.as_json()}, ()
    note = Diagnostic(
        "ACC126",
        f"{parts.by_units:,} of the {parts.by_units + parts.by_links:,} links that one of two annotators has alone are "
        f"at units without a partner ({parts.share_of_units:.0%} of the disagreement)",
        hint="see how units are matched (units=), or measure the units first",
    )
    return {"disagreement": parts.as_json()}, (note,)


def finished(finish: Finish, sums: Floats) -> dict[str, Floats]:
    """(…, pairs) numbers by name, nan for pairs that share no weight."""
    shared = sums[..., -1] > 0
    with np.errstate(invalid="ignore", divide="ignore"):
        return {name: np.where(shared, value, np.nan) for name, value in finish(sums[..., :-1]).items()}


def _averaged(values: Mapping[str, Floats]) -> Components:
    """The mean over pairs that have a value; nan where none has."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # no pair has a value: nan, as it should be
        return {name: np.asarray(np.nanmean(value, axis=-1)) for name, value in values.items()}


def _of_chance(finish: Finish, expected: Expected, totals: list[Kernel3], weights: Floats) -> Floats:
    """(replicates, pairs) S_e."""
    several = (
        [finished(finish, kernel(weights))["value"] for kernel in totals] if len(totals) < len(expected.order) else None
    )
    total = np.zeros(())
    for place in expected.order:
        sampled = finished(finish, totals[place](weights))["value"] if several is None else several[place]
        total = total + sampled
    return np.asarray(total / len(expected.order))


def _mean_of_documents(layout: Layout, values: Floats, weights: Floats) -> Components:
    """The mean over documents of their own values, where documents are drawn and one at least has a value."""
    known = ~np.isnan(values)
    if layout.drawn != "documents" or not known.any():
        return {}
    total = weights[:, known].sum(axis=1)
    mean = np.divide(weights[:, known] @ values[known], total, out=np.full(len(total), np.nan), where=total > 0)
    return {"mean_of_documents": mean}


def _corrected(layout: Layout, finish: Finish, cells: Floats, expected: Expected, single: Floats) -> Kernel:
    observed = layout.totals(cells)
    random = [layout.totals(sampled) for sampled in expected.cells]

    def kernel(weights: Floats) -> Components:
        seen = finished(finish, observed(weights))
        by_chance = _of_chance(finish, expected, random, weights)
        value = corrected(seen["value"], by_chance)
        averaged = _averaged({**seen, "value": value, "observed": seen["value"], "expected": by_chance})
        return {**averaged, **_mean_of_documents(layout, single, weights)}

    return kernel


def corrected(observed: Floats, expected: Floats) -> Floats:
    """(S_o − S_e) / (1 − S_e), nan where chance alone is perfect."""
    room = 1 - expected
    return np.asarray(np.divide(observed - expected, room, out=np.full(np.shape(room), np.nan), where=room > 0))


def _expected(
    compared: Comparisons,
    layout: Layout,
    score: Score,
    finish: Finish,
    cells: Floats,
    chance: Chance,
    linear: bool,
) -> Expected:
    """Random graphs until the corrected value is known to the precision asked for."""
    everything = np.ones((1, layout.blocks))
    seen = finished(finish, layout.totals(cells)(everything))["value"][0]
    rng = generator(chance.seed, "relations", str(chance.model))
    drawn: list[Floats] = []
    order: list[int] = []
    known: dict[bytes, tuple[int, Floats, Floats]] = {}
    values: list[Floats] = []
    mean = np.zeros_like(cells)

    def looked_at(left: Graph, right: Graph) -> tuple[int, Floats, Floats]:
        """The place among those that differ, the sums and the value of random graphs; those of a few units recur."""
        key = left.content + right.content if left.nodes <= FEW_NODES else b""
        if key in known:
            return known[key]
        sampled = layout.cells(_scored(score, left, right))
        result = (len(drawn), sampled, finished(finish, layout.totals(sampled)(everything))["value"][0])
        if not linear:
            drawn.append(sampled)
        if key:
            known[key] = result
        return result

    most = MOST_SAMPLES if linear else max(min(MOST_SAMPLES, KEPT_SUMS // max(cells.size, 1)), FIRST_SAMPLES)
    wanted = chance.samples if chance.samples is not None else FIRST_SAMPLES
    error = np.inf
    while len(values) < wanted:
        place, sampled, value = looked_at(*randomised(compared, str(chance.model), rng))
        values.append(value)
        order.append(place)
        mean += sampled
        if len(values) == wanted:
            error = _error(seen, np.array(values))
            if chance.samples is None:
                needed = len(values) * (1.96 * error / chance.precision) ** 2
                # chance alone is perfect, as where nobody drew a link: no number of samples changes that
                wanted = len(values) if np.isnan(needed) else int(np.ceil(min(needed, most)))
    enough = chance.samples is not None or not 1.96 * error > chance.precision
    if linear:
        return Expected((mean / len(values),), (0,), len(values), error, enough)
    return Expected(tuple(drawn), tuple(order), len(values), error, enough)


def _scored(score: Score, left: Graph, right: Graph) -> Floats:
    """The sums of random graphs; they may have more paths than the annotators' own."""
    try:
        return score(left, right)
    except DataError as refusal:
        if refusal.code != "ACC035":
            raise
        raise Undefined("the random graphs of this null model have too many paths; set max_path_length") from refusal


def _error(seen: Floats, values: Floats) -> float:
    """The standard error of the mean over pairs of the corrected value, from (samples, pairs) values of chance."""
    if len(values) < 2:
        return float("nan")
    room = 1 - values.mean(axis=0)
    slope = np.divide(1 - seen, room**2, out=np.full(np.shape(room), np.nan), where=room > 0)
    known = ~np.isnan(slope)
    if not known.any():
        return float("nan")
    return float((values[:, known] * slope[known]).mean(axis=1).std(ddof=1) / np.sqrt(len(values)))


def _not_precise(chance: Chance, expected: Expected) -> Diagnostic:
    return Diagnostic(
        "ACC125",
        f"after {expected.samples:,} random graphs the error of the corrected value is {1.96 * expected.error:.3f}, "
        f"and {chance.precision:g} was asked for",
        hint="raise precision, or read the value with its error",
    )


def _tables(
    compared: Comparisons,
    layout: Layout,
    finish: Finish,
    cells: Floats,
    expected: Expected | None,
    names: Relations | None,
) -> tuple[dict[str, object], Floats]:
    """The value of each document (mean over its pairs) and of each pair (over its documents), by name; and those of
    the documents as an array (documents,), nan where nothing is compared."""

    def values_of(first: Ints) -> tuple[Ints, Floats]:
        keys, which = distinct_pairs(first, layout.pair)
        values = _grouped(finish, cells, which, len(keys))
        if expected is not None:
            by_chance = [_grouped(finish, sampled, which, len(keys)) for sampled in expected.cells]
            values = corrected(values, np.mean([by_chance[place] for place in expected.order], axis=0))
        return keys, values

    document = layout.block if layout.drawn == "documents" else np.full(len(cells), compared.document[0])
    keys, values = values_of(document)
    single = _means(keys[:, 0], values, compared.documents)
    by_document = {_document(names, int(place)): float(single[place]) for place in np.unique(keys[:, 0])}
    keys, values = values_of(np.zeros(len(cells), dtype=np.int64))
    by_pair = {_pair(names, compared.pairs[pair]): float(value) for (_, pair), value in zip(keys, values, strict=True)}
    return {"documents": by_document, "pairs": by_pair}, single


def _means(group: Ints, values: Floats, groups: int) -> Floats:
    """(groups,) the mean of the values of each group, nan left out."""
    known = ~np.isnan(values)
    total = np.bincount(group[known], weights=values[known], minlength=groups)
    number = np.bincount(group[known], minlength=groups)
    return np.asarray(np.divide(total, number, out=np.full(groups, np.nan), where=number > 0))


def _document(names: Relations | None, place: int) -> str:
    return names.documents[place] if names is not None else str(place)


def _pair(names: Relations | None, pair: tuple[int, int]) -> str:
    first, second = pair if names is None else (names.annotators[pair[0]], names.annotators[pair[1]])
    return f"{first} – {second}"


def _grouped(finish: Finish, cells: Floats, which: Ints, groups: int) -> Floats:
    sums = np.column_stack([np.bincount(which, weights=column, minlength=groups) for column in cells.T])
    return finished(finish, np.asarray(sums, dtype=np.float64))["value"]

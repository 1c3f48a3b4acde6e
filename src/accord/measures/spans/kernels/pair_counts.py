"""What pairs of annotators have in common, block by block: matched credit and numbers of units."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from accord.annotations.spans import Spans
from accord.annotations.sparse import table_of_cells
from accord.measures.record import Undefined
from accord.measures.spans.kernels.matched_units import CorpusPositions, Match, Matching, matched, same_bounds
from accord.measures.spans.kernels.paired_units import place_of_reference
from accord.results import UsageError
from accord.results.arrays import Floats, Ints

MATCHES: tuple[Match, ...] = ("exact", "overlap", "type", "boundary", "muc")
SCHEMES: dict[str, tuple[Match, float]] = {
    "strict": ("exact", 1.0),
    "semeval_strict": ("exact", 1.0),
    "conll": ("exact", 1.0),
    "semeval_exact": ("boundary", 1.0),
    "partial": ("overlap", 0.5),
    "semeval_partial": ("overlap", 0.5),
    "semeval_type": ("type", 1.0),
    "ace": ("overlap", 1.0),
}
"""What shared tasks call them, and the credit of other bounds there. ACE maps mentions that overlap; its weights are no
part of this."""
SLOTS: tuple[Match, float] = ("slots", 1.0)  # of the slot error rate
PARTIAL = ("overlap", "type")  # the kinds in which bounds may differ


@dataclass(frozen=True)
class Pair:
    """Two annotators who share documents: the first is the reference of the second."""

    first: int
    second: int
    first_units: Ints
    """Places among the units of the corpus, in the documents both were asked about."""
    second_units: Ints
    matching: Matching


@dataclass(frozen=True, eq=False)
class PairCounts:
    """The counts that precision, recall and F are made of."""

    pairs: tuple[Pair, ...]
    annotators: tuple[str, ...]
    blocks: int
    drawn: str
    credit: Any
    """(pairs, blocks), a sparse array: the credit of the units matched."""
    first: Any
    """(pairs, blocks) the units of the first annotator."""
    second: Any
    block: Ints
    """(units,) where each is counted."""

    def totals(self, weights: Floats) -> tuple[Floats, Floats, Floats]:
        """(replicates, pairs) credit, units of the first and of the second annotator."""
        credit, first, second = ((table @ weights.T).T for table in (self.credit, self.first, self.second))
        return credit, first, second

    def priced(self, spans: Spans, category: float, bounds: float, both: float) -> tuple[Any, Any]:
        """(pairs, blocks) what the errors in matched units cost, and how many are matched; sparse arrays."""
        matches = [pair.matching for pair in self.pairs]
        first, second = (np.concatenate([getattr(match, side) for match in matches]) for side in ("first", "second"))
        other = spans.codes[first] != spans.codes[second]
        moved = ~same_bounds(spans, first, second)
        cost = np.select([other & moved, other, moved], [both, category, bounds], 0.0)
        row = np.repeat(np.arange(len(matches)), [len(matching) for matching in matches])
        return self._table(row, first, cost), self._table(row, first, np.ones(len(first)))

    def _table(self, row: Ints, units: Ints, values: Floats) -> Any:
        return table_of_cells(values, row, self.block[units], (len(self.pairs), self.blocks))

    def rows(self) -> list[dict[str, object]]:
        """One for each pair of annotators, with its own F."""
        credit, first, second = self.totals(np.ones((1, self.blocks)))
        rows: list[dict[str, object]] = []
        for place, pair in enumerate(self.pairs):
            units = float(first[0, place] + second[0, place])
            rows.append(
                {
                    "annotators": (self.annotators[pair.first], self.annotators[pair.second]),
                    "matched": len(pair.matching),
                    "credit": float(credit[0, place]),
                    "units": (int(first[0, place]), int(second[0, place])),
                    "f1": 2 * float(credit[0, place]) / units if units else float("nan"),
                }
            )
        return rows


def pair_counts(spans: Spans, match: object, credit: object, reference: object = None) -> PairCounts:
    """The counts of every pair of annotators who share a document; raises Undefined where nothing can be compared.

    >>> from accord.annotations.span_building import spans
    >>> two = spans([("A", 0, 5, "x"), ("A", 9, 12, "y"), ("B", 0, 5, "x"), ("B", 8, 12, "y")])
    >>> [pair_counts(two, match, 1.0).rows()[0]["f1"] for match in ("exact", "boundary", "type", "overlap")]
    [0.5, 0.5, 1.0, 1.0]
    >>> pair_counts(two, "overlap", 0.5).rows()[0]["f1"]  # the second pair has half of the credit
    0.75
    """
    kind, worth = SLOTS if match == SLOTS[0] else _checked(match, credit)
    named = place_of_reference(spans, reference)
    if spans.n_annotators < 2:
        raise Undefined("there is one annotator, and units are matched between two")
    pairs = tuple(_pairs(spans, kind, worth, named))
    if not pairs:
        raise Undefined("no two annotators were asked about the same document")
    if not any(len(pair.first_units) or len(pair.second_units) for pair in pairs):
        raise Undefined("nobody marked a unit in the documents that two annotators share")
    if spans.n_documents > 1:
        return _counted(spans, pairs, spans.document.astype(np.int64), spans.n_documents, "documents")
    blocks, groups = _groups(spans, pairs)
    return _counted(spans, pairs, blocks, groups, "units")


def _checked(match: object, credit: object) -> tuple[Match, float]:
    if isinstance(match, str) and match in SCHEMES:
        if credit != 1:
            raise UsageError(f"match='{match}' says what a partial match counts", "leave credit out")
        return SCHEMES[match]
    kind = next((candidate for candidate in MATCHES if candidate == match), None)
    if kind is None:
        raise UsageError(
            f"match={match!r} is not known",
            f"use {', '.join(map(repr, MATCHES))}, or as shared tasks call them {', '.join(map(repr, SCHEMES))}; "
            "'exact' is SemEval's strict (bounds and category), and SemEval's exact (bounds alone) is 'boundary'",
        )
    if isinstance(credit, bool) or not isinstance(credit, int | float) or not 0 < credit <= 1:
        raise UsageError(
            f"credit={credit!r} is not a share above 0 and at most 1", "SemEval-2013 gives .5 to a partial match"
        )
    if credit != 1 and kind not in PARTIAL:
        raise UsageError(
            f"match='{kind}' asks for equal bounds, and credit={credit} is for other ones",
            "leave credit out, or use match='overlap' or match='type'",
        )
    return kind, float(credit)


def _pairs(spans: Spans, match: Match, credit: float, reference: int | None) -> Iterator[Pair]:
    """The pairs in the order of the annotators, or the reference with everybody else."""
    places = CorpusPositions(spans)
    order = np.argsort(spans.who, kind="stable")
    begins = np.searchsorted(spans.who[order], np.arange(spans.n_annotators + 1))
    units = [order[begins[who] : begins[who + 1]] for who in range(spans.n_annotators)]
    together = spans.assigned.T.astype(np.float32) @ spans.assigned.astype(np.float32)
    if reference is None:
        asked = [(int(annotator), int(partner)) for annotator, partner in np.argwhere(np.triu(together, 1) > 0)]
    else:
        asked = [(reference, int(partner)) for partner in np.flatnonzero(together[reference]) if partner != reference]
    for annotator, partner in asked:
        shared = spans.assigned[:, annotator] & spans.assigned[:, partner]
        first = units[annotator][shared[spans.document[units[annotator]]]]
        second = units[partner][shared[spans.document[units[partner]]]]
        yield Pair(annotator, partner, first, second, matched(spans, places, first, second, match, credit))


def _groups(spans: Spans, pairs: tuple[Pair, ...]) -> tuple[Ints, int]:
    """(units,) of the only document: units that are matched, directly or through others, are drawn together."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    first = np.concatenate([pair.matching.first for pair in pairs])
    second = np.concatenate([pair.matching.second for pair in pairs])
    graph = coo_array((np.ones(len(first)), (first, second)), shape=(len(spans), len(spans)))
    number, group = connected_components(graph, directed=False)
    return group.astype(np.int64), int(number)


def _counted(spans: Spans, pairs: tuple[Pair, ...], block: Ints, blocks: int, drawn: str) -> PairCounts:
    def table(places: list[Ints], numbers: list[Floats]) -> Any:
        row = np.repeat(np.arange(len(pairs)), [len(some) for some in places])
        return table_of_cells(np.concatenate(numbers), row, block[np.concatenate(places)], (len(pairs), blocks))

    return PairCounts(
        pairs=pairs,
        annotators=spans.annotators,
        blocks=blocks,
        drawn=drawn,
        credit=table([pair.matching.first for pair in pairs], [pair.matching.credit for pair in pairs]),
        first=table([pair.first_units for pair in pairs], [np.ones(len(pair.first_units)) for pair in pairs]),
        second=table([pair.second_units for pair in pairs], [np.ones(len(pair.second_units)) for pair in pairs]),
        block=block,
    )

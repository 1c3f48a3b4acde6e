"""Alignments written by hand, with the disorder worked out from the definition, apart from the solver."""

from __future__ import annotations

from itertools import combinations

import numpy as np

from accord.alignment import Alignment, Combined, DocumentAlignment, Solution
from accord.annotations.spans import Spans

Group = tuple[int | None, ...]


def dissimilarity(spans: Spans, one: int, other: int) -> float:
    """((|Δs| + |Δe|) / (len + len))² + [other category], Mathet et al. 2015 with α = β = Δ∅ = 1."""
    lengths = spans.ends[one] - spans.starts[one] + spans.ends[other] - spans.starts[other]
    apart = abs(spans.starts[one] - spans.starts[other]) + abs(spans.ends[one] - spans.ends[other])
    place = float(apart / lengths) ** 2 if lengths else 0.0
    return place + float(spans.codes[one] != spans.codes[other])


def hand_aligned(spans: Spans, groups: list[Group]) -> Alignment:
    """The alignment of one document with these groups of units."""

    def disorder(group: Group) -> float:
        pairs = list(combinations(group, 2))
        costs = [1.0 if a is None or b is None else dissimilarity(spans, a, b) for a, b in pairs]
        return sum(costs) / len(pairs)

    members = [[unit for unit in group if unit is not None] for group in groups]
    disorders = np.array([disorder(group) for group in groups])
    value = float(disorders.sum()) * spans.n_annotators / len(spans)
    solution = Solution(
        n_annotators=spans.n_annotators,
        members=np.array([unit for some in members for unit in some], dtype=np.int64),
        starts=np.cumsum([0, *map(len, members)]),
        disorders=disorders,
        value=value,
        bound=value,
    )
    document = DocumentAlignment(
        spans.documents[0], spans.annotators, 0, tuple(spans.who.tolist()), solution, Combined()
    )
    return Alignment(spans, Combined(), "disorder", "exact", (document,))

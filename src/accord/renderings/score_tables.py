"""Scores of systems as tables: their order, each two compared, and item by item."""

from __future__ import annotations

from accord.renderings.numbers import digits, shown
from accord.renderings.tables import Table
from accord.results.wording import many
from accord.scoring import Ranking


def ranking_table(ranking: Ranking, *, exact: bool = False) -> Table:
    """One row per system, the best first."""
    level = ranking.systems[0].result.confidence
    ends = [] if level is None else [f"{level:.0%} {end}" for end in ("low", "high", "ranks")]
    rows = []
    for one in ranking.systems:
        result, parts = one.result, one.result.components
        row = [str(one.rank), one.name, *([result.measure] if exact else []), digits(result.value, exact)]
        if ends:
            ranks = f"{one.low_rank:.0f}–{one.high_rank:.0f}" if one.low_rank == one.low_rank else "–"
            row += [digits(result.low, exact), digits(result.high, exact), ranks]
        row += [digits(parts["precision"], exact), f"{parts['attempted']:.0f}", f"{parts['items']:.0f}"]
        rows.append(tuple(row))
    header = ("rank", "system", *(["metric"] if exact else []), "value", *ends, "precision", "attempted", "items")
    return Table(header, tuple(rows), numeric=frozenset({0, *range(3 if exact else 2, len(header))}))


def pairs_table(ranking: Ranking, *, exact: bool = False) -> Table:
    """One row per pair of systems."""
    header = ["first", "second", "difference", "low", "high", "p", "p (Holm)"]
    rows = [
        (
            one.first,
            one.second,
            *(digits(number, exact) for number in (one.difference, one.low, one.high)),
            *(digits(number, exact, 4) for number in (one.p, one.p_holm)),
        )
        for one in ranking.pairs
    ]
    return Table(tuple(header), tuple(rows), numeric=frozenset(range(2, len(header))))


def items_table(ranking: Ranking, *, exact: bool = False) -> Table:
    """One row per item: what each system earned, and their mean; empty where it was not attempted."""
    rows = ranking.item_rows()
    header = ("item", *ranking.scores, "mean")
    cells = [
        (row["item"], *("" if row[name] is None else digits(row[name], exact) for name in header[1:])) for row in rows
    ]
    return Table(header, tuple(cells), numeric=frozenset(range(1, len(header))))


def score_lines(ranking: Ranking) -> list[str]:
    """What is scored, what gold holds, and what any system could reach."""
    gold, first = ranking.gold, ranking.systems[0].result
    modes = "" if gold["modes"] is None else f", {gold['modes']:,} with a mode"
    ceiling = shown(ranking.ceiling)
    held = f"{many(gold['items'], 'item')}, {many(gold['answers'], 'answer')}{modes}"
    return [f"{first.measure}, recall over {held}; the gold answers themselves score {ceiling}"]

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
    beside = ("items",) if ranking.baselines else ("precision", "attempted", "items")
    rows = []
    for system in ranking.systems:
        result, parts = system.result, system.result.components
        row = [str(system.rank), system.name, *([result.measure] if exact else []), digits(result.value, exact)]
        if ends:
            ranks = f"{system.low_rank:.0f}–{system.high_rank:.0f}" if system.low_rank == system.low_rank else "–"
            row += [digits(result.low, exact), digits(result.high, exact), ranks]
        row += [digits(parts[name], exact) if name == "precision" else f"{parts[name]:.0f}" for name in beside]
        rows.append(tuple(row))
    header = ("rank", "system", *(["metric"] if exact else []), "value", *ends, *beside)
    return Table(header, tuple(rows), numeric=frozenset({0, *range(3 if exact else 2, len(header))}))


def pairs_table(ranking: Ranking, *, exact: bool = False) -> Table:
    """One row per pair of systems."""
    header = ["first", "second", "difference", "low", "high", "p", "p (Holm)"]
    rows = [
        (
            pair.first,
            pair.second,
            *(digits(number, exact) for number in (pair.difference, pair.low, pair.high)),
            *(digits(number, exact, 4) for number in (pair.p, pair.p_holm)),
        )
        for pair in ranking.pairs
    ]
    return Table(tuple(header), tuple(rows), numeric=frozenset(range(2, len(header))))


def groups_table(ranking: Ranking, *, exact: bool = False) -> Table:
    """One row per group of people and system."""
    header = ("group", "system", "value", "low", "high", "items")
    rows = tuple(
        (row.group, row.system, *(digits(number, exact) for number in (row.value, row.low, row.high)), f"{row.items}")
        for row in ranking.groups
    )
    return Table(header, rows, "" if exact else "Against the labels of groups of people.", frozenset({2, 3, 4, 5}))


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
    if ranking.baselines:
        return _soft_lines(ranking)
    modes = "" if gold["modes"] is None else f", {gold['modes']:,} with a mode"
    ceiling = shown(ranking.ceiling)
    held = f"{many(gold['items'], 'item')}, {many(gold['answers'], 'answer')}{modes}"
    return [f"{first.measure}, recall over {held}; the gold answers themselves score {ceiling}"]


def _soft_lines(ranking: Ranking) -> list[str]:
    gold, first = ranking.gold, ranking.systems[0].result
    labels = "" if gold["labels"] is None else f", {many(gold['labels'], 'label')}"
    made = [f"{first.measure}, mean over {many(gold['items'], 'item')}{labels}; less is better"]
    beside = [f"people's own distributions {shown(ranking.ceiling)}"]
    beside.append(f"that of all labels for every item {shown(ranking.baselines['same_for_all'])}")
    if ranking.baselines["person"] == ranking.baselines["person"]:
        beside.append(f"a person against the others {shown(ranking.baselines['person'])}")
    made.append(f"to compare with: {', '.join(beside)}")
    return [*made, *(f"{result.of}: {result.undefined}" for result in ranking.results if result.undefined is not None)]

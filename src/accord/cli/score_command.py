"""`accord score`: systems against free answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from accord.cli.command_json import command_json, remember
from accord.cli.options import (
    confidence_option,
    format_option,
    no_interval_option,
    number,
    quiet_option,
    replicates_option,
    role_options,
    tell_read_as,
)
from accord.cli.streams import notes, print_as
from accord.results import UsageError
from accord.results.foreign_text import visible

if TYPE_CHECKING:
    from accord.annotations import Answers
    from accord.scoring import Ranking

METRICS = ("best", "oot", "best_mode", "oot_mode", "gap", "best_normalised", "coverage")


@click.command()
@click.argument("gold", metavar="GOLD")
@click.argument("systems", nargs=-1, metavar="SYSTEM…")
@click.option(
    "-m",
    "--metric",
    "metrics",
    multiple=True,
    type=click.Choice(METRICS),
    help="What to score by; may be repeated. Default: oot.",
)
@click.option(
    "--compatibility",
    type=click.Choice(["semeval2007", "semdis2014"]),
    help="Follow the official script of a campaign in everything, quirks included.",
)
@click.option("--mapping", metavar="FILE", help="A campaign's mapping of forms: form(target)-->canonical form.")
@click.option("--per-item", is_flag=True, help="What each system earned on each item.")
@confidence_option()
@no_interval_option
@replicates_option
@number("--seed", 0, "The seed of random numbers.")
@role_options
@format_option
@quiet_option
def score(
    gold: str,
    systems: tuple[str, ...],
    metrics: tuple[str, ...],
    per_item: bool,
    no_interval: bool,
    roles: dict[str, Any],
    output: str,
    quiet: bool,
    **settings: Any,
) -> None:
    """Score the guesses of SYSTEM… against the answers in GOLD, and rank the systems.

    Files are those of SemEval-2007 and SemDis ('bright.a 1 :: intelligent 3;clever 3;'), or tables with the columns
    item, annotator and answer; in those of systems the annotator is the system, and the best guess comes first.
    --only, --without and the roles are about the annotators of GOLD.

    \b
    accord score gold.txt baseline.txt ours.txt -m best -m oot
    accord score gold.txt run.oot --compatibility semeval2007
    accord score gold.txt run.txt --compatibility semdis2014 --mapping mapping.txt
    accord score gold.csv runs.csv --per-item --format csv
    """
    from accord.scoring import rank_systems
    from accord.scoring.runs import gold_of, is_table

    if not systems:
        raise UsageError("no system is named", "give the files of one or several systems after that of gold")
    if no_interval:
        settings["confidence"] = None
    given: Answers | str = gold
    if any(roles.values()) or is_table(gold):
        given = gold_of(gold, **roles)
        remember(given.read_as)
        if not quiet:
            tell_read_as(given.read_as)
    rankings = [rank_systems(given, list(systems), metric, **settings) for metric in metrics or ("oot",)]
    print_as(output, _written(rankings, output, per_item=per_item))
    notes(dict.fromkeys(one for ranking in rankings for one in ranking.diagnostics), quiet=quiet)


def _written(rankings: list[Ranking], output: str, *, per_item: bool) -> str:
    if output == "json":
        return _json(rankings, per_item=per_item)
    from dataclasses import replace

    from accord.renderings.score_tables import items_table, pairs_table, ranking_table, score_lines
    from accord.renderings.tables import WRITERS

    write = WRITERS[output]
    exact = output == "csv"
    parts: list[str] = []
    for ranking in rankings:
        table = ranking_table(ranking, exact=exact)
        if output == "text":
            parts.append("\n".join(map(visible, score_lines(ranking))))
            parts += _official(ranking)
        elif output != "csv":
            table = replace(table, caption=f"{score_lines(ranking)[0]}.")
        if per_item and exact:  # one clean table
            parts.append(write(items_table(ranking, exact=True)))
            continue
        parts.append(write(table))
        if ranking.pairs:
            parts.append(write(pairs_table(ranking, exact=exact)))
        if per_item:
            parts.append(write(items_table(ranking)))
    return "\n\n".join(parts)


def _official(ranking: Ranking) -> list[str]:
    """What the official script prints, for each system."""
    found = [(visible(name), scores.official) for name, scores in ranking.scores.items() if scores.official]
    return ["\n".join([f"{name}, by the official script:", *(f"  {line}" for line in lines)]) for name, lines in found]


def _json(rankings: list[Ranking], *, per_item: bool) -> str:
    from accord.results import SCHEMA

    record: dict[str, object] = {
        "schema": SCHEMA,
        "data": dict(rankings[0].gold),
        "results": [one.as_json() for ranking in rankings for one in ranking.systems],
        "pairs": [
            {"measure": ranking.systems[0].result.measure, **pair.as_json()}
            for ranking in rankings
            for pair in ranking.pairs
        ],
    }
    official = {
        name: list(one.official) for ranking in rankings for name, one in ranking.scores.items() if one.official
    }
    if official:
        record["official"] = official
    if per_item:
        record["per_item"] = [
            {"measure": ranking.systems[0].result.measure, **row} for ranking in rankings for row in ranking.item_rows()
        ]
    return command_json(record)

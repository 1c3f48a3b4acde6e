"""`accord score`: systems against free answers, or against soft labels."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from accord.annotations import LEVELS, Answers
from accord.cli.command_json import command_json
from accord.cli.options import (
    confidence_option,
    format_option,
    listed_option,
    no_interval_option,
    number,
    one_of,
    only_labels,
    quiet_option,
    remember_read_as,
    replicates_option,
    role_options,
    workers_option,
)
from accord.cli.streams import notes, print_as
from accord.formats import read
from accord.results import SCHEMA, UsageError
from accord.results.foreign_text import visible
from accord.results.json_numbers import json_record, json_value
from accord.results.working import watching

if TYPE_CHECKING:
    from accord.annotations.label_distributions import SoftLabels
    from accord.scoring import Ranking

METRICS = ("best", "oot", "best_mode", "oot_mode", "gap", "best_normalised", "coverage")
SOFT = ("jensen_shannon", "manhattan", "wasserstein", "cross_entropy")


@click.command()
@click.argument("gold", metavar="GOLD")
@click.argument("systems", nargs=-1, metavar="SYSTEM…")
@click.option(
    "-m",
    "--metric",
    "metrics",
    multiple=True,
    type=click.Choice((*METRICS, *SOFT)),
    help="What to score by; may be repeated. Default: oot, or jensen_shannon of a file of soft labels.",
)
@one_of(
    "--compatibility",
    ["semeval2007", "semdis2014"],
    "Follow the official script of a campaign in everything, quirks included.",
)
@click.option("--mapping", metavar="FILE", help="A campaign's mapping of forms: form(target)-->canonical form.")
@one_of("--level", LEVELS, "The level of the labels in GOLD, where it is a table of them.")
@listed_option("--categories", help="The categories of such labels, in their order.")
@click.option("--per-item", is_flag=True, help="Show what each system scored on each item.")
@confidence_option()
@no_interval_option
@replicates_option
@number("--seed", 0, "The seed of random numbers.")
@role_options
@format_option
@workers_option
@quiet_option
def score(
    gold: str,
    systems: tuple[str, ...],
    metrics: tuple[str, ...],
    level: str | None,
    categories: list[str] | None,
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

    By jensen_shannon, manhattan, wasserstein and cross_entropy labels of systems are compared with soft labels. GOLD is
    then what 'accord reference --soft' wrote, or a table of labels; SYSTEM is the same, or a table with a column of
    items and one of probabilities for each category.

    \b
    accord score gold.txt baseline.txt ours.txt -m best -m oot
    accord score gold.txt run.oot --compatibility semeval2007
    accord score gold.txt run.txt --compatibility semdis2014 --mapping mapping.txt
    accord score gold.csv runs.csv --per-item --format csv
    accord score soft.csv model.csv -m jensen_shannon -m cross_entropy
    accord score ratings.csv model.csv -m wasserstein --level ordinal
    """
    from accord.scoring import rank_systems
    from accord.scoring.runs import gold_of, is_table

    if not systems:
        raise UsageError("no system is named", f"accord score {gold} SYSTEM.csv")
    if no_interval:
        settings["confidence"] = None
    softly = _is_soft(gold, metrics)
    gold_data: Answers | SoftLabels | str = gold
    if softly:
        gold_data = _soft_gold(gold, {**roles, "level": level, "categories": categories}, quiet=quiet)
    elif level is not None or categories is not None:
        raise UsageError("--level and --categories are for labels", "leave them out")
    elif any(roles.values()) or is_table(gold):
        gold_data = gold_of(gold, **roles)
        remember_read_as(gold_data.read_as, told=not quiet)
    wanted = metrics or (SOFT[:1] if softly else ("oot",))
    with watching("scoring"):
        rankings = [rank_systems(gold_data, list(systems), metric, **settings) for metric in wanted]
    print_as(output, _written(rankings, output, per_item=per_item))
    notes(dict.fromkeys(diagnostic for ranking in rankings for diagnostic in ranking.diagnostics), quiet=quiet)


def _is_soft(gold: str, metrics: tuple[str, ...]) -> bool:
    """Whether systems are compared with soft labels; not with them and with answers in one go."""
    from accord.formats.tables.soft_tables import holds_soft_labels

    soft = [metric in SOFT for metric in metrics]
    if any(soft) and not all(soft):
        raise UsageError("scores of soft labels and of answers cannot be combined", "ask for them one after the other")
    return any(soft) or (not metrics and holds_soft_labels(gold))


def _soft_gold(gold: str, reading: dict[str, Any], *, quiet: bool) -> SoftLabels:
    """Soft labels as they were written, or made of a table of labels."""
    from accord.annotations.label_distributions import SoftLabels
    from accord.formats.tables.soft_tables import holds_soft_labels, soft_labels_in
    from accord.scoring.runs import path_of

    path = path_of(gold, "gold")
    told = {name: value for name, value in reading.items() if value}
    if holds_soft_labels(path):
        if told:
            raise UsageError("soft labels are read as they were written", "leave roles, --level and --categories out")
        return soft_labels_in(path)
    data = only_labels(read(path, kind="labels", **told))
    remember_read_as(data.read_as, told=not quiet)
    return SoftLabels.of(data)


def _written(rankings: list[Ranking], output: str, *, per_item: bool) -> str:
    if output == "json":
        return _json(rankings, per_item=per_item)
    from accord.renderings.score_tables import groups_table, items_table, pairs_table, ranking_table, score_lines
    from accord.renderings.tables import WRITERS, captioned

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
        if ranking.groups:
            parts.append(captioned(groups_table(ranking, exact=exact), output))
        if per_item:
            parts.append(write(items_table(ranking)))
    return "\n\n".join(parts)


def _official(ranking: Ranking) -> list[str]:
    """What the official script prints, for each system."""
    output = [(visible(name), scores.official) for name, scores in ranking.scores.items() if scores.official]
    return ["\n".join([f"{name}, by the official script:", *(f"  {line}" for line in lines)]) for name, lines in output]


def _json(rankings: list[Ranking], *, per_item: bool) -> str:
    measured = [(ranking.systems[0].result.measure, ranking) for ranking in rankings]

    def listed(rows: Callable[[Ranking], Iterable[dict[str, object]]]) -> list[dict[str, object]]:
        return [{"measure": measure, **row} for measure, ranking in measured for row in rows(ranking)]

    record: dict[str, object] = {
        "schema": SCHEMA,
        "data": dict(rankings[0].gold),
        "results": [system.as_json() for ranking in rankings for system in ranking.systems],
        "pairs": listed(lambda ranking: map(json_record, ranking.pairs)),
    }
    known = {
        "baselines": json_value({name: dict(ranking.baselines) for name, ranking in measured if ranking.baselines}),
        "groups": listed(lambda ranking: map(json_record, ranking.groups)),
        "official": {
            name: [*scores.official] for made in rankings for name, scores in made.scores.items() if scores.official
        },
        "per_item": listed(lambda ranking: ranking.item_rows()) if per_item else None,
    }
    return command_json(record | {name: value for name, value in known.items() if value})

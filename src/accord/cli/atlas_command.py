"""`accord atlas`: agreement on public data sets."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from accord.cli import tabled_output
from accord.cli.atlas_options import KINDS
from accord.cli.destinations import Destination
from accord.cli.options import one_of, quiet_option
from accord.results import SCHEMA, UsageError

if TYPE_CHECKING:
    from accord.atlas.public_corpora import PublicCorpus

SHAPES = ("labels", "spans", "relations", "answers")
LEVELS = ("nominal", "ordinal", "interval", "sets", "text")


@click.command()
@click.argument("name", required=False)
@click.option("--task", metavar="WORDS", help="Tasks like this, such as 'offensive language'.")
@one_of("--shape", SHAPES, "What was annotated: labels, spans, …")
@one_of("--level", LEVELS, "The level of measurement.")
@one_of("--annotators", KINDS, "Who annotated.")
@click.option("--language", metavar="CODE", help="The language, such as en or pt.")
@click.option("--categories", metavar="N-M", help="How many categories: 2, 2-3 or 6-.")
@tabled_output.options
@click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")
@quiet_option
def atlas(
    name: str | None,
    categories: str | None,
    to: Destination,
    quiet: bool,
    **filters: Any,
) -> int:
    """List public data sets with their agreement, or show everything about one of them: 'accord atlas snow_rte'.

    All values are computed by accord from the raw ratings, people only. 'accord report' and 'accord measure --task'
    compare a value of your own data with them.

    \b
    accord atlas --task "offensive language" --annotators crowd
    accord atlas --shape spans -o spans.csv
    accord atlas --level ordinal --categories 3-7 -o strip.svg
    accord atlas snow_rte
    """
    from accord.atlas.filtering import Kind, parsed_range
    from accord.atlas.public_corpora import corpus_named, public_corpora, table_signature
    from accord.renderings.atlas_tables import atlas_tabled, corpus_tabled

    kind = Kind(**filters, categories=None if categories is None else parsed_range(categories))
    if name is not None:
        if kind != Kind():
            raise UsageError("a name and a filter cannot be combined", "leave one of them out")
        corpora: tuple[PublicCorpus, ...] = (corpus_named(name),)
        tabled = corpus_tabled(corpora[0])
    else:
        corpora = kind.of(public_corpora())
        if not corpora:
            raise UsageError("no public data set is of this kind", "leave a filter out")
        tabled = atlas_tabled(corpora, len(public_corpora()), table_signature())

    def figures() -> dict[str, Any]:
        from accord.report_page.charts.atlas_strip import atlas_figure

        figure = atlas_figure(corpora)
        return {} if figure is None else {"corpora": (figure,)}

    record = {"schema": SCHEMA, "table": table_signature(), "corpora": [corpus.as_json() for corpus in corpora]}
    tabled_output.put(
        to, tabled, record, figures, command="atlas", question="What agreement do others reach?", quiet=quiet
    )
    return 0

"""`accord measures`, `accord cite`, `accord explain`, `accord completion`: what exists and what it means."""

from __future__ import annotations

import textwrap

import click

from accord.cli.options import format_option
from accord.cli.streams import print_as
from accord.results import CATALOGUE, UsageError
from accord.results.foreign_text import json_text


@click.command()
@click.argument("name", required=False)
@format_option
def measures(name: str | None, output: str) -> None:
    """List the measures, or show everything about one: 'accord measures alpha'."""
    from accord.measures import all_measures, find, shapes_of
    from accord.measures.catalogue import everything
    from accord.renderings.tables import WRITERS, Table

    known = list(all_measures().values())
    records = known if name is None else [find(shape, name) for shape in shapes_of(name)]
    if output == "json":
        texts = ("shape", "name", "human", "symbol", "title", "family", "formula", "assumes", "missing")
        listed = [
            {
                **{name: getattr(record, name) for name in texts},
                "parameters": {key: repr(default) for key, default in record.parameters.items()},
                "about": {
                    key: {
                        "about": parameter.about,
                        "choices": [repr(value) for value in parameter.choices],
                        "or_else": parameter.or_else,
                    }
                    for key, parameter in record.about.items()
                },
                "references": list(record.references),
            }
            for record in records
        ]
        click.echo(json_text({"schema": 1, "measures": listed}))
        return
    if name is not None and output == "text":
        cited = f" ('accord cite {name}' for BibTeX)"
        click.echo("\n\n".join(everything(record, cited) for record in records))
        return
    table = Table(("shape", "measure", "what it is"), tuple((row.shape, row.name, row.title) for row in records))
    print_as(output, WRITERS[output](table))


@click.command()
@click.argument("names", nargs=-1, required=True, metavar="MEASURE…")
def cite(names: tuple[str, ...]) -> None:
    """Print the BibTeX entries that a measure rests on: 'accord cite alpha'."""
    from accord.measures import bibtex, find, references, shapes_of

    keys: dict[str, None] = {}
    for name in names:
        if name in references():
            keys[name] = None
        else:
            keys |= dict.fromkeys(key for shape in shapes_of(name) for key in find(shape, name).references)
    click.echo("\n\n".join(bibtex(key) for key in keys))


@click.command()
@click.argument("code", required=False)
def explain(code: str | None) -> None:
    """Explain what a code means and what to do: 'accord explain ACC012'. Without a code, list them all."""
    if code is None:
        for known, entry in sorted(CATALOGUE.items()):
            click.echo(f"{known}  {entry.title}")
        return
    entry_of = CATALOGUE.get(code.upper())
    if entry_of is None:
        raise UsageError(f"there is no diagnostic '{code}'", "'accord explain' lists them")
    click.echo(f"{code.upper()}: {entry_of.title}\n")
    click.echo(textwrap.fill(entry_of.explanation, 100))


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the completion script of a shell; in bash: eval "$(accord completion bash)"."""
    from click.shell_completion import get_completion_class

    from accord.cli.program import accord

    made = get_completion_class(shell)
    if made is None:
        raise UsageError(f"there is no completion for {shell}")
    click.echo(made(accord, {}, "accord", "_ACCORD_COMPLETE").source())

"""The program `accord`: its commands, each imported only when it is called."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Iterator

import click

from accord.results.errors import DataError, UsageError

COMMANDS = {
    "report": ("accord.cli.report_command", "the main job: what the labels say, as a page and in the terminal"),
    "measure": ("accord.cli.measure_command", "coefficients with intervals"),
    "stability": (
        "accord.cli.stability_command",
        "how much of the reference other annotators would change",
    ),
    "plan": ("accord.cli.plan_command", "how many annotators, how many items"),
    "align": ("accord.cli.align_command", "the best alignment of spans: a table, a picture, a page"),
    "reference": ("accord.cli.reference_command", "the adjudicated reference, and the items to discuss"),
    "degrade": ("accord.cli.degrade_command", "annotations made worse by a known amount"),
    "sweep": ("accord.cli.sweep_command", "measures on the bench: what error produces which value"),
    "difficulty": ("accord.cli.difficulty_command", "which items are hard, and why"),
    "score": ("accord.cli.score_command", "systems against free answers: best, oot, GAP"),
    "inspect": ("accord.cli.inspect_command", "what is in an export: documents, annotators, layers, what is left out"),
    "convert": ("accord.cli.convert_command", "between formats"),
    "measures": ("accord.cli.catalogue_commands", "the measures there are, and what they assume"),
    "cite": ("accord.cli.catalogue_commands", "BibTeX of a measure's references"),
    "explain": ("accord.cli.catalogue_commands", "what a diagnostic such as ACC012 means"),
    "completion": ("accord.cli.catalogue_commands", "the completion script of your shell"),
}
GATE_FAILED, WRONG_USAGE, BAD_DATA = 1, 2, 3


class LazyGroup(click.Group):
    """A group that knows the names and one-line helps of its commands without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command = getattr(importlib.import_module(COMMANDS[cmd_name][0]), cmd_name)
        return command if isinstance(command, click.Command) else None

    def invoke(self, ctx: click.Context) -> object:
        with _notes():
            return super().invoke(ctx)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            import difflib

            near = difflib.get_close_matches(args[0], COMMANDS, n=1)
            known = f"did you mean '{near[0]}'?" if near else f"the commands are {', '.join(COMMANDS)}"
            ctx.fail(f"there is no command '{args[0]}'; {known}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"accord {version('accord-iaa')}")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit status: 0 fine, 1 a gate (--fail-under) failed, 2 wrong usage, 3 bad data.",
)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version, help="Print the version."
)
def accord() -> None:
    """Is this annotation good enough, what does the number mean, and what should we fix?

    Start with 'accord report ratings.csv': a summary here, and a page to show to others.
    """


def run(args: list[str] | None) -> int:
    """Run the program and turn every ending into an exit status and at most one line on stderr."""
    _plain_streams()
    try:
        status = accord.main(args=args, prog_name="accord", standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except click.ClickException as error:
        return _usage(error)
    except (click.Abort, KeyboardInterrupt):
        click.echo("accord: stopped", err=True)
        return 130
    except UsageError as error:
        click.echo(f"accord: error: {_one_line(str(error))}", err=True)
        return WRONG_USAGE
    except DataError as error:
        click.echo(f"accord: error: {error}", err=True)
        return BAD_DATA
    except BrokenPipeError:
        _silence_stdout()
        return 0
    except MemoryError:
        click.echo("accord: error: there is not enough memory for this input [ACC099]", err=True)
        return BAD_DATA
    except Exception as error:
        if os.environ.get("ACCORD_DEBUG"):
            raise
        kind = f"{type(error).__name__}: {error}"
        click.echo(
            f"accord: error: unexpected {_one_line(kind)[:300]} [ACC099]; 'accord explain ACC099' tells more", err=True
        )
        return BAD_DATA


@contextlib.contextmanager
def _notes() -> Iterator[None]:
    """What the library has to say besides its results, such as of plugins it sets aside, as notes."""
    import logging

    class Notes(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            click.echo(f"accord: note: {_one_line(record.getMessage())}", err=True)

    logger, notes = logging.getLogger("accord"), Notes(logging.WARNING)
    logger.addHandler(notes)
    try:
        yield
    finally:
        logger.removeHandler(notes)


def _usage(error: click.ClickException) -> int:
    hint = ""
    if isinstance(error, click.UsageError) and error.ctx is not None:
        hint = f"; see '{error.ctx.command_path} --help'"
    click.echo(f"accord: error: {_one_line(error.format_message())}{hint}", err=True)
    return WRONG_USAGE


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _plain_streams() -> None:
    """UTF-8 wherever the terminal allows it, and never an error for a character it cannot show."""
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            with contextlib.suppress(ValueError, OSError):
                reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")


def _silence_stdout() -> None:
    """After the reader of a pipe has gone, nothing may be flushed into it at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

"""The program `accord`: its commands, each imported only when it is called."""

from __future__ import annotations

import contextlib
import errno
import importlib
import os
import sys
from collections.abc import Iterator

import click

from accord.cli.signals import Stopped, stopped_by_signals
from accord.cli.standard_streams import plain_streams, silence_stdout
from accord.cli.streams import visible_streams
from accord.cli.told_once import ToldOnce
from accord.results.errors import DataError, UsageError
from accord.results.foreign_text import visible
from accord.results.option_names import in_the_shell
from accord.results.stopping import Stopping, StopWaiting
from accord.results.threads import ALGEBRA, one_thread_each

COMMANDS = {
    "report": ("accord.cli.report_command", "agreement, what it means and what to fix: a summary, and a page with -o"),
    "measure": ("accord.cli.measure_command", "agreement coefficients with confidence intervals"),
    "stability": ("accord.cli.stability_command", "how much of the reference would change with other annotators"),
    "stability-curve": ("accord.cli.stability_curve_command", "a figure of agreement against stability"),
    "plan": ("accord.cli.plan_command", "how many annotators per item and how many items you need"),
    "align": ("accord.cli.align_command", "which units of spans belong together: a table, a picture, a page"),
    "reference": ("accord.cli.reference_command", "one label per item by vote or model, and the items to discuss"),
    "admit": ("accord.cli.admit_command", "whether a model may annotate the rest, compared with people"),
    "degrade": ("accord.cli.degrade_command", "simulated annotations with errors of a known kind and amount"),
    "sweep": ("accord.cli.sweep_command", "which errors a measure notices, and which produce a given value"),
    "difficulty": ("accord.cli.difficulty_command", "which items are hard, and why"),
    "score": ("accord.cli.score_command", "systems scored against free answers or soft labels, and ranked"),
    "compare": ("accord.cli.compare_command", "two rounds side by side: is agreement better, and where"),
    "history": ("accord.cli.history_command", "values over the rounds of a campaign, from its log"),
    "estimate": ("accord.cli.estimate_command", "shares and means: many labels of a model, corrected by few of people"),
    "atlas": ("accord.cli.atlas_command", "agreement on public data sets, to compare yours with"),
    "inspect": ("accord.cli.inspect_command", "what a file contains: documents, annotators, fields, what is left out"),
    "convert": ("accord.cli.convert_command", "annotations in another format"),
    "measures": ("accord.cli.catalogue_commands", "all measures: what they are for and what they assume"),
    "cite": ("accord.cli.catalogue_commands", "BibTeX of a measure's references"),
    "explain": ("accord.cli.catalogue_commands", "what a code such as ACC012 means and what to do"),
    "completion": ("accord.cli.catalogue_commands", "the completion script of your shell"),
}
GATE_FAILED, WRONG_USAGE, BAD_DATA, INTERRUPTED = 1, 2, 3, 130
_TOO_LITTLE_MEMORY = "there is not enough memory for this [ACC335]; take fewer data, or fewer workers (--jobs)"
_ADDRESSES = 1.25e9  # bytes that polars and its threads reserve on two cores; with fewer it aborts the process
_WITHOUT_TABLES = "accord.cli.catalogue_commands"
_SAID_OF_MEMORY = (
    "cannot allocate memory",
    "failed to map segment",
    "can't start new thread",
    "could not spawn threads",
    "memory allocation of",
)
_UNPRINTABLE = (errno.ENOSPC, errno.EBADF, errno.EIO, errno.EFBIG, errno.EDQUOT)


class LazyGroup(click.Group):
    """A group that knows the names and one-line helps of its commands without importing them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        from accord.cli.named_files import guarded
        from accord.cli.progress import watched

        named = getattr(importlib.import_module(COMMANDS[cmd_name][0]), cmd_name.replace("-", "_"))
        return guarded(watched(ToldOnce.of(named)))

    def invoke(self, ctx: click.Context) -> object:
        with _notes():
            return super().invoke(ctx)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            import difflib

            near = difflib.get_close_matches(args[0], COMMANDS, n=1)
            known = f"did you mean '{near[0]}'" if near else f"the commands are {', '.join(COMMANDS)}"
            ctx.fail(f"there is no command '{args[0]}'; {known}")
        if args and COMMANDS.get(args[0], (_WITHOUT_TABLES,))[0] != _WITHOUT_TABLES and not {"-h", "--help"} & {*args}:
            _assert_room()
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])


def _print_version(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value and not ctx.resilient_parsing:
        from accord.results.installed_version import installed_version

        click.echo(f"accord {installed_version()}")
        ctx.exit()


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Exit status: 0 fine, 1 a gate (--fail-under, --fail-unless) failed, 2 wrong usage, 3 bad data.",
)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version, help="Print the version."
)
def accord() -> None:
    """Is this annotation good enough, what does the number mean, and what should we fix?

    Start with 'accord report ratings.csv': a summary here, and a page to show to others.
    """


def run_program(args: list[str] | None) -> int:
    """Run the program and turn every ending into an exit status and at most one line on stderr."""
    plain_streams()
    if "_ACCORD_COMPLETE" in os.environ:  # a shell asks for completions, in its own protocol
        return _with_signals(args)
    # our matrices are small: the threads of a library would wait for each other at full speed
    with visible_streams(), in_the_shell(), one_thread_each(ALGEBRA):
        return _with_signals(args)


def _with_signals(args: list[str] | None) -> int:
    stopping = Stopping()
    with stopped_by_signals(stopping):
        try:
            status = accord.main(args=args, prog_name="accord", standalone_mode=False, obj=stopping)
            sys.stdout.flush()
            if stopping.asked:
                return _say(f"stopped: {stopping}", INTERRUPTED)
            return status if isinstance(status, int) else 0
        except click.ClickException as error:
            return _usage(error)
        except (click.Abort, KeyboardInterrupt, StopWaiting):
            return _say("stopped", INTERRUPTED)
        except Stopped as error:
            return _say("stopped", 128 + error.number)
        except UsageError as error:
            return _say(f"error: {error}", WRONG_USAGE)
        except DataError as error:
            return _say(f"error: {error}", BAD_DATA)
        except BrokenPipeError:
            silence_stdout()
            return 0
        except MemoryError:
            return _say(f"error: {_TOO_LITTLE_MEMORY}", BAD_DATA)
        except Exception as error:
            return _unexpected(error)
        except BaseException as error:
            if type(error).__name__ != "PanicException":  # of polars, one class per extension module
                raise
            return _unexpected(error)


def _assert_room() -> None:
    """A DataError where `ulimit -v` leaves too few addresses to the libraries, which would abort."""
    from accord.results.memory import addresses_left

    left = addresses_left()
    if left < _ADDRESSES:
        message = f"only {left / 1e9:.1f} GB of address space are left, and {_ADDRESSES / 1e9:.1f} GB are needed"
        raise DataError("ACC335", message, hint="raise the limit (ulimit -v)")


def _say(text: str, status: int) -> int:
    """One line on stderr, if it is there, and the exit status."""
    with contextlib.suppress(OSError, ValueError):
        click.echo(f"accord: {text}", err=True)
    return status


def _unexpected(error: BaseException) -> int:
    """What no part of the program expects: the terminal or the memory that fails, or else a fault of accord."""
    if isinstance(error, OSError) and error.filename is None and error.errno in _UNPRINTABLE:
        silence_stdout()
        return _say(f"error: the results cannot be printed: {error.strerror} [ACC334]; send them elsewhere", BAD_DATA)
    if _wants_memory(error):
        return _say(f"error: {_TOO_LITTLE_MEMORY}", BAD_DATA)
    if os.environ.get("ACCORD_DEBUG"):
        raise error
    kind = f"{type(error).__name__}: {error}"
    return _say(f"error: unexpected {_one_line(kind)[:300]} [ACC099]; see 'accord explain ACC099'", BAD_DATA)


def _wants_memory(error: BaseException) -> bool:
    """Whether it is want of memory that a library tells in its own way: a worker that was killed, a failed import."""
    if isinstance(error, OSError) and error.errno == errno.ENOMEM:
        return True
    if type(error).__name__ in ("TerminatedWorkerError", "BrokenProcessPool", "KilledWorker"):
        return True
    message = str(error).lower()
    return any(words in message for words in _SAID_OF_MEMORY)


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
    message = error.format_message()
    if isinstance(error, click.MissingParameter):  # which lists the choices in lines of its own
        message = " ".join(message.split())
    message = visible(message).rstrip(".")
    if isinstance(error, click.MissingParameter) and error.ctx is not None:
        hint = f"; write '{' '.join(error.ctx.get_usage().split()[1:])}', see '{error.ctx.command_path} --help'"
    elif isinstance(error, click.UsageError) and error.ctx is not None:
        hint = f"; see '{error.ctx.command_path} --help'"
    return _say(f"error: {message}{hint}", WRONG_USAGE)


def _one_line(text: str) -> str:
    """Exceptions of others, whose line breaks are their own."""
    return visible(" ".join(text.split()))

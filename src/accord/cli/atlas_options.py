"""What tells which public data sets a value is compared with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from accord.cli.options import one_of

KINDS = ("crowd", "experts", "trained", "survey")


def place_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--task` and `--annotated-by`."""
    command = one_of("--annotated-by", KINDS, "Who annotated; public data sets by the same are preferred.")(command)
    return click.option(
        "--task", metavar="WORDS", help="What was annotated, such as 'offensive language': to compare with such tasks."
    )(command)

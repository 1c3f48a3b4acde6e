"""What tells which public data sets a value is compared with."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

KINDS = ("crowd", "experts", "trained", "survey")


def place_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """`--task` and `--annotated-by`."""
    command = click.option(
        "--annotated-by", type=click.Choice(KINDS), help="Who annotated; public data sets by the same are preferred."
    )(command)
    return click.option(
        "--task", metavar="WORDS", help="What was annotated, such as 'offensive language': to compare with such tasks."
    )(command)

"""Options that take several numbers: `-k 3,5`, `-k 2-8`, `--kappa .67,.8`, or repeated."""

from __future__ import annotations

import re

import click

LARGEST, MOST = 1_000_000, 100


def whole_numbers(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> list[int]:
    """'3', '3,5' or '2-8', each of them several times; in the order they came, each once."""
    numbers: dict[int, None] = {}
    for part in _parts(value):
        match = re.fullmatch(r"(\d{1,7})(?:[-–](\d{1,7}))?", part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 1 <= first <= last <= LARGEST:
            raise click.BadParameter(f"'{part}' is not a number of annotators: write 3, or 3,5, or 2-8")
        numbers |= dict.fromkeys(range(first, min(last, first + MOST) + 1))
        if len(numbers) > MOST:
            raise click.BadParameter(f"more than {MOST} numbers of annotators at once")
    return list(numbers)


def numbers(ctx: click.Context, param: click.Parameter, value: tuple[str, ...]) -> list[float]:
    """'.67', '.67,.8', or several times."""
    try:
        return list(dict.fromkeys(float(part) for part in _parts(value)))
    except ValueError:
        raise click.BadParameter(f"'{','.join(value)}' is not a number: write .8, or .67,.8") from None


def shares(ctx: click.Context, param: click.Parameter, value: str | None) -> list[float] | None:
    """'.9,.1'."""
    if value is None:
        return None
    try:
        return [float(part) for part in value.split(",")]
    except ValueError:
        raise click.BadParameter(f"'{value}' are not shares of categories: write .9,.1") from None


def _parts(value: tuple[str, ...]) -> list[str]:
    return [part.strip() for text in value for part in text.split(",")]

"""The command line: thin, lazily imported, no computing here. `main` returns the exit status."""

from __future__ import annotations

import atexit
import gc


def main(args: list[str] | None = None) -> int:
    """Run accord: 0 fine, 1 a gate failed, 2 wrong usage, 3 bad data. No traceback reaches the user."""
    from accord.cli.program import run_program

    atexit.register(gc.freeze)  # a program that ends need not look through all it has loaded for cycles
    return run_program(args)

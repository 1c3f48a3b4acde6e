"""`python quick_site.py …` is `python -m sphinx …` with fewer draws behind each figure: no test reads their numbers."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import wraps
from typing import Any

from sphinx.cmd.build import main

from accord import sweeping
from accord.reproducibility import simulated_groups


def fewer(function: Callable[..., Any], **most: int) -> Callable[..., Any]:
    """The function, called with these options at their most."""

    @wraps(function)
    def called(*given: Any, **options: Any) -> Any:
        return function(*given, **{**options, **{one: min(options[one], most[one]) for one in most if one in options}})

    return called


def patch() -> None:
    """Before the extensions of the site import them."""
    for module, name, most in (
        (sweeping, "sweep", {"repeats": 2}),
        (sweeping, "reading_grid", {"repeats": 2}),
        (simulated_groups, "simulated_points", {"groups": 10}),
        (simulated_groups, "fictitious_points", {"groups": 20}),
    ):
        setattr(module, name, fewer(getattr(module, name), **most))


if __name__ == "__main__":
    patch()
    sys.exit(main(sys.argv[1:]))

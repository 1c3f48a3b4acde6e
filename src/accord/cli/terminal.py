"""Whether somebody looks at a terminal."""

from __future__ import annotations

import os
import sys


def on_a_terminal() -> bool:
    """Whether somebody looks at what is printed; colours are left out separately, as NO_COLOR asks."""
    return sys.stdout.isatty() and os.environ.get("TERM") != "dumb"

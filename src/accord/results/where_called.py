"""Warnings that stand where a user called, not inside accord."""

from __future__ import annotations

import sys
import warnings


def warn_caller(text: str, category: type[Warning]) -> None:
    """A warning at the first call up the stack that is not accord's own."""
    depth = 1
    frame = sys._getframe(depth)
    while frame.f_back is not None and str(frame.f_globals.get("__name__", "")).partition(".")[0] == "accord":
        frame, depth = frame.f_back, depth + 1
    warnings.warn(text, category, stacklevel=depth + 1)

"""Whether a process that was started has ended."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path


def has_ended(process: int) -> bool:
    """Whether a process is gone, or waits to be buried."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    status = Path(f"/proc/{process}/stat")
    with contextlib.suppress(OSError):
        return status.read_text(encoding="utf-8").rpartition(")")[2].split()[0] == "Z"
    return not status.exists() and Path("/proc/self").exists()

"""How much memory is left, so that what needs more is refused beforehand, in words, and not killed halfway."""

from __future__ import annotations

import math
import os
from pathlib import Path

_MEMINFO = Path("/proc/meminfo")
_CGROUPS = (  # (limit, used), of version 2 and of version 1
    (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory.current")),
    (
        Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"),
        Path("/sys/fs/cgroup/memory/memory.usage_in_bytes"),
    ),
)


def free_bytes() -> float:
    """Bytes that can still be had, by the least of the limits that are known; ∞ where none is."""
    return max(0.0, min(_of_the_machine(), _of_the_container(), addresses_left()))


def _of_the_machine() -> float:
    try:
        for line in _MEMINFO.read_text(encoding="ascii").splitlines():
            if line.startswith("MemAvailable:"):
                return 1024.0 * int(line.split()[1])
    except (OSError, ValueError):
        pass
    try:  # where it is not known how much is free, all of it may be
        return float(os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE"))
    except (AttributeError, OSError, ValueError):
        return math.inf


def _of_the_container() -> float:
    """What the limit of a container leaves; files that are only cached count as used, and can be let go."""
    for limit, used in _CGROUPS:
        try:
            return float(limit.read_text(encoding="ascii")) - float(used.read_text(encoding="ascii")) + _cached(used)
        except (OSError, ValueError):  # "max" is no limit
            continue
    return math.inf


def _cached(used: Path) -> float:
    for line in (used.parent / "memory.stat").read_text(encoding="ascii").splitlines():
        name, _, number = line.partition(" ")
        if name in ("inactive_file", "total_inactive_file"):
            return float(number)
    return 0.0


def addresses_left() -> float:
    """Bytes that `ulimit -v` leaves to this process; ∞ without such a limit."""
    try:
        import resource

        most = resource.getrlimit(resource.RLIMIT_AS)[0]
        if most == resource.RLIM_INFINITY:
            return math.inf
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        return float(most - pages * resource.getpagesize())
    except (ImportError, OSError, ValueError):
        return math.inf

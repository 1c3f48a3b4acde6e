"""The peak memory of one call in a process of its own: `python peak_memory.py CALL DATA.npy`."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Peak:
    """Megabytes: the whole process at its peak, and how much of that came after imports and data."""

    whole: float
    grown: float


def peak_memory(call: str, data: NDArray[np.float64]) -> Peak:
    """Run one of the `CALLS` on the data in a fresh process."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "data.npy"
        np.save(path, data)
        done = subprocess.run([sys.executable, __file__, call, str(path)], capture_output=True, text=True, check=True)
    before, after = map(float, done.stdout.split())
    return Peak(after, after - before)


def accord_alpha(level: str, confidence: float | None) -> Callable[[NDArray[np.float64]], Any]:
    import accord

    return lambda data: accord.measure(accord.labels(data), f"alpha(level='{level}')", confidence=confidence)


def krippendorff_alpha(level: str) -> Callable[[NDArray[np.float64]], Any]:
    import krippendorff

    return lambda data: krippendorff.alpha(reliability_data=data.T, level_of_measurement=level)


CALLS: dict[str, Callable[[], Callable[[NDArray[np.float64]], Any]]] = {
    "accord nominal": lambda: accord_alpha("nominal", None),
    "accord interval": lambda: accord_alpha("interval", None),
    "accord interval, replicates": lambda: accord_alpha("interval", 0.95),
    "krippendorff nominal": lambda: krippendorff_alpha("nominal"),
    "krippendorff interval": lambda: krippendorff_alpha("interval"),
}


def _most_so_far() -> float:
    """Megabytes that this process has held at most."""
    status = Path("/proc/self/status")
    if status.exists():  # getrusage would count the process that started this one
        line = next(line for line in status.read_text().splitlines() if line.startswith("VmHWM:"))
        return int(line.split()[1]) * 1024 / 1e6
    import resource

    unit = 1 if sys.platform == "darwin" else 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit / 1e6


if __name__ == "__main__":
    prepared = CALLS[sys.argv[1]]()
    numbers = np.load(sys.argv[2])
    before = _most_so_far()
    prepared(numbers)
    print(before, _most_so_far())

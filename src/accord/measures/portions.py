"""Kernels on many replicates at once, in portions where a replicate is wide."""

from __future__ import annotations

import numpy as np

from accord.measures.record import Components, Kernel
from accord.results.arrays import Floats

CELLS = 4_000_000  # numbers that a kernel holds of all replicates together


def in_portions(kernel: Kernel, width: int) -> Kernel:
    """The same kernel, on as many replicates at a time as fit when each takes `width` numbers."""
    most = max(1, CELLS // max(1, width))

    def portioned(weights: Floats) -> Components:
        if len(weights) <= most:
            return kernel(weights)
        parts = [kernel(weights[begin : begin + most]) for begin in range(0, len(weights), most)]
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    return portioned

"""How many threads libraries start, which they read in the environment when they are loaded."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

ALGEBRA = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
"""The variables of libraries that multiply matrices."""
THREADS = (*ALGEBRA, "POLARS_MAX_THREADS")
"""Those of all libraries; HiGHS has one thread by its own setting."""


@contextmanager
def one_thread_each(variables: Sequence[str]) -> Iterator[None]:
    """Libraries that are loaded meanwhile, here or in a process that is started, have one thread each, unless another
    number was told."""
    added = [name for name in variables if name not in os.environ]
    os.environ.update(dict.fromkeys(added, "1"))
    try:
        yield
    finally:
        for name in added:
            os.environ.pop(name, None)

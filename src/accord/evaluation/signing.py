"""The signature of a result from what was measured and how."""

from __future__ import annotations

from functools import cache

import numpy as np

from accord.evaluation.options import Options
from accord.results import Expression, Signature


def signature(
    shape: str, bound: Expression, digest: str, options: Options, resample: str, *, seeded: bool = False
) -> Signature:
    """`bound` is the measure with all its parameters, `digest` that of the data; a `seeded` measure samples chance."""
    asked = options.confidence is not None
    return Signature(
        accord=_version("accord-iaa"),
        numpy=np.__version__,
        shape=shape,
        measure=str(bound),
        data=digest,
        interval=options.method if asked else None,
        resample=resample if asked else None,
        replicates=options.replicates if asked else None,
        seed=options.seed if asked or seeded else None,
    )


@cache
def _version(distribution: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(distribution)
    except PackageNotFoundError:
        return "unknown"

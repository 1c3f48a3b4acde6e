"""The signature of a result from what was measured and how."""

from __future__ import annotations

import numpy as np

from accord.annotations import Summary
from accord.evaluation.options import Options
from accord.results import Expression, Signature
from accord.results.installed_version import installed_version


def signature(
    shape: str, bound: Expression, digest: str, options: Options, method: str, resample: str, *, seeded: bool = False
) -> Signature:
    """`bound` is the measure with all its parameters, `digest` that of the data; a `seeded` measure samples chance."""
    asked = options.confidence is not None
    drawn = asked and method != "f"
    return Signature(
        accord=installed_version(),
        numpy=np.__version__,
        shape=shape,
        measure=str(bound),
        data=digest,
        interval=method if asked else None,
        resample=resample if drawn else None,
        replicates=options.replicates if drawn else None,
        seed=options.seed if drawn or seeded else None,
    )


def drawn_anew(summary: Summary, options: Options) -> str:
    """What is drawn anew, in the words of the signature: clusters with a digest of which items they hold."""
    if summary.clusters is None or options.resample == "annotators":
        return options.resample
    clusters = f"clusters {summary.clusters.digest[:16]}"
    return clusters if options.resample == "items" else f"{clusters} and annotators"

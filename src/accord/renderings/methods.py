"""A paragraph for the methods section of a paper."""

from __future__ import annotations

from collections.abc import Sequence

from accord.measures import find, short
from accord.results import Result

_DRAWN = {
    "items": "the items",
    "annotators": "the annotators",
    "both": "items and annotators",
    "documents": "the documents",
    "units": "the units",
}


def _levels(results: Sequence[Result], shape: str, name: str) -> list[str]:
    """At which levels of measurement a measure was taken, where it has one."""
    taken = [one for one in results if (one.signature.shape, one.measure.split("(")[0]) == (shape, name)]
    levels = dict.fromkeys(level for one in taken if (level := one.level) is not None)
    return [f"level {' and '.join(levels)}"] if levels else []


def methods_paragraph(results: Sequence[Result]) -> str:
    """What was measured and how, with citations and the signature, ready to paste."""
    measured = []
    for shape, name in dict.fromkeys((result.signature.shape, result.measure.split("(")[0]) for result in results):
        record = find(shape, name)
        cited = ", ".join(short(key) for key in record.references[:2])
        measured.append(f"{record.title.split(':')[0]} ({', '.join([*_levels(results, shape, name), cited])})")
    text = f"Agreement was measured with accord: {'; '.join(measured)}."
    first = next((result for result in results if result.confidence is not None), None)
    if first is not None:
        signature = first.signature
        if signature.interval == "bca":
            kind, cited = "bias-corrected and accelerated intervals", "Efron 1987"
        else:
            kind, cited = "percentile intervals", "Efron & Tibshirani 1993"
        drawn = _DRAWN.get(signature.resample or "items", "the items")
        text += (
            f" {first.confidence:.0%} intervals are {kind} of {signature.replicates:,} bootstrap samples of {drawn} "
            f"({cited}; seed {signature.seed})."
        )
    if results:
        text += f" Signature of the first value: {results[0].signature}."
    return text

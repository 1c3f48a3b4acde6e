"""A paragraph for the methods section of a paper."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from accord.measures import find, short
from accord.results import Result, Signature
from accord.results.wording import many

if TYPE_CHECKING:
    from accord.diagnosis.any_findings import AnyFindings
    from accord.diagnosis.saved import SavedFindings
    from accord.evaluation.seen_otherwise import SeenAs

_DRAWN = ("items", "annotators", "documents", "units")
_KINDS = {
    "smoothed": (
        "percentile intervals, one imagined item in each sample on average and expanded as Student's t is,",
        "Efron & Tibshirani 1993; Agresti & Coull 1998; Hesterberg 2015",
    ),
    "bca": ("bias-corrected and accelerated intervals", "Efron 1987"),
    "percentile": ("percentile intervals", "Efron & Tibshirani 1993"),
}


def _levels(results: Sequence[Result], shape: str, name: str) -> list[str]:
    """At which levels of measurement a measure was taken, where it has one."""
    taken = [result for result in results if (result.signature.shape, result.measure.split("(")[0]) == (shape, name)]
    levels = dict.fromkeys(level for result in taken if (level := result.level) is not None)
    return [f"level {' and '.join(levels)}"] if levels else []


REFERENCES = {"vote": "majority vote", "median": "median"}


def methods_paragraph(
    results: Sequence[Result],
    reference: str | None = None,
    *,
    nothing: str | None = None,
    views: Sequence[SeenAs] = (),
) -> str:
    """What was measured and how, with citations and the signature, ready to paste.

    And what the reference is, which category is for nothing, and how else the labels were seen.
    """
    measured = []
    for shape, name in dict.fromkeys((result.signature.shape, result.measure.split("(")[0]) for result in results):
        record = find(shape, name)
        cited = ", ".join(short(key) for key in record.references[:2])
        measured.append(f"{record.human} ({', '.join([*_levels(results, shape, name), cited])})")
    text = f"Agreement was measured with accord: {'; '.join(measured)}."
    with_interval = [result for result in results if result.confidence is not None]
    drawn = next((result for result in with_interval if result.signature.resample is not None), None)
    if drawn is not None and drawn.confidence is not None:
        text += _by_bootstrap(drawn.signature, drawn.confidence)
    closed = next((result for result in with_interval if result.signature.interval == "f"), None)
    if closed is not None:
        text += (
            f" {closed.confidence:.0%} intervals of intraclass correlations are from the F distribution "
            "(McGraw & Wong 1996)."
        )
    if nothing is not None:
        text += f" The category '{nothing}' denotes items that an annotator did not mark."
    if views:
        told = "; ".join(f"'{view.name}' ({many(view.items, 'item')})" for view in views)
        text += f" Other views of the same labels were also measured, each with its table (Fort et al. 2012): {told}."
    if reference is not None:
        text += f" The reference is the {REFERENCES[reference]} of an item's labels."
    if results:
        text += f" Signature of the first value: {results[0].signature}."
    return text


def methods_paragraph_of(findings: AnyFindings | SavedFindings) -> str:
    """The paragraph of a report."""
    from accord.diagnosis.labels.label_findings import Findings

    if not isinstance(findings, Findings):
        return methods_paragraph(findings.results, findings.reference)
    return methods_paragraph(findings.results, findings.reference, nothing=findings.nothing, views=findings.views)


def _by_bootstrap(signature: Signature, confidence: float) -> str:
    kind, cited = _KINDS.get(signature.interval or "percentile", _KINDS["percentile"])
    over = signature.resample or "items"
    drawn = "the clusters of items" if over.startswith("clusters") else f"the {over if over in _DRAWN else 'items'}"
    seed = f"seed {signature.seed}"
    text = f" {confidence:.0%} intervals are {kind} of {signature.replicates:,} bootstrap samples of {drawn} "
    if over == "annotators" or (over != "both" and not over.endswith("annotators")):
        return f"{text}({cited}; {seed})."
    return (
        f"{text}({cited}; {seed}), widened by the variance over annotators beyond that of single labels "
        "(Cameron, Gelbach & Miller 2011)."
    )

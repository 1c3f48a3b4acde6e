"""What γ cannot see in documents with few units: where units may lie by chance, and whether there is one at all."""

from __future__ import annotations

import numpy as np

from accord.annotations import Spans
from accord.results import Diagnostic, Diagnostics
from accord.results.wording import many

FEWEST_DOCUMENTS = 5  # of fewer, each can be looked at
ENOUGH_UNITS = 10.0
"""Of a document without a length: random annotators of fewer have a γ below −.03 on average, as the first and the last
unit are where the document is taken to begin and to end."""


def remarks_on_documents(data: Spans) -> Diagnostics:
    """Whether chance has too little room (ACC520), and whether most documents are a matter of yes or no (ACC521)."""
    units = np.bincount(data.document, minlength=data.n_documents)
    asked = data.assigned.sum(axis=1)
    compared = (units > 0) & (asked >= 2)
    diagnostics: list[Diagnostic] = []
    unknown = compared & np.isnan(data.lengths)
    if unknown.sum() >= FEWEST_DOCUMENTS and units[unknown].mean() < ENOUGH_UNITS:
        diagnostics.append(
            Diagnostic(
                "ACC520",
                f"γ is too low: the length of {many(int(unknown.sum()), 'document')} is not known, and chance has no "
                f"more room than from the first of {units[unknown].mean():.1f} units to the last",
                hint="give the lengths of documents: by their texts, or by a column 'length'",
            )
        )
    if compared.sum() >= FEWEST_DOCUMENTS and units[compared].sum() <= asked[compared].sum():
        diagnostics.append(
            Diagnostic(
                "ACC521",
                "γ says where units lie in their documents, and not whether there are any: an annotator has "
                f"{units[compared].sum() / asked[compared].sum():.2f} units in a document with any",
                hint="read F or uα beside it, or join documents that belong together",
            )
        )
    return tuple(diagnostics)

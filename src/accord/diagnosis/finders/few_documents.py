"""Relations of so few documents that nothing can be said about others."""

from __future__ import annotations

from collections.abc import Iterator

from accord.annotations import Relations
from accord.diagnosis.finder import finder
from accord.diagnosis.finding import Finding
from accord.evaluation.intervals import FEWEST_BLOCKS


@finder("relations")
def few_documents(relations: Relations) -> Iterator[Finding]:
    """Between two and four documents: their spread says next to nothing about others."""
    shared = int((relations.assigned.sum(axis=1) > 1).sum())
    if not 1 < shared < FEWEST_BLOCKS:
        return
    yield Finding(
        kind="few documents",
        matters=0.3,
        title=f"The values rest on {shared} documents with two annotators or more, too few for an interval.",
        explanation=(
            "Documents differ, and relations within one document depend on each other: a misread main claim "
            "changes everything "
            f"below it. With fewer than {FEWEST_BLOCKS} documents it is unknown how well the values hold for others."
        ),
        action="Have more documents annotated by two people; short ones will do.",
        numbers={"documents": shared},
    )

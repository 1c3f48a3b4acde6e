"""Whose agreement with the others falls over time, over all questions together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from accord.annotations import Spans
from accord.annotations.project import Project
from accord.diagnosis.any_findings import AnyFindings
from accord.diagnosis.finding import Finding
from accord.diagnosis.labels.ballots import Ballots
from accord.diagnosis.labels.drift import Trend, agreement_of, beside_others, corrected, order_of, shown_p, tested_trend
from accord.diagnosis.labels.items import name_of
from accord.measures import Undefined
from accord.measures.spans.kernels.pair_counts import pair_counts
from accord.results.arrays import Floats, Ints
from accord.results.wording import many

FEWEST_QUESTIONS = 2
MOST_CELLS = 20_000_000  # pairs of annotators × documents


@dataclass(frozen=True, eq=False)
class BesideOthers:
    """The annotators of one question beside the others, assignment by assignment."""

    item: Ints
    """(assignments,) the place among the items of the project."""
    who: Ints
    """(assignments,) the place among its annotators."""
    agreement: Floats
    beside: Floats
    """(assignments,) the agreement minus that of the others on the item."""
    when: Floats
    timed: bool
    """Whether `when` is a time; else it is the place of the item."""


def fatigue(project: Project, reports: Mapping[str, AnyFindings]) -> tuple[Trend, ...]:
    """A trend for each annotator: of their agreement beside that of the others, item by item, mean over questions.

    Items are the units of the test, so that questions about one item may hang together. Labels and spans; where some
    questions have times, these.
    """
    at = {name: place for place, name in enumerate(project.documents)}
    whom = {name: place for place, name in enumerate(project.annotators)}
    parts = [part for name, report in reports.items() if (part := _part(project, name, report, at, whom)) is not None]
    return trends_of([part for part in parts if part.timed] or parts, project.annotators)


def trends_of(parts: Sequence[BesideOthers], annotators: Sequence[str]) -> tuple[Trend, ...]:
    """Of two questions or more."""
    if len(parts) < FEWEST_QUESTIONS:
        return ()
    item, who, agreement, beside, when = (
        np.concatenate([getattr(part, name) for part in parts])
        for name in ("item", "who", "agreement", "beside", "when")
    )
    keys, cell, times = np.unique(item * len(annotators) + who, return_inverse=True, return_counts=True)
    mean = {
        name: np.bincount(cell, weights=values) / times
        for name, values in (("shown", agreement), ("tested", beside), ("when", when))
    }
    trends = []
    for place, name in enumerate(annotators):
        mine = keys % len(annotators) == place
        if mine.any():
            trends.append(tested_trend(name, mean["shown"][mine], mean["tested"][mine], mean["when"][mine]))
    return corrected(trends)


def _part(
    project: Project, name: str, findings: AnyFindings, at: Mapping[str, int], whom: Mapping[str, int]
) -> BesideOthers | None:
    data = project[name]
    if isinstance(data, Spans):
        return beside_in_spans(project, data, at, whom)
    return beside_in_labels(findings.items.ballots, at, whom) if findings.shape == "labels" else None


def beside_in_labels(ballots: Ballots, at: Mapping[str, int], whom: Mapping[str, int]) -> BesideOthers | None:
    labels = ballots.labels
    if not ballots.named or not (labels.weights == 1).all() or not len(ballots.row):
        return None
    values, _ = agreement_of(ballots)
    items = np.array([at[name_of(labels, row)] for row in range(labels.n_rows)], dtype=np.int64)[ballots.row]
    by, when = order_of(labels, ballots.row)
    when = when if by == "time" else items.astype(np.float64)
    beside = beside_others(ballots, values, ~np.isnan(values) & ~np.isnan(when))
    known = ~np.isnan(beside)
    who = np.array([whom[name] for name in ballots.annotators], dtype=np.int64)[ballots.who]
    return BesideOthers(items[known], who[known], values[known], beside[known], when[known], by == "time")


def beside_in_spans(
    project: Project, data: Spans, at: Mapping[str, int], whom: Mapping[str, int]
) -> BesideOthers | None:
    """F of exact units with the others, document by document; who both mark nothing agree."""
    try:
        counts = pair_counts(data, "exact", 1.0)
    except Undefined:
        return None
    cells = len(counts.pairs) * data.n_documents
    if counts.blocks != data.n_documents or data.n_annotators < 3 or cells > MOST_CELLS:
        return None
    total = np.zeros((data.n_documents, data.n_annotators))
    pairs = np.zeros_like(total)
    credit, first, second = (table.toarray() for table in (counts.credit, counts.first, counts.second))
    for row, pair in enumerate(counts.pairs):
        both = data.assigned[:, pair.first] & data.assigned[:, pair.second]
        units = first[row] + second[row]
        f = np.where(units > 0, 2 * credit[row] / np.maximum(units, 1), 1.0)
        for who in (pair.first, pair.second):
            total[both, who] += f[both]
            pairs[both, who] += 1
    apart = pairs.sum(axis=1, keepdims=True) / 2 - pairs  # pairs of the others alone
    rest = (total.sum(axis=1, keepdims=True) / 2 - total) / np.maximum(apart, 1)
    document, annotator = np.nonzero((pairs > 0) & (apart > 0))
    agreement = total[document, annotator] / pairs[document, annotator]
    times = {} if project.whole is None else project.whole.times
    known = np.array(
        [
            times[place].created if (place := (data.documents[row], data.annotators[who])) in times else np.nan
            for row, who in zip(document.tolist(), annotator.tolist(), strict=True)
        ]
    )
    items = np.array([at[name] for name in data.documents], dtype=np.int64)[document]
    timed = bool(len(known)) and not np.isnan(known).any()
    return BesideOthers(
        items,
        np.array([whom[name] for name in data.annotators], dtype=np.int64)[annotator],
        agreement,
        agreement - rest[document, annotator],
        known if timed else items.astype(np.float64),
        timed,
    )


def fatigue_findings(trends: Sequence[Trend]) -> list[Finding]:
    """Whoever falls beside the others."""
    return [
        Finding(
            kind="fatigue",
            matters=0.5,
            title=(
                f"The agreement of '{row.of}' with the others falls over time, over all questions: {row.early:.1%} in "
                f"the first third of {many(row.items, 'item')}, {row.late:.1%} in the last (p {shown_p(row.p)})."
            ),
            explanation=(
                "The trend is that of the mean over questions beside the others on the same items, corrected for the "
                "number of annotators. Falling in all questions together points to the annotator, such as fatigue, "
                "rather than to one question."
            ),
            action=f"Look at the last items of '{row.of}', and make sessions shorter.",
            numbers={"annotator": row.of, "early": row.early, "late": row.late, "items": row.items, "p": row.p},
        )
        for row in trends
        if row.notable and row.change < 0
    ]

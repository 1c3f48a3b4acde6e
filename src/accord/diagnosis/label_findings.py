"""All findings about one set of labels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from accord.annotations import Labels, View, summarise, view
from accord.diagnosis.annotators import Annotators, annotators
from accord.diagnosis.ballots import Ballots
from accord.diagnosis.category_findings import category_findings
from accord.diagnosis.cautions import cautions
from accord.diagnosis.cross_table import CrossTable, cross_table
from accord.diagnosis.finder_registry import findings_in
from accord.diagnosis.finding import Finding, ranked
from accord.diagnosis.findings_json import findings_json
from accord.diagnosis.items import Duplicates, ItemTable, duplicates, items_by_disagreement
from accord.diagnosis.overview import Overview, overview
from accord.diagnosis.promised import Promised, moved_medians, promised
from accord.diagnosis.seen_otherwise import SeenAs, seen_otherwise
from accord.diagnosis.similarity import CategorySimilarity, Merge, category_similarity, what_if_merged
from accord.diagnosis.verdict import verdict_of, verdict_on_labels
from accord.diagnosis.why_they_differ import why_they_differ
from accord.evaluation import Options, evaluate, measure_by_category, shown
from accord.reproducibility.median_shift import MedianShift
from accord.results import Diagnostics, Expression, Result, parse_expression
from accord.results.foreign_text import html_text

if TYPE_CHECKING:
    from accord.diagnosis.additions import ErrorReading
    from accord.item_difficulty import Difficulty

MOST_CATEGORIES = 30  # beyond these, tables of categories × categories are not shown


@dataclass(frozen=True)
class Findings:
    """What the report, the terminal and the JSON show about one data set."""

    title: str
    introduction: str
    data: Overview
    verdict: tuple[str, ...]
    """Is it good enough, what does it mean, what to fix first: three sentences."""
    results: tuple[Result, ...]
    promised: Promised | None
    """How much of the reference others would change; None where no share is promised."""
    table: CrossTable | None
    similarity: CategorySimilarity | None
    by_category: tuple[Result, ...]
    merges: tuple[Merge, ...]
    views: tuple[SeenAs, ...]
    annotators: Annotators
    items: ItemTable
    duplicates: Duplicates
    findings: tuple[Finding, ...]
    """What is worth knowing, what matters most first."""
    diagnostics: Diagnostics
    remarks: tuple[str, ...] = ()
    """Sentences beyond the three of the verdict."""
    why: str = ""
    """Why the coefficients differ here."""
    reading: ErrorReading | None = field(default=None, compare=False)
    """The error that produces the value, where it was asked for."""
    hard: Difficulty | None = field(default=None, repr=False, compare=False)
    """What makes items hard, where features were given."""
    moved: MedianShift | None = field(default=None, compare=False)
    """How far medians are apart, of scales with too many values for a share."""

    def as_json(self) -> dict[str, object]:
        return {
            **findings_json(self),
            "why_they_differ": self.why,
            "promise": self.promised.as_json() if self.promised is not None else None,
            "median_shift": self.moved.as_json() if self.moved is not None else None,
            "table": self.table.as_json() if self.table is not None else None,
            "similarity": self.similarity.as_json() if self.similarity is not None else None,
            "by_category": [result.as_json() for result in self.by_category],
            "merges": [merge.as_json() for merge in self.merges],
            "views": [view.as_json() for view in self.views],
            "annotators": self.annotators.as_json(),
            "items": self.items.as_json(),
            "duplicates": self.duplicates.as_json(),
        }

    def _repr_html_(self) -> str:
        sentences = "".join(f"<p>{html_text(sentence)}</p>" for sentence in self.verdict)
        return f"<h3>{html_text(self.title)}</h3>{sentences}" + "".join(result._repr_html_() for result in self.results)


def label_findings(
    labels: Labels,
    measures: Sequence[str | Expression] | None = None,
    *,
    title: str | None = None,
    introduction: str = "",
    views: Sequence[str | View] = (),
    **options: object,
) -> Findings:
    """Everything the report says about labels; `views` see the same labels otherwise ("merge A+B"), side by side.

    >>> import accord
    >>> found = label_findings(accord.contingency([[20, 10], [20, 50]], categories=["STAT", "IReq"]), replicates=100)
    >>> found.results[0].measure, round(found.results[0].value, 3)
    ('observed_agreement', 0.7)
    """
    summary = summarise(labels)
    wanted = shown(summary) if measures is None else [parse_expression(one) for one in measures]
    chosen = Options.of(options)
    results = tuple(evaluate(summary, wanted, chosen))
    few = 2 <= len(labels.categories) <= MOST_CATEGORIES and labels.level != "sets"
    table = cross_table(labels) if few else None
    similarity = category_similarity(labels) if few else None
    by_category: tuple[Result, ...] = ()
    if 2 < len(labels.categories) <= MOST_CATEGORIES and labels.level in ("nominal", "ordinal"):
        by_category = tuple(measure_by_category(labels, "alpha", **options))
    seen = overview(labels)
    headline = next((one for one in results if one.measure.split("(")[0] == "alpha"), None)
    merges = tuple(what_if_merged(labels, similarity, headline, chosen)) if similarity and headline else ()
    seen_views = [one if isinstance(one, View) else view(labels, one) for one in views]
    ballots = Ballots.of(labels)
    people = annotators(labels, ballots, chosen, summary=summary)
    items = items_by_disagreement(ballots)
    twice = duplicates(ballots)
    promise, moved = promised(labels), moved_medians(labels)
    found = ranked(
        [
            *cautions(ballots, results, summary=summary),
            *category_findings(seen.usage, similarity, merges, by_category),
            *people.findings(),
            *items.findings(),
            *twice.findings(),
            *findings_in(labels),
        ]
    )
    verdict, remarks = verdict_of(verdict_on_labels(results, promise, moved), found)
    return Findings(
        title=title or labels.source or "Labels",
        introduction=introduction,
        data=seen,
        verdict=verdict,
        results=results,
        promised=promise,
        table=table,
        similarity=similarity,
        by_category=by_category,
        merges=merges,
        views=seen_otherwise(seen_views, wanted, results, chosen),
        annotators=people,
        items=items,
        duplicates=twice,
        findings=found,
        diagnostics=labels.diagnostics,
        remarks=remarks,
        why=why_they_differ(results, seen.usage),
        moved=moved,
    )

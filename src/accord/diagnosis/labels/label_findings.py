"""All findings about one set of labels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from accord.annotations import Labels, View, summarise, view
from accord.annotations.summary import alike_together
from accord.diagnosis.finder_registry import findings_in
from accord.diagnosis.finding import ranked
from accord.diagnosis.labels.annotators import Annotators, annotators
from accord.diagnosis.labels.ballots import Ballots
from accord.diagnosis.labels.category_findings import category_findings
from accord.diagnosis.labels.cautions import cautions
from accord.diagnosis.labels.items import Duplicates, ItemTable, duplicates, items_by_disagreement
from accord.diagnosis.labels.pairs import PairwiseTable
from accord.diagnosis.labels.promise_curve import promise_curve
from accord.diagnosis.labels.promised import Promised, moved_medians, promised
from accord.diagnosis.labels.similarity import CategorySimilarity, Confusion, Merge, category_similarity, what_if_merged
from accord.diagnosis.labels.verdict_on_labels import verdict_on_labels, why_they_differ
from accord.diagnosis.shared_findings import SharedFindings
from accord.diagnosis.verdict import verdict_of
from accord.evaluation import Options, evaluate, measure_by_category, shown
from accord.evaluation.cross_table import CrossTable, cross_table
from accord.evaluation.overview import Overview, overview
from accord.evaluation.scales import ScaleReading, read_on_scales
from accord.evaluation.seen_otherwise import SeenAs, seen_otherwise
from accord.reproducibility.median_shift import MedianShift
from accord.results import Expression, Results, parse_expression
from accord.results.json_numbers import json_fields, json_value
from accord.results.tabular import Records, Tabular, in_library

MOST_CATEGORIES = 30  # beyond these, tables of categories × categories are not shown


@dataclass(frozen=True, kw_only=True, repr=False)
class Findings(SharedFindings):
    """What the report, the terminal and the JSON show about one data set."""

    shape: ClassVar[Literal["labels"]] = "labels"
    data: Overview
    promised: Promised | None
    """How much of the reference others would change; None where no share is promised."""
    table: CrossTable | None
    similarity: CategorySimilarity | None
    by_category: Results
    """α of each category against all others."""
    merges: Records[Merge]
    """What if categories that are mistaken for each other were one."""
    views: Records[SeenAs]
    """Other views of the same labels."""
    annotators: Annotators
    items: ItemTable
    duplicates: Duplicates
    why: str = ""
    """Why the coefficients differ here."""
    moved: MedianShift | None = field(default=None, compare=False)
    """How far medians are apart, of scales with too many values for a share."""
    nothing: str | None = None
    """The category for items that an annotator did not mark."""

    @property
    def reference(self) -> str | None:
        if self.promised is not None:
            return self.promised.promise.forecast.reference
        return "median" if self.moved is not None else None

    @property
    def confusions(self) -> Records[Confusion]:
        """Pairs of categories that are mistaken for each other, the most confused first."""
        records: Records[Confusion] = Records(() if self.similarity is None else self.similarity.confusions())
        in_library(records, self.frame_library)
        return records

    @property
    def pairs(self) -> PairwiseTable:
        """A measure of every pair of annotators."""
        return self.annotators.pairs

    def _tables(self) -> dict[str, Tabular | None]:
        people, plan = self.annotators, self.promised
        return {
            "table": self.table,
            "promise": plan,
            "plan": None if plan is None else plan.forecasts,
            "needed": None if plan is None else plan.needed,
            "scales": Records(read_on_scales(self.results)),
            "views": self.views,
            "categories": self.by_category,
            "similarity": self.similarity,
            "confusions": self.confusions,
            "merges": self.merges,
            "annotators": people if people.vote.annotators else None,
            "pairs": people.pairs if people.pairs.annotators else None,
            "leave-one-out": people.left_out if people.left_out.annotators else None,
            "bias": people.bias if people.bias.annotators else None,
            "drift": people.drift if people.drift.trends else None,
            "schools": people.schools if people.schools.groups else None,
            "intra-annotator": people.steadiness.of,
            "items": self.items,
            "duplicates": self.duplicates if self.duplicates.differing else None,
        }

    def as_json(self) -> dict[str, object]:
        return {
            **super().as_json(),
            "scales": [_on_scale(reading) for reading in read_on_scales(self.results)],
            "promise_curve": json_value(promise_curve(self.results, self.promised)),
            **json_fields(self, why_they_differ="why", promise="promised", median_shift="moved"),
            **json_fields(self, "table", "similarity", "by_category", "merges", "views"),
            **json_fields(self, "annotators", "items", "duplicates"),
        }


def _on_scale(reading: ScaleReading) -> dict[str, object]:
    bands = [{"band": band, "from": None if math.isinf(low) else low} for low, band in reading.scale.bands]
    return {**reading.as_json(), "bands": bands}


def _counted(labels: Labels) -> Labels:
    """The same with one row for all items alike, for what asks neither for names, nor order, nor clusters of items."""
    return labels if labels.clusters is not None or (labels.sizes == 0).any() else alike_together(labels)


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
    wanted = shown(summary) if measures is None else [parse_expression(measure) for measure in measures]
    chosen = Options.of(options)
    results = Results(evaluate(summary, wanted, chosen))
    few = 2 <= len(labels.categories) <= MOST_CATEGORIES and labels.level != "sets"
    counted = _counted(labels)
    table = cross_table(counted) if few else None
    similarity = category_similarity(counted) if few else None
    by_category = Results(())
    if 2 < len(labels.categories) <= MOST_CATEGORIES and labels.level in ("nominal", "ordinal"):
        by_category = Results(measure_by_category(counted, "alpha", **options))
    seen = overview(labels)
    headline = next((result for result in results if result.measure.split("(")[0] == "alpha"), None)
    merges = tuple(what_if_merged(counted, similarity, headline, chosen)) if similarity and headline else ()
    seen_views = [wish if isinstance(wish, View) else view(labels, wish) for wish in views]
    ballots = Ballots.of(labels)
    people = annotators(labels, ballots, chosen, summary=summary, counted=Ballots.of(counted))
    items = items_by_disagreement(ballots)
    twice = duplicates(ballots)
    promise, moved = promised(labels), moved_medians(labels)
    listed = ranked(
        [
            *cautions(ballots, results, summary=summary),
            *category_findings(seen.usage, similarity, merges, by_category),
            *people.findings(),
            *items.findings(),
            *twice.findings(),
            *findings_in(labels),
        ]
    )
    verdict, remarks = verdict_of(verdict_on_labels(results, promise, moved), listed)
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
        merges=Records(merges),
        views=Records(seen_otherwise(seen_views, wanted, results, chosen)),
        annotators=people,
        items=items,
        duplicates=twice,
        findings=Records(listed),
        diagnostics=labels.diagnostics,
        remarks=remarks,
        why=why_they_differ(results, seen.usage),
        moved=moved,
        nothing=labels.nothing,
    )
